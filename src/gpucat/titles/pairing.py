"""Pairs the words of two titles: first equal ones, then translated, joined, abbreviated, cut or misspelt ones.

The words left unpaired decide whether the titles are one. Symmetric except for ties between equal misspellings; pure;
uses rapidfuzz only to measure a misspelling.
"""

import itertools
from collections import Counter
from collections.abc import Container
from functools import lru_cache
from typing import Final, NamedTuple

from gpucat.titles.equivalents import Spot, without_abbreviations, without_units
from gpucat.titles.languages import has_common_root, is_european, is_said, readings
from gpucat.titles.parts import Title
from gpucat.titles.tables import DIRECTIONS, PREFIXES
from gpucat.titles.words import FILLER_STEMS, PART, Word, stem


def without_meanings(
    left: list[Spot], right: list[Spot], one: Title, other: Title
) -> tuple[list[Spot], list[Spot], int]:
    """Pairs the words of a title in another language with the English words that they may mean."""
    foreign = is_european(one.words), is_european(other.words)
    left, right, found = _read(left, right, is_european=foreign > (foreign[1], foreign[0]))
    right, left, also = _read(right, left, is_european=(foreign[1], foreign[0]) > foreign)
    return left, right, found + also


def _read(foreign: list[Spot], others: list[Spot], *, is_european: bool) -> tuple[list[Spot], list[Spot], int]:
    count = len(foreign)
    for place in tuple(foreign):
        if place not in foreign or not (is_european or place.word.is_term):
            continue
        if meant := _meant_by(place.word, others, is_european=is_european):
            others = [other for other in others if other not in meant]
            foreign = [other for other in foreign if not _is_one_term(other, place)]
    return foreign, others, count - len(foreign)


def _meant_by(word: Word, others: list[Spot], *, is_european: bool) -> list[Spot]:
    """Returns the places of all the words for one meaning of a foreign word, or none."""
    stems = {place.word.stem: place for place in reversed(others)}
    for meaning in readings(word):
        if stems.keys() >= set(meaning):
            return [stems[name] for name in meaning]
    alike = (place for place in others if is_european and has_common_root(word, place.word))
    return list(itertools.islice(alike, 1))


def _is_one_term(place: Spot, other: Spot) -> bool:
    """Says whether both words come from one term: `前缀和` is `prefix` and `sum`."""
    return place == other or (
        place.word.is_term and (place.word.text, place.segment) == (other.word.text, other.segment)
    )


def count_translations(first: list[Spot], second: list[Spot]) -> int:
    """Counts the stems of one title that the other title has only in another script."""
    if not any(place.word.is_foreign for place in (*first, *second)):
        return 0
    scripts = [
        {(place.word.stem, place.word.is_foreign) for place in places if not place.word.has_digit}
        for places in (first, second)
    ]
    pairs = ((scripts[0], scripts[1]), (scripts[1], scripts[0]))
    return sum(
        (stem, True) in other and (stem, False) not in other
        for one, other in pairs
        for stem, foreign in one
        if not foreign
    )


def is_repeated(word: Word, said: Container[str]) -> bool:
    """Says whether a title repeats what it has said, even in another language."""
    return is_said(word, said) if word.is_term else word.stem in said


_TYPO_MIN_LETTERS: Final = 6
_NAME_LETTERS: Final = 3
_TITLES: Final = 2048
"""Of how many titles is kept what depends on one title only."""
_TOO_MANY: Final = 4
"""With more words than this left on both sides, and most words unpaired, the titles differ whatever the spelling."""


class Pairing(NamedTuple):
    """The words on each side without a partner, and how many pairs are misspellings or abbreviations."""

    one: frozenset[tuple[int, int]]
    other: frozenset[tuple[int, int]]
    typos: int
    abbreviations: int
    translations: int


def pair_words(one: Title, other: Title) -> Pairing:
    first, second = _places(one, other), _places(other, one)
    left, right = without_units(_surplus(first, second), _surplus(second, first))
    left, right, meant = without_meanings(left, right, one, other)
    if min(len(left), len(right)) > _TOO_MANY and 2 * len(left) > len(first) and 2 * len(right) > len(second):
        return Pairing(_spots(left), _spots(right), 0, 0, meant)
    left, right = _without_joined(left, one, right)
    right, left = _without_joined(right, other, left)
    left, right = _without_cut_word(left, one, right, other)
    right, left = _without_cut_word(right, other, left, one)
    left, right = _without_spelt_out(left, first), _without_spelt_out(right, second)
    left, right, typos = _without_typos(left, right)
    short = 0
    # Initials alone may match by chance: `one` is not `Occupancy (Is) Not Everything`.
    if len(left) < len(first) and len(right) < len(second):
        left, right, short = without_abbreviations(left, right)
    left, right = _without_repeats(left, first), _without_repeats(right, second)
    return Pairing(_spots(left), _spots(right), typos, short, meant + count_translations(first, second))


@lru_cache(maxsize=_TITLES)
def content_places(title: Title) -> tuple[Spot, ...]:
    """Returns the words with meaning, in order."""
    return tuple(
        Spot(word, number, spot)
        for number, segment in enumerate(title.segments)
        for spot, word in enumerate(segment.words)
        if word.stem not in FILLER_STEMS
    )


def are_turned_round(one: Title, other: Title) -> bool:
    """Says whether words have changed places: `index to coordinate`, `coordinate to index`."""
    theirs = set(_directed(other))
    return any((after, before) in theirs for before, after in _directed(one) if before != after)


def _directed(title: Title) -> list[tuple[str, str]]:
    stems = [word.stem for word in title.words]
    return [
        (stems[spot - 1], stems[spot + 1])
        for spot, word in enumerate(title.words)
        if word.text in DIRECTIONS and 0 < spot < len(stems) - 1
    ]


def _spots(places: list[Spot]) -> frozenset[tuple[int, int]]:
    return frozenset((place.segment, place.spot) for place in places)


def _places(title: Title, other: Title) -> list[Spot]:
    """Returns the words with meaning, the segment most like the other title first, so that it is paired first."""
    stems = {word.stem for word in other.words}
    common = [
        sum(word.stem in stems and word.stem not in FILLER_STEMS for word in segment.words)
        for segment in title.segments
    ]
    return sorted(content_places(title), key=lambda place: (-common[place.segment], place.segment))


def _surplus(places: list[Spot], others: list[Spot]) -> list[Spot]:
    available = Counter(place.word.stem for place in others)
    left = []
    for place in places:
        if available[place.word.stem]:
            available[place.word.stem] -= 1
        elif not _is_slip(place.word):
            left.append(place)
    return left


@lru_cache(maxsize=65536)
def _is_slip(word: Word) -> bool:
    return _is_slip_of_filler(word.text) or _is_slip_of_unit(word)


def _is_slip_of_filler(text: str) -> bool:
    """Says whether it is a misspelt filler such as `thhe`; a short word such as `Lee` is a name."""
    return len(text) > _NAME_LETTERS and _without_doubles(text) in FILLER_STEMS


_UNITS: Final = tuple(Word(unit, unit) for unit in ("lecture", "chapter", "episode", "lesson", "part"))


def _is_slip_of_unit(word: Word) -> bool:
    """Says whether it is a misspelt unit: `Lectre 13` keeps its number, and the unit says nothing more."""
    return any(word.text != unit.text and is_typo(word, unit) for unit in _UNITS)


def _without_joined(apart: list[Spot], title: Title, whole: list[Spot]) -> tuple[list[Spot], list[Spot]]:
    """Pairs `set up` with `setup`, `1 x 1` with `1x1`, `in PyTorch` with `inPyTorch`."""
    wanted = {place.word.stem: place for place in reversed(whole)}
    free = {(place.segment, place.spot): place for place in apart}
    used: set[Spot] = set()
    for joined, spots in _runs(title) if not wanted.keys().isdisjoint(_joined(title)) else ():
        found = wanted.get(joined)
        places = {free[spot] for spot in spots if spot in free}
        if found is not None and found not in used and places and len(places) == len(spots) and not used & places:
            used |= {found, *places}
    return [place for place in apart if place not in used], [place for place in whole if place not in used]


@lru_cache(maxsize=_TITLES)
def _joined(title: Title) -> frozenset[str]:
    return frozenset(joined for joined, _ in _runs(title))


def _runs(title: Title) -> list[tuple[str, list[tuple[int, int]]]]:
    """Returns two or three words in a row, joined, with the spots of those that have meaning."""
    return [
        (stem("".join(word.text for word in segment.words[begin : begin + size])), [
            (number, begin + step) for step, word in enumerate(segment.words[begin : begin + size]) if word.stem not in FILLER_STEMS
        ])
        for size in (2, 3)
        for number, segment in enumerate(title.segments)
        for begin in range(len(segment.words) - size + 1)
    ]  # fmt: skip


def _without_cut_word(
    cut: list[Spot], title: Title, others: list[Spot], whole_title: Title
) -> tuple[list[Spot], list[Spot]]:
    """Pairs the last word of a title cut by an ellipsis (`Perfor…`) with the word it begins, which may be a filler."""
    for place in cut if title.is_cut else ():
        whole = next((other for other in others if other.word.text.startswith(place.word.text)), None)
        if whole or any(word.text.startswith(place.word.text) for word in whole_title.words):
            return [other for other in cut if other is not place], [other for other in others if other is not whole]
    return cut, others


def _without_spelt_out(left: list[Spot], places: list[Spot]) -> list[Spot]:
    """Drops an abbreviation or its words if the title has both: `Tensor Memory Accelerator (TMA)`."""
    written = sorted(places, key=lambda place: (place.segment, place.spot))
    initials = "".join(place.word.text[0] for place in written)
    dropped: set[Spot] = set()
    for place in written:
        text = place.word.text
        if 3 <= len(text) <= 6 and text.isalpha() and (begin := initials.find(text)) >= 0:
            spelt = written[begin : begin + len(text)]
            if place in left:
                dropped.add(place)
            else:
                dropped.update(word for word in spelt if word in left)
    return [place for place in left if place not in dropped]


def _without_typos(left: list[Spot], right: list[Spot]) -> tuple[list[Spot], list[Spot], int]:
    typos = 0
    left, right = list(left), list(right)
    for place in tuple(left):
        match = next((other for other in right if is_typo(place.word, other.word)), None)
        if match is not None:
            left.remove(place)
            right.remove(match)
            typos += 1
    return left, right, typos


def is_typo(one: Word, other: Word) -> bool:
    """Says whether one word is the other misspelt: a doubled letter, or one slip in six letters, two in ten.

    A number is never misspelt, but one without its `Part` pairs with the part number.
    """
    if one.is_part_number != other.is_part_number:
        return one.text.removeprefix(PART) == other.text.removeprefix(PART)
    first, second = sorted((one.text, other.text), key=len)
    if len(second) - len(first) > 2 or not (first.isalpha() and second.isalpha()) or one.is_han or other.is_han:
        return False
    if _without_doubles(first) == _without_doubles(second) and len(first) > 2:
        return True
    if len(second) < _TYPO_MIN_LETTERS:
        return False
    if any(second == prefix + first for prefix in PREFIXES):
        return False
    from rapidfuzz.distance import OSA

    return OSA.distance(first, second, score_cutoff=2) <= (2 if len(second) >= 10 else 1)


@lru_cache(maxsize=65536)
def _without_doubles(word: str) -> str:
    return "".join(letter for spot, letter in enumerate(word) if spot == 0 or letter != word[spot - 1])


def _without_repeats(left: list[Spot], places: list[Spot]) -> list[Spot]:
    """Drops a word that the same title has already said.

    It does so inside a part (`CUDA Driver vs CUDA Runtime`), or if the whole part says nothing else (`CUDA L2
    Cache_cuda_l2`).
    """
    spots = _spots(left)
    paired = [place for place in places if (place.segment, place.spot) not in spots]
    said = {place.word.stem for place in paired if not place.word.is_part_number}
    inside = {place.segment for place in paired}
    new = {place.segment for place in left if not is_repeated(place.word, said)}
    return [
        place
        for place in left
        if not is_repeated(place.word, said)
        or (place.segment not in inside and place.segment in new)
        or (place.segment in inside and not place.word.text.isalpha())
    ]
