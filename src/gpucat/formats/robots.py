"""Reads robots.txt as its standard says (RFC 9309): the rules for one robot, of which the longest that matches decides.

The standard library's reader takes the first that matches and knows no wildcards, so it reads `Allow: /` as leave for everything.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple
from urllib.parse import quote, urlsplit

_ESCAPE: Final = re.compile("%([0-9a-fA-F]{2})")
_UNRESERVED: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
_READABLE: Final = "".join(map(chr, range(0x21, 0x7F)))
_RULES: Final = {"allow": True, "disallow": False}


class RobotRules(NamedTuple):
    """The rules for a robot: patterns of paths, and whether each allows or forbids."""

    patterns: tuple[tuple[str, bool], ...]

    def allow(self, url: str) -> bool:
        """Whether the robot may read the address; of two patterns of the same length, the one that allows wins."""
        parts = urlsplit(url)
        path = _normal(f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}")
        found = [(len(pattern), is_allowed) for pattern, is_allowed in self.patterns if _matches(pattern, path)]
        return max(found, default=(0, True))[1]


def parse_robots(text: str, robot: str) -> RobotRules:
    """Parses the rules of all groups that name the robot (in lower case), or of those for all robots if none does."""
    groups: dict[str, list[tuple[str, bool]]] = {}
    named: list[str] = []
    is_naming = False
    for field, value in _fields(text):
        if field == "user-agent":
            named = [*(named if is_naming else ()), value.lower().partition("/")[0].strip()]
            groups.setdefault(named[-1], [])
        elif field in _RULES and value:
            for name in named:
                groups[name].append((_normal(value), _RULES[field]))
        is_naming = field == "user-agent"
    return RobotRules(tuple(groups.get(robot, groups.get("*", ()))))


def _fields(text: str) -> Iterator[tuple[str, str]]:
    for line in text.removeprefix("\ufeff").splitlines():
        field, mark, value = line.partition("#")[0].partition(":")
        if mark and field.strip().lower() in {"user-agent", *_RULES}:
            yield field.strip().lower(), value.strip()


def _normal(path: str) -> str:
    """Returns a path or pattern in one spelling: what needs no escape has none, and all else has one."""
    return _ESCAPE.sub(_plain, quote(path, safe=_READABLE))


def _plain(escape: re.Match[str]) -> str:
    character = chr(int(escape[1], 16))
    return character if character in _UNRESERVED else escape[0].upper()


def _matches(pattern: str, path: str) -> bool:
    """Whether the path begins with the pattern, in which `*` stands for anything, and `$` at the end for the path's end."""
    is_whole = pattern.endswith("$")
    first, *later = pattern.removesuffix("$").split("*")
    if not path.startswith(first):
        return False
    place = len(first)
    for number, piece in enumerate(later, 1):
        if is_whole and number == len(later):
            return path.endswith(piece) and len(path) - len(piece) >= place
        found = path.find(piece, place)
        if found < 0:
            return False
        place = found + len(piece)
    return not is_whole or place == len(path)
