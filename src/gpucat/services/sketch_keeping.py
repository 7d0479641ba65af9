"""Keeps a sketch of the text of each page that leads to its article, and compares the next check's text with it.

So the link checker knows a page that shows another article, and a retitled article, without keeping any text.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from gpucat.catalog.url import canonical_url
from gpucat.errors import StoreError
from gpucat.language import Bilingual
from gpucat.links.probe import Judgement, Verdict
from gpucat.links.text_change import DOUBTFUL, TextEvidence, change_of
from gpucat.links.verdicts import ALIVE, kind_of
from gpucat.services.link_results import LinkResult, LinkTarget
from gpucat.services.reader_page import ReaderPage
from gpucat.services.text_worker import ExtractedText, TextWorker
from gpucat.store.connection import Reader, connect_for_reading
from gpucat.store.texts import SKETCH_RULES, Sketch, address_keys, open_texts, put_sketch, read_sketch, writing_texts
from gpucat.texts.sketch import overlap_of

if TYPE_CHECKING:
    from gpucat.net.fetch import Fetcher
    from gpucat.services.texts import TextResult

_FEWEST_WORDS: Final = 80
_LONGEST_QUEUE: Final = 16
"""How many pages may wait to be extracted before the check goes on without sketches: it comes first."""

JudgeAgain = Callable[[TextEvidence], Awaitable[Judgement]]


class PageKeeper(Protocol):
    """Takes the pages of a run as they are read: to keep their texts, or something of them."""

    async def objection(self, url: str, fetcher: "Fetcher") -> Bilingual | None:
        """Returns why the page may not be asked for; None if it may."""

    async def weigh(
        self, target: LinkTarget, read: ReaderPage, judgement: Judgement, again: JudgeAgain, fetcher: "Fetcher"
    ) -> Judgement:
        """Takes a page that may be its article; returns the judgement, made again if the text speaks on it."""


class SketchKeeper:
    """Keeps sketches of the pages of a run. If they cannot be kept, it tells so once and does without, or raises."""

    def __init__(
        self,
        database: Path,
        page_limit: int,
        tell: Callable[[Bilingual], None] | None = None,
    ) -> None:
        self._database = database
        self._page_limit = page_limit
        self._tell = tell
        self._is_off = False
        self._open = ExitStack()
        self._worker = TextWorker()
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._catalogue: Reader | None = None
        self._sketches: Reader | None = None

    def __enter__(self) -> "SketchKeeper":
        self._open.callback(self._worker.__exit__)
        with self._unless_unusable():
            self._sketches = open_texts(self._database)
            if self._sketches is not None:
                self._open.callback(self._sketches.close)
                self._catalogue = connect_for_reading(self._database)
                self._open.callback(self._catalogue.close)
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    async def objection(self, url: str, fetcher: "Fetcher") -> Bilingual | None:
        """Returns None: whatever a reader may open, the link checker may read."""
        return None

    async def weigh(
        self, target: LinkTarget, read: ReaderPage, judgement: Judgement, again: JudgeAgain, fetcher: "Fetcher"
    ) -> Judgement:
        """Compares the page's text with the earlier one, and keeps its sketch if the page is its article."""
        earlier = None if self._is_off else self._earlier(target)
        is_alive = kind_of(judgement.verdict) == ALIVE
        if earlier is None and not is_alive:
            return judgement
        page = blake2b(read.body, digest_size=16).digest()
        is_as_before = earlier is not None and earlier.page == page
        is_needed = not is_as_before and self._is_readable(read) and not self._is_off
        text = await self._extract(read, can_wait=judgement.title_match in DOUBTFUL) if is_needed else None
        if earlier and (is_as_before or text):
            overlap = overlap_of(earlier.hashes, text.sketch if text else earlier.hashes)
            if judgement.title_match in DOUBTFUL:
                judgement = await again(TextEvidence(overlap, earlier.title))
            is_other = judgement.verdict is Verdict.WRONG_ARTICLE
            judgement = replace(judgement, text_change=change_of(overlap, is_under_another_title=is_other))
        if kind_of(judgement.verdict) == ALIVE:
            if text:
                self._keep_sketch(target, judgement.page_title or text.article.title, page, text)
            await self._keep_text(target, read, text, fetcher)
        return judgement

    def settle(self, result: LinkResult) -> "TextResult | None":
        """Returns what became of the text of a link that was checked; None if it was not to be kept."""
        return None

    async def _keep_text(
        self, target: LinkTarget, read: ReaderPage, text: ExtractedText | None, fetcher: "Fetcher"
    ) -> None:
        """Keeps more than a sketch of a page that is its article; here nothing."""

    async def _extract(self, read: ReaderPage, *, can_wait: bool) -> ExtractedText | None:
        """Extracts a page's text; None if it has none, or if too many wait and this one cannot."""
        if self._waiting >= _LONGEST_QUEUE and not can_wait:
            return None
        text = await self._extracted(read)
        return text if isinstance(text, ExtractedText) else None

    async def _extracted(self, read: ReaderPage) -> ExtractedText | Bilingual:
        """Extracts a page's text when it is this page's turn: one process extracts one page after the other."""
        self._waiting += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(
                    self._worker.extract, read.body, read.probe.headers.get("content-type", ""), read.probe.final_url
                )
        except asyncio.CancelledError:
            self._worker.give_up()
            raise
        finally:
            self._waiting -= 1

    def _is_readable(self, read: ReaderPage) -> bool:
        """Says whether the page may hold an article, and was read whole."""
        is_whole = read.probe.cut_by is None and len(read.body) < self._page_limit
        return is_whole and read.page.kind == "html" and read.page.words >= _FEWEST_WORDS

    def _earlier(self, target: LinkTarget) -> Sketch | None:
        with self._unless_unusable():
            if self._sketches and self._catalogue:
                return read_sketch(self._sketches, address_keys(self._catalogue, target.number or 0))
        return None

    def _keep_sketch(self, target: LinkTarget, title: str, page: bytes, text: ExtractedText) -> None:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        key, words = canonical_url(target.url), text.article.words
        with self._unless_unusable(), writing_texts(self._database) as connection:
            put_sketch(connection, Sketch(key, now, title, words, SKETCH_RULES, page, text.sketch))

    @contextmanager
    def _unless_unusable(self) -> Iterator[None]:
        """Goes on without sketches if their file cannot be used, if somebody is to be told."""
        try:
            yield
        except StoreError as error:
            if self._tell is None:
                raise
            if not self._is_off:
                self._is_off = True
                self._tell(_without_sketches(error))


def _without_sketches(error: StoreError) -> Bilingual:
    return Bilingual(
        f"Whether texts have changed cannot be told: {error.message.en}", f"无法判断正文是否有变化：{error.message.zh}"
    )
