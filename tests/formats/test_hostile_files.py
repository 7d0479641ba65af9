"""Tests files made to be expensive: each is read in time that grows with its length, and in little memory."""

from collections import deque
from collections.abc import Callable

import pytest

from gpucat.formats.bibtex import read_bibtex, stream_bibtex
from gpucat.formats.bookmarks import read_bookmarks
from gpucat.formats.delimited import read_delimited
from gpucat.formats.jsonl import read_array, read_catalogue
from gpucat.formats.markdown_links import read_markdown
from gpucat.formats.opml import read_opml
from gpucat.formats.reading import Problem
from tests.formats.hostile_size import assert_cost_grows_with_size

SIZE = 200_000


def stream_bibtex_in_blocks(text: str) -> None:
    """Reads the text in pieces of a few kilobytes."""
    deque(stream_bibtex(lambda: (text[start : start + 4096] for start in range(0, len(text), 4096))).rows, maxlen=0)


HOSTILE: dict[Callable[[str], object], list[str]] = {
    read_bibtex: [
        "@article{k,title={{\n", "@comment{\n", "@comment(\n", '@a(k,x="\n', "@a{k !\n", "@a(k,t={\n", "@a{    =\n", "@string{a=b\n",
        "@misc{k, url={https://a.example/x}}\n", " ", "@a{k,t={}", "{", "}", '"',
    ],
    read_bookmarks: ["<DL><p>", "<A HREF=x>", "<DT><H3>f", "<!--", "&amp", "<DD>x", '<A HREF="',
        '<DT><A HREF="', "<DT><A HREF=x>", "<DT><DD> <a href=y>", "<DT><DD>\n<a>", "<DT '",
    ],
    read_opml: ["<outline text='f'>", "<outline text='t' url='https://a.example/x'/>\n", "&x;", "<![CDATA[", "<"],
    read_delimited: ["url,title\n", '"', ",", "\t", "https://a.example/x,t\n", '"\n'],
    read_array: ["[", '{"a":', '{"url": "https://a.example/x"},\n', '"', "\\"],
    read_catalogue: ["[", '{"a":\n', '{"url": "https://a.example/x", "title": "t"}\n', '"', "\\\n"],
    read_markdown: ["[", "> ", "- ", "`", "*a_", "[r]: x\n", "| a ", "<a href="],
}  # fmt: skip


@pytest.mark.parametrize(
    ("read", "unit"),
    [
        *(pytest.param(read, unit, id=f"{read.__name__}-{unit!r}") for read, units in HOSTILE.items() for unit in units),
        *(pytest.param(stream_bibtex_in_blocks, unit, id=f"stream_bibtex-{unit!r}") for unit in HOSTILE[read_bibtex]),
    ],
)  # fmt: skip
def test_a_hostile_file_takes_ten_times_its_tenth(read: Callable[[str], object], unit: str) -> None:
    assert_cost_grows_with_size(read, unit * (SIZE // len(unit)))


def swollen(problem: Problem) -> bool:
    return problem.reason.en == "the abbreviations in the entry that starts here expand to too much text"


def test_abbreviations_made_of_others_do_not_grow_with_the_power_of_their_number() -> None:
    doubling = "".join(f"@string{{a{n + 1} = a{n} # a{n}}}\n" for n in range(60))
    after = "@misc{k, title = {After it}, url = {https://a.example/x}}\n"
    reading = read_bibtex(f'@string{{a0 = "{"x" * 100}"}}\n{doubling}{after}')
    assert [line.article.title for line in reading.articles] == ["After it"]
    assert reading.problems
    assert all(swollen(problem) for problem in reading.problems)
    assert reading.problems[0].line == 6


@pytest.mark.parametrize("count", [11, 200_000])
def test_an_entry_in_which_a_long_abbreviation_comes_very_often_is_a_problem(count: int) -> None:
    words = "#".join(["long"] * count)
    reading = read_bibtex(f'@string{{long = "{"x" * 100_000}"}}\n@misc{{k, url={{https://a.example/x}}, note={words}}}')
    assert [(problem.line, swollen(problem)) for problem in reading.problems] == [(2, True)]
    assert not reading.articles


def test_an_abbreviation_may_stand_for_a_long_text() -> None:
    reading = read_bibtex(
        f'@string{{long = "{"x" * 4000}"}}\n@misc{{k, title={{T}}, url={{https://a.example/x}}, abstract=long}}'
    )
    assert [len(line.article.summary) for line in reading.articles] == [4000]
