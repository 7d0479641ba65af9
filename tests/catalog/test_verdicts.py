"""Tests the verdicts on probes and their pages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucat.formats.page_facts import read_page
from gpucat.links.best_title import Expected
from gpucat.links.page import Fact, Page
from gpucat.links.probe import Failure, Hop, Judgement, Probe, Verdict
from gpucat.links.verdicts import SiteSample, judge

TITLE = "Warp Shuffles in Practice"
URL = "https://a.example/blog/warps"
TEXT = "<p>" + "Lanes of a warp hand registers to each other without shared memory. " * 10
EXPECTED = Expected(title=TITLE, url=URL, names=("Ada's Log", "Ada"))


def page(title: str, body: str = TEXT, head: str = "") -> Page:
    return read_page(f"<title>{title}</title>{head}{body}".encode(), "text/html", URL)


def probe(final_url: str = URL, status: int = 200, **told: object) -> Probe:
    return Probe(url=URL, final_url=final_url, status=status, **told)  # type: ignore[arg-type]


def verdict(found: Page, asked: Probe | None = None, expected: Expected = EXPECTED, site: SiteSample | None = None) -> Judgement:  # fmt: skip
    return judge(expected, asked or probe(), found, site)


NOWHERE = SiteSample(home=None, nowhere=None)


@pytest.mark.parametrize(
    ("rules", "wanted"),
    [
        ((), Verdict.OK),
        (("301",), Verdict.MOVED),
        (("301", "308"), Verdict.MOVED),
        (("302",), Verdict.REDIRECTED),
        (("301", "302"), Verdict.REDIRECTED),
        (("meta",), Verdict.MOVED),
        (("script",), Verdict.REDIRECTED),
        (("refresh",), Verdict.REDIRECTED),
    ],
)
def test_the_way_to_the_article(rules: tuple[str, ...], wanted: Verdict):
    final = "https://b.example/warps" if rules else URL
    found = verdict(page(TITLE), probe(final, hops=tuple(Hop(URL, rule) for rule in rules)))
    assert (found.verdict, found.title_match) == (wanted, "match")


def test_a_walk_that_ends_where_it_began_is_ok():
    assert verdict(page(TITLE), probe(hops=(Hop(URL, "302"),))).verdict == Verdict.OK


@pytest.mark.parametrize("failed", ["503", "reset", "timeout"])
def test_failed_then_came_back_is_flaky(failed: str):
    found = verdict(page(TITLE), probe(earlier=(failed,), attempts=2))
    assert found.verdict == Verdict.FLAKY
    assert failed in found.reason.en


def test_throttled_then_answered_is_ok():
    assert verdict(page(TITLE), probe(earlier=("429",), attempts=2)).verdict == Verdict.OK


@pytest.mark.parametrize(
    ("status", "wanted"),
    [
        *((code, Verdict.BROKEN) for code in (400, 404, 410, 414, 500, 501, 502, 503, 504, 520, 526)),
        *((code, Verdict.BLOCKED) for code in (401, 402, 403, 405, 406, 407, 418, 429, 451, 511, 999)),
        *((code, Verdict.FLAKY) for code in (421, 425, 509, 529)),
        (204, Verdict.SOFT_404), (205, Verdict.SOFT_404), (408, Verdict.TIMEOUT),
    ],
)  # fmt: skip
def test_status_codes(status: int, wanted: Verdict):
    assert verdict(page(f"{status}", ""), probe(status=status)).verdict == wanted


def test_status_beats_the_title():
    assert verdict(page(TITLE), probe(status=404)).verdict == Verdict.BROKEN


def test_long_pause_that_is_asked_for_is_no_death():
    assert verdict(page("503", ""), probe(status=503, retry_after_s=7200.0)).verdict == Verdict.FLAKY


@pytest.mark.parametrize(
    ("status", "headers"),
    [
        (403, {"cf-mitigated": "challenge"}),
        (404, {"cf-mitigated": "challenge"}),
        (202, {"x-amzn-waf-action": "challenge"}),
    ],
)
def test_challenge_headers_are_a_wall(status: int, headers: dict[str, str]):
    assert verdict(page(""), probe(status=status, headers=headers)).verdict == Verdict.BLOCKED


def test_challenge_body_of_an_error_is_a_wall():
    challenge = page("Just a moment...", '<form id="challenge-form" action="/cdn-cgi/l/chk_jschl"></form>')
    assert verdict(challenge, probe(status=503)).verdict == Verdict.BLOCKED


@pytest.mark.parametrize("failure", list(Failure))
def test_every_failure_has_a_verdict_and_a_reason(failure: Failure):
    found = verdict(Page(kind="empty"), Probe(url=URL, final_url=URL, failure=failure, detail="x"))
    wanted = {
        Failure.TIMEOUT: Verdict.TIMEOUT,
        Failure.NOT_ASKED: Verdict.BLOCKED,
        Failure.FORBIDDEN_ADDRESS: Verdict.BLOCKED,  # the list's own address; one that a redirect leads to is broken
    }.get(failure, Verdict.BROKEN)
    assert found.verdict == wanted
    assert found.reason.en.endswith("x")


def test_matching_title_wins_over_what_the_text_talks_about():
    talk = TEXT + "<p>If it says 404 page not found or that this domain is for sale, verify you are human.</p>"
    assert verdict(page(TITLE, talk)).verdict == Verdict.OK


def test_thin_page_that_tells_of_its_removal_is_gone():
    assert verdict(page(TITLE, "<p>This post has been removed by its author.</p>")).verdict == Verdict.SOFT_404


@pytest.mark.parametrize(
    "told",
    [
        "Page not found", "404", "Error 404 | Ada's Log", "Oops! We can't find that page", "页面不存在", "找不到頁面",
        "ページが見つかりません", "Seite nicht gefunden", "Page introuvable", "Página no encontrada", "Страница не найдена",
        "페이지를 찾을 수 없습니다", "Pagina non trovata", "Account suspended",
    ],
)  # fmt: skip
def test_not_found_pages_in_many_languages(told: str):
    assert verdict(page(told)).verdict == Verdict.SOFT_404


@pytest.mark.parametrize(
    "told",
    [
        "Just a moment...",
        "Attention Required! | Cloudflare",
        "安全验证 - 知乎",
        "Sign in",
        "Access Denied",
        "Вы не робот?",
    ],
)
def test_walls(told: str):
    assert verdict(page(told, "")).verdict == Verdict.BLOCKED


@pytest.mark.parametrize(
    ("told", "wanted"),
    [
        ("warps.example is for sale", Verdict.SOFT_404),
        ("Welcome to nginx!", Verdict.SOFT_404),
        ("500 Internal Server Error", Verdict.BROKEN),
        ("Down for maintenance", Verdict.FLAKY),
    ],
)
def test_placeholders(told: str, wanted: Verdict):
    assert verdict(page(told, "")).verdict == wanted


def test_redirect_home_is_a_soft_404_even_if_it_lists_the_title():
    home = read_page(f"<title>Ada's Log</title><h1>{TITLE}</h1>{TEXT}".encode(), "text/html", "https://a.example/")
    assert verdict(home, probe("https://a.example/", hops=(Hop(URL, "301"),))).verdict == Verdict.SOFT_404


def test_another_article_is_wrong_and_named():
    found = verdict(page("Occupancy by Hand | Ada's Log"), site=NOWHERE)
    assert found.verdict == Verdict.WRONG_ARTICLE
    assert "Occupancy by Hand" in found.reason.en


def test_thin_page_under_another_title_is_marked_as_suspect():
    assert "suspicious" in verdict(page("Occupancy by Hand", "<p>few words</p>"), site=NOWHERE).reason.en


def test_without_a_sample_of_the_site_one_is_asked_for():
    assert verdict(page("Occupancy by Hand")).needs_site
    assert not verdict(page("Occupancy by Hand"), site=NOWHERE).needs_site


def test_page_that_the_site_shows_everywhere_is_a_soft_404():
    everywhere = page("Warp City")
    assert verdict(everywhere, site=SiteSample(home=None, nowhere=everywhere)).verdict == Verdict.SOFT_404
    assert verdict(everywhere, site=SiteSample(home=everywhere, nowhere=None)).verdict == Verdict.SOFT_404


def test_name_of_the_site_alone_is_no_evidence_for_another_article():
    found = verdict(page("Ada's Log"), site=NOWHERE)
    assert (found.verdict, found.title_match) == (Verdict.OK, None)


def test_name_on_the_home_page_may_decorate_the_title():
    home = page("Grandma Book Shop of Warps - Grandma Book Shop of Warps")
    decorated = page(f"{TITLE} – Grandma Book Shop of Warps")
    assert verdict(decorated, site=SiteSample(home=home, nowhere=None)).verdict == Verdict.OK


@pytest.mark.parametrize(
    ("title", "heading", "wanted"),
    [
        ("Ten Kitchens We Love", "<h1>Ten kitchens we love</h1>", "changed"),
        ("Ada's Log", "<h1>Ada's Log</h1>", "match"),
        ("Ten Kitchens We Love", "<h1>Posts</h1>", "match"),
        ("Ten Kitchens We Love", "", "match"),
        (f"{TITLE} – Log", f"<h1>{TITLE}</h1>", "match"),
    ],
)
def test_a_title_for_machines_alone_is_looked_at_once(title: str, heading: str, wanted: str):
    told = f'<meta property="og:title" content="{TITLE}">'
    found = verdict(page(title, heading + TEXT, told))
    assert (found.verdict, found.title_match) == (Verdict.OK, wanted)


@pytest.mark.parametrize("kind", ["pdf", "other"])
def test_what_has_no_title_to_compare_is_alive(kind: str):
    assert verdict(Page(kind=kind, words=900)).verdict == Verdict.OK  # type: ignore[arg-type]


def test_link_without_a_title_is_judged_by_the_page_alone():
    nameless = Expected(title="", url=URL)
    assert verdict(page("Whatever It Is"), expected=nameless, site=NOWHERE).verdict == Verdict.OK
    assert verdict(page("Page not found"), expected=nameless).verdict == Verdict.SOFT_404


def test_confirmed_title_is_what_later_checks_compare_with():
    confirmed = Expected(title=TITLE, url=URL, confirmed_title="Registers on the Move")
    assert verdict(page("Registers on the move"), expected=confirmed).verdict == Verdict.OK
    changed = verdict(page("Casino"), expected=confirmed, site=NOWHERE)
    assert changed.verdict == Verdict.WRONG_ARTICLE
    assert "Registers on the Move" in changed.reason.en


def test_missing_anchor_is_a_note():
    anchored = Expected(title=TITLE, url=f"{URL}#part-two")
    assert "#part-two" in verdict(page(TITLE), expected=anchored).reason.en
    assert "#" not in verdict(page(TITLE, "<h2 id=part-two>2</h2>" + TEXT), expected=anchored).reason.en


@pytest.mark.parametrize(("cut_by", "wanted"), [(Failure.TIMEOUT, Verdict.TIMEOUT), (Failure.RESET, Verdict.FLAKY)])
def test_page_that_broke_off_before_its_title_is_unknown(cut_by: Failure, wanted: Verdict):
    assert verdict(page("Warp Sh", ""), probe(cut_by=cut_by)).verdict == wanted


def test_page_that_broke_off_after_its_title_is_fine():
    assert verdict(page(TITLE, ""), probe(cut_by=Failure.RESET)).verdict == Verdict.OK


@given(
    st.integers(100, 1100), st.lists(st.text(max_size=60), max_size=4), st.text(max_size=80), st.integers(0, 900),
    st.sampled_from([URL, "https://a.example/", "http://b.example/x", "http://[", ""]),
)  # fmt: skip
def test_any_answer_gets_a_verdict(status: int, titles: list[str], opening: str, words: int, final_url: str):
    found = Page(titles=tuple(Fact(title, "title") for title in titles), opening=opening, words=words)
    try:
        asked = probe(final_url, status=status)
        assert judge(EXPECTED, asked, found).reason.en
    except ValueError:
        assert final_url == "http://["  # a fetch never ends at what is no address
