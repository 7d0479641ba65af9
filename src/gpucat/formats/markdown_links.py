"""Reads any Markdown: the list itself, or the links of another document. Pure."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Self

from gpucat.formats.delimited import knows_columns, name_columns
from gpucat.formats.html_links import Anchor, HeadingEvent, stream_events
from gpucat.formats.links import IMAGE, LinkCollector
from gpucat.formats.markdown import MarkdownPiece, label_of, markdown_parser, pieces_of, take_block, take_row
from gpucat.formats.reading import ParsedFile
from gpucat.language import Bilingual

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

_FRONT_MATTER: Final = re.compile(r"\A---[ \t]*\n.*?^(?:---|\.\.\.)[ \t]*$", re.S | re.M)
_LONGEST_LABEL: Final = 60
_UNUSED: Final = Bilingual("a link definition that is never used", "未被引用的链接定义")


def read_markdown(text: str) -> ParsedFile:
    """Reads the user's own list as such, and any other document for its links."""
    from gpucat.formats.list_reader import is_list, read_list

    return read_list(text) if is_list(text) else read_links(text)


def read_links(text: str) -> ParsedFile:
    """Reads every link of the document as an article under its headings, or leaves it out with the reason."""
    return MarkdownReader.of(text).links.result()


class MarkdownReader:
    """Walks a document's blocks and keeps the headings above them.

    `found` are all links that the document shows with their lines (from 1), `links` what becomes of them in an import.
    """

    def __init__(self, *, has_title: bool) -> None:
        self.links = LinkCollector()
        self.found: list[tuple[int, MarkdownPiece]] = []
        self.headings: list[tuple[int, str]] = []
        self.has_title = has_title

    @classmethod
    def of(cls, text: str) -> Self:
        """Reads the whole document."""
        from markdown_it.tree import SyntaxTreeNode

        parser = markdown_parser()
        parser.validateLink = lambda url: True  # type: ignore[method-assign]  # the collector reports what is not a page
        environment: dict[str, Any] = {}
        body = _FRONT_MATTER.sub(lambda found: "\n" * found[0].count("\n"), text)
        root = SyntaxTreeNode(parser.parse(body, environment))
        reader = cls(has_title=sum(node.tag == "h1" for node in root.children) == 1)
        reader.read(root, ())
        addresses = {link.url for _, link in reader.found}
        for reference in environment.get("references", {}).values():
            if reference["href"] not in addresses:
                reader.links.leave(reference["map"][0] + 1, reference["href"], _UNUSED)
        return reader

    def read(self, parent: "SyntaxTreeNode", labels: tuple[str, ...], *, is_item: bool = False) -> None:
        """Reads the blocks below a node; `labels` are the texts of the list items around them."""
        for node in parent.children:
            line = node.map[0] + 1 if node.map else 0
            if node.type == "heading":
                self._open_heading(node, line)
            elif node.type == "table":
                self._read_table(node, labels)
            elif node.type == "html_block":
                self._read_html(node.content, line, labels)
            elif node.type == "paragraph":
                pieces = self._pieces(node)
                take_block(self.links, line, pieces, self._above(labels), is_item=is_item)
                if is_item and (label := _label(pieces)):
                    labels = (*labels, label)
            else:
                self.read(node, labels, is_item=is_item or node.type == "list_item")

    def _open_heading(self, node: "SyntaxTreeNode", line: int) -> None:
        level, pieces = int(node.tag[1]), self._pieces(node)
        self._enter(level, "")
        take_block(self.links, line, pieces, self._above(()), is_item=False)
        self._enter(level, label_of(pieces))

    def _enter(self, level: int, text: str) -> None:
        self.headings = [(above, name) for above, name in self.headings if above < level]
        self.headings.append((level, "" if level == 1 and self.has_title else text))

    def _above(self, labels: Sequence[str]) -> tuple[str, ...]:
        return tuple(name for _, name in self.headings if name) + tuple(labels)

    def _read_table(self, table: "SyntaxTreeNode", labels: Sequence[str]) -> None:
        head = [label_of(self._pieces(cell)) for cell in table.children[0].children[0].children]
        columns = name_columns(head) if knows_columns(head) else [None] * len(head)
        for body in table.children[1:]:
            for row in body.children:
                cells = [self._pieces(cell) for cell in row.children]
                take_row(self.links, row.map[0] + 1 if row.map else 0, cells, columns, self._above(labels))

    def _read_html(self, source: str, line: int, labels: Sequence[str]) -> None:
        for event in stream_events((source,)):
            if isinstance(event, HeadingEvent) and event.text:
                self._enter(int(event.tag[1]), event.text)
            elif isinstance(event, Anchor):
                place = line + event.line - 1
                self.found.append((place, MarkdownPiece(event.text, event.url, event.is_image)))
                if event.is_image:
                    self.links.leave(place, event.url, IMAGE)
                else:
                    self.links.take(place, event.text, event.url, self._above(labels))

    def _pieces(self, node: "SyntaxTreeNode") -> list[MarkdownPiece]:
        pieces: list[MarkdownPiece] = []
        for inline in node.children:
            if inline.type == "inline" and inline.token:
                line = inline.map[0] + 1 if inline.map else 0
                found = pieces_of(inline.token.children or [])
                self.found += [(line + piece.line, piece) for piece in found if piece.url]
                pieces += found
        return pieces


def _label(pieces: Sequence[MarkdownPiece]) -> str:
    """Returns the text of an item without links, if it is short enough to be a heading for those below it."""
    label = label_of(pieces)
    return label if len(label) <= _LONGEST_LABEL and not any(piece.url for piece in pieces) else ""
