"""Reads the list: modules, texts, glossary, practice list, concepts, and the whole catalogue for export."""

import sqlite3
from collections import defaultdict
from typing import Any, Final

from gpucat.catalog.catalogue import PLAIN_DEPTH, Catalogue, Concept, GlossaryEntry, Learning, Module, Practice, Texts
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.logins import shown_address
from gpucat.catalog.ties import TIES, Tie
from gpucat.language import NOTHING, Bilingual
from gpucat.store.articles import find_articles
from gpucat.store.route import read_route


def read_modules(connection: sqlite3.Connection) -> list[Module]:
    """Returns the modules in list order. A start counts only while it is in its module."""
    rows = connection.execute(
        "SELECT slug, module.number, title_en, title_zh, how_to_read_en, how_to_read_zh, article.url FROM module"
        " LEFT JOIN module_start ON module_start.module_id = module.id"
        " LEFT JOIN article ON article.number = module_start.article_number AND article.module_id = module.id"
        " ORDER BY module.number"
    )
    return [
        Module(
            slug=slug,
            number=number,
            title=Bilingual(en, zh),
            how_to_read=Bilingual(how_en, how_zh),
            start=start and shown_address(start),
        )
        for slug, number, en, zh, how_en, how_zh, start in rows
    ]


def read_catalogue(connection: sqlite3.Connection) -> Catalogue:
    """Returns the whole list with its articles."""
    return read_frame(connection)._replace(articles=list(find_articles(connection, ArticleFilter())))


def read_frame(connection: sqlite3.Connection, *, lessons_only: bool = False) -> Catalogue:
    """Returns the list without its articles, which may be too many to hold at once.

    With `lessons_only` the route has only those that teach or need a concept.
    """
    return Catalogue(
        texts=read_texts(connection),
        modules=read_modules(connection),
        articles=(),
        stages=read_route(connection, lessons_only=lessons_only),
        glossary=read_glossary(connection),
        practices=read_practices(connection),
        concepts=read_concepts(connection),
        learning=read_learning(connection),
    )


def read_glossary(connection: sqlite3.Connection) -> list[GlossaryEntry]:
    """Returns the glossary terms and study hints in list order."""
    rows = connection.execute("SELECT kind, head_en, head_zh, body_en, body_zh FROM glossary ORDER BY position")
    return [GlossaryEntry(kind, Bilingual(a, b), Bilingual(c, d)) for kind, a, b, c, d in rows]


def read_practices(connection: sqlite3.Connection) -> list[Practice]:
    """Returns the experiments of the practice list."""
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
            prepares=tuple(shown_address(url) for (url,) in prepares[number]),
            concepts=tuple(name for (name,) in concepts[number]),
        )
        for number, en, zh, stage in rows
    ]


def read_concepts(connection: sqlite3.Connection) -> list[Concept]:
    """Returns the vocabulary of concepts."""
    rows = connection.execute("SELECT name, zh, is_assumed FROM concept ORDER BY id")
    return [Concept(name, zh, bool(is_assumed)) for name, zh, is_assumed in rows]


def read_learning(connection: sqlite3.Connection, number: int | None = None) -> dict[str, Learning]:
    """Returns what each listed article, or the one with this number, listed or removed, teaches and needs, by URL."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: {"teaches": [], "needs": []})
    depths: dict[str, dict[str, str]] = defaultdict(dict)
    for url, relation, name, depth in connection.execute(
        "SELECT url, relation, name, depth FROM article_concept JOIN article ON number = article_number"
        " JOIN concept ON concept.id = concept_id WHERE iif(?1 = -1, removed_at IS NULL, number = ?1)"
        " ORDER BY number, relation, article_concept.position",
        (-1 if number is None else number,),
    ):
        shown = shown_address(url)
        found[shown][relation].append(name)
        if depth:
            depths[shown][name] = depth
    return {
        url: Learning(tuple(both["teaches"]), tuple(both["needs"]), depths.get(url, PLAIN_DEPTH))
        for url, both in found.items()
    }


_TIES: Final = """
WITH mine AS (SELECT relation, concept_id FROM article_concept WHERE article_number = ?1),
counted AS (SELECT relation, concept_id, count(*) AS total FROM article_concept
             WHERE concept_id IN (SELECT concept_id FROM mine) GROUP BY relation, concept_id)
SELECT other.article_number, mine.relation, other.relation, name, zh, total
  FROM mine JOIN article_concept AS other ON other.concept_id = mine.concept_id AND other.article_number <> ?1
  JOIN counted ON counted.concept_id = mine.concept_id AND counted.relation = other.relation AND total <= ?2
  JOIN concept ON concept.id = mine.concept_id
 WHERE 'teaches' IN (mine.relation, other.relation) ORDER BY other.article_number, total, name, mine.relation
"""


def read_ties(connection: sqlite3.Connection, number: int, most: int) -> list[Tie]:
    """Returns what ties other articles to this one: concepts that one teaches and the other teaches or needs.

    A concept that more than `most` articles teach or need as the other one does ties nothing.
    """
    return [
        Tie(other, TIES[mine, theirs], Bilingual(name, zh or name), total)
        for other, mine, theirs, name, zh, total in connection.execute(_TIES, (number, most))
    ]


def read_texts(connection: sqlite3.Connection) -> Texts:
    """Returns the list's own prose."""
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
