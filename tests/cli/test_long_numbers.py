"""Tests that numbers too long for a database or the interpreter name nothing and cause no crash."""

from pathlib import Path

import pytest
from tests.conftest import Gpucat

COMMANDS = (
    "show {}",
    "show memory/{}",
    "mark memory/1..{} done",
    "mark {}..{} done",
    "merge 1 {} --yes",
    "undo --member {}",
)


@pytest.mark.parametrize("digits", [10, 20, 5000])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_number_too_long_names_no_article(gpucat: Gpucat, command: str, digits: int) -> None:
    result = gpucat(*(word.replace("{}", "9" * digits) for word in command.split()))
    assert result.code == 2
    assert "bug" not in result.err


@pytest.mark.parametrize("field", ["month", "day", "year"])
def test_a_date_of_a_bibliography_too_long_is_no_date(gpucat: Gpucat, tmp_path: Path, field: str) -> None:
    fields = {"year": "2024", "month": "5", "day": "1"} | {field: "9" * 5000}
    written = ", ".join(f"{name} = {{{value}}}" for name, value in fields.items())
    entry = f"@misc{{k, title = {{Lanes}}, url = {{https://a.example/lanes}}, {written}}}"
    (tmp_path / "one.bib").write_text(entry, "utf-8")
    assert gpucat("import", "one.bib").code == 0
