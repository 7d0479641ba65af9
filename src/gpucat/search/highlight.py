"""Where the words that were found stand in a text as it is written. Pure."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from gpucat.search.tokens import Atom, atoms


class Span(NamedTuple):
    """A stretch of a text, the end not in it."""

    start: int
    end: int


class _Token(NamedTuple):
    text: str
    start: int
    end: int


def spans(text: str, sequences: Collection[Sequence[str]]) -> list[Span]:
    """The stretches of `text` that hold one of the token sequences, in order, overlapping ones joined."""
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
    """The text's tokens as the index has them, with their places."""
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
