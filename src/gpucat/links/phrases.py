"""Finds what pages say that are not articles: not found, walls, placeholders, sites taken over. Pure."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby
from typing import Final
from urllib.parse import urlsplit

from gpucat.language import Bilingual
from gpucat.links.page import Page
from gpucat.resources import data_file

_WORDS: Final = r"[\w\s',./:-]{0,60}?"
_PARTS: Final = re.compile(r"\s+[|·»«—–:/-]+\s+|[|·»«_—–]")
_PARTS_AND_COLONS: Final = re.compile(rf"{_PARTS.pattern}|[:：]\s")
_MOST: Final = 0.4
_LONGEST_HEADING: Final = 120
_NOTHING: Final = re.compile(r"(?!)")
_MISSING: Final = ("not-found", "removed")
PARKED: Final = Bilingual("the domain is parked or for sale", "域名已停放或正在出售")
DEFAULT_PAGE: Final = Bilingual("the web server's default page", "Web 服务器的默认页面")
NOT_BUILT: Final = Bilingual("the site is not built yet", "网站尚未建成")
FAULT: Final = Bilingual("a server error shown with status 200", "以状态码 200 返回的服务器错误页")
MAINTENANCE: Final = Bilingual("the site is down for maintenance", "网站正在维护")
_MOST_WORDS: Final = 250
_LONGEST_SCREEN: Final = 40
# Domain markets and parking services, to whose sites parked domains redirect.
_PARKING_SITES: Final = frozenset({
    "sedo", "sedoparking", "hugedomains", "dan", "afternic", "parkingcrew", "bodis", "undeveloped", "domainmarket", "buydomains",
    "namebright", "parklogic", "above", "dynadot", "domcomp", "parking-page", "parkweb", "searchmagnified", "uniregistry",
    "sav", "atom", "brandbucket",
})  # fmt: skip
_PARKING_ENDINGS: Final = frozenset({"com", "net", "org"})
# `ww1.example.org`, where parking services send a domain's visitors.
_PARKING_LABEL: Final = re.compile(r"(?:^|\.)ww\d+\.")
# The kinds of phrases with what they mean; the last two count only on short pages, since longer ones may discuss them.
_SCREENS: Final = (
    ("default-page", DEFAULT_PAGE, False), ("not-built", NOT_BUILT, False),
    ("maintenance", MAINTENANCE, True), ("fault", FAULT, True),
)  # fmt: skip
TAKEN_OVER: Final = Bilingual("the site was taken over and sells something else", "站点已被他人接管，用于推销其他内容")
_IN_ALL: Final = 3
_WITHOUT_A_HEADING: Final = 5
LOGIN: Final = Bilingual("requires a login", "要求登录")
ROBOTS: Final = Bilingual("shows a robot check", "显示人机验证")
REFUSED: Final = Bilingual("denies access", "拒绝访问")
CONSENT: Final = Bilingual("asks for consent first", "先要求同意条款")
REGION: Final = Bilingual("is not available in this region", "在当前地区不可访问")
LIMITED: Final = Bilingual("reports too many requests", "提示请求过于频繁")
_CHALLENGE_HEADERS: Final = ("cf-mitigated", "x-amzn-waf-action", "x-vercel-mitigated", "x-datadome", "x-sucuri-block")
_PASSED: Final = frozenset({"pass", "allow", "ok", "none"})
# The kinds of phrases with what they mean, the clearest first.
_WALLS: Final = (
    ("robots", ROBOTS), ("limited", LIMITED), ("login", LOGIN), ("region", REGION), ("consent", CONSENT), ("refused", REFUSED),
)  # fmt: skip


def fold(text: str) -> str:
    """Makes a text comparable: one width, one case, straight quotes."""
    return unicodedata.normalize("NFKC", text).replace("\u2019", "'").replace("\u2018", "'").casefold()


def parts(heading: str, *, at_colons: bool = False) -> list[str]:
    """Splits a heading into itself and its parts: `Captcha: a history` is one title, `Error: gone` two."""
    return [heading, *(_PARTS_AND_COLONS if at_colons else _PARTS).split(heading)]


def is_mostly(heading: str, said: re.Pattern[str], extra: re.Pattern[str] = _NOTHING) -> bool:
    """Whether phrases make up most of a heading's letters; what matches `extra` (a greeting) is not counted."""
    folded = fold(heading.strip())
    if len(folded) > _LONGEST_HEADING:
        return False
    taken = sum(_letters(found[0]) for found in said.finditer(folded))
    rest = _letters(extra.sub("", said.sub("", folded))) if taken else 0
    return taken > 0 and taken >= _MOST * (taken + rest)


def first_of(text: str, said: re.Pattern[str]) -> str | None:
    """Returns the first of the phrases in a text, folded; None if there is none."""
    found = said.search(fold(text))
    return found[0].strip() if found else None


@cache
def phrases(*kinds: str) -> re.Pattern[str]:
    """Returns one pattern for all phrases of these kinds, for folded text; raises KeyError for an unknown kind."""
    table = _table()
    thing = f"(?:{'|'.join(table['thing'])})s?"
    rows = (row.replace("<thing>", thing).replace("<words>", _WORDS) for kind in kinds for row in table[kind])
    return re.compile("|".join(_together(rows)))


def read_phrases(text: str) -> Iterator[tuple[str, str, str]]:
    """Yields the rows of the table: kind, language, phrase."""
    for line in text.splitlines():
        if line and not line.startswith("#"):
            kind, language, phrase = line.split("\t")
            yield kind, language, phrase


def heading_says_not_found(page: Page) -> str | None:
    """Returns the heading or title that says the page is missing; None if there is none."""
    told = (part for fact in page.titles for part in parts(fact.value, at_colons=True))
    return next((part.strip() for part in told if is_mostly(part, phrases(*_MISSING), phrases("greeting"))), None)


def body_says_not_found(page: Page) -> str | None:
    """Returns the words with which a short page says that it is missing."""
    return first_of(page.opening, phrases(*_MISSING)) if page.is_thin else None


def says_removed(page: Page, title: str) -> str | None:
    """Returns the words with which a short page says that its text was removed, unless the title has them."""
    found = first_of(page.opening, phrases("removed")) if page.is_thin else None
    return None if found is None or found in fold(title) else found


def placeholder_on(page: Page, final_url: str) -> Bilingual | None:
    """Returns what a page without the article stands for; None if it is a page of its own."""
    host, path = (urlsplit(final_url).hostname or "").lower(), urlsplit(final_url).path
    if _is_parking(host) or (path.rstrip("/") == "/lander" and page.words < _MOST_WORDS):
        return PARKED
    if page.words >= _MOST_WORDS:
        return None
    told = [fold(fact.value) for fact in page.titles]
    body = fold(page.opening[:2000])
    if any(map(phrases("parked").search, (*told, body))):
        return PARKED
    if page.is_thin and phrases("parking-script").search(page.machinery):
        return PARKED
    screens = [*told, body] if page.words < _LONGEST_SCREEN else told
    for kind, reason, must_be_thin in _SCREENS:
        if (page.is_thin or not must_be_thin) and any(map(phrases(kind).search, screens)):
            return reason
    return None


def is_taken_over(page: Page, title: str) -> bool:
    """Whether the page's headings and beginning are offers; what the article's own title says does not count."""
    own = _offers(title)
    headings = {offer for fact in page.titles for offer in _offers(fact.value)} - own
    told = headings | (_offers(page.opening) - own)
    return len(told) >= (_IN_ALL if headings else _WITHOUT_A_HEADING)


def challenge_in_headers(status: int | None, headers: Mapping[str, str]) -> bool:
    """Whether the response headers mark a robot check instead of the page."""
    for name in _CHALLENGE_HEADERS:
        if headers.get(name, "pass").strip().lower() not in _PASSED and (name != "x-datadome" or status in {403, 405}):
            return True
    return status == 202 and headers.get("x-amzn-waf-action") is not None


def wall_in_heading(page: Page) -> Bilingual | None:
    """Returns the wall that the page's title or heading names; None if it names none."""
    told = [part for fact in page.titles for part in parts(fact.value)]
    return next((wall for kind, wall in _WALLS if any(is_mostly(part, phrases(kind)) for part in told)), None)


def wall_in_body(page: Page) -> Bilingual | None:
    """Returns the wall that a short page is, by its form, its scripts or its words."""
    if not page.is_thin:
        return None
    if page.has_login_form:
        return LOGIN
    if phrases("robot-script").search(page.machinery):
        return ROBOTS
    opening = fold(page.opening)
    return next((wall for kind, wall in _WALLS if wall != LOGIN and phrases(kind).search(opening)), None)


def is_challenge(page: Page) -> bool:
    """Whether the body of an error response is a robot check."""
    return page.is_thin and ROBOTS in {wall_in_heading(page), wall_in_body(page)}


@cache
def _table() -> Mapping[str, list[str]]:
    table = defaultdict[str, list[str]](list)
    for kind, _, phrase in read_phrases(data_file("page_phrases.tsv").read_text("utf-8")):
        table[kind].append(phrase)
    return dict(table)


def _together(rows: Iterable[str]) -> Iterator[str]:
    """Yields the rows, with consecutive whole words under one shared boundary, so that it is searched for only once."""
    for is_word, run in groupby(rows, lambda row: row.startswith(r"\b") and row.endswith(r"\b")):
        if is_word:
            yield rf"\b(?:{'|'.join(row[2:-2] for row in run)})\b"
        else:
            yield from (f"(?:{row})" for row in run)


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))


def _is_parking(host: str) -> bool:
    site, _, ending = host.rpartition(".")
    is_site = ending in _PARKING_ENDINGS and site.rpartition(".")[2] in _PARKING_SITES
    return is_site or _PARKING_LABEL.search(host) is not None


def _offers(text: str) -> set[str]:
    return {found[0] for found in phrases("offer").finditer(fold(text))}
