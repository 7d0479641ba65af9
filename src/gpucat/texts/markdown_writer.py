"""Writes the tree of an article as Markdown without HTML. Pure.

Blocks are parted by blank lines. Code, tables, headings and formulas in their own lines begin at the left edge, also inside
lists and quotations, so that a reader of the Markdown finds them whole without knowing what is around them.
"""

import re
from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urljoin

from gpucat.texts.page_tree import walk
from gpucat.texts.paragraph import Piece, code_span, formula, plain_line, written_paragraph
from gpucat.texts.tables import TableRows, is_data

if TYPE_CHECKING:
    from lxml.etree import _Element

_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_BLOCKS: Final = _HEADINGS | frozenset({
    "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "div", "dl", "dt", "fieldset", "figcaption",
    "figure", "footer", "form", "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "td",
    "tfoot", "th", "thead", "tr", "ul", "caption", "legend", "optgroup",
})  # fmt: skip
_MARKS: Final = {"strong": "**", "b": "**", "em": "*", "i": "*", "del": "~~", "s": "~~", "strike": "~~"}
_SPANS: Final = frozenset({"code", "kbd", "tt", "samp"})
_LEAVES: Final = frozenset({"pre", "tex", "img", *_SPANS})
_ORDINALS: Final = frozenset({"", "[", "st", "nd", "rd", "th", "TM", "®"})
_ANCHORS: Final = frozenset({"", "#", "¶", "§", "🔗", "permalink", "link", "↩", "↩︎", "¶ "})
_IMAGES: Final = ("data-src", "data-original", "data-lazy-src", "data-actualsrc", "src")
_FORMULA_ALONE: Final = re.compile(r"\$\$([^$]+)\$\$")
_TICKS: Final = 3
_DEEPEST_LIST: Final = 6


class Surroundings(NamedTuple):
    """A list item or quotation that is open: what its first line begins with, and its other lines."""

    first: str
    rest: str


def written_markdown(root: "_Element", address: str) -> str:
    """Returns the article as Markdown; relative links become absolute from `address`."""
    writer = _Writer(address)
    leaf: _Element | None = None
    for element, begins in walk(root):
        if leaf is not None:
            if element is not leaf or begins:
                continue
            leaf = None
        elif begins:
            writer.begin(element)
            leaf = element if element.tag in _LEAVES else None
            continue
        else:
            writer.end(element)
        if element is not root and element.tail:
            writer.say(element.tail)
    return writer.text()


class _Writer:
    """Turns the beginnings and ends of elements into lines."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._blocks: list[str] = []
        self._pieces: list[Piece] = []
        self._around: list[Surroundings] = []
        self._lists: list[int | None] = []
        self._tables: list[TableRows | None] = []
        self._heading = 0
        self._is_tight = False

    def say(self, text: str) -> None:
        """Adds text of the page."""
        self._pieces.append(Piece("text", text))

    def text(self) -> str:
        """Returns all that was written."""
        self._flush()
        return "".join(self._blocks).strip("\n") + "\n"

    def begin(self, element: "_Element") -> None:
        """Begins an element and adds its first text."""
        tag = str(element.tag)
        if tag in _BLOCKS and not self._in_cell():
            self._flush()
        elif tag in _BLOCKS or tag == "br":
            self._break_line()
        if tag in _LEAVES:
            self._leaf(element)
            return
        if (handler := _BEGINS.get(tag)) is not None:
            handler(self, element)
        if tag in _MARKS:
            self._pieces.append(Piece("open", _MARKS[tag]))
        if element.text:
            self.say(element.text)

    def end(self, element: "_Element") -> None:
        """Ends an element that is no leaf."""
        tag = str(element.tag)
        if (handler := _ENDS.get(tag)) is not None:
            handler(self, element)
        elif tag in _MARKS:
            self._pieces.append(Piece("close", _MARKS[tag]))
        elif tag in _BLOCKS and not self._in_cell():
            self._flush()
            self._heading = 0

    def _in_cell(self) -> bool:
        return bool(self._tables) and self._tables[-1] is not None

    def _break_line(self) -> None:
        if self._in_cell() or self._heading:
            self.say(" ")
        elif any(piece.text.strip() for piece in self._pieces):
            self._pieces.append(Piece("raw", "  \n"))

    def _flush(self) -> None:
        """Writes the paragraph that was collected."""
        pieces, self._pieces = self._pieces, []
        if not any(piece.text.strip() for piece in pieces):
            return
        if self._heading:
            title = plain_line(pieces)
            self._at_edge(f"{'#' * self._heading} {title}" if title else "")
        elif found := _FORMULA_ALONE.fullmatch(text := written_paragraph(pieces)):
            self._at_edge(formula(found[1], is_block=True))
        elif text:
            self._block(text)

    def _block(self, text: str) -> None:
        """Writes a paragraph inside the items and quotations that are open."""
        first = "".join(one.first for one in self._around)
        rest = "".join(one.rest for one in self._around)
        is_item = first != rest
        self._around = [Surroundings(one.rest, one.rest) for one in self._around]
        lines = text.split("\n")
        if is_item and self._is_tight:
            self._blocks[-1] = self._blocks[-1].removesuffix("\n")
        self._blocks.append("\n".join([first + lines[0], *(rest + line for line in lines[1:])]).rstrip() + "\n\n")
        self._is_tight = is_item

    def _at_edge(self, text: str) -> None:
        """Writes a block at the left edge; what follows in the same items stands there too."""
        if not text:
            return
        self._around = [Surroundings(one.first, "") if one.first == one.rest else one for one in self._around]
        first = "".join(one.first for one in self._around if one.first != one.rest)
        if first.strip():
            self._blocks.append(f"{first.rstrip()}\n\n")
        self._around = [Surroundings("", "") for _ in self._around]
        self._blocks.append(text + "\n\n")
        self._is_tight = False

    def _leaf(self, element: "_Element") -> None:
        text = "".join(element.itertext())
        if element.tag == "img":
            self._image(element)
        elif element.tag == "pre" and not self._in_cell():
            self._code(text, element.get("lang") or "")
        elif element.tag == "tex":
            self._formula(
                text, is_block=element.get("display") == "block" and not self._in_cell() and not self._heading
            )
        elif text.strip():
            self._pieces.append(Piece("raw", code_span(text)))

    def _code(self, text: str, language: str) -> None:
        if not text.strip():
            return
        longest = max((len(line) - len(line.lstrip("`")) for line in map(str.strip, text.split("\n"))), default=0)
        fence = "`" * max(_TICKS, longest + 1)
        self._at_edge(f"{fence}{language}\n{text}\n{fence}")

    def _formula(self, source: str, *, is_block: bool) -> None:
        if is_block:
            self._flush()
            self._at_edge(formula(source, is_block=True))
        else:
            self._pieces.append(Piece("raw", formula(source, is_block=False)))

    def _image(self, element: "_Element") -> None:
        source = next((found for name in _IMAGES if (found := element.get(name)) and not found.startswith("data:")), "")
        told = " ".join((element.get("alt") or element.get("title") or "").split())
        if "emoji" in (element.get("class") or ""):
            self.say(told)
        elif source or told:
            told = told.replace("[", "(").replace("]", ")")
            self._pieces.append(Piece("raw", f"![{told}]({self._target(source)})"))

    def _target(self, address: str) -> str:
        try:
            joined = urljoin(self._address, address.strip()) if address else ""
        except ValueError:
            joined = ""
        for character, written in ((" ", "%20"), ("(", "%28"), (")", "%29"), ("<", "%3C"), (">", "%3E"), ("\n", "")):
            joined = joined.replace(character, written)
        return joined

    def _begin_heading(self, element: "_Element") -> None:
        self._heading = 0 if self._in_cell() else int(str(element.tag)[1])

    def _begin_link(self, element: "_Element") -> None:
        self._pieces.append(Piece("open", "["))

    def _end_link(self, element: "_Element") -> None:
        address = (element.get("href") or "").strip()
        if address.startswith("#") or not address:
            self._end_anchor()
            return
        target = self._target(address)
        is_web = target.startswith(("http://", "https://", "mailto:")) or "://" not in target
        is_shown = is_web and not target.startswith("javascript:")
        self._pieces.append(Piece("close", f"]({target})") if is_shown else Piece("close", ""))
        if not is_shown:
            self._unlink()

    def _end_anchor(self) -> None:
        """Ends a link to a place of the same page: its text stays, unless it only marks the place."""
        begin = self._opening()
        if begin is None:
            return
        inner = self._pieces[begin + 1 :]
        if "".join(piece.text for piece in inner).strip().lower() in _ANCHORS:
            del self._pieces[begin:]
        else:
            del self._pieces[begin]

    def _unlink(self) -> None:
        self._pieces.pop()
        begin = self._opening()
        if begin is not None:
            del self._pieces[begin]

    def _opening(self) -> int | None:
        return next(
            (place for place in range(len(self._pieces) - 1, -1, -1) if self._pieces[place] == ("open", "[")), None
        )

    def _begin_script(self, element: "_Element") -> None:
        if "".join(islice(element.itertext(), 1)).strip() not in _ORDINALS:
            self._pieces.append(Piece("raw", "^" if element.tag == "sup" else "_"))

    def _begin_quotation(self, element: "_Element") -> None:
        self._around.append(Surroundings("> ", "> "))

    def _end_around(self, element: "_Element") -> None:
        self._flush()
        if self._around:
            self._around.pop()

    def _begin_list(self, element: "_Element") -> None:
        self._is_tight = self._is_tight and bool(self._lists)
        start = element.get("start") or "1"
        self._lists.append(
            (int(start[:9]) if start.isascii() and start.isdigit() else 1) if element.tag == "ol" else None
        )

    def _end_list(self, element: "_Element") -> None:
        self._flush()
        if self._lists:
            self._lists.pop()

    def _begin_item(self, element: "_Element") -> None:
        number = self._lists[-1] if self._lists else None
        marker = "- " if number is None else f"{number}. "
        if number is not None:
            self._lists[-1] = number + 1
        if len(self._around) >= _DEEPEST_LIST:
            self._around.append(Surroundings("", ""))
        else:
            self._around.append(Surroundings(marker, " " * len(marker)))

    def _begin_rule(self, element: "_Element") -> None:
        if not self._in_cell():
            self._at_edge("---")

    def _begin_box(self, element: "_Element") -> None:
        if element.get("type") == "checkbox":
            self._pieces.append(Piece("raw", "[x] " if element.get("checked") is not None else "[ ] "))

    def _begin_table(self, element: "_Element") -> None:
        self._tables.append(TableRows() if is_data(element) else None)

    def _end_table(self, element: "_Element") -> None:
        rows = self._tables.pop() if self._tables else None
        if rows is None:
            self._flush()
        else:
            self._pieces = []
            self._at_edge("\n".join(rows.lines()))

    def _begin_row(self, element: "_Element") -> None:
        if self._tables and (rows := self._tables[-1]) is not None:
            rows.begin_row()

    def _end_cell(self, element: "_Element") -> None:
        rows = self._tables[-1] if self._tables else None
        if rows is None:
            self._flush()
            return
        pieces, self._pieces = self._pieces, []
        rows.add(plain_line(pieces), _count(element.get("colspan")), _count(element.get("rowspan")))

    def _end_caption(self, element: "_Element") -> None:
        pieces, self._pieces = self._pieces, []
        if any(piece.text.strip() for piece in pieces):
            self._block(written_paragraph(pieces))


def _count(written: str | None) -> int:
    """Returns how many columns or rows a cell says that it spans, at least one and at most 40."""
    return max(1, min(int(written[:4]), 40)) if written and written.isascii() and written.isdigit() else 1


_Handler = Callable[[_Writer, "_Element"], None]
_BEGINS: Final[dict[str, _Handler]] = {
    **dict.fromkeys(_HEADINGS, _Writer._begin_heading),
    "a": _Writer._begin_link, "sup": _Writer._begin_script, "sub": _Writer._begin_script,
    "blockquote": _Writer._begin_quotation, "ul": _Writer._begin_list, "ol": _Writer._begin_list, "li": _Writer._begin_item,
    "hr": _Writer._begin_rule, "input": _Writer._begin_box, "table": _Writer._begin_table, "tr": _Writer._begin_row,
}  # fmt: skip
_ENDS: Final[dict[str, _Handler]] = {
    "a": _Writer._end_link, "blockquote": _Writer._end_around, "li": _Writer._end_around, "ul": _Writer._end_list,
    "ol": _Writer._end_list, "table": _Writer._end_table, "td": _Writer._end_cell, "th": _Writer._end_cell,
    "caption": _Writer._end_caption,
}  # fmt: skip
