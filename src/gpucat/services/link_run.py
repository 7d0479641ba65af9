"""Runs the link checker: probes the targets at a pace, judges each answer, watches the network and samples sites."""

import asyncio
import gc
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from gpucat.errors import NetworkError
from gpucat.formats.page_facts import read_page
from gpucat.language import Bilingual
from gpucat.links.best_title import Expected
from gpucat.links.landing import host_of
from gpucat.links.page import Page
from gpucat.links.probe import LONG_WAIT_S, Failure, Judgement, Probe, Verdict
from gpucat.links.text_change import TextEvidence
from gpucat.links.verdicts import ALIVE, SiteSample, judge, kind_of
from gpucat.net.schedule import Schedule
from gpucat.net.session import Session, open_session
from gpucat.net.settings import NetSettings
from gpucat.services.link_results import LinkReport, LinkResult, LinkTarget
from gpucat.services.reader_page import fetch_page
from gpucat.services.sketch_keeping import PageKeeper

if TYPE_CHECKING:
    from gpucat.net.fetch import Fetcher
    from gpucat.net.guard import Guard

_OFFLINE: Final = frozenset({Failure.NAME_NOT_FOUND, Failure.NAME_UNCERTAIN, Failure.UNREACHABLE})
_NO_PROXY: Final = _OFFLINE | {Failure.REFUSED, Failure.RESET, Failure.TIMEOUT}
_SILENT: Final = frozenset({Failure.TIMEOUT, Failure.BAD_ADDRESS, Failure.FORBIDDEN_ADDRESS, Failure.NOT_ASKED})
_ENOUGH_HOSTS: Final = 8
_KNOWN_NAMES: Final = ("example.com", "www.wikipedia.org")
_COLLECT: Final = (1000, 10, 10)
"""The garbage collector's thresholds: failed connections leave cycles that a long run must free (see `__main__`)."""
_BACKOFF_S: Final = (1.0, 3.0, 8.0)
_NOT_MODIFIED: Final = 304
_UNCHANGED: Final = Bilingual("unchanged since the last time", "自上次以来没有变化")


def check_links(
    targets: Sequence[LinkTarget],
    settings: NetSettings,
    *,
    titles: Iterable[str] = (),
    on_result: Callable[[LinkResult], None] = lambda result: None,
    keeper: PageKeeper | None = None,
) -> LinkReport:
    """Checks the targets; `titles` are all titles of the catalogue or file, one of which a wrong page may carry.

    `keeper` gets the pages that may be their articles.

    Raises NetworkError if there is no network at all, so that no link is called dead for it.
    """
    gc.set_threshold(*_COLLECT)
    results: list[tuple[int, LinkResult]] = []

    def keep(index: int, result: LinkResult) -> None:
        results.append((index, result))
        on_result(result)

    run = LinkRun(targets, settings, titles=tuple(titles), keep=keep, keeper=keeper)
    is_interrupted = False
    try:
        asyncio.run(run.run())
    except KeyboardInterrupt:
        is_interrupted = True
    results.sort(key=lambda numbered: numbered[0])
    return LinkReport(results=tuple(result for _, result in results), asked=len(targets), is_interrupted=is_interrupted)


@dataclass(slots=True)
class _Progress:
    """What is known of a target between attempts."""

    attempts: int = 0
    elapsed_ms: int = 0
    earlier: list[str] = field(default_factory=list)


class LinkRun:
    """Checks all targets and hands each result to `keep` with its index; a link listed twice is fetched once."""

    def __init__(
        self,
        targets: Sequence[LinkTarget],
        settings: NetSettings,
        *,
        titles: tuple[str, ...],
        keep: Callable[[int, LinkResult], None],
        keeper: PageKeeper | None = None,
    ) -> None:
        self._targets = targets
        self._settings = settings
        self._keeper = keeper
        self._titles = titles
        self._progress: dict[int, _Progress] = {}
        self._twins: dict[tuple[str, str], list[int]] = {}
        for index, target in enumerate(targets):
            self._twins.setdefault((target.url, target.title), []).append(index)
        self._hosts = {indexes[0]: host_of(url) for (url, _), indexes in self._twins.items()}
        self._keep = keep
        self._watch = NetworkWatch(set(self._hosts.values()), self._keep_twins, is_proxied=settings.proxy is not None)

    async def run(self) -> None:
        async with open_session(self._settings) as session:
            self._session: Session = session
            self._samples = SiteSamples(session.fetcher)
            schedule = Schedule(
                self._attempt, session.lanes, concurrency=self._settings.concurrency, per_host=self._settings.per_host
            )
            await schedule.run((host, index) for index, host in self._hosts.items())
            await self._watch.close(session.guard)

    async def _attempt(self, index: int) -> float | None:
        """Tries a target once; returns None once its result is kept, otherwise the seconds until the next attempt."""
        target = self._targets[index]
        progress = self._progress.setdefault(index, _Progress())
        if self._session.lanes.of(self._hosts[index]).has_given_up:
            probe, judgement = _not_asked(target)
        else:
            progress.attempts += 1
            probe, judgement = await self._look(target, progress)
            progress.elapsed_ms += probe.elapsed_ms
        await self._watch.see(self._hosts[index], probe.failure, self._session.guard)
        is_silent = self._session.lanes.of(self._hosts[index]).is_silent
        delay_s = None if is_silent else self._delay(probe, judgement, progress)
        if delay_s is not None:
            progress.earlier.append(probe.cut_by.value if probe.cut_by else probe.outcome)
            return delay_s
        self._watch.keep(index, _result(target, probe, judgement, progress), probe.failure)
        del self._progress[index]
        return None

    def _keep_twins(self, index: int, result: LinkResult) -> None:
        for twin in self._twins[result.target.url, result.target.title]:
            self._keep(twin, replace(result, target=self._targets[twin]))

    def _delay(self, probe: Probe, judgement: Judgement, progress: _Progress) -> float | None:
        """Returns the seconds to wait before another attempt; None if none is worthwhile."""
        tries = 1 if probe.failure in {Failure.TIMEOUT, Failure.PROTOCOL, Failure.TLS} else self._settings.retries
        asked_s = probe.retry_after_s or 0.0
        if not judgement.may_pass or progress.attempts > min(tries, self._settings.retries) or asked_s > LONG_WAIT_S:
            return None
        return max(asked_s, _BACKOFF_S[min(progress.attempts, len(_BACKOFF_S)) - 1])

    async def _look(self, target: LinkTarget, progress: _Progress) -> tuple[Probe, Judgement]:
        expected = Expected(
            title=target.title,
            url=target.url,
            names=target.names,
            siblings=self._titles,
            confirmed_title=target.confirmed_title,
            known_title=target.known_title,
        )
        fetcher = self._session.fetcher
        if self._keeper and (objection := await self._keeper.objection(target.url, fetcher)):
            probe, judgement = _not_asked(target)
            return probe, replace(judgement, reason=objection)
        read = await fetch_page(fetcher, expected)
        probe = replace(read.probe, attempts=progress.attempts, earlier=tuple(progress.earlier))
        if probe.status == _NOT_MODIFIED and self._settings.validators:
            return probe, Judgement(verdict=Verdict.OK, reason=_UNCHANGED)
        judgement = await self._judge(expected, probe, read.page)
        may_be_article = kind_of(judgement.verdict) == ALIVE or judgement.verdict is Verdict.WRONG_ARTICLE
        if self._keeper and may_be_article and not judgement.may_pass:
            again = partial(self._judge, expected, probe, read.page)
            judgement = await self._keeper.weigh(target, read, judgement, again, fetcher)
        return probe, judgement

    async def _judge(self, expected: Expected, probe: Probe, page: Page, text: TextEvidence | None = None) -> Judgement:
        judgement = judge(expected, probe, page, text=text)
        if judgement.needs_site:
            judgement = judge(expected, probe, page, await self._samples.of(probe.final_url), text)
        return judgement


def _not_asked(target: LinkTarget) -> tuple[Probe, Judgement]:
    probe = Probe(url=target.url, final_url=target.url, failure=Failure.NOT_ASKED)
    return probe, judge(Expected(title=target.title, url=target.url), probe, Page(kind="empty"))


def _result(target: LinkTarget, probe: Probe, judgement: Judgement, progress: _Progress) -> LinkResult:
    return LinkResult(
        target=target, verdict=judgement.verdict, reason=judgement.reason, checked_at=datetime.now(UTC), status=probe.status,
        final_url=probe.final_url if probe.hops else None, page_title=judgement.page_title, title_match=judgement.title_match,
        text_change=judgement.text_change, attempts=progress.attempts, elapsed_ms=progress.elapsed_ms,
    )  # fmt: skip


class NetworkWatch:
    """Holds back results that a missing network would explain until a host answers or a known name resolves."""

    def __init__(self, hosts: set[str], keep: "Callable[[int, LinkResult], None]", *, is_proxied: bool) -> None:
        self._hosts = hosts
        self._keep = keep
        self._offline = _NO_PROXY if is_proxied else _OFFLINE
        self._failed: set[str] = set()
        self._held: list[tuple[int, LinkResult]] = []
        self._is_online = False

    async def see(self, host: str, failure: Failure | None, guard: "Guard") -> None:
        """Notes the outcome of an attempt; raises NetworkError if no host answers and no known name resolves."""
        if self._is_online:
            return
        if failure in self._offline:
            self._failed.add(host)
            if len(self._failed) >= min(_ENOUGH_HOSTS, len(self._hosts)):
                await self._decide(guard)
        elif failure not in _SILENT:
            self._release()

    def keep(self, index: int, result: "LinkResult", failure: Failure | None) -> None:
        """Passes a result on once any host has answered; until then, passes on only answers."""
        if self._is_online or failure is None:
            self._keep(index, result)
        else:
            self._held.append((index, result))

    async def close(self, guard: "Guard") -> None:
        """Decides, at the end of the run, about the results still held back."""
        if self._failed:
            await self._decide(guard)
        self._release()

    async def _decide(self, guard: "Guard") -> None:
        if self._is_online:
            return
        lookups = await asyncio.gather(*map(guard.addresses, _KNOWN_NAMES), return_exceptions=True)
        if self._offline is _NO_PROXY or all(isinstance(found, Exception) for found in lookups):
            raise NetworkError(
                "no_network",
                Bilingual("no network connection: no host name resolves", "没有网络连接：任何主机名都无法解析"),
                Bilingual(
                    "no link was marked as dead; try again once you are online", "没有链接被判为失效；请联网后重试"
                ),
            )
        self._release()

    def _release(self) -> None:
        self._is_online = True
        for index, result in self._held:
            self._keep(index, result)
        self._held.clear()


class SiteSamples:
    """Samples of sites by scheme and host; simultaneous requests for one share its answer."""

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
