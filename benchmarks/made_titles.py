"""Makes titles for benchmarks from a fixed vocabulary, as varied as those of a real list."""

import random


def vocabulary(generator: random.Random) -> list[str]:
    """Returns four thousand invented words."""
    syllables = [
        first + vowel + last for first in "bdfgklmnprstvz" for vowel in "aeiou" for last in ("", "n", "r", "l")
    ]
    return ["".join(generator.choices(syllables, k=3)) for _ in range(4_000)]


def made_title(words: list[str], generator: random.Random) -> str:
    """Joins four to eight of the words."""
    return " ".join(generator.choices(words, k=generator.randint(4, 8))).capitalize()
