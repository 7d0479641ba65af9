"""Tests that any file, page or query gets an answer and never crashes: the corpus is cut and spliced at random.

GPUCAT_TRUST_EXAMPLES is the number of examples for each reader.
"""

import contextlib
import os
from pathlib import Path
from typing import Any

import pytest
from benchmarks.made_pages import made_page
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gpucat.__main__ import main
from gpucat.catalog.url import canonical_url, loose_key
from gpucat.charset import decode_page
from gpucat.errors import GpucatError
from gpucat.formats.files import open_file, read_file
from gpucat.formats.page_facts import read_page
from gpucat.resources import data_file
from gpucat.search.query import parse_query
from gpucat.texts.extraction import NoArticleError, extract
from tests.formats.test_corpus import CORPUS

pytestmark = pytest.mark.trust

FUZZ = settings(
    max_examples=int(os.environ.get("GPUCAT_TRUST_EXAMPLES", "60")),
    deadline=None,
    derandomize=False,
    suppress_health_check=list(HealthCheck),
)
TOKENS = [
    b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\r\n", b"\n\n", b'"', b"'", b"\\", b"<", b">", b"</", b"<!--", b"-->",
    b"<![CDATA[", b"]]>", b"&#0;", b"&#x110000;", b"&amp", b"&x;", b"{", b"}", b"[", b"]", b"](", b"|", b"```", b"# ", b"- ", b"@",
    b"@string{", b"%", b"://", b"http://[", b"javascript:", b"\x1b[31m", b"\xc2\x9b", b"\xe2\x80\xae", b"\xed\xa0\x80", b"1e999",
    b"-1", b"null", b"NaN", b"<a href=", b"<outline ", b"<meta charset=", b"{" * 500, b"[" * 2000, b"<b>" * 500, b"> " * 300, b"9" * 400,
]  # fmt: skip
SEED = data_file("seed.jsonl").read_bytes().splitlines(keepends=True)
PAGE = (
    b"<html lang=en><head><meta charset=utf-8><title>T</title><meta property=og:title content=O>"
    b'<script type="application/ld+json">{"@type": "Article", "headline": "H", "author": {"name": "A"}}</script>'
    b"<link rel=canonical href=/x></head><body><h1>H</h1><time datetime=2024-01-02>x</time><p>text</body></html>"
)


@st.composite
def spliced(draw: st.DrawFn, *contents: bytes) -> bytes:
    """One of the contents with a few cuts and insertions."""
    content = draw(st.sampled_from(contents))
    for _ in range(draw(st.integers(0, 5))):
        place = draw(st.integers(0, len(content)))
        cut = draw(st.integers(0, 40))
        content = content[:place] + draw(st.sampled_from(TOKENS) | st.binary(max_size=6)) + content[place + cut :]
    return content


def corpus(*endings: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted(CORPUS.iterdir()) if path.suffix in endings]


READERS: dict[str, list[bytes]] = {
    "jsonl": [*corpus(".jsonl"), b"".join(SEED[:3] + SEED[15:30:5] + SEED[-3:])],
    "json": corpus(".json"),
    "csv": corpus(".csv", ".tsv"),
    "markdown": [*corpus(".md", ".txt"), (CORPUS.parent / "list.md").read_bytes()[:6000]],
    "bookmarks": corpus(".html"),
    "opml": corpus(".opml"),
    "bibtex": corpus(".bib"),
}


def rows(path: Path, form: str) -> Any:
    """Returns what an import reads from the file: all rows, problems and links left out, in no order, or its error."""
    try:
        opened = open_file(path, form)
        return sorted(opened.rows, key=repr), opened.reading.items
    except GpucatError as error:
        return error.code


def whole(path: Path, form: str) -> Any:
    """Returns the same for a file that is read whole."""
    try:
        reading = read_file(path, form)
        return sorted([*reading.problems, *reading.articles, *reading.left_out], key=repr), reading.items
    except GpucatError as error:
        return error.code


@pytest.mark.parametrize("form", READERS)
def test_a_file_is_read_alike_as_a_stream_and_whole(tmp_path: Path, form: str) -> None:
    path = tmp_path / "fuzzed"

    @FUZZ
    @given(spliced(*READERS[form]))
    def read(content: bytes) -> None:
        path.write_bytes(content)
        assert rows(path, form) == whole(path, form)

    read()


@FUZZ
@given(
    spliced(PAGE, made_page("hexo", "zh").html, made_page("wordpress", "en").html, *corpus(".html")),
    st.sampled_from(["", "text/html; charset=gb18030", "text/html; charset=no-such", "\0"]),
)
def test_a_page_is_read(content: bytes, content_type: str) -> None:
    read_page(content, content_type, "https://a.example/")
    decode_page(content, content_type).text.encode("utf-8", "surrogatepass")
    with contextlib.suppress(NoArticleError):
        extract(content, content_type, "https://a.example/").markdown.encode()


@FUZZ
@given(
    st.text(max_size=80)
    | st.lists(st.sampled_from(["http://", "[", "]", "@", ":", "//", "%", "a.b", "?", "#", "\0", "中"])).map("".join)
)
def test_an_address_is_refused_or_has_one_spelling(url: str) -> None:
    try:
        key = canonical_url(url)
    except GpucatError:
        return
    assert canonical_url(key) == key
    loose_key(url)


QUERY = ['"', "+", "-", "!", "*", ":", "..", "|", "OR", "NOT", "AND", "NEAR(", "(", ")", "title:", "date:", "level:", "module:", "warp",
         "归约", "C++", "1x1", "^", "{", "}", "\0", "\x1b[31m", "\u202e", "'", ";", "--", "9" * 50]  # fmt: skip


@FUZZ
@given(st.lists(st.sampled_from(QUERY) | st.text(max_size=4), max_size=12).map(" ".join) | st.text(max_size=60))
def test_a_question_is_parsed(text: str) -> None:
    parse_query(text)


def test_a_question_is_answered(db: Path) -> None:
    @settings(FUZZ, max_examples=max(20, FUZZ.max_examples // 3))
    @given(st.lists(st.sampled_from(QUERY) | st.text(max_size=4), min_size=1, max_size=8))
    def ask(words: list[str]) -> None:
        assert main(["--db", str(db), "search", "--format", "ids", "--", *words]) in (0, 2)

    ask()


def test_entities_that_multiply_are_refused_at_once(tmp_path: Path) -> None:
    levels = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    bomb = f'<!DOCTYPE opml [<!ENTITY l0 "lol">{levels}<!ENTITY f SYSTEM "file:///etc/passwd">]>'
    path = tmp_path / "bomb.opml"
    path.write_text(
        f'<?xml version="1.0"?>{bomb}<opml><body><outline text="&l9;&f;" htmlUrl="https://a.example/"/></body></opml>'
    )
    reading = read_file(path, "opml")
    assert not reading.articles
    assert "refused" in reading.problems[0].reason.en
