"""Checks and repairs a database, and reports facts about it."""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from gpucat.catalog.url import UnusableUrlError, canonical_url, loose_key
from gpucat.errors import StoreError
from gpucat.language import Bilingual, same
from gpucat.store.article_writes import arrange
from gpucat.store.checksums import accept, find_differences
from gpucat.store.connection import SCHEMA_VERSION, store_errors
from gpucat.store.damage import find_bad_settings, find_bad_values, find_schema_damage
from gpucat.store.mending import mend
from gpucat.store.search_state import has_full_text, has_index, has_state

_MOST: Final = 20
"""How many problems of one kind are reported at most."""


class StoreInfo(NamedTuple):
    """Facts about a database: its path, versions, size in bytes and row counts."""

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
    """An article whose stored keys are wrong, with the correct ones."""

    number: int
    url_key: str
    loose_key: str | None


def read_info(connection: sqlite3.Connection, path: Path) -> StoreInfo:
    """Reads the facts about an open database."""

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
    """Returns the problems that SQLite's checks and our own find.

    Raises StoreError if the database is too damaged to check.
    """
    with store_errors(path):
        problems = [same(row[0]) for row in connection.execute(f"PRAGMA integrity_check({_MOST})") if row[0] != "ok"]
        problems += [
            Bilingual(
                f"{table} row {rowid}: the {parent} it belongs to is missing",
                f"{table} 第 {rowid} 行：所属的 {parent} 不存在",
            )
            for table, rowid, parent, _ in connection.execute("PRAGMA foreign_key_check").fetchmany(_MOST)
        ]
        problems += [*islice(find_schema_damage(connection), _MOST), *islice(find_bad_values(connection), _MOST)]
        if not problems:  # what follows reads the values as gpucat does
            for found in (_changed_rows, find_bad_settings, _key_problems, _position_problems, _index_problems):
                problems += islice(found(connection), _MOST)
    return problems


def wrong_keys(connection: sqlite3.Connection) -> Iterator[WrongKey]:
    """Yields the articles whose keys do not match their addresses."""
    for number, url, *stored in connection.execute("SELECT number, url, url_key, loose_key FROM article"):
        try:
            key, loose = canonical_url(url), loose_key(url)
        except UnusableUrlError:
            continue
        if [key, loose] != stored:
            yield WrongKey(number, key, loose)


def _changed_rows(connection: sqlite3.Connection) -> Iterator[Bilingual]:
    for table, by, bucket, _ in find_differences(connection):
        en, zh = (
            (f"table {table}, row with {by} {bucket}", f"表 {table} 中 {by} {bucket} 的行")
            if by
            else (f"table {table}", f"表 {table}")
        )
        yield Bilingual(
            f"{en}: differs from its checksum: damaged, or changed by another program",
            f"{zh}：与校验和不符：已损坏，或被其他程序改动",
        )


def _key_problems(connection: sqlite3.Connection) -> Iterator[Bilingual]:
    for number, _, _ in wrong_keys(connection):
        yield Bilingual(f"article {number}: cannot be found by its address", f"第 {number} 篇文章：无法按网址找到")


def _position_problems(connection: sqlite3.Connection) -> Iterator[Bilingual]:
    rows = connection.execute(
        "SELECT slug FROM article JOIN module ON module.id = module_id GROUP BY module_id"
        " HAVING min(position) <> 1 OR max(position) <> count(*) OR count(DISTINCT position) <> count(*) ORDER BY slug"
    )
    for (slug,) in rows:
        yield Bilingual(f"module {slug}: its places have gaps or repeats", f"模块 {slug}：位置有空缺或重复")


def _index_problems(connection: sqlite3.Connection) -> Iterator[Bilingual]:
    if not has_index(connection):
        if has_state(connection):
            yield Bilingual(
                "the search index is not whole; the next search makes it again", "搜索索引不完整；下次搜索时会重建"
            )
        return
    rows = connection.execute(
        "SELECT 1 FROM (SELECT number FROM article WHERE removed_at IS NULL EXCEPT SELECT article_number FROM search_text)"
        " UNION ALL SELECT 1 FROM (SELECT article_number FROM search_text EXCEPT"
        " SELECT number FROM article WHERE removed_at IS NULL) LIMIT 1"
    )
    if rows.fetchone() is not None:
        yield Bilingual("the search index does not match the list", "搜索索引与目录不一致")
    elif has_full_text(connection) and not _is_full_text_sound(connection):
        yield Bilingual("the full-text index is damaged", "全文索引已损坏")


def _is_full_text_sound(connection: sqlite3.Connection) -> bool:
    """Says whether the full-text table holds what it indexes; SQLite asks so by a write that writes nothing."""
    connection.execute("PRAGMA query_only = OFF")
    try:
        connection.execute("INSERT INTO article_fts (article_fts, rank) VALUES ('integrity-check', 1)")
    except sqlite3.DatabaseError as error:
        return not error.sqlite_errorname.startswith(
            "SQLITE_CORRUPT"
        )  # it cannot be asked where nothing can be written
    finally:
        connection.execute("PRAGMA query_only = ON")
    return True


def rebuild_keys(connection: sqlite3.Connection) -> None:
    """Recomputes the keys of articles and aliases, and in their journal rows, inside the caller's transaction.

    The journal follows so that older changes can still be undone. If a new key is already taken, the old one stays, and
    the check of the database reports it.
    """
    while wrong := list(wrong_keys(connection)):  # a key may be free only after another row has left it
        statement = "UPDATE OR IGNORE article SET url_key = ?, loose_key = ? WHERE number = ?"
        if not sum(connection.execute(statement, (key, loose, number)).rowcount for number, key, loose in wrong):
            break
    renamed = _rename_aliases(connection)
    rows = connection.execute(
        "SELECT id, before, after FROM changed_row WHERE table_name IN ('article', 'alias')"
    ).fetchall()
    for identity, *images in rows:
        rebuilt = [_rebuild_image(image, renamed) for image in images]
        if rebuilt != images:
            connection.execute("UPDATE changed_row SET before = ?, after = ? WHERE id = ?", (*rebuilt, identity))


def _rename_aliases(connection: sqlite3.Connection) -> dict[str, str]:
    """Recomputes the keys of aliases; returns the new keys by the old ones."""
    renamed = {}
    for old, url in connection.execute("SELECT url_key, url FROM alias ORDER BY url_key").fetchall():
        new = _key(url, old)
        if (
            new != old
            and connection.execute("UPDATE OR IGNORE alias SET url_key = ? WHERE url_key = ?", (new, old)).rowcount
        ):
            renamed[old] = new
    return renamed


def _rebuild_image(text: str | None, renamed: Mapping[str, str]) -> str | None:
    """Returns a journal row with its keys recomputed; without its URL, an alias's key is looked up in `renamed`."""
    if text is None:
        return None
    image: dict[str, Any] = json.loads(text)
    if "url" not in image:
        changed = {"url_key": renamed.get(image.get("url_key", ""), image.get("url_key"))} if "url_key" in image else {}
    else:
        changed = {"url_key": _key(image["url"], image["url_key"])}
        if "loose_key" in image and changed["url_key"] is not None:
            changed["loose_key"] = _loose(image["url"], image["loose_key"])
    return text if changed.items() <= image.items() else json.dumps({**image, **changed}, ensure_ascii=False)


def _key(url: str, stored: str) -> str:
    try:
        return canonical_url(url)
    except UnusableUrlError:
        return stored


def _loose(url: str, stored: str | None) -> str | None:
    try:
        return loose_key(url)
    except UnusableUrlError:
        return stored


def repair(connection: sqlite3.Connection) -> None:
    """Mends turned bits and rebuilds indexes, keys and positions; raises StoreError if that is not enough.

    The caller's transaction must neither journal, because the content of the list does not change, nor watch: what is
    right again agrees with the checksums that found it wrong.
    """
    try:
        connection.execute("REINDEX")
        mend(connection)
        known = {(row.table, row.bucket) for row in find_differences(connection)}
        rebuild_keys(connection)
    except sqlite3.IntegrityError as error:
        raise StoreError(
            "beyond_repair",
            Bilingual("two rows have the same key; nothing was changed", "有两行的键相同；没有任何改动"),
            Bilingual("restore a backup with `gpucat db restore FILE`", "请用 `gpucat db restore FILE` 恢复备份"),
        ) from error
    arrange(connection)
    accept(connection, [row for row in find_differences(connection) if (row.table, row.bucket) not in known])
