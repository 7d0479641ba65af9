"""Facts about a database file, and the check of its health."""

import sqlite3
from pathlib import Path
from typing import NamedTuple

from gpucat.language import Bilingual, same
from gpucat.store.connection import SCHEMA_VERSION, store_errors


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
    """What SQLite and the foreign keys say is wrong; empty where nothing is. Damage it cannot read past is a StoreError."""
    with store_errors(path):
        problems = [same(row[0]) for row in connection.execute("PRAGMA integrity_check(20)") if row[0] != "ok"]
        problems += [
            Bilingual(
                f"{table} row {rowid}: no {parent} to belong to", f"{table} 第 {rowid} 行：所属的 {parent} 不存在"
            )
            for table, rowid, parent, _ in connection.execute("PRAGMA foreign_key_check").fetchmany(20)
        ]
    return problems
