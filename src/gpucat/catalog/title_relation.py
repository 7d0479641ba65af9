"""Lays two titles side by side: which words they share, and what is left over on each side, part by part. Symmetric, pure."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from gpucat.catalog.title_parts import Kind, Known, Segment, Title, is_han_title, kind_of
from gpucat.catalog.title_words import FILLER_STEMS, PART, Word, stem

_TYPO_MIN_LETTERS: Final = 6
_PREFIXES: Final = (
    "a",
    "de",
    "un",
    "non",
    "re",
    "pre",
    "in",
    "dis",
    "multi",
    "sub",
    "inter",
    "intra",
    "co",
    "micro",
    "macro",
    "hyper",
)


class Leftover(NamedTuple):
    """What one part of a title has and the other title lacks."""

    segment: Segment
    kind: Kind
    words: tuple[Word, ...]
    is_whole: bool
    has_part_number: bool
    """Whether the part holds a part number that both titles share, so that the rest of it may be a series' name."""

    @property
    def weight(self) -> float:
        return sum(word.weight for word in self.words)


class Side(NamedTuple):
    """One title beside the other: all its words, and those that the other has too."""

    words: tuple[Word, ...]
    shared: tuple[Word, ...]
    left: tuple[Leftover, ...]
    weight: float
    """Weight of all the words of the title."""

    @property
    def left_words(self) -> tuple[Word, ...]:
        return tuple(word for part in self.left for word in part.words)


class Relation(NamedTuple):
    one: Side
    other: Side
    typos: int

    @property
    def shared_weight(self) -> float:
        return sum(word.weight for word in self.one.shared)


class _Place(NamedTuple):
    """A word and where it stands: the numbers of its segment and of its spot in it."""

    word: Word
    segment: int
    spot: int


def relate_titles(one: Title, other: Title, known: Known) -> Relation:
    """Pairs the words of both titles: equal stems first, then words written together or apart, then misspellings."""
    first, second = _places(one, other), _places(other, one)
    left, right = _surplus(first, second), _surplus(second, first)
    left, right = _without_joined(left, one, right)
    right, left = _without_joined(right, other, left)
    left, right = _without_cut_word(left, one, right)
    right, left = _without_cut_word(right, other, left)
    left, right, typos = _without_typos(_without_initials(left, first), _without_initials(right, second))
    return Relation(_side(one, first, left, other, known), _side(other, second, right, one, known), typos)


def _places(title: Title, other: Title) -> list[_Place]:
    """The words with meaning; words of the segment that has most in common with the other title come first, to be paired first."""
    stems = {word.stem for word in other.words}
    order = sorted(
        range(len(title.segments)),
        key=lambda number: (
            -sum(word.stem in stems and word.stem not in FILLER_STEMS for word in title.segments[number].words),
            number,
        ),
    )
    return [
        _Place(word, number, index)
        for number in order
        for index, word in enumerate(title.segments[number].words)
        if word.stem not in FILLER_STEMS
    ]


def _surplus(places: list[_Place], others: list[_Place]) -> list[_Place]:
    available = Counter(place.word.stem for place in others)
    left = []
    for place in places:
        if available[place.word.stem]:
            available[place.word.stem] -= 1
        elif _without_doubles(place.word.text) not in FILLER_STEMS:
            left.append(place)
    return left


def _without_joined(apart: list[_Place], title: Title, whole: list[_Place]) -> tuple[list[_Place], list[_Place]]:
    """Pairs `set up` with `setup`, `1 x 1` with `1x1`, `in PyTorch` with `inPyTorch`."""
    wanted = {place.word.stem: place for place in reversed(whole)}
    free = {(place.segment, place.spot): place for place in apart}
    used: set[_Place] = set()
    for size in (2, 3):
        for number, segment in enumerate(title.segments):
            for begin in range(len(segment.words) - size + 1):
                run = segment.words[begin : begin + size]
                found = wanted.get(stem("".join(word.text for word in run)))
                spots = [(number, begin + step) for step, word in enumerate(run) if word.stem not in FILLER_STEMS]
                places = [free[spot] for spot in spots if spot in free]
                if (
                    found is not None
                    and found not in used
                    and places
                    and len(places) == len(spots)
                    and not used & set(places)
                ):
                    used |= {found, *places}
    return [place for place in apart if place not in used], [place for place in whole if place not in used]


def _without_cut_word(cut: list[_Place], title: Title, others: list[_Place]) -> tuple[list[_Place], list[_Place]]:
    """Pairs the last word of a title that an ellipsis cuts (`Perfor…`) with the word it begins."""
    for place in cut if title.is_cut else ():
        whole = next((other for other in others if other.word.text.startswith(place.word.text)), None)
        if whole is not None:
            return [other for other in cut if other is not place], [other for other in others if other is not whole]
    return cut, others


def _without_initials(left: list[_Place], places: list[_Place]) -> list[_Place]:
    """Drops an abbreviation whose words the same title spells out: `Tensor Memory Accelerator (TMA)`."""
    written = sorted(places, key=lambda place: (place.segment, place.spot))
    initials = "".join(place.word.text[0] for place in written)
    return [
        place
        for place in left
        if not (3 <= len(place.word.text) <= 6 and place.word.text.isalpha() and place.word.text in initials)
    ]


def _without_typos(left: list[_Place], right: list[_Place]) -> tuple[list[_Place], list[_Place], int]:
    typos = 0
    for place in list(left):
        match = next((other for other in right if is_typo(place.word, other.word)), None)
        if match is not None:
            left.remove(place)
            right.remove(match)
            typos += 1
    return left, right, typos


def is_typo(one: Word, other: Word) -> bool:
    """Whether two words are one, misspelt: a doubled letter, or one slip in six letters, two in ten; never in a number.

    A number without its `Part` pairs with the part number.
    """
    if one.is_part_number != other.is_part_number:
        return one.text.removeprefix(PART) == other.text.removeprefix(PART)
    first, second = sorted((one.text, other.text), key=len)
    if not (first.isalpha() and second.isalpha()) or one.is_han or other.is_han:
        return False
    if _without_doubles(first) == _without_doubles(second) and len(first) > 2:
        return True
    if len(second) < _TYPO_MIN_LETTERS or len(second) - len(first) > 2:
        return False
    if any(second == prefix + first for prefix in _PREFIXES):
        return False
    from rapidfuzz.distance import OSA

    slips = OSA.distance(first, second, score_cutoff=2)
    return slips <= (2 if len(second) >= 10 else 1)


def _without_doubles(word: str) -> str:
    return "".join(letter for index, letter in enumerate(word) if index == 0 or letter != word[index - 1])


def _side(title: Title, places: list[_Place], left: list[_Place], other: Title, known: Known) -> Side:
    missing = {(place.segment, place.spot) for place in left}
    shared = tuple(place.word for place in places if (place.segment, place.spot) not in missing)
    return Side(
        title.words,
        shared,
        tuple(_leftovers(title, missing, is_han_title(other.words), known)),
        sum(place.word.weight for place in places),
    )


def _leftovers(title: Title, missing: set[tuple[int, int]], others_are_han: bool, known: Known) -> Iterator[Leftover]:
    for number, segment in enumerate(title.segments):
        words = tuple(word for index, word in enumerate(segment.words) if (number, index) in missing)
        if not words:
            continue
        told = [index for index, word in enumerate(segment.words) if word.stem not in FILLER_STEMS]
        is_whole = len(words) == len(told)
        parts = any(word.is_part_number and (number, index) not in missing for index, word in enumerate(segment.words))
        residue = _residue(
            (word.text if (number, index) in missing or word.stem in FILLER_STEMS else "~")
            for index, word in enumerate(segment.words)
        )
        kind = kind_of(segment if is_whole else segment._replace(shown=""), words, residue, known, others_are_han)
        yield Leftover(segment, kind, words, is_whole, parts)


def _residue(texts: Iterable[str]) -> str:
    """The text of a part with `~` for what both titles have; Han characters stand without spaces."""
    residue = ""
    for text in texts:
        if text == "~" and residue.endswith("~"):
            continue
        glue = "" if not residue or (ord(text[0]) >= 0x2E80 and ord(residue[-1]) >= 0x2E80) else " "
        residue += glue + text
    return residue
