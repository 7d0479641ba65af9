"""How two titles can be alike, and what in them says that they are two works: other parts, numbers, kinds of work. Symmetric, pure."""

from enum import Enum
from typing import Final

from gpucat.duplicates.leftovers import HARMLESS, later_part, marked, texts_of
from gpucat.language import Bilingual
from gpucat.titles.doubts import differing_parts, digits_of, left_numbers, left_rivals, left_years
from gpucat.titles.parts import Title, is_foreign_title, work_named
from gpucat.titles.relation import Leftover, Relation, Side
from gpucat.titles.tables import NEGATIONS, NUMBERED_EDITION


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


Kind = tuple[Likeness, Bilingual]

_OTHER_WORKS: Final = frozenset({"notes", "reply", "video", "slides", "code", "paper"})

_ABOUT: Final = frozenset(
    ["reply", "response", "respond", "responding", "comment", "comments", "rebuttal", "notes", "review", "summary"]
)


def contradiction(one: Title, other: Title, relation: Relation) -> Kind | None:
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
    if not two_languages and any(_denies(side, theirs) for side, theirs in (sides, sides[::-1])):
        return Likeness.CONTRADICTED, Bilingual("one says what the other denies", "一方否定另一方")
    if found := _other_work(one, other, relation):
        return found
    numbers = [_numbers_but_editions(side) for side in sides]
    if any(numbers) and (all(numbers) or not two_languages):  # a translator names what the original has in its text
        return _judge_numbers(relation, numbers)
    return None


def _numbers_but_editions(side: Side) -> list[str]:
    """The numbers left over, but for an edition's that ends a part: `…, v2`; `PagedAttention V2 kernel` names another thing."""
    editions = {
        text
        for part in side.left
        if part.is_whole or part.words[-1] == part.segment.words[-1]
        for text in NUMBERED_EDITION.intersection(texts_of(part))
    }
    return [text for text in left_numbers(side) if text not in editions]


def _other_work(one: Title, other: Title, relation: Relation) -> Kind | None:
    """A word by which one title names another kind of work about the other title: notes, a reply, a video."""
    sides = (relation.one, relation.other)
    two_languages = is_foreign_title(one.words) != is_foreign_title(other.words)
    both_are_notes = all(any(left.kind == "notes" for left in side.left) for side in sides)
    ours = zip((one, other), (other, one), sides, sides[::-1], marked(relation), strict=True)
    for title, others, side, theirs, is_translation in ours:
        is_original = two_languages and not is_foreign_title(title.words)
        for left in side.left:
            # A translator words the kind of text freely, a note or a reading, and leaves no word of the original inside.
            is_reworded = (left.kind == "notes" and is_translation) or (
                two_languages and not left.is_whole and not (is_original and _ABOUT.intersection(texts_of(left)))
            )
            is_aside = _is_aside(left) and not (two_languages and left.kind in ("notes", "reply"))
            is_of_one_kind = left.kind == "notes" == work_named(" ".join(word.text for word in others.words))
            # What is about another text has its title whole, so that `lessons from` and `faster than` say nothing beside half of it.
            is_half = _says_little(left) and not left.is_whole and _has_subject_left(theirs)
            if _names_other_work(side, left) and not (
                is_aside or is_reworded or both_are_notes or is_of_one_kind or is_half
            ):
                return Likeness.CONTRADICTED, Bilingual(
                    f"“{left.shown}”: another work about it", f"“{left.shown}”：是另一种作品"
                )
    return None


def _says_little(left: Leftover) -> bool:
    return left.kind in ("notes", "reply") and _ABOUT.isdisjoint(texts_of(left))


def _denies(side: Side, theirs: Side) -> bool:
    """Whether a title has a `not` inside that the other title, which it has whole, lacks."""
    return not _has_subject_left(theirs) and any(
        NEGATIONS.intersection(texts_of(left)) for left in side.left if not left.is_whole
    )


def _names_other_work(side: Side, left: Leftover) -> bool:
    is_reading = texts_of(left) == ["reading"] and left.words[0] == side.words[0]
    return left.kind in _OTHER_WORKS or (is_reading and left.segment.is_first)


def _has_subject_left(side: Side) -> bool:
    return any(word.weight == 1.0 for part in side.left if part.kind not in HARMLESS for word in part.words)


def _is_aside(left: Leftover) -> bool:
    """Whether words of another work stand in a closing part of their own, where a subtitle or a site has them as well."""
    return (
        left.is_whole
        and not (left.kind == "reply" and _ABOUT.intersection(texts_of(left)))
        and not left.segment.is_first
        and left.segment.lead != "("
        and left.kind not in ("video", "slides")
    )


def _judge_numbers(relation: Relation, numbers: list[list[str]]) -> Kind | None:
    told = [text for found in numbers for text in found]
    rest = [left for side in (relation.one, relation.other) for left in side.left if left.kind not in HARMLESS]
    if all(len(text) == 4 and text.startswith(("19", "20")) for text in told):
        if all(len(left.words) == 1 for left in rest):
            return Likeness.NEW_EDITION, Bilingual(f"another year: {', '.join(told)}", f"年份不同：{'、'.join(told)}")
        return None
    # `H100` and `FP8` name another thing; `2x` and `3.1` are left out of a title now and then.
    inline = any(word.has_digit and word.text[0].isalpha() for left in rest if not left.is_whole for word in left.words)
    names = [{text for text in found if text[0].isalpha()} for found in numbers]
    if (all(names) and names[0].isdisjoint(names[1])) or (
        digits_of(numbers[0]) != digits_of(numbers[1]) if all(numbers) else inline
    ):
        return Likeness.CONTRADICTED, Bilingual(f"different numbers: {', '.join(told)}", f"数字不同：{'、'.join(told)}")
    return None


def _is_next_part(side: Side) -> bool:
    """Whether a part number ends a title that otherwise stands for itself: `… part two`, `… (下)`.

    Behind the name of a series, or before a title of its own that both have, it may as well be left out.
    """
    for left in side.left:
        if number := later_part(side, left):
            behind = side.words[side.words.index(number) + 1 :]
            is_between = any(word.weight and word in side.shared for word in behind)
            return (left.kind == "part" or not left.is_whole) and not is_between
    return False
