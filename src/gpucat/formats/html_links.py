"""Finds the links and headings of untidy HTML: in Markdown, in bookmarks, cut off in the middle. Pure.

It rests on the standard library's tolerant parser, which knows the line of each tag.
"""

from collections.abc import Callable, Iterable, Iterator
from html.parser import HTMLParser
from typing import Final, NamedTuple

from gpucat.formats.reading import take_text

_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


class Anchor(NamedTuple):
    """A link: its line (from 1), text, address and attributes, and whether it shows only an image."""

    line: int
    text: str
    url: str
    attributes: dict[str, str]
    is_image: bool


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
        if tag == "img":
            self._has_image = True
        elif tag in _HEADINGS or tag in ("a", "dd"):
            self.finish()
            self._has_image = False
            self._open = _Open(tag, self.getpos()[0], {name: value or "" for name, value in attrs}, [])
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
