"""Tests the route as its reader sees it: the stages, and the one that the reader is in with its articles."""

import json
import re

import pytest
from rich.text import Text
from tests.conftest import Gpucat


def ids(gpucat: Gpucat, *words: str) -> list[str]:
    return [stop["id"] for stop in json.loads(gpucat("route", *words, "--json").out)]


def shown(gpucat: Gpucat, *words: str) -> list[str]:
    """The places that a table shows."""
    places = set(ids(gpucat, "--all"))
    return [word for line in gpucat("route", *words).out.splitlines() for word in line.split()[:2] if word in places]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("level", ["beginner", "intermediate", "advanced"])
@pytest.mark.parametrize("stages", [0, 1, 4])
def test_the_overview_fits_70_lines(
    gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch, language: str, level: str, stages: int
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for stage in range(1, stages + 1):
        read = ids(gpucat, "--stage", str(stage), "--level", level)
        assert not read or gpucat("mark", *read, "done").code == 0
    drawn = gpucat("--lang", language, "--color", "always", "route", "--level", level).out
    assert len(Text.from_ansi(drawn).plain.splitlines()) <= 70


def test_the_stage_of_the_next_article_is_open(gpucat: Gpucat) -> None:
    assert shown(gpucat) == ids(gpucat, "--stage", "1")
    assert gpucat("mark", *ids(gpucat, "--stage", "1"), "done").code == 0
    result = gpucat("route")
    assert shown(gpucat) == ids(gpucat, "--stage", "2")
    assert (
        "Stage 1: Build hardware intuition first  (42/42 read)\n  Hardware and execution model · Checking" in result.out
    )
    assert "  Practice 1: Vector addition/matrix transpose\n" in result.out
    assert "--all" in result.err


def test_what_is_asked_for_is_open(gpucat: Gpucat) -> None:
    assert gpucat("mark", "hardware/8", "skipped").code == 0
    assert sorted(shown(gpucat, "--all")) == sorted(ids(gpucat, "--all"))
    assert "hardware/8" in shown(gpucat, "--all")
    assert shown(gpucat, "--stage", "3", "--stage", "4") == ids(gpucat, "--stage", "3", "--stage", "4")
    assert shown(gpucat, "--module", "layout") == ids(gpucat, "--module", "layout")
    assert shown(gpucat, "--status", "skipped") == ["hardware/8"]


def test_the_level_and_the_goal_of_the_settings_hold(gpucat: Gpucat) -> None:
    beginner = ids(gpucat, "--level", "beginner")
    assert gpucat("config", "level", "beginner").code == 0
    assert ids(gpucat) == beginner
    assert len(ids(gpucat, "--level", "beginner..advanced")) == 148
    assert gpucat("config", "goal", "TMA").code == 0
    assert gpucat("route").out == gpucat("route", "--to", "TMA", "--level", "beginner").out
    assert ids(gpucat, "--all") == beginner


def test_a_format_for_programs_has_the_whole_route(gpucat: Gpucat) -> None:
    assert len(ids(gpucat)) == 148
    assert len(gpucat("route", "--format", "ids").out.split()) == 148
    assert gpucat("route", "--format", "csv").err == ""


def test_the_overview_counts_what_the_whole_route_has(gpucat: Gpucat) -> None:
    gpucat("mark", "memory/1", "memory/2", "gemm/1", "done")
    gpucat("mark", "memory/3", "gemm/2", "skipped")
    gpucat("mark", "kernels/1", "reading")
    for words in ((), ("--level", "intermediate")):
        stops = json.loads(gpucat("route", *words, "--json").out)
        counted = [
            (sum(stop["status"] == "done" for stop in here), len(here))
            for here in ([stop for stop in stops if stop["stage"] == stage] for stage in range(1, 6))
        ]
        overview = gpucat("route", *words).out
        assert [(int(done), int(total)) for done, total in re.findall(r"\((\d+)/(\d+) read\)", overview)] == counted


def test_a_place_on_the_route_does_not_depend_on_what_is_asked_for(gpucat: Gpucat) -> None:
    everywhere = {stop["id"]: stop["route_position"] for stop in json.loads(gpucat("route", "--all", "--json").out)}
    for words in (("--stage", "3"), ("--module", "layout"), ("--level", "advanced")):
        stops = json.loads(gpucat("route", *words, "--json").out)
        assert stops == sorted(stops, key=lambda stop: stop["route_position"])
        assert all(everywhere[stop["id"]] == stop["route_position"] for stop in stops)
