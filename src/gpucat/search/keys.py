"""The keys under which the term list is kept: one text for a form however it is written, and marks for other ways in.

Pure.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from gpucat.search.tokens import Atom, atoms

LONGEST_KEY: Final = 12
"""The most atoms one entry's key has: a Chinese name of twelve characters, or twelve English words."""
_SYMPTOM_MARK: Final = "?"
PINYIN_MARK: Final = "%"
_GAP: Final = "_"
_SHORTEST_WITH_GAP: Final = 4
_SHORTEST_PINYIN: Final = 4
INITIALS_MARK: Final = "^"
_SHORTEST_INITIALS: Final = 2


def key_of(text: str) -> str:
    """The key under which a form is found: its atoms, Latin words parted by a space."""
    return join_key(tuple(atoms(text)))


def join_key(sequence: Sequence[Atom]) -> str:
    """The key of these atoms together."""
    return next(reversed(growing_keys(sequence)), "")


def growing_keys(sequence: Iterable[Atom]) -> list[str]:
    """The keys of the first atom, the first two, and so on."""
    keys: list[str] = []
    key, was_han = "", True
    for atom in sequence:
        key += atom.text if atom.is_han or was_han else f" {atom.text}"
        was_han = atom.is_han
        keys.append(key)
    return keys


def gap_keys(run: str) -> list[str]:
    """The keys under which a Chinese name is found though one of its characters is mistyped."""
    if len(run) < _SHORTEST_WITH_GAP or len(run) > LONGEST_KEY or run.isascii():
        return []
    return [run[:place] + _GAP + run[place + 1 :] for place in range(len(run))]


def initials_key(word: str) -> str:
    """The key of a word in capitals that no article has, as the initials of some name; empty for other words."""
    is_possible = word.isascii() and word.isalpha() and word.isupper() and len(word) >= _SHORTEST_INITIALS
    return INITIALS_MARK + word.lower() if is_possible else ""


def pinyin_keys(text: str, sequence: Sequence[Atom]) -> list[str]:
    """The keys of the first word, the first two, and so on, as pinyin that may be written apart; empty ones for what
    cannot be pinyin."""
    keys: list[str] = []
    spelling = ""
    for atom in sequence:
        word = text[atom.start : atom.end]
        if atom.is_han or not (word.isascii() and word.isalpha()):
            break
        spelling += word.lower()
        keys.append(PINYIN_MARK + spelling if len(spelling) >= _SHORTEST_PINYIN else "")
    return keys + [""] * (len(sequence) - len(keys))


def is_pinyin_key(key: str) -> bool:
    """Whether the key is one of `pinyin_key`."""
    return key.startswith(PINYIN_MARK)


def symptom_keys(tokens: Iterable[str]) -> list[str]:
    """The keys under which the symptoms that hold these tokens are found."""
    return [_SYMPTOM_MARK + token for token in tokens]


def is_symptom_key(key: str) -> bool:
    """Whether the key is one of `symptom_keys`."""
    return key.startswith(_SYMPTOM_MARK)
