"""Measures what a command costs, most of which is its start: CPU as a ratio to a bare interpreter, and peak memory.

usage: python benchmarks/startup.py [--runs N] [--gpucat COMMAND]

Run it with a Python that has gpucat installed from a wheel (with compiled byte code). All commands run in turn, N times, so
that a slower phase of the machine affects all alike; the ratio of medians counts. The table on a terminal is measured on a
pseudo-terminal.
"""

import argparse
import os
import pty
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

COMMANDS = {
    "--version": ["--version"],
    "search (piped)": ["search", "swizzle"],
    "search Chinese (piped)": ["search", "规约"],
    "search with a typo (piped)": ["search", "swizle"],
    "list (piped)": ["list"],
    "show (piped)": ["show", "memory/6"],
    "modules (piped)": ["modules"],
    "route (piped)": ["route"],
    "--help (piped)": ["--help"],
    "list of 20 (terminal)": ["list", "--limit", "20"],
    "list (terminal)": ["list"],
    "route (terminal)": ["route"],
    "route of a level (terminal)": ["route", "--level", "intermediate"],
}
WRITES = {
    "mark": ["mark", "memory/6", "done"],
    "note": ["note", "memory/6", "a note"],
    "practice": ["practice", "done", "1"],
    "distinct": ["distinct", "memory/6", "memory/7"],
    "edit": ["edit", "memory/6", "--title", "New", "--level", "advanced"],
    "undo": ["undo"],
    "remove": ["remove", "memory/6", "--yes"],
    "add": ["add", "https://a.example/new", "--title", "A new one", "--no-fetch", "--yes"],
    "first use": ["db", "create"],
}
"""Each on a copy of its own of a catalogue that has one change to take back; the last on none."""
COMPLETION = {"_GPUCAT_COMPLETE": "complete_bash", "COMP_WORDS": "gpucat list --module me", "COMP_CWORD": "3"}


def cost(command: list[str], environment: dict[str, str], *, terminal: bool) -> tuple[float, int]:
    """CPU seconds and peak memory (KiB) of one run, its output read and thrown away."""
    reading, writing = pty.openpty() if terminal else os.pipe()
    process = subprocess.Popen(command, env=environment, stdout=writing, stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        while os.read(reading, 65536):
            pass
    except OSError:  # how a pseudo-terminal says that the other side is gone
        pass
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    os.close(reading)
    if process.returncode:
        sys.exit(f"{command}: exit {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def prepare(name: str, database: Path, marked: Path) -> None:
    """A database as the write is to find it, with nothing beside it."""
    for ending in ("", "-wal", "-shm"):
        database.with_name(database.name + ending).unlink(missing_ok=True)
    if name != "first use":
        shutil.copyfile(marked, database)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--gpucat", default=shutil.which("gpucat", path=str(Path(sys.executable).parent)) or "gpucat")
    arguments = parser.parse_args()
    gpucat = shlex.split(arguments.gpucat)
    with tempfile.TemporaryDirectory() as folder:
        marked, written = Path(folder) / "catalogue.db", Path(folder) / "written.db"
        environment = os.environ | {"GPUCAT_DB": str(marked), "TERM": "xterm-256color", "COLUMNS": "120"}
        for words in (["mark", "memory/1", "done"], ["db", "backup", f"{folder}/whole.db"]):
            subprocess.run([*gpucat, *words], env=environment, capture_output=True, check=True)
        runs = {"python -c pass": ([sys.executable, "-c", "pass"], environment, False)}
        for name, words in COMMANDS.items():
            runs[name] = ([*gpucat, *words], environment, "(terminal)" in name)
        runs["completion"] = (gpucat, environment | COMPLETION, False)
        for name, words in WRITES.items():
            runs[name] = ([*gpucat, *words], environment | {"GPUCAT_DB": str(written)}, False)
        seconds: dict[str, list[float]] = {name: [] for name in runs}
        memory: dict[str, int] = {}
        for _ in range(arguments.runs):
            for name, (command, variables, terminal) in runs.items():
                prepare(name, written, Path(folder) / "whole.db")
                spent, peak = cost(command, variables, terminal=terminal)
                seconds[name].append(spent)
                memory[name] = max(memory.get(name, 0), peak)
    floor = statistics.median(seconds["python -c pass"])
    print(f"{'command':28}{'CPU ratio':>10}{'peak MB':>9}   ({arguments.runs} runs in turn, medians)")
    for name, spent in seconds.items():
        print(f"{name:28}{statistics.median(spent) / floor:10.1f}{memory[name] / 1024:9.1f}")


if __name__ == "__main__":
    main()
