"""Reads numbers however they are written: digits of any script, Roman numerals, English words, Chinese numerals. Pure."""

from typing import Final

CARDINALS: Final = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
NUMBER_WORDS: Final = {word: number for words in (CARDINALS, ORDINALS) for number, word in enumerate(words, start=1)}

_DIGITS: Final = {"〇": 0, "○": 0, **{digit: value for value, digit in enumerate("零一二三四五六七八九")}}
_TEN: Final = "十"
CHINESE_DIGITS: Final = "".join(_DIGITS)
CHINESE_NUMERALS: Final = CHINESE_DIGITS + _TEN
"""The characters of numbers up to 99, for a character class."""
_ROMAN: Final = {"x": 10, "v": 5, "i": 1}
_ROMAN_STEPS: Final = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))


def number_of(text: str) -> int | None:
    """The number that a whole word writes: `6`, `vi`, `six`, `sixth`, `六`; of 1 to 99 in letters; None if it writes none."""
    lower = text.lower()
    if lower.isdecimal():
        return int(lower)
    if lower in NUMBER_WORDS:
        return NUMBER_WORDS[lower]
    if lower and not set(lower) - _ROMAN.keys():
        return roman(lower)
    return chinese_number(lower)


def roman(text: str) -> int:
    """The number of `ix`, `xiv`: letters `i`, `v` and `x` in lower case, a smaller one before a larger one taken off."""
    values = [_ROMAN[letter] for letter in text]
    return sum(-value if value < max(values[index:]) else value for index, value in enumerate(values))


def to_roman(number: int) -> str:
    """The Roman numeral of a small number, in lower case."""
    found = ""
    for value, letters in _ROMAN_STEPS:
        found += letters * (number // value)
        number %= value
    return found


def chinese_number(text: str) -> int | None:
    """The number of `六`, `十二`, `二十一`, or of digits in a row (`二〇二四`); None for any other text."""
    tens, ten, ones = text.rpartition(_TEN)
    if not text or any(character not in _DIGITS for character in tens + ones) or (ten and len(tens) > 1):
        return None
    low = int("".join(str(_DIGITS[digit]) for digit in ones) or "0")
    return 10 * (_DIGITS[tens] if tens else 1) + low if ten else low


def to_chinese(number: int) -> str:
    """The Chinese numeral of a number up to 99."""
    tens, ones = divmod(number, 10)
    digits = "零一二三四五六七八九"
    return f"{digits[tens] if tens > 1 else ''}{_TEN if tens else ''}{digits[ones] if ones else ''}"
