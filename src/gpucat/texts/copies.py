"""Finds copies among texts by their content, and translations by the code and numbers that they share. Pure.

Shingles of words say nothing of translations: 14 English and Chinese twins share no more than unrelated texts. Their
identifiers and numbers do: cosines from .61 on, where 11,752 other pairs between the two languages reach .33.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from gpucat.texts.blocks import blocks_of, code_of
from gpucat.texts.sketch import hashes_in, overlap_of

_SAME_TEXT: Final = 0.6
_SAME_CODE: Final = 0.4
_FEWEST_SHINGLES: Final = 32
_FEWEST_MARKS: Final = 12
_COMMON: Final = 50
"""What more texts have than this leads to no candidates: a shingle of a licence, the name of a type."""
_SHARED: Final = 4
_OTHERS: Final = 50
"""How many texts that are not kept count beside those that are, so that what two kept ones share is not common at once."""
_MARK: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]+|\d+(?:\.\d+)?")
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")
_INLINE: Final = re.compile(r"`([^`\n]+)`")


class CodeMarks(NamedTuple):
    """The identifiers and numbers of a text, with the language around them."""

    language: str
    marks: frozenset[str]


class Alike(NamedTuple):
    """Two texts by index, the smaller one first, and how much they have in common, from 0 to 1."""

    one: int
    other: int
    share: float


def marks_of(language: str, markdown: str) -> CodeMarks:
    """Returns the identifiers and numbers in code, and the numbers of the prose."""
    found: set[str] = set()
    for block in blocks_of(markdown):
        if block.kind == "code":
            found.update(_MARK.findall(code_of(markdown, block)))
        else:
            prose = markdown[block.start : block.end]
            found.update(_NUMBER.findall(prose))
            for code in _INLINE.findall(prose):
                found.update(_MARK.findall(code))
    return CodeMarks(language, frozenset(mark for mark in found if len(mark) > 1))


def same_texts(sketches: Sequence[bytes]) -> Iterator[Alike]:
    """Yields the pairs of which one text has most of the other, by their sketches."""
    for one, other in _sharing([set(hashes_in(sketch)) for sketch in sketches]):
        overlap = overlap_of(sketches[one], sketches[other])
        if overlap.sample >= _FEWEST_SHINGLES and overlap.containment >= _SAME_TEXT:
            yield Alike(one, other, overlap.containment)


def same_code(texts: Sequence[CodeMarks]) -> Iterator[Alike]:
    """Yields the pairs in two languages with the same identifiers and numbers, the rare ones counting for more."""
    counts = Counter(mark for text in texts for mark in text.marks)
    weights = {mark: math.log(1 + (len(texts) + _OTHERS) / count) ** 2 for mark, count in counts.items()}
    lengths = [math.sqrt(sum(weights[mark] for mark in text.marks)) for text in texts]
    for one, other in _sharing(
        [text.marks for text in texts], lambda one, other: texts[one].language != texts[other].language
    ):
        common = texts[one].marks & texts[other].marks
        if len(common) >= _FEWEST_MARKS:
            cosine = sum(weights[mark] for mark in common) / (lengths[one] * lengths[other])
            if cosine >= _SAME_CODE:
                yield Alike(one, other, cosine)


def _sharing(
    texts: Sequence[set[bytes] | frozenset[str]], wanted: Callable[[int, int], bool] = lambda one, other: True
) -> Iterator[tuple[int, int]]:
    """Yields the wanted pairs that share a few things which not many have."""
    holders: defaultdict[bytes | str, list[int]] = defaultdict(list)
    for index, text in enumerate(texts):
        for part in text:
            holders[part].append(index)
    shared = Counter(
        pair
        for having in holders.values()
        if 1 < len(having) <= _COMMON
        for pair in combinations(having, 2)
        if wanted(*pair)
    )
    yield from sorted(pair for pair, count in shared.items() if count >= _SHARED)
