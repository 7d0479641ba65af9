"""Paces requests: how many a host gets at once and how soon, and for how long a host asked to be left alone."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

# Servers count requests as they arrive, and arrival wavers: five a second, sent 200 ms apart, are sometimes six.
_MARGIN: Final = 1.03
_SLOWEST_S: Final = 5.0
_TRUST: Final = 0.95
_STRIKES: Final = 3
_SILENCES: Final = 4
_ANSWERED: Final = 1 << 30


@dataclass(frozen=True, slots=True, kw_only=True)
class PaceSettings:
    """Requests at once and seconds between two requests to one host; the longest pause that is waited out."""

    per_host: int
    interval_s: float
    longest_hold_s: float = 60.0


class Lane:
    """One host's turn-taking. Times are of the clock given."""

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
        """When the next request may go out."""
        return self._next_at

    @property
    def has_given_up(self) -> bool:
        """Whether the host has asked several times for a longer pause than is waited out: leave it alone for this run."""
        return self._strikes >= _STRIKES

    @property
    def is_silent(self) -> bool:
        """Whether several attempts in a row got no answer and none before them did: the host is hardly worth the wait."""
        return self._silences >= _SILENCES

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Holds one of the host's slots, from its time on until the answer has been read."""
        async with self._slots:
            await self._until_due()
            yield

    async def claim_moment(self) -> float:
        """Waits for the moment at which a request may leave, and takes it; returns the seconds waited.

        To be called when the connection is open: opening one takes its time, and the host counts arrivals.
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
        """Takes down whether a request got an answer of any kind; a host that was slowed down is slowly trusted again."""
        if answered:
            self._silences = -_ANSWERED
            self._interval_s = max(self._usual_s, self._interval_s * _TRUST)
        else:
            self._silences += 1

    def slow_down(self, retry_after_s: float | None) -> None:
        """The host was asked too much: pause as long as it says (within reason), and go slower for a while."""
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


_A_YEAR_S: Final = 366 * 86400.0


def parse_retry_after(value: str | None, now: datetime) -> float | None:
    """The seconds to wait, from a number or a date, between 0 and a year; None where there is none to read."""
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
