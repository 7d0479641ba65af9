"""Tests that the user's document, the seed and the database come out as they went in."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.conftest import LIST, Gpucat

from gpucat.resources import data_file


def test_exported_markdown_is_the_users_document(gpucat: Gpucat) -> None:
    assert gpucat("export", "markdown").out.encode() == LIST.read_bytes()


def test_exported_jsonl_is_the_seed(gpucat: Gpucat) -> None:
    assert gpucat("export", "jsonl").out == data_file("seed.jsonl").read_text("utf-8")


@pytest.mark.parametrize("source", ["document", "seed"])
def test_a_list_imported_into_an_empty_database_comes_out_again(gpucat: Gpucat, empty: Path, source: str) -> None:
    path, form = (LIST, "markdown") if source == "document" else (data_file("seed.jsonl"), "jsonl")
    assert gpucat("import", str(path), db=empty).code == 0
    assert gpucat("export", form, db=empty).out == path.read_text("utf-8")


def test_how_deeply_an_article_teaches_comes_out_again(gpucat: Gpucat, empty: Path, tmp_path: Path) -> None:
    texts = next(row for row in gpucat("export", "jsonl").out.splitlines() if '"kind": "catalog"' in row)
    depth = {"warp": "masters", "tile": "introduces"}
    article = {"kind": "article", "title": "A", "url": "https://a.example/a", "teaches": ["warp", "TMA", "tile"]}
    line = json.dumps(article | {"depth": {"tile": "introduces", "TMA": "teaches", "warp": "masters"}})
    (tmp_path / "list.jsonl").write_text(f"{texts}\n{line}\n", "utf-8")
    assert gpucat("import", "list.jsonl", db=empty).code == 0
    [back] = [json.loads(row) for row in gpucat("export", "jsonl", db=empty).out.splitlines() if '"article"' in row]
    assert (back["teaches"], list(back["depth"].items())) == (article["teaches"], list(depth.items()))


@pytest.mark.parametrize(
    ("depth", "said"),
    [
        ({"warp": "expert"}, "depth: not an object of concepts with one of introduces, teaches, masters"),
        (["warp"], "depth: not an object of concepts"),
        ({"TMA": "masters"}, "depth: 'TMA' is not among what it teaches"),
    ],
)
def test_a_depth_that_is_none_is_named(gpucat: Gpucat, tmp_path: Path, depth: object, said: str) -> None:
    line = {"title": "A", "url": "https://a.example/a", "teaches": ["warp"], "depth": depth}
    (tmp_path / "list.jsonl").write_text(json.dumps(line), "utf-8")
    result = gpucat("import", "list.jsonl")
    assert (result.code, said in result.err) == (1, True)


def test_importing_the_list_again_changes_nothing(gpucat: Gpucat) -> None:
    result = gpucat("import", str(LIST), "--on-duplicate", "update")
    assert "148 unchanged" in result.err
    assert gpucat("export", "markdown").out == LIST.read_text("utf-8")


def test_counts_in_the_document_follow_an_added_article(gpucat: Gpucat, tmp_path: Path) -> None:
    line = {"title": "A new one", "url": "https://a.example/new", "module": "memory", "level": "advanced"}
    (tmp_path / "new.jsonl").write_text(json.dumps(line), "utf-8")
    assert gpucat("import", "new.jsonl").code == 0
    document = gpucat("export", "markdown").out
    for said in (
        "新增 **41 篇**；当前唯一文章数：**149 篇**；共 9 个模块",
        "GPU内存层次与访存优化（17 篇）",
        "| [GPU内存层次与访存优化](#memory) | 17 |",
        "- 唯一文章数：**149**；正文 URL 数：**149**。",
        "| 17 | [A new one](https://a.example/new) |",
    ):
        assert said in document


def test_an_imported_article_gets_a_place_on_the_route(gpucat: Gpucat, tmp_path: Path) -> None:
    line = {"title": "A new one", "url": "https://a.example/new", "module": "memory", "level": "beginner"}
    (tmp_path / "new.jsonl").write_text(json.dumps(line), "utf-8")
    gpucat("import", "new.jsonl")
    stops = json.loads(gpucat("route", "--json").out)
    assert len(stops) == 149
    assert [stop["stage"] for stop in stops if stop["id"] == "memory/17"] == [1]


def test_the_english_document_comes_back_unchanged(gpucat: Gpucat, tmp_path: Path) -> None:
    # An article without English texts stands in the English document with its Chinese ones.
    line = {
        "title": "新的",
        "url": "https://a.example/new",
        "module": "memory",
        "level": "1..2",
        "summary": "摘要",
        "why": "理由",
    }
    (tmp_path / "new.jsonl").write_text(json.dumps(line), "utf-8")
    assert gpucat("import", "new.jsonl").code == 0
    before = gpucat("export", "jsonl").out
    assert gpucat("export", "markdown", "--lang", "en", "-o", "en.md").code == 0
    for choice in ("skip", "update"):
        result = gpucat("import", "en.md", "--on-duplicate", choice)
        assert (result.code, "149 unchanged" in result.err) == (0, True), result.err
    assert gpucat("export", "jsonl").out == before
    compared = gpucat("diff", "en.md", "--check")
    assert (compared.code, compared.out) == (0, ""), compared.out


def test_the_english_document_changes_what_it_carries_and_nothing_else(gpucat: Gpucat, tmp_path: Path) -> None:
    english = gpucat("export", "markdown", "--lang", "en").out
    row = next(line for line in english.splitlines() if line.startswith("| 6 | [CUDA Shared Memory Swizzling"))
    cells = row.split(" | ")
    cells[-2:] = ["Another summary.", cells[-1]]
    (tmp_path / "en.md").write_text(english.replace(row, " | ".join(cells)), "utf-8")
    before = json.loads(gpucat("show", "memory/6", "--json").out)[0]
    assert "1 updated" in gpucat("import", "en.md", "--on-duplicate", "update").err
    after = json.loads(gpucat("show", "memory/6", "--json").out)[0]
    assert {name for name in after if before.get(name) != after[name]} == {"summary_en"}
    assert after["summary_en"] == "Another summary."


def test_the_english_document_makes_a_list_that_writes_it_again(gpucat: Gpucat, empty: Path, tmp_path: Path) -> None:
    english = gpucat("export", "markdown", "--lang", "en").out
    (tmp_path / "en.md").write_text(english, "utf-8")
    assert gpucat("import", "en.md", db=empty).code == 0
    again = gpucat("export", "markdown", "--lang", "en", db=empty).out.splitlines(keepends=True)
    # The audit says that the Chinese texts are missing: the document has none.
    assert "".join(line for line in again if not line.startswith("- **Found by the audit**")) == english
    kinds = [json.loads(line)["kind"] for line in gpucat("export", "jsonl", db=empty).out.splitlines()]
    assert (kinds.count("term"), kinds.count("hint")) == (2, 3)


def _without_a_cell(line: str) -> str:
    return "|".join(line.split("|")[:-2]) + "|"


def _with_a_cell(line: str) -> str:
    return line + line[line[:-1].rindex("|") + 1 :]


@pytest.mark.parametrize("change", [_without_a_cell, _with_a_cell])
@pytest.mark.parametrize("head", ["| 模块 |", "| # |", "| 阶段 |"])
def test_a_table_of_the_document_with_other_columns_is_a_problem_of_its_head(
    gpucat: Gpucat, empty: Path, tmp_path: Path, head: str, change: Callable[[str], str]
) -> None:
    lines = LIST.read_text("utf-8").splitlines()
    begin = next(number for number, line in enumerate(lines) if line.startswith(head))
    end = next(number for number in range(begin, len(lines)) if not lines[number].startswith("|"))
    lines[begin:end] = map(change, lines[begin:end])
    (tmp_path / "other.md").write_text("\n".join(lines), "utf-8")
    for command in ("import", "diff"):
        done = gpucat(command, "other.md", db=empty)
        assert (done.code, f"other.md:{begin + 1}: the table's head must be {head}" in done.err) == (1, True), done


@pytest.mark.parametrize(
    ("line", "put", "said"),
    [
        ("> **本模块怎么读：**", ">", "the quote must begin with **本模块怎么读：**"),
        ("| # |", "", "unexpected paragraph"),
        ("|---|---:|---|", "", "unexpected paragraph"),
        ("| 1 |", "| 1 | [A](https://a.example/x) |", "the row has 2 cells, but the table has 10 columns"),
        ("- ", "> quoted", "unexpected quote"),
    ],
)
def test_what_the_document_cannot_hold_is_named_with_its_line(
    gpucat: Gpucat, empty: Path, tmp_path: Path, line: str, put: str, said: str
) -> None:
    lines = LIST.read_text("utf-8").splitlines()
    place = next(number for number, known in enumerate(lines) if known.startswith(line))
    lines[place] = put
    (tmp_path / "other.md").write_text("\n".join(lines), "utf-8")
    for command in ("import", "diff"):
        done = gpucat(command, "other.md", db=empty)
        assert (done.code, said in done.err) == (1, True), done
        assert f"other.md:{place + 1}:" in done.err or put == ""
    assert gpucat("stats", "--json", db=empty).code == 0


def test_lists_and_tables_in_two_pieces_are_read_on(gpucat: Gpucat, empty: Path, tmp_path: Path) -> None:
    text = LIST.read_text("utf-8")
    second = next(line for line in text.splitlines() if line.startswith("2. **"))
    (tmp_path / "other.md").write_text(text.replace(second, f"\n<!-- -->\n\n{second}"), "utf-8")
    done = gpucat("import", "other.md", "--skip-invalid", db=empty)
    assert done.code == 0, done
    assert gpucat("export", "markdown", db=empty).out == text
