"""Reads the labelled pairs and page titles of `tests/yardsticks`, and judges them by the rules."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from gpucat.duplicates.candidates import find_duplicates
from gpucat.duplicates.records import Record
from gpucat.resources import data_file

FOLDER = Path(__file__).parent / "yardsticks"
ALONE = ("kinds", "made")
"""Sets of single pairs: a text made from one article is no stranger to a text made from its neighbour."""


class Judged(NamedTuple):
    """A pair of one set by the numbers of its records; `duplicate` is 1, 0 or ?, `verdict` is today's."""

    one: int
    other: int
    duplicate: str
    kind: str
    verdict: str


class PageTitle(NamedTuple):
    title: str
    author: str
    source: str
    page: str
    is_same: bool
    kind: str
    verdict: str


def rows(name: str) -> Iterator[list[str]]:
    for line in (FOLDER / name).read_text("utf-8").splitlines():
        if not line.startswith("#"):
            yield line.split("\t")


def read_records() -> dict[str, dict[int, Record]]:
    """Reads the records of each set by number."""
    found: dict[str, dict[int, Record]] = defaultdict(dict)
    for name, number, title, url, authors, published, source in rows("records.tsv"):
        record = Record(title, url, tuple(filter(None, authors.split("|"))), published or None, source or None)
        found[name][int(number)] = record
    return found


def read_pairs() -> dict[str, list[Judged]]:
    """Reads the pairs of each set."""
    found: dict[str, list[Judged]] = defaultdict(list)
    for name, one, other, duplicate, kind, verdict in rows("pairs.tsv"):
        found[name].append(Judged(int(one), int(other), duplicate, kind, verdict))
    return found


def read_titles() -> list[PageTitle]:
    return [
        PageTitle(title, author, source, page, same == "1", kind, verdict)
        for title, author, source, page, same, kind, verdict in rows("titles.tsv")
    ]


def read_catalogue() -> list[Record]:
    """Reads the seed's articles, all of them different works."""
    lines = map(json.loads, data_file("seed.jsonl").read_text("utf-8").splitlines())
    return [
        Record(line["title"], line["url"], tuple(line["authors"]), line.get("published"), line.get("source"))
        for line in lines
        if line["kind"] == "article"
    ]


def works_of(pairs: Iterable[Judged]) -> Mapping[int, int]:
    """Returns the number of the work that each record belongs to, as far as the pairs tell."""
    work: dict[int, int] = {}
    for pair in pairs:
        one, other = work.setdefault(pair.one, pair.one), work.setdefault(pair.other, pair.other)
        if pair.duplicate != "0" and one != other:
            work.update({number: one for number, found in work.items() if found == other})
    return work


def verdicts(name: str, records: Mapping[int, Record], pairs: Sequence[Judged]) -> dict[tuple[int, int], str]:
    """Judges a set's records; the verdicts are by pairs of their numbers."""
    shelves = [(pair.one, pair.other) for pair in pairs] if name in ALONE else [tuple(sorted(records))]
    return {
        (shelf[found.one], shelf[found.other]): found.judgement.verdict
        for shelf in shelves
        for found in find_duplicates([records[number] for number in shelf])
    }
