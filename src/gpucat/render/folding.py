"""Folds styled text in the manner of its script, where Rich would break Chinese before a full stop."""

from collections.abc import Iterable, Iterator
from typing import Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment
from rich.text import Text

from gpucat.render.text import width, wrapped

READABLE: Final = 16
"""The fewest cells in which a text is worth folding beside something else."""


def folded(text: Text, cells: int) -> list[Text]:
    """Breaks the text into lines of at most `cells` cells, each with its part of the styles."""
    cuts, end = [], 0
    for line in wrapped(text.plain, max(cells, 2)):
        begin = text.plain.index(line, end)
        end = begin + len(line)
        cuts += [begin, end]
    return list(text.divide(cuts)[1::2]) or [text]  # one division: each slice would go through all the styles


def cut(text: Text, cells: int) -> Text:
    """Returns the text on one line, cut once with an ellipsis if it is wider than `cells` cells."""
    if text.cell_len <= cells:
        return text
    end, left = 0, cells - 1
    while (left := left - width(text.plain[end])) >= 0:
        end += 1
    shorter = text[:end]
    shorter.rstrip()
    return shorter.append("…")


class Folded:
    """Draws a text that folds `indent` cells from the left, beside its label if it has one.

    A label that leaves too little room beside it has a line of its own.
    """

    def __init__(self, text: Text, indent: int = 0, label: Text | None = None) -> None:
        self.text = text
        self.indent = indent
        self.label = label

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = options.max_width
        label, indent = self.label, self.indent
        if label and room - indent < READABLE:
            yield from _drawn(console, cut(label, room))
            label, indent = None, 2
        for line in folded(self.text, room - indent):
            before = label or Text()
            yield from _drawn(console, before, Text(" " * (indent - before.cell_len)), line)
            label = None


def segments(console: Console, text: Text) -> Iterable[Segment]:
    """Returns the pieces of a line, in the style of the whole and of its parts."""
    styled = text.copy()
    styled.stylize_before(styled.style)
    return styled.render(console)


def _drawn(console: Console, *pieces: Text) -> Iterator[Segment]:
    for piece in pieces:
        yield from segments(console, piece)
    yield Segment.line()
