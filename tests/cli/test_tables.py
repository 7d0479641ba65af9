"""Tests tables on terminals of any width: free text wraps, a row's name stays whole, and nothing is lost."""

import json
import re
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.text import Text
from tests.conftest import Gpucat

LONG = "A long summary of many words. " * 8


@pytest.fixture
def varied(gpucat: Gpucat, tmp_path: Path) -> Gpucat:
    """Returns a catalogue with an older version, a long changed text, and a file of doubtful duplicates."""
    assert gpucat("export", "jsonl", "-o", "before.jsonl").code == 0
    assert gpucat("edit", "memory/6", "--summary", LONG).code == 0
    articles = json.loads(gpucat("list", "--module", "hardware", "--json").out)
    lines = [json.dumps({"title": f"{a['title']}!", "url": f"https://a.example/{a['number']}"}) for a in articles]
    (tmp_path / "x.jsonl").write_text("\n".join(lines), "utf-8")
    return gpucat


# A command, and what must stand whole on one line of its answer.
TABLES = {
    "merge memory/6 layout/10 --dry-run": ["summary_en", "memory/6", "joined"],
    "diff before.jsonl": ["changed", "memory/6", "summary", "summary_en"],
    "audit": ["verified", "elsewhere", "gemm/11", "kernels/10"],
    "verify-links --dry-run": ["hardware/12", "profiling/12"],
    "dedupe --file x.jsonl --against catalogue": ["likely", "hardware/1", "hardware/12"],
    "import x.jsonl --dry-run": ["x.jsonl:12", "inbox"],
    "list --limit 3": ["hardware/3"],
    "search swizzle": ["layout/10"],
    "route --stage 1": ["hardware/8"],
    "related memory/6": ["layout/10"],
    "practice": [],
    "terms": [],
    "modules": ["profiling"],
    "authors": ["Lei Mao"],
}  # fmt: skip


@pytest.mark.parametrize("columns", [20, 40, 80, 120])
def test_names_are_whole_and_no_line_is_too_long(varied: Gpucat, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for command, names in TABLES.items():
        result = varied("--color", "always", *command.split())
        lines = [Text.from_ansi(line).plain.rstrip() for line in result.out.splitlines()]
        assert max(map(cell_len, lines)) <= columns, command
        for name in names:
            whole = re.compile(rf"(?<![\w/-]){re.escape(name)}(?![\w/-])")
            assert any(whole.search(line) for line in lines), (command, name)


@pytest.mark.parametrize("columns", [20, 80])
def test_a_long_text_is_folded_and_never_cut(varied: Gpucat, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    answer = Text.from_ansi(varied("--color", "always", "diff", "before.jsonl").out).plain
    assert re.sub(r"\s", "", LONG) in re.sub(r"\s", "", answer)


def test_a_very_long_cell_does_not_widen_a_piped_table(gpucat: Gpucat, tmp_path: Path) -> None:
    rows = [{"title": "T" * 100_000, "url": "https://a.example/1"}, {"title": "short", "url": "https://a.example/2"}]
    (tmp_path / "x.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    assert gpucat("import", "x.jsonl").code == 0
    lines = gpucat("list", "--module", "inbox").out.splitlines()
    assert any("T" * 100_000 in line for line in lines)
    assert next(len(line) for line in lines if "short" in line) < 400
