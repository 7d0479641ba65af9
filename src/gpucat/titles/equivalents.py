"""Pairs different forms of the same words: abbreviations, and quantities with units. Symmetric, pure."""

import re
from functools import cache
from typing import Final, NamedTuple

from gpucat.catalog.numbers import NUMBER_WORDS
from gpucat.titles.tables import FIELD_WORDS, RIVALS, WRITTEN_OUT
from gpucat.titles.vocabulary import vocabulary
from gpucat.titles.words import Word


class Spot(NamedTuple):
    """A word and its position: the numbers of its segment and of its spot in the segment."""

    word: Word
    segment: int
    spot: int


_PIECE: Final = 3
_SHORT_FORMS: Final = frozenset(short for short, _ in WRITTEN_OUT)
"""Abbreviations in the table; any other begins like what it stands for."""
_NUMBERED: Final = re.compile(r"\d[a-z]{2,3}")


@cache
def _words_of_their_own() -> frozenset[str]:
    """Returns words that are not short for longer ones: `warp` is not short for `warpgroup`."""
    return FIELD_WORDS.union(*RIVALS, vocabulary().field_words)


def without_abbreviations(left: list[Spot], right: list[Spot]) -> tuple[list[Spot], list[Spot], int]:
    """Removes pairs such as `op` and `operation`, `TV` and `thread-value`, `GEMM` and its words; also returns how many.

    Several words are tried before one, because `LayerNorm` is more than a longer `layer`.
    """
    found = 0
    for sizes in ((4, 3, 2), (1,)):
        left, right, count = _spelt_out(left, right, sizes)
        right, left, also = _spelt_out(right, left, sizes)
        found += count + also
    return left, right, found


def _spelt_out(short: list[Spot], long: list[Spot], sizes: tuple[int, ...]) -> tuple[list[Spot], list[Spot], int]:
    short, found = list(short), 0
    written = sorted(long, key=lambda other: (other.segment, other.spot))
    for place in tuple(short):
        spelt = _spelt_by(place.word.text, written, sizes)
        if spelt:
            short.remove(place)
            written = [other for other in written if other not in spelt]
            found += 1
    return short, [other for other in long if other in written] if found else long, found


def _spelt_by(text: str, long: list[Spot], sizes: tuple[int, ...]) -> list[Spot]:
    if not text.isascii() or len(text) < 2 or not (text.isalpha() or _NUMBERED.fullmatch(text)):
        return []
    begins_alike = text not in _SHORT_FORMS and text[0].isalpha()
    begins = [begin for begin, place in enumerate(long) if not begins_alike or place.word.text[0] == text[0]]
    for size in sizes:
        for begin in begins:
            run = long[begin : begin + size]
            if len(run) < size:
                break
            words = [place.word.text for place in run]
            if (size > 1 and _are_initials(text, run)) or (text, " ".join(words)) in WRITTEN_OUT:
                return run
            if _is_shortened(text, words):
                return run
    return []


def _are_initials(text: str, run: list[Spot]) -> bool:
    """Says whether the text is made of the words' initials, small words optional: `MoE`, `mixture of experts`."""
    if "".join(_initial(place.word.text, text) for place in run) == text:
        return True
    begin, end = run[0], run[-1]
    if begin.segment != end.segment or end.spot - begin.spot + 1 != len(text):
        return False
    return all(text[place.spot - begin.spot] == place.word.text[0] for place in run)


def _initial(word: str, text: str) -> str:
    """Returns the first letter, or a number word's digit where the abbreviation has one: `1BRC`."""
    return str(NUMBER_WORDS[word]) if text[0].isdigit() and word in NUMBER_WORDS else word[0]


def _is_shortened(text: str, words: list[str]) -> bool:
    """Says whether the text is the beginning of a word, or of several words in a row: `ArithTuple`, `LayerNorm`."""
    first = words[0]
    if len(words) == 1:
        fits = len(first) - len(text) >= 3 and len(first) >= 2 * len(text) - 2 and first.startswith(text)
        return fits and text not in _words_of_their_own()
    return any(
        first.startswith(text[:cut]) and _is_made_of(text[cut:], words[1:])
        for cut in range(_PIECE, len(text) - _PIECE + 1)
    )


def _is_made_of(text: str, words: list[str]) -> bool:
    """Says whether joined beginnings of the words make the text, each a few letters long or a whole word."""
    whole = "".join(words)
    return text == whole or (len(words) == 1 and len(text) >= _PIECE and whole.startswith(text))


_QUANTITY: Final = re.compile(r"(\d+(?:\.\d+)?)(?:[kmgt]?b|[kmx]|[munμ]?s|min|sec|h)?")
_SCALES: Final = {"k": "thousand", "m": "million", "b": "billion"}


def without_units(left: list[Spot], right: list[Spot]) -> tuple[list[Spot], list[Spot]]:
    """Pairs `17m` with the `17` of `17 минут`, `17 分钟`, and `3b` with `three billion`."""
    left, right = list(left), list(right)
    for place in tuple(left):
        number = _quantity(place.word)
        match = next((other for other in right if number and _quantity(other.word) == number), None)
        if match is not None and number in (place.word.stem, match.word.stem):
            left.remove(place)
            right.remove(match)
            left, right = _without_scale(left, place, match), _without_scale(right, match, place)
    return left, right


def _without_scale(places: list[Spot], number: Spot, short: Spot) -> list[Spot]:
    """Drops the word after a number if the last letter of the short form stands for it."""
    scale = _SCALES.get(short.word.text[-1])
    behind = (number.segment, number.spot + 1)
    return [place for place in places if (place.segment, place.spot) != behind or place.word.text != scale]


def _quantity(word: Word) -> str | None:
    """Returns the bare number of a quantity (`17m`, `2.5x`, `three`), or None for names such as `fp8`."""
    found = _QUANTITY.fullmatch(word.stem)
    return found.group(1) if found else None
