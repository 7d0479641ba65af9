"""Where a new article goes on the reading route. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from gpucat.catalog.levels import LevelSpan


class Placed(NamedTuple):
    """An article that has a place: its step, its position in it, and what decides about neighbours."""

    step_id: int
    position: int
    module: str | None
    level: LevelSpan | None


def choose_place(route: Sequence[Placed], module: str | None, level: LevelSpan | None) -> tuple[int, int] | None:
    """The step and position for an article of a module: after the last one of its module that is no harder.

    `route` is in reading order. Without such an article it comes before the first of its module; None where the module
    is not on the route.
    """
    mates = [place for place in route if place.module == module]
    if not mates:
        return None
    hardness = level.low if level else 2
    easier = [place for place in mates if (place.level.low if place.level else 2) <= hardness]
    return (easier[-1].step_id, easier[-1].position + 1) if easier else (mates[0].step_id, mates[0].position)
