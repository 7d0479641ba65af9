"""Which of the titles that a page tells is the article's: the best of them against the catalogue's. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from gpucat.language import Bilingual
from gpucat.links.landing import same_place
from gpucat.links.page import Fact, Page
from gpucat.links.phrases import fold
from gpucat.links.probe import Probe
from gpucat.titles.judgement import TitleMatch
from gpucat.titles.page_title import compare_titles

TITLE_SHOWN: Final = 200
HEADINGS: Final = frozenset({"h1", "h2", "heading"})
SURE: Final = frozenset({"match", "decorated"})
_UNSEEN: Final = frozenset({"json-ld", "og:title", "twitter:title", "citation_title", "dc.title"})
_RANKS: Final = ("mismatch", "changed", "decorated", "match")
_NAME_LENGTH: Final = 80
_NAME_PARTS: Final = re.compile(r"\s+[|–—»·:-]\s+|[|»]")

CONFIRMED: Final = Bilingual("the title that was confirmed", "与已确认的标题一致")


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What the catalogue says of a link: title, names that may decorate it, all other titles; and the page
    title that a person confirmed or an earlier check matched."""

    title: str
    url: str
    names: tuple[str, ...] = ()
    siblings: Sequence[str] = field(default=(), repr=False)
    confirmed_title: str | None = None
    known_title: str | None = None


class BestTitle(NamedTuple):
    """The best of a page's title candidates against the catalogue's title, or a verdict on none."""

    verdict: str
    fact: Fact
    reason: Bilingual


def match_titles(expected: Expected, probe: Probe, page: Page) -> BestTitle | None:
    """The candidate that fits best; None where the page has no title, or the list names none to compare with.

    A title that only machines are told counts as changed where the page's readers are told another, title and heading
    alike.
    """
    best = _best(expected, probe, page)
    if best is None or best.reason == CONFIRMED:
        return best
    if best.verdict == "mismatch" and page.title:
        return best._replace(fact=Fact(page.title, "title"), reason=_title_changed(expected, page.title))
    if best.fact.rule in _UNSEEN and best.verdict in SURE and (seen := _seen_instead(expected, probe, page)):
        shown = seen[:TITLE_SHOWN]
        said = Bilingual(
            f"only its metadata has the title; it shows “{shown}”", f"仅元数据中有此标题；页面显示“{shown}”"
        )
        return BestTitle("changed", best.fact, said)
    return best


def _best(expected: Expected, probe: Probe, page: Page) -> BestTitle | None:
    best: BestTitle | None = None
    folded = fold(expected.title)
    for fact in sorted(page.titles, key=lambda fact: fold(fact.value) != folded) if expected.title else ():
        if expected.confirmed_title and fold(fact.value) == fold(expected.confirmed_title):
            return BestTitle("match", fact, CONFIRMED)
        compared = _compared(expected, probe, page, fact)
        if best is None or _RANKS.index(compared.verdict) > _RANKS.index(best.verdict):
            best = BestTitle(compared.verdict, fact, compared.reason)
        if best.verdict == "match":
            return best
    return best


def _compared(expected: Expected, probe: Probe, page: Page, fact: Fact) -> TitleMatch:
    return compare_titles(
        expected.title,
        fact.value,
        expected.names,
        expected.siblings,
        url=expected.url,
        page_url=_told_address(expected, probe),
        author=page.authors[0].value if page.authors else None,
        site=page.site_name.value if page.site_name else None,
        og_type=page.og_type,
    )


def _seen_instead(expected: Expected, probe: Probe, page: Page) -> str | None:
    """The title in the window's bar, if it and the heading agree, are no names of the site, and are not the article's."""
    title = next((fact for fact in page.titles if fact.rule == "title"), None)
    heading = next((fact for fact in page.titles if fact.rule in HEADINGS), None)
    if title is None or heading is None or not _agree(title.value, heading.value):
        return None
    names = {letters(name) for name in (*expected.names, *own_names(page))}
    if letters(heading.value) in names or letters(title.value) in names:
        return None
    others = (_compared(expected, probe, page, fact).verdict == "mismatch" for fact in (title, heading))
    return title.value if all(others) else None


def _agree(one: str, two: str) -> bool:
    """Whether most words of the shorter of two texts are the other's too."""
    words, others = sorted((set(fold(text).split()) for text in (one, two)), key=len)
    return len(words & others) * 2 > len(words)


def home_names(expected: Expected, home: Page) -> list[str]:
    """The site's name as its home page tells it: what may decorate the title of any page there."""
    told = [fact.value for fact in (home.site_name, *home.titles[:2]) if fact and len(fact.value) <= _NAME_LENGTH]
    parts = [part.strip() for name in told for part in (name, *_NAME_PARTS.split(name))]
    return [part for part in dict.fromkeys(parts) if part and letters(part) not in letters(expected.title)]


def _told_address(expected: Expected, probe: Probe) -> str:
    """The address by which a page may be a list or a search; the catalogue's own address is never held against it."""
    if not same_place(expected.url, probe.final_url):
        return probe.final_url
    parts = urlsplit(probe.final_url)
    return f"{parts.scheme}://{parts.netloc}/"


def own_names(page: Page) -> list[str]:
    return [fact.value for fact in (page.site_name, *page.authors) if fact]


def _title_changed(expected: Expected, title: str) -> Bilingual:
    shown, before = title[:TITLE_SHOWN], expected.confirmed_title or expected.known_title
    if before:
        return Bilingual(f"the page's title was “{before}”, is “{shown}”", f"页面标题曾为“{before}”，现为“{shown}”")
    return Bilingual(f"the page is “{shown}”", f"页面是“{shown}”")


def letters(text: str) -> str:
    return "".join(filter(str.isalnum, fold(text)))
