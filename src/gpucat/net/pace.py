"""Paces requests: how many each host gets at once, how soon, and how long a host wants to be left alone."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

# Servers count requests on arrival, which jitters: five a second, sent 200 ms apart, sometimes arrive as six.
_MARGIN: Final = 1.03
_SLOWEST_S: Final = 5.0
_TRUST: Final = 0.95
_STRIKES: Final = 3
_SILENCES: Final = 4
_ANSWERED: Final = 1 << 30
_A_YEAR_S: Final = 366 * 86400.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PaceSettings:
    """Simultaneous requests to one host, seconds between two of them, and the longest pause to wait out."""

    per_host: int
    interval_s: float
    longest_hold_s: float = 60.0


class Lane:
    """The turn-taking of one host; all times are those of the given clock."""

    def __init__(self, settings: PaceSettings, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._settings = settings
        self._slots = asyncio.Semaphore(settings.per_host)
        self._usual_s = self._interval_s = settings.interval_s * _MARGIN
        self._next_at = 0.0
        self._strikes = 0
        self._silences = 0

    @property
    def next_at(self) -> float:
        """When the next request may be sent."""
        return self._next_at

    @property
    def has_given_up(self) -> bool:
        """Whether the host has asked several times for too long a pause, so that it is left alone for this run."""
        return self._strikes >= _STRIKES

    @property
    def is_silent(self) -> bool:
        """Whether several attempts in a row, and all before them, got no answer: the host is not worth the wait."""
        return self._silences >= _SILENCES

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Holds one of the host's slots from its due time until the answer has been read."""
        async with self._slots:
            await self._until_due()
            yield

    async def claim_moment(self) -> float:
        """Waits until a request may be sent and claims that moment; returns the seconds waited.

        Call it when the connection is open: opening one takes time, and the host counts arrivals.
        """
        waited_s = await self._until_due()
        self._next_at = self._clock() + self._interval_s
        return waited_s

    async def _until_due(self) -> float:
        begun = self._clock()
        while (wait := self._next_at - self._clock()) > 0:
            await asyncio.sleep(wait)
        return self._clock() - begun

    def note(self, *, answered: bool) -> None:
        """Records whether a request got any answer; after answers, a slowed-down host is gradually sped up again."""
        if answered:
            self._silences = -_ANSWERED
            self._interval_s = max(self._usual_s, self._interval_s * _TRUST)
        else:
            self._silences += 1

    def slow_down(self, retry_after_s: float | None) -> None:
        """Pauses as long as an overloaded host asks (within reason), and goes slower for a while."""
        self._interval_s = min(2 * self._interval_s + _MARGIN - 1, max(_SLOWEST_S, self._usual_s))
        if retry_after_s is not None and retry_after_s > self._settings.longest_hold_s:
            self._strikes += 1
        else:
            self._strikes = 0
            self._next_at = max(self._next_at, self._clock() + (retry_after_s or 0.0))


class Lanes:
    """The lanes of all hosts of a run."""

    def __init__(self, settings: PaceSettings, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        self._lanes: dict[str, Lane] = {}

    def of(self, host: str) -> Lane:
        lane = self._lanes.get(host)
        if lane is None:
            lane = self._lanes[host] = Lane(self._settings, self._clock)
        return lane


def parse_retry_after(value: str | None, now: datetime) -> float | None:
    """Parses a number or a date into the seconds to wait, from 0 to a year; None if there is nothing to read."""
    if value is None:
        return None
    cleaned = value.strip()
    try:
        seconds = float(cleaned)
    except ValueError:
        try:
            then = parsedate_to_datetime(cleaned)
        except (ValueError, TypeError, IndexError, OverflowError):
            return None
        seconds = ((then if then.tzinfo else then.replace(tzinfo=UTC)) - now).total_seconds()
    if seconds != seconds:  # not a number
        return None
    return min(max(seconds, 0.0), _A_YEAR_S)
