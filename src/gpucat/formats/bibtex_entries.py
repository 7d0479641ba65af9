"""Takes BibTeX apart: entries with their fields, macros put in, each with its line. Pure."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from gpucat.formats.reading import Problem
from gpucat.language import Bilingual

_BEGIN: Final = re.compile(r"@\s*([A-Za-z]+)\s*([{(])")
_KEY: Final = re.compile(r"\s*([^\s,={}()\"#]*)\s*(?=[,})])")
_FIELD: Final = re.compile(r"[\s,]*([A-Za-z][\w:.+-]*)\s*=\s*")
_WORD: Final = re.compile(r"[^\s,#{}()\"=]+")
_JOIN: Final = re.compile(r"\s*#\s*")
_END: Final = re.compile(r"[\s,]*([})])")
_NEXT: Final = re.compile(r"^[ \t]*@\s*[A-Za-z]+\s*[{(]", re.M)
_UNCLOSED: Final = Bilingual("the entry that begins here is not closed", "从此处开始的条目没有结束")
_MALFORMED: Final = Bilingual("the entry that begins here cannot be read", "无法读取从此处开始的条目")
MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


class Entry(NamedTuple):
    """One entry: its line (from 1), kind and key, and its fields by lower-case name, as they are written."""

    line: int
    kind: str
    key: str
    fields: dict[str, str]


class _BrokenError(Exception):
    """The text is no entry; `is_cut` where it ends before the entry does."""

    def __init__(self, *, is_cut: bool) -> None:
        super().__init__()
        self.is_cut = is_cut


def read_entries(text: str) -> Iterator[Entry | Problem]:
    """Every entry of the text, in order; one that cannot be read becomes a Problem and reading goes on after it."""
    macros = {month: month for month in MONTHS}
    position, line, counted = 0, 1, 0
    while found := _BEGIN.search(text, position):
        line += text.count("\n", counted, found.start())
        counted = found.start()
        kind = found[1].lower()
        try:
            if kind == "comment":
                _, position = _braced(text, found.end() - 1)
                continue
            key, fields, position = _entry(text, found.end(), macros, has_key=kind not in ("string", "preamble"))
        except _BrokenError as broken:
            yield Problem(line, None, _UNCLOSED if broken.is_cut else _MALFORMED)
            following = _NEXT.search(text, found.end())
            position = following.start() if following else len(text)
            continue
        if kind == "string":
            macros.update(fields)
        elif kind != "preamble":
            yield Entry(line, kind, key, fields)


def _entry(text: str, position: int, macros: dict[str, str], *, has_key: bool) -> tuple[str, dict[str, str], int]:
    key = ""
    if has_key:
        found = _KEY.match(text, position)
        if not found:
            raise _BrokenError(is_cut=position >= len(text.rstrip()))
        key, position = found[1], found.end()
    fields: dict[str, str] = {}
    while not (end := _END.match(text, position)):
        name = _FIELD.match(text, position)
        if not name:
            if has_key or text[position : position + 1] not in ("{", '"'):
                raise _BrokenError(is_cut=not text[position:].strip(" \t\r\n,"))
            _, position = _value(text, position, macros)  # a preamble is a value without a name
            continue
        value, position = _value(text, name.end(), macros)
        fields.setdefault(name[1].lower(), " ".join(value.split()))
    return key, fields, end.end()


def _value(text: str, position: int, macros: dict[str, str]) -> tuple[str, int]:
    """A value of pieces joined with `#`, and where it ends."""
    parts: list[str] = []
    while True:
        opening = text[position : position + 1]
        if opening == "{":
            part, position = _braced(text, position)
        elif opening == '"':
            part, position = _quoted(text, position)
        elif word := _WORD.match(text, position):
            part, position = macros.get(word[0].lower(), word[0]), word.end()
        else:
            raise _BrokenError(is_cut=not text[position:].strip())
        parts.append(part)
        joined = _JOIN.match(text, position)
        if not joined:
            return "".join(parts), position
        position = joined.end()


def _braced(text: str, position: int) -> tuple[str, int]:
    """What is between the brace (or bracket) at `position` and the one that closes it, and the place after that."""
    closing = {"{": "}", "(": ")"}[text[position]]
    depth = 0
    for found in re.compile(r"[{}()]").finditer(text, position + 1):
        if found[0] == closing and depth == 0:
            return text[position + 1 : found.start()], found.end()
        depth += (found[0] == "{") - (found[0] == "}")
    raise _BrokenError(is_cut=True)


def _quoted(text: str, position: int) -> tuple[str, int]:
    depth = 0
    for found in re.compile(r'[{}"]').finditer(text, position + 1):
        if found[0] == '"' and depth == 0:
            return text[position + 1 : found.start()], found.end()
        depth += (found[0] == "{") - (found[0] == "}")
    raise _BrokenError(is_cut=True)
