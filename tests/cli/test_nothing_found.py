"""Tests that an empty answer says so on standard error and is no failure, even in an empty catalogue."""

from pathlib import Path

import pytest
from tests.conftest import Gpucat

NOTHING_FITS = [
    "list", "modules", "authors", "sources", "keywords", "stats", "route", "search zzzzz", "search zzzzz --facets",
    "verify-links", "verify-links --dry-run",
]  # fmt: skip
ON_EMPTY = [*NOTHING_FITS, "practice", "terms", "next", "history", "dedupe", "progress", "export csv"]


@pytest.mark.parametrize("command", NOTHING_FITS)
def test_nothing_fits(gpucat: Gpucat, command: str) -> None:
    words = [*command.split(), *(["--status", "done"] if command == "route" else ["--since", "2099"])]
    result = gpucat(*words)
    assert (result.code, result.out) == (0, "")
    assert result.err.strip()
    assert any("\u4e00" <= character <= "\u9fff" for character in gpucat("--lang", "zh", *words).err)


@pytest.mark.parametrize("command", ON_EMPTY)
def test_a_catalogue_without_articles(gpucat: Gpucat, empty: Path, command: str) -> None:
    result = gpucat(*command.split(), db=empty)
    assert result.code == 0
    assert result.err.strip() or result.out.strip() or command == "export csv"
    assert not result.err.strip().endswith(":")


@pytest.mark.parametrize("command", ["practice done 1", "route --stage 1", "list --module memory"])
def test_what_a_catalogue_without_anything_has_is_said(gpucat: Gpucat, empty: Path, command: str) -> None:
    result = gpucat(*command.split(), db=empty)
    assert result.code == 2
    assert "hint: the catalogue has none yet" in result.err
    assert "目录中还没有" in gpucat("--lang", "zh", *command.split(), db=empty).err


@pytest.mark.parametrize("command", ["modules", "authors", "sources", "keywords", "practice", "stats"])
def test_json_stays_json(gpucat: Gpucat, empty: Path, command: str) -> None:
    import json

    result = gpucat(command, "--json", db=empty)
    assert result.code == 0
    assert not json.loads(result.out) or command == "stats"
    assert result.err.strip()


def test_totals_and_progress_say_what_they_count(gpucat: Gpucat) -> None:
    assert "未检查" in gpucat("--lang", "zh", "stats").out
    assert '"unchecked": 148' in gpucat("stats", "--json").out
    assert "Levels (an article of two levels counts in both)" in gpucat("progress").out
    assert "没有取值“x”" in gpucat("--lang", "zh", "dedupe", "--against", "x").err
