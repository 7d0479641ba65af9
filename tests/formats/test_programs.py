"""Tests the exports of other programs, made after their documented fields: what each row says, and what of its reader."""

from pathlib import Path

import pytest

from gpucat.formats.dates import read_date
from gpucat.formats.files import read_file
from gpucat.formats.reading import ArticleLine

PROGRAMS = Path(__file__).parent.parent / "corpus" / "programs"

ROWS = {
    "bookmarks_of_a_reader.jsonl": ["Named otherwise|jl.example/a|tensor cores", "Twice|jl.example/a|"],
    "chrome.json": ["Folded|ch.example/folded?a=1&copy=2|", "ch.example/unnamed|ch.example/unnamed|"],
    "csl.json": ["Sums, in order|doi.org/10.1234/sums|reduction, warp", "A page|zo.example/page|"],
    "firefox.json": ["Folded|ff.example/folded?a=1&copy=2|sass, ptx"],
    "instapaper.csv": [
        "Kept rows|in.example/1|", "Open rows|in.example/2|roofline, l2 cache", "Starred rows|in.example/3|",
        "Own shelf|in.example/4|",
    ],
    "karakeep.json": ["kk.example/fp8|kk.example/fp8|gemm, fp8", "Named by hand|kk.example/named|"],
    "linkding.html": ["Counters|ld.example/a?x=1&order=2|profiling, nsight", "Stalls|ld.example/b|"],
    "linkding.json": ["Counters|ld.example/a|profiling, nsight", "ld.example/b|ld.example/b|"],
    "omnivore.json": ["Clusters of blocks|om.example/clusters|hopper, dsmem", "One per cent|om.example/one|"],
    "pinboard.json": ["A pinned title|pb.example/a?b=1&lang=2|ptx, mma", "pb.example/b|pb.example/b|"],
    "pocket.csv": ["Warps in flight|pk.example/warps|warp, occupancy", "pk.example/bare|pk.example/bare|"],
    "pocket.html": ["Warps in flight|pk.example/one?x=1&reg=2|warp, occupancy", "Banks at work|pk.example/two|"],
    "raindrop.csv": ["Tiles, at rest|r.example/tiles?a=1&copy=2|tma, swizzle", "Plain|r.example/plain|"],
    "readwise_reader.csv": [
        "Deep in the pipeline|rr.example/deep|tma, pipelines", "Half way|rr.example/half|", "New here|rr.example/new|",
    ],
    "readwise_reader.json": ["Deep in the pipeline|rr.example/deep|tma"],
    "wallabag.csv": ["Layouts; by hand|wb.example/layouts|cutlass, layouts"],
    "wallabag.json": ["Layouts by hand|wb.example/layouts|cutlass, layouts", "Later|wb.example/later|"],
    "zotero.csv": ["Sums, in order|doi.org/10.1234/sums|reduction, warp", "A page|zo.example/page|"],
}  # fmt: skip
LEFT_OUT = {"chrome.json": 1, "firefox.json": 1, "karakeep.json": 1, "raindrop.csv": 1}
PEOPLE_AND_DATES = {
    "bookmarks_of_a_reader.jsonl": ("Ann Dao, Ben Fu", "2023-01-02", ""),
    "csl.json": ("Ada Test, The Sum Group, 李雷", "2021-03", "Journal of Sums"),
    "omnivore.json": ("Ada Test", "2023-12-01", ""),
    "readwise_reader.json": ("Ada Test", "2024-03-01", "rr.example"),
    "wallabag.json": ("Ada Test, Ben Probe", "2021-11-12", "wb.example"),
    "zotero.csv": ("Ada Test, Ben B. Probe", "2021-03", "Journal of Sums"),
    "pinboard.json": ("", "", ""),  # when it was saved is not when it was published
}
MARKS = {
    "instapaper.csv": ["done", "todo > A picked line", "*", ""],
    "karakeep.json": ["done try the second kernel", ""],
    "linkding.html": ["todo my note on it", "done"],
    "linkding.json": ["done my note on it", "todo"],
    "omnivore.json": ["done", "reading"],
    "pinboard.json": ["todo", ""],
    "pocket.csv": ["done", "todo"],
    "pocket.html": ["todo", "done"],
    "raindrop.csv": ["* Read the second half again > Highlight:A line worth keeping", ""],
    "readwise_reader.csv": ["done", "reading", "todo"],
    "readwise_reader.json": ["done my own words"],
    "wallabag.json": ["done * > a stride of one so that is why", ""],
    "zotero.csv": ["see part 2", ""],
}


def articles(name: str) -> tuple[ArticleLine, ...]:
    return read_file(PROGRAMS / name).articles


def test_every_export_is_expected() -> None:
    assert sorted(ROWS) == sorted(path.name for path in PROGRAMS.iterdir())


@pytest.mark.parametrize("name", ROWS)
def test_titles_addresses_and_keywords(name: str) -> None:
    reading = read_file(PROGRAMS / name)
    found = [line.article for line in reading.articles]
    assert [f"{a.title}|{a.url.removeprefix('https://')}|{', '.join(a.keywords)}" for a in found] == ROWS[name]
    assert (len(reading.left_out), reading.problems) == (LEFT_OUT.get(name, 0), ())


@pytest.mark.parametrize("name", PEOPLE_AND_DATES)
def test_people_dates_and_sources(name: str) -> None:
    article = articles(name)[0].article
    assert (", ".join(article.authors), article.published or "", article.source or "") == PEOPLE_AND_DATES[name]


@pytest.mark.parametrize("name", MARKS)
def test_what_a_file_says_of_its_reader(name: str) -> None:
    said = []
    for line in articles(name):
        marks = line.marks
        parts = (marks.status or "", "*" if marks.stars else "", *marks.note.split()) if marks else ()
        said.append(" ".join(filter(None, parts)))
    assert said == MARKS[name]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("2023-12-24T23:30:00-05:00", "2023-12-24"), ("2024-03-01 10:00:00", "2024-03-01"), ("1700000000", "2023-11-14"),
        ("1700000000123", "2023-11-14"), ("June 5th, 2024", "2024-06-05"), ("5 Jun. 2024", "2024-06-05"), ("Sept 2021", "2021-09"),
        ("6/23/2022", "2022-06-23"), ("6/5/2022", "2022"), ("05.06.2024", "2024-06-05"), ("2024年5月14日 10:00", "2024-05-14"),
        ("2021-03-00 2021", "2021-03"), ("2018-05-01/2018-05-04", "2018-05-01"), ("2018-21", "2018"), ("2024-13", None),
        ("n.d.", None), ("Spring 2022", None), ("maybe 2020", None), ("12", None), ("2024-02-30", None),
    ],
)  # fmt: skip
def test_dates_of_other_programs(written: str, read: str | None) -> None:
    assert read_date(written) == read
