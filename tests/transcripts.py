"""Runs console transcripts again and compares what they print, or rewrites them with `--update`.

    $ gpucat modules --format ids      a command
    hardware                           its standard output
    …                                  any number of lines
    ! no article 'x'                   its standard error
    ? 2                                its exit code, where it is not 0

A transcript runs in its own folder on one fresh catalogue, so a command sees what those before it did.
"""

import re
import shlex
from collections.abc import Iterator
from typing import NamedTuple

from tests.conftest import Gpucat

ELLIPSIS = "…"
NOTICE = "! "
CODE = "? "


class Step(NamedTuple):
    """A command line with the lines that are expected after it."""

    command: str
    expected: list[str]


def parse(text: str) -> list[Step]:
    """The commands of a transcript; lines before the first one are left out."""
    steps: list[Step] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            steps.append(Step(line[2:], []))
        elif steps and not line.startswith("#"):
            steps[-1].expected.append(line)
    for step in steps:
        while step.expected and not step.expected[-1]:
            step.expected.pop()
    return steps


def run(gpucat: Gpucat, command: str) -> list[str]:
    """What the command prints, in the form of a transcript."""
    words = shlex.split(command, comments=True)
    assert words[0] == "gpucat", f"a transcript runs gpucat, not {words[0]}"
    result = gpucat(*words[1:])
    lines = result.out.splitlines() + [NOTICE + line for line in result.err.splitlines()]
    return lines + ([f"{CODE}{result.code}"] if result.code else [])


def matches(expected: list[str], printed: list[str]) -> bool:
    """Whether the lines are as expected; an ellipsis stands for any lines, and a README leaves notices out."""
    pattern = "".join(r"(?:.*\n)*" if line == ELLIPSIS else re.escape(line.rstrip()) + "\n" for line in expected)
    return re.fullmatch(pattern, "".join(line.rstrip() + "\n" for line in printed)) is not None


def console_blocks(markdown: str) -> Iterator[str]:
    """The `console` blocks of a Markdown document."""
    for found in re.finditer(r"^```console\n(.*?)^```", markdown, re.M | re.S):
        yield found[1]
