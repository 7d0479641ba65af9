"""Looks at the sites that the list already names for articles that it has not: their feeds, index pages, sitemaps.

A site is asked at the address that served the last time, else at its root, at a listed article of it, where feeds usually
are, and last for its sitemap; the first of them that names articles counts. Robots.txt is obeyed.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urljoin, urlsplit

from gpucat.catalog.article import Article
from gpucat.catalog.discovery import Discovery, SiteEntries
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.proposal import Near, propose_place
from gpucat.catalog.unknown import unknown
from gpucat.formats.feeds import feeds_named_in, read_feed, read_index
from gpucat.language import NOTHING, Bilingual, same
from gpucat.net.schedule import Schedule
from gpucat.net.session import Session, open_session
from gpucat.net.settings import NetSettings
from gpucat.search.asked import SHARED_HOSTS, host_of
from gpucat.services.cards import find_related
from gpucat.services.robots import Robots
from gpucat.store.articles import find_articles
from gpucat.store.connection import Reader
from gpucat.store.discoveries import read_discoveries, save_discoveries

_USUAL: Final = ("feed.xml", "index.xml", "atom.xml", "rss.xml", "feed", "rss", "feed.json")
"""Where sites have a feed that no page of theirs names."""
_SITEMAP: Final = "sitemap.xml"
MOST_AT_FIRST: Final = 10
"""How many of its newest articles a site shows when it is looked at for the first time."""
_NEAREST: Final = 3
_NOTHING_NAMED: Final = Bilingual("no feed, index page or sitemap was found", "没有找到订阅源、索引页或站点地图")


class Site(NamedTuple):
    """A site of the list: its name (host, and account where many share one), its root, and a listed article of it."""

    name: str
    root: str
    article: str


class PlacedDiscovery(NamedTuple):
    """A discovery with the listed articles nearest to it, the module that they propose, and how near they are."""

    discovery: Discovery
    near: tuple[Article, ...]
    module: str | None
    nearness: float


class SiteFailure(NamedTuple):
    """A site that named nothing, and why."""

    site: str
    reason: Bilingual


class Looks(NamedTuple):
    """One look at sites: the numbers of what is new, how many sites named anything, those that did not.

    `older` counts what a first look at a site leaves out.
    """

    new: tuple[int, ...]
    looked: int
    failures: tuple[SiteFailure, ...]
    older: int
    is_interrupted: bool


def sites_of(articles: Iterable[Article], names: Sequence[str] = ()) -> list[Site]:
    """Returns the sites of the articles, or those of them whose name or source contains one of `names`.

    Raises UsageError for a name that is no site's.
    """
    sites: dict[str, Site] = {}
    sources: dict[str, set[str]] = {}
    for article in articles:
        site = _site_of(article.url)
        if site is not None:
            sites.setdefault(site.name, site)
            sources.setdefault(site.name, {site.name}).add((article.source or "").casefold())
    if not names:
        return list(sites.values())
    chosen: dict[str, Site] = {}
    for name in names:
        wanted = (host_of(name) if "://" in name else name).casefold()
        meant = {site: sites[site] for site, called in sources.items() if any(wanted in one for one in called)}
        if not meant:
            raise unknown("site", name, sites, Bilingual("site", "站点"))
        chosen |= meant
    return list(chosen.values())


def _site_of(url: str) -> Site | None:
    parts = urlsplit(url)
    host = host_of(url)
    if not host or parts.scheme not in ("http", "https"):
        return None
    account = parts.path.strip("/").partition("/")[0]
    is_shared = account.startswith("@") or (host.partition(".")[0] in SHARED_HOSTS and host.count(".") == 1)
    root = f"{parts.scheme}://{parts.netloc}/" + (f"{account}/" if is_shared and account else "")
    return Site(f"{host}/{account}" if is_shared and account else host, root, url)


def discover(
    sites: Sequence[Site],
    known: Mapping[str, str],
    settings: NetSettings,
    database: Path,
    on_site: Callable[[Site, bool], None] = lambda site, is_read: None,
) -> Looks:
    """Asks the sites and keeps what they name; `known` has the address at which each named it the last time.

    What was read before the user stops the run is kept.
    """
    run = _Looking(sites, known, settings, on_site)
    is_interrupted = False
    try:
        asyncio.run(run.run())
    except KeyboardInterrupt:
        is_interrupted = True
    run.looked.sort(key=lambda looked: looked.site)
    new = save_discoveries(database, run.looked, datetime.now(UTC).isoformat(timespec="seconds"))
    shown = {site: numbers if site in known else numbers[:MOST_AT_FIRST] for site, numbers in new.items()}
    return Looks(
        tuple(number for numbers in shown.values() for number in numbers),
        len(run.looked),
        tuple(run.failures),
        sum(map(len, new.values())) - sum(map(len, shown.values())),
        is_interrupted,
    )


def found_among(
    connection: Reader, sites: Sequence[Site], numbers: Sequence[int] | None = None
) -> tuple[PlacedDiscovery, ...]:
    """Returns what was found on the sites, or of that only these numbers, the nearest to the list first."""
    wanted = None if numbers is None else set(numbers)
    kept = read_discoveries(connection, [site.name for site in sites])
    found = [_placed(connection, one) for one in kept if wanted is None or one.number in wanted]
    return tuple(sorted(found, key=lambda one: (-one.nearness, one.discovery.number)))


def _placed(connection: Reader, discovery: Discovery) -> PlacedDiscovery:
    article = Article(number=0, title=discovery.title, url=discovery.url)
    related = find_related(connection, article, _NEAREST) if discovery.title else []
    near = [Near(one.article, one.score) for one in related if one.is_telling]
    module = next((one.value for one in propose_place(near) if one.field == "module"), None)
    nearest = max((one.score for one in related), default=0.0)
    return PlacedDiscovery(discovery, tuple(one.article for one in related), module, nearest)


def listed_articles(connection: Reader) -> list[Article]:
    """Returns the articles whose sites are looked at."""
    return list(find_articles(connection, ArticleFilter()))


class _Looking:
    """One run over the sites, at the pace of the link checker."""

    def __init__(
        self,
        sites: Sequence[Site],
        known: Mapping[str, str],
        settings: NetSettings,
        on_site: Callable[[Site, bool], None],
    ) -> None:
        self._sites = sites
        self._known = known
        self._settings = settings
        self._on_site = on_site
        self._robots = Robots()
        self.looked: list[SiteEntries] = []
        self.failures: list[SiteFailure] = []

    async def run(self) -> None:
        async with open_session(self._settings) as session:
            self._session: Session = session
            schedule = Schedule(self._look, session.lanes, concurrency=self._settings.concurrency, per_host=1)
            await schedule.run((host_of(site.root), site) for site in self._sites)

    async def _look(self, site: Site) -> None:
        found, reason = await self._ask(site)
        if found is None:
            self.failures.append(SiteFailure(site.name, reason))
        else:
            self.looked.append(found)
        self._on_site(site, found is not None)

    async def _ask(self, site: Site) -> tuple[SiteEntries | None, Bilingual]:
        """Returns what the site names at the first address that names anything, or why it names nothing."""
        known = self._known.get(site.name)
        if known and (found := await self._named(site, known)):
            return found, NOTHING
        pages = [(page, *await self._body(page)) for page in dict.fromkeys((site.root, site.article))]
        feeds = [feed for page, body, _ in pages for feed in feeds_named_in(body, page)]
        if not any(body for _, body, _ in pages):
            return None, pages[0][2]
        for address in dict.fromkeys((*feeds, *(urljoin(site.root, usual) for usual in _USUAL))):
            if found := await self._named(site, address):
                return found, NOTHING
        if entries := read_index(pages[0][1], site.root):
            return SiteEntries(site.name, site.root, entries), NOTHING
        return await self._named(site, urljoin(site.root, _SITEMAP)), _NOTHING_NAMED

    async def _named(self, site: Site, address: str) -> SiteEntries | None:
        body, _ = await self._body(address)
        is_root = address == site.root
        entries = read_index(body, address) if is_root else read_feed(body, address)
        return SiteEntries(site.name, address, entries) if entries else None

    async def _body(self, address: str) -> tuple[bytes, Bilingual]:
        """Returns what lies at the address; nothing, and why, if it may not be asked for or does not answer well."""
        fetcher = self._session.fetcher
        if prohibition := await self._robots.prohibition(address, fetcher):
            return b"", prohibition
        probe, body = await fetcher.fetch(address)
        is_there = probe.failure is None and 200 <= (probe.status or 0) < 300
        return (body, NOTHING) if is_there else (b"", same(probe.outcome))
