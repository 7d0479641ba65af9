"""Asks the Wayback Machine for copies of dead pages, and only for those: one request each, its redirect read."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from gpucat.links.verdict import DEAD
from gpucat.services.link_results import LinkResult

if TYPE_CHECKING:
    from gpucat.net.settings import NetSettings

ARCHIVE: Final = "https://web.archive.org/web/"
_DEADLINE_S: Final = 8.0
_ARCHIVED: Final = "web.archive.org/web/"


def suggest_archives(results: Sequence[LinkResult], settings: "NetSettings") -> tuple[LinkResult, ...]:
    """The results, those of dead links with the newest archived copy where there is one."""
    import asyncio

    return tuple(asyncio.run(_suggest(results, replace(settings, deadline_s=_DEADLINE_S))))


async def _suggest(results: Sequence[LinkResult], settings: "NetSettings") -> list[LinkResult]:
    from gpucat.net.session import open_session

    async with open_session(settings) as session:
        found = []
        for result in results:
            if result.verdict in DEAD:
                copy = await session.fetcher.first_redirect(ARCHIVE + result.target.url)
                is_copy = copy is not None and _ARCHIVED in copy and copy.rstrip("/") != ARCHIVE.rstrip("/")
                result = replace(result, archive_url=copy if is_copy else None)
            found.append(result)
        return found
