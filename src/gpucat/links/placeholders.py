"""Pages that stand where a site was: parked domains, server defaults, fault and maintenance pages. Pure."""

import re
from typing import Final
from urllib.parse import urlsplit

from gpucat.language import Bilingual
from gpucat.links.page import Page
from gpucat.links.phrases import fold, phrases

PARKED: Final = Bilingual("the domain is parked or for sale", "域名已停放或正在出售")
DEFAULT_PAGE: Final = Bilingual("the web server's own default page", "网站服务器的默认页面")
NOT_BUILT: Final = Bilingual("a site that is still to be built", "尚未建成的网站")
FAULT: Final = Bilingual("a server fault shown with status 200", "以状态 200 显示的服务器故障页")
MAINTENANCE: Final = Bilingual("the site is down for maintenance", "网站维护中")

_MOST_WORDS: Final = 250
_LONGEST_SCREEN: Final = 40
# Markets and parking services, on whose own sites a parked domain ends.
_PARKING_SITES: Final = frozenset({
    "sedo", "sedoparking", "hugedomains", "dan", "afternic", "parkingcrew", "bodis", "undeveloped", "domainmarket", "buydomains",
    "namebright", "parklogic", "above", "dynadot", "domcomp", "parking-page", "parkweb", "searchmagnified", "uniregistry",
    "sav", "atom", "brandbucket",
})  # fmt: skip
_PARKING_ENDINGS: Final = frozenset({"com", "net", "org"})
_PARKING_LABEL: Final = re.compile(
    r"(?:^|\.)ww\d+\."
)  # ww1.example.org: where parking services send a domain's visitors
# The kinds of phrases with what they tell; the last two are left to longer pages, which may well speak of such things.
_SCREENS: Final = (
    ("default-page", DEFAULT_PAGE, False), ("not-built", NOT_BUILT, False),
    ("maintenance", MAINTENANCE, True), ("fault", FAULT, True),
)  # fmt: skip


def placeholder_on(page: Page, final_url: str) -> Bilingual | None:
    """What a page without the article stands for; None where it is a page of its own."""
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


def _is_parking(host: str) -> bool:
    site, _, ending = host.rpartition(".")
    is_site = ending in _PARKING_ENDINGS and site.rpartition(".")[2] in _PARKING_SITES
    return is_site or _PARKING_LABEL.search(host) is not None
