"""The compiled term list as a search reads it: which other words mean what a reader typed, and which words mean nothing.

An entry is found by a key: one text for a form however it is written, with marks for other ways in. `term_rows` compiles
the entries from the tables. Pure.
"""

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple, Protocol, TypeVar

from gpucat.resources import data_rows
from gpucat.search.tokens import Atom, atoms, pairs

LEXICON_VERSION: Final = 4
"""Raised whenever the same term list would be compiled to other entries."""
LONGEST_KEY: Final = 12
"""The most atoms one entry's key has: a Chinese name of twelve characters, or twelve English words."""
INITIALS_MARK: Final = "^"
PINYIN_MARK: Final = "%"
_SYMPTOM_MARK: Final = "?"
_GAP: Final = "_"
_SHORTEST_WITH_GAP: Final = 4
_SHORTEST_PINYIN: Final = 4
_SHORTEST_INITIALS: Final = 2
MANNERS: Final = frozenset(
    {
        "basics", "from scratch", "lecture notes", "optimization", "performance", "reading notes", "tutorial", "worklog",
    }
)  # fmt: skip
"""Terms that say how an article is written rather than what it is about: they weigh less than a subject."""
ALL_SYMPTOMS: Final = 2200
"""About how many symptoms the list has: the scale of how much a meaning tells."""
TERM_KINDS: Final = ("same", "near", "fact")
"""Kinds of entries that make a stretch of a query a term."""

T = TypeVar("T")


class TermForm(NamedTuple):
    """One name as it is shown, and its tokens in the index."""

    text: str
    tokens: tuple[str, ...]


class TermEntry(NamedTuple):
    """What a key stands for. `kind`:

    same: `forms` mean the same; inside the longer names of `apart` (tokens) they do not count. near: `forms` are related.
    initials: the key is the initials of a name. fact: `forms` are tokens of the facts column. word: read the key as
    `concept`. gap: the key is `concept` mistyped. plain: an everyday word of the meaning `concept`; subject: one that
    tells as much as any subject's word. symptom: a trouble or task, whose meanings are in `told`, parted by `|`
    (`weight` is their rarity in sum), leads to the concept.
    """

    kind: str
    concept: str
    forms: tuple[TermForm, ...] = ()
    apart: tuple[tuple[str, ...], ...] = ()
    told: str = ""
    weight: float = 1.0


Lexicon = Mapping[str, Sequence[TermEntry]]


class LexiconReader(Protocol):
    """Finds the entries of the given keys, wherever they are kept."""

    def entries(self, keys: Collection[str]) -> Lexicon: ...


def key_of(text: str) -> str:
    """Gives the key under which a form is found: its atoms, Latin words parted by a space."""
    return join_key(tuple(atoms(text)))


def join_key(sequence: Sequence[Atom]) -> str:
    """Gives the key of these atoms together."""
    return next(reversed(growing_keys(sequence)), "")


def growing_keys(sequence: Iterable[Atom]) -> list[str]:
    """Gives the keys of the first atom, the first two, and so on."""
    keys: list[str] = []
    key, was_han = "", True
    for atom in sequence:
        key += atom.text if atom.is_han or was_han else f" {atom.text}"
        was_han = atom.is_han
        keys.append(key)
    return keys


def gap_keys(run: str) -> list[str]:
    """Gives the keys under which a Chinese name is found though one of its characters is mistyped."""
    if len(run) < _SHORTEST_WITH_GAP or len(run) > LONGEST_KEY or run.isascii():
        return []
    return [run[:place] + _GAP + run[place + 1 :] for place in range(len(run))]


def initials_key(word: str) -> str:
    """Gives the key of a word in capitals as the initials of some name; an empty one for other words."""
    is_possible = word.isascii() and word.isalpha() and word.isupper() and len(word) >= _SHORTEST_INITIALS
    return INITIALS_MARK + word.lower() if is_possible else ""


def pinyin_keys(text: str, sequence: Sequence[Atom]) -> list[str]:
    """Gives the keys of the first word, the first two, and so on, as pinyin that may be written apart; empty ones for
    what cannot be pinyin."""
    keys: list[str] = []
    spelling = ""
    for atom in sequence:
        word = text[atom.start : atom.end]
        if atom.is_han or not (word.isascii() and word.isalpha()):
            break
        spelling += word.lower()
        keys.append(PINYIN_MARK + spelling if len(spelling) >= _SHORTEST_PINYIN else "")
    return keys + [""] * (len(sequence) - len(keys))


def symptom_keys(tokens: Iterable[str]) -> list[str]:
    """Gives the keys under which the symptoms that hold these tokens are found."""
    return [_SYMPTOM_MARK + token for token in tokens]


def is_symptom_key(key: str) -> bool:
    """Tells whether the key is one of `symptom_keys`."""
    return key.startswith(_SYMPTOM_MARK)


@cache
def stop_words(kind: str) -> frozenset[str]:
    """Reads the words that say nothing: every `stem` of English, `word` of Chinese or `particle`."""
    return frozenset(word for name, words in data_rows("stop_words.tsv") if name == kind for word in words.split(" "))


def is_stop_word(word: str) -> bool:
    """Tells whether the stem or the folded Chinese word carries no meaning of its own."""
    return word in stop_words("stem" if word.isascii() else "word")


def cut(
    sequence: Sequence[Atom], find: Callable[[str, Sequence[Atom]], T | None]
) -> Iterator[tuple[Sequence[Atom], T | None]]:
    """Cuts the sequence into the longest stretches for which `find` has something, and single atoms for which not.

    `find` is asked with the key of a stretch and the stretch.
    """
    place = 0
    while place < len(sequence):
        keys = growing_keys(sequence[place : place + LONGEST_KEY])
        found = None
        for length in range(len(keys), 0, -1):
            found = find(keys[length - 1], sequence[place : place + length])
            if found is not None:
                break
        yield sequence[place : place + length], found
        place += length


def terms_in(lexicon: Lexicon) -> Callable[[str, Sequence[Atom]], list[TermEntry] | None]:
    """Finds the entries of a term, none for a stop word, for `cut`."""

    def find(key: str, stretch: Sequence[Atom]) -> list[TermEntry] | None:
        entries = [entry for entry in lexicon.get(key, ()) if entry.kind in TERM_KINDS]
        is_particle = len(stretch) == 1 and key in stop_words("particle")
        return entries if entries or is_particle or is_stop_word(key) else None

    return find


def meaning_in(lexicon: Lexicon) -> Callable[[str, Sequence[Atom]], str | None]:
    """Finds what a key means in a described symptom, for `cut`: an everyday meaning, else the first concept of that name;
    an empty meaning is a Chinese stop word's."""

    def find(key: str, _stretch: Sequence[Atom]) -> str | None:
        entries = lexicon.get(key, ())
        for entry in entries:
            if entry.kind in ("plain", "subject"):
                return entry.concept
        term = next((f"@{entry.concept}" for entry in entries if entry.kind == "same"), None)
        return "" if term is None and not key.isascii() and is_stop_word(key) else term

    return find


def described(sequence: Sequence[Atom], meaning: Callable[[str, Sequence[Atom]], str | None]) -> list[str]:
    """Describes a sentence as a set of meanings: terms and everyday words as `meaning` names them, and what is left as
    stems and pairs of characters, without stop words."""
    found: list[str] = []
    run = ""
    for stretch, name in cut(sequence, meaning):
        if name is None and stretch[0].is_han:
            run += stretch[0].text
            continue
        found += _pairs_of(run)
        run = ""
        found.append(stretch[0].text if name is None else name)
    found += _pairs_of(run)
    return [name for name in dict.fromkeys(found) if name and not is_stop_word(name)]


def _pairs_of(run: str) -> list[str]:
    return pairs(run) if len(run) > 1 else []


def token_rarity(count: int) -> float:
    """Tells how much a meaning tells that `count` symptoms share; the scale is that of the list."""
    return max(math.log(ALL_SYMPTOMS / count), 1.0)
