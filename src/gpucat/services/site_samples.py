"""What a site shows on its home page and for an address that cannot exist: asked once a site, kept for the run."""

import asyncio
import secrets
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from gpucat.formats.pages import read_page
from gpucat.links.page import Page
from gpucat.links.verdicts import SiteSample

if TYPE_CHECKING:
    from gpucat.net.fetch import Fetcher


class SiteSamples:
    """Samples by scheme and host; those who ask at the same time wait for the same answer."""

    def __init__(self, fetcher: "Fetcher") -> None:
        self._fetcher = fetcher
        self._asked: dict[str, asyncio.Task[SiteSample]] = {}

    async def of(self, url: str) -> SiteSample:
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
        if origin not in self._asked:
            folder = parts.path.rpartition("/")[0]
            self._asked[origin] = asyncio.ensure_future(self._sample(origin, folder))
        return await self._asked[origin]

    async def _sample(self, origin: str, folder: str) -> SiteSample:
        nowhere = await self._page(f"{origin}{folder}/gpucat-no-such-page-{secrets.token_hex(4)}")
        return SiteSample(home=await self._page(f"{origin}/"), nowhere=nowhere)

    async def _page(self, url: str) -> Page | None:
        probe, body = await self._fetcher.fetch(url)
        if probe.failure is not None or probe.status != 200:
            return None
        page = read_page(body, probe.headers.get("content-type", ""), probe.final_url)
        return replace(page, opening="", machinery="", anchors=frozenset())
