"""Measures how much there is to read in a text, and how long that takes. Pure."""

import math
import re
from typing import Final, NamedTuple

from gpucat.catalog.settings import USUAL_SPEED
from gpucat.texts.blocks import blocks_of, code_of

_CJK: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_WORD: Final = re.compile(r"[^\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+(?:['’.-][^\W_\u3040-\u9fff]+)*")
LINK_TARGET: Final = re.compile(r"\]\([^()\s]*\)")
"""Where a link in Markdown leads, which is no text."""

_CJK_PER_WORD: Final = 1.5
"""How many characters take the time of one English word: about 360 a minute at the usual speed. An estimate of ours."""
_WORDS_PER_LINE: Final = 12
"""How many words take the time of one line of code: about 20 lines a minute, which follows the code without checking it.
An estimate of ours."""


class Volume(NamedTuple):
    """What there is to read: Latin words and CJK characters of the prose, blocks and lines of code that are not blank."""

    words: int = 0
    cjk: int = 0
    code_blocks: int = 0
    code_lines: int = 0


def volume_of(markdown: str) -> Volume:
    """Measures a text; the addresses of links count for nothing."""
    words = cjk = code_blocks = code_lines = 0
    for block in blocks_of(markdown):
        if block.kind == "code":
            code_blocks += 1
            code_lines += sum(1 for line in code_of(markdown, block).splitlines() if line.strip())
        else:
            prose = LINK_TARGET.sub("]", markdown[block.start : block.end])
            words += len(_WORD.findall(prose))
            cjk += len(_CJK.findall(prose))
    return Volume(words, cjk, code_blocks, code_lines)


def minutes_of(volume: Volume, speed: int = USUAL_SPEED) -> int:
    """Returns the minutes that reading takes at `speed` English words a minute, at least one."""
    words = volume.words + volume.cjk / _CJK_PER_WORD + volume.code_lines * _WORDS_PER_LINE
    return max(1, math.ceil(words / speed))
