"""Tests what names an article: a piece of a title is enough for a look, and a change wants a whole name."""

import io
import json
import sqlite3
from pathlib import Path

import pytest
from tests.cli.test_undo import content
from tests.conftest import Gpucat
from typer.models import ArgumentInfo

from gpucat.cli import complete
from gpucat.cli.commands import COMMANDS, load
from gpucat.render.terminal import Terminal

SWIZZLING = "CUDA Shared Memory Swizzling"
READS = {
    "show": ("show", "{}"),
    "open": ("open", "{}", "--print"),
    "related": ("related", "{}"),
    "verify-links": ("verify-links", "{}", "--dry-run"),
}
CHANGES = {
    "mark": ("mark", "{}", "done"),
    "done": ("done", "{}"),
    "note": ("note", "{}", "mine"),
    "edit": ("edit", "{}", "--level", "beginner"),
    "remove": ("remove", "{}", "--yes"),
    "confirm": ("confirm", "{}"),
    "merge": ("merge", "memory/5", "{}", "--yes"),
    "distinct": ("distinct", "memory/5", "{}"),
    "dedupe": ("dedupe", "--forget", "memory/5", "{}"),
}
CHANGES_OF_LINKS = ("verify-links", "{}", "--apply-moved", "--dry-run")


def words(command: tuple[str, ...], name: str) -> list[str]:
    return [word.format(name) for word in command]


def type_in(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def on_a_terminal(monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    monkeypatch.setattr(Terminal, "is_interactive", property(lambda _self: True))
    type_in(monkeypatch, answer)


@pytest.fixture
def checked(gpucat: Gpucat, db: Path) -> Gpucat:
    """Returns a catalogue in which memory/6 has a page to confirm."""
    with sqlite3.connect(db) as connection:
        connection.execute(
            "INSERT INTO link_check (article_number, url, checked_at, verdict, reason_en, reason_zh, page_title,"
            " attempts, elapsed_ms) SELECT 18, url, '2026-01-01T00:00:00+00:00', 'ok', '', '', 'A page', 1, 0 FROM article WHERE number = 18"
        )
    connection.close()
    return gpucat


def test_every_command_that_takes_articles_is_here() -> None:
    taking = {name for name, command in COMMANDS.items() if names_articles(load(command))}
    elsewhere = {"dedupe"}  # takes them as the value of an option
    needs_a_text = {"read"}  # tests/cli/test_read.py
    assert taking == {*READS, *CHANGES, *needs_a_text} - elsewhere


def names_articles(command: object) -> bool:
    annotations = getattr(command, "__annotations__", {})
    parameters = [part for hint in annotations.values() for part in getattr(hint, "__metadata__", ())]
    arguments = [part for part in parameters if isinstance(part, ArgumentInfo)]
    return any(part.autocompletion in (complete.articles, complete.articles_and_statuses) for part in arguments)


@pytest.mark.parametrize("command", READS)
def test_a_piece_of_a_title_is_enough_for_a_look(gpucat: Gpucat, command: str) -> None:
    result = gpucat(*words(READS[command], "memory swizzling"))
    assert result.code == 0, result.err
    assert result.out


@pytest.mark.parametrize("command", CHANGES)
def test_a_piece_of_a_title_changes_nothing_and_is_proposed(checked: Gpucat, db: Path, command: str) -> None:
    before = content(db)
    result = checked(*words(CHANGES[command], "memory swizzling"))
    assert (result.code, result.out) == (2, "")
    assert f"did you mean memory/6 {SWIZZLING}?" in result.err
    several = checked(*words(CHANGES[command], "shared memory"))
    assert several.code == 2
    assert "memory/4 CUDA Shared Memory Bank; " in several.err
    assert content(db) == before


def test_a_check_that_may_change_addresses_wants_a_whole_name(gpucat: Gpucat) -> None:
    assert "did you mean memory/6" in gpucat(*words(CHANGES_OF_LINKS, "memory swizzling")).err
    assert gpucat(*words(CHANGES_OF_LINKS, "memory/6")).code == 0


@pytest.mark.parametrize("command", CHANGES)
def test_on_a_terminal_a_piece_is_asked_for(
    checked: Gpucat, db: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    before = content(db)
    on_a_terminal(monkeypatch, "n\n")
    result = checked(*words(CHANGES[command], "memory swizzling"))
    assert result.code == 1
    assert f"Did you mean memory/6 {SWIZZLING}? [y/N]" in result.err
    assert content(db) == before
    on_a_terminal(monkeypatch, "y\n")
    assert checked(*words(CHANGES[command], "memory swizzling")).code == 0


@pytest.mark.parametrize("command", CHANGES)
@pytest.mark.parametrize("name", ["memory/6", "18", "cuda shared memory swizzling"])
def test_a_whole_name_needs_no_question(checked: Gpucat, command: str, name: str) -> None:
    result = checked(*words(CHANGES[command], name))
    assert result.code == 0, result.err


@pytest.mark.parametrize("command", [*READS, *CHANGES])
def test_every_command_reads_names_from_standard_input(
    checked: Gpucat, db: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    typed, before = {**READS, **CHANGES}[command], content(db)
    type_in(monkeypatch, "\n memory/6 \n")
    result = checked(*words(typed, "-"))
    assert result.code == 0, result.err
    assert result.out or result.err or content(db) != before
    before = content(db)
    type_in(monkeypatch, "\n\n")
    nothing = checked(*words(tuple(word.replace("memory/5", "-") for word in typed), "-"))
    assert (nothing.code, nothing.out) == (0, "")
    assert "No articles on standard input; nothing was done" in nothing.err
    assert content(db) == before


def test_one_article_is_not_several(gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch) -> None:
    for command in (READS["related"], CHANGES["note"]):
        type_in(monkeypatch, "memory/6\nmemory/5\n")
        result = gpucat(*words(command, "-"))
        assert result.code == 2
        assert "only one is allowed here" in result.err


def test_standard_input_is_not_read_for_two_things(gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch) -> None:
    gpucat("note", "memory/6", "kept")
    type_in(monkeypatch, "memory/6\n")
    assert gpucat("note", "-", "-").code == 2
    assert "kept" in gpucat("show", "memory/6").out


@pytest.mark.parametrize("name", ["hardware", "HARDWARE", "GPU硬件与执行模型", "GPU hardware and execution model"])
@pytest.mark.parametrize("command", [READS["show"], CHANGES["mark"]])
def test_the_name_of_a_module_is_no_piece_of_a_title(gpucat: Gpucat, command: tuple[str, ...], name: str) -> None:
    result = gpucat(*words(command, name))
    assert (result.code, result.out) == (2, "")
    assert "is a module, not an article" in result.err
    assert "hardware/1..12; `gpucat list --module hardware`" in result.err
    assert "是模块，不是文章" in gpucat("--lang", "zh", *words(command, name)).err


def test_two_articles_of_one_title_are_both_proposed(gpucat: Gpucat, tmp_path: Path) -> None:
    line = json.dumps({"title": SWIZZLING, "url": "https://a.example/again"})
    (tmp_path / "again.jsonl").write_text(line, "utf-8")
    gpucat("import", "again.jsonl")
    result = gpucat("mark", SWIZZLING, "done")
    assert result.code == 2
    assert f"memory/6 {SWIZZLING}; inbox/149 {SWIZZLING}" in result.err


MANY = [
    ("mark", "hardware/1..12", "done"),
    ("mark", "--module", "hardware", "done"),
    ("mark", "memory/1", "hardware/1..6", "done"),
    ("edit", "hardware/1..12", "--level", "beginner"),
    ("confirm", "hardware/1..12"),
]


@pytest.mark.parametrize("command", MANY)
def test_many_articles_at_once_are_listed_and_asked_for(
    gpucat: Gpucat, db: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    before = content(db)
    result = gpucat(*command)
    assert (result.code, result.out) == (2, "")
    assert "  hardware/1 NVIDIA GPU Compute Capability\n" in result.err
    assert "--yes" in result.err
    on_a_terminal(monkeypatch, "n\n")
    refused = gpucat(*command)
    assert refused.code == 1
    assert "Change these " in refused.err
    assert content(db) == before


def test_many_articles_are_changed_where_the_reader_agrees(gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch) -> None:
    assert gpucat("mark", "--module", "hardware", "done", "--yes").code == 0
    on_a_terminal(monkeypatch, "y\n")
    assert gpucat("mark", "--module", "编译器", "done").code == 0
    done = json.loads(gpucat("list", "--status", "done", "--json").out)
    assert {article["module"] for article in done} == {"hardware", "compiler"}


def test_names_that_are_given_one_by_one_need_no_question(gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, gpucat("list", "--module", "gemm", "--format", "ids").out)
    assert gpucat("mark", "-", "done").code == 0
    assert gpucat("mark", *(f"hardware/{place}" for place in range(1, 13)), "done").code == 0
    assert gpucat("mark", "memory/1..5", "done").code == 0
