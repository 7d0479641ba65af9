"""The nine verdicts on a link. Pure."""

from enum import StrEnum
from typing import Final


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
