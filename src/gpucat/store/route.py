"""Reads and writes the reading route."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from gpucat.catalog.catalogue import Stage, Step
from gpucat.catalog.levels import LevelSpan
from gpucat.catalog.logins import shown_address
from gpucat.language import Bilingual
from gpucat.store.articles import LESSONS, LISTED, all_of, suiting

_BATCH: Final = 20_000
_PLACED = (
    "SELECT step_article.step_id, step_article.position, module.slug, level_low, level_high FROM step_article"
    " JOIN step ON step.id = step_article.step_id JOIN article ON article.number = step_article.article_number"
    " LEFT JOIN module ON module.id = article.module_id"
    " WHERE article.removed_at IS NULL AND module.slug = ? ORDER BY step.stage_number, step.position, step_article.position"
)
_UNPLACED = (
    "SELECT article.number, module.slug, level_low, level_high FROM json_each(?) AS named"
    " JOIN article ON article.number = named.value JOIN module ON module.id = article.module_id"
    " WHERE removed_at IS NULL AND NOT EXISTS (SELECT 1 FROM step_article WHERE article_number = article.number)"
    " ORDER BY named.key"
)


class RoutePlace(NamedTuple):
    """The place of an article on the route: `position` of `total` in its step, `route_position` in all, from 1."""

    stage: int
    stage_title: Bilingual
    step_title: Bilingual
    is_placed: bool
    position: int
    total: int
    route_position: int


def read_route(connection: sqlite3.Connection, *, lessons_only: bool = False) -> list[Stage]:
    """Returns the stages with their steps, whose articles (or those that teach or need a concept) are URLs in reading order."""
    placed: dict[int, list[str]] = defaultdict(list)
    condition = all_of([LISTED, LESSONS] if lessons_only else [LISTED])
    for step_id, url in connection.execute(
        "SELECT step_id, url FROM step_article JOIN article ON number = article_number"
        f" WHERE {condition.sql} ORDER BY step_id, step_article.position"
    ):
        placed[step_id].append(shown_address(url))
    steps: dict[int, list[Step]] = defaultdict(list)
    for step_id, (stage, step) in read_steps(connection).items():
        steps[stage.number].append(step._replace(articles=tuple(placed[step_id])))
    return [stage._replace(steps=tuple(steps[stage.number])) for stage in read_stages(connection)]


def read_stages(connection: sqlite3.Connection) -> list[Stage]:
    """Returns the stages in order, without their steps."""
    rows = connection.execute("SELECT number, title_en, title_zh, separator FROM stage ORDER BY number")
    return [Stage(number, Bilingual(en, zh), (), separator) for number, en, zh, separator in rows]


def read_steps(connection: sqlite3.Connection) -> dict[int, tuple[Stage, Step]]:
    """Returns the steps by their id in the order of the route, each with its stage, without their articles."""
    stages = {stage.number: stage for stage in read_stages(connection)}
    rows = connection.execute(
        "SELECT id, stage_number, title_en, title_zh, is_placed FROM step ORDER BY stage_number, position"
    )
    return {
        step_id: (stages[stage], Step(Bilingual(en, zh), is_placed=bool(is_placed)))
        for step_id, stage, en, zh, is_placed in rows
    }


def read_place(connection: sqlite3.Connection, number: int) -> RoutePlace | None:
    """Returns the place of an article on the route, if any."""
    row = connection.execute(
        "SELECT stage.number, stage.title_en, stage.title_zh, step.title_en, step.title_zh, is_placed,"
        " (SELECT count(*) FROM step_article WHERE step_id = step.id AND position <= here.position),"
        " (SELECT count(*) FROM step_article WHERE step_id = step.id),"
        " (SELECT count(*) FROM step_article WHERE step_id IN (SELECT earlier.id FROM step AS earlier"
        "   WHERE (earlier.stage_number, earlier.position) < (step.stage_number, step.position)))"
        " FROM step_article AS here JOIN step ON step.id = here.step_id JOIN stage ON stage.number = step.stage_number"
        " WHERE here.article_number = ?",
        (number,),
    ).fetchone()
    if row is None:
        return None
    stage, stage_en, stage_zh, en, zh, is_placed, position, total, earlier = row
    titles = Bilingual(stage_en, stage_zh), Bilingual(en, zh)
    return RoutePlace(stage, *titles, bool(is_placed), position, total, earlier + position)


def unread_on_route(connection: sqlite3.Connection, levels: Sequence[LevelSpan]) -> Iterator[int]:
    """Yields the numbers of the unread articles that suit one of the levels (all if none given), in route order.

    Each step is read only once the steps before it are exhausted.
    """
    suits = suiting(levels)
    for (step,) in connection.execute("SELECT id FROM step ORDER BY stage_number, position").fetchall():
        rows = connection.execute(
            "SELECT article.number FROM step_article JOIN article ON article.number = article_number"
            " LEFT JOIN reading USING (article_number) WHERE step_id = ? AND removed_at IS NULL"
            f" AND coalesce(status, 'todo') = 'todo' AND {suits.sql} ORDER BY step_article.position",
            (step, *suits.parameters),
        )
        for (number,) in rows:
            yield number


def read_stages_of(connection: sqlite3.Connection, numbers: Sequence[int]) -> dict[int, int]:
    """Returns the stage of each of these articles that is on the route."""
    marks = ", ".join("?" * len(numbers))
    rows = connection.execute(
        "SELECT article_number, stage_number FROM step_article JOIN step ON step.id = step_id"
        f" WHERE article_number IN ({marks})",
        tuple(numbers),
    )
    return dict(rows.fetchall())


def teachers_of(connection: sqlite3.Connection, concepts: Sequence[str]) -> list[tuple[str, int, bool]]:
    """Returns each article of the route that teaches one of the concepts, and whether it is read, in route order."""
    import json

    rows = connection.execute(
        "SELECT concept.name, article.number, coalesce(status, 'todo') = 'done' FROM concept"
        " JOIN article_concept ON concept_id = concept.id JOIN article ON article.number = article_concept.article_number"
        " JOIN step_article ON step_article.article_number = article.number JOIN step ON step.id = step_id"
        " LEFT JOIN reading ON reading.article_number = article.number"
        " WHERE relation = 'teaches' AND removed_at IS NULL AND concept.name IN (SELECT value FROM json_each(?))"
        " ORDER BY stage_number, step.position, step_article.position",
        (json.dumps(list(concepts)),),
    )
    return [(concept, number, bool(is_read)) for concept, number, is_read in rows]


def place_on_route(connection: sqlite3.Connection, numbers: Sequence[int]) -> None:
    """Places new articles on the route, except those in the inbox or already placed.

    Articles of one module and level stay together.
    """
    import json
    from array import array

    from gpucat.catalog.proposal import Placed, choose_place

    alike: dict[tuple[str, LevelSpan | None], array[int]] = {}
    for start in range(0, len(numbers), _BATCH):
        some = json.dumps(list(numbers[start : start + _BATCH]))
        for number, slug, low, high in connection.execute(_UNPLACED, (some,)):
            alike.setdefault((slug, _span(low, high)), array("q")).append(number)
    for (module, level), together in alike.items():
        route = [
            Placed(step, position, slug, _span(low, high))
            for step, position, slug, low, high in connection.execute(_PLACED, (module,))
        ]
        place = choose_place(route, module, level)
        if place is not None:
            _insert_at(connection, together, *place)


def drop_from_route(connection: sqlite3.Connection, numbers: Sequence[int]) -> None:
    """Removes articles from the route; those after them in their steps move up."""
    for number in numbers:
        row = connection.execute(
            "DELETE FROM step_article WHERE article_number = ? RETURNING step_id, position", (number,)
        ).fetchone()
        if row is not None:
            connection.execute(
                "UPDATE step_article SET position = position - 1 WHERE step_id = ? AND position > ?", row
            )


def _insert_at(connection: sqlite3.Connection, numbers: Sequence[int], step_id: int, position: int) -> None:
    connection.execute(
        "UPDATE step_article SET position = position + ? WHERE step_id = ? AND position >= ?",
        (len(numbers), step_id, position),
    )
    connection.executemany(
        "INSERT INTO step_article (article_number, step_id, position) VALUES (?, ?, ?)",
        ((number, step_id, place) for place, number in enumerate(numbers, position)),
    )


def _span(low: int | None, high: int | None) -> LevelSpan | None:
    return None if low is None or high is None else LevelSpan(low, high)
