"""A JSON array of articles, as `export json` writes it: read element by element, each with its line. Pure."""

import json
import re
from collections.abc import Iterator
from typing import Final

from gpucat.catalog.catalogue import Learning
from gpucat.formats.jsonl import RecordReader
from gpucat.formats.reading import ArticleLine, Blocks, OpenFile, Problem, Reading, take_text
from gpucat.language import Bilingual

_BETWEEN: Final = re.compile(r"[\s,]*")
_BROKEN: Final = Bilingual("is no JSON from here on", "从此处起不是 JSON")
_NO_ARRAY: Final = Bilingual("is no JSON array", "不是 JSON 数组")


def read_array(text: str) -> Reading:
    """Every element up to the first that is no JSON; that becomes a problem with its line."""
    reader = RecordReader()
    for line, element in _Elements(iter((text,))):
        _take(reader, line, element)
    return reader.result()


def stream_array(blocks: Blocks) -> OpenFile:
    """As read_array, the articles and problems one by one; everything else is read ahead of them."""
    frame = RecordReader()
    for line, element in _Elements(blocks()):
        if isinstance(element, dict) and element.get("kind", "article") != "article":
            frame.take(line, element)
    frame.take_out()
    return OpenFile(frame.result(), _stream_rows(blocks, frame.learning))


def _stream_rows(blocks: Blocks, learning: dict[str, Learning]) -> Iterator[ArticleLine | Problem]:
    reader = RecordReader()
    reader.learning = learning
    for line, element in _Elements(blocks()):
        _take(reader, line, element)
        reader.items.clear()
        yield from reader.take_out()


def _take(reader: RecordReader, line: int, element: object) -> None:
    if isinstance(element, Bilingual):
        reader.problems.append(Problem(line, None, element))
    else:
        reader.take(line, element)


class _Elements:
    """The elements of an array with their lines; why it ends before its end is the last of them, as a Bilingual."""

    def __init__(self, blocks: Iterator[str]) -> None:
        self._blocks = blocks
        self._text = ""
        self._position = 0
        self._line = 1

    def __iter__(self) -> Iterator[tuple[int, object]]:
        self._pass(re.compile(r"[\ufeff \t\r\n]*"))
        if not self._text.startswith("[", self._position):
            yield 1, _NO_ARRAY
            return
        self._position += 1
        while True:
            self._pass(_BETWEEN)
            if self._text.startswith("]", self._position):
                return
            line = self._line
            try:
                element = self._decode()
            except (ValueError, RecursionError):
                yield line, _BROKEN
                return
            yield line, element

    def _pass(self, between: re.Pattern[str]) -> None:
        """Goes on to what does not stand between elements."""
        while True:
            found = between.match(self._text, self._position)
            self._go_to(found.end() if found else self._position)
            if self._position < len(self._text) or not self._read():
                return

    def _decode(self) -> object:
        """The element here. One that is not whole, or might go on, is tried again with more of the text."""
        while True:
            try:
                element, end = json.JSONDecoder().raw_decode(self._text, self._position)
            except ValueError:
                if not self._read():
                    raise
                continue
            if end < len(self._text) or not self._read():
                self._go_to(end)
                return element

    def _go_to(self, position: int) -> None:
        self._line += self._text.count("\n", self._position, position)
        self._position = position

    def _read(self) -> bool:
        """Takes as much more text as is there already, so that a long element is not begun too often."""
        kept, self._position = self._text[self._position :], 0
        more = take_text(self._blocks, len(kept))
        self._text = kept + more
        return bool(more)
