"""Tests duplicates: found with reasons, remembered as distinct, merged without loss, and restored exactly."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.cli.test_undo import content
from tests.conftest import Gpucat

from gpucat.catalog.article import STATUSES
from gpucat.duplicates.records import Record
from gpucat.services.dedupe import find_copies
from gpucat.store.connection import connect_for_reading

SWIZZLE = "https://leimao.github.io/blog/CuTe-Swizzle/"
COPIES = [
    {
        "title": "CuTe Swizzle | Medium",
        "url": "https://medium.com/@leimao/cute-swizzle-0a1b2c3d4e5f",
        "authors": ["Lei Mao"],
        "published": "2024-12-02",
        "keywords": ["XOR", "swizzle"],
        "note_of_the_importer": "kept",
    },
    {"title": "CuTe Swizzle (repost)", "url": "https://dev.to/leimao/cute-swizzle", "authors": ["leimao"]},
]


def write_lines(path: Path, lines: list[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return path


@pytest.fixture
def with_copies(gpucat: Gpucat, tmp_path: Path) -> Gpucat:
    """The catalogue with two copies of layout/10 in the inbox: 149 and 150."""
    assert gpucat("import", str(write_lines(tmp_path / "copies.jsonl", COPIES))).code == 0
    return gpucat


def pairs(gpucat: Gpucat, *words: str) -> list[tuple[object, object, str]]:
    return [(p["a"], p["b"], p["verdict"]) for p in json.loads(gpucat("dedupe", "--json", *words).out)]


def set_reading(db: Path, number: int, status: str, note: str = "") -> None:
    assert status in STATUSES
    connection = sqlite3.connect(db)
    now = "2026-01-01T00:00:00+00:00"
    connection.execute(
        "INSERT INTO reading (article_number, status, changed_at) VALUES (?, ?, ?)", (number, status, now)
    )
    if note:
        connection.execute("INSERT INTO note VALUES (?, ?, ?)", (number, note, now))
    connection.commit()
    connection.close()


def test_the_list_itself_has_no_duplicates(gpucat: Gpucat) -> None:
    result = gpucat("dedupe", "--check")
    assert (result.code, result.out) == (0, "")
    assert "No duplicates among 148" in result.err
    assert json.loads(gpucat("dedupe", "--json").out) == []


def test_copies_are_found_with_reasons(with_copies: Gpucat) -> None:
    found = json.loads(with_copies("dedupe", "--json").out)
    assert {(pair["a"], pair["b"]) for pair in found} == {
        ("layout/10", "inbox/149"), ("layout/10", "inbox/150"), ("inbox/149", "inbox/150"),
    }  # fmt: skip
    assert all(0 < pair["score"] < 1 and pair["verdict"] == "likely" for pair in found)
    assert "same author" in found[0]["reasons"]
    assert "作者相同" in json.loads(with_copies("--lang", "zh", "dedupe", "--json").out)[0]["reasons"]


def test_check_answers_scripts_with_its_exit_code(with_copies: Gpucat) -> None:
    assert with_copies("dedupe").code == 0
    assert with_copies("dedupe", "--check").code == 1


def test_groups_name_their_members_and_links(with_copies: Gpucat) -> None:
    [group] = json.loads(with_copies("dedupe", "--groups", "--json").out)
    assert group["members"] == ["layout/10", "inbox/149", "inbox/150"]
    assert len(group["links"]) == 3


def test_a_file_is_compared_by_line_numbers(gpucat: Gpucat, tmp_path: Path) -> None:
    file = write_lines(
        tmp_path / "new.jsonl", [COPIES[0], {"title": "Something else", "url": "https://a.example/"}, COPIES[0]]
    )
    assert pairs(gpucat, "--file", str(file)) == [(1, 3, "same")]
    assert pairs(gpucat, "--file", str(file), "--against", "catalogue") == [
        (1, "layout/10", "likely"), (3, "layout/10", "likely"),
    ]  # fmt: skip


def test_a_file_is_compared_in_any_format_that_import_reads(gpucat: Gpucat, tmp_path: Path) -> None:
    titles = [COPIES[0]["title"], "Something else", COPIES[0]["title"]]
    (tmp_path / "new.md").write_text("".join(f"- [{t}](https://{n}.example/)\n" for n, t in enumerate(titles)), "utf-8")
    (tmp_path / "new.csv").write_text(
        "name,link\n" + "".join(f'"{t}",https://{n}.example/\n' for n, t in enumerate(titles)), "utf-8"
    )
    rows = [{"name": title, "href": f"https://{n}.example/"} for n, title in enumerate(titles)]
    write_lines(tmp_path / "new.jsonl", rows)
    assert pairs(gpucat, "--file", "new.jsonl") == [(1, 3, "likely")]
    assert pairs(gpucat, "--file", "new.md") == [(1, 3, "likely")]
    assert pairs(gpucat, "--file", "new.csv") == [(2, 4, "likely")]


def test_lines_that_hold_no_record_are_named_and_passed_over(gpucat: Gpucat, tmp_path: Path) -> None:
    file = tmp_path / "odd.jsonl"
    file.write_text(
        'nonsense\n\n{"url": "https://a.example/"}\n[1]\n{"title": "A title", "published": "soon", "authors": 7}\n',
        "utf-8",
    )
    result = gpucat("dedupe", "--file", str(file), "--json")
    assert (result.code, json.loads(result.out)) == (0, [])
    assert "odd.jsonl:1: not valid JSON" in result.err
    assert "odd.jsonl:4: not a JSON object" in result.err
    assert "among 2" in result.err, "an address stands in for a title"


def test_a_missing_file_and_an_unknown_choice_say_so(gpucat: Gpucat, tmp_path: Path) -> None:
    assert gpucat("dedupe", "--file", "missing.jsonl").code == 3
    file = write_lines(tmp_path / "new.jsonl", COPIES)
    result = gpucat("dedupe", "--file", str(file), "--against", "nobody")
    assert result.code == 2
    assert "self, catalogue" in result.err


def test_distinct_is_remembered_and_forgotten(with_copies: Gpucat) -> None:
    assert with_copies("distinct", "149", "layout/10").code == 0
    assert ("layout/10", "inbox/149", "likely") not in pairs(with_copies)
    groups = json.loads(with_copies("dedupe", "--groups", "--json").out)
    assert all(not {"layout/10", "inbox/149"} <= set(group["members"]) for group in groups)
    assert "already" in with_copies("distinct", "layout/10", "149").err
    assert with_copies("dedupe", "--forget", "layout/10", "149").code == 0
    assert ("layout/10", "inbox/149", "likely") in pairs(with_copies)
    assert "were not marked as distinct" in with_copies("dedupe", "--forget", "layout/10", "149").err
    assert with_copies("distinct", "149", COPIES[0]["url"]).code == 2  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "words",
    [
        ("dedupe",),
        ("dedupe", "--groups"),
        ("list", "--module", "inbox"),
        ("history",),
        ("edit", "1", "--module", "hardware"),
    ],
)
def test_where_nothing_is_found_no_head_of_a_table_stands_alone(gpucat: Gpucat, words: tuple[str, ...]) -> None:
    assert gpucat("--color", "always", *words).out == gpucat(*words).out == ""


@pytest.mark.parametrize(
    ("choice", "said"),
    [("nobody", "no choice 'nobody'"), ("catalogue", "--against needs a file")],
)
def test_what_is_said_of_a_file_needs_one(gpucat: Gpucat, choice: str, said: str) -> None:
    result = gpucat("dedupe", "--against", choice)
    assert (result.code, result.out, said in result.err) == (2, "", True), result.err
    assert gpucat("dedupe", "--against", "self").code == 0


def test_a_merge_shows_what_it_will_do_and_asks(with_copies: Gpucat, db: Path) -> None:
    before = content(db)
    preview = with_copies("merge", "layout/10", "149", "150", "--dry-run")
    assert preview.code == 0
    assert "XOR" in preview.out
    assert with_copies("merge", "layout/10", "149").code == 2  # nobody can be asked
    assert content(db) == before
    plan = json.loads(with_copies("merge", "layout/10", "149", "--dry-run", "--json").out)
    assert (plan["keep"], plan["drop"]) == ("layout/10", ["inbox/149"])
    assert {field["field"] for field in plan["fields"]} >= {"title", "url", "keywords"}


def test_a_merge_loses_nothing_and_every_old_name_leads_to_what_is_kept(with_copies: Gpucat, db: Path) -> None:
    set_reading(db, 149, "done", "my note on the copy")
    set_reading(db, 38, "reading", "my note")
    assert with_copies("merge", "layout/10", "149", "150", "--yes").code == 0
    for name in ("149", "inbox/150", str(COPIES[0]["url"]), str(COPIES[1]["url"]), SWIZZLE, "layout/10"):
        [article] = json.loads(with_copies("show", name, "--json").out)
        assert (article["id"], article["title"]) == ("layout/10", "CuTe Swizzle")
    assert article["keywords"] == ["swizzle", "shared memory", "bank conflict", "XOR"]
    assert article["status"] == "done"
    card = with_copies("show", "layout/10").out
    assert "my note on the copy" in card
    assert pairs(with_copies) == []
    assert "149" not in with_copies("list", "--format", "ids").out
    again = with_copies("import", "copies.jsonl", "--json")
    assert {row["action"] for row in json.loads(again.out)} == {"skip"}


def test_a_value_can_be_taken_from_the_copy(with_copies: Gpucat) -> None:
    assert with_copies("merge", "layout/10", "149", "--take", "title=149", "--yes").code == 0
    [article] = json.loads(with_copies("show", "layout/10", "--json").out)
    assert (article["title"], article["url"]) == ("CuTe Swizzle | Medium", SWIZZLE)
    for wrong in ("title", "colour=149", "title=memory/6"):
        assert with_copies("merge", "layout/10", "150", "--take", wrong, "--yes").code == 2


def test_an_article_of_the_inbox_takes_the_place_of_the_one_it_replaces(with_copies: Gpucat) -> None:
    assert with_copies("merge", "149", "layout/10", "--yes").code == 0
    [article] = json.loads(with_copies("show", "149", "--json").out)
    assert (article["id"], article["level"]) == ("layout/10", ["advanced"])
    assert len(json.loads(with_copies("route", "--json").out)) == 148


def test_a_merge_taken_back_leaves_the_database_as_it_was(with_copies: Gpucat, db: Path) -> None:
    set_reading(db, 149, "done", "my note on the copy")
    with_copies("distinct", "150", "memory/1")
    before = content(db)
    assert with_copies("merge", "layout/10", "149", "150", "--yes").code == 0
    assert content(db) != before
    assert with_copies("undo").code == 0
    assert content(db) == before
    assert with_copies("merge", "149", "layout/10", "--yes").code == 0
    assert with_copies("undo").code == 0
    assert content(db) == before


def test_one_member_of_a_merge_can_be_taken_out(with_copies: Gpucat) -> None:
    with_copies("merge", "layout/10", "149", "150", "--yes")
    assert with_copies("undo", "--member", "149").code == 0
    assert json.loads(with_copies("show", "149", "--json").out)[0]["id"] == "inbox/149"
    [kept] = json.loads(with_copies("show", "150", "--json").out)
    assert kept["id"] == "layout/10"
    assert "XOR" not in kept["keywords"]
    assert with_copies("undo", "--member", "149").code == 2


def test_an_import_says_what_looks_like_what_is_there(gpucat: Gpucat, tmp_path: Path) -> None:
    file = str(write_lines(tmp_path / "copies.jsonl", COPIES[:1]))
    shown = gpucat("import", file, "--dry-run", "--json")
    [row] = json.loads(shown.out)
    assert [(d["a"], d["b"], d["verdict"]) for d in row["duplicates"]] == [(1, "layout/10", "likely")]
    assert "copies.jsonl:1: likely duplicate of layout/10 CuTe Swizzle" in shown.err
    refused = gpucat("import", file, "--on-duplicate", "error")
    assert refused.code == 1
    assert "probably a duplicate of layout/10" in refused.err
    assert gpucat("import", file).code == 0  # likely is said, and never acted on
    assert json.loads(gpucat("show", "149", "--json").out)[0]["id"] == "inbox/149"


def test_one_new_record_is_judged_against_the_whole_catalogue(db: Path) -> None:
    with closing(connect_for_reading(db)) as connection:
        found = find_copies(connection, Record("CuTe Swizzle – a repost", "https://a.example/x", ("Lei Mao",)))
        assert [(finding.b.label, finding.judgement.verdict) for finding in found] == [("layout/10", "likely")]
        mobile = find_copies(connection, Record("Other words", SWIZZLE.replace("https://", "https://m.")))
        assert [finding.b.label for finding in mobile] == ["layout/10"]
        assert find_copies(connection, Record("Something else entirely", "")) == ()


def test_a_merge_shows_what_differs_in_three_columns(gpucat: Gpucat) -> None:
    result = gpucat("merge", "memory/6", "layout/10", "--dry-run")
    [head, *lines] = result.out.splitlines()
    assert head.split() == ["field", "keep", "other", "result"]
    assert any(line.startswith("level") and "intermediate→advanced" in line for line in lines)
    assert not any(line.startswith("source") for line in lines)
    assert "layout/10 does not look like the same work as memory/6" in result.err


def test_a_merge_of_two_copies_says_nothing_of_the_kind(gpucat: Gpucat) -> None:
    title = "CUDA Shared Memory Swizzling"
    gpucat("add", "https://a.example/copy", "--title", title, "--author", "Lei Mao", "--no-fetch", "--force", "--yes")
    assert "same work" not in gpucat("merge", "memory/6", "https://a.example/copy", "--dry-run").err
