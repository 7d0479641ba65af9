"""Tests that a reader accounts for any file: articles, links left out, and problems with existing lines."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucat.formats.bibtex import read_bibtex, stream_bibtex
from gpucat.formats.bookmarks import read_bookmarks, stream_bookmarks
from gpucat.formats.delimited import read_delimited
from gpucat.formats.jsonl import read_array, read_catalogue, stream_array
from gpucat.formats.markdown_links import read_links
from gpucat.formats.opml import read_opml, stream_opml
from gpucat.formats.reading import ArticleLine, Blocks, LeftOut, OpenFile, ParsedFile, Problem

URL = "https://a.example/x"
PIECES = {
    read_links: [
        f"[t]({URL})", f"<{URL}>", URL, "[r]: https://r.example 't'\n", "[r]", "![i](u)", "| a | url |\n|---|---|\n| x | ",
        "# h\n", "- ", "\n\n", "    ", "> ", '<a href="', '">', "</a>", "<p>", "`", "---\n", "|", "\\", "**",
    ],
    read_bookmarks: ["<DL><p>", "</DL>", "<DT>", "<H3>f</H3>", f'<A HREF="{URL}">', "</A>", "<DD>", "x", "<!--", "-->", "&amp", "\n"],
    read_opml: [
        '<?xml version="1.0"?>', "<opml><body>", "</body></opml>", "<outline ", f'url="{URL}" ', 'text="t" ', "/>", ">",
        "</outline>", "&", "&nbsp;", "<![CDATA[", "]]>", "\x00", "\n",
    ],
    read_bibtex: ["@misc{", "@string{", "k,", "title=", "{a}", '"b"', f"url={{{URL}}}", ",", "}", "#", "\\'e", "@", "(", ")", "\n", "{"],
    read_delimited: ["url", "title", ",", "\t", ";", "\n", '"', URL, "x", "\r\n", "\x00", "'=", "date", "2024", "http://["],
    read_array: ["[", "]", "{", "}", '"url"', ":", ",", f'"{URL}"', '"title"', "1", "null", "\n", "\\"],
    read_catalogue: ["{", "}", '"url"', ":", ",", f'"{URL}"', '"title"', '"kind"', '"stage"', "[", "]", "\n"],
}  # fmt: skip


@pytest.mark.parametrize("read", PIECES, ids=lambda read: read.__name__)
@given(data=st.data())
def test_any_text_gets_an_answer(read: Callable[[str], ParsedFile], data: st.DataObject) -> None:
    pieces = st.lists(st.sampled_from(PIECES[read]), max_size=25).map("".join)
    text = data.draw(pieces | st.text(max_size=60))
    reading = read(text)
    last = text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    lines = [line.line for line in (*reading.articles, *reading.problems, *reading.left_out)]
    assert all(1 <= line <= last for line in lines), (lines, last)
    assert all(line.article.title and line.article.url for line in reading.articles)


@given(data=st.data(), size=st.integers(1, 20))
def test_an_array_in_pieces_is_the_array(data: st.DataObject, size: int) -> None:
    article = '{"url": "https://a.example/x",\n "title": "t", "teaches": ["c"]}'
    pieces = [*PIECES[read_array], article, '{"kind": "note", "url": "u", "text": "x"}', "[", ",\n", "]"]
    text = data.draw(st.lists(st.sampled_from(pieces), max_size=25).map("".join) | st.text(max_size=60))
    whole = read_array(text)
    opened = stream_array(lambda: (text[start : start + size] for start in range(0, len(text), size)))
    rows = list(opened.rows)
    assert [row for row in rows if isinstance(row, Problem)] == list(whole.problems)
    assert [row for row in rows if isinstance(row, ArticleLine)] == list(whole.articles)
    assert opened.reading.items == whole.items
    assert opened.reading.catalogue.learning == whole.catalogue.learning


@pytest.mark.parametrize(
    ("read", "stream", "wholes"),
    [
        (read_bookmarks, stream_bookmarks, [f'<DT><A HREF="{URL}">é &amp; t</A>\n<DD>x\n', "<H3>f</H3><DL><p>", '<A HREF="#a">b</A>']),
        (read_opml, stream_opml, ["<opml><body>\n", f'<outline text="é &nbsp;&amp; t&" url="{URL}"/>\n', '<outline text="f">', "</outline>"]),
        (read_bibtex, stream_bibtex, [f"@misc{{k, title={{é\n@misc{{x}}}}, url={{{URL}}}}}\n", "\n  @misc{", '@string{s = "t"}\n', "title = s # s", "@comment{"]),
    ],
    ids=["bookmarks", "opml", "bibtex"],
)  # fmt: skip
@given(data=st.data(), size=st.integers(1, 30))
def test_a_collection_in_pieces_is_the_collection(
    read: Callable[[str], ParsedFile],
    stream: Callable[[Blocks], OpenFile],
    wholes: list[str],
    data: st.DataObject,
    size: int,
) -> None:
    pieces = st.lists(st.sampled_from([*wholes, *wholes, *PIECES[read]]), max_size=25).map("".join)
    text = data.draw(pieces | st.text(max_size=60))
    whole = read(text)
    opened = stream(lambda: (text[start : start + size] for start in range(0, len(text), size)))
    rows = list(opened.rows)
    assert opened.reading.is_collection
    assert [row for row in rows if isinstance(row, ArticleLine)] == list(whole.articles)
    assert [row for row in rows if isinstance(row, Problem)] == list(whole.problems)
    assert [row for row in rows if isinstance(row, LeftOut)] == list(whole.left_out)


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (read_links, f"[\x7f\u202e]({URL})"),
        (read_bookmarks, f'<DL><p><DT><A HREF="{URL}">\x01\x7f</A></DL>'),
        (read_opml, f'<opml><body><outline text="\x7f\u202e" url="{URL}"/></body></opml>'),
        (read_bibtex, f"@misc{{k, title={{\u202e}}, url={{{URL}}}}}"),
    ],
)
def test_a_title_of_which_nothing_is_left_is_none(read: Callable[[str], ParsedFile], text: str) -> None:
    assert [(line.article.title, line.article.url) for line in read(text).articles] == [("a.example/x", URL)]


def test_what_is_no_address_at_all_is_left_to_the_import() -> None:
    reading = read_delimited("url,note\nhttp://[x,a\nhttps://a.example/x,b\n")
    assert [article.line for article in reading.articles] == [2, 3]  # an import judges addresses
