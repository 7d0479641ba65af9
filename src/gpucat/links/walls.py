"""Robot walls, logins and consent pages: the article may well be behind them, nobody can say from here. Pure."""

from collections.abc import Mapping
from typing import Final

from gpucat.language import Bilingual
from gpucat.links.page import Page
from gpucat.links.phrases import fold, is_mostly, parts, phrases

LOGIN: Final = Bilingual("asks for a login", "要求登录")
ROBOTS: Final = Bilingual("shows a robot check", "显示人机验证")
REFUSED: Final = Bilingual("refuses access", "拒绝访问")
CONSENT: Final = Bilingual("asks for consent first", "先要求同意条款")
REGION: Final = Bilingual("is closed to this region", "在本地区不可访问")
LIMITED: Final = Bilingual("says there were too many requests", "提示请求过于频繁")

_CHALLENGE_HEADERS: Final = ("cf-mitigated", "x-amzn-waf-action", "x-vercel-mitigated", "x-datadome", "x-sucuri-block")
_PASSED: Final = frozenset({"pass", "allow", "ok", "none"})
# The kinds of phrases with what they tell, the plainest first.
_WALLS: Final = (
    ("robots", ROBOTS), ("limited", LIMITED), ("login", LOGIN), ("region", REGION), ("consent", CONSENT), ("refused", REFUSED),
)  # fmt: skip


def challenge_in_headers(status: int | None, headers: Mapping[str, str]) -> bool:
    """Whether the answer's headers say that this is a robot check, not the page."""
    for name in _CHALLENGE_HEADERS:
        if headers.get(name, "pass").strip().lower() not in _PASSED and (name != "x-datadome" or status in {403, 405}):
            return True
    return status == 202 and headers.get("x-amzn-waf-action") is not None


def wall_in_heading(page: Page) -> Bilingual | None:
    """The wall that the page's title or heading names; None where it names none."""
    told = [part for fact in page.titles for part in parts(fact.value)]
    return next((wall for kind, wall in _WALLS if any(is_mostly(part, phrases(kind)) for part in told)), None)


def wall_in_body(page: Page) -> Bilingual | None:
    """The wall that a page which says little else is, by its form, its scripts or its words."""
    if not page.is_thin:
        return None
    if page.has_login_form:
        return LOGIN
    if phrases("robot-script").search(page.machinery):
        return ROBOTS
    opening = fold(page.opening)
    return next((wall for kind, wall in _WALLS if wall != LOGIN and phrases(kind).search(opening)), None)


def is_challenge(page: Page) -> bool:
    """Whether the body of an error answer is a robot check."""
    return page.is_thin and ROBOTS in {wall_in_heading(page), wall_in_body(page)}
