"""Tests closed, full and abandoned streams and undecodable words: they give an exit code and a message, never a
crash."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = f"{sys.executable} -m gpucat"


def shell(line: str, db: Path) -> subprocess.CompletedProcess[str]:
    """Returns a function that runs a line of bash in which `gpucat` is the program under test."""
    script = f'gpucat() {{ {COMMAND} --db "{db}" "$@"; }}\n{line}'
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=os.environ, check=False)


@pytest.mark.parametrize(
    "command", ["list --json", "list", "export json", "route", "search gemm", "--color always list"]
)
def test_a_reader_that_goes_away_is_no_failure(db: Path, command: str) -> None:
    for _ in range(3):
        result = shell(f"set -o pipefail; gpucat {command} 2>/dev/null | head -c 1 >/dev/null; echo $?", db)
        assert result.stdout.split() == ["0"]
        assert "Traceback" not in result.stderr


@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full", "<&-", ">&-"])
def test_a_closed_or_full_stream_changes_no_exit_code(db: Path, redirection: str) -> None:
    assert shell(f"gpucat list --limit 1 {redirection}", db).returncode == 0


def test_an_answer_that_cannot_be_written_is_said(db: Path) -> None:
    result = shell("gpucat list >/dev/full", db)
    assert result.returncode == 3
    assert "No space left" in result.stderr


@pytest.mark.parametrize("words", ["list --author", "search", "note 1", "edit 1 --title", "distinct 1"])
def test_bytes_that_are_no_text_are_wrong_usage(db: Path, words: str) -> None:
    result = shell(f"gpucat {words} $'bad\\xff'", db)
    assert result.returncode == 2, result.stderr
    assert "UTF-8" in result.stderr


@pytest.mark.parametrize("words", ["list --limit", "search gemm --limit", "next -n", "history --limit", "undo"])
def test_numbers_beyond_reason_are_wrong_usage(db: Path, words: str) -> None:
    assert shell(f"gpucat {words} 9223372036854775808", db).returncode == 2


def test_an_editor_that_cannot_be_read_is_named(db: Path) -> None:
    result = shell("EDITOR='sh -c \"' gpucat note 6", db)
    assert result.returncode == 3
    assert "EDITOR is no command: sh -c" in result.stderr


@pytest.mark.parametrize(("answer", "code"), [("y", 0), ("是", 0), ("n", 1), ("", 1)])
def test_a_question_takes_yes_in_both_languages(db: Path, answer: str, code: int) -> None:
    script = (
        "import sys, pty, os\n"
        "pid, end = pty.fork()\n"
        f"if pid == 0: os.execvp('{sys.executable}', ['{sys.executable}', '-m', 'gpucat', '--db', '{db}', 'remove', '2'])\n"
        f"os.write(end, '{answer}\\n'.encode())\n"
        "try:\n    while os.read(end, 1024): pass\nexcept OSError: pass\n"
        "sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))\n"
    )
    assert subprocess.run([sys.executable, "-c", script], env=os.environ, check=False).returncode == code


def test_help_on_a_terminal_keeps_brackets_and_whole_texts(db: Path) -> None:
    script = (
        "import pty, os\n"
        "pid, end = pty.fork()\n"
        f"if pid == 0: os.environ['TERM'] = 'xterm'; os.execvp('{sys.executable}', ['{sys.executable}', '-m', 'gpucat', '--lang', 'zh', 'serve', '--help'])\n"
        "text = b''\n"
        "try:\n    while part := os.read(end, 4096): text += part\nexcept OSError: pass\n"
        "print(text.decode())\n"
    )
    shown = subprocess.run(
        [sys.executable, "-c", script], env=os.environ | {"COLUMNS": "80"}, capture_output=True, text=True, check=True
    )
    assert "gpucat[web]" in shown.stdout
    assert "…" not in shown.stdout


def test_a_long_import_says_on_a_terminal_how_far_it_is_and_leaves_nothing_of_that(db: Path, tmp_path: Path) -> None:
    lines = (f'{{"title": "Title {n}", "url": "https://a.example/{n}"}}\n' for n in range(2_500))
    (tmp_path / "many.jsonl").write_text("".join(lines), "utf-8")
    script = (
        "import sys, pty\n"
        f"words = ['{sys.executable}', '-m', 'gpucat', '--db', '{db}', 'import', 'many.jsonl', '--dry-run', '--json']\n"
        "pty.spawn(['sh', '-c', 'exec \"$@\" >/dev/null', '-', *words])\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, env=os.environ | {"TERM": "xterm"}
    ).stdout
    assert b"2,000 rows so far" in told
    assert b"2,500 rows so far" in told
    *_, last = told.split(b"\r\x1b[2K")
    assert b"so far" not in last
    assert b"2500 rows" in last
    quiet = shell("gpucat import many.jsonl --dry-run --json", db)
    assert "so far" not in quiet.stderr
