"""Decides whether two names can be one person: full names, initials, handles, organisations. Pure."""

import html
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal

from gpucat.resources import data_rows
from gpucat.titles.tables import FIELD_WORDS, FILLERS, SITE_WORDS, TRANSLATOR_MARKS

NameRelation = Literal["same", "compatible", "unknown", "different"]

_SEPARATORS: Final = re.compile(
    r"\s*(?:[、;；&|/]|,(?!\s*(?:jr|sr|ph\.?d)\b)|\band\b|\bwith\b|\bet al\.?|和|与)\s*", re.IGNORECASE
)
_TITLE: Final = re.compile(r"(?:^|\s)(?:jr|sr|dr|prof|ph\.?\s?d|iii?)\b\.?(?=\s|$)")
_LAST_FIRST: Final = re.compile(r"([^\W\d_][\w'’-]+),\s+([^\W\d_][\w.'’ -]*)")
_BRACKETED: Final = re.compile(r"[(（\[][^)）\]]*[)）\]]")
_INSIDE: Final = re.compile(r"[(（\[]([^()（）\[\]]+)[)）\]]")


def _lists() -> dict[str, tuple[str, ...]]:
    return {name: tuple(words.split("|")) for name, words in data_rows("names.tsv")}


_LISTS: Final = _lists()
_NOBODY: Final = frozenset(_LISTS["nobody"])
_ORGANISATION: Final = SITE_WORDS.union(_LISTS["organisation"])
_TOP_DOMAINS: Final = frozenset(_LISTS["top domain"])
_GIVEN_NAMES: Final = frozenset(_LISTS["given name"])
_SHORT_FOR: Final = frozenset(_LISTS["nickname"])
_FAMILY_NAMES: Final = frozenset(_LISTS["family name"])
_HAN_FAMILY_NAMES: Final = frozenset(_LISTS["Han family name"])


@lru_cache(maxsize=16384)
def names_translator(authors: tuple[str, ...]) -> bool:
    """Says whether a byline names a translator: `译者：老周`, `(trad. I. Quiroga)`."""
    return any(mark in author.casefold() for author in authors for mark in TRANSLATOR_MARKS)


@lru_cache(maxsize=16384)
def unbracketed(text: str) -> str:
    """Replaces the brackets of a text, so that a name inside them is read."""
    return re.sub(r"[()（）\[\]【】]", " ", text)


@lru_cache(maxsize=65536)
def folded_name(name: str) -> str:
    """Returns the name in plain lower-case letters: no accents, titles, brackets or `@`."""
    plain = unicodedata.normalize("NFD", _BRACKETED.sub(" ", name).casefold())
    plain = "".join(character for character in plain if not unicodedata.combining(character))
    return " ".join(re.sub(r"[^\w\s.'-]", " ", plain).replace(".", ". ").split())


def names_in(authors: Iterable[str]) -> tuple[str, ...]:
    """Returns each person of a byline, with `Last, First` reversed, in plain letters."""
    return _names_in(tuple(authors))


def _with_bracketed(entries: Iterable[str]) -> Iterable[str]:
    """Yields every entry, and the person it names in brackets: `ann-lee (Ann Lee)`."""
    for entry in entries:
        yield entry
        yield from (inside for inside in _INSIDE.findall(entry) if is_person(inside))


@lru_cache(maxsize=16384)
def _names_in(authors: tuple[str, ...]) -> tuple[str, ...]:
    found: list[str] = []
    for entry in _with_bracketed(map(html.unescape, authors)):
        turned = _LAST_FIRST.fullmatch(entry.strip())
        if turned and "and" not in entry.split():
            found.append(folded_name(f"{turned.group(2)} {turned.group(1)}"))
        else:
            found += [folded_name(part) for part in _SEPARATORS.split(entry)]
    named = (_TITLE.sub("", name).strip() for name in found)
    return tuple(name for name in named if name and name not in _NOBODY)


@lru_cache(maxsize=16384)
def is_organisation(name: str) -> bool:
    """Says whether a plain name reads as a group or a site, not a person."""
    return any(word.strip(".'") in _ORGANISATION for word in name.split())


@lru_cache(maxsize=16384)
def is_person(shown: str) -> bool:
    """Says whether a text reads as a full name (`Ann B. Lee`, `Mao, Lei`, `王小明`), by its first or last word."""
    text = shown.strip(" .,")
    if re.fullmatch(r"[\u4e00-\u9fff]{2,3}", text):
        return text[0] in _HAN_FAMILY_NAMES
    words = text.replace(",", " ").split()
    if not 2 <= len(words) <= 4 or not all(
        re.fullmatch(r"[^\W\d_a-z][\w'’.-]*|(?:van|von|de|der|den|da|di|al|bin|el|la|le)", word) for word in words
    ):
        return False
    plain = folded_name(text).split()
    if any(
        word in SITE_WORDS or word in FIELD_WORDS or word in FILLERS - {"de", "la", "le", "di", "el", "von"}
        for word in plain
    ):
        return False
    return plain[0] in _GIVEN_NAMES or plain[-1] in _FAMILY_NAMES or bool(re.fullmatch(r"[a-z]\.", plain[0]))


@lru_cache(maxsize=65536)
def relate_names(one: str, other: str) -> NameRelation:
    """Compares two plain names.

    An organisation and a person say nothing unless the organisation is named after the person; nor does a bare handle.
    """
    if _squeezed(one) == _squeezed(other):
        return "same"
    if one.isascii() != other.isascii() and max(one + other) >= "\u0370":
        return "unknown"
    relation = _relate_people(one, other)
    groups = [name for name in (one, other) if is_organisation(name)]
    if relation != "different" or len(groups) != 1:
        return relation
    return "compatible" if _is_named_for(groups[0], other if groups[0] == one else one) else "unknown"


def _is_named_for(group: str, person: str) -> bool:
    """Says whether a site has its owner's name and otherwise only words of sites: `simons blog`."""
    told = [word for word in group.replace("'", "").split() if word not in _ORGANISATION]
    names = {ending for word in person.split() if len(word) > 2 for ending in (word, word + "s")}
    return bool(told) and names.issuperset(told)


def _relate_people(one: str, other: str) -> NameRelation:
    if handles := [name for name in (one, other) if " " not in name and re.search(r"[-_\d]", name)]:
        owner = other if handles[0] == one else one
        return "compatible" if _is_handle_of(handles[0], owner) else "unknown"
    first, second = (name.replace(".", " ").replace("-", " ").split() for name in (one, other))
    if len(first) > 1 and len(second) > 1:
        return _relate_full_names(first, second)
    short, long = sorted((first, second), key=len)
    if not short:
        return "unknown"
    if len(long) == 1:
        return "unknown" if _is_handle(one) or _is_handle(other) else "different"
    if short[0] == long[0]:
        return "compatible"
    if short[0] in long:
        return "unknown"
    if _is_made_of(_squeezed(short[0]), long):
        return "same"
    return "unknown" if _is_handle(short[0]) else "different"


def _relate_full_names(first: list[str], second: list[str]) -> NameRelation:
    if sorted(first) == sorted(second):
        return "same"
    if first[-1] != second[-1]:
        if _are_initials(first, second) or _are_initials(second, first):
            return "compatible"
        turned = next(((one, other) for one, other in _turned(first, second) if one[-1] == other[-1]), None)
        if turned is None:
            return "different"
        first, second = turned
    if first[0] == second[0]:
        return "same"
    alike = first[0].startswith(second[0]) or second[0].startswith(first[0]) or _are_alike(first[0], second[0])
    shared_middle = set(first[:-1]) & set(second[:-1])
    return "compatible" if alike or shared_middle else "different"


def _turned(first: list[str], second: list[str]) -> tuple[tuple[list[str], list[str]], ...]:
    """Returns both names twice, reading first the second and then the first as `Last First`."""
    return (first, second[1:] + second[:1]), (first[1:] + first[:1], second)


def _are_initials(short: list[str], long: list[str]) -> bool:
    """Says whether one name has only the first letter of the other's last name: `Ann L.`, `A. L.`."""
    return len(short[-1]) == 1 and long[-1][0] == short[-1] and long[0].startswith(short[0])


def _is_handle_of(handle: str, name: str) -> bool:
    """Says whether a handle with signs begins like its owner's usual handles, or contains the last name."""
    words = name.replace(".", " ").replace("-", " ").split()
    squeezed = _squeezed(handle)
    if len(words) < 2:
        return squeezed.startswith(_squeezed(name)) and len(_squeezed(name)) > 3
    return any(len(found) > 3 and squeezed.startswith(found) for found in _handles(words)) or (
        squeezed[:1] == words[0][0] and words[-1] in re.split(r"[-_\d]+", handle)
    )


def _are_alike(one: str, other: str) -> bool:
    """Says whether two given names differ by about a letter (`Philippe`, `Phillippe`) or one is short for the other."""
    if not _SHORT_FOR.isdisjoint((f"{one}={other}", f"{other}={one}")):
        return True
    if one[0] != other[0] or min(len(one), len(other)) < 4:
        return False
    from rapidfuzz.distance import OSA

    return OSA.distance(one, other, score_cutoff=1) <= 1


def _is_made_of(handle: str, words: list[str]) -> bool:
    """Says whether a handle is made of the beginnings of a name: `leimao`, `lmao`, `simveit`."""
    first, last = words[0], words[-1]
    parts = ((handle[:cut], handle[cut:]) for cut in range(1, len(handle) - 2))
    return handle in _handles(words) or any(first.startswith(head) and last.startswith(tail) for head, tail in parts)


def _handles(words: list[str]) -> set[str]:
    """Returns the usual handles of a person: `leimao`, `lmao`, `lei.m`, `maolei`."""
    first, last = words[0], words[-1]
    return {
        "".join(words),
        first[0] + last,
        "".join(word[0] for word in words[:-1]) + last,
        first + last[0],
        last + first,
        last + first[0],
        first + last,
        "".join(word[0] for word in words),
    }


def _is_handle(word: str) -> bool:
    """Says whether a word is a handle: one that is not a given name says little about the person."""
    return word not in _GIVEN_NAMES


def _squeezed(name: str) -> str:
    return re.sub(r"[\W_]", "", name)


@lru_cache(maxsize=16384)
def handles_of(name: str) -> frozenset[str]:
    """Returns what the owner of a plain name would be called in an address; nothing for a single short word."""
    words = name.replace(".", " ").replace("-", " ").split()
    if len(words) == 2 and words[1] in _TOP_DOMAINS:  # signed with an address: `annlee.dev`
        words.pop()
    if len(words) < 2:
        return frozenset({_squeezed(name)} if len(_squeezed(name)) > 4 else ())
    return frozenset(handle for handle in _handles(words) if len(handle) > 3)
