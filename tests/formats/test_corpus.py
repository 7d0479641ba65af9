"""Tests small files in the shapes that people really have: how many articles each holds, and what else it reports."""

from pathlib import Path
from typing import NamedTuple

import pytest

from gpucat.formats.files import read_file
from gpucat.formats.html_links import attribute_text
from gpucat.formats.reading import ParsedFile

CORPUS = Path(__file__).parent.parent / "corpus"


class Counts(NamedTuple):
    articles: int
    left_out: int = 0
    problems: int = 0


EXPECTED = {
    "addresses.txt": Counts(3),
    "array.json": Counts(3, problems=1),
    "blank_lines_first.opml": Counts(1),
    "bookmarks.html": Counts(4, left_out=2),
    "bookmarks_cut.html": Counts(2, problems=1),
    "bullets.md": Counts(8, left_out=3),
    "entities.opml": Counts(0, problems=1),
    "html_in_markdown.md": Counts(2, left_out=2),
    "no_header.csv": Counts(2),
    "notes_with_tags.html": Counts(4, left_out=1),
    "outline.opml": Counts(3),
    "outline_cut.opml": Counts(1, problems=1),
    "papers.bib": Counts(4, problems=2),
    "records.jsonl": Counts(1, problems=3),
    "references.md": Counts(3, left_out=4),
    "shifted.tsv": Counts(2, problems=1),
    "shop.csv": Counts(3, problems=1),
    "tables.md": Counts(3, left_out=2),
}


def read(name: str) -> ParsedFile:
    return read_file(CORPUS / name)


def titles(name: str) -> dict[int, str]:
    return {line.line: line.article.title for line in read(name).articles}


def test_every_file_of_the_corpus_is_expected() -> None:
    assert sorted(EXPECTED) == sorted(path.name for path in CORPUS.iterdir() if path.is_file())


@pytest.mark.parametrize("name", EXPECTED)
def test_counts(name: str) -> None:
    reading = read(name)
    assert Counts(len(reading.articles), len(reading.left_out), len(reading.problems)) == EXPECTED[name]


def test_titles_come_from_the_link_or_from_what_stands_beside_it() -> None:
    assert titles("bullets.md")[18] == "A talk on MLIR"
    assert titles("tables.md") == {3: "Tiling | twice", 4: "Swizzles", 9: "Fast GEMM"}
    assert titles("addresses.txt") == {1: "plain.example/one", 2: "plain.example/two_(2)", 4: "Notes on occupancy"}
    assert titles("no_header.csv") == {1: "A title, with a comma", 2: "Another"}
    assert titles("html_in_markdown.md")[11] == "An inline anchor"
    assert titles("papers.bib")[3] == "An I/O-Aware Thing: Fast & Exact"


def test_headings_and_items_above_a_link_file_it() -> None:
    above = {line.line: line.headings for line in read("bullets.md").articles}
    assert above[10] == ("Memory hierarchy", "Caches")
    assert above[16] == ("Compilers",)
    assert {line.line: line.headings for line in read("bookmarks.html").articles} == {
        11: ("GPU",), 14: ("GPU",), 19: (), 21: (),
    }  # fmt: skip


def test_fields_beside_a_link_are_taken() -> None:
    bookmark = read("bookmarks.html").articles[0].article
    assert (bookmark.keywords, bookmark.summary) == (("tma", "hopper"), "What it says, on two lines.")
    paper = read("papers.bib").articles[0].article
    assert paper.authors == ("Ana María López", "The Kernel Group")
    assert (paper.published, paper.url) == ("2022-06", "https://arxiv.org/abs/2205.00001")
    assert paper.source == "Proc. of Things, vol. 2"
    row = read("tables.md").articles[1].article
    assert (row.authors, row.url, row.extra) == (
        ("B. Two",), "https://t.example/swizzle", {"published_as_given": "spring 2022"},
    )  # fmt: skip
    assert read("bullets.md").articles[6].article.published == "2024-03-02"


def test_a_link_that_is_no_article_says_why() -> None:
    said = {left_out.what: left_out.reason.en for left_out in read("bookmarks.html").left_out}
    assert said == {"Save this page": "not a web page", "Most visited": "not a web page"}
    assert {left_out.reason.en for left_out in read("html_in_markdown.md").left_out} == {"an image or badge"}


def test_an_address_is_what_the_file_says() -> None:
    assert [line.article.url for line in read("notes_with_tags.html").articles] == [
        "https://n.example/?cat=1&copy=2&lt=3&para=4&b=5", "https://n.example/two", "https://n.example/three",
        'https://n.example/four?q="a"',
    ]  # fmt: skip
    outline = read("blank_lines_first.opml").articles[0]
    assert (outline.line, outline.article.url) == (5, "https://o.example/?id=1&region=us©=2&lang=en&ampere=3")


def test_in_bookmarks_only_their_own_tags_count() -> None:
    reading = read("notes_with_tags.html")
    assert titles("notes_with_tags.html") == {
        5: "What <style> and <!-- do", 8: "Where </style> and --> end", 11: "Quote lost", 13: "Four",
    }  # fmt: skip
    assert reading.articles[0].article.summary == "See the inner one, then the <b>rest</b> & more"
    assert reading.articles[2].headings == ("Kept <textarea>",)
    assert (reading.left_out[0].what, reading.left_out[0].reason.en) == (
        "https://n.example/inner", "inside running text",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("?a&copy", "?a©"), ("?a&copy;b", "?a©b"), ("?a&copyb", "?a&copyb"), ("?a&copy=b", "?a&copy=b"),
        ("?a&amp;=b", "?a&=b"), ("?a&notin=b", "?a&notin=b"), ("?&#38;b&#x26;b", "?&b&b"), ("?&unknown;b", "?&unknown;b"),
    ],
)  # fmt: skip
def test_a_reference_in_an_attribute_is_read_as_browsers_do(written: str, read: str) -> None:
    assert attribute_text(written) == read


@pytest.mark.parametrize(
    ("name", "line", "said"),
    [
        ("bookmarks_cut.html", 16, "the file ends inside a folder"),
        ("outline_cut.opml", 3, "not valid XML from here on (unclosed token)"),
        ("entities.opml", 2, "refused: the file declares entities"),
        ("papers.bib", 15, "the entry that starts here is never closed"),
        ("shifted.tsv", 3, "the row has 5 cells, but the header has 4"),
        ("array.json", 5, "not valid JSON from here on"),
    ],
)
def test_what_is_broken_is_named_with_its_line(name: str, line: int, said: str) -> None:
    assert (line, said) in [(problem.line, problem.reason.en) for problem in read(name).problems]


@pytest.mark.parametrize("encoding", ["gb18030", "utf-8-sig", "utf-16"])
def test_the_charset_of_a_table_is_found_out(tmp_path: Path, encoding: str) -> None:
    text = (CORPUS / "shop.csv").read_text("utf-8")
    path = tmp_path / "table.csv"
    path.write_bytes(text.replace("\n", "\r\n").encode(encoding))
    reading = read_file(path)
    assert Counts(len(reading.articles), len(reading.left_out), len(reading.problems)) == EXPECTED["shop.csv"]


@pytest.mark.parametrize("cut", range(700, 1100, 25))
def test_bookmarks_cut_anywhere_lose_nothing_that_was_whole(tmp_path: Path, cut: int) -> None:
    text = (CORPUS / "bookmarks.html").read_text("utf-8")[:cut]
    (tmp_path / "cut.html").write_text(text, "utf-8")
    reading = read_file(tmp_path / "cut.html")
    whole = text.lower().count("</a>")
    assert len(reading.articles) + len(reading.left_out) == whole
    assert len(reading.problems) == (cut < len((CORPUS / "bookmarks.html").read_text("utf-8")) - 12)
