"""Reads the list itself: modules, texts, route, glossary, practice list, concepts; and the whole catalogue for export."""

import sqlite3
from collections import defaultdict
from typing import Any, NamedTuple

from gpucat.catalog.catalogue import (
    Catalogue,
    Concept,
    GlossaryEntry,
    Learning,
    Module,
    Practice,
    Stage,
    Step,
    Texts,
)
from gpucat.catalog.filters import ArticleFilter
from gpucat.language import NOTHING, Bilingual
from gpucat.store.articles import find_articles


class RoutePlace(NamedTuple):
    """Where an article stands on the route: `position` of `total` in its step, from 1."""

    stage: int
    stage_title: Bilingual
    step_title: Bilingual
    is_placed: bool
    position: int
    total: int


def read_modules(connection: sqlite3.Connection) -> list[Module]:
    """The modules in the list's order. A start that has left its module is none; it is again when it comes back."""
    rows = connection.execute(
        "SELECT slug, module.number, title_en, title_zh, how_to_read_en, how_to_read_zh, article.url FROM module"
        " LEFT JOIN module_start ON module_start.module_id = module.id"
        " LEFT JOIN article ON article.number = module_start.article_number AND article.module_id = module.id"
        " ORDER BY module.number"
    )
    return [
        Module(slug=slug, number=number, title=Bilingual(en, zh), how_to_read=Bilingual(how_en, how_zh), start=start)
        for slug, number, en, zh, how_en, how_zh, start in rows
    ]


def read_catalogue(connection: sqlite3.Connection) -> Catalogue:
    """Everything that belongs to the list, in one consistent read."""
    return read_frame(connection)._replace(articles=list(find_articles(connection, ArticleFilter())))


def read_frame(connection: sqlite3.Connection) -> Catalogue:
    """The list without its articles, which may be many: they are to be read one at a time."""
    return Catalogue(
        texts=read_texts(connection),
        modules=read_modules(connection),
        articles=(),
        stages=read_route(connection),
        glossary=read_glossary(connection),
        practices=read_practices(connection),
        concepts=read_concepts(connection),
        learning=read_learning(connection),
    )


def read_route(connection: sqlite3.Connection) -> list[Stage]:
    """The stages with their steps; a step's articles by URL, in reading order."""
    placed: dict[int, list[str]] = defaultdict(list)
    for step_id, url in connection.execute(
        "SELECT step_id, url FROM step_article JOIN article ON number = article_number"
        " WHERE removed_at IS NULL ORDER BY step_id, step_article.position"
    ):
        placed[step_id].append(url)
    steps: dict[int, list[Step]] = defaultdict(list)
    for step_id, stage, en, zh, is_placed in connection.execute(
        "SELECT id, stage_number, title_en, title_zh, is_placed FROM step ORDER BY stage_number, position"
    ):
        steps[stage].append(Step(Bilingual(en, zh), tuple(placed[step_id]), bool(is_placed)))
    rows = connection.execute("SELECT number, title_en, title_zh, separator FROM stage ORDER BY number")
    return [Stage(number, Bilingual(en, zh), tuple(steps[number]), sep) for number, en, zh, sep in rows]


def read_place(connection: sqlite3.Connection, number: int) -> RoutePlace | None:
    """An article's place on the route."""
    row = connection.execute(
        "SELECT stage.number, stage.title_en, stage.title_zh, step.title_en, step.title_zh, is_placed,"
        " (SELECT count(*) FROM step_article AS before JOIN article ON article.number = before.article_number"
        "   WHERE before.step_id = step.id AND before.position <= here.position AND removed_at IS NULL),"
        " (SELECT count(*) FROM step_article AS mate JOIN article ON article.number = mate.article_number"
        "   WHERE mate.step_id = step.id AND removed_at IS NULL)"
        " FROM step_article AS here JOIN step ON step.id = here.step_id JOIN stage ON stage.number = step.stage_number"
        " WHERE here.article_number = ?",
        (number,),
    ).fetchone()
    if row is None:
        return None
    stage, stage_en, stage_zh, en, zh, is_placed, position, total = row
    return RoutePlace(stage, Bilingual(stage_en, stage_zh), Bilingual(en, zh), bool(is_placed), position, total)


def read_glossary(connection: sqlite3.Connection) -> list[GlossaryEntry]:
    """The glossary's terms and the study hints, in the list's order."""
    rows = connection.execute("SELECT kind, head_en, head_zh, body_en, body_zh FROM glossary ORDER BY position")
    return [GlossaryEntry(kind, Bilingual(a, b), Bilingual(c, d)) for kind, a, b, c, d in rows]


def read_practices(connection: sqlite3.Connection) -> list[Practice]:
    """The experiments of the practice list."""
    metrics = _grouped(connection, "SELECT practice_number, en, zh FROM practice_metric ORDER BY 1, position")
    prepares = _grouped(
        connection,
        "SELECT practice_number, url FROM practice_article JOIN article ON number = article_number"
        " WHERE removed_at IS NULL ORDER BY 1, practice_article.position",
    )
    concepts = _grouped(
        connection,
        "SELECT practice_number, name FROM practice_concept JOIN concept ON id = concept_id ORDER BY 1, position",
    )
    rows = connection.execute("SELECT number, experiment_en, experiment_zh, stage_number FROM practice ORDER BY number")
    return [
        Practice(
            number=number,
            experiment=Bilingual(en, zh),
            metrics=tuple(Bilingual(*pair) for pair in metrics[number]),
            stage=stage,
            prepares=tuple(url for (url,) in prepares[number]),
            concepts=tuple(name for (name,) in concepts[number]),
        )
        for number, en, zh, stage in rows
    ]


def read_concepts(connection: sqlite3.Connection) -> list[Concept]:
    """The vocabulary of concepts."""
    rows = connection.execute("SELECT name, zh, is_assumed FROM concept ORDER BY id")
    return [Concept(name, zh, bool(is_assumed)) for name, zh, is_assumed in rows]


def read_learning(connection: sqlite3.Connection, number: int | None = None) -> dict[str, Learning]:
    """What each article (or the one with this number) teaches and needs, by its URL."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: {"teaches": [], "needs": []})
    for url, relation, name in connection.execute(
        "SELECT url, relation, name FROM article_concept JOIN article ON number = article_number"
        " JOIN concept ON concept.id = concept_id WHERE removed_at IS NULL AND ?1 IN (number, -1)"
        " ORDER BY number, relation, article_concept.position",
        (-1 if number is None else number,),
    ):
        found[url][relation].append(name)
    return {url: Learning(tuple(both["teaches"]), tuple(both["needs"])) for url, both in found.items()}


def read_texts(connection: sqlite3.Connection) -> Texts:
    """The list's own prose."""
    pairs: dict[str, list[Bilingual]] = defaultdict(list)
    for kind, en, zh in connection.execute("SELECT kind, en, zh FROM list_text ORDER BY kind, position"):
        pairs[kind].append(Bilingual(en, zh))

    def one(kind: str) -> Bilingual:
        return pairs[kind][0] if pairs[kind] else NOTHING

    return Texts(
        title=one("title"),
        intro=tuple(pairs["intro"]),
        rules=tuple(pairs["rule"]),
        quality=tuple(pairs["quality"]),
        practice_intro=one("practice_intro"),
        original_count=int(one("original_count").en or 0),
    )


def _grouped(connection: sqlite3.Connection, sql: str) -> dict[int, list[tuple[Any, ...]]]:
    groups: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for number, *rest in connection.execute(sql):
        groups[number].append(tuple(rest))
    return groups
