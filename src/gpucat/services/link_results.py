"""Holds what the link checker works on and finds: targets, results, the report, and archived copies."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Final, NamedTuple

from gpucat.language import Bilingual
from gpucat.links.probe import DEAD, Verdict
from gpucat.links.verdicts import Streak

if TYPE_CHECKING:
    from gpucat.net.settings import NetSettings

ARCHIVE: Final = "https://web.archive.org/web/"
_DEADLINE_S: Final = 8.0
_ARCHIVED: Final = "web.archive.org/web/"


class LinkTarget(NamedTuple):
    """A link to check: an article (`number`, `id`) or a `line` of a `file`. `names` are the source and the authors.

    It is a named tuple because a list may have very many, and a frozen dataclass takes four times as long.
    """

    title: str
    url: str
    number: int | None = None
    id: str | None = None
    line: int | None = None
    file: str | None = None
    names: tuple[str, ...] = ()
    confirmed_title: str | None = None
    known_title: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkResult:
    """What was found out about one link.

    `final_url` is where its redirects end, None without any; `text_change` is None if no earlier text is known; `streak` comes from the history and this check;
    `archive_url` is a copy of a dead page, if one was asked for.
    """

    target: LinkTarget
    verdict: Verdict
    reason: Bilingual
    checked_at: datetime
    status: int | None = None
    final_url: str | None = None
    page_title: str | None = None
    title_match: str | None = None
    text_change: str | None = None
    attempts: int = 1
    elapsed_ms: int = 0
    streak: Streak | None = None
    archive_url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkReport:
    """All results in the order of the targets; `is_interrupted` if the user stopped the run before the end."""

    results: tuple[LinkResult, ...]
    asked: int
    is_interrupted: bool = False


def suggest_archives(results: Sequence[LinkResult], settings: "NetSettings") -> tuple[LinkResult, ...]:
    """Returns the results with the newest archived copy for each dead link that has one."""
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
