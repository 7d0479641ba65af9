"""Asks sites' robots.txt whether a page may be read and kept (RFC 9309), once a site and run."""

import asyncio
from typing import Final
from urllib.parse import urlsplit

from gpucat.formats.robots import RobotRules, parse_robots
from gpucat.language import Bilingual
from gpucat.net.fetch import Fetcher

ROBOT_NAME: Final = "gpucat"
_FORBIDDEN: Final = Bilingual("the site's robots.txt does not allow it", "站点的 robots.txt 不允许")
_UNREADABLE: Final = Bilingual("the site's robots.txt could not be read", "无法读取站点的 robots.txt")
_LONGEST: Final = 512 * 1024
"""How many bytes of the file count; the standard asks for at least 500 KiB."""


class Robots:
    """The rules of the sites of a run; simultaneous questions about one site share its answer."""

    def __init__(self) -> None:
        self._sites: dict[str, asyncio.Task[RobotRules | None]] = {}

    async def objection(self, url: str, fetcher: Fetcher) -> Bilingual | None:
        """Returns why gpucat may not keep the page; None if it may. Nobody's rules apply where there are none."""
        rules = await self._rules(url, fetcher)
        if rules is None:
            return _UNREADABLE
        return None if rules.allow(url) else _FORBIDDEN

    async def prohibition(self, url: str, fetcher: Fetcher) -> Bilingual | None:
        """Returns why the page may not even be asked for: the site says so. If it says nothing, it may be down."""
        rules = await self._rules(url, fetcher)
        return None if rules is None or rules.allow(url) else _FORBIDDEN

    async def _rules(self, url: str, fetcher: Fetcher) -> RobotRules | None:
        parts = urlsplit(url)
        site = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
        if site not in self._sites:
            self._sites[site] = asyncio.ensure_future(_rules_of(site, fetcher))
        return await self._sites[site]


async def _rules_of(site: str, fetcher: Fetcher) -> RobotRules | None:
    """Returns the site's rules; None if it fails to answer, which stands for a refusal until it does."""
    probe, body = await fetcher.fetch(f"{site}/robots.txt")
    status = probe.status or 0
    if probe.failure is not None or status >= 500 or status == 429:
        return None
    is_text = 200 <= status < 300 and b"<html" not in body[:1000].lower()
    return parse_robots(body[:_LONGEST].decode("utf-8", "replace") if is_text else "", ROBOT_NAME)
