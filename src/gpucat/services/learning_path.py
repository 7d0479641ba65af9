"""Finds the shortest reading path to a goal: a concept by any of its names, or an article."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import Learning
from gpucat.catalog.concepts import ConceptNames
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.learning_path import Lesson, OtherEnd, PathStep, path_to_article, path_to_concept
from gpucat.catalog.levels import LevelSpan
from gpucat.catalog.unknown import did_you_mean
from gpucat.errors import UsageError
from gpucat.language import Bilingual, same
from gpucat.services.route import Stop, read_stops
from gpucat.services.term_list import term_forms
from gpucat.store.articles import find_articles
from gpucat.store.catalogue import read_concepts, read_learning
from gpucat.store.connection import Reader
from gpucat.store.lookup import find_article, names_article

MOST_NAMED: Final = 8


class PathStop(NamedTuple):
    """An article of the path with its position (from 1) and the reasons for it; `is_above` the reader's level."""

    position: int
    article: Article
    step: PathStep
    is_above: bool = False


class PathReport(NamedTuple):
    """The path to `goal`; `concept` is empty if the goal is an article.

    If the reader is there already, there are no stops, and `reached_by` are the articles that led there. `articles`
    holds those that the reasons name, by number. `shortest` and `best` are those of catalog.learning_path.Path.
    """

    goal: Bilingual
    concept: str
    stops: tuple[PathStop, ...]
    reached_by: tuple[Article, ...]
    articles: dict[int, Article]
    vocabulary: ConceptNames
    shortest: OtherEnd | None = None
    best: OtherEnd | None = None


def read_path(connection: Reader, goal: str, vocabulary: ConceptNames, level: LevelSpan | None = None) -> PathReport:
    """Finds the path to the goal; raises UsageError if the goal is neither a concept nor an article.

    With a level, the reader is taken to know what articles entirely below it teach, and to avoid those entirely above.
    """
    stops = read_stops(connection)
    learning = read_learning(connection)
    known = vocabulary.assumed
    lessons = [_lesson(stop.article, learning.get(stop.article.url, Learning()), level) for stop in stops]
    if level is not None:
        known |= _taught_below(level, stops, lessons)
    articles = {stop.article.number: stop.article for stop in stops}
    concept, target = _meaning(connection, goal, vocabulary)
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
    return PathReport(name, concept, numbered, tuple(reached_by), articles, vocabulary, path.shortest, path.best)


def read_vocabulary(connection: Reader, database: Path) -> ConceptNames:
    """Returns the catalogue's concepts with all the names that the term list in use gives them."""
    return ConceptNames(read_concepts(connection), term_forms(database))


def _lesson(article: Article, learning: Learning, level: LevelSpan | None) -> Lesson:
    is_avoided = article.status == "skipped" or _is_above(article, level)
    return Lesson(article.number, learning, article.status == "done", is_avoided)


def _is_above(article: Article, level: LevelSpan | None) -> bool:
    return level is not None and article.level is not None and article.level.low > level.high


def _taught_below(level: LevelSpan, stops: Iterable[Stop], lessons: Iterable[Lesson]) -> set[str]:
    return {
        concept
        for stop, lesson in zip(stops, lessons, strict=True)
        if stop.article.level is not None and stop.article.level.high < level.low
        for concept in lesson.learning.teaches
    }


def _meaning(connection: Reader, goal: str, vocabulary: ConceptNames) -> tuple[str, Article | None]:
    """Returns the concept that the goal names and None, or an empty text and the article."""
    if names_article(goal):
        return "", find_article(connection, goal)
    concepts = vocabulary.find(goal)
    if len(concepts) == 1:
        return concepts[0], None
    titled = [
        article
        for article in find_articles(connection, ArticleFilter())
        if goal.strip() and goal.strip().casefold() in article.title.casefold()
    ]
    if not concepts and len(titled) == 1:
        return "", titled[0]
    raise _unclear(goal, concepts, titled, vocabulary)


def _unclear(goal: str, concepts: list[str], titled: list[Article], vocabulary: ConceptNames) -> UsageError:
    if concepts or titled:
        meant = [str(name) for name in concepts] + [f"{article.id} {article.title}" for article in titled]
        shown = "; ".join(meant[:MOST_NAMED]) + (f" (+{len(meant) - MOST_NAMED})" if len(meant) > MOST_NAMED else "")
        return UsageError(
            "ambiguous_goal",
            Bilingual(f"{goal!r} is ambiguous", f"“{goal}”有多种含义"),
            Bilingual(f"choose one: {shown}", f"请选择其一：{shown}"),
        )
    if terms := vocabulary.find_terms(goal):
        return UsageError(
            "untaught_goal",
            Bilingual(f"no article is marked as teaching {terms[0]}", f"没有标注为讲授 {terms[0]} 的文章"),
            Bilingual(
                f"use `gpucat search '{terms[0]}'` to find articles about it",
                f"可用 `gpucat search '{terms[0]}'` 查找相关文章",
            ),
        )
    guess = did_you_mean(goal, vocabulary.all_names)
    return UsageError(
        "unknown_goal",
        Bilingual(f"{goal!r} is neither a concept nor an article", f"“{goal}”既不是概念，也不是文章"),
        Bilingual(
            f"{guess.en}use `gpucat terms` to list the concepts, or `gpucat search` to find articles",
            f"{guess.zh}可用 `gpucat terms` 列出概念，或用 `gpucat search` 查找文章",
        ),
    )
