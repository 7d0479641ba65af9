"""Prepares text for a terminal: measures its width, makes text from outside harmless, shows times in the local zone."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cache
from typing import Final
from unicodedata import combining, east_asian_width

from gpucat.language import Bilingual

_CONTROLS: Final = (  # compiled only if needed: nearly all texts are printable
    r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
_WIDE: Final = r"\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6"
_OPENING: Final = r"（《「『【〈〔［｛“‘"
_CLOSING: Final = r"，。、；：？！）》」』】〉〕］｝”’…—～·％"
_UNIT: Final = (  # what is never broken: a word or a wide character, with the marks that belong to it
    rf"[{_OPENING}(\[{{]*(?:[^\s{_WIDE}{_OPENING}{_CLOSING}]+|[{_WIDE}])?(?:[{_CLOSING}]|[,.;:?!)\]}}%](?!\w))*"
)
_ZERO_WIDTH: Final = frozenset("\u200b\u200c\u200d\u2060\ufe0e\ufe0f")


def visible(text: str) -> str:
    """Replaces what could steer a terminal: controls by symbols, bidi overrides by `\\ufffd`."""
    return text if text.isprintable() else re.sub(_CONTROLS, _symbol, text)


def visible_document(text: str) -> str:
    """Does the same as `visible`, but keeps lines and tabs."""
    return re.sub(_CONTROLS, lambda found: found[0] if found[0] in "\n\t" else _symbol(found), text)


def one_line(text: str) -> str:
    """Puts the text on one harmless line: breaks and tabs become spaces."""
    return text if text.isprintable() else visible(" ".join(text.split()))


def shortened(text: str, most: int) -> str:
    """Returns the text, cut with an ellipsis after `most` characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def counted(number: int, noun: str) -> str:
    """Returns the number with its English noun: `1 host`, `2 hosts`, `0 addresses`."""
    ending = "" if number == 1 else "es" if noun.endswith(("s", "x", "ch", "sh")) else "s"
    return f"{number} {noun}{ending}"


def about_minutes(minutes: int) -> Bilingual:
    """Returns how long something takes: `about 12 min`, `about 3 h 20 min`."""
    hours, left = divmod(minutes, 60)
    if not hours:
        return Bilingual(f"about {left} min", f"约 {left} 分钟")
    left = left // 10 * 10  # an estimate of hours is not one of minutes
    more = Bilingual(f" {left} min", f" {left} 分钟") if left else Bilingual("", "")
    return Bilingual(f"about {hours} h{more.en}", f"约 {hours} 小时{more.zh}")


def is_linkable(url: str) -> bool:
    """Says whether a terminal can show the address as a link."""
    return url.startswith(("https://", "http://")) and url.isprintable() and " " not in url


def width(text: str) -> int:
    """Returns how many terminal cells the text takes: two for a wide character, none for a combining one."""
    if text.isascii():
        return len(text)
    return sum(map(_cells, text))


@cache
def _cells(character: str) -> int:
    if combining(character) or character in _ZERO_WIDTH:
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def pad(text: str, cells: int, *, right: bool = False) -> str:
    """Fills the text with spaces to `cells` terminal cells."""
    space = " " * max(0, cells - width(text))
    return space + text if right else text + space


class Alignment:
    """Puts cells side by side in columns of given widths, of which some are aligned at the right."""

    def __init__(self, widths: Sequence[int], rights: Sequence[bool]) -> None:
        self._columns = list(zip(widths, rights, strict=True))
        self._template = "  ".join(f"%{'' if right else '-'}{cells}s" for cells, right in self._columns)

    def line(self, cells: Sequence[str]) -> str:
        if "".join(cells).isascii():  # which is common, and then one step
            return (self._template % tuple(cells)).rstrip()
        columns = zip(cells, self._columns, strict=True)
        return "  ".join(pad(text, wide, right=right) for text, (wide, right) in columns).rstrip()


def wrapped(text: str, cells: int) -> list[str]:
    """Breaks each line of a text into lines of at most `cells` cells, in the manner of its script.

    Latin words stay whole and Chinese may break anywhere, but no closing mark begins a line and no opening mark ends one
    (Requirements for Chinese Text Layout, W3C, 3.1.3). Only what is wider than a line is broken within.
    """
    return [line for paragraph in text.splitlines() for line in _lines(paragraph, cells)]


def _lines(paragraph: str, cells: int) -> Iterator[str]:
    line = ""
    for found in re.finditer(rf"(\s*)({_UNIT})", paragraph):
        space, unit = found[1] if line else "", found[2]
        if width(line + space + unit) <= cells:
            line += space + unit
            continue
        if line:
            yield line
        *whole, line = _pieces(unit, cells)
        yield from whole
    yield line


def _pieces(unit: str, cells: int) -> Iterator[str]:
    """Breaks what is wider than a line."""
    piece = ""
    for character in unit:
        if piece and width(piece + character) > cells:
            yield piece
            piece = ""
        piece += character
    yield piece


def _symbol(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "\u2421" if code == 0x7F else "\ufffd"


def minute_of(moment: str) -> str:
    """Returns the local day and minute: `2026-08-14 09:30`."""
    return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M")


def day_of(moment: str) -> str:
    """Returns the local day: `2026-08-14`."""
    return datetime.fromisoformat(moment).astimezone().date().isoformat()
