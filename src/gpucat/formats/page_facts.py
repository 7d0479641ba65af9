"""Reads what a page says of its article (title, authors, dates, address) in JSON-LD, meta tags and markup. Pure."""

import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import urljoin, urlsplit

from gpucat.catalog.dates import parse_date
from gpucat.catalog.fields import without_half_characters
from gpucat.charset import decode_page
from gpucat.errors import UsageError
from gpucat.formats.html_page import HtmlPieces, PageHeading, Time, collect_pieces
from gpucat.links.page import Fact, Page, PageKind, Refresh

_ARTICLE_TYPES: Final = frozenset({
    "article", "blogposting", "newsarticle", "techarticle", "scholarlyarticle", "report", "socialmediaposting",
    "discussionforumposting", "learningresource", "videoobject", "analysisnewsarticle", "howto", "podcastepisode",
})  # fmt: skip
_MAX_NODES: Final = 500
_SPACE: Final = re.compile(r"[\s\u200b\ufeff]+")
_DATE: Final = re.compile(r"(\d{4})-?(\d{2})(?:-?(\d{2}))?(?!\d)")
_DATE_METAS: Final = (
    "article:published_time", "og:article:published_time", "datepublished", "date.published", "parsely-pub-date", "sailthru.date",
    "citation_publication_date", "citation_date", "dc.date.issued", "dcterms.issued", "dcterms.created", "dc.date.created",
    "dc.date", "dcterms.date", "publish_date", "publish-date", "publishdate", "pubdate", "publication_date", "date",
)  # fmt: skip
_AUTHOR_METAS: Final = (
    "author",
    "article:author",
    "citation_author",
    "dc.creator",
    "dcterms.creator",
    "parsely-author",
    "sailthru.author",
)
_NO_AUTHORS: Final = frozenset({
    "admin", "administrator", "author", "user", "root", "editor", "webmaster", "anonymous", "guest", "unknown", "staff",
    "home", "about", "posts", "作者", "管理员",
})  # fmt: skip
_PUBLISHED_ROLES: Final = (
    "published",
    "pubdate",
    "post-date",
    "entry-date",
    "datepublished",
    "dt-published",
    "date-created",
)
_CHANGED_ROLES: Final = ("updated", "modified", "dt-updated")
_NEAR_HEADING_WORDS: Final = 60
_FEW_HEADINGS: Final = 3
_MARKUP: Final = re.compile(r"<(?:!doctype\s+html|html|head|title|body|meta|h1|article|script)\b", re.IGNORECASE)
_SIGNATURES: Final[tuple[tuple[bytes, PageKind], ...]] = (
    (b"%PDF-", "pdf"), (b"\x89PNG", "other"), (b"\xff\xd8\xff", "other"), (b"GIF8", "other"), (b"PK\x03\x04", "other"),
    (b"\x1f\x8b", "other"), (b"RIFF", "other"), (b"\x00\x00\x00\x18ftyp", "other"), (b"\x7fELF", "other"),
)  # fmt: skip
_BINARY: Final = ("image/", "audio/", "video/", "font/", "application/zip", "application/x-")
_PDF_TITLE: Final = re.compile(rb"/Title\s*\(((?:[^()\\]|\\.){3,300})\)")
_HEADING: Final = re.compile(r"^\s{0,3}#{1,2}\s+(.+?)\s*#*\s*$|^(\S.{1,200})\n(?:===+|---+)\s*$", re.MULTILINE)
_OPENING: Final = 3000


class ArticleNode(NamedTuple):
    """What an article node of a page says; None or empty where it says nothing."""

    headline: str | None
    authors: tuple[str, ...]
    published: str | None


class LinkedData(NamedTuple):
    """What the JSON-LD of a page says."""

    articles: tuple[ArticleNode, ...]
    site_name: str | None


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


def clean_text(text: str) -> str:
    """Returns the text on one line, with white space collapsed and doubly escaped entities resolved."""
    return _SPACE.sub(" ", html.unescape(text)).strip()


def _page_from_html(pieces: HtmlPieces, address: str) -> Page:
    """Returns the facts of an HTML page that was read from `address`."""
    linked = _read_json_ld(pieces.json_ld)
    base = _join(address, pieces.base or "") or address
    site_name = _site_name(pieces, linked)
    refresh = pieces.refresh
    return Page(
        titles=tuple(_distinct(_titles(pieces, linked, base, address))),
        authors=tuple(_distinct(_authors(pieces, linked, site_name))),
        site_name=site_name,
        published=_published(pieces, linked),
        language=_language(pieces),
        canonical=_canonical(pieces, base, address),
        og_type=next((value.lower() for name, value in pieces.metas if name == "og:type"), None),
        refresh=refresh and Refresh(_join(base, refresh.address) or refresh.address, refresh.delay_s, refresh.rule),
        words=pieces.words,
        opening=clean_text("".join(pieces.opening)),
        machinery=" ".join(pieces.machinery).lower(),
        has_login_form=pieces.has_login_form,
        is_app_shell=pieces.is_app_shell,
        needs_script=pieces.needs_script,
        anchors=frozenset(pieces.anchors),
    )


def _read_json_ld(scripts: Iterable[str]) -> LinkedData:
    """Returns the article nodes of all scripts in page order, and the site's name; invalid JSON is skipped."""
    nodes = [node for script in scripts for node in _nodes(_parsed(script))]
    sites = [_text(node.get("name")) for node in nodes if "website" in _types(node)]
    articles = [node for node in nodes if _types(node) & _ARTICLE_TYPES]
    return LinkedData(tuple(map(_article, articles)), next(filter(None, sites), None))


def _plain_page(text: str) -> Page:
    """Returns a page of text or Markdown, titled by its first heading."""
    found = _HEADING.search(text[:_OPENING])
    titles = (Fact(clean_text(found[1] or found[2]), "heading"),) if found else ()
    return Page(kind="text", titles=titles, words=len(text.split()), opening=clean_text(text[:_OPENING]))


def _pdf_titles(body: bytes) -> tuple[Fact, ...]:
    found = _PDF_TITLE.search(body)
    return (Fact(re.sub(r"\\(.)", r"\1", found[1].decode("latin-1")), "pdf"),) if found else ()


def _parsed(script: str) -> object:
    cleaned = script.strip().removeprefix("<!--").removesuffix("-->").strip().rstrip(";")
    try:
        return json.loads(cleaned, strict=False)
    except (ValueError, RecursionError):
        return None


def _nodes(root: object) -> Iterator[Mapping[str, Any]]:
    waiting: list[object] = [root]
    seen = 0
    while waiting and seen < _MAX_NODES:
        node, seen = waiting.pop(0), seen + 1
        if isinstance(node, list):
            waiting.extend(node[:_MAX_NODES])
        elif isinstance(node, dict):
            yield node
            waiting.extend(node[key] for key in ("@graph", "mainEntity", "mainEntityOfPage", "isPartOf") if key in node)


def _types(node: Mapping[str, Any]) -> set[str]:
    kinds = node.get("@type", ())
    listed = kinds if isinstance(kinds, list) else [kinds]
    return {kind.rpartition("/")[2].lower() for kind in listed if isinstance(kind, str)}


def _article(node: Mapping[str, Any]) -> ArticleNode:
    headline = _text(node.get("headline")) or _text(node.get("name"))
    people = node.get("author", node.get("creator"))
    listed = people if isinstance(people, list) else [people]
    authors = [_text(person.get("name") if isinstance(person, dict) else person) for person in listed[:20]]
    return ArticleNode(headline, tuple(filter(None, authors)), _text(node.get("datePublished")))


def _text(value: object) -> str | None:
    if isinstance(value, list) and value:
        value = value[0]
    return without_half_characters(value.strip()[:1000]) or None if isinstance(value, str) else None


def _distinct(facts: Iterable[Fact]) -> list[Fact]:
    kept: dict[str, Fact] = {}
    for fact in facts:
        if fact.value:
            kept.setdefault(fact.value, fact)
    return list(kept.values())


def _join(base: str, address: str) -> str | None:
    try:
        return urljoin(base, address.strip())
    except ValueError:
        return None


def _titles(pieces: HtmlPieces, linked: LinkedData, base: str, address: str) -> Iterator[Fact]:
    """Yields the article's own headline, then what the head says, then headings that are not links elsewhere."""
    metas = dict(reversed(pieces.metas))
    if len(linked.articles) == 1 and linked.articles[0].headline:
        yield Fact(clean_text(linked.articles[0].headline), "json-ld")
    for name in ("og:title", "twitter:title", "citation_title", "dc.title"):
        if name in metas:
            yield Fact(clean_text(metas[name]), name)
    for title in map(clean_text, pieces.head_titles):
        yield Fact(title, "title")
        yield from _trail_ends(title)
    own = [heading for heading in pieces.headings if not _links_elsewhere(heading, base, address)]
    firsts = [heading for heading in own if heading.tag == "h1"][:_FEW_HEADINGS]
    for heading in firsts or [heading for heading in own if heading.is_post_title][:1]:
        yield Fact(clean_text(heading.text), heading.tag)


def _trail_ends(title: str) -> Iterator[Fact]:
    """Yields both ends of a trail (`Site » Title`): a guillemet separates site and page, never parts of a title."""
    parts = [part.strip() for part in re.split("[»›]", title)]
    for end in (parts[-1], parts[0]):
        if len(parts) > 1 and " " in end:
            yield Fact(end, "end of title")


def _links_elsewhere(heading: PageHeading, base: str, address: str) -> bool:
    """Whether the heading is an entry of a listing: all of it links to another page."""
    if heading.link is None:
        return False
    return _bare(_join(base, heading.link) or "") != _bare(address)


def _bare(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.netloc.lower()}{parts.path.rstrip('/')}?{parts.query}"


def _site_name(pieces: HtmlPieces, linked: LinkedData) -> Fact | None:
    for name, value in pieces.metas:
        if name in {"og:site_name", "application-name"}:
            return Fact(clean_text(value), name)
    return Fact(clean_text(linked.site_name), "json-ld") if linked.site_name else None


def _authors(pieces: HtmlPieces, linked: LinkedData, site_name: Fact | None) -> Iterator[Fact]:
    """Yields the authors by the first rule that names any."""
    told: list[tuple[str, list[str]]] = [
        ("json-ld", [name for article in linked.articles[:1] for name in article.authors])
    ]
    told += [(f"meta {name}", [value for key, value in pieces.metas if key == name]) for name in _AUTHOR_METAS]
    told += [
        (rule, [text for text, role in pieces.bylines if role == rule][:3])
        for rule in ("itemprop", "p-author", "rel=author")
    ]
    for rule, values in told:
        names = [name for value in values if (name := _person(value)) and not (site_name and name == site_name.value)]
        if names:
            yield from (Fact(name, rule) for name in names)
            return


def _person(text: str) -> str | None:
    """Returns the text as a person's name; None for an address, an account's default name or a sentence."""
    name = re.sub(
        r"^(?:written\s+by|posted\s+by|by|von|par)\s+|^(?:作者|文)\s*[:：]\s*",
        "",
        clean_text(text),
        flags=re.IGNORECASE,
    )
    is_name = 2 <= len(name) <= 60 and len(name.split()) <= 6 and "://" not in name and "@" not in name
    return name if is_name and name.casefold() not in _NO_AUTHORS else None


def _published(pieces: HtmlPieces, linked: LinkedData) -> Fact | None:
    metas = dict(reversed(pieces.metas))
    told = [(metas[name], f"meta {name}") for name in _DATE_METAS if name in metas]
    told += [(article.published, "json-ld") for article in linked.articles[:1] if article.published]
    told += [(time.moment, "time") for time in _article_times(pieces.times)]
    for text, rule in told:
        day = _day(text)
        if day:
            return Fact(day, rule)
    return None


def _article_times(times: list[Time]) -> list[Time]:
    """Returns the article's time: one marked as such, else the first near the heading, else the only one."""
    candidates = [time for time in times if not any(role in time.role for role in _CHANGED_ROLES)]
    said = [time for time in candidates if any(role in time.role for role in _PUBLISHED_ROLES)]
    near = [time for time in candidates if time.after_headings and time.after_words <= _NEAR_HEADING_WORDS]
    alone = candidates if len({_day(time.moment) for time in candidates}) == 1 else []
    return said[:1] or near[:1] or alone[:1]


def _day(text: str) -> str | None:
    """Returns `2024-05-14`, or `2024-05` without a day; None for anything else."""
    cleaned = text.strip().replace("/", "-")
    found = _DATE.match(cleaned)
    if not found:
        return None
    try:
        day = parse_date("-".join(part for part in found.groups() if part))
    except UsageError:
        return None
    return day if day >= "1985" else None


def _language(pieces: HtmlPieces) -> str | None:
    tag = pieces.language or next((value for name, value in pieces.metas if name in {"language", "og:locale"}), None)
    return tag.strip().replace("_", "-")[:20] or None if tag else None


def _canonical(pieces: HtmlPieces, base: str, address: str) -> str | None:
    """Returns the canonical address if it is on the page's own host: templates often carry a stranger's."""
    link = pieces.links.get("canonical")
    joined = _join(base, link) if link else None
    if not joined or urlsplit(joined).scheme not in {"http", "https"}:
        return None
    same_host = (urlsplit(joined).hostname or "").removeprefix("www.") == (
        urlsplit(address).hostname or ""
    ).removeprefix("www.")
    return joined if same_host else None
