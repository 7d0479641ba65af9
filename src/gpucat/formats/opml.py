"""Reads and writes OPML, writes Atom feeds, and escapes text for XML. Pure."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, dropwhile
from typing import Final
from xml.parsers import expat

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import ArticleGroup
from gpucat.catalog.fields import joined_keywords
from gpucat.catalog.url import canonical_url
from gpucat.formats.html_links import attribute_text
from gpucat.formats.links import LinkCollector
from gpucat.formats.reading import Blocks, FileRow, OpenFile, ParsedFile, Problem, open_collection, parsed_collection
from gpucat.language import Bilingual, Language

_ILLEGAL: Final = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES: Final = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
)
_ENTITY: Final = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)(\w*;?=?)")
_ADDRESSES: Final = ("url", "htmlurl", "xmlurl")
# RFC 4287 requires a time; without a dated article it must still be the same on every run.
_NO_TIME: Final = "1970-01-01T00:00:00Z"


def write_opml(title: str, groups: Iterable[ArticleGroup], language: Language) -> Iterator[str]:
    """Writes each group as an outline of its articles, with their summaries as descriptions."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0">\n'
    yield f"  <head><title>{_escape_xml(title)}</title></head>\n  <body>\n"
    for heading, articles, module in groups:
        attribute = f' module="{_escape_xml(module)}"' if module else ""
        yield f'    <outline text="{_escape_xml(heading)}"{attribute}>\n'
        for article in articles:
            attributes = {
                "text": article.title,
                "type": "link",
                "url": article.url,
                "category": joined_keywords(article.keywords),
                "description": article.summaries.text(language),
            }
            written = " ".join(f'{name}="{_escape_xml(value)}"' for name, value in attributes.items() if value)
            yield f"      <outline {written}/>\n"
        yield "    </outline>\n"
    yield "  </body>\n</opml>\n"


def read_opml(text: str) -> ParsedFile:
    """Reads every outline with an address, under the outlines around it; a broken file as far as it goes."""
    return parsed_collection(_rows((text,)))


def stream_opml(blocks: Blocks) -> OpenFile:
    """Reads as read_opml does, row by row."""
    return open_collection(_rows(blocks()))


def write_atom(title: str, articles: Sequence[Article], language: Language) -> Iterator[str]:
    """Writes a feed of the articles in the given order; its time is that of its newest article."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{language}">\n'
    yield f"  <title>{_escape_xml(title)}</title>\n  <id>{_feed_id(title)}</id>\n"
    yield f"  <updated>{max(map(_time, articles), default=_NO_TIME)}</updated>\n"
    yield "  <author><name>gpucat</name></author>\n  <generator>gpucat</generator>\n"
    for article in articles:
        yield from _entry(article, language)
    yield "</feed>\n"


def _feed_id(title: str) -> str:
    """Returns a name that is the same on every run and another list's only if it has the same title (RFC 9562, 5.5)."""
    from uuid import NAMESPACE_URL, uuid5

    return uuid5(NAMESPACE_URL, f"gpucat:{title}").urn


def _legal_text(text: str) -> str:
    """Returns the text without the characters that XML forbids."""
    return _ILLEGAL.sub("", text)


def _escape_xml(text: str) -> str:
    """Escapes the text for content or a double-quoted attribute."""
    return _legal_text(text).translate(_ESCAPES)


def _rows(blocks: Iterable[str]) -> Iterator[FileRow]:
    reader = _OpmlReader()
    parser = expat.ParserCreate("utf-8")
    pieces = dropwhile(lambda piece: not piece.strip(), blocks)
    first = next(pieces, "")
    blank = first[: len(first) - len(first.lstrip())].count("\n")
    reader.line_of = lambda: blank + parser.CurrentLineNumber
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.EntityDeclHandler = _refuse_entity
    try:
        for piece in _whole_words(chain((first.lstrip(),), pieces)):
            parser.Parse(_mended(piece).encode("utf-8"), False)
            yield from reader.links.take_out()
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        said = expat.ErrorString(error.code)
        reader.links.problems.append(
            Problem(
                blank + error.lineno,
                None,
                Bilingual(f"not valid XML from here on ({said})", f"从此处起不是有效的 XML（{said}）"),
            )
        )
    except _EntityError:
        reader.links.problems.append(
            Problem(
                reader.line_of(),
                None,
                Bilingual("refused: the file declares entities", "拒绝读取：文件声明了实体"),
            )
        )
    yield from reader.links.take_out()


class _EntityError(Exception):
    """The file declares an entity."""


def _refuse_entity(*_declaration: object) -> None:
    raise _EntityError


class _OpmlReader:
    """Takes outlines and remembers which are open."""

    def __init__(self) -> None:
        self.links = LinkCollector()
        self.outlines: list[tuple[str, str]] = []
        """The text of each open outline, and the slug of the module that it is in an export of gpucat."""
        self.line_of: Callable[[], int] = lambda: 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name.lower() != "outline":
            return
        named = {key.lower(): value for key, value in attributes.items()}
        text = named.get("text") or named.get("title") or ""
        address = next((named[key] for key in _ADDRESSES if named.get(key)), None)
        if address is not None:
            above = tuple(outline for outline, _ in self.outlines if outline)
            shelf = self.outlines[-1][1] if self.outlines else ""
            category = named.get("category", "")
            keywords = category if category.startswith("[") else [part.strip(" /") for part in category.split(",")]
            summary = named.get("description", "")
            self.links.take(self.line_of(), text, address, above, keywords=keywords, summary=summary, shelf=shelf)
        self.outlines.append(("" if address else text, named.get("module", "")))

    def end(self, name: str) -> None:
        if name.lower() == "outline":
            self.outlines.pop()


def _whole_words(blocks: Iterable[str]) -> Iterator[str]:
    """Yields the text in pieces that do not end inside a possible entity."""
    kept: list[str] = []
    for block in blocks:
        end = max(map(block.rfind, " >\n")) + 1
        if end:
            yield "".join((*kept, block[:end]))
            kept.clear()
        kept.append(block[end:])
    yield "".join(kept)


def _mended(text: str) -> str:
    """Returns the text without characters that XML forbids, with HTML entities resolved and bare ampersands escaped."""

    def mend(found: re.Match[str]) -> str:
        resolved = attribute_text(found[0])
        return _escape_xml(resolved) if resolved != found[0] else f"&amp;{found[1]}"

    return _ENTITY.sub(mend, _legal_text(text))


def _entry(article: Article, language: Language) -> Iterator[str]:
    address = _escape_xml(canonical_url(article.url))
    yield f"  <entry>\n    <title>{_escape_xml(article.title)}</title>\n    <id>{address}</id>\n"
    yield f'    <link rel="alternate" href="{_escape_xml(article.url)}"/>\n    <updated>{_time(article)}</updated>\n'
    if article.published:
        yield f"    <published>{_time(article)}</published>\n"
    for name in article.authors:
        yield f"    <author><name>{_escape_xml(name)}</name></author>\n"
    for keyword in article.keywords:
        yield f'    <category term="{_escape_xml(keyword)}"/>\n'
    if summary := article.summaries.text(language):
        yield f"    <summary>{_escape_xml(summary)}</summary>\n"
    yield "  </entry>\n"


def _time(article: Article) -> str:
    """Returns the article's date as a time: the first day that it can mean."""
    if not article.published:
        return _NO_TIME
    return article.published + "-01-01"[len(article.published) - 4 :] + "T00:00:00Z"
