"""Draws the Markdown of a text with Rich: folded for reading, with code and formulas as they are.

Rich's own Markdown is not used: it takes the `_` of a formula for emphasis, folds code, and breaks Chinese before a full stop.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.syntax import Syntax
from rich.text import Text

from gpucat.language import Bilingual, Language
from gpucat.render.fitted_table import GAP, FittedTable
from gpucat.render.folding import READABLE, folded, segments
from gpucat.render.rich_table import share_room
from gpucat.render.text import visible, width
from gpucat.texts.blocks import blocks_of, code_of
from gpucat.texts.mentions import FirstMentions

WIDEST: Final = 100
"""How many cells a line of prose has at most."""
_MOST_COLOURED: Final = 50_000
"""A block of code of more characters is no example to study, and colours for it would take seconds."""
_CODE_INDENT: Final = "    "
_GROUP_ENDS: Final = ("bullet_list_close", "ordered_list_close", "blockquote_close")
_QUOTED: Final = "│ "
_STYLES: Final = {"strong": "bold", "em": "italic"}
_FORMULA: Final = re.compile(
    r"\$\$(?:[^$]|\$(?!\$))+\$\$|(?<![\\$\w])\$(?![\s$])[^$\n]+?(?<![\s\\])\$(?![\w$])"
    r"|\\\((?:[^\\]|\\[^()])+\\\)|\\\[(?:[^\\]|\\[^][])+\\\]"  # which another beginning ends: never far, never twice
)
_DISPLAYED: Final = re.compile(r"\$\$.+\$\$|\\\[.+\\\]", re.DOTALL)
_CODE_SPAN: Final = r"(?P<ticks>`+).{1,1000}?(?P=ticks)"
_LITERAL: Final = re.compile(f"{_CODE_SPAN}|{_FORMULA.pattern}", re.DOTALL)
_MARKS: Final = re.compile(r"([!-/:-@\[-`{-~])")
_SPACES: Final = re.compile(r"\s+")


class MarkdownDrawing:
    """Draws a text. Links become footnotes (`links`, in order); each term is underlined where it is first mentioned.

    The language is that of the reader, not of the text.
    """

    def __init__(self, terms: Iterable[Bilingual] = (), language: Language = "en") -> None:
        self.links: dict[str, int] = {}
        self.mentions = FirstMentions(terms)
        self._language: Language = language
        self._parser = MarkdownIt("commonmark", {"html": False}).enable("table")
        self._leads: list[str] = []
        self._lacks_space = False

    def draw(self, markdown: str) -> Iterator[RenderableType]:
        """Yields what to print, block after block."""
        for block in blocks_of(markdown):
            part = markdown[block.start : block.end]
            if block.kind == "code":
                yield _code(code_of(markdown, block), block.told)
                yield Text()
            elif _DISPLAYED.fullmatch(part.strip()):
                yield Unfolded(Text(visible_lines(part.strip())))
                yield Text()
            else:
                yield from self._blocks(self._parser.parse(literal_formulas(part)))

    def footnotes(self) -> Iterator["Unfolded"]:
        """Yields the addresses of the links drawn so far; a folded one could not be copied."""
        for target, number in self.links.items():
            yield Unfolded(Text(visible(f"[{number}] {target}"), "dim"))

    def _blocks(self, tokens: Sequence[Token]) -> Iterator[RenderableType]:
        table_at: int | None = None
        for place, token in enumerate(tokens):
            if token.type == "table_open":
                table_at = place
            elif token.type == "table_close" and table_at is not None:
                yield self._table(tokens[table_at:place])
                yield Text()
                table_at = None
            elif table_at is None:
                self._note_lead(token)
                if token.type == "inline":
                    yield from self._paragraph(token, tokens[place - 1])
                elif token.type == "hr":
                    yield Text("* * *", style="dim")
                    yield Text()
                elif token.type == "code_block":
                    yield _code(token.content, "")
                    yield Text()
                elif token.type in _GROUP_ENDS and self._lacks_space and not self._leads:
                    self._lacks_space = False
                    yield Text()

    def _note_lead(self, token: Token) -> None:
        """Keeps what stands before the next line in lists and quotations."""
        if token.type == "blockquote_open":
            self._leads.append(_QUOTED)
        elif token.type == "list_item_open":
            self._leads.append(f"{token.info}{token.markup} " if token.info else "• ")
        elif token.type in ("list_item_close", "blockquote_close"):
            self._leads.pop()

    def _paragraph(self, token: Token, opening: Token) -> Iterator[RenderableType]:
        text = self._inline(token.children or ())
        if opening.type == "heading_open":
            text.stylize("bold underline" if opening.tag == "h1" else "bold")
        else:
            self._mark_terms(text)
        first = "".join(self._leads)
        self._leads = [lead if lead == _QUOTED else " " * len(lead) for lead in self._leads]
        yield _Paragraph(text, first, "".join(self._leads))
        self._lacks_space = opening.hidden
        if not opening.hidden:
            yield Text("".join(self._leads).rstrip())

    def _inline(self, children: Sequence[Token]) -> Text:
        """Returns the styled text of a paragraph."""
        text, styles, links = Text(), [""], [("", 0)]
        for child in children:
            name, _, step = child.type.rpartition("_")
            if name in _STYLES:
                styles = [*styles, _STYLES[name]] if step == "open" else styles[:-1]
            elif child.type == "link_open":
                links.append((str(child.attrs.get("href", "")), len(text)))
            elif child.type == "link_close":
                target, begin = links.pop()
                if text.plain[begin:] != target:
                    text.append(self._footnote(target), "dim")
            elif child.type == "hardbreak":
                text.append("\n")
            elif child.type == "softbreak":
                text.append(" ")
            elif child.type == "image":
                text.append(visible(_image(child.content).text(self._language)), "italic dim")
            elif child.type == "code_inline":
                text.append(visible(child.content), "cyan")
            else:
                text.append(visible(_SPACES.sub(" ", child.content)), " ".join(styles).strip())
        return text

    def _footnote(self, target: str) -> str:
        """Returns the number of a link's footnote; nothing for a link within the page."""
        if not target.startswith(("http://", "https://")):
            return ""
        return f"[{self.links.setdefault(target, len(self.links) + 1)}]"

    def _mark_terms(self, text: Text) -> None:
        """Underlines the terms that are first mentioned here; those in formulas are no mention."""
        prose = _FORMULA.sub(lambda found: " " * len(found[0]), text.plain)
        for mention in self.mentions.first_in(prose):
            text.stylize("underline", mention.start, mention.end)

    def _table(self, tokens: Sequence[Token]) -> RenderableType:
        rows: list[list[Text]] = []
        for token in tokens:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(self._inline(token.children or ()))
        return _Cells(rows)


class _Paragraph:
    """Draws a text no wider than a line of prose, with what stands before its first line and before the others."""

    def __init__(self, text: Text, first: str, rest: str) -> None:
        self._text = text
        self._first = first
        self._rest = rest

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = max(READABLE, min(WIDEST, options.max_width) - width(self._first))
        lead = self._first
        for line in folded(self._text, room):
            yield Segment(lead)
            yield from segments(console, line)
            yield Segment.line()
            lead = self._rest


class _Cells:
    """Draws a table no wider than a line of prose if its columns can be read so, else as wide as they need."""

    def __init__(self, rows: Sequence[Sequence[Text]]) -> None:
        self._rows = rows

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        widest = [
            max(max(map(width, cell.plain.split("\n"))) for cell in cells) for cells in zip(*self._rows, strict=True)
        ]
        left = max(min(WIDEST, options.max_width) - GAP * (len(widest) - 1), READABLE * len(widest))
        rooms = share_room(widest, range(len(widest)), left)
        table = FittedTable(header_style="", show_header=False)
        for room in rooms:
            table.add_column(width=room)
        total = sum(rooms) + GAP * (len(rooms) - 1)
        for place, row in enumerate(self._rows):
            if place == 0:
                for cell in row:
                    cell.stylize("bold")
            table.add_lines(row, [Text("─" * total, "dim")] if place == 0 else ())
        yield from console.render(table, options.update(width=total))


class Unfolded:
    """A text of which no line folds, whatever the width: what is too wide runs out to the right."""

    def __init__(self, text: Text) -> None:
        self._text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self._text.split("\n", allow_blank=True):
            yield from line.render(console)
            yield Segment.line()


def _image(alternative: str) -> Bilingual:
    if not alternative:
        return Bilingual("[image]", "［图］")
    return Bilingual(f"[image: {alternative}]", f"［图：{alternative}］")


def _code(code: str, language: str) -> RenderableType:
    """Returns code with its colours, indented."""
    name = (language.split() or ["text"])[0]
    shown = visible_lines(code)
    text = Syntax(shown, name, theme="ansi_dark").highlight(shown) if len(shown) < _MOST_COLOURED else Text(shown)
    text.rstrip()
    return Unfolded(Text("\n").join(Text(_CODE_INDENT) + line for line in text.split("\n", allow_blank=True)))


def visible_lines(text: str) -> str:
    """Returns lines without control characters and with spaces for tabs."""
    return "\n".join(visible(line.expandtabs(4)) for line in text.split("\n"))


def literal_formulas(markdown: str) -> str:
    """Escapes the marks inside formulas, which are then shown as they are written; code shows its own anyway."""
    return _LITERAL.sub(lambda found: found[0] if found["ticks"] else _MARKS.sub(r"\\\1", found[0]), markdown)
