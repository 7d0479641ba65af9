"""Tests the repair of misspelt words."""

from collections.abc import Collection

import pytest

from gpucat.search.repair import repair_word
from gpucat.search.stems import stem

WORDS = (
    "swizzle",
    "swizzling",
    "conflict",
    "bank",
    "mental",
    "kernel",
    "occupancy",
    "hopper",
    "warp",
    "radix",
    "cluster",
)


class Words:
    """An index of a few words."""

    def frequency(self, tokens: tuple[str, ...]) -> int:
        if tokens == ("bank", "conflict"):
            return 1
        return sum(stem(word) == tokens[0] for word in WORDS) if len(tokens) == 1 else 0

    def spellings(self, shortest: int, longest: int) -> Collection[str]:
        return [word for word in WORDS if shortest <= len(word) <= longest]

    def known_spellings(self, words: Collection[str]) -> Collection[str]:
        return sorted(set(words) & set(WORDS))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("swizle", ("swizzle",)),
        ("confict", ("conflict",)),
        ("bankconflict", ("bank", "conflict")),
        ("occupency", ("occupancy",)),
        ("hoper", ("hopper",)),
        ("wrap", ("warp",)),
        ("kern", ("kernel",)),
    ],
)
def test_a_slip_is_mended(typed: str, meant: tuple[str, ...]) -> None:
    assert repair_word(typed, Words()) == meant


@pytest.mark.parametrize("typed", ["metal", "rust", "redis", "wasp", "counters", "abc", "规约", "h100", "zzzzzzz"])
def test_what_is_no_slip_is_left_alone(typed: str) -> None:
    """Covers another technology's name, a short word one letter off, and no word at all."""
    assert repair_word(typed, Words()) == ()
