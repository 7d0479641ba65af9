"""Finds contradictions between two titles: different parts, numbers, years, kinds of work. Symmetric, pure.

`verify-links` and `dedupe` both use what is found here, each in its own way: a page's title is also judged part by
part, so a kind of work or a number on only one side is judged there.
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
    """What contradicts, and the words of each title that do; one title may have none."""

    kind: ContradictionKind
    one: tuple[str, ...] = ()
    other: tuple[str, ...] = ()


_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_RIVAL_STEMS: Final = tuple(frozenset(map(stem, words)) for words in RIVALS)
_OTHER_WORKS: Final = frozenset({"notes", "reply", "video", "slides", "code", "paper"})


def find_contradictions(relation: Relation) -> Iterator[Contradiction]:
    """Finds what shows that the titles belong to two works, the clearest first."""
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
    """Finds part numbers that the other title lacks or repeats less often: `(3) … part 1` and `(3) … part 3`."""
    one, other = (tuple(word.text for word in side.left_words if word.is_part_number) for side in relation.sides)
    if one and other:
        yield Contradiction("part", one, other)


def _next_part(relation: Relation) -> Iterator[Contradiction]:
    """Finds a part number at the end of a title that is complete without it: `… part two`, `… (下)`.

    After a series name, or before a subtitle that both titles have, it may simply have been left out.
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
    """Finds two words that exclude each other: `H100` and `A100`, `forward` and `backward`."""
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
    """Finds a `not` inside a title where the other title has everything else."""
    if relation.is_in_two_languages:
        return
    for side, theirs in (relation.sides, relation.sides[::-1]):
        said = [part.shown for part in side.left if not part.is_whole and NEGATIONS.intersection(part.texts)]
        if said and not _has_subject_left(theirs):
            yield Contradiction("denial", tuple(said))


def _has_subject_left(side: Side) -> bool:
    return any(word.weight == 1.0 for part in side.left if part.kind not in HARMLESS for word in part.words)


def _other_work(relation: Relation) -> Iterator[Contradiction]:
    """Finds a word that makes one title another kind of work about the other: notes, a reply, a video."""
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
    """Says whether words for a kind of work are no evidence against one work."""
    is_about = not ABOUT_WORDS.isdisjoint(left.texts)
    is_text, is_translated = left.kind in ("notes", "reply"), side.is_foreign != theirs.is_foreign
    if left.kind == "notes" and (side.calls_itself_translation or _is_called_notes(theirs)):
        return True
    # Translators name the kind of text freely, and keep no word of the original inside.
    if is_translated and not left.is_whole and (side.is_foreign or not is_about):
        return True
    # A text about another one has its whole title; with half of it, `lessons from` and `faster than` say nothing.
    if is_text and not is_about and not left.is_whole and _has_subject_left(theirs):
        return True
    # A separate last part is a subtitle or a site.
    is_closing = (
        left.is_whole and not left.segment.is_first and left.segment.lead != "(" and not (is_translated and is_text)
    )
    return is_closing and left.kind not in ("video", "slides") and not (left.kind == "reply" and is_about)


def _is_called_notes(side: Side) -> bool:
    return work_named(" ".join(word.text for word in side.words)) == "notes"


def _numbers(relation: Relation) -> Iterator[Contradiction]:
    """Finds differing numbers, which mean two machines, versions or sizes."""
    one, other = (_left_numbers(side) for side in relation.sides)
    if all(map(_YEAR.fullmatch, (*one, *other))):
        return
    if one and other:
        names = [{text for text in found if text[0].isalpha()} for found in (one, other)]
        if (all(names) and names[0].isdisjoint(names[1])) or _digits_of(one) != _digits_of(other):
            yield Contradiction("number", one, other)
    elif (one or other) and not relation.is_in_two_languages and any(map(_names_with_digits, relation.sides)):
        # Translators put into the title what the original has in its text.
        yield Contradiction("added number", one, other)


def _left_numbers(side: Side) -> tuple[str, ...]:
    """Returns the words with digits that only this title has, except an edition's: `…, v2`, but not `the V2 kernel`."""
    told = [part for part in side.left if part.kind not in ("name", "site", "date", "edition")]
    return tuple(
        word.text
        for part in told
        for word in part.words
        if word.has_digit and not (part.ends_part and word.text in NUMBERED_EDITION)
    )


def _names_with_digits(side: Side) -> bool:
    """Says whether a name such as `H100` or `FP8` is left over inside a part; `2x` and `3.1` are sometimes omitted."""
    inside = [part for part in side.left if part.kind not in HARMLESS and not part.is_whole]
    return any(word.has_digit and word.text[0].isalpha() for part in inside for word in part.words)


def _digits_of(texts: tuple[str, ...]) -> list[str]:
    """Returns the bare numbers, because `17m` and `17 minutes` mean the same."""
    return sorted(re.sub(r"\D+", " ", text).strip() for text in texts)
