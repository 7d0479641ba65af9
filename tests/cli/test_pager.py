"""Tests the pager: what is longer than the screen goes through it on a terminal, and nothing is lost without it."""

import os
import pty
import sys
import time
from pathlib import Path

import pytest
from tests.conftest import Gpucat, Result

KEPT = "sh -c 'cat >paged'"
LONG, SHORT = ("list",), ("list", "--limit", "5")


@pytest.fixture
def screen(gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch) -> Gpucat:
    """Returns gpucat on a terminal of 24 lines, whose pager keeps what it is given in the file `paged`."""
    for name, value in {"TERM": "xterm", "LINES": "24", "COLUMNS": "80", "GPUCAT_PAGER": KEPT}.items():
        monkeypatch.setenv(name, value)

    def run(*words: str) -> Result:
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        return gpucat(*words)

    return run


def paged() -> str:
    return Path("paged").read_text("utf-8") if Path("paged").exists() else ""


def test_what_is_longer_than_the_screen_is_paged_in_colour_and_the_count_comes_after_it(
    screen: Gpucat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR")
    result = screen(*LONG)
    assert (result.code, result.out, result.err) == (0, "", "148 articles\n")
    assert paged().count("\n") == 149
    assert "\x1b[36mmemory/6\x1b[0m" in paged()


def test_what_fits_the_screen_is_not_paged(screen: Gpucat) -> None:
    assert screen(*SHORT).out.count("\n") == 6
    assert not paged()


def test_long_lines_count_as_the_lines_they_take(screen: Gpucat) -> None:
    assert screen(*SHORT, "--json").out == ""
    assert paged().startswith("[\n")


@pytest.mark.parametrize("none", ["", "cat", "never"])
def test_no_pager_is_a_pager_too(screen: Gpucat, monkeypatch: pytest.MonkeyPatch, none: str) -> None:
    monkeypatch.setenv("GPUCAT_PAGER", none)
    assert screen(*LONG).out.count("\n") == 149


def test_an_option_asks_for_none(screen: Gpucat) -> None:
    assert screen("--no-pager", *LONG).out.count("\n") == 149
    assert not paged()


def test_a_dumb_terminal_and_an_error_are_not_paged(screen: Gpucat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINES", "1")
    assert "no article" in screen("show", "nosuch/9999").err or not paged()
    assert not paged()
    monkeypatch.setenv("TERM", "dumb")
    assert screen(*LONG).out.count("\n") == 149


def test_the_pager_is_chosen_as_git_chooses_it(screen: Gpucat, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPUCAT_DB", str(db))
    monkeypatch.setenv("PAGER", "sh -c 'cat >by-pager'")
    assert screen("config", "pager", "sh -c 'cat >by-setting'").code == 0
    for name in ("paged", "by-setting"):
        screen(*LONG)
        assert Path(name).exists()
        monkeypatch.delenv("GPUCAT_PAGER", raising=False)
    assert screen("config", "pager", "--unset").code == 0
    screen(*LONG)
    assert Path("by-pager").exists()


@pytest.mark.parametrize("broken", ["nosuch-pager", "sh -c 'unclosed"])
def test_a_pager_that_cannot_be_started_is_said_and_done_without(
    screen: Gpucat, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    monkeypatch.setenv("GPUCAT_PAGER", broken)
    result = screen(*LONG)
    assert (result.code, result.out.count("\n")) == (0, 149)
    assert f"the pager {broken!r} could not be started" in result.err


@pytest.mark.parametrize(("command", "code"), [("list --json", 0), ("dedupe --check --file many.jsonl", 1)])
def test_leaving_the_pager_early_is_no_failure_and_changes_no_exit_code(
    screen: Gpucat, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, code: int
) -> None:
    twins = (f'{{"title": "Tiling with TMA {n // 2}", "url": "https://a.example/{n}"}}\n' for n in range(50))
    (tmp_path / "many.jsonl").write_text("".join(twins), "utf-8")
    monkeypatch.setenv("GPUCAT_PAGER", "true")
    result = screen(*command.split())
    assert (result.code, result.out) == (code, "")
    assert "rror" not in result.err


def test_ctrl_c_is_for_the_pager(db: Path) -> None:
    """The pager of this test goes on at Ctrl-C, as less does, and then says that it ended in its own time."""
    pager = "sh -c 'trap : INT; cat >/dev/null; echo open; sleep 1; sleep 0.2; echo closed'"
    child, end = pty.fork()
    if child == 0:
        os.environ |= {"TERM": "xterm", "LINES": "24", "GPUCAT_PAGER": pager}
        os.execv(sys.executable, [sys.executable, "-m", "gpucat", "--db", str(db), "list"])
    told = b""
    while b"open" not in told:
        told += os.read(end, 4096)
    time.sleep(0.1)
    os.write(end, b"\x03")
    try:
        while part := os.read(end, 4096):
            told += part
    except OSError:  # the end of a terminal whose program has ended
        pass
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert told.index(b"closed") < told.index(b"148 articles")


def test_a_question_comes_after_what_it_is_about(screen: Gpucat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stdin, "readline", lambda: "n\n", raising=False)
    result = screen("remove", "memory/6")
    assert "CUDA Shared Memory Swizzling" in result.out
    assert result.code == 1
