"""Sketches of texts: 2 kB from which two texts can be compared later, when neither is kept. Pure.

A sketch holds the 256 smallest hashes of a text's shingles, which are runs of five words (Broder 1997, "On the resemblance
and containment of documents"). Below the smaller of two largest hashes both sketches are complete, so the shingles there
are a fair sample of both texts, whatever their lengths. A short text's sketch holds all of its shingles.
"""

import re
from hashlib import blake2b
from heapq import nsmallest
from typing import Final, NamedTuple

from gpucat.texts.volume import LINK_TARGET

SKETCH_VERSION: Final = 1
"""The version of the rules that make sketches; sketches of different versions cannot be compared."""
_KEPT: Final = 256
_BYTES: Final = 8
_SHINGLE: Final = 5
_TOKEN: Final = re.compile(
    "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]|[^\\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+"
)


class Overlap(NamedTuple):
    """What two texts share, estimated from a sample of their shingles: how many are in the one, the other, and both."""

    one: int
    other: int
    both: int

    @property
    def sample(self) -> int:
        """How many shingles of the shorter text the estimate rests on."""
        return min(self.one, self.other)

    @property
    def jaccard(self) -> float:
        """The share of all shingles that both texts have."""
        every = self.one + self.other - self.both
        return self.both / every if every else 0.0

    @property
    def containment(self) -> float:
        """The share of the shorter text's shingles that the other one has, too."""
        return self.both / self.sample if self.sample else 0.0


def sketch_of(markdown: str) -> bytes:
    """Returns the sketch of a text; words count without case, CJK characters one by one, addresses of links not at all."""
    words = _TOKEN.findall(LINK_TARGET.sub("]", markdown).casefold())
    last = max(len(words) - _SHINGLE + 1, min(len(words), 1))
    shingles = {" ".join(words[start : start + _SHINGLE]) for start in range(last)}
    hashes = (blake2b(shingle.encode(), digest_size=_BYTES).digest() for shingle in shingles)
    return b"".join(nsmallest(_KEPT, hashes))


def hashes_in(sketch: bytes) -> list[bytes]:
    """Returns the hashes of a sketch, the smallest first."""
    return [sketch[start : start + _BYTES] for start in range(0, len(sketch), _BYTES)]


def overlap_of(one: bytes, other: bytes) -> Overlap:
    """Estimates what two texts share from their sketches."""
    first, second = hashes_in(one), hashes_in(other)
    ends = [hashes[-1] for hashes in (first, second) if len(hashes) == _KEPT]
    if ends:
        end = min(ends)
        first, second = ([each for each in hashes if each <= end] for hashes in (first, second))
    return Overlap(len(first), len(second), len(set(first).intersection(second)))
