"""Reads the path to a goal, and what the reader knows already."""

from collections.abc import Iterable
from typing import NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import Learning
from gpucat.catalog.concepts import ConceptNames
from gpucat.catalog.learning_path import Lesson, OtherEnd, PathStep, path_to_article, path_to_concept
from gpucat.catalog.levels import LevelSpan
from gpucat.language import Bilingual, same
from gpucat.services.goals import find_goal
from gpucat.services.term_list import read_vocabulary as read_vocabulary
from gpucat.store.catalogue import read_learning
from gpucat.store.connection import Reader
from gpucat.store.stops import read_lessons


class PathStop(NamedTuple):
    """An article of the path with its position (from 1) and the reasons for it; `is_above` the reader's level."""

    position: int
    article: Article
    step: PathStep
    is_above: bool = False


class PathReport(NamedTuple):
    """The path to `goal`; `concept` is empty if the goal is an article.

    If the reader is there already, there are no stops, and `reached_by` are the articles that led there. `articles`
    holds those that the reasons name, by number. `shortest` and `best` are those of catalog.learning_path.Path; `note` says
    how the goal was understood.
    """

    goal: Bilingual
    concept: str
    stops: tuple[PathStop, ...]
    reached_by: tuple[Article, ...]
    articles: dict[int, Article]
    vocabulary: ConceptNames
    shortest: OtherEnd | None = None
    best: OtherEnd | None = None
    note: Bilingual | None = None


def read_path(connection: Reader, goal: str, vocabulary: ConceptNames, level: LevelSpan | None = None) -> PathReport:
    """Finds the path to the goal; raises UsageError if it is not clear what is meant, as find_goal does.

    With a level, the reader is taken to know what articles entirely below it teach, and to avoid those entirely above.
    """
    taught = read_lessons(connection)
    learning = read_learning(connection)
    known = vocabulary.assumed
    lessons = [_lesson(article, learning.get(article.url, Learning()), level) for article in taught]
    if level is not None:
        known |= _taught_below(level, taught, lessons)
    articles = {article.number: article for article in taught}
    concept, target, note = find_goal(connection, goal, vocabulary)
    if target is not None:
        if target.number not in articles:
            articles[target.number] = target
            lessons.append(_lesson(target, learning.get(target.url, Learning()), level))
        path = path_to_article(lessons, target.number, known)
        reached_by = [target] if target.status == "done" else []
        name = same(f"{target.id} {target.title}")
    else:
        path = path_to_concept(lessons, concept, known)
        reached_by = [
            articles[lesson.number] for lesson in lessons if lesson.is_done and concept in lesson.learning.teaches
        ]
        name = vocabulary.name(concept)
    numbered = tuple(
        PathStop(place, articles[step.number], step, _is_above(articles[step.number], level))
        for place, step in enumerate(path.steps, 1)
    )
    return PathReport(name, concept, numbered, tuple(reached_by), articles, vocabulary, path.shortest, path.best, note)


def _lesson(article: Article, learning: Learning, level: LevelSpan | None) -> Lesson:
    is_avoided = article.status == "skipped" or _is_above(article, level)
    return Lesson(article.number, learning, article.status == "done", is_avoided)


def _is_above(article: Article, level: LevelSpan | None) -> bool:
    return level is not None and article.level is not None and article.level.low > level.high


def _taught_below(level: LevelSpan, articles: Iterable[Article], lessons: Iterable[Lesson]) -> set[str]:
    return {
        concept
        for article, lesson in zip(articles, lessons, strict=True)
        if article.level is not None and article.level.high < level.low
        for concept in lesson.learning.teaches
    }
