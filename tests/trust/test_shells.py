"""Tests completion in the shells themselves, on a terminal: what is completed is one word, and nothing of it is run."""

import os
import pty
import select
import shutil
import sqlite3
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from gpucat.cli import shells

pytestmark = pytest.mark.trust

STARTS = {
    "bash": (["bash", "--norc", "--noprofile"], []),
    "zsh": (["zsh", "-f"], ["autoload -Uz compinit; compinit -u -D"]),
    "fish": (["fish", "--no-config"], []),
}
NAMES = ["zka;touch OWNED", "zkb`touch OWNED`", "zkc$(touch OWNED)", "zkd\"x''y z", "zke O'Neil", "zkf *", "zkg & # |"]


@pytest.fixture
def folder(db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Has a catalogue with hostile names, and a `gpucat` that completes as usual and else writes down its words."""
    with closing(sqlite3.connect(db)) as connection, connection:
        connection.executemany("INSERT INTO author (name) VALUES (?)", [(name,) for name in NAMES])
    program = tmp_path / "gpucat"
    program.write_text(
        f"#!{sys.executable}\n"
        "import os, sys\n"
        "if '_GPUCAT_COMPLETE' in os.environ:\n"
        "    from gpucat.__main__ import main\n"
        "    sys.exit(main([]))\n"
        "open('words', 'w').write('\\n'.join(sys.argv[1:]))\n"
    )
    program.chmod(0o755)
    for name, value in {
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "GPUCAT_DB": db,
        "HOME": tmp_path,
        "TERM": "xterm",
    }.items():
        monkeypatch.setenv(name, str(value))
    return tmp_path


def completed(shell: str, folder: Path, lines: Sequence[str]) -> Iterator[list[str]]:
    """Types lines into one shell that has our script, each with Tab and Enter; yields the words that a command got."""
    command, setup = STARTS[shell]
    (folder / "script").write_text(shells.SCRIPTS[shell])
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.execvp(command[0], command)
    words = folder / "words"
    try:
        for line in ["", *setup, "source ./script"]:
            _type(terminal, f"{line}\n")
        for line in lines:
            for keys in (line, "\t", "\n"):
                _type(terminal, keys)
            deadline = time.monotonic() + 60
            while not words.exists() and time.monotonic() < deadline:
                _wait_until_quiet(terminal)
            yield words.read_text().splitlines()
            words.unlink()
    finally:
        os.close(terminal)
        os.waitpid(child, 0)


def _type(terminal: int, keys: str) -> None:
    os.write(terminal, keys.encode())
    _wait_until_quiet(terminal)


def _wait_until_quiet(terminal: int) -> None:
    patience = 1.5
    while select.select([terminal], [], [], patience)[0]:
        try:
            os.read(terminal, 65536)
        except OSError:
            return
        patience = 0.4


@pytest.mark.parametrize("shell", STARTS)
def test_a_hostile_name_is_one_word(shell: str, folder: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    typed = [f"gpucat list --author {name[:3]}" for name in NAMES]
    assert list(completed(shell, folder, typed)) == [["list", "--author", name] for name in NAMES]
    assert not (folder / "OWNED").exists()
