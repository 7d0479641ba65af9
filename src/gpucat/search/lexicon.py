"""The compiled term list as a search reads it: which other words mean what a reader typed. Pure.

`term_rows` compiles it from the tables.
"""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from gpucat.search.keys import LONGEST_KEY, growing_keys
from gpucat.search.stopwords import is_stop_word
from gpucat.search.tokens import Atom, pairs

LEXICON_VERSION: Final = 4
"""Raised whenever the same term list would be compiled to other entries."""
MANNERS: Final = frozenset(
    {
        "basics", "from scratch", "lecture notes", "optimization", "performance", "reading notes", "tutorial", "worklog",
    }
)  # fmt: skip
"""Terms that say how an article is written rather than what it is about: they weigh less than a subject."""


ALL_SYMPTOMS: Final = 2200
"""About how many symptoms the list has: the scale of how much a meaning tells."""


class Form(NamedTuple):
    """One name as it is shown, and its tokens in the index."""

    text: str
    tokens: tuple[str, ...]


class Entry(NamedTuple):
    """What a key stands for. `kind`:

    same: `forms` mean the same; inside the longer names of `apart` (tokens) they do not count. near: `forms` are related.
    initials: the key is the initials of a name. fact: `forms` are tokens of the facts column. word: read the key as `concept`. gap: the key is `concept` mistyped.
    plain: an everyday word of the meaning `concept`; subject: one that tells as much as any subject's word. symptom: a trouble or task, whose meanings are in `told`, parted by `|` (`weight`
    is their rarity in sum), leads to the concept.
    """

    kind: str
    concept: str
    forms: tuple[Form, ...] = ()
    apart: tuple[tuple[str, ...], ...] = ()
    told: str = ""
    weight: float = 1.0


Lexicon = Mapping[str, Sequence[Entry]]


class LexiconReader(Protocol):
    """Finds the entries of the given keys, wherever they are kept."""

    def entries(self, keys: Collection[str]) -> Lexicon: ...


def described(sequence: Sequence[Atom], meaning: Callable[[str], str | None]) -> list[str]:
    """A sentence as a set of meanings: terms and everyday words as `meaning` names them (longest match), and what is
    left as stems and pairs of characters, without stop words."""
    found: list[str] = []
    run = ""
    place = 0
    while place < len(sequence):
        length, name = _longest_meaning(sequence, place, meaning)
        atom = sequence[place]
        if name is None and atom.is_han:
            run += atom.text
        else:
            found += _pairs_that_tell(run)
            run = ""
            found += [name] if name else [] if is_stop_word(atom.text) or length > 1 else [atom.text]
        place += length
    return list(dict.fromkeys(found + _pairs_that_tell(run)))


def _longest_meaning(
    sequence: Sequence[Atom], place: int, meaning: Callable[[str], str | None]
) -> tuple[int, str | None]:
    """The longest stretch at `place` with a meaning of its own; an empty meaning is a stop word's."""
    keys = growing_keys(sequence[place : place + LONGEST_KEY])
    for length, key in zip(range(len(keys), 0, -1), reversed(keys), strict=True):
        if (name := meaning(key)) is not None:
            return length, name
        if not key.isascii() and is_stop_word(key):
            return length, ""
    return 1, None


def _pairs_that_tell(run: str) -> list[str]:
    return [pair for pair in pairs(run) if not is_stop_word(pair)] if len(run) > 1 else []


def meaning_in(lexicon: Lexicon) -> Callable[[str], str | None]:
    """What a key means in a described symptom: an everyday meaning, else the first concept of that name."""

    def meaning(key: str) -> str | None:
        entries = lexicon.get(key, ())
        plain = next((entry.concept for entry in entries if entry.kind in ("plain", "subject")), None)
        return plain or next((f"@{entry.concept}" for entry in entries if entry.kind == "same"), None)

    return meaning


def token_rarity(count: int) -> float:
    """How much a meaning tells that `count` symptoms share; the scale is that of the list."""
    return max(math.log(ALL_SYMPTOMS / count), 1.0)
