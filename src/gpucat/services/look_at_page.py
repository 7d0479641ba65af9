"""Looks at the page of a new article: fetches it as the link checker does, and says what stands in the way."""

import asyncio
from typing import NamedTuple

from gpucat.errors import NetworkError
from gpucat.language import Bilingual
from gpucat.links.best_title import Expected
from gpucat.links.judgement import Judgement
from gpucat.links.observed import FieldFact
from gpucat.links.page import Page
from gpucat.links.page_article import facts_of_page
from gpucat.links.probe import Probe
from gpucat.links.verdict import DEAD, UNKNOWN, Verdict
from gpucat.links.verdicts import judge
from gpucat.net.session import open_session
from gpucat.net.settings import NetSettings
from gpucat.services.reader_page import fetch_page

_NO_FETCH = Bilingual("--no-fetch adds it without looking", "--no-fetch 不访问网页直接添加")


class Look(NamedTuple):
    """What a page told: its facts, the beginning of its text, and what is to be known of it.

    `objection` says why the page, though it was sent, is hardly an article: it says "not found", is a wall or parked.
    """

    facts: tuple[FieldFact, ...]
    text: str
    notes: tuple[Bilingual, ...] = ()
    objection: Bilingual | None = None


def look_at(address: str, settings: NetSettings, title: str = "") -> Look:
    """The facts of the page at an address; raises NetworkError where there is no page to add.

    `title` is the article's where it is known: a page under that title is the article, whatever else it says.
    """
    probe, page = asyncio.run(_fetch(address, title, settings))
    judgement = _judge(title, address, probe, page)
    if page.titles and 200 <= (probe.status or 0) < 300 and judgement.verdict in DEAD | UNKNOWN:
        notes = tuple(_notes(page, probe))
        return Look(tuple(facts_of_page(page, address, probe.final_url)), page.opening, notes, judgement.reason)
    if judgement.verdict in DEAD or (probe.failure is not None and probe.status is None):
        reason = judgement.reason
        raise NetworkError(
            "no_page",
            Bilingual(f"{address}: {judgement.verdict}: {reason.en}", f"{address}：{judgement.verdict}：{reason.zh}"),
            _NO_FETCH,
        )
    if judgement.verdict in (Verdict.BLOCKED, Verdict.FLAKY, Verdict.TIMEOUT):
        note = Bilingual(f"the page could not be read: {judgement.reason.en}", f"无法读取页面：{judgement.reason.zh}")
        return Look((), "", (note,))
    return Look(tuple(facts_of_page(page, address, probe.final_url)), page.opening, tuple(_notes(page, probe)))


def _judge(title: str, address: str, probe: Probe, page: Page) -> Judgement:
    """What is the matter with the page: first without taking its own title as the article's, then with it."""
    for expected in (title, page.title or ""):
        judgement = judge(Expected(title=expected, url=address), probe, page)
        if judgement.verdict in (DEAD | UNKNOWN) - {Verdict.WRONG_ARTICLE}:
            break
    return judgement


async def _fetch(address: str, title: str, settings: NetSettings) -> tuple[Probe, Page]:
    async with open_session(settings) as session:
        return await fetch_page(session.fetcher, Expected(title=title, url=address))


def _notes(page: Page, probe: Probe) -> list[Bilingual]:
    notes = []
    if page.kind != "html":
        notes.append(Bilingual(f"is no HTML page ({page.kind})", f"不是 HTML 页面（{page.kind}）"))
    if not page.titles:
        notes.append(Bilingual("the page has no title", "页面没有标题"))
    elif page.is_thin:
        notes.append(Bilingual(f"the page has only {page.words} words", f"页面只有约 {page.words} 个词"))
    if probe.cut_by:
        notes.append(Bilingual("only its beginning was read", "只读取了开头部分"))
    return notes
