"""Writes articles and what hangs on them: new ones whole, of stored ones the fields that differ.

A stored article gets another address in `store.addresses` and nowhere else, and loses its place in `store.removal`.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import delete, insert, select, update
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.engine import Connection
from sqlmodel import SQLModel, col

from gpucat.catalog.article import Article
from gpucat.catalog.url import canonical_url, loose_key
from gpucat.store import models
from gpucat.store.engine import driver_of

_ADDRESS_COLUMNS: Final = ("url", "url_key", "loose_key")


def add_articles(connection: Connection, articles: Sequence[Article], now: str) -> list[int]:
    """Stores new articles and returns their numbers, in order: an article with a number keeps it, else it gets the next.

    In its module an article comes after those that are there, among the new ones in the order of their positions. The
    modules must exist; the canonical URLs must be new (IntegrityError otherwise: the caller has looked).
    """
    numbers = _assign_numbers(connection, articles)
    modules = module_ids(connection)
    sources = name_ids(connection, models.Source, (a.source for a in articles if a.source))
    authors = name_ids(connection, models.Author, (name for a in articles for name in a.authors))
    keywords = name_ids(connection, models.Keyword, (word for a in articles for word in a.keywords))
    rows = [
        {"number": number, **_columns(article, modules, sources), "added_at": now}
        for number, article in zip(numbers, articles, strict=True)
    ]
    _append_positions(connection, rows)
    _insert(connection, models.Article, rows)
    _insert(connection, models.ArticleAuthor, _links(numbers, (a.authors for a in articles), "author_id", authors))
    _insert(connection, models.ArticleKeyword, _links(numbers, (a.keywords for a in articles), "keyword_id", keywords))
    return numbers


def update_article(connection: Connection, article: Article) -> None:
    """Writes those list fields of a stored article that differ from what is stored, but for its address."""
    _update(connection, article, {})


def revive_article(connection: Connection, article: Article) -> None:
    """Brings a removed article back into the list with these fields, but for its address; the reader's side was kept."""
    _update(connection, article, {"removed_at": None, "merged_into": None})


def _update(connection: Connection, article: Article, more: Mapping[str, Any]) -> None:
    number = article.number
    sources = name_ids(connection, models.Source, [article.source] if article.source else [])
    columns = {**_columns(article, module_ids(connection), sources), **more}
    if columns["module_id"] is not None and columns["position"] is None:
        _append_positions(connection, [columns])
    here = col(models.Article.number) == number
    stored = connection.execute(select(models.Article).where(here)).mappings().one()
    differing = {
        name: value for name, value in columns.items() if value != stored[name] and name not in _ADDRESS_COLUMNS
    }
    if differing:
        connection.execute(update(models.Article).where(here).values(**differing))
    _write_names(connection, models.ArticleAuthor, models.Author, number, article.authors)
    _write_names(connection, models.ArticleKeyword, models.Keyword, number, article.keywords)


def module_ids(connection: Connection) -> dict[str, int]:
    """The modules' row ids by slug."""
    rows = connection.execute(select(col(models.Module.slug), col(models.Module.id)))
    return {slug: identity for slug, identity in rows if identity is not None}


def name_ids(connection: Connection, table: type[SQLModel], names: Iterable[str]) -> dict[str, int]:
    """The row ids of names in a table of names (source, author, keyword), adding the names that are new."""
    wanted = list(dict.fromkeys(names))
    if not wanted:
        return {}
    connection.execute(upsert(table).on_conflict_do_nothing(), [{"name": name} for name in wanted])
    # SQLAlchemy's IN holds its list in a ring of references. The collector counts objects, not bytes: in a large import
    # it never came by, and every name of the file stayed in memory.
    rows = driver_of(connection).execute(
        f"SELECT name, id FROM {table.__tablename__} WHERE name IN (SELECT value FROM json_each(?))",
        (json.dumps(wanted, ensure_ascii=False),),
    )
    return {name: int(identity) for name, identity in rows}


def _write_names(
    connection: Connection,
    table: type[models.ArticleAuthor | models.ArticleKeyword],
    kind: type[SQLModel],
    number: int,
    names: Sequence[str],
) -> None:
    """Makes the names those of the article, writing only the places that differ: the journal holds what was changed."""
    columns = table.__table__.c  # type: ignore[union-attr]
    named = columns.author_id if table is models.ArticleAuthor else columns.keyword_id
    rows = connection.execute(select(columns.position, named).where(columns.article_number == number))
    stored = {int(position): int(identity) for position, identity in rows}
    identities = name_ids(connection, kind, names)
    wanted = {position: identities[name] for position, name in enumerate(names, 1)}
    for position, identity in wanted.items():
        here = (columns.article_number == number, columns.position == position)
        if position not in stored:
            row = {"article_number": number, "position": position, named.name: identity}
            connection.execute(insert(table), row)
        elif stored[position] != identity:
            connection.execute(update(table).where(*here).values({named.name: identity}))
    connection.execute(delete(table).where(columns.article_number == number, columns.position > len(names)))


def _assign_numbers(connection: Connection, articles: Sequence[Article]) -> list[int]:
    """A number names its article for good, so the highest ever given is kept: that article may be gone by an undo."""
    highest = connection.exec_driver_sql(
        "SELECT max(coalesce((SELECT max(number) FROM article), 0),"
        " coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'highest_number'), 0))"
    ).scalar_one()
    taken = max(highest, *(article.number for article in articles)) if articles else highest
    numbers = []
    for article in articles:
        if article.number == 0:
            taken += 1
        numbers.append(article.number or taken)
    connection.exec_driver_sql(
        "INSERT INTO meta (key, value) VALUES ('highest_number', ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (str(taken),),
    )
    return numbers


def _append_positions(connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Gives rows with a module their places after the module's last one, in the order of the positions they ask for."""
    ends = connection.exec_driver_sql(
        "SELECT id, (SELECT coalesce(max(position), 0) FROM article WHERE module_id = module.id) FROM module"
    )
    last = {int(module): int(position) for module, position in ends}
    placed = [row for row in rows if row["module_id"] is not None]
    for row in sorted(placed, key=lambda row: row["position"] or 10**9):
        row["position"] = last[row["module_id"]] = last.get(row["module_id"], 0) + 1


def _columns(article: Article, modules: dict[str, int], sources: dict[str, int]) -> dict[str, Any]:
    return {
        "title": article.title,
        "url": article.url,
        "url_key": canonical_url(article.url),
        "loose_key": loose_key(article.url),
        "source_id": sources[article.source] if article.source else None,
        "source_type": article.source_type,
        "module_id": modules[article.module] if article.module else None,
        "position": article.position if article.module else None,
        "level_low": article.level.low if article.level else None,
        "level_high": article.level.high if article.level else None,
        "published": article.published,
        "summary": article.summary,
        "why": article.why,
        "summary_en": article.summary_en,
        "why_en": article.why_en,
        "extra": dict(article.extra),
    }


def _links(
    numbers: Sequence[int], names: Iterable[Sequence[str]], column: str, identities: dict[str, int]
) -> list[dict[str, int]]:
    return [
        {"article_number": number, "position": position, column: identities[name]}
        for number, several in zip(numbers, names, strict=True)
        for position, name in enumerate(several, 1)
    ]


def _insert(connection: Connection, table: type[SQLModel], rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(table), rows)
