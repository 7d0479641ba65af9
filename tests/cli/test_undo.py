"""Tests that every change can be undone exactly."""

import json
import sqlite3
from pathlib import Path
from typing import Any

from tests.conftest import Gpucat

from gpucat.store.journal import JOURNALLED

LINES = [
    {
        "title": "A new one",
        "url": "https://a.example/new",
        "module": "memory",
        "level": "beginner",
        "authors": ["A. B."],
    },
    {"title": "CuTe Swizzle", "url": "http://leimao.github.io/blog/CuTe-Swizzle", "keywords": ["swizzle", "XOR"]},
]


NOT_JOURNALLED = {
    "discovery": "what sites have, as a look at them found it",
    "watched_site": "where it was found",
    "meta": "the version of keys, and the highest number, which is never given again",
    "change": "the journal itself",
    "changed_row": "the journal itself",
    "checksum": "what all rows hold",
    "alembic_version": "the schema",
}


def test_all_that_the_list_and_its_reader_say_is_journalled(db: Path) -> None:
    connection = sqlite3.connect(db)
    rows = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table'"
        " AND name NOT LIKE 'article_fts%' AND name NOT LIKE 'search_%' AND name NOT LIKE 'sqlite_%'"
    )
    assert {name for (name,) in rows} == {*JOURNALLED, *NOT_JOURNALLED}
    connection.close()


def content(db: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every journalled row of the database."""
    connection = sqlite3.connect(db)
    rows = {name: sorted(connection.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr) for name in JOURNALLED}
    connection.close()
    return rows


def test_an_import_taken_back_leaves_the_database_as_it_was(gpucat: Gpucat, db: Path, tmp_path: Path) -> None:
    (tmp_path / "new.jsonl").write_text("".join(json.dumps(line) + "\n" for line in LINES), "utf-8")
    before = content(db)
    assert gpucat("import", "new.jsonl", "--on-duplicate", "update").code == 0
    assert content(db) != before
    assert gpucat("undo").code == 0
    assert content(db) == before
    assert json.loads(gpucat("history", "--json").out)[0]["undone_at"]


def test_a_change_that_another_built_on_is_not_taken_back(gpucat: Gpucat, db: Path, tmp_path: Path) -> None:
    for keyword in ("first", "second"):
        line = {**LINES[1], "summary": keyword}
        (tmp_path / "new.jsonl").write_text(json.dumps(line), "utf-8")
        assert gpucat("import", "new.jsonl", "--on-duplicate", "update").code == 0
    before = content(db)
    result = gpucat("undo", "1")
    assert result.code == 1
    assert "later change" in result.err
    assert content(db) == before


def test_with_nothing_changed_there_is_nothing_to_take_back(gpucat: Gpucat) -> None:
    assert gpucat("undo").code == 2


def test_an_import_is_not_taken_back_under_what_was_written_on_it(gpucat: Gpucat, db: Path, tmp_path: Path) -> None:
    (tmp_path / "new.jsonl").write_text(json.dumps(LINES[0]), "utf-8")
    gpucat("import", "new.jsonl")
    connection = sqlite3.connect(db)
    connection.execute("INSERT INTO note VALUES (149, 'mine', '2026-01-01T00:00:00+00:00')")
    connection.commit()
    connection.close()
    before = content(db)
    assert gpucat("undo").code == 1
    assert content(db) == before


def test_what_was_edited_since_it_was_added_is_not_taken_back_with_it(gpucat: Gpucat, db: Path, tmp_path: Path) -> None:
    (tmp_path / "new.jsonl").write_text(json.dumps(LINES[0]), "utf-8")
    gpucat("import", "new.jsonl")
    gpucat("edit", "149", "--keyword", "mine")
    before = content(db)
    result = gpucat("undo", "1")
    assert (result.code, content(db) == before) == (1, True)
    assert "2, edit 149 --keyword mine" in result.err
    assert "`gpucat undo 2`" in result.err
    assert gpucat("undo", "2").code == gpucat("undo", "1").code == 0


def test_a_number_names_one_article_for_good(gpucat: Gpucat, db: Path, tmp_path: Path) -> None:
    for number, line in enumerate(LINES[:1] * 3, 149):
        (tmp_path / "new.jsonl").write_text(json.dumps(line | {"url": f"https://a.example/{number}"}), "utf-8")
        assert gpucat("import", "new.jsonl").code == 0
        assert gpucat("show", str(number)).code == 0
        assert gpucat("undo").code == 0
    assert gpucat("show", "150").code == 2


def test_a_database_that_has_not_kept_its_highest_number_goes_on_from_its_articles(
    gpucat: Gpucat, db: Path, tmp_path: Path
) -> None:
    connection = sqlite3.connect(db)
    connection.execute("DELETE FROM meta WHERE key = 'highest_number'")
    connection.commit()
    connection.close()
    (tmp_path / "new.jsonl").write_text(json.dumps(LINES[0]), "utf-8")
    assert gpucat("import", "new.jsonl").code == 0
    assert gpucat("show", "149").code == 0


def test_what_only_its_links_were_checked_of_is_removed_and_not_taken_back(
    gpucat: Gpucat, db: Path, tmp_path: Path
) -> None:
    (tmp_path / "new.jsonl").write_text(json.dumps(LINES[0]), "utf-8")
    gpucat("import", "new.jsonl")
    connection = sqlite3.connect(db)
    connection.execute(
        "INSERT INTO link_check (article_number, url, checked_at, verdict, reason_en, reason_zh, attempts, elapsed_ms)"
        " VALUES (149, 'https://a.example/new', '2026-01-01T00:00:00+00:00', 'ok', '', '', 1, 0)"
    )
    connection.commit()
    connection.close()
    result = gpucat("undo")
    assert (result.code, "gpucat remove" in result.err) == (1, True)


def test_an_edit_that_leaves_the_keywords_as_they_are_writes_none(gpucat: Gpucat, db: Path) -> None:
    gpucat("edit", "memory/6", "--title", "T")
    connection = sqlite3.connect(db)
    tables = {name for (name,) in connection.execute("SELECT table_name FROM changed_row")}
    connection.close()
    assert tables == {"article"}


def test_a_later_edit_of_other_fields_outlives_the_taking_back_of_an_earlier_one(gpucat: Gpucat) -> None:
    title = card(gpucat, "memory/6")["title"]
    gpucat("edit", "memory/6", "--title", "T1")
    gpucat("edit", "memory/6", "--keyword", "a", "--keyword", "b", "--keyword", "c")
    assert gpucat("undo", "1").code == 0
    found = card(gpucat, "memory/6")
    assert (found["title"], found["keywords"]) == (title, ["a", "b", "c"])


def test_a_name_that_a_later_change_uses_too_stays(gpucat: Gpucat) -> None:
    for number in ("6", "17"):
        gpucat("edit", number, "--keyword", "brand new")
    assert gpucat("undo", "1").code == 0
    assert card(gpucat, "17")["keywords"] == ["brand new"]
    assert gpucat("undo", "2").code == 0
    assert "brand new" not in gpucat("keywords").out


def card(gpucat: Gpucat, name: str) -> dict[str, Any]:
    [found] = json.loads(gpucat("show", name, "--json").out)
    assert isinstance(found, dict)
    return found
