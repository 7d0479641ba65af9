"""Tests what to read next, and the reader's progress."""

import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import Gpucat

from gpucat.render.reading import BAR_CELLS, MARKS, cells_of
from gpucat.services.progress import read_progress
from gpucat.store.connection import connect_for_reading


def ids(gpucat: Gpucat, *words: str) -> list[str]:
    return gpucat("next", *words, "--format", "ids").out.split()


def advice(gpucat: Gpucat, *words: str) -> list[dict[str, Any]]:
    pieces: list[dict[str, Any]] = json.loads(gpucat("next", *words, "--json").out)
    return pieces


def test_next_follows_the_route_and_passes_over_what_is_done_or_skipped(gpucat: Gpucat) -> None:
    route = gpucat("route", "--format", "ids").out.split()
    assert ids(gpucat, "-n", "5") == route[:5]
    gpucat("mark", route[0], "done")
    gpucat("mark", route[2], "skipped")
    assert ids(gpucat, "-n", "3") == [route[1], route[3], route[4]]


def test_the_number_of_articles_is_asked_for_as_everywhere(gpucat: Gpucat) -> None:
    assert ids(gpucat, "--limit", "4") == ids(gpucat, "--count", "4") == ids(gpucat, "-n", "4")
    assert len(ids(gpucat)) == 3
    assert len(ids(gpucat, "--limit", "0")) == 148
    assert "--limit" in gpucat("next", "--help").out


def test_what_is_being_read_comes_first(gpucat: Gpucat) -> None:
    gpucat("mark", "gemm/4", "reading")
    assert ids(gpucat, "-n", "2")[0] == "gemm/4"
    assert "you are reading it" in gpucat("next", "-n", "1").out
    stops = json.loads(gpucat("route", "--json").out)
    assert [stop["route_position"] for stop in stops if stop["is_next"]] == [1]


def test_next_respects_the_level(gpucat: Gpucat) -> None:
    assert all("beginner" in piece["level"] for piece in advice(gpucat, "-n", "100", "--level", "beginner"))
    assert ids(gpucat, "-n", "1", "--level", "高级") == ids(gpucat, "-n", "1", "--level", "advanced")


def test_parts_of_a_series_come_in_their_order_within_a_stage(gpucat: Gpucat) -> None:
    whole = ids(gpucat, "-n", "148")
    assert sorted(whole) == sorted(gpucat("list", "--format", "ids").out.split())
    stage = {stop["id"]: stop["stage"] for stop in json.loads(gpucat("route", "--json").out)}
    for piece in advice(gpucat, "-n", "148"):
        here = [part for part in piece["series"] if stage[part] == stage[piece["id"]]]
        assert [whole.index(part) for part in here] == sorted(whole.index(part) for part in here)


def test_next_says_what_it_builds_on_and_how_the_series_goes_on(gpucat: Gpucat) -> None:
    gpucat("mark", "hardware/11", "hardware/3", "done")
    [piece] = [piece for piece in advice(gpucat, "-n", "148") if piece["id"] == "memory/1"]
    assert piece["builds_on"] == [
        {"concept": "global memory", "article": "hardware/11"},
        {"concept": "warp", "article": "hardware/3"},
        {"concept": "thread hierarchy", "article": "hardware/11"},
    ]
    assert piece["missing"] == []
    [lecture] = [piece for piece in advice(gpucat, "-n", "148") if piece["id"] == "memory/15"]
    assert lecture["continues_with"] == "gemm/21"
    assert "continues with gemm/21" in gpucat("next", "-n", "148").out


def test_at_the_end_of_the_route_it_says_so(gpucat: Gpucat) -> None:
    gpucat("mark", "1..148", "done", "--yes")
    result = gpucat("next")
    assert (result.code, result.out) == (0, "")
    assert "Nothing left" in result.err
    assert json.loads(gpucat("next", "--json").out) == []


def test_progress_counts_every_article_once_a_part(gpucat: Gpucat) -> None:
    gpucat("mark", "memory/1..4", "done")
    gpucat("mark", "memory/5", "reading")
    gpucat("mark", "gemm/1", "skipped")
    report = json.loads(gpucat("progress", "--json").out)
    assert (report["total"], report["done"], report["reading"], report["skipped"]) == (148, 4, 1, 1)
    for part in ("stages", "modules"):
        assert sum(bar["total"] for bar in report[part]) == 148
        assert sum(bar["done"] for bar in report[part]) == 4
    # The day may have ended meanwhile.
    assert [day["articles"] for day in report["days"] if day["articles"]] == [[f"memory/{n}" for n in range(1, 5)]]
    assert "4 of 148 read (2%)" in gpucat("progress").out
    assert gpucat("--color", "always", "progress").code == 0


def test_a_day_is_the_readers_day(gpucat: Gpucat, db: Path) -> None:
    gpucat("mark", "memory/1", "done")
    finished = datetime.fromisoformat(json.loads(gpucat("show", "memory/1", "--json").out)[0]["finished_at"])
    connection = connect_for_reading(db)
    for hours in (-12, 0, 14):
        zone = timezone(timedelta(hours=hours))
        report = read_progress(connection, finished.astimezone(zone), 1)
        assert report.days[0].day == finished.astimezone(zone).date()
        assert len(report.days[0].articles) == 1
    later = read_progress(connection, datetime.now(UTC) + timedelta(days=3), 2)
    assert [len(day.articles) for day in later.days] == [0, 0]
    connection.close()


@pytest.mark.parametrize(
    "counts", [(0, 0, 0, 0), (1, 0, 0, 147), (147, 0, 0, 1), (1, 1, 1, 1), (500, 1, 1, 1), (3, 0, 0, 0)]
)
def test_a_bar_is_full_and_shows_whatever_there_is(counts: tuple[int, ...]) -> None:
    cells = cells_of(dict(zip(MARKS, counts, strict=True)))
    assert sum(cells.values()) == BAR_CELLS
    assert all(cells[status] > 0 for status, count in zip(MARKS, counts, strict=True) if count)
