"""Turns the catalogue into styled text for the full screen: never markup, never a control character."""

import io
from collections.abc import Iterable
from itertools import chain
from typing import Final

from rich.console import Console
from rich.text import Text

from gpucat.catalog.article import Article
from gpucat.language import Bilingual, Language
from gpucat.render.articles import STATUS_MARKS, STATUS_STYLES
from gpucat.render.card import card_lines
from gpucat.render.rich_markdown import MarkdownDrawing
from gpucat.render.text import one_line, visible
from gpucat.services.cards import Card
from gpucat.store.parts import PartCount

_TALLEST: Final = 10_000
_NAMES_ONLY: Final = ("number", "URL")


def part_text(part: PartCount, language: Language) -> Text:
    """Returns `3/26 Build hardware intuition first`, or a module by its short name."""
    name = part.title.text(language) if part.name == "all" or part.name.isdecimal() else part.name
    place = f"{part.name} " if part.name.isdecimal() else ""
    return Text.assemble(
        (f"{part.done:>3}/{part.total:<3} ", "green" if part.done else "dim"), (place, "bold"), one_line(name),
        no_wrap=True, overflow="ellipsis",
    )  # fmt: skip


def article_text(article: Article) -> Text:
    """Returns `v memory/6 CUDA Shared Memory Swizzling`."""
    mark = f"{STATUS_MARKS[article.status]:1} "
    return Text.assemble(
        (mark, STATUS_STYLES[article.status]), (f"{article.id} ", "cyan"), one_line(article.title),
        no_wrap=True, overflow="ellipsis",
    )  # fmt: skip


def card_text(card: Card, language: Language) -> Text:
    """Returns the whole card: title, note, details, and at the end what only names the article."""
    text = Text(one_line(card.article.title), style="bold")
    if card.note:
        text.append("\n")
        for line in card.note.text.split("\n"):
            text.append(f"\n{visible(line.expandtabs(4))}", style="yellow not bold")
        text.append("\n")
    for label, value in sorted(card_lines(card), key=lambda line: line[0].en in _NAMES_ONLY):
        said = one_line(value if isinstance(value, str) else value.text(language))
        if said:
            text.append(f"\n{label.text(language)}  ", style="cyan not bold").append(said, style="not bold")
    return text


def section_text(markdown: str, width: int, terms: Iterable[Bilingual], language: Language) -> Text:
    """Draws a part of an article's text with its footnotes; prose is at most `width` cells wide, code as wide as it is."""
    drawing = MarkdownDrawing(terms, language)
    console = Console(width=width, height=_TALLEST, file=io.StringIO(), color_system="truecolor", force_terminal=True)
    drawn = chain(drawing.draw(markdown), drawing.footnotes())  # which are known once the text is drawn
    pieces = (piece for one in drawn for piece in console.render(one))
    return Text.assemble(*((piece.text, piece.style or "") for piece in pieces), no_wrap=True)
