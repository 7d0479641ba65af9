"""How often one host is asked: few requests at once, some time between them, and a pause when it says so."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

# Servers count requests as they arrive, and arrival wavers: five a second, sent 200 ms apart, are sometimes six.
_MARGIN: Final = 1.03
_SLOWEST_S: Final = 5.0
_STRIKES: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class PaceSettings:
    """Requests at once and seconds between two requests to one host; the longest pause that is waited out."""

    per_host: int = 2
    interval_s: float = 0.2
    longest_hold_s: float = 60.0


class Lane:
    """One host's turn-taking. Times are of the clock given."""

    def __init__(self, settings: PaceSettings, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._settings = settings
        self._slots = asyncio.Semaphore(settings.per_host)
        self._interval_s = settings.interval_s * _MARGIN
        self._next_at = 0.0
        self._strikes = 0

    @property
    def next_at(self) -> float:
        """When the next request may go out."""
        return self._next_at

    @property
    def has_given_up(self) -> bool:
        """Whether the host has asked several times for a longer pause than is waited out: leave it alone for this run."""
        return self._strikes >= _STRIKES

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Waits for a slot and for the host's time; the slot is held until the answer has been read."""
        async with self._slots:
            while (wait := self._next_at - self._clock()) > 0:
                await asyncio.sleep(wait)
            self._next_at = self._clock() + self._interval_s
            yield

    def went_out(self) -> None:
        """The request of the latest turn has left only now: opening a connection takes its time."""
        self._next_at = max(self._next_at, self._clock() + self._interval_s)

    def slow_down(self, retry_after_s: float | None) -> None:
        """The host was asked too much: pause as long as it says (within reason), and go slower afterwards."""
        self._interval_s = min(max(2 * self._interval_s, 0.5), max(_SLOWEST_S, self._settings.interval_s))
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
