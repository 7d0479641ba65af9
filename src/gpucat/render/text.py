"""Prepares text for a terminal: its width in cells, text from outside made harmless, times in the zone of this machine."""

import re
from datetime import datetime
from typing import Final
from unicodedata import combining, east_asian_width

_CONTROLS: Final = (  # compiled where it is needed: nearly all texts are printable
    r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
_ZERO_WIDTH: Final = frozenset("\u200b\u200c\u200d\u2060\ufe0e\ufe0f")


def visible(text: str) -> str:
    """The text with nothing in it that could steer a terminal: controls become symbols, bidi overrides `\\ufffd`."""
    return text if text.isprintable() else re.sub(_CONTROLS, _symbol, text)


def visible_document(text: str) -> str:
    """Like `visible`, with its lines and tabs kept."""
    return re.sub(_CONTROLS, lambda found: found[0] if found[0] in "\n\t" else _symbol(found), text)


def one_line(text: str) -> str:
    """The text on one line, harmless: line breaks and tabs become spaces."""
    return visible(" ".join(text.split()) if not text.isprintable() else text)


def shortened(text: str, most: int) -> str:
    """The text, or its beginning with a mark where it is longer than `most` characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def counted(number: int, noun: str) -> str:
    """The number with its English noun, in the plural but for one: `1 host`, `2 hosts`, `0 addresses`."""
    ending = "" if number == 1 else "es" if noun.endswith(("s", "x", "ch", "sh")) else "s"
    return f"{number} {noun}{ending}"


def width(text: str) -> int:
    """How many terminal cells the text takes: two for a wide character, none for a combining one."""
    if text.isascii():
        return len(text)
    return sum(
        0 if combining(character) or character in _ZERO_WIDTH else 2 if east_asian_width(character) in "WF" else 1
        for character in text
    )


def pad(text: str, cells: int, *, right: bool = False) -> str:
    """The text filled with spaces to `cells` terminal cells."""
    space = " " * max(0, cells - width(text))
    return space + text if right else text + space


def _symbol(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "\u2421" if code == 0x7F else "\ufffd"


def minute_of(moment: str) -> str:
    """The day and the minute: `2026-08-14 09:30`."""
    return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M")


def day_of(moment: str) -> str:
    """The day on which it was: `2026-08-14`."""
    return datetime.fromisoformat(moment).astimezone().date().isoformat()
