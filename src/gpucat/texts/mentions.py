"""Finds where a text first mentions each of some terms. Pure.

A name counts as it is written, in either language, or with the ending of a plural: the stems of search would take
`contain` for `container`.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from gpucat.catalog.concepts import said_in_short
from gpucat.language import Bilingual
from gpucat.search.tokens import Span

_LATIN: Final = r"(?<![a-z0-9_])(?P<latin>{})(?:e?s)?(?![a-z0-9_])"
_CHINESE: Final = r"(?=[^\x00-\x7f])(?P<chinese>{})"
"""What it looks for first is cheap, so that most places are passed over at once."""
_GAPS: Final = re.compile(r"[\s-]+")


class FirstMentions:
    """The terms that a text mentions, which is read piece by piece; `found` are those met so far, in order."""

    def __init__(self, terms: Iterable[Bilingual]) -> None:
        self.found: list[Bilingual] = []
        self._terms = {
            _GAPS.sub(" ", name.lower()): term
            for term in terms
            for name in (term.en, said_in_short(term.zh))
            if len(name) > 1
        }
        self._pattern = re.compile("|".join(self._alternatives())) if self._terms else None

    def first_in(self, text: str) -> Iterator[Span]:
        """Yields where this piece of the text mentions a term that nothing before it did."""
        lowered = text.lower()
        if self._pattern is None or len(lowered) != len(text):
            return
        for mention in self._pattern.finditer(lowered):
            term = self._terms[_GAPS.sub(" ", mention[mention.lastgroup or 0])]
            if term not in self.found:
                self.found.append(term)
                yield Span(*mention.span())

    def _alternatives(self) -> Iterator[str]:
        """Yields the patterns of the names that begin in Latin and of all others, the longest name first."""
        longest_first = sorted(self._terms, key=len, reverse=True)
        for pattern, is_latin in ((_LATIN, True), (_CHINESE, False)):
            names = [
                r"[\s-]+".join(map(re.escape, name.split())) for name in longest_first if name[0].isascii() is is_latin
            ]
            if names:
                yield pattern.format("|".join(names))
