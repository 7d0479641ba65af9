"""Tests moving reading state between machines: the later change wins, and nothing is lost."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.test_undo import content
from tests.conftest import LIST, Gpucat

from gpucat.catalog.reading import ITEM_KINDS, Item, item_from_record, record_of
from gpucat.resources import data_file

READER_TABLES = tuple(ITEM_KINDS)
MOMENTS = [f"2026-08-{day:02}T10:00:00+00:00" for day in range(1, 20)]


def execute(db: Path, sql: str, *values: object) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(db)) as connection, connection:
        return connection.execute(sql, values).fetchall()


def reader_side(db: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Returns all of the reader's own data, without row ids."""
    return {
        name: sorted(
            (row[1:] if name == "link_check" else row for row in execute(db, f"SELECT * FROM {name}")), key=repr
        )
        for name in READER_TABLES
    }


def export(gpucat: Gpucat, db: Path, path: Path) -> Path:
    assert gpucat("export", "jsonl", "--with-reading", "-o", str(path), db=db).code == 0
    return path


@pytest.fixture
def machines(db: Path, tmp_path: Path) -> tuple[Path, Path]:
    """Two machines with the same list."""
    other = tmp_path / "other.db"
    shutil.copy(db, other)
    return db, other


def put(db: Path, table: str, *values: object) -> None:
    execute(db, f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * len(values))})", *values)


def fill(one: Path, two: Path) -> None:
    """Fills both machines with states, ratings, notes, experiments, decisions and checks, some on the same subjects."""
    early, late = MOMENTS[0], MOMENTS[9]
    put(one, "reading", 1, "done", early, early, early)
    put(two, "reading", 1, "todo", None, None, late)
    put(one, "reading", 2, "done", None, late, late)
    put(two, "reading", 2, "reading", early, None, early)
    put(two, "reading", 3, "skipped", None, None, early)
    put(one, "rating", 1, 5, late)
    put(two, "rating", 1, 2, early)
    put(one, "note", 1, "", late)
    put(two, "note", 1, "old thoughts", early)
    put(two, "note", 4, "only here [bold]", early)
    put(one, "practice_state", 1, early, early)
    put(two, "practice_state", 1, None, late)
    put(one, "practice_note", 2, "H100, 600 TFLOPS", early)
    put(one, "setting", "level", "beginner", early)
    put(two, "setting", "level", "", late)
    put(two, "setting", "goal", "TMA", early)
    put(two, "distinct_pair", 1, 2, early)
    put(one, "confirmed_page", 5, "A title", early)
    put(two, "confirmed_page", 5, "A later title", late)
    check = ("https://a.example/", early, "ok", "", "", 200, None, "A title", "match", 1, 20)
    put(one, "link_check", 1, 1, *check)
    put(two, "link_check", 7, 1, check[0], late, *check[2:])


def test_both_machines_come_to_the_same_whichever_goes_first(
    gpucat: Gpucat, machines: tuple[Path, Path], tmp_path: Path
) -> None:
    one, two = machines
    fill(one, two)
    from_one, from_two = export(gpucat, one, tmp_path / "one.jsonl"), export(gpucat, two, tmp_path / "two.jsonl")
    assert gpucat("import", str(from_two), db=one).code == 0
    assert gpucat("import", str(from_one), db=two).code == 0
    merged = reader_side(one)
    assert merged == reader_side(two)
    early, late = MOMENTS[0], MOMENTS[9]
    assert merged["reading"] == [
        (1, "todo", None, None, late),
        (2, "done", None, late, late),
        (3, "skipped", None, None, early),
    ]
    assert merged["rating"] == [(1, 5, late)]
    assert merged["note"] == [(1, "", late), (4, "only here [bold]", early)]
    assert merged["practice_state"] == [(1, None, late)]
    assert merged["practice_note"] == [(2, "H100, 600 TFLOPS", early)]
    assert merged["setting"] == [("goal", "TMA", early), ("level", "", late)]
    assert merged["distinct_pair"] == [(1, 2, early)]
    assert merged["confirmed_page"] == [(5, "A later title", late)]
    assert len(merged["link_check"]) == 2


def test_merging_again_changes_nothing_and_says_so(gpucat: Gpucat, machines: tuple[Path, Path], tmp_path: Path) -> None:
    one, two = machines
    fill(one, two)
    path = export(gpucat, two, tmp_path / "two.jsonl")
    assert "9 taken, 3 older" in gpucat("import", "--dry-run", str(path), db=one).err
    gpucat("import", str(path), db=one)
    before = reader_side(one)
    result = gpucat("import", str(path), db=one)
    assert "taken" not in result.err
    assert "unchanged" in result.err
    assert reader_side(one) == before
    assert len(json.loads(gpucat("history", "--json", db=one).out)) == 1


def test_a_merge_is_taken_back(gpucat: Gpucat, machines: tuple[Path, Path], tmp_path: Path) -> None:
    one, two = machines
    fill(one, two)
    before = reader_side(one)
    gpucat("import", str(export(gpucat, two, tmp_path / "two.jsonl")), db=one)
    gpucat("undo", db=one)
    after = reader_side(one)
    assert {name: rows for name, rows in after.items() if name != "link_check"} == {
        name: rows for name, rows in before.items() if name != "link_check"
    }


def test_what_is_written_on_one_machine_arrives_on_a_new_one(
    gpucat: Gpucat, db: Path, empty: Path, tmp_path: Path
) -> None:
    gpucat("mark", "memory/1..3", "done", "--rating", "4")
    gpucat("note", "memory/6", "a\n[b] ‮ 中文")
    gpucat("practice", "done", "2")
    gpucat("config", "level", "beginner")
    path = export(gpucat, db, tmp_path / "all.jsonl")
    assert gpucat("import", str(path), db=empty).code == 0
    assert reader_side(empty) == reader_side(db)
    assert gpucat("export", "jsonl", "--with-reading", db=empty).out == path.read_text("utf-8")


def test_without_the_option_nothing_of_the_reader_leaves(gpucat: Gpucat) -> None:
    gpucat("note", "memory/6", "private")
    assert gpucat("export", "jsonl").out == data_file("seed.jsonl").read_text("utf-8")
    assert gpucat("export", "csv", "--with-reading").code == 2
    chosen = gpucat("export", "jsonl", "--with-reading", "--module", "memory").out
    assert "private" in chosen
    assert "private" not in gpucat("export", "jsonl", "--with-reading", "--module", "gemm").out


@pytest.mark.parametrize(
    "record",
    [
        {"kind": "reading", "article": "https://a.example/", "status": "eaten", "changed_at": MOMENTS[0]},
        {"kind": "reading", "article": "https://a.example/", "status": "done", "changed_at": "yesterday"},
        {"kind": "reading", "article": "https://a.example/", "status": "done", "changed_at": "2026-08-01T10:00:00"},
        {"kind": "reading", "status": "done", "changed_at": MOMENTS[0]},
        {"kind": "rating", "article": "https://a.example/", "stars": 6, "changed_at": MOMENTS[0]},
        {"kind": "rating", "article": "https://a.example/", "stars": True, "changed_at": MOMENTS[0]},
        {"kind": "note", "article": "https://a.example/", "text": ["a"], "changed_at": MOMENTS[0]},
        {"kind": "practice_state", "practice": "1", "done_at": None, "changed_at": MOMENTS[0]},
        {"kind": "distinct_pair", "articles": ["https://a.example/"], "decided_at": MOMENTS[0]},
    ],
)
def test_a_line_that_cannot_be_used_is_named_and_nothing_is_taken(
    gpucat: Gpucat, db: Path, tmp_path: Path, record: dict[str, Any]
) -> None:
    good = {"kind": "reading", "article": "1", "status": "done", "changed_at": MOMENTS[0]}
    (tmp_path / "bad.jsonl").write_text("\n".join(map(json.dumps, [good, record])), "utf-8")
    before = reader_side(db)
    result = gpucat("import", "bad.jsonl")
    assert result.code == 1
    assert "bad.jsonl:2: " in result.err
    assert reader_side(db) == before


def test_items_about_other_articles_are_named_and_come_in_with_the_article(gpucat: Gpucat, tmp_path: Path) -> None:
    note = {"kind": "note", "article": "https://new.example/a", "text": "mine", "changed_at": MOMENTS[0]}
    (tmp_path / "note.jsonl").write_text(json.dumps(note), "utf-8")
    result = gpucat("import", "note.jsonl")
    assert (result.code, "note.jsonl:1: note: no such article: https://new.example/a" in result.err) == (0, True)
    article = {"title": "New", "url": "https://new.example/a/"}
    (tmp_path / "both.jsonl").write_text("\n".join(map(json.dumps, [note, article])), "utf-8")
    assert gpucat("import", "both.jsonl").code == 0
    assert json.loads(gpucat("show", "https://new.example/a", "--json").out)[0]["note"] == "mine"


def test_of_two_lines_about_one_thing_the_later_counts(gpucat: Gpucat, db: Path, tmp_path: Path) -> None:
    url = json.loads(gpucat("show", "1", "--json").out)[0]["url"]
    notes = [
        {"kind": "note", "article": spelled, "text": text, "changed_at": moment}
        for spelled, text, moment in ((url, "later", MOMENTS[5]), (f"{url}?utm_source=x", "earlier", MOMENTS[1]))
    ]
    (tmp_path / "notes.jsonl").write_text("\n".join(map(json.dumps, notes)), "utf-8")
    gpucat("import", "notes.jsonl")
    assert reader_side(db)["note"] == [(1, "later", MOMENTS[5])]


def test_reading_survives_import_restore_removal_and_coming_back(gpucat: Gpucat, db: Path, tmp_path: Path) -> None:
    gpucat("mark", "memory/6", "done", "--rating", "5")
    gpucat("note", "memory/6", "keep me")
    mine = reader_side(db)
    gpucat("db", "backup", "mine.bak")
    gpucat("import", str(LIST), "--on-duplicate", "update")
    gpucat("import", str(data_file("seed.jsonl")), "--on-duplicate", "update")
    assert reader_side(db) == mine
    [card] = json.loads(gpucat("show", "memory/6", "--json").out)
    execute(db, "UPDATE article SET removed_at = ? WHERE number = ?", MOMENTS[0], card["number"])
    again = {name: card[name] for name in ("title", "module")} | {"url": card["url"].rstrip("/")}
    (tmp_path / "again.jsonl").write_text(json.dumps(again), "utf-8")
    assert gpucat("import", "again.jsonl").code == 0
    [back] = json.loads(gpucat("show", card["url"], "--json").out)
    assert (back["status"], back["note"], back["rating"]) == ("done", "keep me", 5)
    gpucat("mark", "1..148", "skipped", "--yes")
    assert gpucat("db", "restore", "mine.bak", "--yes").code == 0
    assert reader_side(db) == mine


def items() -> st.SearchStrategy[Item]:
    moments = st.sampled_from(MOMENTS[:3])
    times = st.none() | moments
    return st.builds(
        lambda status, begun, ended, changed: Item(
            "reading",
            ("https://a.example/",),
            {"status": status, "started_at": begun, "finished_at": ended, "changed_at": changed},
        ),
        st.sampled_from(["todo", "reading", "done", "skipped"]),
        times,
        times,
        moments,
    )


@given(items())
def test_an_item_is_its_line_and_back(item: Item) -> None:
    assert item_from_record(json.loads(json.dumps(record_of(item)))) == item


def test_taking_an_import_back_takes_its_link_checks_along(gpucat: Gpucat, db: Path, tmp_path: Path) -> None:
    line = {
        "kind": "link_check", "article": "https://leimao.github.io/blog/CuTe-Swizzle/", "verdict": "broken", "status": 404,
        "url": "https://leimao.github.io/blog/CuTe-Swizzle/", "checked_at": "2026-01-02T03:04:05+00:00",
        "reason_en": "not found", "reason_zh": "未找到", "attempts": 1, "elapsed_ms": 10,
    }  # fmt: skip
    (tmp_path / "reading.jsonl").write_text(json.dumps(line) + "\n", "utf-8")
    before = content(db)
    assert gpucat("import", "reading.jsonl").code == 0
    assert gpucat("list", "--link-status", "broken", "--format", "ids").out == "layout/10\n"
    assert gpucat("undo").code == 0
    assert content(db) == before
    assert gpucat("list", "--link-status", "broken", "--format", "ids").out == ""
