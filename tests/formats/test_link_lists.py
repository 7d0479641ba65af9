"""Tests the links of a file with their lines."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucat.errors import UsageError
from gpucat.formats.bookmarks import read_bookmarks
from gpucat.formats.files import KnownText, read_known
from gpucat.formats.link_lists import LinkList, read_link_list

MARKDOWN = """# List

- [Warps at Work](https://a.example/warps)
- ![badge](https://b.example/badge.svg) and [here](https://c.example/x), <https://d.example/y>
  next line [Grids](<https://e.example/a b>)

| # | article |
|---|---|
| 1 | [Bank | Conflicts](https://f.example/bank) |
| 2 | [Banks](https://f.example/banks) |

[By reference][r], [mail](mailto:x@y.example), [inside](#top) <a href="https://g.example/z">Z</a>

[r]: https://h.example/ref
"""


def links_of(text: str, form: str = "markdown") -> LinkList:
    return read_link_list(KnownText(text, "utf-8", form))


def test_markdown_links_of_every_form_stand_on_their_lines() -> None:
    assert [(link.line, link.title, link.url) for link in links_of(MARKDOWN).links] == [
        (3, "Warps at Work", "https://a.example/warps"),
        (4, "", "https://c.example/x"),
        (4, "", "https://d.example/y"),
        (5, "Grids", "https://e.example/a%20b"),
        (10, "Banks", "https://f.example/banks"),
        (12, "By reference", "https://h.example/ref"),
        (12, "Z", "https://g.example/z"),
    ]


def test_bare_addresses_and_those_in_html_are_links() -> None:
    text = """- read https://a.example/dead.
- Streams: https://b.example/gone
http://c.example/third_(3)

| where |
|---|
| https://d.example/cell |

<p><a class=x href=https://e.example/unquoted>Unquoted</a>
<a href="https://e.example/?a=1&amp;b=&lt;">Escaped</a></p>

<img src="https://e.example/i.png">

```
https://code.example/only-code
```
"""
    assert [(link.line, link.url) for link in links_of(text).links] == [
        (1, "https://a.example/dead"),
        (2, "https://b.example/gone"),
        (3, "http://c.example/third_(3)"),
        (7, "https://d.example/cell"),
        (9, "https://e.example/unquoted"),
        (10, "https://e.example/?a=1&b=<"),
    ]


def test_json_lines_tell_names_and_name_bad_lines() -> None:
    text = '{"title": "A", "url": "https://a.example", "authors": ["Ada"], "source": "Log"}\n\n[1]\n{"title": "no url"}\n{"kind": "concept", "name": "tiles"}\n'
    found = links_of(text, "jsonl")
    assert [(link.line, link.title, link.names) for link in found.links] == [(1, "A", ("Ada", "Log"))]
    assert [problem.line for problem in found.problems] == [3, 4]


@given(st.text(max_size=200), st.sampled_from(["markdown", "jsonl"]))
def test_any_text_is_a_list(text: str, form: str) -> None:
    links_of(text, form)


def test_a_declaration_that_is_none_is_passed_over() -> None:
    text = "<dl><dt><a href=https://a.example/>A</a><![[[x]]]><dt><a href=https://b.example/>B</a></dl>"
    assert [line.article.title for line in read_bookmarks(text).articles] == ["A", "B"]


@pytest.mark.parametrize(
    ("name", "text", "markup"),
    [
        ("list.org", "* Tiles\n- [[https://a.example/x][Fast Tiles]]\n", "Org"),
        ("list.txt", "* Tiles\n- [[https://a.example/x][Fast Tiles]]\n", "Org"),
        ("README", "Tiles\n=====\n\n- `Fast Tiles <https://a.example/x>`_\n", "reStructuredText"),
        ("list.rst", "- `Fast Tiles`_\n", "reStructuredText"),
        ("list.adoc", "* https://a.example/x[Fast Tiles]\n", "AsciiDoc"),
        ("list.txt", "= Tiles\n\n* link:https://a.example/x[Fast Tiles]\n", "AsciiDoc"),
        ("list.docx", "PK", "Word"),
    ],
)
def test_markup_that_is_not_read_is_named_with_the_way_out(name: str, text: str, markup: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(UsageError, match=markup) as refused:
        read_known(tmp_path / name)
    assert refused.value.hint
    assert "pandoc -t gfm" in refused.value.hint.en


@pytest.mark.parametrize(
    "text", ["* [Tiles](https://a.example/x)\n", "Tiles\n=====\n\nhttps://a.example/x\n", "[1]: https://a.example/x\n"]
)
def test_markdown_is_no_other_markup(text: str, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(text, "utf-8")
    assert read_known(tmp_path / "list.txt").format == "markdown"
