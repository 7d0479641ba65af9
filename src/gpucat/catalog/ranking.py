"""Order of the hits: how well an article gives what was asked. Pure.

Each group counts by its rarity (the inverse document frequency of BM25, Robertson and Zaragoza 2009) times how strongly
the article's columns hold it, saturating. An article that gives every group is a full match and stands before all
others.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from gpucat.catalog.plan import FULL_KINDS, Alternative, Group

COLUMN_WEIGHTS: Final = {
    "title": 3.0, "keywords": 2.0, "summary": 1.0, "why": 0.5, "authors": 2.0, "source": 1.0, "note": 0.5, "facts": 4.0,
    "concepts": 1.5, "summary_en": 0.5, "why_en": 0.25,
}  # fmt: skip
COLUMNS: Final = tuple(COLUMN_WEIGHTS)
LIST_COLUMNS: Final = ("title", "keywords", "summary", "why", "authors", "source", "note")
"""The columns that hold the list's own words and the reader's; a literal search looks nowhere else."""
_SATURATION: Final = 2.0
_ADJACENT: Final = 0.35
_WHOLE_TITLE: Final = 0.5


class GroupHit(NamedTuple):
    """How one article gives one group: the share of its weight, the alternatives found and where."""

    share: float
    found: tuple[tuple[Alternative, tuple[str, ...]], ...]
    is_full: bool


class Document(NamedTuple):
    """The token text of one article, column by column, a space around each token."""

    number: int
    columns: Mapping[str, str]


class Ranked(NamedTuple):
    """One hit: the article's number, its score, whether it gives every group, and the part of each group."""

    number: int
    score: float
    is_full: bool
    hits: tuple[GroupHit, ...]


def rarity(frequency: int, total: int) -> float:
    """The weight of a group found in `frequency` of `total` articles."""
    return math.log(1 + (total - frequency + 0.5) / (frequency + 0.5))


def rank(document: Document, groups: Sequence[Group], rarities: Sequence[float]) -> Ranked:
    """How well the document gives the groups, whose weights are `rarities`."""
    hits = tuple(_hit(document, group) for group in groups)
    score = sum(weight * group.weight * hit.share for group, hit, weight in zip(groups, hits, rarities, strict=True))
    score += _neighbours(document, groups, rarities, hits)
    needed = [hit.is_full for group, hit in zip(groups, hits, strict=True) if not group.is_soft]
    return Ranked(document.number, score, bool(needed) and all(needed), hits)


def _hit(document: Document, group: Group) -> GroupHit:
    strength = 0.0
    found = []
    is_full = False
    for alternative in group.alternatives:
        power, columns = _strength(document, alternative)
        if power:
            strength += power * alternative.weight
            found.append((alternative, columns))
            is_full = is_full or (alternative.kind in FULL_KINDS and covers(document, alternative))
    best = max((alternative.weight for alternative, _ in found), default=0.0)
    return GroupHit(best * strength / (strength + _SATURATION), tuple(found), is_full)


def _strength(document: Document, alternative: Alternative) -> tuple[float, tuple[str, ...]]:
    columns = (alternative.column,) if alternative.column else document.columns
    power, where = 0.0, []
    for column in columns:
        text = document.columns.get(column, "")
        count = _count(text, alternative)
        if count:
            power += COLUMN_WEIGHTS[column] * min(count, 2.0)
            where.append(column)
    return power, tuple(where)


def _count(text: str, alternative: Alternative) -> float:
    if alternative.kind == "pairs":
        whole = text.count(_padded(alternative.tokens))
        if whole:
            return whole
        present = sum(f" {token} " in text for token in alternative.tokens)
        return 0.6 * present / len(alternative.tokens)
    needle = _padded(alternative.tokens)
    count = text.count(needle[:-1] if alternative.is_prefix else needle)
    return count - sum(text.count(_padded(longer)) for longer in alternative.apart) if count else 0


def _padded(tokens: Sequence[str]) -> str:
    return f" {' '.join(tokens)} "


def covers(document: Document, alternative: Alternative) -> bool:
    """Whether the found pairs of a Chinese run touch each of its characters; true for what is no run."""
    if alternative.kind != "pairs":
        return True
    text = "".join(document.columns.values())
    present = [f" {token} " in text for token in alternative.tokens]
    return all(before or after for before, after in zip([False, *present], [*present, False], strict=True))


def _neighbours(
    document: Document, groups: Sequence[Group], rarities: Sequence[float], hits: Sequence[GroupHit]
) -> float:
    """What is added when words asked for side by side stand side by side."""
    bonus = 0.0
    for place in range(len(groups) - 1):
        first, second = hits[place].found, hits[place + 1].found
        if not first or not second or groups[place + 1].is_soft:
            continue
        pairs = (_padded(a.tokens + b.tokens) for a, _ in first for b, _ in second if "part" not in (a.kind, b.kind))
        needles = list(pairs)
        if any(needle in text for needle in needles for text in document.columns.values()):
            bonus += _ADJACENT * min(rarities[place], rarities[place + 1])
    return bonus
