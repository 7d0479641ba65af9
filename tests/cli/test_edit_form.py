"""Tests `edit` without fields: a form in the editor, what is wrong in it, and the inbox."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import Gpucat

from gpucat.cli.context import Run
from gpucat.errors import GpucatError
from gpucat.formats.form import read_form
from gpucat.language import Bilingual
from gpucat.render.terminal import Terminal

Edit = Callable[[str], str]


@pytest.fixture
def editor(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Stands for an editor on a terminal: each function changes one form that is opened; returns the forms as opened."""
    monkeypatch.setattr(Terminal, "is_interactive", property(lambda _self: True))

    def use(*edits: Edit) -> list[str]:
        opened: list[str] = []
        left = iter(edits)

        def edit_text(_run: Run, text: str, _name: str) -> str:
            opened.append(text)
            return next(left)(text)

        monkeypatch.setattr(Run, "edit_text", edit_text)
        return opened

    return use


def unchanged(text: str) -> str:
    return text


def replacing(old: str, new: str) -> Edit:
    def edit(text: str) -> str:
        assert old in text
        return text.replace(old, new)

    return edit


def card(gpucat: Gpucat, article: str) -> dict[str, Any]:
    return dict(json.loads(gpucat("show", article, "--json").out)[0])


def test_a_form_has_all_fields_in_both_languages(gpucat: Gpucat, editor: Callable[..., list[str]]) -> None:
    before = card(gpucat, "memory/6")
    opened = editor(unchanged)
    result = gpucat("edit", "memory/6")
    assert (result.code, result.out) == (0, "")
    assert "nothing was changed" in result.err
    [form] = opened
    for value in (
        before["title"],
        before["url"],
        before["summary"],
        before["why_en"],
        "intermediate..advanced",
        "swizzle",
    ):
        assert value in form
    assert "# module: hardware memory" in form
    assert "No changes" in gpucat("history").err


def test_what_is_changed_in_the_form_is_written_and_taken_back(
    gpucat: Gpucat, editor: Callable[..., list[str]]
) -> None:
    before = card(gpucat, "memory/6")
    editor(
        lambda text: (
            text.replace("level: intermediate..advanced", "level: 高级")
            .replace("published: '2024-05-14'", "published: 2023-01-02")
            .replace(before["summary_en"], "A text of mine: with a colon\nand a second line.")
            .replace("needs: [bank conflict", "needs: [TMA, bank conflict")
        )
    )
    result = gpucat("edit", "memory/6")
    assert result.code == 0, result.err
    after = card(gpucat, "memory/6")
    assert (after["level"], after["published"]) == (["advanced"], "2023-01-02")
    assert after["summary_en"] == "A text of mine: with a colon\nand a second line."
    assert after["needs"][0] == "Tensor Memory Accelerator"
    assert {name for name in before if before[name] != after[name]} - {"related"} == {
        "level",
        "published",
        "summary_en",
        "needs",
    }
    assert gpucat("undo").code == 0
    assert card(gpucat, "memory/6") == before


def test_a_fault_is_shown_in_the_form_and_nothing_is_lost(gpucat: Gpucat, editor: Callable[..., list[str]]) -> None:
    opened = editor(replacing("module: memory", "module: memri\n"), replacing("module: memri", "module: layout"))
    assert gpucat("edit", "memory/6").code == 0
    assert "memri" in opened[1].splitlines()[0]
    assert opened[1].startswith("# ERROR")
    assert card(gpucat, "https://leimao.github.io/blog/CUDA-Shared-Memory-Swizzling/")["module"] == "layout"


@pytest.mark.parametrize("broken", ["title: [", "--- nothing ---", "title: {a: b}", "nonsense: 1"])
def test_what_is_no_form_is_asked_for_again(gpucat: Gpucat, editor: Callable[..., list[str]], broken: str) -> None:
    editor(
        lambda text: text.replace("title: CUDA Shared Memory Swizzling", broken).replace("---\n", "---\n"), unchanged
    )
    result = gpucat("edit", "memory/6")
    assert result.code == 1
    kept = Path("gpucat-edit-memory-6.md")
    assert str(kept) in result.err
    assert broken in kept.read_text("utf-8")
    assert card(gpucat, "memory/6")["title"] == "CUDA Shared Memory Swizzling"


def test_several_articles_come_one_after_the_other(gpucat: Gpucat, editor: Callable[..., list[str]]) -> None:
    opened = editor(replacing("source: ", "source: The "), unchanged)
    assert gpucat("edit", "layout/1", "layout/2").code == 0
    assert len(opened) == 2
    assert card(gpucat, "layout/1")["source"].startswith("The ")


def test_the_inbox_is_gone_through_with_proposals(
    gpucat: Gpucat, editor: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    rows = [{"title": f"Swizzle and bank conflicts {n}", "url": f"https://a.example/{n}"} for n in (1, 2, 3)]
    (tmp_path / "new.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    result = gpucat("import", str(tmp_path / "new.jsonl"))
    assert "gpucat edit inbox" in result.err
    answers = iter(["y\n", "n\n"])
    monkeypatch.setattr(Terminal, "ask", lambda _self, _question: next(answers))
    opened = editor(unchanged, unchanged, replacing("teaches: [", "teaches: [TMA, "))
    assert gpucat("edit", "inbox").code == 0
    assert "# proposed: " in opened[0]
    cards = [card(gpucat, row["url"]) for row in rows]
    assert [bool(one["module"]) for one in cards] == [True, False, True]
    assert "swizzle" in cards[0]["teaches"]
    assert cards[2]["teaches"][0] == "Tensor Memory Accelerator"
    editor()
    gpucat("remove", rows[1]["url"], "--yes")
    assert "The inbox is empty" in gpucat("edit", "inbox").err


def test_keywords_are_added_and_removed(gpucat: Gpucat) -> None:
    before = card(gpucat, "memory/6")["keywords"]
    assert gpucat("edit", "memory/6", "--add-keyword", "TMA", "--add-keyword", before[0].upper()).code == 0
    assert card(gpucat, "memory/6")["keywords"] == [*before, "TMA"]
    gpucat("edit", "memory/6", "--remove-keyword", "tma", "--remove-keyword", before[0])
    assert card(gpucat, "memory/6")["keywords"] == before[1:]
    gpucat("undo")
    gpucat("undo")
    assert card(gpucat, "memory/6")["keywords"] == before


def test_a_keyword_that_is_not_there_is_named(gpucat: Gpucat) -> None:
    assert "memory/6 has no keyword 'zebra'" in gpucat("edit", "memory/6", "--remove-keyword", "zebra").err
    several = gpucat("edit", "memory/1..3", "--remove-keyword", "zebra", "--add-keyword", "yak").err
    assert "none of the 3 articles has the keyword 'zebra'" in several
    assert "keyword" not in gpucat("edit", "memory/1..3", "--remove-keyword", "YAK").err


@pytest.mark.parametrize("value", ["Part #2 of C # sharp", "#hashtag", "one\\n  two #3"])
def test_a_hash_stays_in_a_value(gpucat: Gpucat, editor: Callable[..., list[str]], value: str) -> None:
    typed = value.replace("\\n", "\n")
    editor(replacing("title: CUDA Shared Memory Swizzling", f"title: {typed}"))
    assert gpucat("edit", "memory/6").code == 0
    assert card(gpucat, "memory/6")["title"] == " ".join(typed.split())


def test_a_hash_stays_in_a_list_and_a_line_of_its_own_is_a_comment(
    gpucat: Gpucat, editor: Callable[..., list[str]]
) -> None:
    source = card(gpucat, "memory/6")["source"]
    editor(replacing(f"source: {source}\n", "# a remark\nsource: Notes #1\n"))
    assert gpucat("edit", "memory/6").code == 0
    assert card(gpucat, "memory/6")["source"] == "Notes #1"
    form = read_form(
        "---\ntitle: 'quoted' # remark\nauthors:\n- A #1\n- B\nkeywords: ['c #', d]\n---\n"
        + "".join(f"\n## {name}\n" for name in ("summary", "why", "summary_en", "why_en"))
    )
    assert (form["title"], form["authors"], form["keywords"]) == ("quoted", ["A #1", "B"], ["c #", "d"])


def test_without_a_terminal_it_says_how_fields_are_given(gpucat: Gpucat) -> None:
    result = gpucat("edit", "memory/6")
    assert result.code == 2
    assert "no field to change was given" in result.err


@pytest.mark.parametrize("value", ["yes", "1:30", "010", "2.10", "2023-01-02", "null"])
def test_a_value_stays_as_it_was_typed(gpucat: Gpucat, editor: Callable[..., list[str]], value: str) -> None:
    editor(replacing("title: CUDA Shared Memory Swizzling", f"title: {value}"))
    assert gpucat("edit", "memory/6").code == 0
    assert card(gpucat, "memory/6")["title"] == value


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("published: '2024-05-14'", "published: 2023-99-99"),
        ("\n## why\n", "\n## Why\n"),
        ("\n## why\n", "\n## why\n\n## why\n"),
    ],
)
def test_a_damaged_form_is_asked_for_again(
    gpucat: Gpucat, editor: Callable[..., list[str]], old: str, new: str
) -> None:
    before = card(gpucat, "memory/6")
    opened = editor(replacing(old, new), unchanged)
    result = gpucat("edit", "memory/6")
    assert result.code == 1
    assert opened[1].startswith("# ERROR")
    assert new in Path("gpucat-edit-memory-6.md").read_text("utf-8")
    assert card(gpucat, "memory/6") == before


def _fails(_text: str) -> str:
    raise GpucatError("editor_failed", Bilingual("the editor exited with code 1", "编辑器退出，退出码为 1"))


@pytest.mark.parametrize(
    "leaves", [lambda _text: "", lambda text: "# only a comment\n", _fails], ids=["emptied", "comments", "failed"]
)
def test_what_was_typed_is_kept_if_the_form_is_left(
    gpucat: Gpucat, editor: Callable[..., list[str]], leaves: Edit
) -> None:
    editor(replacing("title: CUDA Shared Memory Swizzling\n", "title: My words\nmodul: x\n"), leaves)
    result = gpucat("edit", "memory/6")
    assert result.code == 1
    assert "gpucat-edit-memory-6.md" in result.err
    assert "title: My words" in Path("gpucat-edit-memory-6.md").read_text("utf-8")


def test_what_was_typed_is_kept_though_the_article_was_removed(
    gpucat: Gpucat, editor: Callable[..., list[str]]
) -> None:
    def edit(text: str) -> str:
        gpucat("remove", "memory/6", "--yes")
        return text.replace("title: CUDA", "title: My CUDA")

    editor(edit)
    result = gpucat("edit", "memory/6")
    assert result.code == 1
    assert "removed from the list" in result.err
    assert "title: My CUDA" in Path("gpucat-edit-memory-6.md").read_text("utf-8")
