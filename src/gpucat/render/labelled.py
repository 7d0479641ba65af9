"""Writes a heading with labelled lines below it, as in every answer about one thing."""

from collections.abc import Iterable, Sequence

from gpucat.language import Bilingual
from gpucat.render.terminal import Terminal
from gpucat.render.text import is_linkable, one_line, pad, visible, width

Line = tuple[Bilingual, Bilingual | str]


def write_labelled(terminal: Terminal, heading: str, lines: Iterable[Line], url: str = "") -> None:
    """Writes the heading (a link where a terminal can show one) and the lines that say something."""
    told = [
        (terminal.say(label), one_line(value if isinstance(value, str) else terminal.say(value)))
        for label, value in lines
    ]
    shown = [(label, value) for label, value in told if value]
    room = max((width(label) for label, _ in shown), default=0) + 2
    if terminal.is_rich:
        _draw(terminal, one_line(heading), url, shown, room)
    else:
        terminal.write([one_line(heading), *(pad(label, room) + value for label, value in shown)])


def _draw(terminal: Terminal, title: str, url: str, lines: Sequence[tuple[str, str]], room: int) -> None:
    """Draws the title and the labelled lines; long values fold beside their label."""
    from rich.text import Text

    from gpucat.render.folding import Folded

    heading = Text(title, style="bold")
    if is_linkable(url):
        heading.stylize(f"link {url}")
    terminal.draw(Folded(heading), *(Folded(Text(value), room, Text(label, style="cyan")) for label, value in lines))


def write_note(terminal: Terminal, heading: Bilingual, text: str) -> None:
    """Writes a text of the reader's below a heading; on a terminal, its long lines fold."""
    lines = (visible(line.expandtabs(4)) for line in text.split("\n"))
    terminal.write_styled((line, "") for line in ["", terminal.say(heading), *lines])


def draw_pieces(terminal: Terminal, pieces: Sequence[tuple[str, str]]) -> None:
    """Draws one line of pieces, each in its style."""
    from rich.text import Text

    terminal.draw(Text.assemble(*pieces))
