"""Reads any Markdown: the list itself, or the links of another document. Pure."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Self

from gpucat.formats.field_names import knows_columns, name_columns
from gpucat.formats.html_lines import lines_of_html
from gpucat.formats.item_text import plain_title, words_before
from gpucat.formats.link_labels import is_label
from gpucat.formats.links import PROSE, LinkCollector
from gpucat.formats.markdown import markdown_parser
from gpucat.formats.markdown_items import Above, Owner, take_item, take_lines, take_row
from gpucat.formats.markdown_pieces import pieces_of
from gpucat.formats.note_properties import read_note
from gpucat.formats.pieces import MarkdownPiece, text_of
from gpucat.formats.reading import ParsedFile
from gpucat.language import Bilingual

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

_ADDRESS: Final = re.compile(
    r"https?://[^\s<>\"'`()\[\]{}|\\，。；、）】》」]+[^\s<>\"'`()\[\]{}|\\，。；、）】》」.,;:!?*_~]", re.I
)
_IMAGE: Final = re.compile(r"<img\b[^>]*>", re.I)
_LONGEST_LABEL: Final = 60
_UNUSED: Final = Bilingual("a link definition that is never used", "未被引用的链接定义")
_UNSEEN: Final = Bilingual("an address in code, a comment or a tag", "位于代码、注释或标签中的网址")


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
        self.images: set[str] = set()
        self.headings: list[tuple[int, str]] = []
        self.has_title = has_title
        self.title = ""
        self.owner: Owner | None = None
        """What the heading above is to links without a title below it."""

    @classmethod
    def of(cls, text: str) -> Self:
        """Reads the whole document."""
        from markdown_it.tree import SyntaxTreeNode

        parser = markdown_parser()
        parser.validateLink = lambda url: True  # type: ignore[method-assign]  # the collector reports what is not a page
        environment: dict[str, Any] = {}
        note = read_note(text)
        root = SyntaxTreeNode(parser.parse(note.body, environment))
        reader = cls(has_title=sum(node.tag == "h1" for node in root.children) == 1)
        reader.read(root, Above(()))
        if "url" in note.fields:
            reader.take_note(note.fields)
        addresses = {*(link.url for _, link in reader.found), str(note.fields.get("url", ""))}
        for reference in environment.get("references", {}).values():
            if reference["href"] not in addresses:
                reader.links.leave(reference["map"][0] + 1, reference["href"], _UNUSED)
                addresses.add(reference["href"])
        reader.leave_unseen(text, filter(None, (*addresses, *reader.images)))
        return reader

    def read(self, parent: "SyntaxTreeNode", above: Above, *, is_item: bool = False) -> None:
        """Reads the blocks below a node; `above` is what the list items around them say."""
        for index, node in enumerate(parent.children):
            line = node.map[0] + 1 if node.map else 0
            if node.type == "heading":
                self._open_heading(node, line, islice(parent.children, index + 1, None))
            elif node.type == "table":
                self._read_table(node, above)
            elif node.type == "html_block":
                self._read_html(node.content, line, above)
            elif node.type == "paragraph":
                above = self._read_paragraph(node, line, above, is_item=is_item)
            else:
                self.read(node, above, is_item=is_item or node.type == "list_item")

    def take_note(self, fields: Mapping[str, Any]) -> None:
        """Takes the article that the whole document is a note on: the links in its text are none of their own."""
        for line in self.links.articles:
            self.links.leave(line.line, line.article.title, PROSE)
        self.links.articles.clear()
        told = {name: value for name, value in fields.items() if name not in ("title", "url")}
        title = str(fields.get("title") or self.title)
        self.links.take(1, title, str(fields["url"]), **told)
        self.found.append((1, MarkdownPiece(title, str(fields["url"]))))

    def leave_unseen(self, text: str, addresses: Iterable[str]) -> None:
        """Leaves out the addresses of the text that belong to none of the links: a second count, by the letter."""
        seen = set(_ADDRESS.findall("\n".join(addresses).replace("%20", " ")))
        text = _IMAGE.sub(lambda found: "\n" * found[0].count("\n"), text)
        for number, line in enumerate(text.split("\n"), 1):
            shown = line.replace("\\", "").replace("&amp;", "&").replace("%20", " ")
            for found in _ADDRESS.findall(shown):
                if found not in seen:
                    self.links.leave(number, found, _UNSEEN)

    def _read_paragraph(self, node: "SyntaxTreeNode", line: int, above: Above, *, is_item: bool) -> Above:
        """Takes a paragraph's links; returns what stands above the blocks that follow it in its item."""
        pieces = self._pieces(node)
        placed = self._placed(above)
        owner = placed.owner
        if not any(piece.url for piece in pieces):
            if owner and owner.at == len(self.links.articles) > 0:
                self.links.describe(text_of(pieces))
            if not is_item and _is_strong(pieces):
                self.owner = Owner(plain_title(text_of(pieces)))
            if is_item and (label := _label(pieces)):
                return Above((*above.headings, label), None if is_label(label) else Owner(label))
            return above
        if not is_item:
            take_lines(self.links, line, pieces, placed)
        elif take_item(self.links, line, pieces, placed):
            return above._replace(owner=Owner(at=len(self.links.articles)))
        return above

    def _open_heading(self, node: "SyntaxTreeNode", line: int, following: "Iterator[SyntaxTreeNode]") -> None:
        level, pieces = int(node.tag[1]), self._pieces(node)
        self._enter(level, "")
        has_taken = take_lines(self.links, line, pieces, Above(self._headings()))
        name = _heading(pieces)
        if not has_taken and not is_label(name) and _is_one_article(following):
            self.owner = Owner(name, takes_addresses=True)
            return
        self._enter(level, name)
        self.owner = Owner(at=len(self.links.articles)) if has_taken else None

    def _enter(self, level: int, text: str) -> None:
        self.headings = [(above, name) for above, name in self.headings if above < level]
        self.title = self.title or text
        self.headings.append((level, "" if level == 1 and self.has_title else text))
        self.owner = None

    def _headings(self) -> tuple[str, ...]:
        return tuple(name for _, name in self.headings if name)

    def _placed(self, above: Above) -> Above:
        """Returns what stands above a block, with the headings."""
        return Above((*self._headings(), *above.headings), above.owner or self.owner)

    def _read_table(self, table: "SyntaxTreeNode", above: Above) -> None:
        head = [text_of(self._pieces(cell)) for cell in table.children[0].children[0].children]
        columns = name_columns(head) if knows_columns(head) else [None] * len(head)
        for body in table.children[1:]:
            for row in body.children:
                cells = [self._pieces(cell) for cell in row.children]
                take_row(self.links, row.map[0] + 1 if row.map else 0, cells, columns, self._placed(above).headings)

    def _read_html(self, source: str, line: int, above: Above) -> None:
        for html in lines_of_html(source):
            place = line + html.line - 1
            self.found += [(place + piece.line, piece) for piece in html.pieces if piece.url]
            if html.tag[1:].isdigit():
                self._enter(int(html.tag[1]), "")
                take_lines(self.links, place, html.pieces, self._placed(above))
                self._enter(int(html.tag[1]), _heading(html.pieces))
            else:
                (take_item if html.tag == "li" else take_lines)(self.links, place, html.pieces, self._placed(above))

    def _pieces(self, node: "SyntaxTreeNode") -> list[MarkdownPiece]:
        pieces: list[MarkdownPiece] = []
        for inline in _inlines(node):
            line = inline.map[0] + 1 if inline.map else 0
            found = pieces_of(inline.token.children or [] if inline.token else [])
            self.images.update(str(token.attrs["src"]) for token in _images(inline))
            self.found += [(line + piece.line, piece) for piece in found if piece.url]
            pieces += found
        return pieces


def _inlines(node: "SyntaxTreeNode") -> "Iterator[SyntaxTreeNode]":
    return (inline for inline in node.children if inline.type == "inline")


def _images(node: "SyntaxTreeNode") -> "Iterator[SyntaxTreeNode]":
    return (inner for inner in node.walk() if inner.type == "image")


def _label(pieces: Sequence[MarkdownPiece]) -> str:
    """Returns the text of an item without links, if it is short enough to be a heading for those below it."""
    label = plain_title(text_of(pieces))
    return label if len(label) <= _LONGEST_LABEL else ""


def _is_strong(pieces: Sequence[MarkdownPiece]) -> bool:
    """Whether a paragraph is in bold as a whole, as a title of what follows it."""
    words = [piece for piece in pieces if re.search(r"\w", piece.text)]
    return bool(words) and all(piece.is_strong for piece in words)


def _heading(pieces: Sequence[MarkdownPiece]) -> str:
    """Returns a heading's text without links that only lead elsewhere in the document."""
    kept = [piece for piece in pieces if not (piece.url or "").startswith("#")]
    text = text_of(kept if re.search(r"\w", text_of(kept)) else pieces)
    return re.sub(r"\s*[(\[（]\s*[)\]）]", "", text)


def _is_one_article(following: "Iterator[SyntaxTreeNode]") -> bool:
    """Whether a section begins with a link that has no title, and has no other such but labelled ones: its heading names it."""
    bare, is_open = 0, False
    for node in following:
        if node.type == "heading":
            break
        for inline in (inner for inner in node.walk() if inner.type == "inline" and inner.token):
            pieces = pieces_of(inline.token.children or [] if inline.token else [])
            links = [piece for piece in pieces if piece.is_link]
            if not links:
                if not is_open:
                    return False
                continue
            lead = text_of(pieces[: pieces.index(links[0])])
            announces = lead.endswith((":", "：")) and is_label(plain_title(lead))
            if words_before(lead).title or (links[0].has_title and not announces):
                return False
            bare += not lead
            is_open = True
    return is_open and bare <= 1
