"""Tests every writer with its reader: whatever an article holds comes back, as far as the format can carry it."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucat.catalog.article import SOURCE_TYPES, Article
from gpucat.catalog.catalogue import ArticleGroup, Catalogue, Texts
from gpucat.catalog.fields import LIST_FIELDS, article_row
from gpucat.catalog.levels import LevelSpan
from gpucat.catalog.url import canonical_url
from gpucat.formats.bibtex import read_bibtex, write_bibtex
from gpucat.formats.bookmarks import read_bookmarks, write_bookmarks
from gpucat.formats.delimited import read_delimited, write_csv, write_tsv
from gpucat.formats.jsonl import read_catalogue, write_catalogue
from gpucat.formats.opml import read_opml, write_opml
from gpucat.formats.reading import ParsedFile
from gpucat.language import NOTHING

# Any character that a title can hold: controls are made visible elsewhere, line ends are white space.
TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # taken out of every text that comes in
TEXT = st.text(st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="\ufeff" + TURNING), max_size=40)
SIGNS = st.text(st.sampled_from("\\{}[]()<>&|`'\"*_~^$#%@=+-,;:、!?/. aé中 "), max_size=25)
WORDS = st.one_of(TEXT, SIGNS).map(lambda text: " ".join(text.split()))
NAMED = WORDS.filter(bool)
KEYWORD = NAMED.map(lambda text: "".join(c for c in text if c != "/").strip()).filter(bool)
ADDRESSES = st.lists(
    st.text(st.sampled_from("abcXYZ019-._~%25&=+,;'()[]{}!?#中é"), min_size=1, max_size=20), min_size=1, max_size=4
).map(lambda parts: "https://a.example/" + "/".join(parts))
DATES = st.dates(min_value=__import__("datetime").date(1990, 1, 1)).flatmap(
    lambda day: st.sampled_from([None, f"{day:%Y}", f"{day:%Y-%m}", f"{day:%Y-%m-%d}"])
)
LEVELS = st.sampled_from([None, LevelSpan(0, 0), LevelSpan(0, 2), LevelSpan(1, 2)])


@st.composite
def articles(draw: st.DrawFn) -> Article:
    keywords = draw(st.lists(KEYWORD, max_size=3, unique=True))
    return Article(
        number=draw(st.integers(1, 999)),
        title=draw(NAMED),
        url=draw(ADDRESSES),
        authors=tuple(draw(st.lists(NAMED, max_size=3, unique=True))),
        source=draw(st.none() | NAMED),
        source_type=draw(st.none() | st.sampled_from(list(SOURCE_TYPES))),
        module=draw(st.sampled_from([None, "memory", "gemm"])),
        level=draw(LEVELS),
        published=draw(DATES),
        keywords=tuple(keywords),
        summary=draw(WORDS),
        why=draw(WORDS),
    )


def only(reading: ParsedFile) -> Article:
    assert reading.problems == ()
    assert reading.left_out == ()
    assert len(reading.articles) == 1
    return reading.articles[0].article


def same(article: Article, back: Article, *fields: str) -> None:
    assert {name: getattr(back, name) for name in fields} == {name: getattr(article, name) for name in fields}
    assert canonical_url(back.url) == canonical_url(article.url)


@pytest.mark.parametrize("write", [write_csv, write_tsv])
@given(article=articles())
def test_delimited(write: Callable[..., object], article: Article) -> None:
    text = "".join(write([article_row(article)]))  # type: ignore[call-overload]
    same(article, only(read_delimited(text)), *LIST_FIELDS)


@given(
    article=articles(),
    summary=st.text(
        st.characters(exclude_categories=("Cc", "Cs"), include_characters="\n\t", exclude_characters=TURNING),
        max_size=40,
    ),
)
def test_csv_keeps_lines_and_what_spreadsheets_would_calculate(article: Article, summary: str) -> None:
    text = "".join(write_csv([article_row(article._replace(summary=summary))]))
    kept = summary.replace("\r\n", "\n").replace("\r", "\n").strip()
    assert only(read_delimited(text)).summary.strip() == kept


@given(article=articles())
def test_jsonl(article: Article) -> None:
    whole = Catalogue(texts=Texts(NOTHING), modules=[], articles=[article])
    same(article, only(read_catalogue("".join(write_catalogue(whole)))), *LIST_FIELDS, "extra")


@given(article=articles())
def test_bookmarks(article: Article) -> None:
    text = "".join(write_bookmarks([ArticleGroup('A < B & "C"', [article])], "zh"))
    reading = read_bookmarks(text)
    same(article, only(reading), "title", "keywords", "summary")
    assert reading.articles[0].headings == ('A < B & "C"',)


@given(article=articles())
def test_opml(article: Article) -> None:
    text = "".join(write_opml("T < & T", [ArticleGroup('A < B & "C"', [article])], "zh"))
    reading = read_opml(text)
    same(article, only(reading), "title", "keywords", "summary")
    assert reading.articles[0].headings == ('A < B & "C"',)


@given(article=articles())
def test_bibtex(article: Article) -> None:
    reading = read_bibtex("".join(write_bibtex([article])))
    same(article, only(reading), "title", "authors", "source", "published", "keywords", "summary", "level")
    assert reading.articles[0].headings == ((article.module,) if article.module else ())


@given(article=articles())
def test_bibtex_written_from_what_was_read_is_the_same(article: Article) -> None:
    once = only(read_bibtex("".join(write_bibtex([article]))))
    text = "".join(write_bibtex([once]))
    assert "".join(write_bibtex([only(read_bibtex(text))])) == text
