"""Classifies how alike the titles of two records are, with a reason. Symmetric, pure."""

import itertools
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final, Literal, NamedTuple

from gpucat.language import Bilingual, listed
from gpucat.titles.contradictions import Contradiction
from gpucat.titles.languages import is_european, is_of_the_field, is_said, readings
from gpucat.titles.names import is_person
from gpucat.titles.parts import Segment, Title, is_foreign_title, parse_title
from gpucat.titles.relation import HARMLESS, Leftover, Relation, Side
from gpucat.titles.tables import (
    COMMONPLACE_WORDS,
    EDITION_WORDS,
    FIELD_WORDS,
    GENRE_WORDS,
    MONTHS,
    NUMBERED_EDITION,
    RECURRING_WORDS,
    REPOST_MARKS,
    REPOST_WORDS,
    RIVALS,
    SITE_WORDS,
)
from gpucat.titles.vocabulary import vocabulary
from gpucat.titles.words import FILLER_STEMS, Word, stem

Likeness = Literal["equal", "decorated", "translated", "within", "unlike"]
"""The second title has: the same words; more at an end; another language; more words inside; other words."""


class TitleLikeness(NamedTuple):
    """How alike two titles are, with the reason.

    `agreement` is the share of the longer title's words that both have. `translation` is the share of the original's
    words that its translation has, times the share of the translation's readable words that the original has; 0 in one
    language. `share` is whichever of the two applies. `rarity` counts the shared words that less than half of the
    field's titles have.
    """

    kind: Likeness
    reason: Bilingual
    agreement: float
    translation: float
    share: float
    rarity: float
    is_one_part: bool
    """Whether it is one part of a series under two names, with a shared part number and a shared piece."""
    tells_edition: bool
    """Whether one title says which edition it is."""


_COMMONPLACE: Final = frozenset(map(stem, COMMONPLACE_WORDS))
_GENRE_STEMS: Final = frozenset(map(stem, GENRE_WORDS))
_UNTOLD: Final = frozenset(map(stem, (SITE_WORDS | EDITION_WORDS) - FIELD_WORDS))
"""Words about the site and the copy, which a translator adds."""
_HANGUL: Final = re.compile("[\uac00-\ud7af]")
_KANA: Final = re.compile("[\u3040-\u30ff]")
_FEW_WORDS: Final = 4
_BRACKETS: Final = " []()【】，,：:、_-—|"
_DATE_FIRST: Final = re.compile(
    rf"\W{{0,2}}(?:(?:19|20)\d\d(?:[-/.年]\d\d?(?:[-/.月]\d\d?日?)?|月|\d{{4}})|(?:{'|'.join(sorted(MONTHS))})\.? \d\d?,? (?:19|20)\d\d)"
    r"(?!\d)[\])】]?[\s，,：:、_—|-]*",
    re.IGNORECASE,
)
_WORDS_BEFORE_A_CUT: Final = 3


def liken_titles(one: Title, other: Title, relation: Relation, names: frozenset[str]) -> TitleLikeness:
    """Compares two titles that do not contradict each other; words of `names` do not count as translated."""
    kind, reason = _translated(one, other, relation) or _in_one_language(one, other, relation)
    weights = [side.weight - sum(part.weight for part in side.left if part.kind in HARMLESS) for side in relation.sides]
    agreement = min(relation.shared_weight / (max(weights) or 1.0), 1.0)
    is_translated = kind == "translated"
    sides = zip((one, other), relation.sides, strict=True) if is_translated else ()
    shares = [_known_share(title, side, names) for title, side in sides]
    return TitleLikeness(
        kind,
        reason,
        agreement,
        shares[0] * shares[1] if is_translated else 0.0,
        max(agreement, min(shares)) if is_translated else agreement,
        min(rarity_of(side.shared) for side in relation.sides),
        _is_one_part(one, other, relation),
        any(_tells_edition(part) for side in relation.sides for part in side.left),
    )


def without_people(relation: Relation, people: frozenset[str]) -> Relation:
    """Sets aside the names that both titles have, because they are no shared subject."""
    one, other = (
        side._replace(shared=tuple(word for word in side.shared if word.stem not in people)) for side in relation.sides
    )
    return relation._replace(one=one, other=other)


def without_common_date(one: str, other: str) -> tuple[str, str]:
    """Returns the titles without a date that both begin with, which says nothing of their subject."""
    dates = [_DATE_FIRST.match(title) for title in (one, other)]
    days = [re.sub(r"\D+0*", "-", found[0].strip(_BRACKETS)).strip("-") for found in dates if found]
    rests = [title[found.end() :] for title, found in zip((one, other), dates, strict=True) if found]
    return (rests[0], rests[1]) if len(rests) == 2 and all(rests) and days[0] == days[1] else (one, other)


def is_recurring_title(title: Title) -> bool:
    """Says whether it is a short title with a word of columns and digests: `Book review column`, `Weekly links`."""
    telling = [word for word in title.words if word.weight]
    return len(telling) <= _FEW_WORDS and any(word.text in RECURRING_WORDS for word in telling)


def is_repost(side: Side) -> bool:
    """Says whether a title says that it was published elsewhere first."""
    copies = [part for part in side.left if part.kind in ("edition", "site")]
    return any(
        not REPOST_WORDS.isdisjoint(part.texts) or any(mark in part.shown for mark in REPOST_MARKS) for part in copies
    )


def rarity_of(words: Iterable[Word]) -> float:
    """Counts the words that less than half of the field's titles have and that can be read, if in another script."""
    told = {word.stem: word for word in words if word.stem not in _COMMONPLACE and not _is_unread(word)}
    return sum(1.0 for word in told.values() if word.weight and not word.is_part_number)


class Substance(NamedTuple):
    """How much a title says: the weight of its words, the number of rare ones, whether it has a part number."""

    weight: float
    rarity: float
    is_numbered: bool


@lru_cache(maxsize=16384)
def substance_of(text: str) -> Substance:
    """Returns how much a title says, and so what it can share with another one at most."""
    words = parse_title(text).words
    return Substance(sum(word.weight for word in words), rarity_of(words), any(word.is_part_number for word in words))


def told_contradiction(found: Contradiction) -> Bilingual:
    """Explains a contradiction."""
    words = (*found.one, *found.other)
    return _CONTRADICTIONS.get(found.kind) or Bilingual(f"different: {', '.join(words)}", f"不同：{'、'.join(words)}")


_CONTRADICTIONS: Final = {
    "part": Bilingual("different part numbers", "篇次不同"),
    "next part": Bilingual("one is a numbered part of a series", "其中一篇是系列中的某一篇"),
    "order": Bilingual("the same words in the opposite order", "词序颠倒，意思相反"),
    "year": Bilingual("different years", "年份不同"),
    "denial": Bilingual("one title negates the other", "一个标题否定另一个"),
}


def _is_one_part(one: Title, other: Title, relation: Relation) -> bool:
    is_numbered = any(word.is_part_number for word in relation.one.shared)
    return is_numbered and all(
        any(_is_shared(piece, side) for piece in title.segments)
        for title, side in zip((one, other), relation.sides, strict=True)
    )


def _is_shared(piece: Segment, side: Side) -> bool:
    """Says whether both titles have all words of a piece, and the piece says something."""
    told = [word for word in piece.words if word.weight and not word.is_part_number]
    return sum(word.weight for word in told) >= 1.0 and all(word in side.shared for word in told)


def _translated(one: Title, other: Title, relation: Relation) -> tuple[Likeness, Bilingual] | None:
    """Compares two titles in two languages, which can only be one work as translations."""
    if _language_of(one) == _language_of(other) or not relation.shared_weight or _are_both_chinese(one, other):
        return None
    return "translated", Bilingual("one title is a translation of the other", "一个标题是另一个的译文")


def _are_both_chinese(one: Title, other: Title) -> bool:
    """Says whether both titles have Chinese words, though one may consist mainly of names in Latin letters."""
    return all(
        any(word.is_han for word in title.words) and _language_of(title) in ("english", "chinese")
        for title in (one, other)
    )


def _in_one_language(one: Title, other: Title, relation: Relation) -> tuple[Likeness, Bilingual]:
    left = [[part for part in side.left if not _is_harmless(side, part)] for side in relation.sides]
    parts = [part for found in left for part in found]
    if not relation.shared_weight:
        return "unlike", _UNLIKE
    if not parts:
        return "equal", _equal(relation)
    if (one.is_cut or other.is_cut) and not all(left) and len(relation.one.shared) >= _WORDS_BEFORE_A_CUT:
        return "equal", Bilingual("the same title, cut short", "标题相同，被截断")
    if not all(left) and all(part.kind == "foreign" for part in parts):
        return "translated", Bilingual("the full title with a translation", "完整标题附译文")
    if any(map(_tells_edition, parts)) and all(part.is_whole or _tells_edition(part) for part in parts):
        return "decorated", Bilingual("another edition", "另一版本")
    inline = [part for part in parts if not part.is_whole]
    if not all(left) and not inline:
        shown = "”, “".join(part.shown for part in parts)
        return "decorated", Bilingual(f"the same title apart from “{shown}”", f"除“{shown}”外标题相同")
    words = listed(text for part in inline or parts for text in part.texts)
    if not all(left):
        return "within", Bilingual(
            f"one title contains the other; extra words: {words.en}", f"一个标题包含另一个；多出：{words.zh}"
        )
    return "unlike", Bilingual(f"similar titles; different words: {words.en}", f"标题相似；不同的词：{words.zh}")


_UNLIKE: Final = Bilingual("different titles", "标题不同")


def _equal(relation: Relation) -> Bilingual:
    parts = [part for side in relation.sides for part in side.left]
    if relation.typos or relation.abbreviations or any(part.kind == "topic" for part in parts):
        return Bilingual("the same title, spelt a little differently", "标题相同，写法略有出入")
    if parts:
        return Bilingual("the same title apart from names and marks", "除站点名与标记外标题相同")
    return Bilingual("the same title", "标题相同")


def _is_harmless(side: Side, part: Leftover) -> bool:
    """Says whether what only one title has does not point to another work."""
    if part.kind == "edition":
        return not any(word.has_digit and len(word.text) < 4 and not word.text.isdigit() for word in part.words)
    if part.kind == "part":
        return not side.later_part(part)
    is_genre = not part.is_whole and all(word.stem in _GENRE_STEMS for word in part.words)
    return part.kind in HARMLESS or is_genre


def _tells_edition(part: Leftover) -> bool:
    """Says whether words name an edition: `[2nd edition]`, `(2024 edition: FP8, BF16)`, `- 2025 refresh`."""
    told = NUMBERED_EDITION.intersection(part.texts)
    is_end = part.ends_part and all(text in told or text[0].isdigit() for text in part.texts)
    return bool(told) and (part.is_whole or is_end)


@lru_cache(maxsize=16384)
def _language_of(title: Title) -> str:
    """Returns the main script of a title, or `european` for a Latin or Cyrillic language other than English."""
    words = [word for word in title.words if not word.is_part_number]
    if not is_foreign_title(title.words):
        return "english"
    if is_european(words):
        return "european"
    text = "".join(word.text for word in words)
    return "korean" if _HANGUL.search(text) else "japanese" if _KANA.search(text) else "chinese"


def _known_share(title: Title, side: Side, names: frozenset[str]) -> float:
    """Returns the share of a title's readable words, without names, that the other title has."""
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


@cache
def _english_stems() -> frozenset[str]:
    return frozenset(map(stem, FIELD_WORDS.union(*RIVALS, vocabulary().field_words)))


@lru_cache(maxsize=16384)
def people_named(title: Title) -> frozenset[str]:
    """Returns the words of the full names in a title: `译自 Lei Mao`, `… - Lei Mao's Log Book`."""
    found: set[str] = set()
    for segment in title.segments:
        words = segment.shown.replace("'s", " ").split()
        for pair in itertools.pairwise(words):
            stems = {stem(word.lower()) for word in pair}
            # `Ray Tracing` is not a person.
            if _english_stems().isdisjoint(stems) and is_person(" ".join(pair)):
                found |= stems
    return frozenset(found)
