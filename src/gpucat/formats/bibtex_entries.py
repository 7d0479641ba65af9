"""Reads the entries of a BibTeX file and its abbreviations. Pure."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from gpucat.formats.reading import Problem, take_text
from gpucat.language import Bilingual

_BEGIN: Final = re.compile(r"@\s*([A-Za-z]+)\s*([{(])")
_KEY: Final = re.compile(r"\s*+([^\s,={}()\"#]*+)\s*+(?=[,})])")
_FIELD: Final = re.compile(r"[\s,]*+([^\s,={}()\"#%]++)\s*=\s*")
_WORD: Final = re.compile(r"[^\s,#{}()\"=]+")
_JOIN: Final = re.compile(r"\s*#\s*")
_END: Final = re.compile(r"[\s,]*([})])")
_SIGN: Final = re.compile(r'[{}()"]')
_CLOSING: Final = {"{": "}", "(": ")", '"': '"'}
_NOTHING: Final = re.compile(r"[\s,]*+\Z")
_NEXT: Final = re.compile(r"^[ \t]*@\s*[A-Za-z]+\s*[{(]", re.M)
_UNCLOSED: Final = Bilingual("the entry that starts here is never closed", "从此处开始的条目没有结束")
_MALFORMED: Final = Bilingual("the entry that starts here cannot be read", "无法读取从此处开始的条目")
_SWOLLEN: Final = Bilingual(
    "the abbreviations in the entry that starts here expand to too much text",
    "从此处开始的条目中，缩写展开后的文本过长",
)
_MOST_PUT_IN: Final = 1_000_000
_MOST_TIMES: Final = 100
"""The most text that abbreviations may add to an entry, in characters and as a multiple of its length.

Without a limit an entry could take any amount of memory: abbreviations made of others grow exponentially.
"""
MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


class BibtexEntry(NamedTuple):
    """One entry: its line (from 1), kind and key, and its fields by lower-case name, as they are written."""

    line: int
    kind: str
    key: str
    fields: dict[str, str]


class _BrokenError(Exception):
    """The text is not an entry; `is_cut` if the text ends before the entry does."""

    def __init__(self, reason: Bilingual) -> None:
        super().__init__()
        self.reason = reason
        self.is_cut = reason is _UNCLOSED


def read_entries(blocks: Iterable[str]) -> Iterator[BibtexEntry | Problem]:
    """Yields the entries of a text in pieces; an unreadable one becomes a Problem, and reading goes on after it."""
    macros = {month: month for month in MONTHS}
    source = _Source(iter(blocks))
    while found := source.find_entry():
        kind = found[1].lower()
        try:
            if kind == "comment":
                source.position = source.brackets.close_of(found.end() - 1) + 1
                continue
            has_key = kind not in ("string", "preamble")
            key, fields, source.position = _EntryParser(source, macros, found).parse(has_key=has_key)
        except _BrokenError as broken:
            if broken.is_cut and source.read_on(found.start()):
                continue
            yield Problem(source.line, None, broken.reason)
            source.go_back_to(found)
            continue
        if kind == "string":
            macros.update(fields)
        elif kind != "preamble":
            yield BibtexEntry(source.line, kind, key, fields)


class _Source:
    """The text read so far, up to a line on which an entry may start, so that only a truncated entry lacks its end.

    `position` is where reading goes on, `line` is that of the entry found last.
    """

    def __init__(self, pieces: Iterator[str]) -> None:
        self.text = ""
        self.brackets = _Brackets("")
        self.position = 0
        self.line = 1
        self._counted = 0
        self._ahead = ""
        self._pieces = pieces

    def find_entry(self) -> re.Match[str] | None:
        """Finds the next start of an entry; returns None at the end of the text."""
        while not (found := _BEGIN.search(self.text, self.position)):
            if not self.read_on(len(self.text)):
                return None
        self._count_to(found.start())
        return found

    def go_back_to(self, broken: re.Match[str]) -> None:
        """Continues at the first line within a broken entry on which another may start."""
        self.brackets.remember(broken.start())
        following = _NEXT.search(self.text, broken.end())
        self.position = following.start() if following else len(self.text)

    def read_on(self, kept_from: int) -> bool:
        """Reads at least as much again as is kept, up to where an entry may start; returns False at the end."""
        kept_length, ahead = len(self.text) - kept_from, self._ahead
        while more := take_text(self._pieces, kept_length + len(ahead)):
            ahead += more
            *_, last = (0, *(found.start() for found in _NEXT.finditer(ahead)))
            if last:
                break
        else:
            last = len(ahead)
        if not last:
            return False
        self._count_to(kept_from)
        self.text, self._ahead = self.text[kept_from:] + ahead[:last], ahead[last:]
        self.brackets = _Brackets(self.text)
        self.position = self._counted = 0
        return True

    def _count_to(self, position: int) -> None:
        self.line += self.text.count("\n", self._counted, position)
        self._counted = position


class _Brackets:
    """Finds where the brackets opened in a text are closed.

    Each search starts at the opening. After a broken entry the same text would be searched again and again, unless
    `remember` is called before.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._closes: dict[int, int] | None = None

    def close_of(self, position: int) -> int:
        """Returns the position that closes the brace, bracket or quotation mark at `position`; raises _BrokenError."""
        found = self._look_from(position) if self._closes is None else self._closes.get(position)
        if found is None:
            raise _BrokenError(_UNCLOSED)
        return found

    def remember(self, begin: int) -> None:
        """Finds all closing positions after `begin` at once: the next sign with as many braces open around it."""
        if self._closes is not None:
            return
        self._closes = {}
        depth = 0
        nearest: dict[str, dict[int, int]] = {sign: {} for sign in _CLOSING.values()}
        for place in reversed([found.start() for found in _SIGN.finditer(self._text, begin)]):
            sign = self._text[place]
            close = nearest[_CLOSING[sign]].get(depth) if sign in _CLOSING else None
            if close is not None:
                self._closes[place] = close
            depth += (sign == "}") - (sign == "{")
            if sign in nearest:
                nearest[sign][depth] = place

    def _look_from(self, position: int) -> int | None:
        closing = _CLOSING[self._text[position]]
        depth = 0
        for found in _SIGN.finditer(self._text, position + 1):
            if found[0] == closing and depth == 0:
                return found.start()
            depth += (found[0] == "{") - (found[0] == "}")
        return None


class _EntryParser:
    """Takes one entry apart; the text of its values is joined only when the entry is complete."""

    def __init__(self, source: _Source, macros: dict[str, str], found: re.Match[str]) -> None:
        self._text = source.text
        self._brackets = source.brackets
        self._macros = macros
        self._begin, self._position = found.span()
        self._put_in = 0

    def parse(self, *, has_key: bool) -> tuple[str, dict[str, str], int]:
        """Returns the key, the fields and the end of the entry; raises _BrokenError."""
        key = self._match(_KEY)[1] if has_key else ""
        values: dict[str, list[slice | str]] = {}
        while not (end := _END.match(self._text, self._position)):
            if not has_key and self._text[self._position : self._position + 1] in ("{", '"'):
                self._value()  # a preamble is a value without a name
                continue
            name = self._match(_FIELD)[1].lower()
            values.setdefault(name, self._value())
        if self._put_in > _MOST_TIMES * (end.end() - self._begin):
            raise _BrokenError(_SWOLLEN)
        return key, {name: self._text_of(parts) for name, parts in values.items()}, end.end()

    def _value(self) -> list[slice | str]:
        """Returns the pieces of a value, which are joined by `#`."""
        parts: list[slice | str] = []
        while True:
            if self._text[self._position : self._position + 1] in ("{", '"'):
                close = self._brackets.close_of(self._position)
                parts.append(slice(self._position + 1, close))
                self._position = close + 1
            else:
                parts.append(self._put(self._match(_WORD)[0]))
            joined = _JOIN.match(self._text, self._position)
            if not joined:
                return parts
            self._position = joined.end()

    def _put(self, word: str) -> str:
        """Returns what an abbreviation stands for, or the word itself."""
        meaning = self._macros.get(word.lower())
        if meaning is None:
            return word
        self._put_in += len(meaning)
        if self._put_in > _MOST_PUT_IN:
            raise _BrokenError(_SWOLLEN)
        return meaning

    def _text_of(self, parts: list[slice | str]) -> str:
        whole = "".join(part if isinstance(part, str) else self._text[part] for part in parts)
        return " ".join(whole.split())

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str]:
        found = pattern.match(self._text, self._position)
        if not found:
            is_cut = _NOTHING.match(self._text, self._position)
            raise _BrokenError(_UNCLOSED if is_cut else _MALFORMED)
        self._position = found.end()
        return found
