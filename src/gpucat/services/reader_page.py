"""Fetches the page that a reader ends up on: automatic redirections in pages are followed, as a browser does.

`add` and `verify-links` both use it, so that the page that was added is the one that is judged later.
"""

from dataclasses import replace
from typing import Final, NamedTuple

from gpucat.formats.html_page import parse_refresh
from gpucat.formats.page_facts import read_page
from gpucat.links.best_title import Expected, match_titles
from gpucat.links.landing import same_place
from gpucat.links.page import Page, Refresh
from gpucat.links.probe import Failure, Probe
from gpucat.net.fetch import Fetched, Fetcher, with_refresh

_LONGEST_DELAY_S: Final = 10.0
_MAX_REFRESHES: Final = 4
_NO_BODY_NEEDED: Final = frozenset({404, 410})


class ReaderPage(NamedTuple):
    """The page on which a reader ends up: how it was reached, what it says of itself, and its bytes."""

    probe: Probe
    page: Page
    body: bytes


async def fetch_page(fetcher: Fetcher, expected: Expected) -> ReaderPage:
    """Fetches the page and returns it with its probe; stops at the expected article. An empty title expects none."""
    fetched = await fetcher.fetch(expected.url)
    for _ in range(_MAX_REFRESHES):
        probe, page = fetched.probe, _page_of(fetched)
        onward = _onward(expected, probe, page)
        if onward is None:
            break
        hops = probe.hops if onward.rule == "frame" else with_refresh(probe, onward.rule)
        fetched = await fetcher.fetch(onward.address, hops=hops)
    else:
        probe, page = replace(fetched.probe, failure=Failure.TOO_MANY_REDIRECTS), Page(kind="empty")
    return ReaderPage(replace(probe, url=expected.url), page, fetched.body)


def _page_of(fetched: Fetched) -> Page:
    probe, body = fetched
    if probe.failure is not None or probe.status in _NO_BODY_NEEDED:
        return Page(kind="empty")
    return read_page(body, probe.headers.get("content-type", ""), probe.final_url)


def _onward(expected: Expected, probe: Probe, page: Page) -> Refresh | None:
    """Returns where the page redirects its reader by itself, unless it is the article."""
    if probe.failure is not None or not 200 <= (probe.status or 0) < 300:
        return None
    in_header = parse_refresh(probe.headers.get("refresh", ""), "refresh", probe.final_url)
    refresh = in_header or page.refresh
    if refresh is None or refresh.delay_s > _LONGEST_DELAY_S or same_place(refresh.address, probe.final_url):
        return None
    if refresh.rule in {"script", "frame"} and not page.is_thin:
        return None
    is_stub = page.is_thin and refresh.rule in {"meta", "refresh"} and refresh.delay_s < 1
    return None if _is_article(expected, probe, page) and not is_stub else refresh


def _is_article(expected: Expected, probe: Probe, page: Page) -> bool:
    """Whether the page is the expected one; without a known title, any page with something to read may be."""
    if not expected.title:
        return not page.is_thin
    best = match_titles(expected, probe, page)
    return best is not None and best.verdict != "mismatch"
