"""Imports a list through SQLModel: its texts, modules, articles, route, glossary, practice list and concepts."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import Table, insert
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.engine import Connection
from sqlmodel import SQLModel

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import Catalogue, Concept, Learning, Module
from gpucat.catalog.url import canonical_url
from gpucat.language import Bilingual
from gpucat.store import models
from gpucat.store.article_writes import add_articles, module_ids, name_ids
from gpucat.store.connection import Reader
from gpucat.store.models import alchemy_on
from gpucat.store.transaction import Row


def import_catalogue(connection: sqlite3.Connection, catalogue: Catalogue, now: str) -> int:
    """Fills an empty database with a whole list; returns how many articles it has."""
    import_frame(connection, catalogue)
    numbers = import_articles(connection, list(catalogue.articles), now)
    import_structure(connection, catalogue)
    return len(numbers)


def import_articles(connection: sqlite3.Connection, articles: Sequence[Article], now: str) -> list[int]:
    """Stores new articles as `add_articles` does, but through SQLModel."""
    tables = SQLModel.metadata.tables
    with alchemy_on(connection) as alchemy:
        return add_articles(connection, articles, now, lambda table, rows: _insert(alchemy, tables[table], rows))


def import_frame(connection: sqlite3.Connection, catalogue: Catalogue) -> None:
    """Writes the list's texts and modules into an empty database; articles need the modules."""
    with alchemy_on(connection) as alchemy:
        _save_texts(alchemy, catalogue)
    import_modules(connection, catalogue.modules)


def import_modules(connection: sqlite3.Connection, modules: Iterable[Module]) -> None:
    """Writes modules that the database does not have."""
    rows = [
        {
            "slug": module.slug,
            "number": module.number,
            "title_en": module.title.en,
            "title_zh": module.title.zh,
            "how_to_read_en": module.how_to_read.en,
            "how_to_read_zh": module.how_to_read.zh,
        }
        for module in modules
    ]
    with alchemy_on(connection) as alchemy:
        _insert(alchemy, models.ModuleTable, rows)


def import_structure(connection: sqlite3.Connection, catalogue: Catalogue) -> None:
    """Writes module starts, route, glossary, practice list and concepts into a database without them.

    Addresses that belong to no article are skipped.
    """
    numbers = _Numbers(connection)
    modules = module_ids(connection)
    starts = [
        {"module_id": modules[module.slug], "article_number": number}
        for module in catalogue.modules
        if (number := numbers.get(module.start or "")) is not None
    ]
    with alchemy_on(connection) as alchemy:
        _insert(alchemy, models.ModuleStartTable, starts)
        _save_route(alchemy, catalogue, numbers)
        _save_glossary(alchemy, catalogue)
        _save_concepts(alchemy, catalogue)
        concepts = name_ids(connection, "concept", [concept.name for concept in _concepts(catalogue)])
        _save_learning(alchemy, catalogue.learning, numbers, concepts)
        _save_practices(alchemy, catalogue, numbers, concepts)


class _Numbers:
    """Looks up article numbers by any spelling of an address, one query each, since there may be very many."""

    def __init__(self, connection: Reader) -> None:
        self._connection = connection

    def get(self, url: str) -> int | None:
        key = canonical_url(url) if url else ""
        row = self._connection.execute("SELECT number FROM article WHERE url_key = ?", (key,)).fetchone()
        return row[0] if row else None

    def all(self, urls: Iterable[str]) -> list[int]:
        return [number for url in urls if (number := self.get(url)) is not None]


def _save_texts(connection: Connection, catalogue: Catalogue) -> None:
    texts = catalogue.texts
    kinds: dict[str, Sequence[Bilingual]] = {
        "title": [texts.title],
        "intro": texts.intro,
        "rule": texts.rules,
        "quality": texts.quality,
        "practice_intro": [texts.practice_intro],
        "original_count": [Bilingual(str(texts.original_count), "")],
    }
    rows = [
        {"kind": kind, "position": position, "en": pair.en, "zh": pair.zh}
        for kind, pairs in kinds.items()
        for position, pair in enumerate(pairs, 1)
    ]
    _insert(connection, models.ListTextTable, rows)


def _save_route(connection: Connection, catalogue: Catalogue, numbers: _Numbers) -> None:
    stage_rows = [
        {"number": s.number, "title_en": s.title.en, "title_zh": s.title.zh, "separator": s.separator}
        for s in catalogue.stages
    ]
    _upsert(connection, models.StageTable, stage_rows, "number")
    for stage in catalogue.stages:
        for position, step in enumerate(stage.steps, 1):
            row = {
                "stage_number": stage.number,
                "position": position,
                "title_en": step.title.en,
                "title_zh": step.title.zh,
                "is_placed": step.is_placed,
            }
            step_id = connection.execute(insert(models.StepTable), row).lastrowid
            placed = [
                {"article_number": number, "step_id": step_id, "position": place}
                for place, number in enumerate(numbers.all(step.articles), 1)
            ]
            _insert(connection, models.StepArticleTable, placed)


def _save_glossary(connection: Connection, catalogue: Catalogue) -> None:
    rows = [
        {
            "position": position,
            "kind": entry.kind,
            "head_en": entry.head.en,
            "head_zh": entry.head.zh,
            "body_en": entry.body.en,
            "body_zh": entry.body.zh,
        }
        for position, entry in enumerate(catalogue.glossary, 1)
    ]
    _insert(connection, models.GlossaryTable, rows)


def _save_concepts(connection: Connection, catalogue: Catalogue) -> None:
    rows = [{"name": c.name, "zh": c.zh, "is_assumed": c.is_assumed} for c in _concepts(catalogue)]
    _upsert(connection, models.ConceptTable, rows, "name")


def _concepts(catalogue: Catalogue) -> list[Concept]:
    """Returns the concepts of the vocabulary and those used without being in it."""
    used = [name for learning in catalogue.learning.values() for name in (*learning.teaches, *learning.needs)]
    used += [name for practice in catalogue.practices for name in practice.concepts]
    concepts = {concept.name: concept for concept in catalogue.concepts}
    return list((concepts | {name: Concept(name, "") for name in used if name not in concepts}).values())


def _save_learning(
    connection: Connection, learning: Mapping[str, Learning], numbers: _Numbers, concepts: Mapping[str, int]
) -> None:
    rows = [
        {
            "article_number": number,
            "relation": relation,
            "position": position,
            "concept_id": concepts[name],
            "depth": both.depth.get(name) if relation == "teaches" else None,
        }
        for url, both in learning.items()
        if (number := numbers.get(url)) is not None
        for relation, names in (("teaches", both.teaches), ("needs", both.needs))
        for position, name in enumerate(names, 1)
    ]
    _insert(connection, models.ArticleConceptTable, rows)


def _save_practices(
    connection: Connection, catalogue: Catalogue, numbers: _Numbers, concepts: Mapping[str, int]
) -> None:
    stages = {stage.number for stage in catalogue.stages}
    rows = [
        {
            "number": p.number,
            "experiment_en": p.experiment.en,
            "experiment_zh": p.experiment.zh,
            "stage_number": p.stage if p.stage in stages else None,
        }
        for p in catalogue.practices
    ]
    _upsert(connection, models.PracticeTable, rows, "number")
    for practice in catalogue.practices:
        key = {"practice_number": practice.number}
        metrics = enumerate(practice.metrics, 1)
        _insert(
            connection, models.PracticeMetricTable, [{**key, "position": i, "en": m.en, "zh": m.zh} for i, m in metrics]
        )
        prepares = enumerate(numbers.all(practice.prepares), 1)
        _insert(
            connection, models.PracticeArticleTable, [{**key, "position": i, "article_number": n} for i, n in prepares]
        )
        needed = enumerate(practice.concepts, 1)
        _insert(
            connection,
            models.PracticeConceptTable,
            [{**key, "position": i, "concept_id": concepts[n]} for i, n in needed],
        )


def _insert(connection: Connection, table: type[SQLModel] | Table, rows: Sequence[Row]) -> None:
    if rows:
        connection.execute(insert(table), rows)


def _upsert(connection: Connection, table: type[SQLModel], rows: Sequence[Row], key: str) -> None:
    for row in rows:
        statement = upsert(table).values(row)
        rest = {name: value for name, value in row.items() if name != key}
        connection.execute(statement.on_conflict_do_update(index_elements=[key], set_=rest))
