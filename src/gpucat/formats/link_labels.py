"""Knows the words by which links say what kind of thing they lead to, rather than its title (`link_labels.tsv`). Pure."""

import re
from functools import cache
from typing import Final

from gpucat.catalog.numbers import CHINESE_NUMERALS
from gpucat.resources import data_rows

_MOST_WORDS: Final = 5
_NUMBER: Final = re.compile(r"v?\d[\d.]*|[ivx]{1,4}")
_COUNTED: Final = "one|two|three|four|five|six|seven|eight|nine|ten"
_PART_NUMBER: Final = re.compile(rf"\d+|[ivx]+|[a-e]|{_COUNTED}")
_CHINESE_PART: Final = re.compile(rf"第?\s*[\d{CHINESE_NUMERALS}]+\s*(?:部分|[章节讲课篇期回集天周卷])")
_ASIDE: Final = re.compile(r"[(（][^()（）]*[)）]")
_NAME: Final = r"[A-Z][\w'’-]+"
_CITATION: Final = re.compile(rf"{_NAME}(?:(?:,| &| and) {_NAME})*(?:,? et al\.?)?,? \(?(?:19|20)\d\d[a-z]?\)?")
_HAN: Final = re.compile(r"[\u3400-\u9fff]+")


def is_label(text: str) -> bool:
    """Whether the text only says what kind of thing it leads to, or where (`code`, `Web version`, `[2]`, `豆瓣`)."""
    words = _words(_ASIDE.sub(" ", text)) or _words(text)
    if not words or len(words) > _MOST_WORDS:
        return False
    says = [_kind_of(word) for word in words]
    return all(says) and set(says) != {"filler"}


def is_part(text: str) -> bool:
    """Whether the text numbers a part of a whole that is named before it (`Part 2`, `two`, `第二讲`, `下篇`)."""
    words = _words(text)
    if _CHINESE_PART.fullmatch(text.strip()) or text.strip() in _COUNTED.split("|"):
        return True
    parts = _vocabulary()["part"]
    return bool(words) and words[0] in parts and len(words) <= 2 and all(map(_PART_NUMBER.fullmatch, words[1:]))


def without_part(title: str) -> str:
    """Returns the title of the whole that a part's title begins with (`Tiles, Part 1`)."""
    whole, sign, part = re.sub(r"[)）]$", "", title).rpartition(next((s for s in "(（:：,，-–—" if s in title), " "))
    return whole.strip() if sign and is_part(part) else title


def is_aside(text: str) -> bool:
    """Whether the text of a link stands in brackets of its own (`[CMU]`) or cites authors and a year: words before it are
    the title, if there are any.
    """
    return (text.startswith("[") and text.endswith("]")) or bool(_CITATION.fullmatch(text))


def is_number(text: str) -> bool:
    """Whether the text is only a number, such as the `2` of `[1] [2]`."""
    words = _words(text)
    return bool(words) and all(map(_NUMBER.fullmatch, words))


def names_people(lead: str) -> bool:
    """Whether the words before a link announce people (`Authors:`, `参与者：`)."""
    return " ".join(_words(lead)) in _vocabulary()["people"]


def is_beside(words: str) -> bool:
    """Whether the words only point to what follows (`see`, `and`, `参见`)."""
    return " ".join(_words(words)) in _vocabulary()["beside"]


def without_pointers(words: str) -> str:
    """Returns the words without those at their end that only point to what follows (`layout notes see`)."""
    kept = words.split()
    while kept and kept[-1].casefold() in _vocabulary()["beside"]:
        kept.pop()
    return " ".join(kept)


@cache
def _vocabulary() -> dict[str, frozenset[str]]:
    return {kind: frozenset(words.split("|")) for kind, words in data_rows("link_labels.tsv")}


@cache
def _han_words() -> re.Pattern[str]:
    known = _vocabulary()
    words = [word for kind in ("label", "shop", "filler") for word in known[kind] if _HAN.fullmatch(word)]
    return re.compile("(?:" + "|".join(sorted(words, key=len, reverse=True)) + ")+")


def _kind_of(word: str) -> str:
    """Returns which kind of word of a label it is; empty if it is none."""
    known = _vocabulary()
    if _NUMBER.fullmatch(word):
        return "number"
    if _HAN.fullmatch(word) and _han_words().fullmatch(word):
        return "filler" if word in known["filler"] else "label"
    return next((kind for kind in ("label", "shop", "filler") if word in known[kind]), "")


def _words(text: str) -> list[str]:
    return re.sub(r"[^\w.]|_|\.(?!\d)", " ", text).casefold().split()
