"""Reads a fetched page of any kind: what the bytes are, whatever the server calls them, and the page's facts. Pure."""

import re
from typing import Final

from gpucat.formats.charset import decode_page
from gpucat.links.page import Fact, Page, PageKind

_MARKUP: Final = re.compile(r"<(?:!doctype\s+html|html|head|title|body|meta|h1|article|script)\b", re.IGNORECASE)
_SIGNATURES: Final[tuple[tuple[bytes, PageKind], ...]] = (
    (b"%PDF-", "pdf"), (b"\x89PNG", "other"), (b"\xff\xd8\xff", "other"), (b"GIF8", "other"), (b"PK\x03\x04", "other"),
    (b"\x1f\x8b", "other"), (b"RIFF", "other"), (b"\x00\x00\x00\x18ftyp", "other"), (b"\x7fELF", "other"),
)  # fmt: skip
_BINARY: Final = ("image/", "audio/", "video/", "font/", "application/zip", "application/x-")
_PDF_TITLE: Final = re.compile(rb"/Title\s*\(((?:[^()\\]|\\.){3,300})\)")
_HEADING: Final = re.compile(r"^\s{0,3}#{1,2}\s+(.+?)\s*#*\s*$|^(\S.{1,200})\n(?:===+|---+)\s*$", re.MULTILINE)
_OPENING: Final = 3000


def read_page(body: bytes, content_type: str = "", address: str = "") -> Page:
    """The facts of a page. Never raises: any bytes under any name give an answer."""
    if not body.strip():
        return Page(kind="empty")
    for signature, kind in _SIGNATURES:
        if body.startswith(signature):
            return Page(kind=kind, titles=_pdf_titles(body) if kind == "pdf" else (), words=len(body))
    media = content_type.partition(";")[0].strip().lower()
    if media.startswith(_BINARY):
        return Page(kind="other", words=len(body))
    text = decode_page(body, content_type).text
    if "html" in media or (_MARKUP.search(text[:2000]) and not media.startswith(("text/plain", "text/markdown"))):
        from gpucat.formats.html_page import collect_pieces
        from gpucat.formats.page_facts import page_from_html

        return page_from_html(collect_pieces(text), address)
    return _plain_page(text)


def _plain_page(text: str) -> Page:
    """Text or Markdown: its first heading is its title."""
    from gpucat.formats.page_facts import clean_text

    found = _HEADING.search(text[:_OPENING])
    titles = (Fact(clean_text(found[1] or found[2]), "heading"),) if found else ()
    return Page(kind="text", titles=titles, words=len(text.split()), opening=clean_text(text[:_OPENING]))


def _pdf_titles(body: bytes) -> tuple[Fact, ...]:
    found = _PDF_TITLE.search(body)
    return (Fact(re.sub(r"\\(.)", r"\1", found[1].decode("latin-1")), "pdf"),) if found else ()
