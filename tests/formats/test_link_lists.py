"""Tests the links of a file with their lines."""

from hypothesis import given
from hypothesis import strategies as st

from gpucat.formats.bookmarks import read_bookmarks
from gpucat.formats.link_lists import read_link_list

MARKDOWN = """# List

- [Warps at Work](https://a.example/warps)
- ![badge](https://b.example/badge.svg) and [here](https://c.example/x), <https://d.example/y>
  next line [Grids](<https://e.example/a b>)

| # | article |
|---|---|
| 1 | [Bank | Conflicts](https://f.example/bank) |
| 2 | [Banks](https://f.example/banks) |

[ref link][r], [mail](mailto:x@y.example), [inside](#top) <a href="https://g.example/z">Z</a>

[r]: https://h.example/ref
"""


def test_markdown_links_of_every_form_stand_on_their_lines():
    links = read_link_list(MARKDOWN, is_markdown=True).links
    assert [(link.line, link.title, link.url) for link in links] == [
        (3, "Warps at Work", "https://a.example/warps"),
        (4, "", "https://c.example/x"),
        (4, "", "https://d.example/y"),
        (5, "Grids", "https://e.example/a%20b"),
        (10, "Banks", "https://f.example/banks"),
        (12, "ref link", "https://h.example/ref"),
        (12, "", "https://g.example/z"),
    ]


def test_json_lines_tell_names_and_name_bad_lines():
    text = '{"title": "A", "url": "https://a.example", "authors": ["Ada"], "source": "Log"}\n\n[1]\n{"title": "no url"}\n{"kind": "term"}\n'
    found = read_link_list(text, is_markdown=False)
    assert [(link.line, link.title, link.names) for link in found.links] == [(1, "A", ("Ada", "Log"))]
    assert [line for line, _ in found.problems] == [3, 4]


@given(st.text(max_size=200), st.booleans())
def test_any_text_is_a_list(text: str, is_markdown: bool):
    read_link_list(text, is_markdown=is_markdown)


def test_a_declaration_that_is_none_is_passed_over() -> None:
    text = "<dl><dt><a href=https://a.example/>A</a><![[[x]]]><dt><a href=https://b.example/>B</a></dl>"
    assert [line.article.title for line in read_bookmarks(text).articles] == ["A", "B"]
