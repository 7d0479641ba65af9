"""OPML outlines: links under nested headings, as feed readers and outliners have them. Pure.

Reads with the standard library's XML parser, which knows lines; entities are refused, for they can swell without end.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from html import unescape
from typing import Final
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from gpucat.catalog.article import Article
from gpucat.formats.links import LinkCollector
from gpucat.formats.reading import Problem, Reading
from gpucat.language import Bilingual

_ILLEGAL: Final = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITY: Final = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)(\w*;?)")
_ADDRESSES: Final = ("url", "htmlurl", "xmlurl")


def write_opml(title: str, groups: Iterable[tuple[str, Iterable[Article]]], summaries: dict[int, str]) -> Iterator[str]:
    """The articles under one outline for each group; `summaries` are their descriptions, by article number."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0">\n'
    yield f"  <head><title>{_text(title)}</title></head>\n  <body>\n"
    for heading, articles in groups:
        yield f"    <outline text={_attribute(heading)}>\n"
        for article in articles:
            attributes = {
                "text": article.title,
                "type": "link",
                "url": article.url,
                "category": ",".join(keyword for keyword in article.keywords),
                "description": summaries.get(article.number, ""),
            }
            written = " ".join(f"{name}={_attribute(value)}" for name, value in attributes.items() if value)
            yield f"      <outline {written}/>\n"
        yield "    </outline>\n"
    yield "  </body>\n</opml>\n"


def read_opml(text: str) -> Reading:
    """Every outline with an address, under the texts of the outlines around it; a broken file as far as it goes."""
    reader = _Reader()
    parser = expat.ParserCreate("utf-8")
    reader.line_of = lambda: parser.CurrentLineNumber
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.EntityDeclHandler = _refuse_entity
    try:
        parser.Parse(_mended(text).encode("utf-8"), True)
    except expat.ExpatError as error:
        said = expat.ErrorString(error.code)
        reader.links.problems.append(
            Problem(error.lineno, None, Bilingual(f"is no XML from here on ({said})", f"从此处起不是 XML（{said}）"))
        )
    except _EntityError:
        reader.links.problems.append(
            Problem(parser.CurrentLineNumber, None, Bilingual("declares entities: refused", "声明了实体：拒绝读取"))
        )
    return reader.links.result()


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


def _mended(text: str) -> str:
    """The text without characters that XML forbids, with HTML's entities resolved and bare ampersands escaped."""

    def mend(found: re.Match[str]) -> str:
        resolved = unescape(found[0])
        return _text(resolved) if resolved != found[0] else f"&amp;{found[1]}"

    return _ENTITY.sub(mend, _ILLEGAL.sub("", text))


def _text(text: str) -> str:
    return _ILLEGAL.sub("", text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _attribute(text: str) -> str:
    return quoteattr(_ILLEGAL.sub("", text), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
