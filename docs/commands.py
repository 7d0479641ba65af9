"""Writes the README's table of commands from the program itself (see `./check docs`)."""

from collections.abc import Iterator

from gpucat.cli.commands import COMMANDS, TOPICS, load, names_of
from gpucat.cli.help import text_of
from gpucat.language import set_language


def reference() -> str:
    """A Markdown table: every command by panel, with what it says of itself."""
    set_language("en")
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield from ("", "| | command | what it does |", "|---|---|---|")
    for topic in TOPICS:
        for place, name in enumerate(names_of(topic)):
            said = text_of(load(COMMANDS[name]))
            yield f"| {'' if place else f'**{topic.en}**'} | `gpucat {name}` | {said} |"
    yield ""
