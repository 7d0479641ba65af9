"""Decides what the collected pieces of a page mean: titles, authors, site, date, language, canonical address. Pure.

Each value is kept with the rule that gave it; where the rules are silent the value is None, never a guess.
"""

import html
import re
from collections.abc import Iterable, Iterator
from typing import Final
from urllib.parse import urljoin, urlsplit

from gpucat.catalog.dates import parse_date
from gpucat.errors import UsageError
from gpucat.formats.html_page import HtmlPieces
from gpucat.formats.html_parts import Heading, Time
from gpucat.formats.json_ld import LinkedData, read_json_ld
from gpucat.links.page import Fact, Page, Refresh

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


def page_from_html(pieces: HtmlPieces, address: str) -> Page:
    """The facts of an HTML page that was read from `address`."""
    linked = read_json_ld(pieces.json_ld)
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


def clean_text(text: str) -> str:
    """One line: white space and zero-width characters squeezed, entities that were escaped twice resolved."""
    return _SPACE.sub(" ", html.unescape(text)).strip()


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


# titles


def _titles(pieces: HtmlPieces, linked: LinkedData, base: str, address: str) -> Iterator[Fact]:
    """The article's own headline first, then what the head says, then headings that are no links elsewhere."""
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
    """Both ends of a trail (`Site » Title`): the guillemet parts a site from a page, never a title from itself."""
    parts = [part.strip() for part in re.split("[»›]", title)]
    for end in (parts[-1], parts[0]):
        if len(parts) > 1 and " " in end:
            yield Fact(end, "end of title")


def _links_elsewhere(heading: Heading, base: str, address: str) -> bool:
    """Whether the heading is an entry of a listing: all of it a link to another page."""
    if heading.link is None:
        return False
    return _bare(_join(base, heading.link) or "") != _bare(address)


def _bare(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.netloc.lower()}{parts.path.rstrip('/')}?{parts.query}"


# the rest


def _site_name(pieces: HtmlPieces, linked: LinkedData) -> Fact | None:
    for name, value in pieces.metas:
        if name in {"og:site_name", "application-name"}:
            return Fact(clean_text(value), name)
    return Fact(clean_text(linked.site_name), "json-ld") if linked.site_name else None


def _authors(pieces: HtmlPieces, linked: LinkedData, site_name: Fact | None) -> Iterator[Fact]:
    """The authors by the first rule that names any."""
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
    """The text as a person's name; None for an address, an account's stock name or a sentence."""
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
    """The time that is the article's: said to be so, or the first near the heading, or the only one there is."""
    candidates = [time for time in times if not any(role in time.role for role in _CHANGED_ROLES)]
    said = [time for time in candidates if any(role in time.role for role in _PUBLISHED_ROLES)]
    near = [time for time in candidates if time.after_headings and time.after_words <= _NEAR_HEADING_WORDS]
    alone = candidates if len({_day(time.moment) for time in candidates}) == 1 else []
    return said[:1] or near[:1] or alone[:1]


def _day(text: str) -> str | None:
    """`2024-05-14`, or `2024-05` where no day is told; None for anything else."""
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
    """The canonical address, which counts on the page's own host only: templates often carry a stranger's."""
    link = pieces.links.get("canonical")
    joined = _join(base, link) if link else None
    if not joined or urlsplit(joined).scheme not in {"http", "https"}:
        return None
    same_host = (urlsplit(joined).hostname or "").removeprefix("www.") == (
        urlsplit(address).hostname or ""
    ).removeprefix("www.")
    return joined if same_host else None
