"""How well one title can be the translation of another: what of the original it has, and what it says that the original does
not. A word that no table reads says nothing; a word of the whole field tells nothing. Symmetric, pure."""

import itertools
import re
from functools import cache, lru_cache
from typing import Final, NamedTuple

from gpucat.titles.languages import is_european, is_of_the_field, is_said, readings
from gpucat.titles.parts import Title, is_foreign_title
from gpucat.titles.people import is_person
from gpucat.titles.relation import Relation, Side
from gpucat.titles.tables import COMMONPLACE_WORDS, EDITION_WORDS, FIELD_WORDS, RIVALS, SITE_WORDS
from gpucat.titles.vocabulary import vocabulary
from gpucat.titles.words import FILLER_STEMS, Word, stem

_COMMONPLACE: Final = frozenset(map(stem, COMMONPLACE_WORDS))
_SITE_STEMS: Final = frozenset(map(stem, SITE_WORDS - FIELD_WORDS))
_COPY_STEMS: Final = frozenset(map(stem, EDITION_WORDS - FIELD_WORDS))
_UNTOLD: Final = _SITE_STEMS | _COPY_STEMS
"""Words about the site and the copy: a translator's own."""
_HANGUL: Final = re.compile("[\uac00-\ud7af]")
_KANA: Final = re.compile("[\u3040-\u30ff]")


class Translation(NamedTuple):
    """One title beside the other as its translation.

    `back` is the share of the original's words that the translation has, `forth` the share of what can be read of the
    translation that the original has.
    """

    back: float
    forth: float


NO_TRANSLATION: Final = Translation(0.0, 0.0)


@cache
def _english_stems() -> frozenset[str]:
    return frozenset(map(stem, FIELD_WORDS.union(*RIVALS, vocabulary().field_words)))


def rarity_of(words: tuple[Word, ...]) -> float:
    """What words weigh together that not half of the field's titles have; those of another script count if they are read."""
    told = {word.stem: word for word in words if word.stem not in _COMMONPLACE and not _is_unread(word)}
    return sum(1.0 for word in told.values() if word.weight and not word.is_part_number)


@lru_cache(maxsize=16384)
def language_of(title: Title) -> str:
    """The script in which a title is mainly written, or `european` for one in another Latin or Cyrillic language than English."""
    words = [word for word in title.words if not word.is_part_number]
    if not is_foreign_title(title.words):
        return "english"
    if is_european(words):
        return "european"
    text = "".join(word.text for word in words)
    return "korean" if _HANGUL.search(text) else "japanese" if _KANA.search(text) else "chinese"


def as_translation(
    one: Title, other: Title, relation: Relation, marks: tuple[bool, bool], names: frozenset[str]
) -> Translation:
    """The original is the title that neither calls itself a translation nor is in another language."""
    foreign = is_foreign_title(one.words), is_foreign_title(other.words)
    shares = [_known_share(title, side, names) for title, side in ((one, relation.one), (other, relation.other))]
    translated = marks if marks[0] != marks[1] else foreign
    if translated[0] == translated[1]:
        return Translation(min(shares), max(shares))
    return Translation(shares[not translated[1]], shares[translated[1]])


def _known_share(title: Title, side: Side, names: frozenset[str]) -> float:
    """The share of the words of a title that can be read, names apart, that the other title has."""
    european = is_european(title.words)
    shared = {word.stem: word.weight for word in side.shared if word.stem not in names}
    missing = {
        word.stem: word.weight
        for part in side.left
        if part.kind not in ("name", "site", "person", "date", "edition")
        for word in part.words
        if word.stem not in names | _UNTOLD and _is_read(word, european) and not is_said(word, shared)
    }
    weight = sum(shared.values())
    return weight / ((weight + sum(missing.values())) or 1.0)


def _is_unread(word: Word) -> bool:
    return word.is_foreign and word.text == word.stem and not is_of_the_field(word)


def _is_read(word: Word, european: bool) -> bool:
    if word.stem in FILLER_STEMS or _is_unread(word):
        return False
    if word.is_term or (european and readings(word)):
        return is_of_the_field(word)
    return not european or word.has_digit or word.stem in _english_stems()


@lru_cache(maxsize=16384)
def people_named(title: Title) -> frozenset[str]:
    """The words of the full names that stand in a title: `译自 Lei Mao`, `… - Lei Mao's Log Book`."""
    found: set[str] = set()
    for segment in title.segments:
        words = segment.shown.replace("'s", " ").split()
        for pair in itertools.pairwise(words):
            stems = {stem(word.lower()) for word in pair}
            # `Ray Tracing` is nobody.
            if _english_stems().isdisjoint(stems) and is_person(" ".join(pair)):
                found |= stems
    return frozenset(found)
