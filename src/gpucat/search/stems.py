"""Word stems of English: M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980. Pure.

Written here, and not left to SQLite's tokeniser, so that index, ranking, highlights and the scan without FTS5 agree on
what one word is.
"""

from functools import lru_cache
from itertools import pairwise
from typing import Final

_STEP_2: Final = (
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"), ("logi", "log"),
    ("bli", "ble"), ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"), ("ization", "ize"),
    ("ation", "ate"), ("ator", "ate"), ("alism", "al"), ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous"),
    ("aliti", "al"), ("iviti", "ive"), ("biliti", "ble"),
)  # fmt: skip
_STEP_3: Final = (
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""), ("ness", ""),
)  # fmt: skip
_STEP_4: Final = (
    "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize", "ion",
    "al", "er", "ic", "ou",
)  # fmt: skip


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The stem of a lower-case word; words of two letters and words with other characters than a to z stay."""
    if len(word) < 3 or not (word.isascii() and word.isalpha()):
        return word
    word = _plural(word)
    word = _past_and_progressive(word)
    if word.endswith("y") and _has_vowel(word[:-1]):
        word = word[:-1] + "i"
    word = _replace(word, _STEP_2)
    word = _replace(word, _STEP_3)
    return _tidy(_strip(word))


def _is_consonant(word: str, index: int) -> bool:
    if word[index] == "y":
        return index == 0 or not _is_consonant(word, index - 1)
    return word[index] not in "aeiou"


def _has_vowel(word: str) -> bool:
    return any(not _is_consonant(word, index) for index in range(len(word)))


def _measure(word: str) -> int:
    """How many times a vowel run is followed by a consonant run: Porter's m."""
    kinds = [_is_consonant(word, index) for index in range(len(word))]
    return sum(not before and after for before, after in pairwise(kinds))


def _ends_double(word: str) -> bool:
    return len(word) > 1 and word[-1] == word[-2] and _is_consonant(word, len(word) - 1)


def _ends_short(word: str) -> bool:
    """Ends consonant, vowel, consonant, the last not w, x or y: Porter's *o."""
    end = len(word) - 1
    return (
        end >= 2
        and _is_consonant(word, end - 2)
        and not _is_consonant(word, end - 1)
        and _is_consonant(word, end)
        and word[end] not in "wxy"
    )


def _plural(word: str) -> str:
    if (word.endswith("sses") and word != "sses") or (word.endswith("ies") and word != "ies"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _past_and_progressive(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for ending in ("ed", "ing"):
        if word.endswith(ending):
            base = word[: -len(ending)]
            return _mend(base) if _has_vowel(base) else word
    return word


def _mend(base: str) -> str:
    """Gives back the letter that -ed or -ing took away: hop(p)ing, fil(e)ing."""
    if base.endswith(("at", "bl", "iz")):
        return base + "e"
    if _ends_double(base) and base[-1] not in "lsz":
        return base[:-1]
    return base + "e" if _measure(base) == 1 and _ends_short(base) else base


def _replace(word: str, endings: tuple[tuple[str, str], ...]) -> str:
    for ending, other in endings:
        if word.endswith(ending):
            base = word[: -len(ending)]
            return base + other if _measure(base) > 0 else word
    return word


def _strip(word: str) -> str:
    for ending in _STEP_4:
        if word.endswith(ending):
            base = word[: -len(ending)]
            is_bound = ending == "ion" and not base.endswith(("s", "t"))
            return base if _measure(base) > 1 and not is_bound else word
    return word


def _tidy(word: str) -> str:
    if word.endswith("e"):
        base = word[:-1]
        measure = _measure(base)
        if measure > 1 or (measure == 1 and not _ends_short(base)):
            word = base
    return word[:-1] if word.endswith("ll") and _measure(word) > 1 else word
