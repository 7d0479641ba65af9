"""Reads the search index: term list entries, frequencies, spellings, and candidate articles.

`FullTextIndex` uses FTS5; `ScannedIndex` scans every article, for an SQLite without it.
Standard library only.
"""

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from gpucat.search.groups import FULL_KINDS, Alternative, WordGroup
from gpucat.search.lexicon import Lexicon, TermEntry, TermForm, is_symptom_key
from gpucat.search.ranking import COLUMN_WEIGHTS, COLUMNS, LIST_COLUMNS, Document, Ranker, document_of
from gpucat.search.text_scores import TEXT_COLUMN
from gpucat.store.articles import SELECT, Condition
from gpucat.store.match import MOST_SCORED, match_all, match_any, scoped
from gpucat.store.search_state import has_full_text

if TYPE_CHECKING:
    from gpucat.store.text_search import TextSections

MOST_COUNTED: Final = 5_000
"""Frequencies are counted only up to this, since more frequent words weigh next to nothing."""
_TELLING_COLUMNS: Final = ("title", "keywords", "authors", "facts")
"""The columns that weigh most, so full matches are looked for there first. In a long list such tiers (Manning, Raghavan,
Schütze 2008, 7.2) are faster than bm25, which counts each word in the whole list before it scores the first hit."""
_MOST_PARAMETERS: Final = 900
_KINDS_WITH_FORMS: Final = ("same", "near", "initials", "fact")
_JOINS: Final = SELECT[SELECT.index("  LEFT JOIN module") :]
_WEIGHTS: Final = ", ".join(str(weight) for weight in COLUMN_WEIGHTS.values())


def open_index(connection: sqlite3.Connection, *, is_literal: bool = False) -> "StoredIndex":
    """Opens the index of the database; `is_literal` leaves out columns that are not the list's own words."""
    kind = FullTextIndex if has_full_text(connection) else ScannedIndex
    return kind(connection, is_literal)


class StoredIndex:
    """The base of both ways to read the index."""

    def __init__(self, connection: sqlite3.Connection, is_literal: bool) -> None:
        self._connection = connection
        self._columns = LIST_COLUMNS if is_literal else COLUMNS
        self.sections: TextSections | None = None  # the texts, if they are searched too
        self._frequencies: dict[tuple[str, ...], int] = {}
        self._entries: dict[str, Sequence[TermEntry]] = {}
        self._known_concepts: set[str] = set()
        self._forms: dict[tuple[str, str], tuple[tuple[TermForm, ...], tuple[tuple[str, ...], ...]]] = {}

    @cached_property
    def total(self) -> int:
        """The highest article number, used as the number of articles: counting would read the whole table."""
        last: int = self._connection.execute("SELECT coalesce(max(article_number), 0) FROM search_text").fetchone()[0]
        return last

    def entries(self, keys: Collection[str]) -> Lexicon:
        """Returns the term list's entries for these keys."""
        missing = [key for key in keys if key not in self._entries]
        self._entries.update(dict.fromkeys(missing, ()))
        rows = dict(self._in("SELECT key, entries FROM search_entry WHERE key", missing))
        self._entries.update((key, _Symptoms(rows.pop(key))) for key in missing if key in rows and is_symptom_key(key))
        read = [(key, [line.split("\t") for line in text.split("\n")]) for key, text in rows.items()]
        self._read_forms({record[1] for _, records in read for record in records if record[0] in _KINDS_WITH_FORMS})
        self._entries.update((key, [self._entry(*record) for record in records]) for key, records in read)
        return {key: found for key in keys if (found := self._entries[key])}

    def _read_forms(self, concepts: Collection[str]) -> None:
        missing = [concept for concept in concepts if concept not in self._known_concepts]
        self._known_concepts.update(missing)
        select = "SELECT kind, concept, forms, apart FROM search_forms WHERE concept"
        for kind, concept, named, apart in self._in(select, missing):
            forms = [line.split("\t") for line in named.split("\n")]
            read = tuple(TermForm(name, tuple(tokens.split(" "))) for name, tokens in forms)
            self._forms[kind, concept] = read, tuple(tuple(name.split(" ")) for name in apart.split("\n") if name)

    def _entry(self, kind: str, concept: str, told: str, weight: str) -> TermEntry:
        return TermEntry(kind, concept, *self._forms.get((kind, concept), ((), ())), told, float(weight))

    def _in(self, select: str, values: Collection[str]) -> Iterator[tuple[Any, ...]]:
        """Yields the rows of a SELECT that ends before IN, sorted batch by batch."""
        ordered = sorted(values)
        for start in range(0, len(ordered), _MOST_PARAMETERS):
            part = ordered[start : start + _MOST_PARAMETERS]
            yield from self._connection.execute(f"{select} IN ({', '.join('?' * len(part))})", part)

    def spellings(self, shortest: int, longest: int) -> list[str]:
        """Returns the catalogue's words, as written, of `shortest` to `longest` characters."""
        rows = self._connection.execute(
            "SELECT word FROM search_word WHERE length(word) BETWEEN ? AND ? ORDER BY word", (shortest, longest)
        )
        return [word for (word,) in rows]

    def known_spellings(self, words: Collection[str]) -> list[str]:
        """Returns the words that occur in the catalogue."""
        return [word for (word,) in self._in("SELECT word FROM search_word WHERE word", words)]

    def frequency(self, tokens: tuple[str, ...]) -> int:
        """Counts the articles that have these tokens side by side, up to MOST_COUNTED."""
        if tokens not in self._frequencies:
            self._frequencies[tokens] = self._count([Alternative(tokens)])
        return self._frequencies[tokens]

    def is_known(self, tokens: tuple[str, ...], least_texts: int = 1) -> bool:
        """Says whether a row, or at least so many texts, have these tokens side by side."""
        return bool(self.frequency(tokens)) or (self.sections is not None and self.sections.has(tokens, least_texts))

    def members(self, alternatives: Sequence[Alternative]) -> set[int]:
        """Returns the numbers of the articles that match one of the alternatives."""
        raise NotImplementedError

    def group_frequency(self, group: WordGroup) -> int:
        """Counts the articles that match the group in full, up to MOST_COUNTED."""
        return self._count(group.full_alternatives)

    def documents(self, numbers: Sequence[int]) -> Iterator[Document]:
        """Yields the token text of these articles."""
        blank = [column not in self._columns for column in COLUMNS]
        for start in range(0, len(numbers), _MOST_PARAMETERS):
            listed = ", ".join(map(str, numbers[start : start + _MOST_PARAMETERS]))
            for row in self._connection.execute(f"SELECT * FROM search_text WHERE article_number IN ({listed})"):
                texts: Sequence[str] = row[1:]
                if len(self._columns) < len(COLUMNS):
                    texts = ["" if is_hidden else text for text, is_hidden in zip(texts, blank, strict=True)]
                yield document_of(row[0], texts)

    def filtered(self, condition: Condition) -> list[int]:
        """Returns the numbers of the articles that meet the condition."""
        rows = self._connection.execute(
            f"SELECT article.number FROM article{_JOINS} WHERE {condition.sql} ORDER BY article.number",
            condition.parameters,
        )
        return [number for (number,) in rows]

    def _count(self, alternatives: Sequence[Alternative]) -> int:
        raise NotImplementedError

    def find(
        self, groups: Sequence[WordGroup], excluded: Sequence[Alternative], condition: Condition | None, most: int
    ) -> list[int]:
        """Returns the numbers of the `most` articles worth ranking: full matches, then the best partial ones."""
        raise NotImplementedError


class _Symptoms(Sequence[TermEntry]):
    """The entries of a meaning that symptoms share, parsed on first use because common ones have hundreds."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __len__(self) -> int:
        return self._text.count("\n") + 1

    def __getitem__(self, place: Any) -> Any:  # noqa: ANN401  an index or a slice
        return self._read[place]

    @cached_property
    def _read(self) -> list[TermEntry]:
        records = (line.split("\t") for line in self._text.split("\n"))
        return [TermEntry(kind, concept, told=told, weight=float(weight)) for kind, concept, told, weight in records]


class FullTextIndex(StoredIndex):
    """The index read through FTS5."""

    def find(
        self, groups: Sequence[WordGroup], excluded: Sequence[Alternative], condition: Condition | None, most: int
    ) -> list[int]:
        groups = [group._replace(alternatives=_in_rows(group.alternatives)) for group in groups]
        excluded = _in_rows(excluded)
        hard = [group for group in groups if not group.is_soft]
        if any(all(a.kind not in FULL_KINDS for a in group.alternatives) for group in hard):
            hard = []  # a group without full alternatives allows only partial matches
        without = f" NOT ({match_any(excluded, self._columns)})" if excluded else ""
        full = self._tiered(f"({match_all(hard, self._columns)})", without, condition, most) if hard else []
        if len(full) >= most:
            return full
        telling, is_common = self._rarest(groups)
        parts = [[a for g in telling for a in g.alternatives]]
        parts += (list(group.full_alternatives) for group in groups if group.is_required)
        if not all(parts):
            return full
        expression = f"({' AND '.join(f'({match_any(part, self._columns)})' for part in parts)})"
        if is_common:
            partial = self._tiered(expression, without, condition, most)
        else:
            partial = self._best(f"{expression}{without}", condition, most)
        return list(dict.fromkeys([*full, *partial]))

    def members(self, alternatives: Sequence[Alternative]) -> set[int]:
        listed = _in_rows(alternatives)
        if not listed:
            return set()
        rows = self._connection.execute(
            "SELECT rowid FROM article_fts WHERE article_fts MATCH ?", (match_any(listed, self._columns),)
        )
        return {number for (number,) in rows}

    def _rarest(self, groups: Sequence[WordGroup]) -> tuple[list[WordGroup], bool]:
        """Returns the rarest groups with at most MOST_SCORED hits together, and whether even the rarest has more."""
        counted = sorted((self.group_frequency(group), place, group) for place, group in enumerate(groups))
        kept: list[WordGroup] = []
        sum_of_hits = 0
        for frequency, _, group in counted:
            if sum_of_hits and sum_of_hits + frequency > MOST_SCORED:
                break
            kept.append(group)
            sum_of_hits += frequency
        return kept, sum_of_hits > MOST_SCORED

    def _tiered(self, expression: str, without: str, condition: Condition | None, most: int) -> list[int]:
        """Returns the numbers of `most` matching articles, those that match in the telling columns first."""
        found: dict[int, None] = {}
        for columns in (_TELLING_COLUMNS, self._columns):
            select = f"{_matching('', condition)} LIMIT {most}"
            found |= dict.fromkeys(self._numbers(select, f"({scoped(columns)}{expression}){without}", condition))
            if len(found) >= most:
                break
        return list(found)[:most]

    def _best(self, expression: str, condition: Condition | None, most: int) -> list[int]:
        """Returns the numbers of the best articles by bm25 among the first MOST_SCORED matches."""
        scored = _matching(f", bm25(article_fts, {_WEIGHTS}) AS score", condition)
        select = f"SELECT number FROM ({scored} LIMIT {MOST_SCORED}) ORDER BY score, number LIMIT {most}"
        return self._numbers(select, expression, condition)

    def _numbers(self, select: str, expression: str, condition: Condition | None) -> list[int]:
        rows = self._connection.execute(select, (expression, *(condition.parameters if condition else ())))
        return [number for (number,) in rows]

    def _count(self, alternatives: Sequence[Alternative]) -> int:
        listed = _in_rows(alternatives)
        if not listed:
            return 0
        count: int = self._connection.execute(
            f"SELECT count(*) FROM (SELECT 1 FROM article_fts WHERE article_fts MATCH ? LIMIT {MOST_COUNTED})",
            (match_any(listed, self._columns),),
        ).fetchone()[0]
        return count


class ScannedIndex(StoredIndex):
    """The index scanned article by article: the same answers, but slower in a long list."""

    @cached_property
    def _all_documents(self) -> list[Document]:
        rows = self._connection.execute("SELECT article_number FROM search_text ORDER BY article_number")
        return list(self.documents([number for (number,) in rows]))

    def find(
        self, groups: Sequence[WordGroup], excluded: Sequence[Alternative], condition: Condition | None, most: int
    ) -> list[int]:
        allowed = set(self.filtered(condition)) if condition else None
        ranker, barred = Ranker(groups, [1.0] * len(groups)), Ranker([WordGroup("", tuple(excluded))], [1.0])
        ranked = [
            hit
            for document in self._all_documents
            if (allowed is None or document.number in allowed)
            and (hit := ranker.rank(document)).score > 0
            and not (excluded and barred.rank(document).score > 0)
        ]
        return [hit.number for hit in ranked]

    def members(self, alternatives: Sequence[Alternative]) -> set[int]:
        # As with MATCH, a name also counts inside longer names that only look like it.
        ranker = Ranker([WordGroup("", tuple(a._replace(apart=()) for a in alternatives))], [1.0])
        return {document.number for document in self._all_documents if ranker.rank(document).score > 0}

    def _count(self, alternatives: Sequence[Alternative]) -> int:
        return len(self.members(alternatives))


def _matching(scored: str, condition: Condition | None) -> str:
    """Returns a SELECT of the articles that match and meet the condition, with the columns of `scored`."""
    joined = f" CROSS JOIN article ON article.number = article_fts.rowid{_JOINS}" if condition else ""
    where = f" AND {condition.sql}" if condition else ""
    return f"SELECT article_fts.rowid AS number{scored} FROM article_fts{joined} WHERE article_fts MATCH ?{where}"


def _in_rows(alternatives: Iterable[Alternative]) -> tuple[Alternative, ...]:
    """Returns the alternatives that a row can have: none that is looked for in texts only."""
    return tuple(alternative for alternative in alternatives if alternative.column != TEXT_COLUMN)
