"""Reads the tags of a browser's bookmark file, in which only the format's own tags count: all else is text. Pure.

A title or note that speaks of `<script>`, `<!--` or `<a>` is thus kept as it is written and swallows no row.
"""

import re
from collections.abc import Iterable, Iterator
from html import unescape
from typing import Final, NamedTuple

from gpucat.formats.html_links import (
    Anchor,
    Boundary,
    DescriptionEvent,
    End,
    Event,
    HeadingEvent,
    read_attributes,
)  # fmt: skip
from gpucat.formats.reading import take_text

_NAMES: Final = r"a|dd|dt|dl|h[1-6]|hr|p|br|img|title|meta|link"
# A quoted value ends on its line, so that a missing quotation mark costs no more than its own tag.
_ATTRIBUTES: Final = r"""(?:[^"'<>]++|"[^"\n]*+"|'[^'\n]*+')*+"""
_TAG: Final = re.compile(rf"<(/?)({_NAMES})(?![\w-])({_ATTRIBUTES}|[^<>]*+)>", re.I)
_INCOMPLETE: Final = re.compile(rf"<(?:/?(?:{_NAMES})(?![\w-])|/?[a-z]?[a-z1-6]{{0,4}}\Z)", re.I)
_LONGEST_TAG: Final = 1 << 22
_HOLDERS: Final = frozenset({"a", "dd", "h1", "h2", "h3", "h4", "h5", "h6"})
_ENDS_NOTE: Final = frozenset({"dt", "dl", "dd", "hr"})


class _OpenTag(NamedTuple):
    tag: str
    line: int
    attributes: dict[str, str]
    parts: list[str]


def stream_bookmark_events(blocks: Iterable[str]) -> Iterator[Event | End]:
    """Yields every event of a text in pieces, in order, and finally its end."""
    reader = _TagReader()
    pieces = iter(blocks)
    while more := take_text(pieces, len(reader.rest)):
        reader.read(more)
        yield from reader.take_out()
    end = reader.end()
    yield from reader.take_out()
    yield end


class _TagReader:
    """Turns tags and the text between them into events; `rest` is the beginning of a tag that may go on."""

    def __init__(self) -> None:
        self.rest = ""
        self._line = 1
        self._open: _OpenTag | None = None
        self._has_image = False
        self._has_rows_in_dt = False
        self._after_dt = False
        self._is_at_line_start = True
        self._events: list[Event] = []

    def read(self, more: str) -> None:
        """Reads a piece of the file."""
        text, position = self.rest + more, 0
        for found in _TAG.finditer(text):
            self._take_text(text[position : found.start()])
            self._take_tag(found)
            self._line += found[0].count("\n")
            position = found.end()
        begun = _INCOMPLETE.search(text, position)
        kept_from = begun.start() if begun and len(text) - begun.start() < _LONGEST_TAG else len(text)
        self._take_text(text[position:kept_from])
        self.rest = text[kept_from:]

    def take_out(self) -> list[Event]:
        """Returns the events so far and forgets them."""
        found, self._events = self._events, []
        return found

    def end(self) -> End:
        """Closes what is open and returns the end; a link that is cut off is no event."""
        begun_at, self.rest = (self._line if self.rest else None), ""
        if self._open and self._open.tag == "a":
            begun_at, self._open = self._open.line, None
        self._finish()
        return End(self._line, begun_at)

    def _take_text(self, text: str) -> None:
        self._line += text.count("\n")
        if self._open:
            self._open.parts.append(text)
        if text.strip():
            self._after_dt = False
        _, line_end, after = text.rpartition("\n")
        self._is_at_line_start = not after.strip() and bool(line_end or self._is_at_line_start)

    def _take_tag(self, found: re.Match[str]) -> None:
        tag, is_end = found[2].lower(), bool(found[1])
        if self._open and self._open.tag == "dd" and not self._ends_note(tag, is_end):
            self._take_in_note(tag, found)
        elif is_end:
            self._take_end(tag)
        else:
            self._take_start(tag, found[3])
        self._after_dt = tag == "dt" and not is_end
        self._is_at_line_start = False

    def _ends_note(self, tag: str, is_end: bool) -> bool:
        """Whether the tag ends a note: a link does only in a file that has no `<DT>` before its links."""
        is_row = tag == "a" and not is_end and not self._has_rows_in_dt and self._is_at_line_start
        return is_row or tag in _ENDS_NOTE

    def _take_in_note(self, tag: str, found: re.Match[str]) -> None:
        assert self._open
        address = read_attributes(found[3]).get("href") if tag == "a" else None
        if address is not None and not found[1]:
            self._events.append(Anchor(self._line, address, address, {}, is_image=False, is_in_note=True))
        if tag in ("p", "br"):
            self._open.parts.append(" ")

    def _take_end(self, tag: str) -> None:
        if tag == "dl" or (self._open and tag == self._open.tag):
            self._finish()
        if tag == "dl":
            self._events.append(Boundary(tag, is_end=True))

    def _take_start(self, tag: str, attributes: str) -> None:
        if tag == "img":
            self._has_image = True
            return
        self._finish()
        if tag in _HOLDERS:
            self._has_rows_in_dt = self._has_rows_in_dt or (tag == "a" and self._after_dt)
            self._has_image = False
            self._open = _OpenTag(tag, self._line, read_attributes(attributes), [])
        elif tag == "dl":
            self._events.append(Boundary(tag, is_end=False))

    def _finish(self) -> None:
        """Turns what is open into an event, as the next tag or the end of the file does."""
        if self._open is None:
            return
        tag, line, attributes, parts = self._open
        self._open = None
        text = " ".join(unescape("".join(parts)).split())
        if tag == "dd":
            self._events.append(DescriptionEvent(text))
        elif tag != "a":
            self._events.append(HeadingEvent(tag, text, attributes))
        elif "href" in attributes:
            self._events.append(Anchor(line, text, attributes["href"], attributes, self._has_image and not text))
