"""Tests many jobs on many hosts: paced, bounded, failed ones tried again later."""

import asyncio
import itertools
from collections import Counter

import pytest

from gpucat.net.pace import Lane, Lanes, PaceSettings
from gpucat.net.schedule import Schedule

FAST = PaceSettings(per_host=2, interval_s=0.0)


def run(jobs: list[tuple[str, int]], attempt, settings: PaceSettings = FAST, **limits: int) -> Schedule[int]:
    async def go() -> Schedule[int]:
        lanes = Lanes(settings)
        schedule: Schedule[int] = Schedule(attempt, lanes, concurrency=limits.get("concurrency", 4), per_host=limits.get("per_host", 2))  # fmt: skip
        await schedule.run(jobs)
        return schedule

    return asyncio.run(go())


def test_every_job_is_done_once_and_limits_hold():
    done: Counter[int] = Counter()
    active: Counter[str] = Counter()
    peak: Counter[str] = Counter()

    async def attempt(job: int) -> None:
        host = f"h{job % 7}"
        for name in ("all", host):
            active[name] += 1
            peak[name] = max(peak[name], active[name])
        await asyncio.sleep(0.001)
        for name in ("all", host):
            active[name] -= 1
        done[job] += 1

    run([(f"h{job % 7}", job) for job in range(60)], attempt, concurrency=5)
    assert done == Counter(range(60))
    assert peak["all"] <= 5
    assert max(count for name, count in peak.items() if name != "all") <= 2


def test_failed_jobs_come_again_after_the_others():
    order: list[int] = []

    async def attempt(job: int) -> float | None:
        order.append(job)
        return 0.02 if job == 0 and order.count(0) < 3 else None

    run([("h", job) for job in range(4)], attempt, concurrency=1, per_host=1)
    assert order == [0, 1, 2, 3, 0, 0]


def test_a_slow_host_does_not_hold_up_another():
    ended: list[int] = []
    fast_ones_ended = asyncio.Event()

    async def attempt(job: int) -> None:
        if job < 10:
            await asyncio.wait_for(fast_ones_ended.wait(), timeout=60)
        ended.append(job)
        if set(ended) == set(range(10, 20)):
            fast_ones_ended.set()

    run([("slow", job) for job in range(10)] + [("fast", job) for job in range(10, 20)], attempt, concurrency=4)
    assert set(ended[:10]) == set(range(10, 20))


class SleptTime:
    """A clock that advances only while somebody sleeps: it fails a busy wait."""

    def __init__(self) -> None:
        self.now = 0.0
        self._looks = 0
        self._let_others_run = asyncio.sleep

    def __call__(self) -> float:
        self._looks += 1
        assert self._looks < 1000, "waits without sleeping"
        return self.now

    async def sleep(self, seconds: float) -> None:
        due = self.now + seconds
        await self._let_others_run(0)
        self.now = max(self.now, due)


def test_requests_to_a_host_keep_their_distance(monkeypatch: pytest.MonkeyPatch):
    clock = SleptTime()
    monkeypatch.setattr(asyncio, "sleep", clock.sleep)

    async def go() -> list[float]:
        lane = Lane(PaceSettings(per_host=3, interval_s=0.02), clock)
        times: list[float] = []

        async def one() -> None:
            async with lane.turn():
                await lane.claim_moment()
                times.append(clock.now)

        await asyncio.gather(*(one() for _ in range(5)))
        return sorted(times)

    times = asyncio.run(go())
    assert times[0] == 0.0
    assert all(later - earlier >= 0.02 for earlier, later in itertools.pairwise(times))


def test_a_host_that_asks_for_it_is_left_alone():
    lane = Lane(PaceSettings(per_host=2, interval_s=0.2, longest_hold_s=60), clock=lambda: 100.0)
    lane.slow_down(5.0)
    assert lane.next_at == 105.0
    assert not lane.has_given_up
    for _ in range(3):
        lane.slow_down(3600.0)
    assert lane.has_given_up
    assert lane.next_at == 105.0


def test_a_host_that_never_answers_is_hardly_waited_for():
    lane = Lane(PaceSettings(per_host=2, interval_s=0.2))
    for _ in range(4):
        assert not lane.is_silent
        lane.note(answered=False)
    assert lane.is_silent
    lane.note(answered=True)
    for _ in range(9):
        lane.note(answered=False)
    assert not lane.is_silent


def test_a_throttled_host_is_asked_slower_and_trusted_again():
    moments = iter([0.0] * 400)
    lane = Lane(PaceSettings(per_host=2, interval_s=0.2), clock=lambda: next(moments))

    def distance() -> float:
        asyncio.run(lane.claim_moment())
        found, lane._next_at = lane.next_at, 0.0
        return found

    usual = distance()
    lane.slow_down(0.0)
    assert distance() > 1.9 * usual
    for _ in range(40):
        lane.note(answered=True)
    assert distance() == usual
