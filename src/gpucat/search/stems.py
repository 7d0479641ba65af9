"""Stems English words: M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980; and Russian ones. Pure.

It is written here, not left to SQLite's tokeniser or a package, so that index, ranking, highlights and the page's
script agree on what one word is: `STEPS` is the whole algorithm, and the page gets it as data.
"""

import re
from functools import cache, lru_cache
from typing import Final

# What may stand before an ending. A vowel is one of aeiou or a y after a consonant; any other y is written Y.
_ANY: Final = ""
_VOWEL: Final = "[aeiouy]"
_CONSONANT: Final = "[^aeiouy]"
_ONCE: Final = f"{_VOWEL}{_CONSONANT}"
"""Vowels followed by consonants, at least once: Porter's m > 0."""
_TWICE: Final = f"{_ONCE}.*{_ONCE}"
_TWICE_WITH_MORE: Final = f"{_ONCE}.*{_VOWEL}"
"""m > 1 when the consonant that the rule keeps is counted."""
_SHORT: Final = f"{_CONSONANT}{_VOWEL}[^aeiouywxY]$"
"""Ends in consonant, vowel, consonant, where the last is not w, x or y: Porter's *o."""
_ONE_SHORT: Final = f"^{_CONSONANT}*{_SHORT}"
"""m = 1 and *o."""
_LONG_ENOUGH: Final = f"{_TWICE}|^(?!.*{_SHORT}).*{_ONCE}"
"""What may lose a final e: m > 1, or m = 1 and not *o."""

RUSSIAN_ENDINGS: Final = (
    "(?<=[а-я]{3})(?:иями|ями|ами|ыми|ими|иях|ях|ах|иям|ям|ам|ием|ем|ом|ым|им|ого|его|ому|ему|ых|их|ов|ев|ая|яя|ую|юю|ою|ею"
    "|ое|ее|ые|ие|ыи|ии|ои|еи|ия|ию|ью|[аеиоуыьюя])$"
)
"""The endings of Russian nouns and adjectives in their cases, after й has become и."""

Rule = tuple[str, str, str]
"""An ending, its replacement, and what must stand before it."""


def _rules(before: str, listed: str) -> tuple[Rule, ...]:
    """Parses rules written as `ending:replacement`, all under one condition."""
    return tuple((ending, other, before) for ending, _, other in (rule.partition(":") for rule in listed.split()))


STEPS: Final[tuple[tuple[Rule, ...], ...]] = (
    _rules(_ANY, "sses:ss ies:i ss:ss s:"),
    _rules(_ONCE, "eed:ee") + _rules(_VOWEL, "ed:+ ing:+"),
    # Restores what -ed and -ing changed: hop(p)ing, fil(e)ing. The + marks the place.
    _rules(_ANY, "at+:ate bl+:ble iz+:ize " + " ".join(f"{letter * 2}+:{letter}" for letter in "bcdfghjkmnpqrtvwx")),
    _rules(_ONE_SHORT, "+:e"),
    _rules(_ANY, "+:"),
    _rules(_VOWEL, "y:i Y:i"),
    _rules(
        _ONCE,
        "ational:ate tional:tion enci:ence anci:ance izer:ize logi:log bli:ble alli:al entli:ent eli:e ousli:ous"
        " ization:ize ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble",
    ),
    _rules(_ONCE, "icate:ic ative: alize:al iciti:ic ical:ic ful: ness:"),
    _rules(_TWICE, "ement: ance: ence: able: ible: ment: ant: ent: ism: ate: iti: ous: ive: ize:")
    + _rules(_TWICE_WITH_MORE, "sion:s tion:t")
    + _rules(_TWICE, "al: er: ic: ou:"),
    _rules(_LONG_ENOUGH, "e:"),
    _rules(_TWICE_WITH_MORE, "ll:l"),
)
"""The steps in order; in each, only the first rule whose ending matches the word is tried."""


@cache
def _pattern(before: str) -> re.Pattern[str]:
    return re.compile(before)


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Stems a lower-case word; words of two letters or with digits or other characters are returned as they are."""
    if not word.isascii():
        return _pattern(RUSSIAN_ENDINGS).sub("", word)
    if len(word) < 3 or not word.isalpha():
        return word
    if "y" in word:
        word = re.sub("^y|(?<=[aeiou])y", "Y", word)
    for step in STEPS:
        for ending, other, before in step:
            if word.endswith(ending):
                base = word[: -len(ending)]
                if not before or _pattern(before).search(base):
                    word = base + other
                break
    return word.replace("Y", "y")
