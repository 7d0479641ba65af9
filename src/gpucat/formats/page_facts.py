"""Reads what a page says of its article (title, authors, dates, address) in JSON-LD, meta tags and markup. Pure."""

import re
from typing import Final
from urllib.parse import urlsplit

from gpucat.charset import decode_page
from gpucat.formats.html_page import HtmlPieces, collect_pieces
from gpucat.formats.linked_data import read_linked_data
from gpucat.formats.page_credits import read_credits
from gpucat.formats.page_titles import choose_article, clean_text, join, read_titles
from gpucat.links.page import Fact, Page, PageKind, Refresh

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
    """Returns the facts of a page. Never raises: any bytes under any media type give an answer."""
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
        return _page_from_html(collect_pieces(text), address)
    return _plain_page(text)


def _page_from_html(pieces: HtmlPieces, address: str) -> Page:
    """Returns the facts of an HTML page that was read from `address`."""
    linked = read_linked_data(pieces.json_ld)
    article = choose_article(pieces, linked)
    base = join(address, pieces.base or "") or address
    titles = read_titles(pieces, linked, article, base, address)
    site_names = [titles.site_name.value] if titles.site_name else []
    authors, published = read_credits(pieces, article, site_names, titles.headline_at, address)
    refresh = pieces.refresh
    return Page(
        titles=titles.titles,
        authors=tuple(authors),
        site_name=titles.site_name,
        names=titles.names,
        published=published,
        language=_language(pieces),
        canonical=_canonical(pieces, base, address),
        og_type=next((value.lower() for name, value in pieces.metas if name == "og:type"), None),
        refresh=refresh and Refresh(join(base, refresh.address) or refresh.address, refresh.delay_s, refresh.rule),
        words=pieces.words,
        opening=clean_text("".join(pieces.opening)),
        machinery=" ".join(pieces.machinery).lower(),
        has_login_form=pieces.has_login_form,
        is_app_shell=pieces.is_app_shell,
        needs_script=pieces.needs_script,
        anchors=frozenset(pieces.anchors),
    )


def _plain_page(text: str) -> Page:
    """Returns a page of text or Markdown, titled by its first heading."""
    found = _HEADING.search(text[:_OPENING])
    titles = (Fact(clean_text(found[1] or found[2]), "heading"),) if found else ()
    return Page(kind="text", titles=titles, words=len(text.split()), opening=clean_text(text[:_OPENING]))


def _pdf_titles(body: bytes) -> tuple[Fact, ...]:
    found = _PDF_TITLE.search(body)
    return (Fact(re.sub(r"\\(.)", r"\1", found[1].decode("latin-1")), "pdf"),) if found else ()


def _language(pieces: HtmlPieces) -> str | None:
    tag = pieces.language or next((value for name, value in pieces.metas if name in {"language", "og:locale"}), None)
    return tag.strip().replace("_", "-")[:20] or None if tag else None


def _canonical(pieces: HtmlPieces, base: str, address: str) -> str | None:
    """Returns the canonical address if it is on the page's own host: templates often carry a stranger's."""
    link = pieces.links.get("canonical")
    joined = join(base, link) if link else None
    if not joined or urlsplit(joined).scheme not in {"http", "https"}:
        return None
    same_host = (urlsplit(joined).hostname or "").removeprefix("www.") == (
        urlsplit(address).hostname or ""
    ).removeprefix("www.")
    return joined if same_host else None
