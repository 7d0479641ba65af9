"""Cuts out of a section of a text the passage that shows why it was found. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from gpucat.search.passages import cut_around
from gpucat.search.ranking import padded
from gpucat.search.tokens import index_text, spans
from gpucat.texts.blocks import blocks_of, code_of

LONGEST: Final = 200
"""How many characters a passage has at most: all that a search tells of a text."""
_ASIDE: Final = 0.5
"""What code and headings count for, where prose counts 1: prose says why, unless code was asked for."""
_LOOKS_LIKE_CODE: Final = re.compile(r"[_(){}\[\];<>]|::|->|\w\.\w|\b[a-z]+[A-Z]|=")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+|(?<=[。！？；])")
_LINK: Final = re.compile(r"!?\[([^\]]*)\]\([^()\s]*\)")
_ADDRESS: Final = re.compile(r"https?://\S+")
_MARKS: Final = re.compile(r"^(?:[>\s]*(?:[-*+]|\d+[.)])?\s+)|\*\*|`|\\(?=[!-/:-@\[-`{-~])", re.MULTILINE)


class Wanted(NamedTuple):
    """One thing that was asked for and found in the section: what it weighs, and by which tokens it may be told."""

    weight: float
    forms: Mapping[tuple[str, ...], float]

    def told_by(self) -> list[tuple[float, str]]:
        """Returns what each form is worth, the best first, and how it stands among tokens."""
        return sorted(((self.weight * worth, padded(form)) for form, worth in self.forms.items()), reverse=True)


class _Telling(NamedTuple):
    """What may be shown: a sentence with the rest of its paragraph, or a line of code."""

    sentence: str
    rest: str
    share: float


def passage_of(section: str, wanted: Sequence[Wanted], query: str) -> str:
    """Returns the sentence that tells most of what is wanted, with what follows it, on one line.

    A line of code or a heading is told only if no sentence has half as much, or if the query itself looks like code.
    """
    is_code_asked = bool(_LOOKS_LIKE_CODE.search(query))
    forms = [one.told_by() for one in wanted]
    best, most = None, 0.0
    for line in _lines(section, is_code_asked=is_code_asked):
        tokens = padded([index_text(_ADDRESS.sub(" ", line.sentence))])
        told = line.share * sum(next((worth for worth, form in one if form in tokens), 0.0) for one in forms)
        if told > most or best is None:
            best, most = line, told
    if best is None:
        return ""
    return cut_around(best.rest, _first_place(best.sentence, wanted), LONGEST - 2)


def _lines(section: str, *, is_code_asked: bool) -> Iterator[_Telling]:
    for block in blocks_of(section):
        if block.kind == "code":
            for line in code_of(section, block).splitlines():
                if bare := " ".join(line.split()):
                    yield _Telling(bare, bare, 1.0 if is_code_asked else _ASIDE)
        elif block.kind == "heading":
            yield _Telling(block.told, block.told, _ASIDE)
        else:
            yield from _sentences(_plain(section[block.start : block.end]))


def _sentences(paragraph: str) -> Iterator[_Telling]:
    start = 0
    for end in (*(found.start() for found in _SENTENCE_END.finditer(paragraph)), len(paragraph)):
        sentence = paragraph[start:end].strip()
        if sentence:
            yield _Telling(sentence, paragraph[start:].strip(), 1.0)
        start = end


def _plain(markdown: str) -> str:
    """Returns a paragraph as it is read: without marks and the addresses of links, on one line."""
    return " ".join(_MARKS.sub("", _LINK.sub(r"\1", markdown)).split())


def _first_place(sentence: str, wanted: Sequence[Wanted]) -> int:
    """Returns where the first of what is wanted stands in a sentence too long to be shown whole."""
    if len(sentence) <= LONGEST:
        return 0
    marked = spans(sentence, [form for one in wanted for form in one.forms])
    return marked[0].start if marked else 0
