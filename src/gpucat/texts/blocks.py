"""Reads the Markdown of a kept text as blocks: headings, code, and prose. Pure.

The extractor writes this Markdown, so its shape is known: blocks are parted by blank lines, headings begin with `#`, and
code stands between fences.
"""

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

BlockKind = Literal["heading", "code", "prose"]
_HEADING: Final = re.compile(r"(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$")
_LINK: Final = re.compile(r"!?\[([^\]]*)\]\([^()\s]*\)")
_MARK: Final = re.compile(r"(?<!\\)(?:\*+|`+)")
_ESCAPED: Final = re.compile(r"\\([!-/:-@\[-`{-~])")
_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})[ \t]*([^`]*)$")


class Block(NamedTuple):
    """A block of the text from `start` up to `end`, the blank lines after it included.

    `level` is that of a heading (1 to 6), otherwise 0; `told` is the text of a heading or the language of code.
    """

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    told: str = ""


def blocks_of(markdown: str) -> Iterator[Block]:
    """Yields the blocks in order; together they cover the text."""
    open_block: Block | None = None
    fence = ""
    was_blank = True
    place = 0
    for line in markdown.splitlines(keepends=True):
        bare = line.rstrip("\r\n")
        if fence:
            if _closes(bare, fence):
                fence, was_blank = "", True
        else:
            is_blank = not bare.strip()
            begun = _beginning(bare, place, starts=was_blank or (open_block is not None and open_block.kind != "prose"))
            if begun is not None and not is_blank:
                if open_block is not None:
                    yield open_block._replace(end=place)
                open_block = begun
                fence = found[1] if (found := _FENCE.match(bare)) else ""
            was_blank = is_blank
        place += len(line)
    if open_block is not None:
        yield open_block._replace(end=place)


def code_of(markdown: str, block: Block) -> str:
    """Returns the code of a block without its fences."""
    lines = markdown[block.start : block.end].rstrip().splitlines()
    is_closed = len(lines) > 1 and bool(_FENCE.match(lines[-1]))
    return "\n".join(lines[1 : -1 if is_closed else None])


def _beginning(line: str, place: int, *, starts: bool) -> Block | None:
    """Returns the block that begins with this line; None if the line belongs to the block before it."""
    if found := _FENCE.match(line):
        return Block("code", place, place, told=found[2].strip())
    if found := _HEADING.match(line):
        return Block("heading", place, place, len(found[1]), _plain(found[2]))
    return Block("prose", place, place) if starts else None


def _plain(heading: str) -> str:
    """Returns a heading as it reads: links as their texts, without marks and escapes."""
    return _ESCAPED.sub(r"\1", _MARK.sub("", _LINK.sub(r"\1", heading)))


def _closes(line: str, fence: str) -> bool:
    bare = line.strip()
    return len(bare) >= len(fence) and set(bare) == {fence[0]}
