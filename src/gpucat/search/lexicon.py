"""The compiled term list as a search reads it: which words mean the same, and which carry no meaning. Pure.

An entry is found by a key: one text for each form, however it is written, with marks for other ways to reach it.
`term_rows` compiles the entries from the tables.
"""

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple, Protocol, TypeVar

from gpucat.resources import data_rows
from gpucat.search.tokens import Atom, atoms, pairs

LEXICON_VERSION: Final = 5
"""Increase this whenever the same term list would compile to different entries."""
LONGEST_KEY: Final = 12
"""The most atoms in a key: a Chinese name of twelve characters, or twelve English words."""
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
"""Terms that say how an article is written, not what it is about; they weigh less than a subject."""
ALL_SYMPTOMS: Final = 2200
"""Roughly how many symptoms the list has; `token_rarity` is scaled by it."""
TERM_KINDS: Final = ("same", "near", "fact", "wish")
"""Kinds of entries that make a stretch of a query a term."""

T = TypeVar("T")


class TermForm(NamedTuple):
    """One name as it is shown, and its tokens in the index."""

    text: str
    tokens: tuple[str, ...]


class TermEntry(NamedTuple):
    """What a key stands for, by `kind`:

    same: `forms` mean the same, except inside the longer names of `apart` (tokens). near: `forms` are related.
    initials: the key is the initials of a name. fact: `forms` are tokens of the facts column. word: read the key as
    `concept`. gap: the key is `concept` mistyped. plain: an everyday word that means `concept`; subject: such a word
    that weighs as much as a subject's own. wish: the key is a wish that names no topic (see wishes). symptom: a problem or task that leads to the concept; `told` holds its
    meanings, separated by `|`, and `weight` the sum of their rarities.
    """

    kind: str
    concept: str
    forms: tuple[TermForm, ...] = ()
    apart: tuple[tuple[str, ...], ...] = ()
    told: str = ""
    weight: float = 1.0


Lexicon = Mapping[str, Sequence[TermEntry]]


class LexiconReader(Protocol):
    """Finds the entries of the given keys, wherever they are stored."""

    def entries(self, keys: Collection[str]) -> Lexicon: ...


def key_of(text: str) -> str:
    """Returns the key under which a form is found: its atoms, with a space between Latin words."""
    return join_key(tuple(atoms(text)))


def join_key(sequence: Sequence[Atom]) -> str:
    """Returns the key of these atoms together."""
    return next(reversed(growing_keys(sequence)), "")


def growing_keys(sequence: Iterable[Atom]) -> list[str]:
    """Returns the keys of the first atom, the first two, and so on."""
    keys: list[str] = []
    key, was_han = "", True
    for atom in sequence:
        key += atom.text if atom.is_han or was_han else f" {atom.text}"
        was_han = atom.is_han
        keys.append(key)
    return keys


def gap_keys(run: str) -> list[str]:
    """Returns the keys that find a Chinese name even if one of its characters is mistyped."""
    if len(run) < _SHORTEST_WITH_GAP or len(run) > LONGEST_KEY or run.isascii():
        return []
    return [run[:place] + _GAP + run[place + 1 :] for place in range(len(run))]


def initials_key(word: str) -> str:
    """Returns the key of a word in capitals read as initials, or an empty key for other words."""
    is_possible = word.isascii() and word.isalpha() and word.isupper() and len(word) >= _SHORTEST_INITIALS
    return INITIALS_MARK + word.lower() if is_possible else ""


def pinyin_keys(text: str, sequence: Sequence[Atom]) -> list[str]:
    """Returns the keys of the first word, the first two, and so on, read as pinyin; empty where it cannot be pinyin."""
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
    """Returns the keys under which symptoms with these tokens are found."""
    return [_SYMPTOM_MARK + token for token in tokens]


def is_symptom_key(key: str) -> bool:
    """Says whether the key comes from `symptom_keys`."""
    return key.startswith(_SYMPTOM_MARK)


@cache
def stop_words(kind: str) -> frozenset[str]:
    """Reads the words without meaning of one kind: `stem` (English), `word` (Chinese) or `particle`."""
    return frozenset(word for name, words in data_rows("stop_words.tsv") if name == kind for word in words.split(" "))


def is_stop_word(word: str) -> bool:
    """Says whether the stem or the folded Chinese word carries no meaning of its own."""
    return word in stop_words("stem" if word.isascii() else "word")


def cut(
    sequence: Sequence[Atom], find: Callable[[str, Sequence[Atom]], T | None]
) -> Iterator[tuple[Sequence[Atom], T | None]]:
    """Cuts the sequence into the longest stretches for which `find` returns something, and single atoms elsewhere.

    `find` gets the key of a stretch and the stretch.
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
    """Returns a finder for `cut` that gives the entries of a term, and no entries for a stop word."""

    def find(key: str, stretch: Sequence[Atom]) -> list[TermEntry] | None:
        entries = [entry for entry in lexicon.get(key, ()) if entry.kind in TERM_KINDS]
        is_particle = len(stretch) == 1 and key in stop_words("particle")
        return entries if entries or is_particle or is_stop_word(key) else None

    return find


def meaning_in(lexicon: Lexicon) -> Callable[[str, Sequence[Atom]], str | None]:
    """Returns a finder for `cut` that gives a key's meaning in a symptom: an everyday one, or else the first concept.

    Chinese stop words get an empty meaning.
    """

    def find(key: str, _stretch: Sequence[Atom]) -> str | None:
        entries = lexicon.get(key, ())
        for entry in entries:
            if entry.kind in ("plain", "subject"):
                return entry.concept
        term = next((f"@{entry.concept}" for entry in entries if entry.kind == "same"), None)
        return "" if term is None and not key.isascii() and is_stop_word(key) else term

    return find


def described(sequence: Sequence[Atom], meaning: Callable[[str, Sequence[Atom]], str | None]) -> list[str]:
    """Describes a sentence as a set of meanings: what `meaning` finds, and the other stems and pairs; no stop words."""
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
    """Returns how informative a meaning is that `count` symptoms share, on the scale of the list."""
    return max(math.log(ALL_SYMPTOMS / count), 1.0)
