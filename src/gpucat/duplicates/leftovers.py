"""What one title has and the other lacks, as far as duplicates are concerned: what is harmless, and what calls a text a copy. Pure."""

from typing import Final

from gpucat.titles.doubts import left_parts
from gpucat.titles.relation import Leftover, Relation, Side
from gpucat.titles.tables import GENRE_WORDS, REPOST_MARKS, REPOST_WORDS
from gpucat.titles.words import PART, Word, stem

HARMLESS: Final = frozenset({"nothing", "name", "site", "date", "edition", "discussion", "translation"})

_GENRE_STEMS: Final = frozenset(stem(word) for word in GENRE_WORDS)


def marked(relation: Relation) -> tuple[bool, bool]:
    """Which of the titles says that it is a translation."""
    one, other = (any(part.kind == "translation" for part in side.left) for side in (relation.one, relation.other))
    return one, other


def is_repost(side: Side) -> bool:
    """Whether a title says that it stood elsewhere first."""
    return any(
        part.kind in ("edition", "site")
        and (set(texts_of(part)) & REPOST_WORDS or any(mark in part.shown for mark in REPOST_MARKS))
        for part in side.left
    )


def texts_of(part: Leftover) -> list[str]:
    return [word.text for word in part.words]


def is_harmless(side: Side, part: Leftover) -> bool:
    if part.kind == "edition":
        return not any(word.has_digit and len(word.text) < 4 and not word.text.isdigit() for word in part.words)
    if part.kind == "part":
        return not later_part(side, part)
    genre = all(word.stem in _GENRE_STEMS for word in part.words)
    return part.kind in HARMLESS or (genre and not part.is_whole)


def later_part(side: Side, left: Leftover) -> Word | None:
    """The part number that only this title has, but for a first part's and one in front of it all."""
    first = left.segment.words[0] if left.segment.is_first else None
    told = left_parts(side) - {first, Word(PART + "1", PART + "1")}
    return next((word for word in left.words if word in told), None)
