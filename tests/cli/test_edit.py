"""Tests changing and removing articles: what the list shows afterwards, and that undo restores it exactly."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from tests.cli.test_undo import content
from tests.conftest import Gpucat

ADDRESS = "https://a.example/new"


def card(gpucat: Gpucat, name: str) -> dict[str, Any]:
    """Returns the card without its related articles."""
    cards: list[dict[str, Any]] = json.loads(gpucat("show", name, "--json").out)
    return {field: value for field, value in cards[0].items() if field != "related"}


def titles(gpucat: Gpucat, module: str) -> list[str]:
    return [article["title"] for article in json.loads(gpucat("list", "--module", module, "--json").out)]


@pytest.mark.parametrize(
    ("option", "value", "field", "expected"),
    [
        ("--title", "A [new]/x | title", "title", "A [new]/x | title"),
        ("--author", "Jay Shah, Ryo Asai", "authors", ["Jay Shah", "Ryo Asai"]),
        ("--source", "A new site", "source", "A new site"),
        ("--source-type", "署名研究博客", "source_type", "research-blog"),
        ("--level", "入门→高级", "level", ["beginner", "advanced"]),
        ("--date", "2024年5月", "published", "2024-05"),
        ("--date", "", "published", None),
        ("--keyword", "TMA, swizzle", "keywords", ["TMA", "swizzle"]),
        ("--why-en", "Because.", "why_en", "Because."),
        ("--url", ADDRESS, "url", ADDRESS),
    ],
)
def test_each_field_can_be_set_and_taken_back(
    gpucat: Gpucat, db: Path, option: str, value: str, field: str, expected: object
) -> None:
    before, was = content(db), card(gpucat, "memory/6")
    result = gpucat("edit", "memory/6", option, value, "--json")
    assert result.code == 0, result.err
    assert json.loads(result.out)[0]["changed"][field] == {"before": was[field], "after": expected}
    assert {**was, field: expected} == card(gpucat, "memory/6")
    assert gpucat("undo").code == 0
    assert content(db) == before


def test_a_changed_text_drops_the_translation_of_the_old_one(gpucat: Gpucat) -> None:
    result = gpucat("edit", "memory/6", "--summary", "新的摘要")
    assert "cleared summary_en, which translated" in result.err
    assert card(gpucat, "memory/6")["summary_en"] == ""
    gpucat("edit", "memory/6", "--summary", "又一个", "--summary-en", "Another")
    assert card(gpucat, "memory/6")["summary_en"] == "Another"


@pytest.mark.parametrize("position", [1, 4, 6, 16, 99])
def test_an_article_moves_to_the_place_that_was_asked_for(gpucat: Gpucat, position: int) -> None:
    order = titles(gpucat, "memory")
    moved = order.pop(5)
    order.insert(position - 1, moved)
    assert gpucat("edit", "memory/6", "--position", str(position)).code == 0
    assert titles(gpucat, "memory") == order
    places = [article["position"] for article in json.loads(gpucat("list", "--module", "memory", "--json").out)]
    assert places == list(range(1, len(order) + 1))


def test_another_module_means_its_end_and_its_place_on_the_route(gpucat: Gpucat, db: Path) -> None:
    before, memory, gemm = content(db), titles(gpucat, "memory"), titles(gpucat, "gemm")
    moved = memory.pop(5)
    result = gpucat("edit", "memory/6", "--module", "GEMM")
    assert result.code == 0, result.err
    assert titles(gpucat, "memory") == memory
    assert titles(gpucat, "gemm") == [*gemm, moved]
    stops = json.loads(gpucat("route", "--json").out)
    assert len(stops) == 148
    modules = {stop["module"] for stop in stops if stop["step"] == _step_of(stops, moved)}
    assert "gemm" in modules
    gpucat("undo")
    assert content(db) == before


def _step_of(stops: list[dict[str, Any]], title: str) -> object:
    return next(stop["step"] for stop in stops if stop["title"] == title)


def test_into_the_inbox_and_out_of_it(gpucat: Gpucat) -> None:
    number = card(gpucat, "memory/6")["number"]
    assert gpucat("edit", "memory/6", "--module", "inbox").code == 0
    article = card(gpucat, f"inbox/{number}")
    assert (article["module"], article["position"], article["stage"]) == (None, None, None)
    assert len(titles(gpucat, "memory")) == 15
    assert gpucat("edit", f"inbox/{number}", "--position", "2").code == 2
    assert gpucat("edit", f"inbox/{number}", "--module", "memory", "--position", "6").code == 0
    assert card(gpucat, "memory/6")["number"] == number
    assert card(gpucat, "memory/6")["stage"] is not None


def test_several_articles_get_one_value_but_no_shared_title(gpucat: Gpucat) -> None:
    assert gpucat("edit", "memory/1..3", "--level", "advanced").code == 0
    assert [card(gpucat, f"memory/{n}")["level"] for n in (1, 2, 3)] == [["advanced"]] * 3
    result = gpucat("edit", "memory/1..3", "--title", "Same")
    assert (result.code, "one article at a time" in result.err) == (2, True)


def test_the_old_address_still_finds_the_article(gpucat: Gpucat) -> None:
    old = card(gpucat, "memory/6")["url"]
    gpucat("edit", "memory/6", "--url", ADDRESS)
    assert card(gpucat, old)["url"] == ADDRESS
    assert gpucat("edit", "memory/6", "--url", old).code == 0
    assert card(gpucat, ADDRESS)["url"] == old


def test_a_start_is_set_for_the_module(gpucat: Gpucat) -> None:
    old, new = json.loads(gpucat("modules", "--json").out)[1]["start"], card(gpucat, "memory/6")["url"]
    [edited] = json.loads(gpucat("edit", "memory/6", "--start", "--json").out)
    assert edited["changed"] == {"start": {"before": old, "after": new}}
    assert json.loads(gpucat("modules", "--json").out)[1]["start"] == new
    said = gpucat("edit", "memory/7", "--start")
    assert ("start" in said.out, said.err) == (True, "")


@pytest.mark.parametrize(
    "words", [("memory/6", "--start"), ("memory/6", "--level", "advanced"), ("memory/6..8", "--level", "advanced")]
)
def test_what_is_so_already_is_not_written_again(gpucat: Gpucat, words: tuple[str, ...]) -> None:
    assert gpucat("edit", *words).code == 0
    changes = json.loads(gpucat("history", "--json").out)
    again = gpucat("edit", *words)
    assert (again.code, "already says so" in again.err) == (0, True)
    assert json.loads(gpucat("history", "--json").out) == changes


def test_of_several_articles_only_those_that_change_are_written(gpucat: Gpucat) -> None:
    gpucat("edit", "memory/6", "--level", "advanced")
    gpucat("edit", "memory/7", "--level", "beginner")
    gpucat("edit", "memory/7", "--level", "advanced")
    gpucat("edit", "memory/6", "--level", "beginner")
    alone, *_ = json.loads(gpucat("history", "--json").out)
    gpucat("edit", "memory/6..7", "--level", "advanced")
    together, *_ = json.loads(gpucat("history", "--json").out)
    assert together["rows"] == alone["rows"]


def test_the_inbox_has_no_start(gpucat: Gpucat, db: Path) -> None:
    before = content(db)
    result = gpucat("edit", "memory/6", "--module", "inbox", "--start")
    assert (result.code, "no module" in result.err) == (2, True)
    assert content(db) == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "no field to change"),
        (("--level", "expert"), "--level: no level 'expert'"),
        (("--date", "2024-13"), "--date: '2024-13' is not a valid date"),
        (("--date", "2999"), "--date: 2999 is in the future"),
        (("--date", "2999-01-31"), "--date: 2999-01-31 is in the future"),
        (("--position", "0"), "--position: 0 is not a valid position"),
        (("--source-type", "blog"), "--source-type: 'blog' is not one of"),
        (("--module", "memroy"), "did you mean memory?"),
        (("--title", " "), "--title is empty"),
        (("--url", "not an address"), "--url: "),
        (("--url", "https://leimao.github.io/blog/CuTe-Swizzle"), "is already the address of article"),
    ],
)
def test_a_value_that_cannot_be_used_is_refused_by_name(
    gpucat: Gpucat, db: Path, words: tuple[str, ...], said: str
) -> None:
    before = content(db)
    result = gpucat("edit", "memory/6", *words)
    assert result.code == 2
    assert said in result.err
    assert content(db) == before


def test_removing_asks_and_without_a_terminal_needs_yes(gpucat: Gpucat, db: Path) -> None:
    before = content(db)
    result = gpucat("remove", "memory/6")
    assert (result.code, "--yes" in result.err) == (2, True)
    assert content(db) == before


def test_a_removed_article_leaves_no_gap_and_undo_puts_it_back(gpucat: Gpucat, db: Path) -> None:
    before, order = content(db), titles(gpucat, "memory")
    assert gpucat("remove", "memory/1", "memory/6", "--yes").code == 0
    assert titles(gpucat, "memory") == [t for i, t in enumerate(order, 1) if i not in (1, 6)]
    assert len(json.loads(gpucat("route", "--json").out)) == 146
    with sqlite3.connect(db) as connection:
        places = connection.execute(
            "SELECT max(position) - count(*), min(position) FROM step_article GROUP BY step_id"
        ).fetchall()
    connection.close()
    assert set(places) == {(0, 1)}
    gpucat("undo")
    assert content(db) == before


def test_adding_the_address_again_brings_the_article_back_with_what_the_reader_has(
    gpucat: Gpucat, db: Path, tmp_path: Path
) -> None:
    was = card(gpucat, "memory/6")
    with sqlite3.connect(db) as connection:
        connection.execute("INSERT INTO note VALUES (?, 'mine', '2026-01-01T00:00:00+00:00')", (was["number"],))
    connection.close()
    gpucat("remove", "memory/6", "--yes")
    assert gpucat("show", was["url"]).code == 2
    line = {key: was[key] for key in ("title", "url", "module")}
    (tmp_path / "again.jsonl").write_text(json.dumps(line), "utf-8")
    assert gpucat("import", "again.jsonl").code == 0
    back = card(gpucat, was["url"])
    assert (back["number"], back["id"], back["note"]) == (was["number"], "memory/16", "mine")
    assert back["stage"] is not None


@pytest.mark.parametrize(
    "url", ["https://a.example/\nx", "https://a.example/\x1b[31m", "http://user:pw@a.example/x", "javascript:1"]
)
def test_an_address_that_is_not_kept_is_refused(gpucat: Gpucat, db: Path, url: str) -> None:
    before = content(db)
    refused = gpucat("edit", "1", "--url", url)
    assert (refused.code, "\x1b" in refused.err) == (2, False), refused.err
    assert content(db) == before
