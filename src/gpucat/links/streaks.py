"""What a row of checks of one link says together: one run proves little. Pure."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from gpucat.links.verdict import DEAD, UNKNOWN

_KINDS: Final = {**dict.fromkeys(map(str, DEAD), "dead"), **dict.fromkeys(map(str, UNKNOWN), "unknown")}
ALIVE: Final = "alive"


class Streak(NamedTuple):
    """The checks in a row up to the latest that agree on alive, dead or unknown: since when (UTC), and how many."""

    kind: str
    since: str
    checks: int


def kind_of(verdict: str) -> str:
    """`alive`, `dead` or `unknown`."""
    return _KINDS.get(verdict, ALIVE)


def find_streak(checks: Iterable[tuple[str, str]]) -> Streak | None:
    """The streak of checks given newest first as (time, verdict); None without any."""
    streak: Streak | None = None
    for checked_at, verdict in checks:
        kind = kind_of(verdict)
        if streak is not None and streak.kind != kind:
            break
        streak = Streak(kind, checked_at, streak.checks + 1 if streak else 1)
    return streak
