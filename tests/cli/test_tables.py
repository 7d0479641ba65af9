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
    "merge memory/6 layout/10 --dry-run": ["summary_en", "memory", "layout"],
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


def drawn(gpucat: Gpucat, *words: str) -> list[str]:
    """The lines that a terminal shows."""
    return [Text.from_ansi(line).plain.rstrip() for line in gpucat("--color", "always", *words).out.splitlines()]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_twenty_hits_fit_a_screen_or_two_and_a_title_its_line(
    gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = drawn(gpucat, "--lang", language, "search", "gemm")
    hits = json.loads(gpucat("search", "gemm", "--json").out)
    assert len(hits) == 20
    assert len(lines) <= 60
    for hit in hits:
        [line] = [line for line in lines if line.startswith(f"{hit['id']} ")]
        assert hit["title"] in line or (
            line.endswith("…") and len(line) in (79, 80) and line[:-1].split(None, 1)[1] in hit["title"]
        )


def test_author_and_date_give_way_to_a_title_and_nothing_else_does(
    gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert gpucat("edit", "memory/6", "--title", "A title " * 9 + "of many words").code == 0
    heading, *lines = drawn(gpucat, "list", "--module", "memory")
    assert heading.split() == ["place", "title", "author", "level"]
    long = next(line for line in lines if line.startswith("memory/6 "))
    assert "Lei Mao" not in long
    assert long.endswith("intermediate→advanced")
    assert next(line for line in lines if line.startswith("memory/4 ")).split()[-3:] == ["Lei", "Mao", "intermediate"]


def test_the_level_is_cut_short_only_after_author_and_date_are_gone(
    gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch
) -> None:
    for columns, headings, level in (
        (140, ["place", "title", "author", "date", "level", "state"], "intermediate→advanced"),
        (110, ["place", "title", "level"], "intermediate→advanced"),
        (80, ["place", "title", "level"], "int-adv"),
    ):
        monkeypatch.setenv("COLUMNS", str(columns))
        heading, *lines = drawn(gpucat, "list", "--module", "memory")
        assert heading.split() == headings
        assert level in next(line for line in lines if line.startswith("memory/6 ")).split()


def test_list_has_the_columns_of_the_setting_and_what_is_too_wide_for_one_below(
    gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert gpucat("config", "columns", "title,module,number,url,summary").code == 0
    for lines in (drawn(gpucat, "list", "--module", "memory"), gpucat("list", "--module", "memory").out.splitlines()):
        assert lines[0].split() == ["title", "module", "number"]
        assert lines[1].split() == ["CUDA", "Coalesced", "Memory", "Access", "memory", "13"]
        assert lines[2] == "    https://leimao.github.io/blog/CUDA-Coalesced-Memory-Access/"


FORBIDDEN = "，。、；：？！）》」』】”’…—％"


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_no_line_begins_with_a_closing_mark_or_breaks_a_place(
    gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    note = "先看（存储体）冲突；swizzle 用异或把列号与行号混合，所以同一列的线程会落在不同的存储体。参见 memory/4、layout/10。"
    assert gpucat("note", "memory/6", note).code == 0
    for command in (
        "show memory/6",
        "practice",
        "terms swizzle",
        "terms",
        "next",
        "search 共享内存 --explain",
        "route",
    ):
        for line in drawn(gpucat, "--lang", "zh", *command.split()):
            text = line.lstrip()
            assert not text or text[0] not in FORBIDDEN, (command, line)
            assert not text.startswith("/"), (command, line)
            assert cell_len(line) <= columns


def test_a_pipe_gets_the_hits_of_a_terminal_uncut(gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    piped, shown = gpucat("search", "swizzle").out, drawn(gpucat, "search", "swizzle")
    lines = piped.splitlines()
    assert len(lines) == len(shown)
    assert all(line.startswith("    ") == other.startswith("    ") for line, other in zip(lines, shown, strict=True))
    assert "…" not in piped
    for hit in json.loads(gpucat("search", "swizzle", "--json").out):
        assert hit["title"] in piped
        assert hit["summary_en"] in piped
