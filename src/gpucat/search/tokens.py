"""Splits text into search tokens: what counts as one word, in English and Chinese. Pure.

A Latin or Cyrillic word becomes its stem; a run of Chinese, Japanese or Korean characters becomes its overlapping pairs,
because Chinese has no spaces, Korean joins endings to its words, and pairs need no dictionary. Traditional and Japanese characters become simplified ones; full-width
forms, accents and letter case are dropped. Increase TOKENIZER_VERSION whenever the same text would give other tokens,
so that stored indexes are rebuilt.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from gpucat.resources import data_rows
from gpucat.search.stems import stem

TOKENIZER_VERSION: Final = 2

_HAN_CLASS: Final = "\u1100-\u11ff\uac00-\ud7a3\u3005\u3040-\u30fa\u30fc-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
_ASCII_PIECE: Final = re.compile(r"[cC]\+\+|[A-Za-z0-9]+")
_CAMEL: Final = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_SHORTEST_CAMEL_PART: Final = 3
_JOINERS: Final = frozenset("-_/.:=+&'’@#*~·–—\\")
_REMEMBERED: Final = 1 << 14
"""How many words and texts an import caches; authors, sites and keywords repeat often."""
_HIDING_WORD: Final = "向量化"
_LATIN_ONLY: Final = str.maketrans({"×": "x", "\0": " "})


class Atom(NamedTuple):
    """The smallest piece of text: the stem of a Latin word, or one Chinese character, at `start` to `end`."""

    text: str
    start: int
    end: int
    is_han: bool = False
    is_joined: bool = False
    """Whether it forms one word with the atom before it: `stream-k`, `H2D/D2H`, a run of Chinese characters."""


@cache
def han_pairs() -> tuple[str, str]:
    """Reads the Traditional and Japanese characters, and in the same order their simplified forms."""
    written, simplified = zip(*data_rows("han.tsv"), strict=True)
    return "".join(written), "".join(simplified)


@cache
def _han_table() -> dict[int, int | None]:
    return str.maketrans(*han_pairs(), "ー")


@cache
def _piece() -> re.Pattern[str]:
    # Compiled on first use, because its classes take longer to compile than most queries take to answer.
    return re.compile(rf"([{_HAN_CLASS}]+)|[cC]\+\+|(?:[^\W_{_HAN_CLASS}][\u0300-\u036f]*)+")


def _pieces(text: str) -> Iterator[tuple[str, int, int, bool]]:
    """Yields the words and the runs of Chinese characters with their places, and whether each is Chinese."""
    text = text.translate(_LATIN_ONLY)
    if text.isascii():
        for found in _ASCII_PIECE.finditer(text):
            yield found[0], found.start(), found.end(), False
    else:
        for found in _piece().finditer(text):
            yield found[0], found.start(), found.end(), found[1] is not None


def by_script(word: str) -> list[str]:
    """Splits text at each change between Chinese, Japanese or Korean characters and others: no space has to part words."""
    return [word] if word.isascii() else re.findall(rf"[{_HAN_CLASS}]+|[^{_HAN_CLASS}]+", word)


def fold_han(run: str) -> str:
    """Converts a run of Chinese or Japanese characters to the form in the index; the long vowel mark is dropped."""
    return unicodedata.normalize("NFKC", run).translate(_han_table())


def fold_word(word: str) -> str:
    """Returns a Latin word in lower case, without accents and full-width forms, not stemmed."""
    if word.isascii():
        return word.lower()
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def camel_parts(word: str) -> list[str]:
    """Splits FlashAttention or RMSNorm into words, but no word with a part under three letters (CuTe)."""
    parts = _CAMEL.findall(word) if word.isascii() else []
    letters = [part for part in parts if not part.isdigit()]
    if len(letters) < 2 or any(len(part) < _SHORTEST_CAMEL_PART for part in letters):
        return [word]
    return parts


def atoms(text: str) -> Iterator[Atom]:
    """Yields the text's atoms in order; a CamelCase word gives its parts, all at the word's place."""
    last_end = -1
    for piece, start, end, is_han in _pieces(text):
        is_joined = last_end >= 0 and _joins(text[last_end:start])
        last_end = end
        if is_han:
            yield from _han_atoms(piece, start, is_joined)
            continue
        for number, part in enumerate(camel_parts(piece)):
            yield Atom(stem(fold_word(part)), start, end, is_joined=is_joined or number > 0)


def _joins(between: str) -> bool:
    """Says whether the text between two pieces makes them one word, as in `stream-k` and `H2D/D2H`."""
    return bool(between) and _JOINERS.issuperset(between)


def _han_atoms(run: str, start: int, is_joined: bool) -> Iterator[Atom]:
    folded = fold_han(run)
    is_aligned = len(folded) == len(run)
    for index, character in enumerate(folded):
        place = (start + index, start + index + 1) if is_aligned else (start, start + len(run))
        yield Atom(character, *place, is_han=True, is_joined=is_joined or index > 0)


def pairs(run: str) -> list[str]:
    """Returns the overlapping pairs of a folded run, or the run itself if it has one character.

    A pair that only looks like a word inside a longer one is left out: 量化 (quantise) in 向量化 (vectorise).
    """
    found = [run[index : index + 2] for index in range(len(run) - 1)] or [run]
    if _HIDING_WORD in run:
        found = [pair for index, pair in enumerate(found) if run[max(index - 1, 0) : index + 2] != _HIDING_WORD]
    return found


class _Word(NamedTuple):
    """A Latin word as the index has it: the stems of its parts, its whole if it is CamelCase, its spellings."""

    tokens: tuple[str, ...]
    whole: str | None
    spellings: tuple[str, ...]


@lru_cache(maxsize=_REMEMBERED)
def _word(word: str) -> _Word:
    folded, parts = fold_word(word), [fold_word(part) for part in camel_parts(word)]
    if len(parts) == 1:
        return _Word((stem(folded),), None, (folded,))
    return _Word(tuple(map(stem, parts)), stem(folded), (folded, *parts))


def index_tokens(text: str) -> list[str]:
    """Returns the tokens under which a text is found; whole CamelCase words are added at the end."""
    found: list[str] = []
    wholes: list[str] = []
    camel_end = -1
    for piece, start, end, is_han in _pieces(text):
        if is_han:
            found += pairs(fold_han(piece))
            continue
        word = _word(piece)
        found += word.tokens
        if camel_end >= 0 and _joins(text[camel_end:start]):
            wholes.append(word.tokens[0])
        camel_end = -1
        if word.whole is not None:
            wholes.append(word.whole)
            camel_end = end
    return found + wholes


@lru_cache(maxsize=_REMEMBERED)
def index_text(text: str) -> str:
    """Returns the text that the full-text table stores: the tokens, with a space between."""
    return " ".join(index_tokens(text))


def phrase_tokens(text: str) -> tuple[str, ...]:
    """Returns the tokens of a phrase in the order of the index."""
    found: list[str] = []
    run, end = "", 0
    for atom in (*atoms(text), None):
        if atom is not None and atom.is_han and (not run or atom.start <= end):
            run, end = run + atom.text, atom.end
            continue
        if run:
            found += pairs(run)
            run = ""
        if atom is not None:
            if atom.is_han:
                run, end = atom.text, atom.end
            else:
                found.append(atom.text)
    return tuple(found)


@lru_cache(maxsize=_REMEMBERED)
def surface_words(text: str) -> tuple[str, ...]:
    """Returns the Latin words of a text, folded but not stemmed, for comparison with misspelt words."""
    return tuple(spelling for piece, *_, is_han in _pieces(text) if not is_han for spelling in _word(piece).spellings)


class Span(NamedTuple):
    """A stretch of a text; `end` is exclusive."""

    start: int
    end: int


class _Token(NamedTuple):
    text: str
    start: int
    end: int


def spans(text: str, sequences: Collection[Sequence[str]]) -> list[Span]:
    """Returns the stretches of `text` that match one of the token sequences, in order, with overlapping ones joined."""
    tokens = list(_tokens(text))
    begins: dict[str, list[Sequence[str]]] = {}
    for sequence in sequences:
        begins.setdefault(sequence[0], []).append(sequence)
    found = [
        Span(token.start, tokens[place + len(sequence) - 1].end)
        for place, token in enumerate(tokens)
        for sequence in begins.get(token.text, ())
        if [t.text for t in tokens[place : place + len(sequence)]] == list(sequence)
    ]
    return _joined(sorted(found))


def _tokens(text: str) -> Iterator[_Token]:
    """Yields the text's tokens as the index has them, with their places."""
    before: Atom | None = None
    for atom in atoms(text):
        if not atom.is_han:
            yield _Token(atom.text, atom.start, atom.end)
        elif before is not None and before.is_han and atom.is_joined:
            yield _Token(before.text + atom.text, before.start, atom.end)
        before = atom


def _joined(found: Sequence[Span]) -> list[Span]:
    result: list[Span] = []
    for span in found:
        if result and span.start <= result[-1].end:
            result[-1] = Span(result[-1].start, max(result[-1].end, span.end))
        else:
            result.append(span)
    return result
