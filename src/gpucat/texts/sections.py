"""Cuts a text into sections of about 300 words, for search and for reading from a place. Pure.

A search over whole texts finds long ones for everything; over sections of this length it finds the place that answers.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from gpucat.texts.blocks import Block, blocks_of
from gpucat.texts.volume import volume_of

_ENOUGH: Final = 300
"""From how many words on a section ends at the next block."""
_FEW: Final = 80
"""With fewer words than this, a section goes on under the next heading below its own, whose it is then."""


class TextSection(NamedTuple):
    """A part of the text from `start` up to `end`; `position` counts from 1.

    `path` are the headings above it, outermost first.
    """

    position: int
    path: tuple[str, ...]
    start: int
    end: int


def sections_of(markdown: str) -> tuple[TextSection, ...]:
    """Returns the sections in order; together they cover the text."""
    return tuple(
        section._replace(position=position, start=section.start if position > 1 else 0)
        for position, section in enumerate(_cut(markdown), start=1)
    )


def _cut(markdown: str) -> Iterator[TextSection]:
    above: list[Block] = []
    current: TextSection | None = None
    level = words = 0
    for block in blocks_of(markdown):
        is_heading = block.kind == "heading"
        if is_heading:
            above = [*(one for one in above if one.level < block.level), block]
        starts_anew = words >= _ENOUGH or (is_heading and (words >= _FEW or block.level <= level))
        if current is None or (starts_anew and words):
            if current is not None:
                yield current._replace(end=block.start)
            current, words = TextSection(0, (), block.start, block.end), 0
        if is_heading or not words:  # after few words, the section is that of the next heading
            current = current._replace(path=tuple(one.told for one in above))
            level = above[-1].level if above else 0
        words += 0 if is_heading else _words(markdown[block.start : block.end])
        current = current._replace(end=block.end)
    if current is not None:
        yield current


def _words(text: str) -> int:
    volume = volume_of(text)
    return volume.words + volume.cjk // 2 + volume.code_lines * 6
