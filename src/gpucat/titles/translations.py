"""Pairs the words of two titles in two languages by what they mean. Pure."""

import itertools
from collections.abc import Container

from gpucat.titles.abbreviations import Place
from gpucat.titles.languages import has_common_root, is_european, is_said, readings
from gpucat.titles.parts import Title
from gpucat.titles.words import Word


def without_meanings(
    left: list[Place], right: list[Place], one: Title, other: Title
) -> tuple[list[Place], list[Place], int]:
    """Pairs the words of a title in another language with the English words that they may mean."""
    foreign = is_european(one.words), is_european(other.words)
    left, right, found = _read(left, right, is_european=foreign > (foreign[1], foreign[0]))
    right, left, also = _read(right, left, is_european=(foreign[1], foreign[0]) > foreign)
    return left, right, found + also


def _read(foreign: list[Place], others: list[Place], *, is_european: bool) -> tuple[list[Place], list[Place], int]:
    count = len(foreign)
    for place in tuple(foreign):
        if place not in foreign or not (is_european or place.word.is_term):
            continue
        if meant := _meant_by(place.word, others, is_european=is_european):
            others = [other for other in others if other not in meant]
            foreign = [other for other in foreign if not _is_one_term(other, place)]
    return foreign, others, count - len(foreign)


def _meant_by(word: Word, others: list[Place], *, is_european: bool) -> list[Place]:
    """The places of the words that one meaning of a foreign word asks for; all of them, or none."""
    stems = {place.word.stem: place for place in reversed(others)}
    for meaning in readings(word):
        if stems.keys() >= set(meaning):
            return [stems[name] for name in meaning]
    alike = (place for place in others if is_european and has_common_root(word, place.word))
    return list(itertools.islice(alike, 1))


def _is_one_term(place: Place, other: Place) -> bool:
    """Whether both words are what one term means: `前缀和` is `prefix` and `sum`."""
    return place == other or (
        place.word.is_term and (place.word.text, place.segment) == (other.word.text, other.segment)
    )


def count_translations(first: list[Place], second: list[Place]) -> int:
    """How many stems of one title are written in another script in the other title, and only so."""
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
    """Whether a title says again what it has said, be it in another language."""
    return is_said(word, said) if word.is_term else word.stem in said
