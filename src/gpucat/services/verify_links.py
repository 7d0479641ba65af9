"""Checks links: is each alive, and is it still that article? Results come one by one as they are known."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from gpucat.language import Bilingual
from gpucat.links.streaks import Streak
from gpucat.links.verdict import Verdict

if TYPE_CHECKING:
    from gpucat.net.settings import NetSettings


_COLLECT: Final = (1000, 10, 10)
"""A short command hardly collects garbage (see `__main__`); failed connections leave cycles that a long run must free."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkTarget:
    """A link to check: an article (`number`, `id`) or a `line` of a `file`. `names` are the source and the authors."""

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
    """What was found out about one link. `final_url` is where its redirects end, None without any; `streak` is what the
    history says together with this check; `archive_url` a copy of a dead page, where one was asked for."""

    target: LinkTarget
    verdict: Verdict
    reason: Bilingual
    checked_at: datetime
    status: int | None = None
    final_url: str | None = None
    page_title: str | None = None
    title_match: str | None = None
    attempts: int = 1
    elapsed_ms: int = 0
    streak: Streak | None = None
    archive_url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkReport:
    """All results in the order of the targets. `is_interrupted`: the user stopped the run, the rest was not checked."""

    results: tuple[LinkResult, ...]
    asked: int
    is_interrupted: bool = False


def verify_links(
    targets: Sequence[LinkTarget],
    settings: "NetSettings",
    *,
    titles: Iterable[str] = (),
    on_result: Callable[[LinkResult], None] = lambda result: None,
) -> LinkReport:
    """Checks the targets; `titles` are all titles of the catalogue or file, among which a page may be another one.

    Raises NetworkError when there is no network at all: nothing is called dead then.
    """
    import asyncio
    import gc

    from gpucat.services.link_run import LinkRun

    gc.set_threshold(*_COLLECT)
    results: list[tuple[int, LinkResult]] = []

    def keep(index: int, result: LinkResult) -> None:
        results.append((index, result))
        on_result(result)

    run = LinkRun(targets, settings, titles=tuple(titles), keep=keep)
    is_interrupted = False
    try:
        asyncio.run(run.run())
    except KeyboardInterrupt:
        is_interrupted = True
    results.sort(key=lambda numbered: numbered[0])
    return LinkReport(results=tuple(result for _, result in results), asked=len(targets), is_interrupted=is_interrupted)
