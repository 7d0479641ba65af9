"""The links and headings of HTML that nobody tidied: in Markdown, in bookmarks, cut off in the middle. Pure.

Events come from the standard library's tolerant parser, which knows the line of each tag.
"""

from collections.abc import Callable
from html.parser import HTMLParser
from typing import Final, NamedTuple

_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


class Anchor(NamedTuple):
    """A link: its line (from 1), its text, its address, its other attributes, and whether an image is all it shows."""

    line: int
    text: str
    url: str
    attributes: dict[str, str]
    is_image: bool


class Heading(NamedTuple):
    """A heading, or a folder of bookmarks: its tag, text and attributes."""

    tag: str
    text: str
    attributes: dict[str, str]


class Boundary(NamedTuple):
    """The begin or the end of a definition list, which holds the content of a folder."""

    tag: str
    is_end: bool


class Description(NamedTuple):
    """The text of a `dd`: what is said of the link or folder before it."""

    text: str


Event = Anchor | Heading | Boundary | Description


class _Open(NamedTuple):
    tag: str
    line: int
    attributes: dict[str, str]
    text: list[str]


class _Reader(HTMLParser):
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
        """A declaration such as `<![…`; one that is none is passed over, where the library's parser gives up."""
        try:
            return super().parse_marked_section(i, report)
        except AssertionError:
            return self.parse_bogus_comment(i)

    def handle_data(self, data: str) -> None:
        if self._open:
            self._open.text.append(data)

    @property
    def open_link(self) -> int | None:
        """The line of the link that is open, if one is."""
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
            self._emit(Description(text))
        else:
            self._emit(Heading(tag, text, attributes))


def read_events(text: str, emit: Callable[[Event], None]) -> int | None:
    """Hands every event to `emit`, in order.

    Returns the line on which the text breaks off inside a tag or a link (that link is not handed on), else None.
    """
    reader = _Reader(emit)
    reader.feed(text)
    if reader.rawdata.lstrip().startswith("<"):
        return reader.getpos()[0]
    cut_at = reader.open_link
    if cut_at is None:
        reader.close()
        reader.finish()
    return cut_at
