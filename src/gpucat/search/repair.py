"""Corrects words that match nothing. Pure; uses rapidfuzz in one function.

It tries in order: two known words written as one, the beginning of a known word, one edit (two from nine letters).
Short words are corrected only for swapped neighbours or a doubled letter, because with few letters every word is close
to another. Words that are right as they are (data/right_words.tsv) are left alone: `metal` is not a misspelt `mental`.
"""

from collections.abc import Collection, Iterable
from functools import cache
from typing import Final, Protocol

from gpucat.resources import data_rows
from gpucat.search.stems import stem

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
SHORTEST_REPAIRED: Final = 4
_SHORTEST_FREELY_REPAIRED: Final = 5
_SHORTEST_WITH_TWO_EDITS: Final = 9
_SHORTEST_PREFIX: Final = 4
_SHORTEST_SPLIT_PART: Final = 3


@cache
def right_words() -> frozenset[str]:
    """Reads the words that are left alone."""
    return frozenset(word for _, words in data_rows("right_words.tsv") for word in words.split())


class Spellings(Protocol):
    """What the correction of words needs from an index."""

    def frequency(self, tokens: tuple[str, ...]) -> int: ...

    def spellings(self, shortest: int, longest: int) -> Collection[str]: ...

    def known_spellings(self, words: Collection[str]) -> Collection[str]: ...


def repair_word(word: str, index: Spellings) -> tuple[str, ...]:
    """Corrects `word` (folded, known to match nothing) to one or two words; returns none if nothing is close."""
    if len(word) < SHORTEST_REPAIRED or not word.isascii() or not word.isalpha() or word in right_words():
        return ()
    return _split(word, index) or _begun(word, index) or _edited(word, index)


def _split(word: str, index: Spellings) -> tuple[str, ...]:
    for cut in range(_SHORTEST_SPLIT_PART, len(word) - _SHORTEST_SPLIT_PART + 1):
        parts = (word[:cut], word[cut:])
        if index.frequency(tuple(map(stem, parts))):
            return parts
    return ()


def _begun(word: str, index: Spellings) -> tuple[str, ...]:
    """Returns the known word that begins with `word`, if there is only one."""
    if len(word) < _SHORTEST_PREFIX:
        return ()
    longer = sorted(other for other in index.spellings(len(word) + 1, len(word) + 8) if other.startswith(word))
    return (longer[0],) if len({stem(other) for other in longer}) == 1 else ()


def _edited(word: str, index: Spellings) -> tuple[str, ...]:
    near = [other for other in index.known_spellings(_one_edit_away(word)) if other.isalpha()]
    if len(word) < _SHORTEST_FREELY_REPAIRED:
        near = [other for other in near if _is_slip(word, other)]
    best = _most_likely(word, near, index)
    if not best and len(word) >= _SHORTEST_WITH_TWO_EDITS:
        best = _most_likely(word, _two_edits_away(word, index.spellings(len(word) - 2, len(word) + 2)), index)
    return best


def _most_likely(word: str, near: Iterable[str], index: Spellings) -> tuple[str, ...]:
    """Prefers a candidate with the same first letter, then the one that most articles have."""
    ranked = sorted((other[0] != word[0], -index.frequency((stem(other),)), other) for other in near)
    return next(((other,) for _, frequency, other in ranked if frequency), ())


def _one_edit_away(word: str) -> set[str]:
    """Returns every text one slip away: a letter more, less or different, or two neighbours swapped."""
    cuts = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    less = {head + tail[1:] for head, tail in cuts if tail}
    swapped = {head + tail[1] + tail[0] + tail[2:] for head, tail in cuts if len(tail) > 1}
    other = {head + letter + tail[1:] for head, tail in cuts if tail for letter in _LETTERS}
    more = {head + letter + tail for head, tail in cuts for letter in _LETTERS}
    return (less | swapped | other | more) - {word}


def _two_edits_away(word: str, others: Iterable[str]) -> list[str]:
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import extract

    found = extract(word, others, scorer=OSA.distance, score_cutoff=2, limit=None)  # type: ignore[arg-type]
    return [other for other, _, _ in found if other.isalpha() and other[0] == word[0]]


def _is_slip(word: str, other: str) -> bool:
    """Says whether the two differ by swapped neighbours, or by a letter that is or should be doubled."""
    if len(word) == len(other):
        return sorted(word) == sorted(other) and word[0] == other[0]
    longer, shorter = (word, other) if len(word) > len(other) else (other, word)
    return any(
        longer[place] == longer[place + 1] and longer[:place] + longer[place + 1 :] == shorter
        for place in range(len(longer) - 1)
    )
