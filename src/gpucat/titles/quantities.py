"""Pairs the quantities of two titles, however their units are written. Symmetric, pure."""

import re
from typing import Final

from gpucat.titles.abbreviations import Place
from gpucat.titles.words import Word

_QUANTITY: Final = re.compile(r"(\d+(?:\.\d+)?)(?:[kmgt]?b|[kmx]|[munμ]?s|min|sec|h)?")
_SCALES: Final = {"k": "thousand", "m": "million", "b": "billion"}


def without_units(left: list[Place], right: list[Place]) -> tuple[list[Place], list[Place]]:
    """Pairs `17m` with the `17` of `17 минут`, `17 分钟`, and `3b` with `three billion`."""
    left, right = list(left), list(right)
    for place in tuple(left):
        number = _number(place.word)
        match = next((other for other in right if number and _number(other.word) == number), None)
        if match is not None and number in (place.word.stem, match.word.stem):
            left.remove(place)
            right.remove(match)
            left, right = _without_scale(left, place, match), _without_scale(right, match, place)
    return left, right


def _without_scale(places: list[Place], number: Place, short: Place) -> list[Place]:
    """Drops the word behind a number that the last letter of the short form stands for."""
    scale = _SCALES.get(short.word.text[-1])
    behind = (number.segment, number.spot + 1)
    return [place for place in places if (place.segment, place.spot) != behind or place.word.text != scale]


def _number(word: Word) -> str | None:
    """The bare number of a quantity (`17m`, `2.5x`, `three`); None for names such as `fp8`."""
    found = _QUANTITY.fullmatch(word.stem)
    return found.group(1) if found else None
