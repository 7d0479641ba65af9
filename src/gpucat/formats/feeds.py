"""Reads what a site says it has: Atom, RSS and JSON feeds, index pages, sitemaps. Pure.

Feeds are read by feedparser, which takes what browsers and readers take; it is slow on hostile input, so a feed is read up
to a limit.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urljoin, urlsplit

from gpucat.catalog.dates import parse_date
from gpucat.catalog.discovery import FeedEntry
from gpucat.catalog.fields import clean_text
from gpucat.catalog.logins import without_login
from gpucat.charset import decode_page
from gpucat.errors import GpucatError

if TYPE_CHECKING:
    from lxml.html import HtmlElement

LONGEST_FEED: Final = 512 * 1024
"""How many bytes of a feed are read; the newest entries stand first."""
MOST_ENTRIES: Final = 500
_FEED_TYPES: Final = frozenset({"application/rss+xml", "application/atom+xml", "application/feed+json"})
_ASIDE: Final = frozenset({"nav", "header", "footer", "aside", "form"})
_LEAST_LETTERS: Final = 8
"""A shorter text of a link on an index page is no title; a Chinese character counts as two letters."""
_LEAST_LINKS: Final = 3


def read_feed(body: bytes, url: str) -> tuple[FeedEntry, ...]:
    """Returns the entries of the feed or sitemap at this address; none of anything else."""
    begin = body[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if begin.startswith(b"{"):
        return _kept(_json_feed(body, url))
    if b"<urlset" in begin:
        return _kept(_sitemap(body))
    is_feed = re.match(rb"(?:<\?xml.*?\?>\s*)?(?:<!--.*?-->\s*|<\?.*?\?>\s*)*<(?:rss|feed|rdf)\b", begin, re.DOTALL)
    return _kept(_feed(body[:LONGEST_FEED], url)) if is_feed else ()


def read_index(body: bytes, url: str) -> tuple[FeedEntry, ...]:
    """Returns the links of an index page that look like titles and lead below it; too few are no index."""
    found = _kept(_links_below(body, url))
    return found if len(found) >= _LEAST_LINKS else ()


def _kept(entries: Iterable[FeedEntry]) -> tuple[FeedEntry, ...]:
    """Returns the entries that have a web address, each address once."""
    kept: dict[str, FeedEntry] = {}
    for entry in entries:
        if urlsplit(entry.url).scheme in ("http", "https"):
            address = without_login(entry.url)
            kept.setdefault(address, entry._replace(url=address))
    return tuple(kept.values())[:MOST_ENTRIES]


def feeds_named_in(body: bytes, url: str) -> tuple[str, ...]:
    """Returns the addresses of the feeds that a page names in its head; feeds of comments come last."""
    page = _tree(body)
    links = page.iter("link") if page is not None else ()
    named = [
        urljoin(url, link.get("href", "").strip())
        for link in links
        if "alternate" in link.get("rel", "").lower().split() and link.get("type", "").strip().lower() in _FEED_TYPES
    ]
    return tuple(sorted(dict.fromkeys(named), key=lambda address: "comment" in address.lower()))


def _feed(body: bytes, url: str) -> Iterator[FeedEntry]:
    import feedparser

    for entry in feedparser.parse(body, response_headers={"content-location": url}).entries:
        address = entry.get("link") or entry.get("id") or ""
        authors = tuple(name for one in entry.get("authors", ()) if (name := _plain(one.get("name", ""))))
        title = entry.get("title_detail", {})
        shown = _without_tags(title.get("value", "")) if title.get("type") != "text/plain" else title.get("value", "")
        yield FeedEntry(_plain(shown), address, _day(entry.get("published")), authors)


def _json_feed(body: bytes, url: str) -> Iterator[FeedEntry]:
    try:
        feed = json.loads(body)
    except (ValueError, RecursionError):
        return
    items = feed.get("items") if isinstance(feed, dict) else None
    for item in items if isinstance(items, list) else ():
        if not isinstance(item, dict):
            continue
        address = _string(item, "url") or _string(item, "external_url") or _string(item, "id")
        named = [one for one in item.get("authors") or [item.get("author")] if isinstance(one, dict)]
        authors = tuple(name for one in named if (name := _plain(_string(one, "name"))))
        published = _day(_string(item, "date_published"))
        yield FeedEntry(_plain(_string(item, "title")), urljoin(url, address), published, authors)


def _sitemap(body: bytes) -> Iterator[FeedEntry]:
    """Yields the pages of a sitemap, newest first; it has no titles, and the dates are those of the last change."""
    from lxml import etree

    root = etree.fromstring(body, etree.XMLParser(recover=True, resolve_entities=False, no_network=True))
    pages = [] if root is None else [{_name(part): part.text or "" for part in page} for page in root]
    for page in sorted(pages, key=lambda page: page.get("lastmod", ""), reverse=True):
        yield FeedEntry("", page.get("loc", "").strip())


def _name(element: Any) -> str:  # noqa: ANN401  lxml gives comments a function for a tag
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _links_below(body: bytes, url: str) -> Iterator[FeedEntry]:
    page, place = _tree(body), urlsplit(url)
    for link in page.iter("a") if page is not None else ():
        address = urljoin(url, link.get("href", "").strip()).partition("#")[0]
        text, there = _plain(str(link.text_content())), urlsplit(address)
        is_below = there.netloc == place.netloc and len(there.path.strip("/")) > len(place.path.strip("/"))
        is_aside = any(above.tag in _ASIDE for above in link.iterancestors())
        if is_below and not is_aside and _is_title(text):
            yield FeedEntry(text, address)


def _is_title(text: str) -> bool:
    """Whether a link's text has the length of a title: several words, or a few Chinese characters."""
    wide = sum(char > "\u2e80" for char in text)
    return (" " in text and len(text) >= _LEAST_LETTERS) or 2 * wide >= _LEAST_LETTERS


def _tree(body: bytes) -> "HtmlElement | None":
    from lxml import etree, html

    try:
        return html.document_fromstring(decode_page(body).text)
    except (etree.LxmlError, ValueError):
        return None


def _without_tags(text: str) -> str:
    from lxml import etree, html

    try:
        return str(html.fragment_fromstring(text, create_parent=True).text_content())
    except (etree.LxmlError, ValueError):
        return text


def _plain(text: str) -> str:
    return " ".join(clean_text(text).split())


def _string(fields: Mapping[str, Any], name: str) -> str:
    value = fields.get(name)
    return value if isinstance(value, str) else ""


def _day(text: str | None) -> str | None:
    """Returns the day of a time as the site wrote it, in its own zone; None if it cannot be read."""
    from email.utils import parsedate_to_datetime

    for read in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            return read((text or "").strip()).date().isoformat()
        except (ValueError, TypeError):
            continue
    try:
        return parse_date(text or "")
    except GpucatError:
        return None
