"""Reads and writes browser bookmarks in the Netscape format: folders become headings, a DD the summary. Pure."""

import re
from collections.abc import Iterable, Iterator
from html import escape
from itertools import chain
from typing import Final, NamedTuple

from gpucat.catalog.catalogue import ArticleGroup
from gpucat.catalog.fields import joined_keywords
from gpucat.formats.bookmark_tags import stream_bookmark_events
from gpucat.formats.html_links import Anchor, Boundary, DescriptionEvent, End, Event, HeadingEvent, stream_events
from gpucat.formats.links import IMAGE, PROSE, LinkCollector
from gpucat.formats.marks import is_shelf, read_marks
from gpucat.formats.reading import (
    Blocks,
    FileRow,
    OpenFile,
    ParsedFile,
    Problem,
    open_collection,
    parsed_collection,
)
from gpucat.language import Bilingual, Language

_HEAD: Final = """<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
"""
_NETSCAPE: Final = re.compile(r"\s*(?:<!doctype netscape|<d[lt]\b)", re.I)
_MARKS: Final = {
    "unread": "toread",
    "read": "archived",
    "status": "status",
    "starred": "favorite",
    "saved_at": "add_date",
}
_NOTE: Final = re.compile(r"\s*\[linkding-notes\](.*?)\[/linkding-notes\]\s*", re.S)
_ARCHIVED: Final = "linkding:bookmarks.archived"
_ENOUGH: Final = 32
_CUT_LINK: Final = Bilingual("the file ends inside a link", "文件在链接中间中断")
_CUT_FOLDER: Final = Bilingual("the file ends inside a folder", "文件在文件夹中间中断")


def write_bookmarks(groups: Iterable[ArticleGroup], language: Language) -> Iterator[str]:
    """Writes each group as a folder of bookmarks, with the articles' summaries below them."""
    yield _HEAD
    for title, articles, module in groups:
        attribute = f' MODULE="{escape(module)}"' if module else ""
        yield f"    <DT><H3{attribute}>{escape(title)}</H3>\n    <DL><p>\n"
        for article in articles:
            tags = f' TAGS="{escape(joined_keywords(article.keywords))}"' if article.keywords else ""
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


class _Folder(NamedTuple):
    """A folder: its name, and the slug of the module that it is in an export of gpucat."""

    name: str
    module: str


_NO_FOLDER: Final = _Folder("", "")


class _Pending(NamedTuple):
    """A bookmark whose description may still follow."""

    anchor: Anchor
    folders: tuple[str, ...]
    module: str


class _BookmarkReader:
    def __init__(self) -> None:
        self.links = LinkCollector()
        self.folders: list[_Folder] = []
        self.next_folder = _NO_FOLDER
        self.shelf = ""
        self.pending: _Pending | None = None

    def take(self, event: Event) -> None:
        if isinstance(event, Anchor) and event.is_in_note:
            self.links.leave(event.line, event.text, PROSE)
            return
        if isinstance(event, Anchor):
            self.flush()
            names = tuple(folder.name for folder in self.folders if folder.name)
            self.pending = _Pending(event, names, self.folders[-1].module if self.folders else "")
            return
        self.flush(event.text if isinstance(event, DescriptionEvent) else "")
        if isinstance(event, HeadingEvent) and event.tag == "h1":
            self.shelf = event.text
        if isinstance(event, HeadingEvent):
            is_bar = "personal_toolbar_folder" in event.attributes or event.tag == "h1"
            self.next_folder = _NO_FOLDER if is_bar else _Folder(event.text, event.attributes.get("module", ""))
        elif isinstance(event, Boundary):
            if not event.is_end:
                self.folders.append(self.next_folder)
                self.next_folder = _NO_FOLDER
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
        anchor, folders, module = self.pending
        self.pending = None
        if anchor.is_image:
            self.links.leave(anchor.line, anchor.url, IMAGE)
        else:
            tags = anchor.attributes.get("tags", "")
            summary, note = _without_note(summary)
            shelves = (self.shelf, *folders, *(["archived"] if _ARCHIVED in tags.split(",") else []))
            tags = ",".join(tag for tag in tags.split(",") if tag != _ARCHIVED)
            given = {mark: anchor.attributes.get(name) for mark, name in _MARKS.items()}
            marks = read_marks({**given, "note": note}, shelves)
            above = [folder for folder in folders if not is_shelf(folder)]
            fields = {"keywords": tags, "summary": summary, "shelf": module, "marks": marks}
            self.links.take(anchor.line, anchor.text, anchor.url, above, **fields)


def _without_note(summary: str) -> tuple[str, str]:
    """Returns the description of a bookmark, and the reader's own note that linkding writes behind it."""
    found = _NOTE.search(summary)
    return (_NOTE.sub("", summary), found[1]) if found else (summary, "")
