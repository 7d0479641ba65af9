"""Tests the journal: what was read, rated, noted and measured, by day and by module, with any text as text."""

import sqlite3
import time
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from tests.conftest import Gpucat

MOMENTS = {"memory/5": "2026-08-14T09:00:00+00:00", "memory/6": "2026-08-15T09:00:00+00:00"}
HOSTILE = [
    "# heading", "> quote", "- item", "+ item", "1. one", "2) two", "===", "---", "    indented", "```\nfence\n```",
    "<script>alert(1)</script>", "[a](javascript:alert(1))", "![a](b)", "*x* _y_ `z`", "a | b\n--- | ---", "&amp; &#35;",
    "ends with \\", "a\n\nb", "[x]: https://a.example", "<https://a.example>", "~~~", "a  \nb", "\\# x", "=\n=", "a\n===",
]  # fmt: skip


@pytest.fixture
def kept(gpucat: Gpucat, db: Path, monkeypatch: pytest.MonkeyPatch) -> Gpucat:
    """Returns a catalogue in which something was done on two days."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    gpucat("mark", "memory/5", "memory/6", "done", "--rating", "4")
    gpucat("note", "memory/6", "XOR of *rows*.\n\nSecond paragraph.")
    gpucat("practice", "note", "2", "GPU: H100\n48 TFLOPS")
    gpucat("practice", "done", "2")
    with sqlite3.connect(db) as connection:
        for number, moment in ((17, MOMENTS["memory/5"]), (18, MOMENTS["memory/6"])):
            connection.execute("UPDATE reading SET finished_at = ?2 WHERE article_number = ?1", (number, moment))
            connection.execute("UPDATE rating SET changed_at = ?2 WHERE article_number = ?1", (number, moment))
            connection.execute("UPDATE note SET changed_at = ?2 WHERE article_number = ?1", (number, moment))
        connection.execute("UPDATE practice_state SET done_at = ?", (MOMENTS["memory/6"],))
        connection.execute("UPDATE practice_note SET changed_at = ?", (MOMENTS["memory/6"],))
    connection.close()
    return gpucat


BY_DAY = """\
# Reading journal

## 2026-08-14

- [CUDA Shared Memory Bank Conflict-Free Vectorized Access](https://leimao.github.io/blog/CUDA-Shared-Memory-Bank-Conflict-Free-Vectorized-Access/) (memory/5): read, rated 4/5

## 2026-08-15

- [CUDA Shared Memory Swizzling](https://leimao.github.io/blog/CUDA-Shared-Memory-Swizzling/) (memory/6): read, rated 4/5, noted

  > XOR of \\*rows\\*.
  >
  > Second paragraph.

- Experiment 2 Tiled GEMM: done, measured

  > GPU: H100\\
  > 48 TFLOPS
"""


def test_the_journal_is_kept_by_day(kept: Gpucat) -> None:
    assert kept("export", "journal").out == BY_DAY


def test_the_journal_by_module_says_the_days_in_the_language_of_the_reader(kept: Gpucat) -> None:
    journal = kept("--lang", "zh", "export", "journal", "--by", "module").out
    assert journal.startswith("# 阅读日志\n\n## GPU内存层次与访存优化\n\n- [CUDA Shared Memory Bank")
    assert "(memory/6)：读完 2026-08-15，评分 4/5 2026-08-15，笔记 2026-08-15\n" in journal
    assert "\n\n## 实践\n\n- 实践 2 " in journal
    assert "\n\n\n" not in journal
    assert kept("--lang", "zh", "export", "journal", "--lang", "en").out == BY_DAY


def test_filters_keep_to_their_articles(kept: Gpucat) -> None:
    journal = kept("export", "journal", "--noted").out
    assert "memory/6" in journal
    assert "memory/5" not in journal
    assert "Experiment" not in journal


def test_an_empty_journal_says_so(gpucat: Gpucat) -> None:
    assert gpucat("export", "journal").out == "# Reading journal\n\nNothing was read, noted, rated or measured yet.\n"
    assert "还没有" in gpucat("--lang", "zh", "export", "journal").out


def test_the_journal_goes_to_a_file_and_other_formats_have_no_order(kept: Gpucat, tmp_path: Path) -> None:
    assert kept("export", "journal", "-o", "journal.md").code == 0
    assert (tmp_path / "journal.md").read_text("utf-8") == BY_DAY
    for words, said in (
        (["csv", "--by", "day"], "--by only works with journal"),
        (["journal", "--by", "x"], "day, module"),
    ):
        result = kept("export", *words)
        assert (result.code, result.out) == (2, "")
        assert said in result.err


@pytest.mark.parametrize("text", HOSTILE)
def test_any_note_reads_as_the_text_that_it_is(gpucat: Gpucat, text: str) -> None:
    gpucat("note", "memory/6", "--", text)
    tokens = MarkdownIt("commonmark").enable("table").parse(gpucat("export", "journal").out)
    opened = [token.type for token in tokens if token.nesting == 1]
    assert set(opened) <= {"heading_open", "paragraph_open", "bullet_list_open", "list_item_open", "blockquote_open"}
    assert opened.count("heading_open") == 2
    quoted = [token for token in tokens if token.type == "inline" and token.level == 4]
    read = "\n\n".join("".join(one.content or "\n" for one in token.children or ()) for token in quoted)
    assert read.replace("\u00a0", " ") == "\n".join(line.rstrip() for line in text.split("\n"))
