"""A heading with labelled lines below it: the form of every answer about one thing."""

from collections.abc import Iterable

from gpucat.language import Bilingual
from gpucat.render.terminal import Terminal
from gpucat.render.text import one_line, pad, width

Line = tuple[Bilingual, Bilingual | str]


def write_labelled(terminal: Terminal, heading: str, lines: Iterable[Line], url: str = "") -> None:
    """Writes the heading (a link where a terminal can show one) and the lines that say something."""
    told = [
        (terminal.say(label), one_line(value if isinstance(value, str) else terminal.say(value)))
        for label, value in lines
    ]
    shown = [(label, value) for label, value in told if value]
    if terminal.is_rich:
        from gpucat.render.rich_card import draw_card

        draw_card(terminal, one_line(heading), url, shown)
    else:
        room = max((width(label) for label, _ in shown), default=0) + 2
        terminal.write([one_line(heading), *(pad(label, room) + value for label, value in shown)])
