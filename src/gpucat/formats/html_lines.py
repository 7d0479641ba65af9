"""Reads HTML inside Markdown as lines of pieces: text, links and what stands in bold. Pure."""

from html.parser import HTMLParser
from typing import Final, NamedTuple

from gpucat.formats.html_links import read_attributes
from gpucat.formats.links import one_line
from gpucat.formats.pieces import MarkdownPiece, links_in

_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_BLOCKS: Final = _HEADINGS | {
    "p",
    "div",
    "li",
    "ul",
    "ol",
    "dl",
    "dt",
    "dd",
    "tr",
    "table",
    "center",
    "details",
    "summary",
    "blockquote",
    "hr",
}


class HtmlLine(NamedTuple):
    """A line of HTML: where it begins (from 1), the tag of its block, and its pieces."""

    line: int
    tag: str
    pieces: list[MarkdownPiece]


def lines_of_html(source: str) -> list[HtmlLine]:
    """Returns the blocks of a piece of HTML that hold something."""
    reader = _LineReader()
    reader.feed(source)
    reader.close()
    reader.begin("")
    return [line for line in reader.lines if line.pieces]


class _LineReader(HTMLParser):
    """Gathers pieces into lines, which begin at each block."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[HtmlLine] = [HtmlLine(1, "", [])]
        self._strong = 0
        self._link: tuple[int, str] | None = None
        self._shown: list[str] = []
        self._has_image = False

    def begin(self, tag: str) -> None:
        """Ends the line and begins another."""
        self._close_link()
        self.lines.append(HtmlLine(self.getpos()[0], tag, []))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self._close_link()
            attributes = read_attributes(self.get_starttag_text() or "")
            if "href" in attributes:
                self._link = self.getpos()[0], attributes["href"]
        elif tag == "img":
            self._has_image = True
        elif tag in _BLOCKS:
            self.begin(tag)
        elif tag in ("b", "strong"):
            self._strong += 1
        elif tag in ("td", "th", "br"):
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag == "a":
            self._close_link()
        elif tag in _BLOCKS:
            self.begin("")
        elif tag in ("b", "strong"):
            self._strong = max(0, self._strong - 1)

    def handle_data(self, data: str) -> None:
        if self._link:
            self._shown.append(data)
        elif data.strip() or self.lines[-1].pieces:
            line = self.getpos()[0] - self.lines[-1].line
            self.lines[-1].pieces.extend(links_in(data.replace("\n", " "), line, is_strong=self._strong > 0))

    def _close_link(self) -> None:
        if self._link:
            (line, url), text = self._link, one_line("".join(self._shown))
            is_image = self._has_image and not text
            self.lines[-1].pieces.append(
                MarkdownPiece(text, url, is_image, line - self.lines[-1].line, self._strong > 0)
            )
        self._link, self._has_image = None, False
        self._shown.clear()
