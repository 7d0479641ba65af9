"""Facts about a database file, and the check of its health. Standard library only: `repair` writes."""

import sqlite3
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from gpucat.catalog.url import UnusableUrlError, canonical_url, loose_key
from gpucat.language import Bilingual, same
from gpucat.store.connection import SCHEMA_VERSION, store_errors
from gpucat.store.search_state import has_index

_MOST: Final = 20
"""How many findings of one kind are told."""


class StoreInfo(NamedTuple):
    """What there is to say of a database: its place, versions, size in bytes and row counts."""

    path: Path
    schema: int
    sqlite: str
    journal_mode: str
    size: int
    articles: int
    removed: int
    notes: int
    link_checks: int
    changes: int


class WrongKey(NamedTuple):
    """An article with the keys that its address should have."""

    number: int
    url_key: str
    loose_key: str | None


def read_info(connection: sqlite3.Connection, path: Path) -> StoreInfo:
    """The facts of an open database."""

    def one(sql: str) -> int:
        value: int = connection.execute(sql).fetchone()[0]
        return value

    return StoreInfo(
        path=path,
        schema=SCHEMA_VERSION,
        sqlite=sqlite3.sqlite_version,
        journal_mode=connection.execute("PRAGMA journal_mode").fetchone()[0],
        size=path.stat().st_size,
        articles=one("SELECT count(*) FROM article WHERE removed_at IS NULL"),
        removed=one("SELECT count(*) FROM article WHERE removed_at IS NOT NULL"),
        notes=one("SELECT count(*) FROM note WHERE text <> ''"),
        link_checks=one("SELECT count(*) FROM link_check"),
        changes=one('SELECT count(*) FROM "change"'),
    )


def find_damage(connection: sqlite3.Connection, path: Path) -> list[Bilingual]:
    """What SQLite, the foreign keys and our own keys say is wrong; empty where nothing is.

    Damage it cannot read past is a StoreError.
    """
    with store_errors(path):
        problems = [same(row[0]) for row in connection.execute(f"PRAGMA integrity_check({_MOST})") if row[0] != "ok"]
        problems += [
            Bilingual(
                f"{table} row {rowid}: no {parent} to belong to", f"{table} 第 {rowid} 行：所属的 {parent} 不存在"
            )
            for table, rowid, parent, _ in connection.execute("PRAGMA foreign_key_check").fetchmany(_MOST)
        ]
        for found in (_key_problems, _position_problems, _index_problems):
            problems += islice(found(connection), _MOST)
    return problems


def wrong_keys(connection: sqlite3.Connection) -> Iterator[WrongKey]:
    """The articles whose keys are not those of their addresses."""
    for number, url, *stored in connection.execute("SELECT number, url, url_key, loose_key FROM article"):
        try:
            key, loose = canonical_url(url), loose_key(url)
        except UnusableUrlError:
            continue
        if [key, loose] != stored:
            yield WrongKey(number, key, loose)


def _key_problems(connection: sqlite3.Connection) -> Iterator[Bilingual]:
    for number, _, _ in wrong_keys(connection):
        yield Bilingual(f"article {number}: is not found by its address", f"第 {number} 篇文章：按网址找不到")


def _position_problems(connection: sqlite3.Connection) -> Iterator[Bilingual]:
    rows = connection.execute(
        "SELECT slug FROM article JOIN module ON module.id = module_id GROUP BY module_id"
        " HAVING min(position) <> 1 OR max(position) <> count(*) OR count(DISTINCT position) <> count(*) ORDER BY slug"
    )
    for (slug,) in rows:
        yield Bilingual(f"module {slug}: its numbering has gaps or repeats", f"模块 {slug}：编号有空缺或重复")


def _index_problems(connection: sqlite3.Connection) -> Iterator[Bilingual]:
    if not has_index(connection):
        return
    rows = connection.execute(
        "SELECT 1 FROM (SELECT number FROM article WHERE removed_at IS NULL EXCEPT SELECT article_number FROM search_text)"
        " UNION ALL SELECT 1 FROM (SELECT article_number FROM search_text EXCEPT"
        " SELECT number FROM article WHERE removed_at IS NULL) LIMIT 1"
    )
    if rows.fetchone() is not None:
        yield Bilingual("the search index does not fit the list", "搜索索引与目录不符")
