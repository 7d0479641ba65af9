"""Fetches the texts of articles as the link checker reads pages, and keeps those that may be kept.

A page is kept if the checker's verdict is that it leads to its article, if robots.txt and the page itself allow it, and if
there is an article to extract. Each text is one transaction, so a run can be stopped at any time and taken up again.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from gpucat.language import Bilingual
from gpucat.net.settings import NetSettings
from gpucat.services.link_results import LinkResult, LinkTarget
from gpucat.services.link_run import check_links
from gpucat.services.reader_page import ReaderPage
from gpucat.services.robots import Robots
from gpucat.services.sketch_keeping import SketchKeeper
from gpucat.services.text_worker import ExtractedText
from gpucat.services.texts import Outcome, TextResult, TextTarget
from gpucat.store.texts import Refusal, TextFacts, put_refusal, put_text, touch_text, writing_texts
from gpucat.texts.extraction import EXTRACTOR_VERSION
from gpucat.texts.volume import volume_of

if TYPE_CHECKING:
    from gpucat.net.fetch import Fetcher

PAGE_LIMIT: Final = 3 << 20
"""How many bytes of a page are read, decompressed; a larger page has no text that is kept."""
TEXT_LIMIT: Final = 500_000
"""How many bytes a kept text may have."""
_CONCURRENCY: Final = 8
_NO_ARCHIVE: Final = Bilingual("the page asks not to be kept (noarchive)", "页面要求不要留存（noarchive）")
_TOO_LARGE: Final = Bilingual("the page is larger than 3 MB", "页面大于 3 MB")
_TOO_LONG: Final = Bilingual("the text is longer than 500 kB", "正文超过 500 kB")
_BROKEN_OFF: Final = Bilingual("the page broke off", "页面传输中断")


class FetchReport(NamedTuple):
    """The results in the order of the targets; `is_interrupted` if the user stopped the run before the end."""

    results: tuple[TextResult, ...]
    asked: int
    is_interrupted: bool


def due_targets(targets: Iterable[TextTarget], stale_s: timedelta | None, now: datetime) -> Iterator[TextTarget]:
    """Yields the targets without a text, and those whose text is at least as old as `stale_s`."""
    for target in targets:
        if target.kept is None or (
            stale_s is not None and now - datetime.fromisoformat(target.kept.fetched_at) >= stale_s
        ):
            yield target


def fetch_texts(
    targets: Sequence[TextTarget],
    settings: NetSettings,
    database: Path,
    *,
    titles: Iterable[str] = (),
    on_result: Callable[[TextResult], None] = lambda result: None,
) -> FetchReport:
    """Fetches the texts and keeps them beside the database; `titles` are all titles of the catalogue.

    Raises NetworkError if there is no network at all, and StoreError if texts cannot be kept.
    """
    results: dict[str, TextResult] = {}
    with TextKeeper(database, {target.link.url: target.url_key for target in targets}, asks_first=True) as keeper:

        def take(result: LinkResult) -> None:
            found = keeper.settle(result)
            results[result.target.url] = found
            on_result(found)

        report = check_links(
            [target.link for target in targets],
            replace(
                settings,
                body_limit=PAGE_LIMIT,
                concurrency=min(settings.concurrency, _CONCURRENCY),
                validators=_validators(targets),
            ),
            titles=titles,
            on_result=take,
            keeper=keeper,
        )
    ordered = tuple(results[result.target.url] for result in report.results)
    return FetchReport(ordered, len(targets), report.is_interrupted)


def _validators(targets: Iterable[TextTarget]) -> dict[str, dict[str, str]]:
    """Returns the headers by which a server need not send what has not changed since this extractor has read it."""
    found: dict[str, dict[str, str]] = {}
    for _, url_key, kept in targets:
        if kept is not None and (kept.url_key, kept.extractor_version) == (url_key, EXTRACTOR_VERSION):
            headers = {"If-None-Match": kept.etag, "If-Modified-Since": kept.last_modified}
            found[kept.url] = {name: value for name, value in headers.items() if value}
    return found


class TextKeeper(SketchKeeper):
    """Keeps the texts of the pages of a run, too. With `asks_first`, robots.txt is asked before a page is."""

    def __init__(self, database: Path, url_keys: Mapping[str, str], *, asks_first: bool = False) -> None:
        super().__init__(database, PAGE_LIMIT)
        self._url_keys = url_keys
        self._asks_first = asks_first
        self._robots = Robots()
        self._found: dict[str, TextFacts | Bilingual] = {}

    def __enter__(self) -> "TextKeeper":
        super().__enter__()
        return self

    async def objection(self, url: str, fetcher: "Fetcher") -> Bilingual | None:
        """Returns why the page may not be asked for; None if it may."""
        return await self._robots.prohibition(url, fetcher) if self._asks_first else None

    async def _keep_text(
        self, target: LinkTarget, read: ReaderPage, text: ExtractedText | None, fetcher: "Fetcher"
    ) -> None:
        objection = _objection(read) or await self._robots.objection(read.probe.final_url, fetcher)
        self._found[target.url] = objection or await self._keep(target, read, text)

    def settle(self, result: LinkResult) -> TextResult:
        """Returns what became of the text of a link that was checked, and notes what was not kept."""
        url_key = self._url_keys[result.target.url]
        found = self._found.get(result.target.url)
        now = _now(result.checked_at)
        if isinstance(found, TextFacts):
            return TextResult(result.target, Outcome.KEPT, facts=found)
        if found is None and result.status == 304:
            with writing_texts(self._database) as connection:
                touch_text(connection, url_key, now)
            return TextResult(result.target, Outcome.UNCHANGED)
        reason = found or result.reason
        with writing_texts(self._database) as connection:
            put_refusal(connection, Refusal(url_key, now, reason))
        return TextResult(result.target, Outcome.REFUSED, reason)

    async def _keep(self, target: LinkTarget, read: ReaderPage, known: ExtractedText | None) -> TextFacts | Bilingual:
        extracted = known or await self._extracted(read)
        if isinstance(extracted, Bilingual):
            return extracted
        text, headers = extracted.article, read.probe.headers
        if not text.is_kept:
            return _NO_ARCHIVE
        if len(text.markdown.encode()) > TEXT_LIMIT:
            return _TOO_LONG
        facts = TextFacts(
            url_key=self._url_keys[target.url], url=read.probe.final_url, fetched_at=_now(datetime.now(UTC)),
            etag=headers.get("etag"), last_modified=headers.get("last-modified"), title=text.title,
            language=text.language, volume=volume_of(text.markdown), extractor_version=EXTRACTOR_VERSION,
        )  # fmt: skip
        with writing_texts(self._database) as connection:
            put_text(connection, facts, text.markdown)
        return facts


def _objection(read: ReaderPage) -> Bilingual | None:
    """Returns why a page that leads to its article has no text to keep; None if it may have one."""
    if read.page.kind != "html":
        return Bilingual(f"the page is not HTML ({read.page.kind})", f"页面不是 HTML（{read.page.kind}）")
    if read.probe.cut_by is not None:
        return _BROKEN_OFF
    if len(read.body) >= PAGE_LIMIT:
        return _TOO_LARGE
    asked = read.probe.headers.get("x-robots-tag", "").lower()
    return _NO_ARCHIVE if "noarchive" in asked or "none" in asked.replace(",", " ").split() else None


def _now(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")
