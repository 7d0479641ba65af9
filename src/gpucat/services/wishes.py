"""Answers wishes that name no topic: from the route, the graph of concepts, levels, dates and reading times.

A wish without a topic is answered by a list of articles; beside a topic it only lifts the hits that fulfil it.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import islice, zip_longest
from pathlib import Path
from typing import Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import DEPTHS, Learning
from gpucat.catalog.filters import ArticleFilter
from gpucat.errors import UsageError
from gpucat.language import Bilingual, same
from gpucat.search.wishes import OF_SOMETHING, SHORT, WISHES, ReadingOrder, Wish
from gpucat.services.opening import Notice
from gpucat.services.search import SearchReport, SearchRequest, search
from gpucat.store.articles import FOR_BEGINNERS, LISTED, Condition, all_of, where
from gpucat.store.connection import Reader, path_of
from gpucat.store.stops import numbers_in_order, read_lessons

_MOST_AHEAD: Final = 500
_NEED: Final = 2
"""How much more it says that an article needs what another teaches than that it teaches the same."""
_NO_TIMES: Final = Bilingual(
    "how long an article takes is known once its text is kept (`gpucat texts fetch`); the easiest come first",
    "读多久要保存了正文才知道（`gpucat texts fetch`）；这里先列较易的",
)


class _Lesson(NamedTuple):
    """An article of the route with what it teaches and needs."""

    article: Article
    learning: Learning


def ask(connection: Reader, path: Path, request: SearchRequest, notice: Notice) -> SearchReport:
    """Answers the request from the database at `path`, wishes too; any text is a valid query."""
    return search(connection, path, request, notice, partial(_read_order, connection))


def _read_order(connection: Reader, wish: Wish, condition: Condition | None, has_topic: bool) -> ReadingOrder | None:
    """Returns the articles that meet the condition in the order of the wish, beside a topic all of them.

    It is None if the wish cannot be answered.
    """
    if wish.name in OF_SOMETHING:
        return _around(connection, wish, condition)
    if wish.name == "mine":
        return None if has_topic else _ahead(connection, condition)
    wanted = LISTED if has_topic or condition is None else all_of([condition, LISTED])
    if wish.name == SHORT:
        return _within(connection, wish.minutes, numbers_in_order(connection, wanted, "easier"))
    order = "easier" if wish.name == "start" else wish.name
    if wish.name == "start" and not has_topic:
        beginning = numbers_in_order(connection, all_of([wanted, FOR_BEGINNERS]), order)
        return ReadingOrder(beginning or numbers_in_order(connection, wanted, order), WISHES["start"])
    return ReadingOrder(numbers_in_order(connection, wanted, order), WISHES[wish.name])


def _ahead(connection: Reader, condition: Condition | None) -> ReadingOrder:
    from gpucat.services.next_reading import look_ahead, read_aim

    ahead = islice(look_ahead(connection, read_aim(connection)).numbers, _MOST_AHEAD)
    return ReadingOrder(_meeting(connection, list(ahead), condition), WISHES["mine"])


def _meeting(connection: Reader, numbers: Sequence[int], condition: Condition | None) -> list[int]:
    """Returns those of the articles that meet the condition, in the order given."""
    among = where(connection, ArticleFilter(numbers=tuple(numbers)))
    met = set(numbers_in_order(connection, all_of([among, condition or LISTED]), "easier"))
    return [number for number in numbers if number in met]


def _within(connection: Reader, most_minutes: int, numbers: Iterable[int]) -> ReadingOrder:
    """Returns those known to take no longer, the shortest first; without texts nobody knows, and the order stays."""
    from gpucat.services.reading_time import known_minutes

    known = known_minutes(connection)
    if not known:
        return ReadingOrder(list(numbers), _NO_TIMES)
    fitting = [number for number in numbers if number in known and known[number] <= (most_minutes or known[number])]
    return ReadingOrder(sorted(fitting, key=known.__getitem__), WISHES[SHORT])


def _around(connection: Reader, wish: Wish, condition: Condition | None) -> ReadingOrder | None:
    """Returns what is read before or after the article or concept that the wish names, if that is clear."""
    from gpucat.services.goals import named_goal
    from gpucat.services.learning_path import read_vocabulary
    from gpucat.store.catalogue import read_learning

    vocabulary = read_vocabulary(connection, path_of(connection))
    try:
        goal = named_goal(connection, wish.of, vocabulary)
    except UsageError:
        return None
    if goal is None:
        return None
    learning = read_learning(connection)
    lessons = [_Lesson(article, learning.get(article.url, Learning())) for article in read_lessons(connection)]
    targets = [one for one in lessons if goal.concept in one.learning.teaches or one.article == goal.article]
    name = vocabulary.name(goal.concept) if goal.article is None else same(goal.article.title)
    if wish.name == "before":
        found = _before(lessons, targets)
        note = Bilingual(f"what {name.en} builds on, the nearest first", f"读“{name.zh}”之前先读的，近的在前")
    else:
        found = _after(lessons, targets, goal.concept)
        note = Bilingual(f"what builds on {name.en}, the nearest first", f"读完“{name.zh}”之后可以读的，近的在前")
    numbers = _meeting(connection, found, condition)
    return ReadingOrder(numbers, note, is_answer=True) if numbers else None


def _before(lessons: Sequence[_Lesson], targets: Sequence[_Lesson]) -> list[int]:
    """Returns the teachers of what the targets need: the best of each concept, then the second best, and so on."""
    needed = dict.fromkeys(concept for target in targets for concept in target.learning.needs)
    others = [lesson for lesson in lessons if lesson not in targets]
    ranks = [_teachers(others, concept) for concept in needed]
    return list(dict.fromkeys(number for rank in zip_longest(*ranks) for number in rank if number is not None))


def _teachers(lessons: Sequence[_Lesson], concept: str) -> list[int]:
    """Returns the articles that teach the concept: those that master it first, each in the order of the route."""
    teaching = [lesson for lesson in lessons if concept in lesson.learning.teaches]
    teaching.sort(key=lambda lesson: -DEPTHS.index(lesson.learning.depth_of(concept)))
    return [lesson.article.number for lesson in teaching]


def _after(lessons: Sequence[_Lesson], targets: Sequence[_Lesson], concept: str) -> list[int]:
    """Returns what needs or goes on teaching what was taught, of an article what is later on the route."""
    taught = [concept] if concept else [taught for target in targets for taught in target.learning.teaches]
    worth = {name: 2 if place == 0 else 1 for place, name in enumerate(taught)}  # the first is what it is about
    modules = {target.article.module for target in targets}
    last = -1 if concept else max(map(lessons.index, targets), default=-1)
    scored = []
    for place, (article, learning) in enumerate(lessons[last + 1 :]):
        score = _NEED * sum(worth.get(name, 0) for name in learning.needs)
        score += sum(worth.get(name, 0) for name in learning.teaches)
        if score and not any(article == target.article for target in targets):
            scored.append((-score - (article.module in modules), place, article.number))
    return [number for _, _, number in sorted(scored)]
