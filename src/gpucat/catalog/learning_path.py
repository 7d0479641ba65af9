"""Finds the reading path to a goal. Pure.

Each lesson teaches concepts and needs concepts. A path is a choice of lessons, in an order in which everything that a
lesson needs is known or taught by an earlier lesson of the path, and only its last lesson teaches the goal. The path taken

1. has the fewest lessons that the reader would rather avoid,
2. has the fewest lessons, of which a worse last lesson counts as further ones (END_COST),
3. takes each concept from lessons that teach it more centrally,
4. has lessons that come early in the reading order.

The first two hold for every path of the built-in list, proven in catalog.cheapest_plan; the other two choose among equals.
In a list of many thousands of articles a path is short, but not proven to be the shortest. A need that nothing teaches
without building on it in turn is a gap, which does not keep a lesson from being read.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import Final, NamedTuple

from gpucat.catalog.catalogue import INTRODUCES, MASTERS, TEACHES, Learning
from gpucat.catalog.cheapest_plan import EFFORT, Unit, bits_of, cheapest_plan

END_COST: Final = {MASTERS: 0, TEACHES: 2, INTRODUCES: 12}
"""How many lessons more a path may take to end with an article that masters its goal instead of one of that depth."""
ASIDE_COST: Final = 1
"""How many lessons more for an end that teaches the goal first, instead of second; instead of third twice as many, …"""
FARTHEST_ASIDE: Final = 3
_LESSON: Final = 1000
_AVOIDED: Final = 1000 * _LESSON
_MOST_REPLACED: Final = 60
_EFFORT_FOR_OTHERS: Final = EFFORT // 8


class Lesson(NamedTuple):
    """An article as a possible step, by its number; `is_avoided` if the reader skipped it or it is above the level."""

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


class OtherEnd(NamedTuple):
    """An article with which a path could end instead, and how many lessons that takes."""

    number: int
    lessons: int


class Path(NamedTuple):
    """The steps to a goal.

    `shortest` is the end of the shortest path, if that is not this one, with its length; `best` the article that teaches
    the goal best, if it is not the last step, with the number of lessons beyond this path.
    """

    steps: tuple[PathStep, ...] = ()
    shortest: OtherEnd | None = None
    best: OtherEnd | None = None


def path_to_concept(lessons: Sequence[Lesson], concept: str, known: Collection[str]) -> Path:
    """Returns the path to a lesson that teaches the concept; without steps if it is known or never taught.

    `lessons` are all lessons in reading order; `known` are concepts that the reader is assumed to know, along with
    those that finished lessons teach.
    """
    found = [place for place, lesson in enumerate(lessons) if concept in lesson.learning.teaches]
    costs = {place: end_cost(lessons[place].learning, concept) for place in found if not lessons[place].is_done}
    if concept in known or not costs or _is_learnt([lessons[place] for place in found], concept):
        return Path()
    ends = dict(sorted(costs.items(), key=lambda end: end[1]))
    course = _Course(lessons, known)
    places = course.path(ends, concept)
    others = _shortest(course, concept, ends, places), _best(course, ends, places)
    return Path(tuple(_steps(lessons, places, known, concept)), *others)


def path_to_article(lessons: Sequence[Lesson], number: int, known: Collection[str]) -> Path:
    """Returns the path that ends with this article; without steps if it is done or not a lesson."""
    ends = {place: 0 for place, lesson in enumerate(lessons) if lesson.number == number and not lesson.is_done}
    places = _Course(lessons, known).path(ends) if ends else []
    return Path(tuple(_steps(lessons, places, known, None)))


def end_cost(learning: Learning, concept: str) -> int:
    """Returns how many lessons more a path may take to end with the best article on the concept instead of this one."""
    depth = learning.depth_of(concept)
    aside = min(learning.teaches.index(concept), FARTHEST_ASIDE) if depth != MASTERS else 0
    return END_COST[depth] + ASIDE_COST * aside


def _is_learnt(teachers: Iterable[Lesson], concept: str) -> bool:
    """Says whether a finished lesson teaches the concept; one that introduces it counts if no other goes further."""
    deeper = [lesson.is_done for lesson in teachers if lesson.learning.depth_of(concept) != INTRODUCES]
    return any(deeper or [lesson.is_done for lesson in teachers])


def _shortest(course: "_Course", concept: str, ends: Mapping[int, int], places: Sequence[int]) -> OtherEnd | None:
    """Returns the end of a path that is shorter than the one of these places, and teaches more than an introduction."""
    nearer = {place: 0 for place in ends if not course.introduces(place, concept)}
    if not any(ends[place] > ends[places[-1]] for place in nearer):
        return None
    path = course.path(nearer, concept, effort=_EFFORT_FOR_OTHERS)
    is_shorter = course.burden(path) < course.burden(places)
    return OtherEnd(course.lessons[path[-1]].number, len(path)) if is_shorter else None


def _best(course: "_Course", ends: Mapping[int, int], places: Sequence[int]) -> OtherEnd | None:
    def worth(place: int) -> tuple[bool, int]:
        return course.lessons[place].is_avoided, ends[place]

    best = min(ends, key=worth)
    if worth(best) >= worth(places[-1]):
        return None
    further = course.path({best: 0}, read=places, effort=_EFFORT_FOR_OTHERS)
    return OtherEnd(course.lessons[best].number, len(further))


def _all_known(lessons: Iterable[Lesson], known: Collection[str]) -> set[str]:
    return set(known).union(*(lesson.learning.teaches for lesson in lessons if lesson.is_done))


class _Course:
    """The unread lessons as sets of unknown concepts: integers with one bit for each that a lesson teaches.

    `order` is an order in which all of them can be read once each gap is taken as known.
    """

    def __init__(self, lessons: Sequence[Lesson], known: Collection[str]) -> None:
        self.lessons = lessons
        known = _all_known(lessons, known)
        unread = {place: lesson for place, lesson in enumerate(lessons) if not lesson.is_done}
        concepts = dict.fromkeys(concept for lesson in unread.values() for concept in lesson.learning.teaches)
        self.bits = {concept: 1 << index for index, concept in enumerate(c for c in concepts if c not in known)}
        self.teaches = {place: self._set(lesson.learning.teaches) for place, lesson in unread.items()}
        self.needs = {
            place: self._set(lesson.learning.needs) & ~self.teaches[place] for place, lesson in unread.items()
        }
        self.order = self._open_circles()

    def _set(self, concepts: Iterable[str]) -> int:
        return sum(self.bits.get(concept, 0) for concept in set(concepts))

    def _open_circles(self) -> list[int]:
        """Takes lessons that build on each other out of their circle, the first one first, by dropping what they miss."""
        users: defaultdict[int, list[int]] = defaultdict(list)
        missing = {place: needs.bit_count() for place, needs in self.needs.items()}
        for place, needs in self.needs.items():
            for concept in bits_of(needs):
                users[concept].append(place)
        ready, blocked = [place for place in missing if not missing[place]], iter(missing)
        taken: dict[int, None] = {}
        reached = 0
        while len(taken) < len(missing):
            if not ready:
                ready = [next(place for place in blocked if place not in taken)]
                self.needs[ready[0]] &= reached
            place = heappop(ready)
            if place not in taken:
                taken[place] = None
                for concept in bits_of(self.teaches[place] & ~reached):
                    for user in users[concept]:
                        missing[user] -= 1
                        if not missing[user]:
                            heappush(ready, user)
                reached |= self.teaches[place]
        return list(taken)

    def path(
        self, ends: Mapping[int, int], concept: str = "", read: Sequence[int] = (), effort: int = EFFORT
    ) -> list[int]:
        """Returns the places of the path that ends at one of these, the first of equals, each with its cost in lessons.

        It passes none of them but those that only introduce the concept; `read` are places that need not be on it.
        """
        goal, known = 1 << len(self.bits), self._union(self.teaches, read)
        passed = {place for place in self.order if place not in ends or self.introduces(place, concept)} - {*read}
        at = [place for place in self.order if place in passed]
        units = [Unit(self.teaches[place], self.needs[place] & ~known, self._price(place)) for place in at]
        for index, (place, cost) in enumerate(ends.items()):
            price = self._price(place) + cost * _LESSON + min(index, _LESSON - 1)
            units.append(Unit(goal, self.needs[place] & ~known, price))
        at += ends
        plan = cheapest_plan(units, goal, effort)
        assert plan is not None, "the first end in the order builds on no other"
        *earlier, end = (at[index] for index in plan.places)
        return self._preferred([*earlier, end], passed, known)

    def _price(self, place: int) -> int:
        return _LESSON + _AVOIDED * self.lessons[place].is_avoided

    def introduces(self, place: int, concept: str) -> bool:
        """Says whether the lesson only introduces the concept."""
        return self.lessons[place].learning.depth.get(concept) == INTRODUCES

    def burden(self, places: Collection[int]) -> tuple[int, int]:
        """Returns how many of the lessons the reader would rather avoid, and how many there are."""
        return sum(self.lessons[place].is_avoided for place in places), len(places)

    def _preferred(self, chosen: Sequence[int], passed: set[int], known: int) -> list[int]:
        """Returns the places in order, lessons replaced by equals that teach more centrally or come earlier."""
        path = self._in_order(chosen, known)
        for _ in range(_MOST_REPLACED if len(path) <= _MOST_REPLACED else 0):
            others = [
                [*path[:index], other, *path[index + 1 :]] for index, other in self._stand_ins(path, passed, known)
            ]
            better = min(others, key=self._strain, default=path)
            if self._strain(better) >= self._strain(path):
                break
            path = self._in_order(better, known)
        return path

    def _stand_ins(self, path: Sequence[int], passed: set[int], known: int) -> Iterator[tuple[int, int]]:
        """Yields lessons that could stand in for the one at an index of the path."""
        for index, place in enumerate(path[:-1]):
            rest = [other for other in path if other != place]
            taught, needed = self._union(self.teaches, rest) | known, self._union(self.needs, rest)
            lacking = needed & self.teaches[place] & ~taught
            for other in passed.difference(path) if lacking else ():
                fits = not lacking & ~self.teaches[other] and not self.needs[other] & ~taught
                is_equal = self.lessons[other].is_avoided == self.lessons[place].is_avoided
                if fits and is_equal and len(self._in_order([other, *rest], known)) == len(path):
                    yield index, other

    def _strain(self, path: Sequence[int]) -> tuple[int, int]:
        """Returns how far from the centre of its teacher each needed concept is, and how late the lessons come."""
        needed = self._union(self.needs, path)
        aside: defaultdict[str, list[int]] = defaultdict(list)
        for place in path:
            learning = self.lessons[place].learning
            for concept in learning.teaches:
                if needed & self.bits.get(concept, 0):
                    aside[concept].append(end_cost(learning, concept))
        return sum(map(min, aside.values())), sum(path)

    def _union(self, sets: Mapping[int, int], places: Iterable[int]) -> int:
        union = 0
        for place in places:
            union |= sets[place]
        return union

    def _in_order(self, path: Sequence[int], known: int) -> list[int]:
        """Returns the places in reading order as far as each builds on earlier ones only, the last one last."""
        waiting, order = sorted(path[:-1]), []
        while ready := [place for place in waiting if not self.needs[place] & ~known][:1]:
            order += ready
            known |= self.teaches[ready[0]]
            waiting.remove(ready[0])
        return order if self.needs[path[-1]] & ~known else [*order, path[-1]]


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
