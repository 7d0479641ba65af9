"""Word groups: what a search looks for, and the alternatives that satisfy it. Pure."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from gpucat.search.lexicon import TermEntry
from gpucat.search.tokens import phrase_tokens

FULL_KINDS: Final = frozenset({"literal", "same", "fact", "pairs"})
"""Kinds of alternatives that count as a full match; the others only affect the order."""
WEIGHTS: Final = {"literal": 1.0, "pairs": 1.0, "fact": 1.0, "same": 0.95, "near": 0.4, "initials": 0.4, "part": 0.15}


class Alternative(NamedTuple):
    """One way to satisfy a group: consecutive tokens in any column, or in `column` only.

    `kind` is literal, same (a synonym), near (a related term), initials (of a name), fact (a year, a level, a site),
    pairs (a Chinese run, found when its pairs cover every character) or part (a word of a longer term). Occurrences
    inside the longer names of `apart`, which only look like this one, do not count.
    """

    tokens: tuple[str, ...]
    kind: str = "literal"
    shown: str = ""
    column: str | None = None
    is_prefix: bool = False
    apart: tuple[tuple[str, ...], ...] = ()


class WordGroup(NamedTuple):
    """One thing to look for; a soft group only affects the order and is not needed for a full match."""

    shown: str
    alternatives: tuple[Alternative, ...]
    is_required: bool = False
    is_soft: bool = False
    weight: float = 1.0

    @property
    def full_alternatives(self) -> tuple[Alternative, ...]:
        """Returns the alternatives that count as a full match."""
        return tuple(alternative for alternative in self.alternatives if alternative.kind in FULL_KINDS)

    @property
    def other_alternatives(self) -> tuple[Alternative, ...]:
        """Returns the alternatives that only affect the order."""
        return tuple(alternative for alternative in self.alternatives if alternative.kind not in FULL_KINDS)


def group_of(shown: str, alternatives: Iterable[Alternative], weight: float = 1.0) -> WordGroup:
    """Makes a group without repeated alternatives, keeping the first of each."""
    kept: dict[tuple[object, ...], Alternative] = {}
    for alternative in alternatives:
        kept.setdefault((alternative.tokens, alternative.column, alternative.is_prefix), alternative)
    return WordGroup(shown, tuple(kept.values()), weight=weight)


def as_typed(text: str, column: str | None = None, *, is_prefix: bool = False) -> list[Alternative]:
    """Returns the text itself as a phrase."""
    tokens = phrase_tokens(text)
    # The index has only pairs, so a lone Chinese character is searched for as the beginning of one.
    is_lone_han = len(tokens) == 1 and len(tokens[0]) == 1 and not tokens[0].isascii()
    return [Alternative(tokens, "literal", text, column, is_prefix or is_lone_han)] if tokens else []


def as_one_word(word: str, column: str | None = None) -> list[Alternative]:
    """Finds a CamelCase word also where it is written as one word without capitals."""
    parts, whole = phrase_tokens(word), phrase_tokens(word.lower())
    return [Alternative(whole, "literal", word, column)] if whole and parts != whole else []


def from_entry(entry: TermEntry, column: str | None = None) -> Iterator[Alternative]:
    """Returns what an entry of the term list adds to the word that led to it."""
    if entry.kind in ("same", "near", "initials", "fact"):
        for form in entry.forms:
            yield keeping_apart(Alternative(form.tokens, entry.kind, form.text, column), entry.apart)


def keeping_apart(alternative: Alternative, names: Iterable[tuple[str, ...]]) -> Alternative:
    """Adds to the alternative the longer names that contain its tokens."""
    needle = f" {' '.join(alternative.tokens)} "
    holding = tuple(name for name in names if needle in f" {' '.join(name)} " and name != alternative.tokens)
    return alternative._replace(apart=holding) if holding else alternative
