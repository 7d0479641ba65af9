"""The journal as a reader sees it."""

import pytest
from tests.conftest import Gpucat


@pytest.mark.parametrize("language", ["en", "zh"])
def test_at_eighty_columns_the_commands_can_be_read(
    gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    gpucat("mark", "memory/1..6", "layout/3", "done", "--rating", "4")
    gpucat("note", "memory/6", "XOR of row bits")
    gpucat("undo")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("NO_COLOR")
    lines = gpucat("--lang", language, "--color", "always", "history").out.splitlines()
    assert len(lines) == 3  # a head and a line for each change
    assert "mark memory/1..6 layout/3 done" in lines[2]


def test_programs_get_the_whole_times(gpucat: Gpucat) -> None:
    gpucat("mark", "memory/1", "done")
    assert "+00:00" in gpucat("history", "--json").out
