"""Says how alike the titles of two records are, as a kind with a reason. Symmetric, pure."""

import itertools
import re
from functools import cache, lru_cache
from typing import Final, NamedTuple

from gpucat.duplicates.contradictions import Kind, Likeness, contradiction
from gpucat.duplicates.leftovers import HARMLESS, is_harmless, is_repost, marked, texts_of
from gpucat.language import Bilingual
from gpucat.titles.languages import is_european, is_of_the_field, is_said, readings
from gpucat.titles.names import is_person
from gpucat.titles.parts import Segment, Title, is_foreign_title
from gpucat.titles.relation import Leftover, Relation, Side
from gpucat.titles.tables import (
    COMMONPLACE_WORDS,
    EDITION_WORDS,
    FIELD_WORDS,
    NUMBERED_EDITION,
    RECURRING_WORDS,
    RIVALS,
    SITE_WORDS,
)
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


class TitleEvidence(NamedTuple):
    """What two titles say together.

    `weight` is that of the shared words: how little chance there is that two authors chose them. `coverage` is their
    share of the shorter title, or of a translation's original, `overlap` their share of the longer one. `rarity` is what
    those of them weigh that not half of the field's titles have; `marks` says which title calls itself a translation or
    a copy.
    """

    one: Title
    other: Title
    relation: Relation
    likeness: Likeness
    reason: Bilingual
    weight: float
    coverage: float
    overlap: float
    rarity: float
    translation: Translation
    is_translation: bool
    is_repost: bool
    marks: tuple[bool, bool]

    @property
    def swaps(self) -> bool:
        """Whether each title has a telling word in the place of the other's."""
        return all(map(_has_telling_left, (self.relation.one, self.relation.other)))

    @property
    def tells_edition(self) -> bool:
        """Whether one title says which edition it is."""
        return any(_tells_edition(part) for side in (self.relation.one, self.relation.other) for part in side.left)

    @property
    def is_beginning(self) -> bool:
        """Whether the shorter title is how the longer one begins."""
        goes_on = any(map(_goes_on, (self.relation.one, self.relation.other)))
        return self.likeness is Likeness.CONTAINED and goes_on

    @property
    def is_one_part(self) -> bool:
        """Whether a part number is shared, and a whole piece of either title: one part of a series, however that is called."""
        sides = ((self.one, self.relation.one), (self.other, self.relation.other))
        is_numbered = any(word.is_part_number for word in self.relation.one.shared)
        return is_numbered and all(any(_is_shared(piece, side) for piece in title.segments) for title, side in sides)


_UNLIKE: Final[Kind] = (Likeness.UNLIKE, Bilingual("different titles", "标题不同"))

_FEW_WORDS: Final = 4
_MOSTLY: Final = 0.75


def weigh_titles(
    one: Title, other: Title, relation: Relation, people: frozenset[str], names: frozenset[str]
) -> TitleEvidence:
    """The kind of likeness of two titles laid side by side.

    Words of `people`'s names are no subject that they share, words of all `names` about them none that one lacks.
    """
    people = people | people_named(one) | people_named(other)
    relation = _without_people(relation, people)
    likeness, reason = (
        contradiction(one, other, relation) or _translated(one, other, relation) or _likeness(one, other, relation)
    )
    overlap = relation.shared_weight / (max(map(_subject_weight, (relation.one, relation.other))) or 1.0)
    coverage = _coverage(one, other, relation)
    marks = marked(relation)
    reposts = is_repost(relation.one), is_repost(relation.other)
    is_translated = likeness is Likeness.TRANSLATED
    return TitleEvidence(
        one,
        other,
        relation,
        likeness,
        reason,
        relation.shared_weight,
        coverage,
        overlap,
        min(rarity_of(side.shared) for side in (relation.one, relation.other)),
        as_translation(one, other, relation, marks, names | people) if is_translated else NO_TRANSLATION,
        any(marks),
        any(reposts),
        (marks[0] or reposts[0], marks[1] or reposts[1]),
    )


def _without_people(relation: Relation, people: frozenset[str]) -> Relation:
    """The same with the names that both titles have set aside."""
    one, other = (
        side._replace(shared=tuple(word for word in side.shared if word.stem not in people))
        for side in (relation.one, relation.other)
    )
    return relation._replace(one=one, other=other)


def is_recurring_title(title: Title) -> bool:
    """Whether it is a short title with a word of columns and digests: `Book review column`, `Weekly links`."""
    telling = [word for word in title.words if word.weight]
    return len(telling) <= _FEW_WORDS and any(word.text in RECURRING_WORDS for word in telling)


def _has_telling_left(side: Side) -> bool:
    left = (part.words for part in side.left if not is_harmless(side, part))
    return any(rarity_of(tuple(word for word in words if not word.is_term or is_of_the_field(word))) for words in left)


def _goes_on(side: Side) -> bool:
    """Whether all that only this title has comes behind what both have."""
    words = [word for word in side.words if word.stem not in FILLER_STEMS]
    left = [word for part in side.left if not is_harmless(side, part) for word in part.words]
    return bool(left) and all(words.index(word) >= len(side.shared) for word in left)


def _is_shared(piece: Segment, side: Side) -> bool:
    """Whether both titles have all words of a piece that says something."""
    told = [word for word in piece.words if word.weight and not word.is_part_number]
    return sum(word.weight for word in told) >= 1.0 and all(word in side.shared for word in told)


def _coverage(one: Title, other: Title, relation: Relation) -> float:
    """The share of the words of the original that the translation has too, or else of the shorter title."""
    marks = marked(relation)
    foreign = is_foreign_title(one.words), is_foreign_title(other.words)
    translated = marks if marks[0] != marks[1] else foreign
    weights = [_subject_weight(side) for side in (relation.one, relation.other)]
    if translated[0] == translated[1]:
        return relation.shared_weight / (min(weights) or 1.0)
    return relation.shared_weight / (weights[translated[0]] or 1.0)


def _subject_weight(side: Side) -> float:
    return side.weight - sum(part.weight for part in side.left if part.kind in HARMLESS)


def _translated(one: Title, other: Title, relation: Relation) -> Kind | None:
    """Two titles in two languages can only be one as translations."""
    if language_of(one) == language_of(other) or not relation.shared_weight:
        return None
    return Likeness.TRANSLATED, Bilingual("one title translates the other", "一题是另一题的译文")


def _likeness(one: Title, other: Title, relation: Relation) -> Kind:
    if not relation.shared_weight:
        return _UNLIKE
    left = [[part for part in side.left if not is_harmless(side, part)] for side in (relation.one, relation.other)]
    whole = [[part for part in parts if part.is_whole] for parts in left]
    inline = [[part for part in parts if not part.is_whole] for parts in left]
    if not any(left):
        return _equal(relation)
    if (one.is_cut or other.is_cut) and not (left[0] and left[1]) and len(relation.one.shared) >= 3:
        return Likeness.CUT, Bilingual("the same title, cut short", "标题相同，被截断")
    if _is_translated(left):
        return Likeness.TRANSLATED, Bilingual("the whole title with a translation", "含完整原题的译文标题")
    if any(map(_tells_edition, (*left[0], *left[1]))) and all(
        part.is_whole or _tells_edition(part) for parts in left for part in parts
    ):
        return Likeness.NEW_EDITION, Bilingual("another edition", "另一版本")
    if not any(inline):
        shown = "”, “".join(part.shown for parts in whole for part in parts)
        said = Bilingual(f"the same title apart from “{shown}”", f"除“{shown}”外标题相同")
        return (Likeness.REWORDED_ENDS if all(whole) else Likeness.DECORATED), said
    words = ", ".join(word.text for parts in inline for part in parts for word in part.words)
    if not all(left):
        return Likeness.CONTAINED, Bilingual(
            f"one title holds the other; more words: {words}", f"一题包含另一题；多出：{words}"
        )
    if 2 * relation.shared_weight >= _MOSTLY * (relation.one.weight + relation.other.weight):
        return Likeness.EDITED, Bilingual(f"similar titles; different words: {words}", f"标题相似；不同的词：{words}")
    return _UNLIKE


def _equal(relation: Relation) -> Kind:
    if (
        relation.typos
        or relation.abbreviations
        or any(part.kind == "topic" for part in (*relation.one.left, *relation.other.left))
    ):
        return Likeness.NEAR, Bilingual("the same title, spelt a little differently", "标题相同，写法略有出入")
    if relation.one.left or relation.other.left:
        return Likeness.EQUAL, Bilingual("the same title apart from names and marks", "除站点名与标记外标题相同")
    return Likeness.EQUAL, Bilingual("the same title", "标题相同")


def _tells_edition(part: Leftover) -> bool:
    """Whether words say which edition it is: `[2nd edition]`, `(2024 edition: FP8, BF16)`, `- 2025 refresh`, `…, 2nd ed.`."""
    told = NUMBERED_EDITION.intersection(texts_of(part))
    ends = part.words[-1] == part.segment.words[-1] and all(
        word.text in told or word.text[0].isdigit() for word in part.words
    )
    return bool(told) and (part.is_whole or ends)


def _is_translated(left: list[list[Leftover]]) -> bool:
    """Whether one side alone has more, and what it has more is in another script."""
    parts = [part for found in left for part in found]
    return not all(left) and all(part.kind == "foreign" for part in parts)
