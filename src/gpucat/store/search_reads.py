"""Reads the search index: entries of the term list, frequencies, spellings, and the articles that a plan may find.

Only quoted tokens reach MATCH. `FullTextIndex` asks FTS5; `ScannedIndex` does the same by looking at every article, for
a SQLite without it. Standard library only.
"""

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

from gpucat.catalog.groups import FULL_KINDS, Alternative, Group
from gpucat.catalog.lexicon import Entry, Form, Lexicon
from gpucat.catalog.ranking import COLUMN_WEIGHTS, COLUMNS, LIST_COLUMNS, Document, Ranker, padded
from gpucat.store.articles import SELECT, Condition
from gpucat.store.search_index import has_full_text

MOST_COUNTED: Final = 20_000
"""Frequencies beyond this are not counted: they all weigh next to nothing."""
MOST_SCORED: Final = 50_000
"""How many hits of one question are scored at most; in a list of this size all of them."""
_MOST_PARAMETERS: Final = 900
_JOINS: Final = SELECT[SELECT.index("  LEFT JOIN module") :]
_WEIGHTS: Final = ", ".join(str(weight) for weight in COLUMN_WEIGHTS.values())


def open_index(connection: sqlite3.Connection, *, is_literal: bool = False) -> "StoredIndex":
    """The index of the database; `is_literal` leaves out the columns that are not the list's own words."""
    kind = FullTextIndex if has_full_text(connection) else ScannedIndex
    return kind(connection, is_literal)


class StoredIndex:
    """What both ways of reading share."""

    def __init__(self, connection: sqlite3.Connection, is_literal: bool) -> None:
        self._connection = connection
        self._columns = LIST_COLUMNS if is_literal else COLUMNS
        self._frequencies: dict[tuple[str, ...], int] = {}
        self._entries: dict[str, Sequence[Entry]] = {}

    @cached_property
    def total(self) -> int:
        """How many articles the index has."""
        count: int = self._connection.execute("SELECT count(*) FROM search_text").fetchone()[0]
        return count

    def entries(self, keys: Collection[str]) -> Lexicon:
        """The term list's entries of these keys."""
        missing = sorted(key for key in keys if key not in self._entries)
        self._entries.update(dict.fromkeys(missing, ()))
        for start in range(0, len(missing), _MOST_PARAMETERS):
            part = missing[start : start + _MOST_PARAMETERS]
            marks = ", ".join("?" * len(part))
            rows = self._connection.execute(f"SELECT key, entries FROM search_entry WHERE key IN ({marks})", part)
            self._entries.update((key, [_entry(record) for record in json.loads(text)]) for key, text in rows)
        return {key: found for key in keys if (found := self._entries[key])}

    def spellings(self, shortest: int, longest: int) -> list[str]:
        """The words of the catalogue as they are written, of so many letters."""
        rows = self._connection.execute(
            "SELECT word FROM search_word WHERE length(word) BETWEEN ? AND ? ORDER BY word", (shortest, longest)
        )
        return [word for (word,) in rows]

    def known_spellings(self, words: Collection[str]) -> list[str]:
        """Those of the words that the catalogue has."""
        marks = ", ".join("?" * len(words))
        rows = self._connection.execute(f"SELECT word FROM search_word WHERE word IN ({marks}) ORDER BY word", [*words])
        return [word for (word,) in rows]

    def frequency(self, tokens: tuple[str, ...]) -> int:
        """How many articles have these tokens side by side, counted up to MOST_COUNTED."""
        if tokens not in self._frequencies:
            self._frequencies[tokens] = self._count([Alternative(tokens)])
        return self._frequencies[tokens]

    def members(self, alternatives: Sequence[Alternative]) -> set[int]:
        """The numbers of the articles that have one of the alternatives."""
        raise NotImplementedError

    def group_frequency(self, group: Group) -> int:
        """How many articles have one of the group's alternatives, counted up to MOST_COUNTED."""
        telling = [a for a in group.alternatives if a.kind != "part"]
        return self._count(telling or group.alternatives)

    def documents(self, numbers: Sequence[int]) -> Iterator[Document]:
        """The token text of these articles."""
        blank = [column not in self._columns for column in COLUMNS]
        for start in range(0, len(numbers), _MOST_PARAMETERS):
            listed = ", ".join(map(str, numbers[start : start + _MOST_PARAMETERS]))
            for row in self._connection.execute(f"SELECT * FROM search_text WHERE article_number IN ({listed})"):
                texts = [f" {text} " for text in row[1:]]
                if len(self._columns) < len(COLUMNS):
                    texts = ["  " if hidden else text for text, hidden in zip(texts, blank, strict=True)]
                yield Document(row[0], tuple(texts))

    def filtered(self, condition: Condition) -> list[int]:
        """The numbers of the articles that meet the condition."""
        rows = self._connection.execute(
            f"SELECT article.number FROM article{_JOINS} WHERE {condition.sql} ORDER BY article.number",
            condition.parameters,
        )
        return [number for (number,) in rows]

    def _count(self, alternatives: Iterable[Alternative]) -> int:
        raise NotImplementedError

    def find(
        self, groups: Sequence[Group], excluded: Sequence[Alternative], condition: Condition | None, most: int | None
    ) -> list[int]:
        """The numbers of the articles worth ranking: all full matches first, then the best of the partial ones.

        `most` bounds each of the two; None asks for all (of at most MOST_SCORED).
        """
        raise NotImplementedError


class FullTextIndex(StoredIndex):
    """The index through FTS5."""

    def find(
        self, groups: Sequence[Group], excluded: Sequence[Alternative], condition: Condition | None, most: int | None
    ) -> list[int]:
        hard = [group for group in groups if not group.is_soft]
        if any(all(a.kind not in FULL_KINDS for a in group.alternatives) for group in hard):
            hard = []  # a group that nothing gives in full: there are partial matches only
        without = f" NOT ({self._any(excluded)})" if excluded else ""
        found = dict.fromkeys(self._match(f"({self._all(hard)}){without}", condition, most) if hard else ())
        telling = self._rarest(groups)
        partial = self._match(f"({self._any(a for g in telling for a in g.alternatives)}){without}", condition, most)
        return list(found | dict.fromkeys(partial))

    def members(self, alternatives: Sequence[Alternative]) -> set[int]:
        rows = self._connection.execute(
            "SELECT rowid FROM article_fts WHERE article_fts MATCH ?", (self._any(alternatives),)
        )
        return {number for (number,) in rows}

    def _rarest(self, groups: Sequence[Group]) -> list[Group]:
        """The groups that bring in candidates: the rarest, as long as together they stay affordable."""
        if self.total <= MOST_SCORED:
            return list(groups)
        counted = sorted((self.group_frequency(group), place, group) for place, group in enumerate(groups))
        kept: list[Group] = []
        sum_of_hits = 0
        for frequency, _, group in counted:
            if kept and sum_of_hits + frequency > MOST_SCORED:
                break
            kept.append(group)
            sum_of_hits += frequency
        return kept

    def _match(self, expression: str, condition: Condition | None, most: int | None) -> list[int]:
        joined = f" CROSS JOIN article ON article.number = article_fts.rowid{_JOINS}" if condition else ""
        where = f" AND {condition.sql}" if condition else ""
        rows = self._connection.execute(
            f"SELECT number FROM (SELECT article_fts.rowid AS number, bm25(article_fts, {_WEIGHTS}) AS score"
            f" FROM article_fts{joined} WHERE article_fts MATCH ?{where} LIMIT {MOST_SCORED})"
            f" ORDER BY score, number LIMIT {-1 if most is None else most}",
            (expression, *(condition.parameters if condition else ())),
        )
        return [number for (number,) in rows]

    def _count(self, alternatives: Iterable[Alternative]) -> int:
        count: int = self._connection.execute(
            f"SELECT count(*) FROM (SELECT 1 FROM article_fts WHERE article_fts MATCH ? LIMIT {MOST_COUNTED})",
            (self._any(alternatives),),
        ).fetchone()[0]
        return count

    def _any(self, alternatives: Iterable[Alternative]) -> str:
        return " OR ".join(dict.fromkeys(self._expression(alternative, is_whole=False) for alternative in alternatives))

    def _all(self, groups: Iterable[Group]) -> str:
        wholes = (
            " OR ".join(self._expression(a, is_whole=True) for a in group.alternatives if a.kind in FULL_KINDS)
            for group in groups
        )
        return " AND ".join(f"({whole})" for whole in wholes)

    def _expression(self, alternative: Alternative, *, is_whole: bool) -> str:
        """The alternative in the language of MATCH. A Chinese run is whole where pairs touch each of its characters."""
        columns = [alternative.column] if alternative.column else self._columns
        scope = "" if len(columns) == len(COLUMNS) else f"{{{' '.join(columns)}}} : "
        if alternative.kind != "pairs":
            return f"{scope}{_quoted(alternative.tokens)}{' *' if alternative.is_prefix else ''}"
        tokens = [_quoted([token]) for token in alternative.tokens]
        if not is_whole:
            return f"{scope}({' OR '.join(tokens)})"
        neighbours = pairwise(tokens)
        touching = [tokens[0], *(f"({one} OR {other})" for one, other in neighbours), tokens[-1]]
        return f"({scope}({' AND '.join(touching)}))"


class ScannedIndex(StoredIndex):
    """The index read through from end to end: slower by the size of the list, the same answer."""

    @cached_property
    def _all_documents(self) -> list[Document]:
        rows = self._connection.execute("SELECT article_number FROM search_text ORDER BY article_number")
        return list(self.documents([number for (number,) in rows]))

    def find(
        self, groups: Sequence[Group], excluded: Sequence[Alternative], condition: Condition | None, most: int | None
    ) -> list[int]:
        allowed = set(self.filtered(condition)) if condition else None
        ranker, barred = Ranker(groups, [1.0] * len(groups)), Ranker([Group("", tuple(excluded))], [1.0])
        ranked = [
            hit
            for document in self._all_documents
            if (allowed is None or document.number in allowed)
            and (hit := ranker.rank(document)).score > 0
            and not (excluded and barred.rank(document).score > 0)
        ]
        return [hit.number for hit in ranked]

    def members(self, alternatives: Sequence[Alternative]) -> set[int]:
        ranker = Ranker([Group("", tuple(alternatives))], [1.0])
        return {document.number for document in self._all_documents if ranker.rank(document).score > 0}

    def _count(self, alternatives: Iterable[Alternative]) -> int:
        return len(self.members(list(alternatives)))


def _entry(record: list[Any]) -> Entry:
    kind, concept, forms, apart, told, weight = record
    read = tuple(Form(text, tuple(tokens)) for text, tokens in forms)
    return Entry(kind, concept, read, tuple(map(tuple, apart)), told, weight)


def _quoted(tokens: Sequence[str]) -> str:
    return '"' + padded(tokens).strip().replace('"', '""') + '"'
