"""Titles for benchmarks: of a fixed vocabulary, as unlike one another as those of a real list."""

import random


def vocabulary(generator: random.Random) -> list[str]:
    """Four thousand words that nobody uses."""
    syllables = [
        first + vowel + last for first in "bdfgklmnprstvz" for vowel in "aeiou" for last in ("", "n", "r", "l")
    ]
    return ["".join(generator.choices(syllables, k=3)) for _ in range(4_000)]


def made_title(words: list[str], generator: random.Random) -> str:
    """Four to eight of the words."""
    return " ".join(generator.choices(words, k=generator.randint(4, 8))).capitalize()
