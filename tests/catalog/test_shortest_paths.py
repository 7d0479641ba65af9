"""Proves the paths of the built-in list with an exact solver, and that a large list takes little time."""

import random
import time
from collections.abc import Iterator

import clingo
import pytest

from gpucat.catalog.catalogue import INTRODUCES, Learning
from gpucat.catalog.learning_path import Lesson, end_cost, path_to_article, path_to_concept
from gpucat.formats.jsonl import read_catalogue
from gpucat.resources import data_file

CATALOGUE = read_catalogue(data_file("seed.jsonl").read_text("utf-8")).catalogue
KNOWN = {concept.name for concept in CATALOGUE.concepts if concept.is_assumed}
NUMBERS = {article.url: number for number, article in enumerate(CATALOGUE.articles, 1)}
LESSONS = [Lesson(NUMBERS[url], CATALOGUE.learning.get(url, Learning())) for _, _, url in CATALOGUE.route()]
TAUGHT = sorted({concept for lesson in LESSONS for concept in lesson.learning.teaches})

# Answer sets are well-founded: what is read can be read in some order.
RULES = """
{read(A)} :- article(A), known(C) : needs(A, C).
known(C) :- read(A), teaches(A, C).
{last(A, G)} :- goal(G), ends(A, G, _), known(C) : needs(A, C).
:- goal(G), not last(_, G).
:- goal(G), read(A), ends(A, G, _), not introduces(A, G).
#minimize {1, A : read(A); 1 + W, A, last : last(A, G), ends(A, G, W)}.
#external goal(G) : ends(_, G, _).
"""


def facts() -> Iterator[str]:
    for concept in KNOWN:
        yield f'known("{concept}").'
    for number, learning, *_ in LESSONS:
        yield f"article({number}). ends({number}, {number}, 0)."
        for concept in learning.needs:
            yield f'needs({number}, "{concept}").'
        for concept in learning.teaches:
            yield f'teaches({number}, "{concept}"). ends({number}, "{concept}", {end_cost(learning, concept)}).'
            if learning.depth_of(concept) == INTRODUCES:
                yield f'introduces({number}, "{concept}").'


@pytest.fixture(scope="module")
def solver() -> clingo.Control:
    control = clingo.Control(["--opt-strategy=usc", "--warn=none"])
    control.add("base", [], RULES + "\n".join(facts()))
    control.ground([("base", [])])
    return control


def least_cost(solver: clingo.Control, goal: clingo.Symbol) -> int:
    external = clingo.Function("goal", [goal])
    solver.assign_external(external, True)
    with solver.solve(yield_=True) as models:
        costs = [model.cost for model in models]
    solver.assign_external(external, False)
    [cost] = costs[-1]
    return cost


def test_no_path_to_a_concept_is_cheaper(solver: clingo.Control) -> None:
    learning = {lesson.number: lesson.learning for lesson in LESSONS}
    costs, least = {}, {}
    for concept in TAUGHT:
        steps = path_to_concept(LESSONS, concept, KNOWN).steps
        costs[concept] = len(steps) + end_cost(learning[steps[-1].number], concept)
        least[concept] = least_cost(solver, clingo.String(concept))
    assert costs == least


def test_no_path_to_an_article_is_shorter(solver: clingo.Control) -> None:
    lengths = {lesson.number: len(path_to_article(LESSONS, lesson.number, KNOWN).steps) for lesson in LESSONS}
    assert lengths == {number: least_cost(solver, clingo.Number(number)) for number in lengths}


def test_every_concept_can_be_reached_without_gaps() -> None:
    """So the graph has no circle, and no need that nobody teaches."""
    assert {concept.name for concept in CATALOGUE.concepts} == {*TAUGHT, *KNOWN}
    for lesson in LESSONS:
        path = path_to_article(LESSONS, lesson.number, KNOWN)
        assert not any(step.gaps for step in path.steps), lesson.number


@pytest.mark.parametrize("has_circles", [False, True])
def test_ten_thousand_articles_take_a_second(has_circles: bool) -> None:
    dice = random.Random(1)
    lessons = []
    for number in range(10_000):
        middle = number // 5
        teaches = {min(max(middle + dice.randint(-50, 50), 0), 1999) for _ in range(dice.randint(1, 4))}
        first = max(min(teaches), 1)
        needs = {dice.randrange(max(0, first - 100), first) for _ in range(dice.randint(1, 4))}
        needs |= {dice.randrange(2000)} if has_circles and number % 10 == 0 else set()
        lessons.append(Lesson(number, Learning(tuple(map(str, teaches)), tuple(map(str, needs - teaches)))))
    before = time.process_time()
    path = path_to_concept(lessons, "1990", {"0"})
    assert time.process_time() - before < 3  # one on a machine that does nothing else
    assert 10 < len(path.steps) < 25
    assert not any(step.gaps for step in path.steps)


def test_a_long_chain_is_a_path() -> None:
    links = [Lesson(n, Learning((f"c{n}",), (f"c{n - 1}",))) for n in range(900, 0, -1)]
    path = path_to_concept(links, "c900", {"c0"})
    assert [step.number for step in path.steps] == [*range(1, 901)]
