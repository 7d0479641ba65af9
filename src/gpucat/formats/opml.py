"""OPML outlines: links under nested headings, as feed readers and outliners have them. Pure.

Reads with the standard library's XML parser, piece by piece; entities are refused, for they can swell without end.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from html import unescape
from typing import Final
from xml.parsers import expat

from gpucat.catalog.catalogue import Group
from gpucat.formats.links import LinkCollector
from gpucat.formats.reading import Blocks, FileRow, OpenFile, Problem, Reading, open_collection, reading_of_rows
from gpucat.formats.xml_text import escape_xml, legal_text
from gpucat.language import Bilingual, Language

_ENTITY: Final = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)(\w*;?)")
_ADDRESSES: Final = ("url", "htmlurl", "xmlurl")


def write_opml(title: str, groups: Iterable[Group], language: Language) -> Iterator[str]:
    """The articles under one outline for each group, with their summaries as descriptions."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0">\n'
    yield f"  <head><title>{escape_xml(title)}</title></head>\n  <body>\n"
    for heading, articles in groups:
        yield f'    <outline text="{escape_xml(heading)}">\n'
        for article in articles:
            attributes = {
                "text": article.title,
                "type": "link",
                "url": article.url,
                "category": ",".join(article.keywords),
                "description": article.summaries.text(language),
            }
            written = " ".join(f'{name}="{escape_xml(value)}"' for name, value in attributes.items() if value)
            yield f"      <outline {written}/>\n"
        yield "    </outline>\n"
    yield "  </body>\n</opml>\n"


def read_opml(text: str) -> Reading:
    """Every outline with an address, under the texts of the outlines around it; a broken file as far as it goes."""
    return reading_of_rows(_rows((text,)))


def stream_opml(blocks: Blocks) -> OpenFile:
    """As read_opml, row by row."""
    return open_collection(_rows(blocks()))


def _rows(blocks: Iterable[str]) -> Iterator[FileRow]:
    reader = _Reader()
    parser = expat.ParserCreate("utf-8")
    reader.line_of = lambda: parser.CurrentLineNumber
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.EntityDeclHandler = _refuse_entity
    try:
        for piece in _whole_words(blocks):
            parser.Parse(_mended(piece).encode("utf-8"), False)
            yield from reader.links.take_out()
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        said = expat.ErrorString(error.code)
        reader.links.problems.append(
            Problem(error.lineno, None, Bilingual(f"is no XML from here on ({said})", f"从此处起不是 XML（{said}）"))
        )
    except _EntityError:
        reader.links.problems.append(
            Problem(parser.CurrentLineNumber, None, Bilingual("declares entities: refused", "声明了实体：拒绝读取"))
        )
    yield from reader.links.take_out()


class _EntityError(Exception):
    """The file declares an entity."""


def _refuse_entity(*_declaration: object) -> None:
    raise _EntityError


class _Reader:
    def __init__(self) -> None:
        self.links = LinkCollector()
        self.outlines: list[str] = []
        self.line_of: Callable[[], int] = lambda: 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name.lower() != "outline":
            return
        named = {key.lower(): value for key, value in attributes.items()}
        text = named.get("text") or named.get("title") or ""
        address = next((named[key] for key in _ADDRESSES if named.get(key)), None)
        if address is not None:
            above = tuple(outline for outline in self.outlines if outline)
            keywords = [word for part in named.get("category", "").split(",") if (word := part.strip(" /"))]
            summary = named.get("description", "")
            self.links.take(self.line_of(), text, address, above, keywords=keywords, summary=summary)
        self.outlines.append("" if address else text)

    def end(self, name: str) -> None:
        if name.lower() == "outline":
            self.outlines.pop()


def _whole_words(blocks: Iterable[str]) -> Iterator[str]:
    """The text in pieces, none of which ends inside what may be an entity."""
    kept: list[str] = []
    for block in blocks:
        end = max(map(block.rfind, " >\n")) + 1
        if end:
            yield "".join((*kept, block[:end]))
            kept.clear()
        kept.append(block[end:])
    yield "".join(kept)


def _mended(text: str) -> str:
    """The text without characters that XML forbids, with HTML's entities resolved and bare ampersands escaped."""

    def mend(found: re.Match[str]) -> str:
        resolved = unescape(found[0])
        return escape_xml(resolved) if resolved != found[0] else f"&amp;{found[1]}"

    return _ENTITY.sub(mend, legal_text(text))
