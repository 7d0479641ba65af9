"""How alike the titles of two records are, as a kind with a reason: the first evidence for or against a duplicate. Symmetric, pure."""

from enum import Enum
from typing import Final, NamedTuple

from gpucat.catalog.title_doubts import differing_parts, digits_of, left_numbers, left_parts, left_rivals, left_years
from gpucat.catalog.title_languages import is_european
from gpucat.catalog.title_parts import Title, is_foreign_title
from gpucat.catalog.title_relation import Leftover, Relation, Side
from gpucat.catalog.title_tables import GENRE_WORDS, RECURRING_WORDS
from gpucat.catalog.title_words import PART, Word, stem
from gpucat.language import Bilingual


class Likeness(Enum):
    """From one title to two works."""

    EQUAL = "equal"
    NEAR = "near"
    CUT = "cut"
    TRANSLATED = "translated"
    DECORATED = "decorated"
    REWORDED_ENDS = "reworded ends"
    CONTAINED = "contained"
    EDITED = "edited"
    NEW_EDITION = "new edition"
    OTHER_YEAR = "other year"
    UNLIKE = "unlike"
    CONTRADICTED = "contradicted"


class TitleEvidence(NamedTuple):
    """What two titles say together.

    `weight` is that of the shared words: how little chance there is that two authors chose them. `coverage` is their
    share of the shorter title, or of a translation's original, `overlap` their share of the longer one; `is_translation`
    says that one calls itself so.
    """

    likeness: Likeness
    reason: Bilingual
    weight: float
    coverage: float
    overlap: float
    is_translation: bool


_Kind = tuple[Likeness, Bilingual]
_UNLIKE: Final[_Kind] = (Likeness.UNLIKE, Bilingual("different titles", "标题不同"))

_HARMLESS: Final = frozenset({"nothing", "name", "site", "date", "edition", "discussion", "translation"})
_OTHER_WORKS: Final = frozenset({"notes", "reply", "video", "slides", "code", "paper"})
_GENRE_STEMS: Final = frozenset(stem(word) for word in GENRE_WORDS)
_SHORT: Final = 4
_MOSTLY: Final = 0.75
_SOME: Final = 0.25


def weigh_titles(one: Title, other: Title, relation: Relation, people: frozenset[str]) -> TitleEvidence:
    """The kind of likeness of two titles laid side by side; words of `people`'s names are no subject that they share."""
    relation = _without_people(relation, people)
    likeness, reason = (
        _contradiction(one, other, relation) or _translation(one, other, relation) or _likeness(one, other, relation)
    )
    overlap = relation.shared_weight / (max(map(_subject_weight, (relation.one, relation.other))) or 1.0)
    coverage = _coverage(one, other, relation)
    return TitleEvidence(likeness, reason, relation.shared_weight, coverage, overlap, any(_marked(relation)))


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
    return len(telling) <= _SHORT and any(word.text in RECURRING_WORDS for word in telling)


def _marked(relation: Relation) -> tuple[bool, bool]:
    """Which of the titles says that it is a translation."""
    one, other = (any(part.kind == "translation" for part in side.left) for side in (relation.one, relation.other))
    return one, other


def _coverage(one: Title, other: Title, relation: Relation) -> float:
    """The share of the words of the original that the translation has too, or else of the shorter title."""
    marks = _marked(relation)
    foreign = is_foreign_title(one.words), is_foreign_title(other.words)
    translated = marks if marks[0] != marks[1] else foreign
    weights = [_subject_weight(side) for side in (relation.one, relation.other)]
    if translated[0] == translated[1]:
        return relation.shared_weight / (min(weights) or 1.0)
    return relation.shared_weight / (weights[translated[0]] or 1.0)


def _subject_weight(side: Side) -> float:
    return side.weight - sum(part.weight for part in side.left if part.kind in _HARMLESS)


def _translation(one: Title, other: Title, relation: Relation) -> _Kind | None:
    """A translation keeps names, numbers and terms: most words of the original, and no Latin word that the original lacks."""
    marks = _marked(relation)
    foreign = is_foreign_title(one.words), is_foreign_title(other.words)
    if foreign[0] == foreign[1] and not any(marks):
        return None
    sides = (relation.one, relation.other)
    if foreign[0] != foreign[1] and not any(is_european(word.text for word in title.words) for title in (one, other)):
        translated, original = sides if foreign[0] else sides[::-1]
        # What quotes or keeps Latin words that the original lacks translates another one.
        if _latin_left(translated) and (not any(marks) or _latin_left(original)):
            return None
    coverage = _coverage(one, other, relation)
    if relation.shared_weight < 1.5 or coverage < _SOME:
        return None
    return Likeness.TRANSLATED, Bilingual("one title translates the other", "一题是另一题的译文")


def _latin_left(side: Side) -> bool:
    """Whether a title has telling Latin words that the other lacks."""
    return any(
        word.weight == 1.0 and not word.is_foreign
        for part in side.left
        if part.kind not in _HARMLESS
        for word in part.words
    )


def _contradiction(one: Title, other: Title, relation: Relation) -> _Kind | None:
    sides = (relation.one, relation.other)
    two_languages = is_foreign_title(one.words) != is_foreign_title(other.words)
    if all(differing_parts(relation)):
        return Likeness.CONTRADICTED, Bilingual("different part numbers", "篇次不同")
    if any(_is_next_part(side) for side in sides):
        return Likeness.CONTRADICTED, Bilingual("one is a numbered part", "其中一篇是系列的某一篇")
    if relation.is_turned_round:
        return Likeness.CONTRADICTED, Bilingual("the same words the other way round", "词序颠倒，意思相反")
    if rivals := left_rivals(relation):
        return Likeness.CONTRADICTED, Bilingual(f"{rivals[0]}, {rivals[1]}", f"{rivals[0]}、{rivals[1]}")
    if all(left_years(side) for side in sides):
        return Likeness.OTHER_YEAR, Bilingual("another year", "年份不同")
    for side, is_translation in zip(sides, _marked(relation), strict=True):
        for left in side.left:
            # A translator words the kind of text freely, a note or a reading, and leaves no word of the original inside.
            is_reworded = (left.kind == "notes" and is_translation) or (two_languages and not left.is_whole)
            if left.kind in _OTHER_WORKS and not _is_aside(left) and not is_reworded:
                return Likeness.CONTRADICTED, Bilingual(
                    f"“{left.shown}”: another work about it", f"“{left.shown}”：是另一种作品"
                )
    numbers = [left_numbers(side) for side in sides]
    if any(numbers):
        return _judge_numbers(relation, numbers)
    return None


def _is_aside(left: Leftover) -> bool:
    """Whether words of another work stand in a closing part of their own, where a subtitle or a site has them as well."""
    return (
        left.is_whole
        and not left.segment.is_first
        and left.segment.lead != "("
        and left.kind not in ("video", "slides")
    )


def _judge_numbers(relation: Relation, numbers: list[list[str]]) -> _Kind | None:
    told = [text for found in numbers for text in found]
    rest = [left for side in (relation.one, relation.other) for left in side.left if left.kind not in _HARMLESS]
    if all(len(text) == 4 and text.startswith(("19", "20")) for text in told):
        if all(len(left.words) == 1 for left in rest):
            return Likeness.NEW_EDITION, Bilingual(f"another year: {', '.join(told)}", f"年份不同：{'、'.join(told)}")
        return None
    # `H100` and `FP8` name another thing; `2x` and `3.1` are left out of a title now and then.
    inline = any(word.has_digit and word.text[0].isalpha() for left in rest if not left.is_whole for word in left.words)
    if digits_of(numbers[0]) != digits_of(numbers[1]) if all(numbers) else inline:
        return Likeness.CONTRADICTED, Bilingual(f"different numbers: {', '.join(told)}", f"数字不同：{'、'.join(told)}")
    return None


def _is_next_part(side: Side) -> bool:
    """Whether a part number ends a title that otherwise stands for itself: `… part two`, `… (下)`.

    Behind the name of a series, or before a title of its own that both have, it may as well be left out.
    """
    for left in side.left:
        if number := _later_part(side, left):
            behind = side.words[side.words.index(number) + 1 :]
            is_between = any(word.weight and word in side.shared for word in behind)
            return (left.kind == "part" or not left.is_whole) and not is_between
    return False


def _later_part(side: Side, left: Leftover) -> Word | None:
    """The part number that only this title has, but for a first part's and one in front of it all."""
    first = left.segment.words[0] if left.segment.is_first else None
    told = left_parts(side) - {first, Word(PART + "1", PART + "1")}
    return next((word for word in left.words if word in told), None)


def _likeness(one: Title, other: Title, relation: Relation) -> _Kind:
    if not relation.shared_weight:
        return _UNLIKE
    left = [[part for part in side.left if not _is_harmless(side, part)] for side in (relation.one, relation.other)]
    whole = [[part for part in parts if part.is_whole] for parts in left]
    inline = [[part for part in parts if not part.is_whole] for parts in left]
    if not any(left):
        return _equal(relation)
    if (one.is_cut or other.is_cut) and not (left[0] and left[1]) and len(relation.one.shared) >= 3:
        return Likeness.CUT, Bilingual("the same title, cut short", "标题相同，被截断")
    if _is_translated(left):
        return Likeness.TRANSLATED, Bilingual("the whole title with a translation", "含完整原题的译文标题")
    edition = any(part.kind == "edition" for parts in left for part in parts)
    if edition and all(part.kind == "edition" for parts in left for part in parts):
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


def _equal(relation: Relation) -> _Kind:
    if (
        relation.typos
        or relation.abbreviations
        or any(part.kind == "topic" for part in (*relation.one.left, *relation.other.left))
    ):
        return Likeness.NEAR, Bilingual("the same title, spelt a little differently", "标题相同，写法略有出入")
    if relation.one.left or relation.other.left:
        return Likeness.EQUAL, Bilingual("the same title apart from names and marks", "除站点名与标记外标题相同")
    return Likeness.EQUAL, Bilingual("the same title", "标题相同")


def _is_harmless(side: Side, part: Leftover) -> bool:
    if part.kind == "edition":
        return not any(word.has_digit and len(word.text) < 4 and not word.text.isdigit() for word in part.words)
    if part.kind == "part":
        return not _later_part(side, part)
    genre = all(word.stem in _GENRE_STEMS for word in part.words)
    return part.kind in _HARMLESS or (genre and not part.is_whole)


def _is_translated(left: list[list[Leftover]]) -> bool:
    """Whether one side alone has more, and what it has more is in another script."""
    parts = [part for found in left for part in found]
    return not all(left) and all(part.kind == "foreign" for part in parts)
