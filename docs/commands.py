"""Writes the README's table of commands from the program itself (see `./check docs`)."""

from collections.abc import Iterator

import typer

from gpucat.cli.commands import COMMANDS, load
from gpucat.cli.help import help_of
from gpucat.language import set_language


def reference() -> str:
    """A Markdown table: every command by panel, with what it says of itself."""
    set_language("en")
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield from ("", "| | command | what it does |", "|---|---|---|")
    shown = ""
    for name, command in COMMANDS.items():
        found = load(command)
        said = found.info.help if isinstance(found, typer.Typer) else help_of(found).help
        panel = command.panel.en
        yield f"| {'' if panel == shown else f'**{panel}**'} | `gpucat {name}` | {said} |"
        shown = panel
    yield ""
