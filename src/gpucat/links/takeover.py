"""Sites that another business took over: what used to be an article's address sells bets, pills or loans. Pure.

Such pages often keep the old title where only machines read it, so a title that fits says nothing against them.
"""

from typing import Final

from gpucat.language import Bilingual
from gpucat.links.page import Page
from gpucat.links.phrases import fold, phrases

TAKEN_OVER: Final = Bilingual("the site was taken over and sells something else", "站点已被他人接管，推销别的内容")

_IN_ALL: Final = 3
_WITHOUT_A_HEADING: Final = 5


def is_taken_over(page: Page, title: str) -> bool:
    """Whether the page's headings and beginning are such an offer. What the article's own title says is no sign of it."""
    own = _offers(title)
    headings = {offer for fact in page.titles for offer in _offers(fact.value)} - own
    told = headings | (_offers(page.opening) - own)
    return len(told) >= (_IN_ALL if headings else _WITHOUT_A_HEADING)


def _offers(text: str) -> set[str]:
    return {found[0] for found in phrases("offer").finditer(fold(text))}
