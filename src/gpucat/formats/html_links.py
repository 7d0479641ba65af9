"""Finds the links and headings of untidy HTML: in Markdown, in bookmarks, cut off in the middle. Pure.

It rests on the standard library's tolerant parser, which knows the line of each tag.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from html import unescape
from html.entities import html5
from html.parser import HTMLParser
from typing import Final, NamedTuple

from gpucat.formats.reading import take_text

_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_ATTRIBUTE: Final = re.compile(
    r"""([^\s"'<>/=]++)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>]*+)))?""",
)
_REFERENCE: Final = re.compile(r"&(?:#(?:x[\da-f]+|\d+);?|([a-z][a-z0-9]*)(;?)(=?))", re.I)


class Anchor(NamedTuple):
    """A link: its line (from 1), text, address and attributes, whether it shows only an image or stands in a note."""

    line: int
    text: str
    url: str
    attributes: dict[str, str]
    is_image: bool
    is_in_note: bool = False


class HeadingEvent(NamedTuple):
    """A heading, or a folder of bookmarks: its tag, text and attributes."""

    tag: str
    text: str
    attributes: dict[str, str]


class Boundary(NamedTuple):
    """The start or the end of a definition list, which holds the content of a folder."""

    tag: str
    is_end: bool


class DescriptionEvent(NamedTuple):
    """The text of a `dd`: a description of the link or folder before it."""

    text: str


Event = Anchor | HeadingEvent | Boundary | DescriptionEvent


class End(NamedTuple):
    """The end of a text: its last line, and the line of the tag or link inside which it breaks off, if it does."""

    line: int
    cut_at: int | None


class _Open(NamedTuple):
    tag: str
    line: int
    attributes: dict[str, str]
    text: list[str]


class _HtmlParser(HTMLParser):
    """Turns tags and text into events."""

    def __init__(self, emit: Callable[[Event], None]) -> None:
        super().__init__(convert_charrefs=True)
        self._emit = emit
        self._open: _Open | None = None
        self._has_image = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs  # the library resolves `&region=` in them, which HTML leaves alone
        if tag == "img":
            self._has_image = True
        elif tag in _HEADINGS or tag in ("a", "dd"):
            self.finish()
            self._has_image = False
            self._open = _Open(tag, self.getpos()[0], read_attributes(self.get_starttag_text() or ""), [])
        elif tag in ("dl", "dt", "p", "li", "td", "tr"):
            self.finish()
            if tag == "dl":
                self._emit(Boundary(tag, is_end=False))

    def handle_endtag(self, tag: str) -> None:
        if self._open and tag == self._open.tag:
            self.finish()
        if tag == "dl":
            self.finish()
            self._emit(Boundary(tag, is_end=True))

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """Reads a declaration such as `<![…`; a malformed one, at which the library's parser gives up, is skipped."""
        try:
            return super().parse_marked_section(i, report)
        except AssertionError:
            return self.parse_bogus_comment(i)

    def handle_data(self, data: str) -> None:
        if self._open:
            self._open.text.append(data)

    @property
    def open_link(self) -> int | None:
        """The line of the open link, if there is one."""
        return self._open.line if self._open and self._open.tag == "a" else None

    def finish(self) -> None:
        """Closes what is open, as the next tag or the end of the file does."""
        if self._open is None:
            return
        tag, line, attributes, parts = self._open
        self._open = None
        text = " ".join("".join(parts).split())
        if tag == "a":
            if "href" in attributes:
                self._emit(Anchor(line, text, attributes["href"], attributes, self._has_image and not text))
        elif tag == "dd":
            self._emit(DescriptionEvent(text))
        else:
            self._emit(HeadingEvent(tag, text, attributes))


def read_attributes(tag: str) -> dict[str, str]:
    """Returns the attributes of a start tag by lower-case name; of two with one name the first counts."""
    attributes: dict[str, str] = {}
    for name, *quoted, bare in _ATTRIBUTE.findall(tag):
        attributes.setdefault(name.lower(), attribute_text("".join(quoted) or bare.strip("\"'")))
    return attributes


def attribute_text(value: str) -> str:
    """Returns an attribute's value with its references resolved as HTML says (13.2.5.73).

    A name without `;` is none if `=`, a letter or a digit follows: `?id=1&region=us` stays as it is.
    """

    def resolved(found: re.Match[str]) -> str:
        name, semicolon, equals = found.groups()
        is_reference = name is None or (f"{name}{semicolon}" in html5 and (semicolon or not equals))
        return unescape(found[0]) if is_reference else found[0]

    return _REFERENCE.sub(resolved, value) if "&" in value else value


def stream_events(blocks: Iterable[str]) -> Iterator[Event | End]:
    """Yields every event of a text in pieces, in order, and finally its end."""
    events: list[Event] = []
    reader = _HtmlParser(events.append)
    pieces = iter(blocks)
    line = 1
    # The parser rereads what it could not parse yet, so each piece doubles the text: that keeps rereading rare.
    while more := take_text(pieces, len(reader.rawdata)):
        line += more.count("\n")
        reader.feed(more)
        yield from events
        events.clear()
    if reader.rawdata.lstrip().startswith("<"):
        yield End(line, reader.getpos()[0])
    elif reader.open_link is not None:
        yield End(line, reader.open_link)
    else:
        reader.close()
        reader.finish()
        yield from events
        yield End(line, None)
