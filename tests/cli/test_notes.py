"""Tests listing and finding the reader's notes, and the hits that are found by one."""

import json
import sqlite3
from pathlib import Path

import pytest
from tests.conftest import Gpucat

LONG = "Begun on Monday.\n\n" + "filler words before it " * 20 + "the frobnicator stalls " + "and what came after " * 30


@pytest.fixture
def noted(gpucat: Gpucat, db: Path) -> Gpucat:
    """Returns a catalogue with three notes, written on three days."""
    texts = {
        "memory/6": "XOR of row and column.\n\nThe bank conflict goes away.",
        "layout/10": "异或：行号与列号异或后再访问。",
        "gemm/1": LONG,
    }
    for day, (article, text) in enumerate(texts.items(), 1):
        assert gpucat("note", article, text).code == 0
        with sqlite3.connect(db) as connection:
            connection.execute(
                "UPDATE note SET changed_at = ? WHERE text = ?", (f"2026-08-0{day}T12:00:00+00:00", text.rstrip())
            )
        connection.close()
    return gpucat


def ids(gpucat: Gpucat, *words: str) -> list[str]:
    return gpucat("notes", *words, "--format", "ids").out.split()


def test_notes_are_listed_newest_first_with_their_beginning(noted: Gpucat) -> None:
    assert ids(noted) == ["gemm/1", "layout/10", "memory/6"]
    result = noted("notes")
    assert "    XOR of row and column.\n" in result.out
    assert "2026-08-01" in result.out
    assert "3 notes" in result.err
    assert "2 of 3 notes" in noted("notes", "--limit", "2").err


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (["bank"], ["memory/6"]),
        (["bank", "conflicts"], ["memory/6"]),
        (["bank", "列号"], []),
        (["列号"], ["layout/10"]),
        (["异或"], ["layout/10"]),
        (["frobnicator", "level:beginner"], ["gemm/1"]),
        (["frobnicator", "--level", "advanced"], []),
        (["hopper"], []),
        (["--module", "memory"], ["memory/6"]),
    ],
)
def test_a_query_finds_the_notes_that_have_all_its_words(noted: Gpucat, query: list[str], found: list[str]) -> None:
    assert ids(noted, *query) == found


def test_the_passage_is_what_was_found(noted: Gpucat) -> None:
    [bank] = json.loads(noted("notes", "bank", "--json").out)
    assert (bank["passage"], bank["note"][:3]) == ("The bank conflict goes away.", "XOR")
    [long] = json.loads(noted("notes", "frobnicator", "--json").out)
    assert "the frobnicator stalls" in long["passage"][:80]
    assert long["passage"][0] == long["passage"][-1] == "…"
    assert len(long["passage"]) < 320


def test_without_a_note_the_way_out_is_said(gpucat: Gpucat) -> None:
    for language, none, nothing in (
        ("en", "No notes yet; `gpucat note memory/6`", "No note has all these words"),
        ("zh", "还没有笔记", "没有笔记含有全部这些词"),
    ):
        assert none in gpucat("--lang", language, "notes").err
        assert nothing in gpucat("--lang", language, "notes", "zygomatic").err
    assert gpucat("notes", "--json").out == "[]\n"


def test_a_hit_that_a_note_found_shows_the_note(noted: Gpucat) -> None:
    shown = noted("search", "frobnicator", "swizzle").out
    assert "the frobnicator stalls" in shown
    assert "笔记：异或：行号与列号异或后再访问。" in noted("--lang", "zh", "search", "列号").out
    [hit] = [hit for hit in json.loads(noted("search", "note:bank", "--json").out) if hit["id"] == "memory/6"]
    assert hit["note"] == "The bank conflict goes away."
    assert "note" not in json.loads(noted("search", "hopper", "--json").out)[0]


@pytest.mark.parametrize("command", ["list", "search gemm OR swizzle", "verify-links --dry-run", "notes"])
def test_noted_keeps_the_articles_with_a_note(noted: Gpucat, command: str) -> None:
    rows = json.loads(noted(*command.split(), "--noted", "--json").out)
    assert {row["id"] for row in rows} <= {"memory/6", "layout/10", "gemm/1"}
    assert rows


def test_noted_is_a_filter_like_any_other(noted: Gpucat) -> None:
    assert noted("list", "--noted", "--module", "gemm", "--format", "ids").out == "gemm/1\n"
    noted("note", "gemm/1", "")
    assert "No article matches" in noted("list", "--noted", "--module", "gemm").err


def test_without_any_note_noted_keeps_nothing(gpucat: Gpucat) -> None:
    assert gpucat("list", "--noted").out == ""
    assert gpucat("verify-links", "memory/6", "--noted", "--dry-run", "--json").out == "[]\n"
