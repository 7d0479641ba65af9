"""Finds duplicates in the catalogue, within a file, or between a file and the catalogue."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.unknown import unknown
from gpucat.catalog.url import loose_key
from gpucat.duplicates.candidates import Pair, find_duplicates, group_pairs, nearest_titles, sort_pairs
from gpucat.duplicates.records import Record
from gpucat.duplicates.verdict import VERDICTS, DuplicateJudgement
from gpucat.errors import UsageError
from gpucat.formats.files import read_known
from gpucat.formats.reading import Problem
from gpucat.formats.records import read_records, record_of
from gpucat.language import Bilingual
from gpucat.services.same_texts import joined, judge_texts
from gpucat.store.articles import articles_by_number, find_articles
from gpucat.store.connection import Reader
from gpucat.store.duplicates import numbers_by_loose_key, read_distinct, read_titles

if TYPE_CHECKING:
    from gpucat.texts.extraction import ArticleText

AGAINST: Final = ("self", "catalogue")
LONGEST_COMPARED: Final = 300
"""How many characters of a title are compared: the time for two titles grows with the product of their lengths."""


class ComparedRecord(NamedTuple):
    """A record to compare: `label` is an article's id or a line number; `number` is the article's, None in a file."""

    label: str | int
    number: int | None
    record: Record


class DuplicatePair(NamedTuple):
    """Two compared records and the verdict on them."""

    a: ComparedRecord
    b: ComparedRecord
    judgement: DuplicateJudgement


class DuplicateGroup(NamedTuple):
    """Records that are the same work, with the pairs that link them."""

    members: tuple[ComparedRecord, ...]
    links: tuple[DuplicatePair, ...]


class DuplicateReport(NamedTuple):
    """The pairs and groups found among `compared` records; `problems` are lines that hold no record."""

    findings: tuple[DuplicatePair, ...]
    groups: tuple[DuplicateGroup, ...]
    compared: int
    problems: tuple[Problem, ...] = ()

    @property
    def is_clean(self) -> bool:
        """Whether there is no certain or likely duplicate."""
        return all(finding.judgement.verdict == "maybe" for finding in self.findings)


def find_in_catalogue(connection: Reader, tell: Callable[[int], None] = lambda _pairs: None) -> DuplicateReport:
    """Finds the duplicates among the listed articles, except pairs that a person marked as distinct.

    `tell` is called now and then with the number of pairs compared.
    """
    records = catalogue_records(connection)
    index_of = {record.number: index for index, record in enumerate(records)}
    apart = [
        (index_of[one], index_of[other])
        for one, other in read_distinct(connection)
        if one in index_of and other in index_of
    ]
    decided = {tuple(sorted(pair)) for pair in apart}
    found = _with_texts(connection, find_duplicates(_compared(records), tell=tell), index_of)
    return _report([pair for pair in found if (pair.one, pair.other) not in decided], records, apart)


def find_in_file(path: Path, connection: Reader | None = None) -> DuplicateReport:
    """Finds the duplicates within a file in any format that an import reads, or of its records in the catalogue if one is
    given. Raises FileError or UsageError.
    """
    lines, problems = read_records(read_known(path))
    records = [ComparedRecord(line, None, record) for line, record in lines]
    if connection is not None:
        findings = find_across(records, catalogue_records(connection))
        return DuplicateReport(findings, (), len(records), tuple(problems))
    return _report(find_duplicates(_compared(records)), records, problems=problems)


def find_across(records: Sequence[ComparedRecord], stored: Sequence[ComparedRecord]) -> tuple[DuplicatePair, ...]:
    """Finds the records that duplicate a stored one."""
    pairs = find_duplicates(_compared(records), _compared(stored))
    return _judged(pairs, records, stored)


def find_copies(connection: Reader, record: Record, text: "ArticleText | None" = None) -> tuple[DuplicatePair, ...]:
    """Finds what a new record may duplicate in the catalogue, strongest first; fast whatever the catalogue's size.

    `text` is what its page says, if that was read: it is compared with what is kept of the others.
    """
    numbers, titles = read_titles(connection, LONGEST_COMPARED)
    near = [numbers[index] for index in nearest_titles(record.title[:LONGEST_COMPARED], titles)]
    if key := loose_key(record.url):
        near += numbers_by_loose_key(connection, key)
    alike = {other: judgement for (_, other), judgement in (judge_texts(connection, text) if text else {}).items()}
    articles = articles_by_number(connection, list(dict.fromkeys([*near, *alike])))
    stored = [ComparedRecord(article.id, article.number, record_of(article)) for article in articles.values()]
    new = ComparedRecord("new", None, record)
    found = {pair.b.number: pair.judgement for pair in find_across([new], stored)}
    pairs = (
        DuplicatePair(new, other, judgement)
        for other in stored
        if (judgement := joined(found.get(other.number), alike.get(other.number or 0)))
    )
    return tuple(sorted(pairs, key=lambda pair: (VERDICTS.index(pair.judgement.verdict), -pair.judgement.score)))


def catalogue_records(connection: Reader) -> list[ComparedRecord]:
    """Returns the listed articles as records to compare, by number."""
    articles = find_articles(connection, ArticleFilter(), "number")
    return [ComparedRecord(article.id, article.number, record_of(article)) for article in articles]


def check_against(choice: str, *, has_file: bool) -> None:
    """Raises UsageError for a choice not in AGAINST, and for `catalogue` without a file."""
    if choice not in AGAINST:
        raise unknown("against", choice, AGAINST, Bilingual("choice", "取值"))
    if choice != "self" and not has_file:
        raise UsageError(
            "needs_file",
            Bilingual("--against needs a file to compare", "--against 需要与 --file 一起使用"),
            Bilingual("name the file with --file", "请用 --file 指定要比较的文件"),
        )


def _report(
    pairs: Sequence[Pair],
    records: Sequence[ComparedRecord],
    apart: Iterable[tuple[int, int]] = (),
    problems: Iterable[Problem] = (),
) -> DuplicateReport:
    groups = tuple(
        DuplicateGroup(tuple(records[index] for index in group.members), _judged(group.links, records, records))
        for group in group_pairs(pairs, apart)
    )
    return DuplicateReport(_judged(pairs, records, records), groups, len(records), tuple(problems))


def _with_texts(connection: Reader, pairs: Sequence[Pair], index_of: Mapping[int | None, int]) -> list[Pair]:
    """Returns the pairs with what the articles' texts say, and those that only their texts tell; strongest first."""
    judged = {(pair.one, pair.other): pair.judgement for pair in pairs}
    told = judge_texts(connection)
    if not told:
        return list(pairs)
    for (one, other), judgement in told.items():
        low, high = sorted((index_of[one], index_of[other]))
        judged[low, high] = joined(judged.get((low, high)), judgement) or judgement
    return sort_pairs(Pair(one, other, judgement) for (one, other), judgement in judged.items())


def _compared(records: Iterable[ComparedRecord]) -> list[Record]:
    """Returns the records with their titles shortened for the comparison."""
    return [record.record._replace(title=record.record.title[:LONGEST_COMPARED]) for record in records]


def _judged(
    pairs: Iterable[Pair], ones: Sequence[ComparedRecord], others: Sequence[ComparedRecord]
) -> tuple[DuplicatePair, ...]:
    return tuple(DuplicatePair(ones[pair.one], others[pair.other], pair.judgement) for pair in pairs)
