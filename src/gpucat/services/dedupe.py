"""Looks for duplicates in the catalogue, in a file, or of a file's lines in the catalogue."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.unknown import unknown
from gpucat.catalog.url import loose_key
from gpucat.duplicates.evidence import Record
from gpucat.duplicates.pairs import Judgement
from gpucat.duplicates.search import Pair, find_duplicates, group_pairs, nearest_titles
from gpucat.errors import UsageError
from gpucat.formats.files import read_text
from gpucat.formats.reading import Problem
from gpucat.formats.records import read_records
from gpucat.language import Bilingual
from gpucat.store.articles import articles_by_number, find_articles
from gpucat.store.connection import Reader
from gpucat.store.distinct_pairs import read_distinct
from gpucat.store.title_reads import numbers_by_loose_key, read_titles

AGAINST: Final = ("self", "catalogue")
LONGEST_COMPARED: Final = 300
"""So many characters of a title are compared: the time that two titles take grows with the product of their lengths."""


class ComparedRecord(NamedTuple):
    """What was compared: `label` is an article's id or a line number; `number` is the article's, None in a file."""

    label: str | int
    number: int | None
    record: Record


class DuplicatePair(NamedTuple):
    """Two entries and the verdict about them."""

    a: ComparedRecord
    b: ComparedRecord
    judgement: Judgement


class DuplicateGroup(NamedTuple):
    """Entries that are one work, with the findings that link them."""

    members: tuple[ComparedRecord, ...]
    links: tuple[DuplicatePair, ...]


class DuplicateReport(NamedTuple):
    """What was found among how many entries; `problems` are lines that hold no record."""

    findings: tuple[DuplicatePair, ...]
    groups: tuple[DuplicateGroup, ...]
    compared: int
    problems: tuple[Problem, ...] = ()

    @property
    def is_clean(self) -> bool:
        """Whether nothing is surely or likely a duplicate."""
        return all(finding.judgement.verdict == "maybe" for finding in self.findings)


def find_in_catalogue(connection: Reader, tell: Callable[[int], None] = lambda _pairs: None) -> DuplicateReport:
    """The duplicates among the listed articles; pairs that a person said are distinct are left out.

    `tell` hears now and then how many pairs were looked at.
    """
    entries = catalogue_entries(connection)
    index_of = {entry.number: index for index, entry in enumerate(entries)}
    apart = [
        (index_of[one], index_of[other])
        for one, other in read_distinct(connection)
        if one in index_of and other in index_of
    ]
    decided = {tuple(sorted(pair)) for pair in apart}
    found = find_duplicates(_compared(entries), tell=tell)
    pairs = [pair for pair in found if (pair.one, pair.other) not in decided]
    groups = [
        DuplicateGroup(tuple(entries[index] for index in group.members), _findings(group.links, entries, entries))
        for group in group_pairs(pairs, apart)
    ]
    return DuplicateReport(_findings(pairs, entries, entries), tuple(groups), len(entries))


def find_in_file(path: Path, connection: Reader | None = None) -> DuplicateReport:
    """The duplicates among a file's lines, or of its lines in the catalogue. Raises FileError."""
    lines, problems = read_records(read_text(path).text)
    entries = [ComparedRecord(line, None, record) for line, record in lines]
    if connection is not None:
        findings = find_across(entries, catalogue_entries(connection))
        return DuplicateReport(findings, (), len(entries), tuple(problems))
    pairs = find_duplicates(_compared(entries))
    groups = [
        DuplicateGroup(tuple(entries[index] for index in group.members), _findings(group.links, entries, entries))
        for group in group_pairs(pairs)
    ]
    return DuplicateReport(_findings(pairs, entries, entries), tuple(groups), len(entries), tuple(problems))


def find_across(entries: Sequence[ComparedRecord], stored: Sequence[ComparedRecord]) -> tuple[DuplicatePair, ...]:
    """The duplicates of the entries among the stored ones."""
    pairs = find_duplicates(_compared(entries), _compared(stored))
    return _findings(pairs, entries, stored)


def find_copies(connection: Reader, record: Record) -> tuple[DuplicatePair, ...]:
    """What one new record is, or may be, a copy of in the catalogue, strongest first; quick however large that is."""
    numbers, titles = read_titles(connection, LONGEST_COMPARED)
    near = [numbers[index] for index in nearest_titles(record.title[:LONGEST_COMPARED], titles)]
    if key := loose_key(record.url):
        near += numbers_by_loose_key(connection, key)
    articles = articles_by_number(connection, list(dict.fromkeys(near)))
    stored = [ComparedRecord(article.id, article.number, record_of(article)) for article in articles.values()]
    return find_across([ComparedRecord("new", None, record)], stored)


def catalogue_entries(connection: Reader) -> list[ComparedRecord]:
    """The listed articles as entries, in the order of their numbers."""
    articles = find_articles(connection, ArticleFilter(), "number")
    return [ComparedRecord(article.id, article.number, record_of(article)) for article in articles]


def record_of(article: Article) -> Record:
    """What of an article is compared."""
    return Record(article.title, article.url, article.authors, article.published, article.source)


def check_against(choice: str, *, has_file: bool) -> None:
    """Raises UsageError for a choice that is none of AGAINST, and for one that needs a file where there is none."""
    if choice not in AGAINST:
        raise unknown("against", choice, AGAINST, Bilingual("choice", "可选值"))
    if choice != "self" and not has_file:
        raise UsageError(
            "needs_file",
            Bilingual("--against says with what a file's lines are compared", "--against 用于指明文件各行与何者比较"),
            Bilingual("name the file with --file", "请用 --file 指定文件"),
        )


def _compared(entries: Iterable[ComparedRecord]) -> list[Record]:
    """The records as they are compared."""
    return [entry.record._replace(title=entry.record.title[:LONGEST_COMPARED]) for entry in entries]


def _findings(
    pairs: Iterable[Pair], ones: Sequence[ComparedRecord], others: Sequence[ComparedRecord]
) -> tuple[DuplicatePair, ...]:
    return tuple(DuplicatePair(ones[pair.one], others[pair.other], pair.judgement) for pair in pairs)
