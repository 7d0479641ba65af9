"""Tests the path to a goal: everything is known before it is needed, and nothing is read in vain."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpucat.catalog.catalogue import Learning
from gpucat.catalog.learning_path import Lesson, PathStep, path_to_article, path_to_concept
from gpucat.formats.jsonl import read_catalogue
from gpucat.resources import data_file

CONCEPTS = "abcdefgh"


@st.composite
def reading_orders(draw: st.DrawFn) -> list[Lesson]:
    """Lessons whose needs may be taught before, after or never."""
    names = st.lists(st.sampled_from(CONCEPTS), max_size=3, unique=True).map(tuple)
    lessons = []
    for number in range(1, draw(st.integers(1, 9)) + 1):
        teaches = draw(names)
        needs = tuple(concept for concept in draw(names) if concept not in teaches)
        lessons.append(Lesson(number, Learning(teaches, needs), draw(st.integers(0, 4)) == 0, draw(st.booleans())))
    return lessons


def knows(lessons: list[Lesson], known: str) -> set[str]:
    return set(known).union(*(lesson.learning.teaches for lesson in lessons if lesson.is_done))


def is_path(lessons: list[Lesson], numbers: list[int], known: str) -> bool:
    """Whether each need that an earlier lesson could teach is known or read before."""
    have, teachable = knows(lessons, known), set()
    for lesson in lessons:
        if lesson.number in numbers:
            if not (set(lesson.learning.needs) & teachable) <= have:
                return False
            have |= set(lesson.learning.teaches)
        teachable |= set(lesson.learning.teaches)
    return True


def numbers_of(path: list[PathStep]) -> list[int]:
    return [step.number for step in path]


@given(reading_orders(), st.sampled_from(["", "a", "bc"]), st.integers(1, 9))
@settings(deadline=None)
def test_a_path_to_an_article_is_valid_and_the_shortest(lessons: list[Lesson], known: str, goal: int) -> None:
    path = numbers_of(path_to_article(lessons, goal, known))
    if goal > len(lessons) or lessons[goal - 1].is_done:
        assert path == []
        return
    assert path == sorted(path)
    assert path[-1] == goal
    assert is_path(lessons, path, known)
    assert not any(lesson.is_done for lesson in lessons if lesson.number in path)
    avoided = sum(lessons[number - 1].is_avoided for number in path)
    others = [lesson.number for lesson in lessons[: goal - 1] if not lesson.is_done]
    for size in range(len(path)):
        for chosen in combinations(others, size):
            if is_path(lessons, [*chosen, goal], known):
                assert (avoided, len(path)) <= (
                    sum(lessons[number - 1].is_avoided for number in [*chosen, goal]),
                    size + 1,
                )


@given(reading_orders(), st.sampled_from(CONCEPTS))
@settings(deadline=None)
def test_every_step_says_what_it_is_for_and_what_it_builds_on(lessons: list[Lesson], concept: str) -> None:
    path = path_to_concept(lessons, concept, "")
    if concept in knows(lessons, "") or not any(concept in lesson.learning.teaches for lesson in lessons):
        assert path == []
        return
    assert concept in lessons[path[-1].number - 1].learning.teaches
    before: set[int] = {lesson.number for lesson in lessons if lesson.is_done}
    for step in path:
        learning = lessons[step.number - 1].learning
        assert step.teaches_for
        assert {support.concept for support in step.teaches_for} <= set(learning.teaches)
        assert [s.concept for s in step.builds_on] + list(step.gaps) == sorted(
            learning.needs, key=lambda need: need in step.gaps
        )
        assert {support.number for support in step.builds_on} <= before
        before.add(step.number)


@given(reading_orders(), st.sampled_from(CONCEPTS))
@settings(deadline=None)
def test_the_same_question_has_the_same_answer(lessons: list[Lesson], concept: str) -> None:
    assert path_to_concept(lessons, concept, "") == path_to_concept(list(lessons), concept, "")


def lesson(number: int, teaches: str = "", needs: str = "", **state: bool) -> Lesson:
    return Lesson(number, Learning(tuple(teaches), tuple(needs)), **state)


@pytest.mark.parametrize(
    ("lessons", "path"),
    [
        ([lesson(1, "a"), lesson(2, "b"), lesson(3, "ab"), lesson(4, "g", "ab")], [3, 4]),
        ([lesson(1, "a"), lesson(2, "a"), lesson(3, "g", "a")], [1, 3]),
        ([lesson(1, "xa"), lesson(2, "ax"), lesson(3, "g", "a")], [2, 3]),
        ([lesson(1, "a", is_avoided=True), lesson(2, "a"), lesson(3, "g", "a")], [2, 3]),
        ([lesson(1, "a", is_avoided=True), lesson(2, "g", "a")], [1, 2]),
        ([lesson(1, "a", is_done=True), lesson(2, "g", "a")], [2]),
        ([lesson(1, "xg"), lesson(2, "a"), lesson(3, "g", "a")], [2, 3]),
        ([lesson(1, "g", "z"), lesson(2, "z")], [1]),
    ],
    ids=[
        "one lesson for two needs", "the earlier of equals", "the more central", "not the skipped", "the skipped at last",
        "what is done is known", "a goal at its centre", "nobody teaches it before",
    ],
)  # fmt: skip
def test_which_path_is_taken(lessons: list[Lesson], path: list[int]) -> None:
    assert numbers_of(path_to_concept(lessons, "g", "")) == path


def test_every_concept_of_the_list_can_be_reached_without_gaps() -> None:
    catalogue = read_catalogue(data_file("seed.jsonl").read_text("utf-8")).catalogue
    numbers = {article.url: number for number, article in enumerate(catalogue.articles, 1)}
    lessons = [
        Lesson(numbers[url], catalogue.learning.get(url, Learning())) for _stage, _step, url in catalogue.route()
    ]
    known = {concept.name for concept in catalogue.concepts if concept.is_assumed}
    taught = {concept for lesson in lessons for concept in lesson.learning.teaches}
    assert {concept.name for concept in catalogue.concepts} == taught | known
    for concept in sorted(taught)[::6]:
        path = path_to_concept(lessons, concept, known)
        assert path
        assert not any(step.gaps for step in path)
