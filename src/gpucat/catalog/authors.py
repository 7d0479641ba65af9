"""Splits a line of authors into names, as lists, tables and reference managers write it. Pure."""

import re
from typing import Final

_BETWEEN: Final = re.compile(r"\s*[、;；]\s*")
_COMMA: Final = re.compile(r",\s+|，\s*")
_AND: Final = re.compile(r"(?:,\s+|\s+)(?:and|&|und|和|与)\s+", re.I)
_OTHERS: Final = re.compile(r"(?:[,，]?\s+|^)(?:et al\.?|and others|others)$|\s*等人?$", re.I)
_INITIALS: Final = re.compile(r"(?:[^\W\d_]\.(?:\s*-?\s*[^\W\d_]\.)*|[A-Z]{1,2})")
_NAME_BEGINNING: Final = re.compile(r"^(?:Ma?c|Fitz|De|Van|Le|La|Di|Du)(?=[A-Z])")
_HAN_NAME: Final = re.compile(r"[\u3400-\u9fff·]{1,4}")
_PARTICLES: Final = frozenset({
    "al", "bin", "da", "de", "del", "della", "den", "der", "di", "dos", "du", "el", "la", "le", "ten", "ter", "van", "von",
    "zu",
})  # fmt: skip
_SUFFIXES: Final = frozenset({"co", "corp", "gmbh", "ii", "iii", "inc", "jr", "llc", "ltd", "phd", "sr"})


def split_authors(text: str) -> tuple[str, ...]:
    """Returns the names in a line of authors, each with the given name first.

    `Dao, Ann; Fu, Ben Y.`, `Ann Dao and Ben Fu` and `张三、李四` are two people, `Dao, Ann` is one.
    """
    names = [name for part in _BETWEEN.split(_OTHERS.sub("", text.strip())) for name in _names_of(part) if name]
    return tuple(dict.fromkeys(names))


def _names_of(part: str) -> list[str]:
    """Returns the names in a part that no semicolon divides."""
    joined = _AND.split(part)
    if len(joined) > 1 and all(_is_inverted(_COMMA.split(name)) for name in joined):
        return [_turned(_COMMA.split(name)) for name in joined]
    pieces = _COMMA.split(part)
    if _is_inverted(pieces):
        return [_turned(pieces)]
    if len(pieces) == 2 and pieces[1].casefold().strip(".") in _SUFFIXES:
        return [part]
    if len(pieces) % 2 == 0 and all(map(_INITIALS.fullmatch, pieces[1::2])) and len(pieces) > 2:
        return [_turned(pieces[place : place + 2]) for place in range(0, len(pieces), 2)]
    if len(joined) > 1 and all(map(_is_person, (name for one in joined for name in _COMMA.split(one)))):
        return [name for one in joined for name in _COMMA.split(one)]
    return pieces


def _is_inverted(pieces: list[str]) -> bool:
    """Whether the pieces are one family name and given names: `Dao`, `Ben Y.` or `van Dao`, `Ann`; not `NVIDIA`, `Ann Dao`."""
    if len(pieces) != 2:
        return False
    family, given = pieces
    if _HAN_NAME.fullmatch(family) and _HAN_NAME.fullmatch(given):
        return len(family) == 1
    words = family.split()
    while len(words) > 1 and words[0].casefold() in _PARTICLES:
        words = words[1:]
    is_given = len(given.split()) <= 3 and all(word[:1].isupper() for word in given.split())
    return len(words) == 1 and _is_family(words[0]) and is_given and given.casefold().strip(".") not in _SUFFIXES


def _is_family(word: str) -> bool:
    """Whether the word is written as a family name: `Dao`, `McDao`, `Smith-Dao`; not `NVIDIA` or `PyTorch`."""
    parts = [_NAME_BEGINNING.sub("", part) for part in re.split("[-'’]", word)]
    return word[:1].isalpha() and all(part in ("d", "l", part.capitalize()) for part in parts)


def _turned(pieces: list[str]) -> str:
    family, given = pieces
    return family + given if _HAN_NAME.fullmatch(family) else f"{given} {family}"


def _is_person(name: str) -> bool:
    words = name.split()
    if _HAN_NAME.fullmatch(name):
        return True
    return 2 <= len(words) <= 4 and all(
        (word[:1].isupper() or word.casefold() in _PARTICLES) and not any(map(str.isdigit, word)) for word in words
    )
