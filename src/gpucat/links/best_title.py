"""Finds the title of a page that fits the catalogue's best. Pure."""

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

CONFIRMED: Final = Bilingual("matches the confirmed title", "与已确认的标题一致")


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What the catalogue says of a link.

    `names` may decorate its title, `siblings` are all other titles; the last two are the page titles that a person
    confirmed or an earlier check matched.
    """

    title: str
    url: str
    names: tuple[str, ...] = ()
    siblings: Sequence[str] = field(default=(), repr=False)
    confirmed_title: str | None = None
    known_title: str | None = None


class BestTitle(NamedTuple):
    """The page's title that fits the catalogue's best, with the verdict on it and its reason."""

    verdict: str
    fact: Fact
    reason: Bilingual


def match_titles(expected: Expected, probe: Probe, page: Page) -> BestTitle | None:
    """Returns the title that fits best; None if the page has none, or the list has none to compare it with.

    A matching title found only in metadata counts as changed if the window title and the heading agree on another one.
    """
    best = _best(expected, probe, page)
    if best is None or best.reason == CONFIRMED:
        return best
    if best.verdict == "mismatch" and page.title:
        return best._replace(fact=Fact(page.title, "title"), reason=_title_changed(expected, page.title))
    if best.fact.rule in _UNSEEN and best.verdict in SURE and (seen := _seen_instead(expected, probe, page)):
        shown = seen[:TITLE_SHOWN]
        said = Bilingual(
            f"the title is only in the metadata; the page shows “{shown}”", f"标题仅出现在元数据中；页面显示“{shown}”"
        )
        return BestTitle("changed", best.fact, said)
    return best


def home_names(expected: Expected, home: Page) -> list[str]:
    """Returns the site's names as its home page gives them: they may decorate the title of any page there."""
    told = [fact.value for fact in (home.site_name, *home.titles[:2]) if fact and len(fact.value) <= _NAME_LENGTH]
    parts = [part.strip() for name in told for part in (name, *_NAME_PARTS.split(name))]
    return [part for part in dict.fromkeys(parts) if part and letters(part) not in letters(expected.title)]


def own_names(page: Page) -> list[str]:
    """Returns the names of the page's site and authors."""
    return [fact.value for fact in (page.site_name, *page.authors) if fact]


def letters(text: str) -> str:
    """Returns the folded letters and digits of a text."""
    return "".join(filter(str.isalnum, fold(text)))


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
    """Returns the window title if it agrees with the heading and names neither the site nor the article."""
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
    """Whether most words of the shorter text are in the other one."""
    words, others = sorted((set(fold(text).split()) for text in (one, two)), key=len)
    return len(words & others) * 2 > len(words)


def _told_address(expected: Expected, probe: Probe) -> str:
    """Returns the address that may mark a page as a list or a search; never the catalogue's own address."""
    if not same_place(expected.url, probe.final_url):
        return probe.final_url
    parts = urlsplit(probe.final_url)
    return f"{parts.scheme}://{parts.netloc}/"


def _title_changed(expected: Expected, title: str) -> Bilingual:
    shown, before = title[:TITLE_SHOWN], expected.confirmed_title or expected.known_title
    if before:
        return Bilingual(f"the page's title changed from “{before}” to “{shown}”", f"页面标题由“{before}”变为“{shown}”")
    return Bilingual(f"the page's title is “{shown}”", f"页面标题为“{shown}”")
