"""Reads a file of any known format: decodes the text, detects the format, and calls that format's reader."""

import re
import sys
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from gpucat.catalog.unknown import unknown
from gpucat.errors import UsageError
from gpucat.files import read_all, read_lines
from gpucat.formats.other_markup import refuse_other_markup
from gpucat.formats.reading import Blocks, OpenFile, ParsedFile, row_without_logins
from gpucat.formats.second_count import count_rows
from gpucat.language import Bilingual

_BEGINNING: Final = 1 << 16
_LONG_LINE: Final = 1 << 20
STANDARD_INPUT: Final = Path("-")
UTF_8: Final = "utf-8"
# The module and the function that read each format.
_READERS: Final = {
    "jsonl": ("jsonl", "read_catalogue"),
    "json": ("jsonl", "read_array"),
    "csv": ("delimited", "read_delimited"),
    "tsv": ("delimited", "read_delimited"),
    "markdown": ("markdown_links", "read_markdown"),
    "bookmarks": ("bookmarks", "read_bookmarks"),
    "opml": ("opml", "read_opml"),
    "bibtex": ("bibtex", "read_bibtex"),
}
# The functions that read a format in UTF-8 piece by piece.
_STREAMED: Final = {
    "json": ("jsonl", "stream_array"),
    "bookmarks": ("bookmarks", "stream_bookmarks"),
    "opml": ("opml", "stream_opml"),
    "bibtex": ("bibtex", "stream_bibtex"),
}
FORMATS: Final = ("auto", *_READERS)
_ENDINGS: Final = {
    ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "json", ".csv": "csv", ".tsv": "tsv", ".tab": "tsv", ".md": "markdown",
    ".markdown": "markdown", ".txt": "markdown", ".html": "bookmarks", ".htm": "bookmarks", ".opml": "opml", ".bib": "bibtex",
}  # fmt: skip
_BEGINNINGS: Final = (
    (re.compile(r"\s*\{"), "jsonl"),
    (re.compile(r"\s*\[\s*[{\]]"), "json"),
    (re.compile(r"\s*<!doctype netscape", re.I), "bookmarks"),
    (re.compile(r"\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*<opml\b", re.I | re.S), "opml"),
    (re.compile(r"\s*<(?:!doctype html|html|dl)\b", re.I), "bookmarks"),
    (re.compile(r"(?:\s*%.*\n)*\s*@\s*[a-z]+\s*\{", re.I), "bibtex"),
    (re.compile(r"\s*(?:#+ |[-*+] |>|\[.*\]\(|https?://)"), "markdown"),
)


class FileText(NamedTuple):
    """A file's text and the codec that decoded it."""

    text: str
    charset: str


class KnownText(NamedTuple):
    """A file's text, the codec that decoded it, and its format."""

    text: str
    charset: str
    format: str

    def parsed(self) -> ParsedFile:
        """Reads the text as its format says."""
        module, function = _READERS[self.format]
        read: Callable[[str], ParsedFile] = getattr(import_module(f"gpucat.formats.{module}"), function)
        counted = count_rows(self.format, self.text.splitlines(keepends=True))
        return read(self.text).without_logins()._replace(charset=self.charset, counted=counted)


def read_known(path: Path, asked: str = "auto") -> KnownText:
    """Reads the file's text and finds its format; raises FileError if it cannot be read, UsageError for an unknown format.

    The path `-` is standard input.
    """
    if asked not in FORMATS:
        raise unknown("format", asked, FORMATS, Bilingual("format", "格式"))
    text, charset = read_text(path)
    return KnownText(text, charset, asked if asked != "auto" else _detect_format(path, text))


def read_file(path: Path, asked: str = "auto") -> ParsedFile:
    """Reads the file; raises as read_known does."""
    return read_known(path, asked).parsed()


def open_file(path: Path, asked: str = "auto") -> OpenFile:
    """Opens the file for an import, whose rows come without logins. Raises as read_file does."""
    opened = _open(path, asked)
    return opened._replace(rows=map(row_without_logins, opened.rows))


def _open(path: Path, asked: str) -> OpenFile:
    """Opens the file in the way that its format allows.

    A regular UTF-8 file is read row by row, unless it is Markdown. Everything else is read whole: Markdown, other
    codecs, and what can be read only once (a pipe, standard input).
    """
    if can_be_read_again(path) and asked in FORMATS and _is_utf_8(path):
        with path.open(encoding="utf-8-sig") as stream:
            found = asked if asked != "auto" else _detect_format(path, stream.read(_BEGINNING))
        if opened := _streamed(path, found):
            counted = count_rows(found, _short_lines(path))
            return opened._replace(reading=opened.reading._replace(counted=counted))
    reading = read_file(path, asked)
    return OpenFile(reading._replace(left_out=()), chain(reading.left_out, reading.problems, reading.articles))


def _streamed(path: Path, found: str) -> OpenFile | None:
    """Opens a file whose format is read row by row; returns None for one that must be read whole."""
    if found == "jsonl":
        from gpucat.formats.jsonl import stream_catalogue

        return stream_catalogue(lambda: _lines(path, "\n"))
    if found in ("csv", "tsv"):
        from gpucat.formats.delimited import stream_delimited

        return stream_delimited(lambda: _lines(path, None))
    if found in _STREAMED:
        module, function = _STREAMED[found]
        stream_rows: Callable[[Blocks], OpenFile] = getattr(import_module(f"gpucat.formats.{module}"), function)
        return stream_rows(lambda: _blocks(path))
    return None


def can_be_read_again(path: Path) -> bool:
    """Whether the path is a regular file. A pipe (`<(…)`, `/dev/stdin`, a FIFO) is empty once it has been read."""
    return path != STANDARD_INPUT and path.is_file()


def lines_of(path: Path) -> Iterator[str]:
    """Yields the file's lines with their ends, as problems count them; none if the file can be read only once."""
    if not can_be_read_again(path):
        return iter(())
    if _is_utf_8(path):
        return _lines(path, "\n")
    return iter(read_text(path).text.splitlines(keepends=True))


def read_text(path: Path) -> FileText:
    """Reads the text as UTF-8, else in the codec in which it looks most like writing; raises FileError."""
    try:
        with nullcontext(sys.stdin.buffer) if path == STANDARD_INPUT else path.open("rb") as stream:
            content = read_all(stream, str(path))
    except OSError as error:
        from gpucat.system_errors import cannot_read

        raise cannot_read(path, error) from error
    try:
        return FileText(content.decode("utf-8-sig"), UTF_8)
    except UnicodeDecodeError:
        from gpucat.charset import decode_page

        decoded = decode_page(content)
        return FileText(decoded.text, decoded.charset)


def _detect_format(path: Path, text: str) -> str:
    """Detects the format by the file's ending, else by how the text begins; raises UsageError if neither tells, or if it is
    in a markup that no reader reads.
    """
    ending = path.suffix.lower()
    found = _ENDINGS.get(ending) or next((name for looks, name in _BEGINNINGS if looks.match(text)), None)
    is_sure = found not in (None, "markdown") or ending in (".md", ".markdown")
    refuse_other_markup(path, text[:_BEGINNING], is_sure=is_sure)
    if found:
        return found
    raise UsageError(
        "unknown_format",
        Bilingual(f"{path}: unknown format", f"{path}：无法识别格式"),
        Bilingual(f"choose one with --from: {', '.join(FORMATS[1:])}", f"请用 --from 指定：{'、'.join(FORMATS[1:])}"),
    )


def _lines(path: Path, newline: str | None) -> Iterator[str]:
    with path.open(encoding="utf-8-sig", newline=newline) as stream:
        yield from read_lines(stream, str(path))


def _short_lines(path: Path) -> Iterator[str]:
    """Yields the lines, long ones in pieces."""
    with path.open(encoding="utf-8-sig") as stream:
        while line := stream.readline(_LONG_LINE):
            yield line


def _blocks(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8-sig", newline="") as stream:
        while block := stream.read(_BEGINNING):
            yield block


def _is_utf_8(path: Path) -> bool:
    decoder = getincrementaldecoder(UTF_8)()
    try:
        with path.open("rb") as stream:
            while block := stream.read(1 << 20):
                decoder.decode(block)
        decoder.decode(b"", final=True)
    except (OSError, UnicodeDecodeError):
        return False
    return True
