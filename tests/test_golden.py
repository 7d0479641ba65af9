"""Outputs as bytes, one file each (rewrite with `--update`), and what holds between them."""

import csv
import io
import json
from pathlib import Path

import pytest

from tests.conftest import Gpucat

GOLDEN = Path(__file__).parent / "golden"
LISTED = ["list", "--module", "layout", "--since", "2025-08"]
OUTPUTS = {
    "list.txt": LISTED,
    "list.zh.txt": ["--lang", "zh", *LISTED],
    **{
        f"list.{form}": [*LISTED, "--format", form]
        for form in ("json", "jsonl", "csv", "tsv", "markdown", "urls", "ids")
    },
    "list.80.zh.ansi": ["--lang", "zh", "--color", "always", "list", "--module", "memory"],
    "modules.zh.txt": ["--lang", "zh", "modules"],
    "show.txt": ["show", "memory/6"],
    "show.zh.txt": ["--lang", "zh", "show", "memory/6"],
    "route.txt": ["route", "--level", "intermediate"],
    "route.zh.txt": ["--lang", "zh", "route", "--level", "intermediate"],
    "route.80.ansi": ["--color", "always", "route", "--stage", "2"],
    "route.200.zh.ansi": ["--lang", "zh", "--color", "always", "route", "--stage", "2"],
    "stats.txt": ["stats"],
}


@pytest.mark.parametrize("name", OUTPUTS)
def test_an_output_is_as_it_was(
    name: str, gpucat: Gpucat, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", next((part for part in name.split(".") if part.isdecimal()), "100"))
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "xterm-256color")
    result = gpucat(*OUTPUTS[name])
    written = _without_link_ids(result.out)
    if request.config.getoption("--update"):
        (GOLDEN / name).write_text(written, "utf-8")
    assert written == (GOLDEN / name).read_text("utf-8")


@pytest.mark.parametrize("columns", [50, 80, 100, 200])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_drawn_route_never_leaves_the_terminal(
    gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch, columns: int, language: str
) -> None:
    from rich.cells import cell_len
    from rich.text import Text

    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "xterm")
    lines = gpucat("--lang", language, "--color", "always", "route").out.splitlines()
    assert max(cell_len(Text.from_ansi(line).plain) for line in lines) <= columns


def test_the_same_rows_in_every_format(gpucat: Gpucat) -> None:
    records = json.loads(gpucat("list", "--json").out)
    rows = list(csv.DictReader(io.StringIO(gpucat("list", "--format", "csv").out)))
    lines = [line.split("\t") for line in gpucat("list", "--format", "tsv").out.splitlines()]
    assert [row["title"] for row in rows] == [record["title"] for record in records]
    assert [dict(zip(lines[0], line, strict=True)) for line in lines[1:]] == rows
    assert gpucat("list", "--format", "urls").out.splitlines() == [record["url"] for record in records]
    assert gpucat("list", "--format", "ids").out.splitlines() == [record["id"] for record in records]


def test_a_pipe_gets_whole_titles_and_no_escape(gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("FORCE_COLOR", "1")
    records = json.loads(gpucat("list", "--json").out)
    lines = gpucat("list").out.splitlines()
    assert len(lines) == 149
    assert all(record["title"] in line for record, line in zip(records, lines[1:], strict=True))
    assert "\x1b" not in "".join(lines)


def _without_link_ids(text: str) -> str:
    """Rich numbers its hyperlinks at random."""
    import re

    return re.sub(r"\x1b]8;id=\d+;", "\x1b]8;id=0;", text)
