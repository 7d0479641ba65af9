"""Writes the reader's journal as Markdown; whatever a note holds reads as the text that it is. Pure."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import Practice
from gpucat.formats.markdown import escape_text, link
from gpucat.language import Bilingual, Language

_TITLE: Final = Bilingual("Reading journal", "阅读日志")
_EXPERIMENT: Final = Bilingual("Experiment", "实践")
_EMPTY: Final = Bilingual("Nothing was read, noted, rated or measured yet.", "还没有读过、记过、评过或测过什么。")
_COMMA: Final = Bilingual(", ", "，")
_COLON: Final = Bilingual(": ", "：")
_BREAK: Final = "\\"
"""Ends a line of Markdown where the text has a line break."""


class Deed(NamedTuple):
    """What the reader did at a moment (UTC) of a local day, and the text written then, if any."""

    moment: str
    day: str
    words: Bilingual
    text: str


class Entry(NamedTuple):
    """An article or an experiment with what was done about it, in order."""

    subject: Article | Practice
    deeds: tuple[Deed, ...]


class Chapter(NamedTuple):
    """A day or a module with its entries."""

    title: Bilingual
    entries: tuple[Entry, ...]


def write_chapters(chapters: Iterable[Chapter], language: Language, *, with_days: bool) -> Iterator[str]:
    """Yields the journal; `with_days` adds the day to each deed."""
    yield f"# {_TITLE.text(language)}\n"
    is_empty = True
    for chapter in chapters:
        is_empty = False
        yield f"\n## {escape_text(chapter.title.text(language))}\n\n"
        for place, entry in enumerate(chapter.entries):
            after_text = place > 0 and any(deed.text for deed in chapter.entries[place - 1].deeds)
            yield from ("\n" if after_text else "", *_entry(entry, language, with_days))
    if is_empty:
        yield f"\n{_EMPTY.text(language)}\n"


def _entry(entry: Entry, language: Language, with_days: bool) -> Iterator[str]:
    said = [deed.words.text(language) + (f" {deed.day}" if with_days else "") for deed in entry.deeds]
    yield f"- {_named(entry.subject, language)}{_COLON.text(language)}{_COMMA.text(language).join(said)}\n"
    for deed in entry.deeds:
        if deed.text:
            yield from ("\n", *_quoted(deed.text))


def _named(subject: Article | Practice, language: Language) -> str:
    if isinstance(subject, Article):
        return f"{link(subject.title, subject.url)} ({subject.id})"
    return f"{_EXPERIMENT.text(language)} {subject.number} {escape_text(subject.experiment.text(language))}"


def _quoted(text: str) -> Iterator[str]:
    """Yields a text as a quotation in a list item, its lines and paragraphs as they stand."""
    lines = text.split("\n")
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        is_broken = bool(line.strip()) and bool(following.strip())
        yield f"  > {_as_text(line)}{_BREAK if is_broken else ''}".rstrip() + "\n"


def _as_text(line: str) -> str:
    """Returns a line as Markdown in which nothing begins a heading, a list or code; its indent stays."""
    text = line.strip()
    indent = line.expandtabs(4)[: -len(text) or None] if text else ""
    return "&nbsp;" * len(indent) + re.sub(r"^(\d*)([#>+=.)-])", r"\1\\\2", escape_text(text))
