"""Cuts out of a long text the passage that shows why it was found. Pure."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from gpucat.search.tokens import spans

LONGEST: Final = 300
"""How many characters a passage has at most."""
_BEFORE: Final = 40
"""How much of the paragraph stands before the first word that was found."""


def passage_of(text: str, found: Collection[Sequence[str]] = ()) -> str:
    """Returns the paragraph with most of the token sequences found, on one line; the first one if none has any.

    A long paragraph is cut to the stretch that begins shortly before the first of them.
    """
    paragraphs = [" ".join(part.split()) for part in re.split(r"\n\s*\n", text) if part.strip()]
    if not paragraphs:
        return ""
    kept = {sequence for sequence in map(tuple, found) if sequence}
    best = max(paragraphs, key=lambda paragraph: len(spans(paragraph, kept)))  # the first of several
    marked = spans(best, kept)
    return cut_around(best, marked[0].start if marked else 0, LONGEST)


def cut_around(paragraph: str, mark: int, longest: int) -> str:
    """Cuts the paragraph around the place `mark` to `longest` characters besides the dots, between words if it has any."""
    start = 0
    if mark > _BEFORE and len(paragraph) > longest:
        start = mark - _BEFORE
        space = paragraph.find(" ", start, mark)
        start = space + 1 if space >= 0 else start
    end = start + longest
    return f"{'…' if start else ''}{paragraph[start:end].rstrip()}{'…' if end < len(paragraph) else ''}"
