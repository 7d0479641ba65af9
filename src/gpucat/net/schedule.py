"""Runs many jobs on many hosts: a few at once, no host crowded, failed ones again in a later round.

Only running jobs are tasks; everything that waits is an entry in a queue.
"""

import asyncio
import heapq
import time
from collections import deque
from collections.abc import Awaitable, Callable, Hashable, Iterable
from typing import Generic, TypeVar

from gpucat.net.pace import Lanes

Job = TypeVar("Job", bound=Hashable)


class _Line(Generic[Job]):
    """One host's jobs: those not tried yet, and those to be tried again at a given time."""

    def __init__(self) -> None:
        self.fresh: deque[Job] = deque()
        self.again: list[tuple[float, int, Job]] = []
        self.active = 0
        self.is_listed = False

    def ready_at(self, lane_at: float) -> float | None:
        """Returns when the next job may start; None if there is none."""
        if self.fresh:
            return lane_at
        return max(lane_at, self.again[0][0]) if self.again else None

    def take(self) -> Job:
        return self.fresh.popleft() if self.fresh else heapq.heappop(self.again)[2]


class Schedule(Generic[Job]):
    """Runs jobs with `attempt`, which tries a job and returns None, or the seconds until the next try."""

    def __init__(
        self, attempt: Callable[[Job], Awaitable[float | None]], lanes: Lanes, *, concurrency: int, per_host: int
    ) -> None:
        self._attempt = attempt
        self._lanes = lanes
        self._concurrency = concurrency
        self._per_host = per_host
        self._lines: dict[str, _Line[Job]] = {}
        self._listed: list[tuple[float, int, str]] = []
        self._tasks: dict[asyncio.Task[float | None], tuple[str, Job]] = {}
        self._count = 0

    async def run(self, jobs: Iterable[tuple[str, Job]]) -> None:
        """Runs all jobs, each given with its host; an exception of `attempt` ends the run."""
        for host, job in jobs:
            self._lines.setdefault(host, _Line()).fresh.append(job)
        for host in self._lines:
            self._list(host)
        try:
            while self._listed or self._tasks:
                wait = self._start_due()
                if self._tasks:
                    done, _ = await asyncio.wait(self._tasks, timeout=wait, return_when=asyncio.FIRST_COMPLETED)
                    for task in done:
                        self._finish(task)
                elif wait:
                    await asyncio.sleep(wait)
        finally:
            for task in self._tasks:
                task.cancel()

    def _start_due(self) -> float | None:
        """Starts what is due; returns the seconds until more is, or None if that depends on a running job."""
        while self._listed and len(self._tasks) < self._concurrency:
            wait = self._listed[0][0] - time.monotonic()
            if wait > 0:
                return wait
            host = heapq.heappop(self._listed)[2]
            line = self._lines[host]
            line.is_listed = False
            job = line.take()
            line.active += 1
            self._tasks[asyncio.ensure_future(self._attempt(job))] = (host, job)
            self._list(host, after=self._lanes.of(host).next_at)
        return None

    def _finish(self, task: "asyncio.Task[float | None]") -> None:
        host, job = self._tasks.pop(task)
        line = self._lines[host]
        line.active -= 1
        again_after_s = task.result()
        if again_after_s is not None:
            self._count += 1
            heapq.heappush(line.again, (time.monotonic() + again_after_s, self._count, job))
        self._list(host)

    def _list(self, host: str, after: float = 0.0) -> None:
        """Queues the host for its next job, unless it is queued already, at its limit or done."""
        line = self._lines[host]
        ready_at = line.ready_at(max(after, self._lanes.of(host).next_at))
        if ready_at is None or line.is_listed or line.active >= self._per_host:
            return
        line.is_listed = True
        self._count += 1
        heapq.heappush(self._listed, (ready_at, self._count, host))
