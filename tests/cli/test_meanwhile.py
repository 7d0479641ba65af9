"""Tests writes by another gpucat between what a command read and what it writes: no work is lost."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.cli.test_edit import card
from tests.cli.test_mark import editor
from tests.cli.test_undo import content
from tests.conftest import Gpucat

from gpucat.__main__ import main
from gpucat.cli.context import Run
from gpucat.store.transaction import begin_writing

Meanwhile = Callable[..., None]
URL = "https://a.example/post"
ADD = ("add", URL, "--title", "A post", "--no-fetch", "--yes", "--force")


@pytest.fixture
def meanwhile(db: Path, monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Runs a command as another gpucat would, after the one under test has read and before it writes."""
    change = Run.change
    waiting: list[tuple[str, ...]] = []

    @contextmanager
    def interrupted(self: Run, command: str | None = None) -> Iterator[Any]:
        while waiting:
            assert main(["--db", str(db), *waiting.pop()]) == 0
        own: AbstractContextManager[Any] = change(self, command)
        with own as writer:
            yield writer

    monkeypatch.setattr(Run, "change", interrupted)
    return lambda *words: waiting.append(words)


@pytest.mark.parametrize("other", ["--keyword", "--why", "--level", "--url"])
def test_two_edits_of_one_article_both_stand(gpucat: Gpucat, meanwhile: Meanwhile, other: str) -> None:
    value = {"--level": "advanced", "--url": URL}.get(other, "other")
    meanwhile("edit", "18", other, value)
    assert gpucat("edit", "18", "--title", "T", "--module", "gemm").code == 0
    found = card(gpucat, "18")
    name = {"--keyword": "keywords"}.get(other, other.removeprefix("--"))
    assert (found["title"], found["module"]) == ("T", "gemm")
    assert found[name] in (value, [value])


@pytest.mark.parametrize(
    "words",
    [
        ("edit", "18", "--keyword", "x"),
        ("note", "18", "mine"),
        ("mark", "18", "done"),
        ("remove", "18", "--yes"),
        ("merge", "6", "18", "--yes"),
    ],
)
@pytest.mark.parametrize("other", [("remove", "18", "--yes"), ("merge", "17", "18", "--yes")])
def test_an_article_that_was_taken_out_stays_out(
    gpucat: Gpucat, db: Path, meanwhile: Meanwhile, words: tuple[str, ...], other: tuple[str, ...]
) -> None:
    meanwhile(*other)
    result = gpucat(*words)
    assert (result.code, "in the meantime" in result.err) == (1, True), result.err
    assert [change["command"] for change in json.loads(gpucat("history", "--json").out)] == [" ".join(other)]


def test_what_is_confirmed_to_be_removed_is_removed_though_it_moved(gpucat: Gpucat, meanwhile: Meanwhile) -> None:
    sixth, seventh = card(gpucat, "memory/6")["number"], card(gpucat, "memory/7")["number"]
    meanwhile("edit", "memory/6", "--position", "7")
    assert gpucat("remove", "memory/6", "--yes").code == 0
    assert "was removed" in gpucat("show", str(sixth)).err
    assert gpucat("show", str(seventh)).code == 0


def test_an_address_that_another_took_is_refused(gpucat: Gpucat, meanwhile: Meanwhile) -> None:
    meanwhile("edit", "17", "--url", URL)
    result = gpucat("edit", "18", "--url", URL)
    assert (result.code, "article 17" in result.err) == (2, True), result.err


@pytest.mark.parametrize("other", [ADD, ("edit", "18", "--url", URL)])
def test_an_address_is_added_once(gpucat: Gpucat, meanwhile: Meanwhile, other: tuple[str, ...]) -> None:
    meanwhile(*other)
    result = gpucat(*ADD)
    assert (result.code, "is already" in result.err) == (1, True), result.err
    assert len(json.loads(gpucat("history", "--json").out)) == 1


def test_what_comes_back_meanwhile_is_not_added_again(gpucat: Gpucat, meanwhile: Meanwhile) -> None:
    was = card(gpucat, "18")
    gpucat("remove", "18", "--yes")
    meanwhile("add", was["url"], "--no-fetch", "--yes", "--force", "--why", "first")
    result = gpucat("add", was["url"], "--no-fetch", "--yes", "--force", "--why", "second")
    assert (result.code, "is already" in result.err) == (1, True), result.err
    assert card(gpucat, "18")["why"] == "first"


@pytest.mark.parametrize(("words", "read"), [(("note", "18"), "note"), (("practice", "note", "2"), "practice")])
def test_two_additions_to_a_note_both_stand(
    gpucat: Gpucat, meanwhile: Meanwhile, words: tuple[str, ...], read: str
) -> None:
    meanwhile(*words, "--append", "first")
    assert gpucat(*words, "--append", "second").code == 0
    assert _note(gpucat, read) == "first\n\nsecond"


@pytest.mark.parametrize(("words", "read"), [(("note", "18"), "note"), (("practice", "note", "2"), "practice")])
def test_what_was_typed_in_an_editor_is_never_lost(
    gpucat: Gpucat,
    meanwhile: Meanwhile,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    read: str,
) -> None:
    editor(tmp_path, monkeypatch, "echo 'an hour of thought' > \"$1\"")
    for turn in ("first", "second"):
        meanwhile(*words, turn)
        result = gpucat(*words)
        assert (result.code, "was changed while you were editing" in result.err) == (1, True), result.err
        assert _note(gpucat, read) == turn
    kept = sorted(tmp_path.glob("catalogue-*.md"), key=lambda file: len(file.name))
    assert [file.read_text("utf-8") for file in kept] == ["an hour of thought\n"] * 2
    assert str(kept[-1]) in result.err.replace("\n", "")


def test_a_note_is_kept_where_the_database_cannot_be_written(
    gpucat: Gpucat, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor(tmp_path, monkeypatch, "echo 'an hour of thought' > \"$1\"")
    monkeypatch.setattr("gpucat.store.transaction.begin_writing", lambda connection, *_: begin_writing(connection, 0.1))
    holder = sqlite3.connect(db, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    result = gpucat("note", "18")
    holder.close()
    assert (result.code, "busy" in result.err) == (3, True), result.err
    [kept] = tmp_path.glob("catalogue-*.md")
    assert kept.read_text("utf-8") == "an hour of thought\n"


def _note(gpucat: Gpucat, read: str) -> object:
    if read == "note":
        return card(gpucat, "18")["note"]
    return json.loads(gpucat("practice", "show", "2", "--json").out)[0]["note"]


def test_a_page_is_confirmed_of_the_article_s_own_address(gpucat: Gpucat, db: Path) -> None:
    connection = sqlite3.connect(db)
    for number, at, title in ((18, 1, "Its page"), (38, 2, "The copy's page")):
        connection.execute(
            "INSERT INTO link_check (article_number, url, checked_at, verdict, reason_en, reason_zh, page_title, attempts,"
            " elapsed_ms) SELECT number, url, ?, 'ok', '', '', ?, 1, 0 FROM article WHERE number = ?",
            (f"2026-01-0{at}T00:00:00+00:00", title, number),
        )
    connection.commit()
    connection.close()
    gpucat("merge", "18", "38", "--yes")
    assert "Its page" in gpucat("confirm", "18").err
    gpucat("edit", "18", "--url", card(gpucat, "18")["url"] + "?page=2")
    before = content(db)
    result = gpucat("confirm", "18")
    assert (result.code, "no check has found" in result.err) == (2, True)
    assert content(db) == before
