"""The journal as a reader sees it."""

import json
import tempfile
from pathlib import Path

import pytest
from tests.conftest import Gpucat

from gpucat.__main__ import main
from gpucat.cli.words import split_global

PROXY = "http://bob:secret@127.0.0.1:1"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_at_eighty_columns_the_commands_can_be_read(
    gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    gpucat("mark", "memory/1..5", "layout/3", "done", "--rating", "4")
    gpucat("note", "memory/6", "XOR of row bits")
    gpucat("undo")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("NO_COLOR")
    lines = gpucat("--lang", language, "--color", "always", "history").out.splitlines()
    assert len(lines) == 3  # a head and a line for each change
    assert "mark memory/1..5 layout/3 done" in lines[2]


def test_programs_get_the_whole_times(gpucat: Gpucat) -> None:
    gpucat("mark", "memory/1", "done")
    assert "+00:00" in gpucat("history", "--json").out


@pytest.mark.parametrize("before", [(), ("--lang", "en"), ("--color", "never"), ("--color=never",)])
def test_the_command_begins_after_the_global_options_whatever_their_values(
    gpucat: Gpucat, db: Path, monkeypatch: pytest.MonkeyPatch, before: tuple[str, ...]
) -> None:
    named = db.with_name("list")
    db.rename(named)
    assert main([*before, "--db", "list", "mark", "6", "done"]) == 0
    [change] = json.loads(gpucat("history", "--json", db=named).out)
    assert change["command"] == "mark 6 done"


@pytest.mark.parametrize(
    ("words", "lang", "command"),
    [
        (["--lang", "zh", "list"], "zh", "list"),
        (["--lang=zh", "list"], "zh", "list"),
        (["--db", "--lang", "list"], None, "list"),
        (["--db", "list"], None, None),
        (["list", "--lang", "zh"], None, "list"),
        (["--lang", "en", "--lang", "zh", "list"], "zh", "list"),
        (["--version"], None, None),
        (["--", "list"], None, "list"),
        (["--lang"], None, None),
        ([], None, None),
    ],
)
def test_a_line_is_split_once_and_for_all(words: list[str], lang: str | None, command: str | None) -> None:
    parts = split_global(words)
    assert (parts.lang, parts.words[0] if parts.words else None) == (lang, command)
    assert [*parts.options, *parts.words] == words


def test_help_is_asked_for_after_global_options_too(gpucat: Gpucat) -> None:
    result = gpucat("help", "mark")  # with --db before it
    assert (result.code, "--rating" in result.out) == (0, True), result.err


def test_a_password_stands_in_no_history(gpucat: Gpucat, db: Path) -> None:
    words = ["add", "https://a.example/x", "--title", "X", "--no-fetch", "--yes", "--force"]
    assert gpucat(*words, "--proxy", PROXY).code == 0
    told = gpucat("history", "--json").out
    assert ("secret" in told, "***@127.0.0.1:1" in told) == (False, True)
    assert all(b"secret" not in file.read_bytes() for file in db.parent.glob("catalogue.db*"))


def test_a_password_stands_in_no_bug_report(gpucat: Gpucat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError(f"no way through {PROXY}")

    monkeypatch.setattr("gpucat.services.add.new_address", fail)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert gpucat("add", "https://a.example/x", "--proxy", PROXY).code == 70
    [report] = tmp_path.glob("gpucat-bug-*")
    said = report.read_text("utf-8")
    assert "secret" not in said
    assert said.count("characters>") >= 2  # neither the command nor the message repeats what was typed
