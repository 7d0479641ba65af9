"""A JSON array of articles, as `export json` writes it: read element by element, each with its line. Pure."""

import json
import re
from typing import Final

from gpucat.formats.jsonl import RecordReader
from gpucat.formats.reading import Problem, Reading
from gpucat.language import Bilingual

_BETWEEN: Final = re.compile(r"[\s,]*")
_BROKEN: Final = Bilingual("is no JSON from here on", "从此处起不是 JSON")
_NO_ARRAY: Final = Bilingual("is no JSON array", "不是 JSON 数组")


def read_array(text: str) -> Reading:
    """Every element up to the first that is no JSON; that becomes a problem with its line."""
    reader = RecordReader()
    position = len(text) - len(text.lstrip("\ufeff \t\r\n"))
    if not text.startswith("[", position):
        reader.problems.append(Problem(1, None, _NO_ARRAY))
        return reader.result()
    decoder = json.JSONDecoder()
    position, line, counted = position + 1, 1, 0
    while True:
        found = _BETWEEN.match(text, position)
        position = found.end() if found else position
        line += text.count("\n", counted, position)
        counted = position
        if text.startswith("]", position):
            return reader.result()
        try:
            element, position = decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            reader.problems.append(Problem(line, None, _BROKEN))
            return reader.result()
        reader.take(line, element)
