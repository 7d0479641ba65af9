"""Tests the path to a goal: everything is known before it is needed, and nothing is read in vain."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucat.catalog.catalogue import Learning
from gpucat.catalog.learning_path import Lesson, OtherEnd, Path, path_to_article, path_to_concept

CONCEPTS = "abcdefgh"


@st.composite
def reading_orders(draw: st.DrawFn) -> list[Lesson]:
    """Lessons whose needs may be taught before, after or never."""
    names = st.lists(st.sampled_from(CONCEPTS), max_size=3, unique=True).map(tuple)
    lessons = []
    for number in range(1, draw(st.integers(1, 6)) + 1):
        teaches = draw(names)
        needs = tuple(concept for concept in draw(names) if concept not in teaches)
        lessons.append(Lesson(number, Learning(teaches, needs), draw(st.integers(0, 4)) == 0, draw(st.booleans())))
    return lessons


def knows(lessons: list[Lesson], known: str) -> set[str]:
    return set(known).union(*(lesson.learning.teaches for lesson in lessons if lesson.is_done))


def gaps(lessons: list[Lesson], known: str) -> set[tuple[int, str]]:
    """The needs (lesson, concept) that stay unmet if all lessons are read, the first one in a circle with its gaps."""
    have, left, found = knows(lessons, known), [lesson for lesson in lessons if not lesson.is_done], set()
    while left:
        ready = [lesson for lesson in left if set(lesson.learning.needs) <= have] or left[:1]
        found |= {(lesson.number, need) for lesson in ready for need in lesson.learning.needs if need not in have}
        have |= {concept for lesson in ready for concept in lesson.learning.teaches}
        left = [lesson for lesson in left if lesson not in ready]
    return found


def is_path(lessons: list[Lesson], numbers: list[int], known: str) -> bool:
    """Whether all these can be read in this order, up to gaps."""
    have, missing = knows(lessons, known), gaps(lessons, known)
    for number in numbers:
        learning = lessons[number - 1].learning
        if not all(need in have or (number, need) in missing for need in learning.needs):
            return False
        have |= set(learning.teaches)
    return True


def burden(lessons: list[Lesson], numbers: list[int]) -> tuple[int, int]:
    return sum(lessons[number - 1].is_avoided for number in numbers), len(numbers)


def numbers_of(path: Path) -> list[int]:
    return [step.number for step in path.steps]


@given(reading_orders(), st.sampled_from(["", "a", "bc"]), st.integers(1, 6))
def test_a_path_to_an_article_is_valid_and_the_shortest(lessons: list[Lesson], known: str, goal: int) -> None:
    path = numbers_of(path_to_article(lessons, goal, known))
    if goal > len(lessons) or lessons[goal - 1].is_done:
        assert path == []
        return
    assert path[-1] == goal
    assert is_path(lessons, path, known)
    assert not any(lesson.is_done for lesson in lessons if lesson.number in path)
    others = [lesson.number for lesson in lessons if not lesson.is_done and lesson.number != goal]
    for size in range(len(path)):
        for chosen in permutations(others, size):
            if is_path(lessons, [*chosen, goal], known):
                assert burden(lessons, path) <= burden(lessons, [*chosen, goal])


@given(reading_orders(), st.sampled_from(CONCEPTS))
def test_every_step_says_what_it_is_for_and_what_it_builds_on(lessons: list[Lesson], concept: str) -> None:
    path = path_to_concept(lessons, concept, "")
    if concept in knows(lessons, "") or not any(concept in lesson.learning.teaches for lesson in lessons):
        assert path == Path()
        return
    assert [concept in lessons[step.number - 1].learning.teaches for step in path.steps].index(True) + 1 == len(
        path.steps
    )
    before: set[int] = {lesson.number for lesson in lessons if lesson.is_done}
    for step in path.steps:
        learning = lessons[step.number - 1].learning
        assert step.teaches_for
        assert {support.concept for support in step.teaches_for} <= set(learning.teaches)
        assert [s.concept for s in step.builds_on] + list(step.gaps) == sorted(
            learning.needs, key=lambda need: need in step.gaps
        )
        assert {support.number for support in step.builds_on} <= before
        before.add(step.number)


@given(reading_orders(), st.sampled_from(CONCEPTS))
def test_the_same_question_has_the_same_answer(lessons: list[Lesson], concept: str) -> None:
    assert path_to_concept(lessons, concept, "") == path_to_concept(list(lessons), concept, "")


def lesson(number: int, teaches: str = "", needs: str = "", depth: str = "", **state: bool) -> Lesson:
    return Lesson(number, Learning(tuple(teaches), tuple(needs), {"g": depth} if depth else {}), **state)


@pytest.mark.parametrize(
    ("lessons", "path"),
    [
        ([lesson(1, "a"), lesson(2, "b"), lesson(3, "ab"), lesson(4, "g", "ab")], [3, 4]),
        ([lesson(1, "a"), lesson(2, "a"), lesson(3, "g", "a")], [1, 3]),
        ([lesson(1, "xa"), lesson(2, "ax"), lesson(3, "g", "a")], [2, 3]),
        ([lesson(1, "g", "a"), lesson(2, "a", "b"), lesson(3, "b")], [3, 2, 1]),
        ([lesson(1, "a", is_avoided=True), lesson(2, "a"), lesson(3, "g", "a")], [2, 3]),
        ([lesson(1, "a", is_avoided=True), lesson(2, "g", "a")], [1, 2]),
        ([lesson(1, "a", is_avoided=True), lesson(2, "a", "b"), lesson(3, "b"), lesson(4, "g", "a")], [3, 2, 4]),
        ([lesson(1, "a", is_done=True), lesson(2, "g", "a")], [2]),
        ([lesson(1, "xyg"), lesson(2, "a"), lesson(3, "g", "a")], [2, 3]),
        ([lesson(1, "xg"), lesson(2, "a", "b"), lesson(3, "b"), lesson(4, "g", "a")], [1]),
        ([lesson(1, "ag"), lesson(2, "g", "a", depth="masters"), lesson(3, "a")], [3, 2]),
        ([lesson(1, "xg", depth="introduces"), lesson(2, "a"), lesson(3, "ga", "x")], [1, 3]),
        ([lesson(1, "g", depth="introduces"), *map(lesson, range(2, 17), "hijklmnopqrstuv", "_hijklmnopqrstu"), lesson(17, "g", "v")], [1]),
        ([lesson(1, "g", depth="introduces", is_done=True), lesson(2, "g")], [2]),
        ([lesson(1, "g", "z"), lesson(2, "x")], [1]),
        ([lesson(1, "a", "b"), lesson(2, "b", "a"), lesson(3, "g", "b")], [1, 2, 3]),
    ],
    ids=[
        "one lesson for two needs", "the earlier of equals", "the more central", "against the reading order",
        "not the skipped", "the skipped at last", "rather two than the skipped", "what is done is known",
        "a goal at its centre", "not at any price", "a master of the goal", "an introduction may be passed",
        "an introduction if all else is far", "an introduction is not enough", "nobody teaches it", "a circle",
    ],
)  # fmt: skip
def test_which_path_is_taken(lessons: list[Lesson], path: list[int]) -> None:
    assert numbers_of(path_to_concept(lessons, "g", "")) == path


def test_other_ends_are_told() -> None:
    lessons = [lesson(1, "xg"), lesson(2, "g"), lesson(3, "a"), lesson(4, "b"), lesson(5, "g", "abx", depth="masters")]
    path = path_to_concept(lessons, "g", "x")
    assert (numbers_of(path), path.shortest, path.best) == ([3, 4, 5], OtherEnd(2, 1), None)
    path = path_to_concept([*lessons, lesson(6, "x")], "g", "")
    assert (numbers_of(path), path.shortest, path.best) == ([2], None, OtherEnd(5, 4))


def test_who_is_in_a_circle_is_told_what_is_missing() -> None:
    lessons = [lesson(1, "a", "b"), lesson(2, "b", "a"), lesson(3, "g", "b")]
    assert [step.gaps for step in path_to_concept(lessons, "g", "").steps] == [("b",), (), ()]
