"""Tests that a command starts quickly: heavy libraries are for the import of a list and for migrations."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Gpucat

HEAVY = (
    "sqlalchemy", "sqlmodel", "pydantic", "alembic", "httpx", "rapidfuzz", "asyncio", "markdown_it", "rich", "jinja2",
    "datasette",
)  # fmt: skip
REPORT = "import sys; from gpucat.__main__ import main; code = main(sys.argv[1:]); print(*sys.modules, file=sys.stderr); sys.exit(code)"


def loaded(db: Path, *words: str, **environment: str) -> set[str]:
    """The top-level modules that a command loads in a process of its own."""
    process = subprocess.run(
        [sys.executable, "-c", REPORT, *words],
        env=os.environ | {"GPUCAT_DB": str(db)} | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return {name.partition(".")[0] for name in process.stderr.split()}


@pytest.mark.parametrize(
    "command",
    [
        "--version",
        "--help",
        "list",
        "list --json",
        "search swizzle",
        "search --json 规约",
        "search swizle",
        "related memory/6",
        "show memory/6",
        "modules",
        "route",
        "stats",
        "history",
        "config",
        "export csv",
    ],
)
def test_a_read_loads_nothing_heavy(db: Path, command: str) -> None:
    assert not loaded(db, *command.split()) & set(HEAVY)


def test_a_table_on_a_terminal_is_drawn_with_rich(db: Path) -> None:
    assert "rich" in loaded(db, "--color", "always", "list")


@pytest.mark.parametrize(
    "command",
    [
        "mark memory/6 done --rating 4",
        "note memory/6 text",
        "practice done 1",
        "practice note 1 text",
        "config level beginner",
        "distinct memory/6 memory/7",
        "edit memory/6 --title New --keyword TMA --author Me",
        "edit memory/6 --url https://a.example/new --module gemm --start",
        "remove memory/6 --yes",
        "undo",
    ],
)
def test_a_write_loads_nothing_heavy(gpucat: Gpucat, db: Path, command: str) -> None:
    gpucat("mark", "memory/1", "done")
    assert not loaded(db, *command.split()) & set(HEAVY)


def test_a_merge_loads_only_what_compares_titles(db: Path) -> None:
    assert loaded(db, "merge", "memory/6", "memory/7", "--yes") & set(HEAVY) == {"rapidfuzz"}


def test_the_import_of_a_list_goes_through_sqlmodel(db: Path, tmp_path: Path) -> None:
    (tmp_path / "new.jsonl").write_text('{"title": "A new one", "url": "https://a.example/new"}', "utf-8")
    assert "sqlmodel" in loaded(db, "import", str(tmp_path / "new.jsonl"))


def complete(db: Path, line: str) -> tuple[list[str], set[str]]:
    """Returns what a shell is offered for a line, and the modules that this loaded."""
    script = REPORT.replace("main(sys.argv[1:])", "main([])")
    process = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ
        | {
            "GPUCAT_DB": str(db),
            "_GPUCAT_COMPLETE": "fish",
            "_GPUCAT_LINE": line,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    return [one.partition("\t")[0] for one in process.stdout.split("\n")], {
        name.partition(".")[0] for name in process.stderr.split()
    }


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("gpucat li", "list"),
        ("gpucat list --module me", "memory"),
        ("gpucat list --level i", "intermediate"),
        ("gpucat list --author Lei", "Lei Mao"),
        ("gpucat list --format j", "jsonl"),
        ("gpucat show memory/1", "memory/16"),
    ],
)
def test_the_shell_is_offered_values(db: Path, line: str, offered: str) -> None:
    values, modules = complete(db, line)
    assert offered in values
    assert not modules & set(HEAVY)


def test_completion_makes_no_database(tmp_path: Path) -> None:
    missing = tmp_path / "none" / "catalogue.db"
    complete(missing, "gpucat list --module me")
    assert not missing.parent.exists()
