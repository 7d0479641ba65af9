"""The nine verdicts on a link and what comes with one. Pure."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from gpucat.language import Bilingual


class Verdict(StrEnum):
    """What is the matter with a link. The values are printed and stored."""

    OK = "ok"
    MOVED = "moved"
    REDIRECTED = "redirected"
    BROKEN = "broken"
    SOFT_404 = "soft-404"
    WRONG_ARTICLE = "wrong-article"
    BLOCKED = "blocked"
    FLAKY = "flaky"
    TIMEOUT = "timeout"


DEAD: Final = frozenset({Verdict.BROKEN, Verdict.SOFT_404, Verdict.WRONG_ARTICLE})
UNKNOWN: Final = frozenset({Verdict.BLOCKED, Verdict.FLAKY, Verdict.TIMEOUT})
WORST_FIRST: Final = (
    Verdict.WRONG_ARTICLE, Verdict.SOFT_404, Verdict.BROKEN, Verdict.TIMEOUT, Verdict.FLAKY, Verdict.BLOCKED,
    Verdict.MOVED, Verdict.REDIRECTED, Verdict.OK,
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A verdict with its reason in words.

    `title_match` is what the title rule said (None: the page has no title that could be compared), `page_title` the
    title it said it of. `may_pass` marks a fault worth another try, `needs_site` an answer that a look at the site's
    home page could change.
    """

    verdict: Verdict
    reason: Bilingual
    title_match: str | None = None
    page_title: str | None = None
    may_pass: bool = False
    needs_site: bool = False
