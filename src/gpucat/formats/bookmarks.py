"""Reads and writes browser bookmarks in the Netscape format: folders become headings, a DD the summary. Pure."""

import re
from collections.abc import Iterable, Iterator
from html import escape
from itertools import chain
from typing import Final, NamedTuple

from gpucat.catalog.catalogue import ArticleGroup
from gpucat.formats.bookmark_tags import stream_bookmark_events
from gpucat.formats.html_links import Anchor, Boundary, DescriptionEvent, End, Event, HeadingEvent, stream_events
from gpucat.formats.links import IMAGE, PROSE, LinkCollector
from gpucat.formats.reading import Blocks, FileRow, OpenFile, ParsedFile, Problem, open_collection, parsed_collection
from gpucat.language import Bilingual, Language

_HEAD: Final = """<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
"""
_NETSCAPE: Final = re.compile(r"\s*(?:<!doctype netscape|<d[lt]\b)", re.I)
_ENOUGH: Final = 32
_CUT_LINK: Final = Bilingual("the file ends inside a link", "文件在链接中间中断")
_CUT_FOLDER: Final = Bilingual("the file ends inside a folder", "文件在文件夹中间中断")


def write_bookmarks(groups: Iterable[ArticleGroup], language: Language) -> Iterator[str]:
    """Writes each group as a folder of bookmarks, with the articles' summaries below them."""
    yield _HEAD
    for title, articles in groups:
        yield f"    <DT><H3>{escape(title)}</H3>\n    <DL><p>\n"
        for article in articles:
            tags = f' TAGS="{escape(",".join(article.keywords))}"' if article.keywords else ""
            yield f'        <DT><A HREF="{escape(article.url)}"{tags}>{escape(article.title)}</A>\n'
            if summary := article.summaries.text(language):
                yield f"        <DD>{escape(summary)}\n"
        yield "    </DL><p>\n"
    yield "</DL><p>\n"


def read_bookmarks(text: str) -> ParsedFile:
    """Reads every bookmark with its folders; a truncated file is read as far as it goes, with a problem."""
    return parsed_collection(_rows((text,)))


def stream_bookmarks(blocks: Blocks) -> OpenFile:
    """Reads as read_bookmarks does, row by row."""
    return open_collection(_rows(blocks()))


def _rows(blocks: Iterable[str]) -> Iterator[FileRow]:
    reader = _BookmarkReader()
    pieces = iter(blocks)
    beginning = ""
    while len(beginning.lstrip()) < _ENOUGH and (piece := next(pieces, "")):
        beginning += piece
    is_netscape = _NETSCAPE.match(beginning)
    for event in (stream_bookmark_events if is_netscape else stream_events)(chain((beginning,), pieces)):
        if isinstance(event, End):
            reader.end(event)
        else:
            reader.take(event)
        yield from reader.links.take_out()


class _Pending(NamedTuple):
    """A bookmark whose description may still follow."""

    anchor: Anchor
    folders: tuple[str, ...]


class _BookmarkReader:
    def __init__(self) -> None:
        self.links = LinkCollector()
        self.folders: list[str] = []
        self.next_folder = ""
        self.pending: _Pending | None = None

    def take(self, event: Event) -> None:
        if isinstance(event, Anchor) and event.is_in_note:
            self.links.leave(event.line, event.text, PROSE)
            return
        if isinstance(event, Anchor):
            self.flush()
            self.pending = _Pending(event, tuple(name for name in self.folders if name))
            return
        self.flush(event.text if isinstance(event, DescriptionEvent) else "")
        if isinstance(event, HeadingEvent):
            is_bar = "personal_toolbar_folder" in event.attributes or event.tag == "h1"
            self.next_folder = "" if is_bar else event.text
        elif isinstance(event, Boundary):
            if not event.is_end:
                self.folders.append(self.next_folder)
                self.next_folder = ""
            elif self.folders:
                self.folders.pop()

    def end(self, end: End) -> None:
        self.flush()
        if end.cut_at is not None:
            self.links.problems.append(Problem(end.cut_at, None, _CUT_LINK))
        elif self.folders:
            self.links.problems.append(Problem(end.line, None, _CUT_FOLDER))

    def flush(self, summary: str = "") -> None:
        if self.pending is None:
            return
        anchor, folders = self.pending
        self.pending = None
        if anchor.is_image:
            self.links.leave(anchor.line, anchor.url, IMAGE)
        else:
            tags = anchor.attributes.get("tags", "")
            self.links.take(anchor.line, anchor.text, anchor.url, folders, keywords=tags, summary=summary)
