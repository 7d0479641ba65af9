"""Finds what in two titles says that they are two works: other parts, numbers, years, kinds of work. Symmetric, pure.

`verify-links` and `dedupe` ask the same questions here and answer them each in its own way: a page's title is judged part by
part as well, so that a kind of work or a number on one side alone is judged there.
"""

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from gpucat.titles.parts import work_named
from gpucat.titles.relation import HARMLESS, Leftover, Relation, Side
from gpucat.titles.tables import ABOUT_WORDS, NEGATIONS, NUMBERED_EDITION, RIVALS
from gpucat.titles.words import stem

ContradictionKind = Literal["part", "next part", "order", "rival", "year", "number", "added number", "denial", "work"]


class Contradiction(NamedTuple):
    """What contradicts, and the words of either title that do; one of the two may have none."""

    kind: ContradictionKind
    one: tuple[str, ...] = ()
    other: tuple[str, ...] = ()


_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_RIVAL_STEMS: Final = tuple(frozenset(map(stem, words)) for words in RIVALS)
_OTHER_WORKS: Final = frozenset({"notes", "reply", "video", "slides", "code", "paper"})


def find_contradictions(relation: Relation) -> Iterator[Contradiction]:
    """What speaks against one work, the plainest first."""
    yield from _differing_parts(relation)
    yield from _next_part(relation)
    if relation.is_turned_round:
        yield Contradiction("order")
    yield from _rivals(relation)
    years = [_left_years(side) for side in relation.sides]
    if all(years):
        yield Contradiction("year", *years)
    yield from _denial(relation)
    yield from _other_work(relation)
    yield from _numbers(relation)


def _differing_parts(relation: Relation) -> Iterator[Contradiction]:
    """Part numbers that the other title has not, or not as often: `(3) … part 1` beside `(3) … part 3`."""
    one, other = (tuple(word.text for word in side.left_words if word.is_part_number) for side in relation.sides)
    if one and other:
        yield Contradiction("part", one, other)


def _next_part(relation: Relation) -> Iterator[Contradiction]:
    """A part number that ends a title which otherwise stands for itself: `… part two`, `… (下)`.

    Behind the name of a series, or before a title of its own that both have, it may as well be left out.
    """
    for side in relation.sides:
        left, number = next(((left, found) for left in side.left if (found := side.later_part(left))), (None, None))
        if left is None or number is None:
            continue
        behind = side.words[side.words.index(number) + 1 :]
        is_between = any(word.weight and word in side.shared for word in behind)
        if (left.kind == "part" or not left.is_whole) and not is_between:
            yield Contradiction("next part", (number.text,))


def _rivals(relation: Relation) -> Iterator[Contradiction]:
    """Two words of one kind that cannot stand for each other: `H100` has a rival in `A100`, `forward` in `backward`."""
    sides = [
        [word for part in side.left if part.kind not in ("name", "site") for word in part.words]
        for side in relation.sides
    ]
    for kind in _RIVAL_STEMS:
        one, other = (next((word.text for word in words if word.stem in kind), "") for words in sides)
        if one and other:
            yield Contradiction("rival", (one,), (other,))


def _left_years(side: Side) -> tuple[str, ...]:
    return tuple(sorted({word.text for word in side.left_words if _YEAR.fullmatch(word.text)}))


def _denial(relation: Relation) -> Iterator[Contradiction]:
    """A `not` inside a title that the other title lacks, which it otherwise has whole."""
    if relation.is_in_two_languages:
        return
    for side, theirs in (relation.sides, relation.sides[::-1]):
        said = [part.shown for part in side.left if not part.is_whole and NEGATIONS.intersection(part.texts)]
        if said and not _has_subject_left(theirs):
            yield Contradiction("denial", tuple(said))


def _has_subject_left(side: Side) -> bool:
    return any(word.weight == 1.0 for part in side.left if part.kind not in HARMLESS for word in part.words)


def _other_work(relation: Relation) -> Iterator[Contradiction]:
    """A word by which one title names another kind of work about the other title: notes, a reply, a video."""
    if all(any(left.kind == "notes" for left in side.left) for side in relation.sides):
        return
    for side, theirs in (relation.sides, relation.sides[::-1]):
        for left in side.left:
            if _names_other_work(left) and not _is_beside_the_subject(left, side, theirs):
                yield Contradiction("work", (left.shown,))


def _names_other_work(left: Leftover) -> bool:
    is_reading = left.texts == ["reading"] and left.segment.is_first and left.words[0] == left.segment.words[0]
    return left.kind in _OTHER_WORKS or is_reading


def _is_beside_the_subject(left: Leftover, side: Side, theirs: Side) -> bool:
    """Whether words for a kind of work say nothing against one work."""
    is_about = not ABOUT_WORDS.isdisjoint(left.texts)
    is_text, is_translated = left.kind in ("notes", "reply"), side.is_foreign != theirs.is_foreign
    if left.kind == "notes" and (side.calls_itself_translation or _is_called_notes(theirs)):
        return True
    # A translator words the kind of text freely, and leaves no word of the original inside.
    if is_translated and not left.is_whole and (side.is_foreign or not is_about):
        return True
    # What is about another text has its title whole, so that `lessons from` and `faster than` say nothing beside half of it.
    if is_text and not is_about and not left.is_whole and _has_subject_left(theirs):
        return True
    # A closing part of its own is a subtitle's or a site's.
    is_closing = (
        left.is_whole and not left.segment.is_first and left.segment.lead != "(" and not (is_translated and is_text)
    )
    return is_closing and left.kind not in ("video", "slides") and not (left.kind == "reply" and is_about)


def _is_called_notes(side: Side) -> bool:
    return work_named(" ".join(word.text for word in side.words)) == "notes"


def _numbers(relation: Relation) -> Iterator[Contradiction]:
    """Numbers that differ make two machines, versions or sizes of what otherwise reads alike."""
    one, other = (_left_numbers(side) for side in relation.sides)
    if all(map(_YEAR.fullmatch, (*one, *other))):
        return
    if one and other:
        names = [{text for text in found if text[0].isalpha()} for found in (one, other)]
        if (all(names) and names[0].isdisjoint(names[1])) or _digits_of(one) != _digits_of(other):
            yield Contradiction("number", one, other)
    elif (one or other) and not relation.is_in_two_languages and any(map(_names_with_digits, relation.sides)):
        # A translator names what the original has in its text.
        yield Contradiction("added number", one, other)


def _left_numbers(side: Side) -> tuple[str, ...]:
    """The words with digits that the other title has not, but for an edition's: `…, v2`; `the V2 kernel` is another thing."""
    told = [part for part in side.left if part.kind not in ("name", "site", "date", "edition")]
    return tuple(
        word.text
        for part in told
        for word in part.words
        if word.has_digit and not (part.ends_part and word.text in NUMBERED_EDITION)
    )


def _names_with_digits(side: Side) -> bool:
    """Whether a name such as `H100` or `FP8` is left over inside a part; `2x` and `3.1` are left out now and then."""
    inside = [part for part in side.left if part.kind not in HARMLESS and not part.is_whole]
    return any(word.has_digit and word.text[0].isalpha() for part in inside for word in part.words)


def _digits_of(texts: tuple[str, ...]) -> list[str]:
    """The bare numbers: `17m` and `17 minutes` tell the same."""
    return sorted(re.sub(r"\D+", " ", text).strip() for text in texts)
