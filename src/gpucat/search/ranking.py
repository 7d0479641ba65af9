"""Ranks the hits by how well each article matches the groups of a plan. Pure.

Each group counts by its rarity (the inverse document frequency of BM25, Robertson and Zaragoza 2009) times how strongly
the article's columns contain it, with saturation. An article that satisfies every group is a full match and comes
before all others.
"""

import math
from bisect import bisect
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from itertools import accumulate
from typing import Final, NamedTuple

from gpucat.search.groups import FULL_KINDS, WEIGHTS, Alternative, WordGroup

COLUMN_WEIGHTS: Final = {
    "title": 3.0, "keywords": 2.0, "summary": 1.0, "why": 0.5, "authors": 2.0, "source": 1.0, "note": 0.5, "facts": 4.0,
    "concepts": 1.5, "summary_en": 0.5, "why_en": 0.25, "facets": 1.0, "questions": 0.5,
}  # fmt: skip
COLUMNS: Final = tuple(COLUMN_WEIGHTS)
LIST_COLUMNS: Final = ("title", "keywords", "summary", "why", "authors", "source", "note")
"""Columns with the words of the list and of the reader; a literal search looks only in these."""
HINT_COLUMNS: Final = frozenset({"questions"})
"""Columns that say what an article may help with: a word that stands only there is found, but makes no full match."""
MOST_COUNTED: Final = 2
SATURATION: Final = 2.0
ADJACENT: Final = 0.35
GUIDE_SHARE: Final = 0.4
"""How much the first article in the order of a wish ("easier", "newest") gains, as a share of the best score."""
SCATTERED: Final = 0.6
"""Weight of the pairs of a Chinese run where they stand apart, where the whole run weighs 1."""


class Found(NamedTuple):
    """An alternative that an article has, and the columns that contain it."""

    alternative: Alternative
    columns: tuple[str, ...]


class GroupHit(NamedTuple):
    """How one article satisfies one group: the part of the score, what was found, and whether it is a full match."""

    score: float
    found: tuple[Found, ...]
    is_full: bool


_NO_HIT: Final = GroupHit(0.0, (), False)


class Document(NamedTuple):
    """The token text of one article: its columns in the order of COLUMNS, with a space around each token and column.

    `starts` holds the position of each column, and of the end.
    """

    number: int
    text: str
    starts: tuple[int, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """Returns the columns one by one."""
        return tuple(map(self.text.__getitem__, map(slice, self.starts, self.starts[1:])))


class Ranked(NamedTuple):
    """One hit: the article's number, its score, whether it satisfies every group that counts, and the group hits.

    `from_text` is the part of the score that the article's text has added.
    """

    number: int
    score: float
    is_full: bool
    hits: tuple[GroupHit, ...]
    from_text: float = 0.0


class _Needle(NamedTuple):
    """An alternative prepared for searching in token text; without all of `tokens` it cannot be there."""

    alternative: Alternative
    text: str
    tokens: frozenset[str]
    weight: float
    is_thing: bool
    pairs: tuple[str, ...]
    apart: tuple[str, ...]


def rarity(frequency: int, total: int) -> float:
    """Returns the weight of a group found in `frequency` of `total` articles."""
    return math.log(1 + (total - frequency + 0.5) / (frequency + 0.5))


def padded(tokens: Sequence[str]) -> str:
    """Joins tokens as they stand in a document's text."""
    return f" {' '.join(tokens)} "


def document_of(number: int, columns: Sequence[str]) -> Document:
    """Makes a document from an article's token texts, in the order of COLUMNS."""
    starts = accumulate([len(column) + 2 for column in columns], initial=0)
    return Document(number, f" {'  '.join(columns)} ", tuple(starts))


class Bounds:
    """Upper bounds for the scores of articles, so that hopeless ones need no ranking.

    `members` are the articles that have any alternative of a group, `owners` those that have a full one.
    """

    def __init__(
        self,
        groups: Sequence[WordGroup],
        rarities: Sequence[float],
        members: Sequence[Collection[int]],
        owners: Sequence[Collection[int]],
    ) -> None:
        weights = [weight * group.weight for group, weight in zip(groups, rarities, strict=True)]
        near = [
            max((WEIGHTS[a.kind] for a in group.alternatives if a.kind not in FULL_KINDS), default=0.0)
            for group in groups
        ]
        joining = [0.0 if group.is_soft else ADJACENT for group in groups]
        self._parts = list(zip(weights, near, joining, members, owners, strict=True))
        self._needed = [owning for group, owning in zip(groups, owners, strict=True) if not group.is_soft]

    def at_most(self, number: int) -> float:
        """Returns the highest score the article can have; infinity if it may be a full match."""
        if self._needed and all(number in owning for owning in self._needed):
            return math.inf
        bound = before = 0.0
        for weight, near, joining, members, owners in self._parts:
            if number not in members:
                before = 0.0
                continue
            bound += weight * (1.0 if number in owners else near) + joining * min(before, weight)
            before = weight
        return bound


class Ranker:
    """Ranks documents for one plan; `rarities` are the weights of its groups, `weighed` the columns and their weights."""

    def __init__(
        self,
        groups: Sequence[WordGroup],
        rarities: Sequence[float],
        weighed: Sequence[tuple[str, float]] = tuple(COLUMN_WEIGHTS.items()),
    ) -> None:
        self._groups = groups
        self._weighed = weighed
        self._weights = [weight * group.weight for group, weight in zip(groups, rarities, strict=True)]
        self._needles = [[_needle(alternative) for alternative in group.alternatives] for group in groups]
        self._tokens = {token for needles in self._needles for needle in needles for token in needle.tokens}
        self._is_askable = any(not group.is_soft for group in groups)

    def rank(self, document: Document, members: Sequence[Collection[int]] | None = None) -> Ranked:
        """Ranks a document; `members`, if known, are the articles that have something of each group."""
        # Most words of most forms are absent, and sets show that faster than searching the text for each form.
        tokens = self._tokens.intersection(document.text.split(" "))
        known = members or [(document.number,)] * len(self._needles)
        hits = tuple(
            _hit(document, tokens, needles, weight, self._weighed) if document.number in numbers else _NO_HIT
            for needles, weight, numbers in zip(self._needles, self._weights, known, strict=True)
        )
        score = sum(hit.score for hit in hits) + self._neighbours(document.text, hits)
        gives_all = all(hit.is_full or group.is_soft for group, hit in zip(self._groups, hits, strict=True))
        return Ranked(document.number, score, self._is_askable and gives_all, hits)

    def _neighbours(self, text: str, hits: Sequence[GroupHit]) -> float:
        """Returns the bonus for words that were asked for side by side and stand side by side."""
        bonus = 0.0
        for place in range(len(hits) - 1):
            first, second = hits[place].found, hits[place + 1].found
            if first and second and not self._groups[place + 1].is_soft and _stand_together(text, first, second):
                bonus += ADJACENT * min(self._weights[place], self._weights[place + 1])
        return bonus


def guided(hits: Sequence[Ranked], order: Sequence[int]) -> list[Ranked]:
    """Adds to the score of each hit up to GUIDE_SHARE of the best one, by its place in the order that was wished for."""
    best = max((hit.score for hit in hits), default=0.0)
    places = {number: place for place, number in enumerate(order)}
    added = {number: GUIDE_SHARE * best * (1 - place / len(order)) for number, place in places.items()}
    return [hit._replace(score=hit.score + added.get(hit.number, 0.0)) if hit.score else hit for hit in hits]


def _needle(alternative: Alternative) -> _Needle:
    tokens, text = alternative.tokens, padded(alternative.tokens)
    pairs = tuple(f" {token} " for token in tokens) if alternative.kind == "pairs" else ()
    return _Needle(
        alternative,
        text[:-1] if alternative.is_prefix else text,
        frozenset(() if pairs else tokens[:-1] if alternative.is_prefix else tokens),
        WEIGHTS[alternative.kind],
        alternative.kind in FULL_KINDS,
        pairs,
        tuple(padded(longer) for longer in alternative.apart),
    )


def _hit(
    document: Document,
    tokens: Set[str],
    needles: Iterable[_Needle],
    weight: float,
    weighed: Sequence[tuple[str, float]],
) -> GroupHit:
    """Matches the document, of whose tokens `tokens` are searched for, against one group."""
    strength = best = 0.0
    found = []
    is_full = False
    for needle in needles:
        if not needle.tokens <= tokens:
            continue
        power, columns = _power(document, needle, weighed)
        if power:
            strength += power * needle.weight
            best = max(best, needle.weight)
            found.append(Found(needle.alternative, columns))
            is_said = needle.is_thing and not HINT_COLUMNS.issuperset(columns)
            is_full = is_full or (is_said and (not needle.pairs or _covers(document.text, needle)))
    return GroupHit(weight * best * strength / (strength + SATURATION), tuple(found), is_full)


def _power(document: Document, needle: _Needle, weighed: Sequence[tuple[str, float]]) -> tuple[float, tuple[str, ...]]:
    """Returns how strongly the columns contain the needle in total, and which columns do."""
    power, where = 0.0, []
    only = needle.alternative.column
    for place, count in _counts_apart(document, needle) if needle.pairs or needle.apart else _counts(document, needle):
        column, weight = weighed[place]
        if only is None or only == column:
            power += weight * min(count, MOST_COUNTED)
            where.append(column)
    return power, tuple(where)


def _counts(document: Document, needle: _Needle) -> Iterator[tuple[int, float]]:
    """Yields the position of each column that contains the needle, and how often it does."""
    text, starts, wanted = document.text, document.starts, needle.text
    at = text.find(wanted)
    while at >= 0:
        after = bisect(starts, at)
        end = starts[after]
        yield after - 1, text.count(wanted, at, end)
        at = text.find(wanted, end)


def _counts_apart(document: Document, needle: _Needle) -> Iterator[tuple[int, float]]:
    """Counts like `_counts`, but skips longer names, and counts the scattered pairs of a Chinese run in part."""
    for place, text in enumerate(document.columns):
        count: float = text.count(needle.text) - sum(text.count(longer) for longer in needle.apart)
        if not count and needle.pairs:
            count = SCATTERED * sum(pair in text for pair in needle.pairs) / len(needle.pairs)
        if count:
            yield place, count


def _covers(text: str, needle: _Needle) -> bool:
    """Says whether the pairs that were found cover every character of a Chinese run."""
    present = [pair in text for pair in needle.pairs]
    return all(before or after for before, after in zip([False, *present], [*present, False], strict=True))


def _stand_together(text: str, first: Sequence[Found], second: Sequence[Found]) -> bool:
    ones, others = (
        tuple(padded(found.alternative.tokens) for found in several if found.alternative.kind != "part")
        for several in (first, second)
    )
    return any(_is_followed(text, one, others) for one in ones)


def _is_followed(text: str, one: str, others: tuple[str, ...]) -> bool:
    """Says whether one of `others` follows `one` directly, sharing the space between them."""
    at = text.find(one)
    while at >= 0:
        if text.startswith(others, at + len(one) - 1):
            return True
        at = text.find(one, at + 1)
    return False
