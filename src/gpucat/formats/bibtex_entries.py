"""Takes BibTeX apart: entries with their fields, macros put in, each with its line. Pure."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from gpucat.formats.reading import Problem, take_text
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


def read_entries(blocks: Iterable[str]) -> Iterator[Entry | Problem]:
    """Every entry of a text in pieces, in order; one that cannot be read becomes a Problem and reading goes on after it."""
    macros = {month: month for month in MONTHS}
    source = _Source(iter(blocks))
    while found := source.find_entry():
        kind = found[1].lower()
        try:
            if kind == "comment":
                _, source.position = _braced(source.text, found.end() - 1)
                continue
            has_key = kind not in ("string", "preamble")
            key, fields, source.position = _entry(source.text, found.end(), macros, has_key=has_key)
        except _BrokenError as broken:
            if broken.is_cut and source.read_on(found.start()):
                continue
            yield Problem(source.line, None, _UNCLOSED if broken.is_cut else _MALFORMED)
            following = _NEXT.search(source.text, found.end())
            source.position = following.start() if following else len(source.text)
            continue
        if kind == "string":
            macros.update(fields)
        elif kind != "preamble":
            yield Entry(source.line, kind, key, fields)


class _Source:
    """A text as far as it was read: up to a line on which an entry may begin, so that no entry but a cut one lacks its end.

    `position` is where reading goes on, `line` that of the entry found last.
    """

    def __init__(self, pieces: Iterator[str]) -> None:
        self.text = ""
        self.position = 0
        self.line = 1
        self._counted = 0
        self._ahead = ""
        self._pieces = pieces

    def find_entry(self) -> re.Match[str] | None:
        """The next begin of an entry; None at the end of the text."""
        while not (found := _BEGIN.search(self.text, self.position)):
            if not self.read_on(len(self.text)):
                return None
        self._count_to(found.start())
        return found

    def read_on(self, kept_from: int) -> bool:
        """Reads as much again as is kept of the text, and more until an entry may begin; False at the end."""
        kept, ahead = self.text[kept_from:], self._ahead
        while more := take_text(self._pieces, len(kept) + len(ahead)):
            ahead += more
            *_, last = (0, *(found.start() for found in _NEXT.finditer(ahead)))
            if last:
                break
        else:
            last = len(ahead)
        if not last:
            return False
        self._count_to(kept_from)
        self.text, self._ahead = kept + ahead[:last], ahead[last:]
        self.position = self._counted = 0
        return True

    def _count_to(self, position: int) -> None:
        self.line += self.text.count("\n", self._counted, position)
        self._counted = position


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
