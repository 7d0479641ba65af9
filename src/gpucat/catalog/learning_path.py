"""Finds the shortest reading path to a goal. Pure.

Each lesson teaches concepts and needs concepts. A path is a choice of lessons in reading order, the last of which
reaches the goal, such that everything a lesson needs is known or taught by an earlier lesson of the path. Of all paths
the search takes the one that

1. has the fewest lessons that the reader chose to skip,
2. has the fewest lessons,
3. takes each concept from lessons in which it stands nearest to the front of what they teach (most central first),
4. comes earliest in the reading order.

A lesson may build only on lessons before it in the reading order, so there are no cycles. The search walks the reading
order backwards and keeps, for every set of concepts still open, the best choice so far. At a lesson that teaches an
open concept there are two ways on, with it or without it, the latter only if an earlier lesson teaches the concept too.
There are few such sets if articles need few concepts; beyond WIDEST sets only the best are kept, and the path is then
short, but not proven to be the shortest.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from gpucat.catalog.catalogue import Learning

WIDEST: Final = 2000


class Lesson(NamedTuple):
    """An article as a possible step, by its number; `is_avoided` if the reader skipped it."""

    number: int
    learning: Learning
    is_done: bool = False
    is_avoided: bool = False


class Support(NamedTuple):
    """A concept and the article that teaches it to this step (None: the reader is assumed to know it)."""

    concept: str
    number: int | None


class PathStep(NamedTuple):
    """A lesson of the path and why it is there.

    `teaches_for` names each concept it contributes with the later step that needs it (None: the goal itself).
    `builds_on` names what it needs and where that comes from; `gaps` are needs that no earlier lesson teaches.
    """

    number: int
    teaches_for: tuple[Support, ...]
    builds_on: tuple[Support, ...]
    gaps: tuple[str, ...]


class _Cost(NamedTuple):
    avoided: int = 0
    lessons: int = 0
    off_centre: int = 0


class _Choice(NamedTuple):
    """The best choice for a set of open concepts: its cost and the indexes of its lessons, last one first."""

    cost: _Cost
    places: tuple[int, ...]


def path_to_concept(lessons: Sequence[Lesson], concept: str, known: Collection[str]) -> list[PathStep]:
    """Returns the path to a lesson that teaches the concept as centrally as any; empty if it is known or never taught.

    `lessons` are all lessons in reading order; `known` are concepts that the reader is assumed to know, along with
    those that finished lessons teach.
    """
    ranks = {
        place: lesson.learning.teaches.index(concept)
        for place, lesson in enumerate(lessons)
        if concept in lesson.learning.teaches
    }
    if concept in _all_known(lessons, known) or not ranks:
        return []
    nearest = min(ranks.values())
    goals = {place for place, rank in ranks.items() if rank == nearest}
    return _path(lessons, goals, known, concept)


def path_to_article(lessons: Sequence[Lesson], number: int, known: Collection[str]) -> list[PathStep]:
    """Returns the path that ends with this article; empty if it is done or not a lesson. See path_to_concept."""
    goals = {place for place, lesson in enumerate(lessons) if lesson.number == number and not lesson.is_done}
    return _path(lessons, goals, known, None) if goals else []


def _path(
    lessons: Sequence[Lesson], goals: Collection[int], known: Collection[str], concept: str | None
) -> list[PathStep]:
    search = _Search(lessons, _all_known(lessons, known))
    chosen = search.run(goals)
    return list(_steps(lessons, sorted(chosen), known, concept))


def _all_known(lessons: Iterable[Lesson], known: Collection[str]) -> set[str]:
    return set(known).union(*(lesson.learning.teaches for lesson in lessons if lesson.is_done))


class _Search:
    """Searches over sets of concepts: integers with one bit for each unknown concept that a lesson teaches."""

    def __init__(self, lessons: Sequence[Lesson], known: Collection[str]) -> None:
        self.lessons = lessons
        concepts = dict.fromkeys(concept for lesson in lessons for concept in lesson.learning.teaches)
        self.bits = {concept: 1 << index for index, concept in enumerate(c for c in concepts if c not in known)}
        self.teaches = [self._set(lesson.learning.teaches) for lesson in lessons]
        self.needs = []
        taught = 0
        self.first_taught = []
        for lesson, here in zip(lessons, self.teaches, strict=True):
            self.needs.append(self._set(lesson.learning.needs) & taught)
            self.first_taught.append(here & ~taught)
            taught |= here

    def run(self, goals: Collection[int]) -> tuple[int, ...]:
        """Returns the indexes of the best choice that ends at one of the goals."""
        reached: dict[int, _Choice] = {}
        for place in range(max(goals), -1, -1):
            if not self.lessons[place].is_done:
                reached = self._pass(reached, place)
            if place in goals:
                _keep_better(reached, self.needs[place], self._with(_Choice(_Cost(), ()), place, 0))
        return reached[0].places

    def _pass(self, reached: dict[int, _Choice], place: int) -> dict[int, _Choice]:
        """Returns the choices with and without the lesson at this place."""
        teaches, needs, first_taught = self.teaches[place], self.needs[place], self.first_taught[place]
        onward: dict[int, _Choice] = {}
        for wanted, choice in reached.items():
            taught = wanted & teaches
            if not taught & first_taught:
                _keep_better(onward, wanted, choice)
            if taught:
                _keep_better(onward, wanted & ~teaches | needs, self._with(choice, place, taught))
        if len(onward) > WIDEST:
            onward = dict(sorted(onward.items(), key=lambda item: (item[1], item[0]))[:WIDEST])
        return onward

    def _with(self, choice: _Choice, place: int, taught: int) -> _Choice:
        lesson, cost = self.lessons[place], choice.cost
        off_centre = sum(r for r, c in enumerate(lesson.learning.teaches) if taught & self.bits.get(c, 0))
        spent = _Cost(cost.avoided + lesson.is_avoided, cost.lessons + 1, cost.off_centre + off_centre)
        return _Choice(spent, (*choice.places, place))

    def _set(self, concepts: Iterable[str]) -> int:
        return sum(self.bits.get(concept, 0) for concept in set(concepts))


def _keep_better(reached: dict[int, _Choice], wanted: int, choice: _Choice) -> None:
    if wanted not in reached or choice < reached[wanted]:
        reached[wanted] = choice


def _steps(
    lessons: Sequence[Lesson], places: Sequence[int], known: Collection[str], goal: str | None
) -> Iterable[PathStep]:
    supports = _supports(lessons, places, known)
    for place in places:
        number = lessons[place].number
        given = [
            Support(support.concept, lessons[later].number)
            for later in places
            for support in supports[later]
            if support.number == number
        ]
        if place == places[-1] and goal is not None:
            given.append(Support(goal, None))
        met = {support.concept for support in supports[place]}
        gaps = tuple(concept for concept in lessons[place].learning.needs if concept not in met)
        yield PathStep(number, tuple(given), tuple(supports[place]), gaps)


def _supports(
    lessons: Sequence[Lesson], places: Sequence[int], known: Collection[str]
) -> Mapping[int, Sequence[Support]]:
    """Returns where each step's needs come from: prior knowledge, a finished lesson, or the first step to teach it."""
    sources: dict[str, int | None] = {}

    def read(lesson: Lesson) -> None:
        for concept in lesson.learning.teaches:
            sources.setdefault(concept, lesson.number)

    for lesson in lessons:
        if lesson.is_done:
            read(lesson)
    for concept in known:
        sources.setdefault(concept, None)
    found = {}
    for place in places:
        needs = lessons[place].learning.needs
        found[place] = [Support(concept, sources[concept]) for concept in needs if concept in sources]
        read(lessons[place])
    return found
