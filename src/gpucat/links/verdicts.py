"""Judges a link by its probe and its page, and counts how often in a row it failed. Pure."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

from gpucat.language import Bilingual
from gpucat.links.best_title import (
    HEADINGS,
    SURE,
    TITLE_SHOWN,
    BestTitle,
    Expected,
    home_names,
    letters,
    match_titles,
    own_names,
)
from gpucat.links.landing import SEARCH, is_home, is_login, is_wall, landing_of, same_place
from gpucat.links.page import Page
from gpucat.links.phrases import (
    FAULT,
    LOGIN,
    MAINTENANCE,
    ROBOTS,
    TAKEN_OVER,
    body_says_not_found,
    fold,
    heading_says_not_found,
    is_taken_over,
    placeholder_on,
    says_removed,
    wall_in_body,
    wall_in_heading,
)
from gpucat.links.probe import DEAD, UNKNOWN, Failure, Judgement, Probe, Verdict, judge_failure, judge_status
from gpucat.links.text_change import TextEvidence, weigh_text

_FEW_WORDS: Final = 3
_SAME_LENGTH: Final = 0.05
_KINDS: Final = {**dict.fromkeys(map(str, DEAD), "dead"), **dict.fromkeys(map(str, UNKNOWN), "unknown")}
ALIVE: Final = "alive"

EMPTY: Final = Bilingual("the page is empty", "页面为空")
NEEDS_SCRIPT: Final = Bilingual("shows nothing without JavaScript", "没有 JavaScript 时不显示内容")
UNKNOWN_TITLE: Final = Bilingual("reachable, but its title cannot be compared", "可访问，但标题无法比对")
SAME_AS_HOME: Final = Bilingual("shows the site's home page", "显示的是站点首页")
SAME_AS_NOWHERE: Final = Bilingual("the site shows this page for any address", "该站点对任何地址都显示此页")


class SiteSample(NamedTuple):
    """What a site shows on its home page and for an address that cannot exist; None where there is no page."""

    home: Page | None
    nowhere: Page | None


class Streak(NamedTuple):
    """The latest checks in a row with the same kind of verdict: since when (UTC), and how many."""

    kind: str
    since: str
    checks: int


def judge(
    expected: Expected, probe: Probe, page: Page, site: SiteSample | None = None, text: TextEvidence | None = None
) -> Judgement:
    """Judges one probe; `needs_site` in the result asks for another call with a sample of the site.

    `text` says what the page's text shares with the earlier one, where a sketch of that was kept.
    """
    if probe.failure is not None:
        return judge_failure(probe)
    by_status = judge_status(probe, page)
    if by_status is not None:
        return by_status
    if site is not None and site.home is not None:
        expected = replace(expected, names=(*expected.names, *home_names(expected, site.home)))
    best = match_titles(expected, probe, page)
    if best and text:
        best = weigh_text(best, text)
    if is_taken_over(page, expected.title):
        return _dead(Verdict.WRONG_ARTICLE, TAKEN_OVER, best)
    if best and best.verdict in SURE and not _is_listing(best, expected, probe):
        removed = says_removed(page, expected.title)
        if removed is None:
            return _alive(expected, probe, page, best.reason, best)
        return _dead(Verdict.SOFT_404, _quoted(removed), best)
    gone = _judge_stranger(expected, probe, page)
    if gone is not None:
        verdict, reason = gone
        return _dead(verdict, reason, best)
    if best and best.verdict == "changed":
        return _alive(expected, probe, page, best.reason, best)
    return _judge_own_page(expected, probe, page, best, site)


def kind_of(verdict: str) -> str:
    """Returns `alive`, `dead` or `unknown`."""
    return _KINDS.get(verdict, ALIVE)


def find_streak(checks: Iterable[tuple[str, str]]) -> Streak | None:
    """Returns the streak of checks given newest first as (time, verdict); None if there are none."""
    streak: Streak | None = None
    for checked_at, verdict in checks:
        kind = kind_of(verdict)
        if streak is not None and streak.kind != kind:
            break
        streak = Streak(kind, checked_at, streak.checks + 1 if streak else 1)
    return streak


def _is_listing(best: BestTitle, expected: Expected, probe: Probe) -> bool:
    """Whether the title was found on a page that only lists it: a home page, an index, a search."""
    landing = _landing(expected, probe)
    return landing == SEARCH or (landing is not None and best.fact.rule in HEADINGS)


def _landing(expected: Expected, probe: Probe) -> Bilingual | None:
    """Returns what the redirects led to if it is not an article."""
    return landing_of(expected.url, probe.final_url) if probe.hops else None


def _judge_stranger(expected: Expected, probe: Probe, page: Page) -> tuple[Verdict, Bilingual] | None:
    """Judges a page that is nobody's article: cut off, empty, a wall, "not found", parked, an index."""
    if probe.cut_by is not None and page.is_thin:
        verdict = {Failure.TIMEOUT: Verdict.TIMEOUT, Failure.BAD_ENCODING: Verdict.BROKEN}.get(
            probe.cut_by, Verdict.FLAKY
        )
        return verdict, judge_failure(_failed(probe)).reason
    if page.kind == "empty":
        return Verdict.SOFT_404, EMPTY
    if said := heading_says_not_found(page):
        return Verdict.SOFT_404, _quoted(said)
    if wall := wall_in_heading(page) or _wall_by_address(expected, probe):
        return Verdict.BLOCKED, wall
    if said := body_says_not_found(page):
        return Verdict.SOFT_404, _quoted(said)
    if placeholder := placeholder_on(page, probe.final_url):
        return {MAINTENANCE: Verdict.FLAKY, FAULT: Verdict.BROKEN}.get(placeholder, Verdict.SOFT_404), placeholder
    if wall := wall_in_body(page):
        return Verdict.BLOCKED, wall
    landing = _landing(expected, probe)
    return (Verdict.SOFT_404, landing) if landing else None


def _failed(probe: Probe) -> Probe:
    return Probe(url=probe.url, final_url=probe.final_url, failure=probe.cut_by)


def _wall_by_address(expected: Expected, probe: Probe) -> Bilingual | None:
    if not probe.hops or same_place(expected.url, probe.final_url):
        return None
    if is_login(probe.final_url) and not is_login(expected.url):
        return LOGIN
    return ROBOTS if is_wall(probe.final_url) and not is_wall(expected.url) else None


def _judge_own_page(
    expected: Expected, probe: Probe, page: Page, best: BestTitle | None, site: SiteSample | None
) -> Judgement:
    """Judges a page with content: its title is unreadable, the whole site shows the same, or it is another article."""
    if page.needs_script and not page.titles:
        return _dead(Verdict.BLOCKED, NEEDS_SCRIPT, None)
    is_shell = page.is_app_shell or page.needs_script
    if page.kind in {"pdf", "other"} or is_shell or (page.kind == "text" and not page.titles):
        return _alive(expected, probe, page, UNKNOWN_TITLE, None)
    if not page.titles and page.words < _FEW_WORDS:
        return _dead(Verdict.SOFT_404, EMPTY, None)
    if site is not None:
        if site.nowhere and _is_same_page(page, site.nowhere):
            return _dead(Verdict.SOFT_404, SAME_AS_NOWHERE, best)
        if site.home and _is_same_page(page, site.home) and not is_home(expected.url):
            return _dead(Verdict.SOFT_404, SAME_AS_HOME, best)
    if best is None or _has_only_names(expected, page):
        unknown = _alive(expected, probe, page, UNKNOWN_TITLE, None)
        return _with_site(unknown, site)
    reason = best.reason
    if page.is_thin:
        reason = Bilingual(
            f"{reason.en} (suspicious: only {page.words} words)", f"{reason.zh}（可疑：页面仅 {page.words} 词）"
        )
    return _with_site(_dead(Verdict.WRONG_ARTICLE, reason, best), site)


def _with_site(judgement: Judgement, site: SiteSample | None) -> Judgement:
    return replace(judgement, needs_site=site is None)


def _has_only_names(expected: Expected, page: Page) -> bool:
    """Whether all titles are names of the site or its author, which is no evidence of another article."""
    host = (urlsplit(expected.url).hostname or "").removeprefix("www.")
    known = {letters(name) for name in (*expected.names, *own_names(page), host, host.rpartition(".")[0])}
    return all(letters(fact.value) in known for fact in page.titles)


def _is_same_page(page: Page, other: Page) -> bool:
    one, two = ({fold(fact.value) for fact in each.titles} for each in (page, other))
    return one == two and abs(page.words - other.words) <= max(5, _SAME_LENGTH * other.words)


def _alive(expected: Expected, probe: Probe, page: Page, reason: Bilingual, best: BestTitle | None) -> Judgement:
    """Judges a live link: ok or moved, or flaky if an earlier attempt failed by the server's fault."""
    match, title = (best.verdict, best.fact.value) if best else (None, page.title)
    faults = [outcome for outcome in probe.earlier if outcome != "429"]
    if faults:
        verdict = Verdict.FLAKY
        reason = Bilingual(
            f"failed at first ({', '.join(faults)}), then recovered", f"起初失败（{'、'.join(faults)}），后来恢复"
        )
    elif not probe.hops or _exact(expected.url) == _exact(probe.final_url):
        verdict = Verdict.OK
        reason = _with_anchor(expected, page, reason)
    else:
        verdict = Verdict.MOVED if all(hop.is_permanent for hop in probe.hops) else Verdict.REDIRECTED
        reason = Bilingual(f"now at {probe.final_url}", f"现位于 {probe.final_url}")
    return Judgement(verdict=verdict, reason=reason, title_match=match, page_title=title and title[:TITLE_SHOWN])


def _dead(verdict: Verdict, reason: Bilingual, best: BestTitle | None) -> Judgement:
    may_pass = verdict in {Verdict.FLAKY, Verdict.TIMEOUT} or reason == FAULT
    title = best.fact.value[:TITLE_SHOWN] if best else None
    return Judgement(
        verdict=verdict, reason=reason, title_match=best and best.verdict, page_title=title, may_pass=may_pass
    )


def _quoted(said: str) -> Bilingual:
    return Bilingual(f"the page says “{said}”", f"页面写着“{said}”")


def _exact(address: str) -> tuple[str, str, str, str]:
    parts = urlsplit(address)
    return parts.scheme.lower(), (parts.hostname or "").lower(), unquote(parts.path) or "/", unquote(parts.query)


def _with_anchor(expected: Expected, page: Page, reason: Bilingual) -> Bilingual:
    """Returns the reason, with a note if the page lacks the anchor that the address's fragment names."""
    fragment = unquote(urlsplit(expected.url).fragment.partition(":~:")[0])
    is_route = fragment.startswith(("!", "/"))
    if not fragment or is_route or page.kind != "html" or {fragment, f"user-content-{fragment}"} & page.anchors:
        return reason
    return Bilingual(f"{reason.en}; the page has no #{fragment}", f"{reason.zh}；页面没有 #{fragment}")
