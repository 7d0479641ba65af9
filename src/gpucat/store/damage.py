"""Finds what SQLite's own checks cannot: tables and columns that are missing, and values that their column cannot have.

Readers trust the values, so that a read stays fast. This module reads them all, for `db check` and to explain a failure.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from gpucat.catalog.article import SOURCE_TYPES, STATUSES
from gpucat.catalog.dates import parse_date
from gpucat.catalog.fields import RELATIONS
from gpucat.catalog.reading import VERDICTS
from gpucat.catalog.settings import SETTINGS
from gpucat.catalog.url import canonical_url
from gpucat.errors import GpucatError, StoreError
from gpucat.language import Bilingual, listed, same
from gpucat.store.connection import connect_for_reading, translate

WAY_OUT: Final = Bilingual(
    "`gpucat db check` names all damage; restore a backup with `gpucat db restore FILE`",
    "`gpucat db check` 会列出全部损坏；请用 `gpucat db restore FILE` 恢复备份",
)
_LONGEST_SHOWN: Final = 40
_STORAGE: Final = {"INTEGER": int, "BOOLEAN": int, "FLOAT": float}
"""What SQLite stores for a column of this type; for any other, text."""


class _Column(NamedTuple):
    name: str
    type: str
    is_required: bool
    key_place: int
    """The column's place in the primary key, from 1; 0 if it is not part of it."""


def explain_failure(path: Path) -> StoreError | None:
    """Returns the damage of the database that may have made a command fail; None if its schema and values are sound."""
    try:
        connection = connect_for_reading(path)
    except (sqlite3.Error, GpucatError, OSError):
        return None
    with closing(connection):
        try:
            found = next(chain(*(find(connection) for find in (find_schema_damage, find_bad_values, _refused))), None)
        except sqlite3.Error as error:
            return translate(error, path)
    return found and StoreError("damaged_value", Bilingual(f"{path}: {found.en}", f"{path}：{found.zh}"), WAY_OUT)


def _refused(connection: sqlite3.Connection) -> Iterator[Bilingual]:
    """Yields what SQLite's own check finds, such as a constraint that does not hold."""
    for (told,) in connection.execute("PRAGMA integrity_check(1)"):
        if told != "ok":
            yield same(told)


def find_schema_damage(connection: sqlite3.Connection) -> Iterator[Bilingual]:
    """Yields the tables, columns and indexes that this version's schema has and the database lacks."""
    from gpucat.store.models import ArticleTable

    for table in ArticleTable.metadata.sorted_tables:
        stored = {column.name for column in _columns(connection, table.name)}
        if not stored:
            yield Bilingual(f"table {table.name} is missing", f"缺少表 {table.name}")
            continue
        for column in table.columns:
            if column.name not in stored:
                yield Bilingual(
                    f"table {table.name}: column {column.name} is missing", f"表 {table.name} 缺少列 {column.name}"
                )
        indexes = {name for _, name, *_ in connection.execute(f'PRAGMA index_list("{table.name}")')}
        for index in sorted(table.indexes, key=lambda index: index.name or ""):
            if index.name not in indexes:
                yield Bilingual(
                    f"table {table.name}: index {index.name} is missing", f"表 {table.name} 缺少索引 {index.name}"
                )


def find_bad_values(connection: sqlite3.Connection) -> Iterator[Bilingual]:
    """Yields the values that cannot be decoded or that their column cannot have, each with its table, row and column."""
    kept = connection.text_factory
    connection.text_factory = bytes
    try:
        for table in _tables(connection):
            yield from _bad_values_in(connection, table)
    finally:
        connection.text_factory = kept


def find_bad_settings(connection: sqlite3.Connection) -> Iterator[Bilingual]:
    """Yields the settings whose value this version does not accept."""
    for key, value in connection.execute("SELECT key, value FROM setting WHERE value <> '' ORDER BY key").fetchall():
        try:
            if key in SETTINGS:
                SETTINGS[key].check(value)
        except GpucatError as error:
            yield Bilingual(
                f"table setting, row with key {key}: {error.message.en}",
                f"表 setting 中 key {key} 的行：{error.message.zh}",
            )


def _tables(connection: sqlite3.Connection) -> list[str]:
    rows = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search%' AND name NOT LIKE '%fts%'"
        " AND name NOT LIKE 'sqlite%' ORDER BY name"
    )
    return [name.decode() for (name,) in rows.fetchall()]


def _columns(connection: sqlite3.Connection, table: str) -> list[_Column]:
    rows = connection.execute(f'PRAGMA table_info("{table}")').fetchall()
    return [
        _Column(_text(name), _text(kind), bool(is_required), key_place)
        for _, name, kind, is_required, _, key_place in rows
    ]


def _text(value: str | bytes) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def _bad_values_in(connection: sqlite3.Connection, table: str) -> Iterator[Bilingual]:
    columns = _columns(connection, table)
    keys = [place for place, column in enumerate(columns) if column.key_place]
    named = ", ".join(f'"{column.name}"' for column in columns)
    for row in connection.execute(f'SELECT {named} FROM "{table}"'):
        for column, value in zip(columns, row, strict=True):
            if (objection := _objection(table, column, value)) is not None:
                at = ", ".join(f"{columns[place].name} {_shown(row[place])}" for place in keys)
                yield Bilingual(
                    f"table {table}, row with {at}, column {column.name}: {objection.en}",
                    f"表 {table} 中 {at} 的行，列 {column.name}：{objection.zh}",
                )


def _objection(table: str, column: _Column, value: object) -> Bilingual | None:
    """Says why the column cannot have this value; None if it can."""
    if value is None:
        return Bilingual("no value", "没有值") if column.is_required and not column.key_place else None
    storage = _STORAGE.get(column.type, bytes)
    if not isinstance(value, storage):
        return Bilingual(
            f"{_shown(value)} is of another type than {column.type}", f"{_shown(value)} 的类型不是 {column.type}"
        )
    if not isinstance(value, bytes):
        return None
    try:
        text = value.decode()
    except UnicodeDecodeError:
        return Bilingual("text that is not valid UTF-8", "不是有效的 UTF-8 文本")
    check = _CHECKS.get((table, column.name)) or _CHECKS_ANYWHERE.get(column.name) or _BY_TYPE.get(column.type)
    return check(text) if check else None


def _shown(value: object) -> str:
    text = _text(value) if isinstance(value, bytes) else str(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


_Check = Callable[[str], Bilingual | None]


def _one_of(values: tuple[str, ...]) -> _Check:
    def check(text: str) -> Bilingual | None:
        if text in values:
            return None
        return Bilingual(
            f"{_shown(text)} is none of {listed(values).en}", f"{_shown(text)} 不在 {listed(values).zh} 之中"
        )

    return check


def _moment(text: str) -> Bilingual | None:
    try:
        is_moment = datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        is_moment = False
    return None if is_moment else Bilingual(f"{_shown(text)} is no time", f"{_shown(text)} 不是时间")


def _date(text: str) -> Bilingual | None:
    try:
        is_date = parse_date(text) == text
    except (GpucatError, ValueError):
        is_date = False
    return None if is_date else Bilingual(f"{_shown(text)} is no date", f"{_shown(text)} 不是日期")


def _address(text: str) -> Bilingual | None:
    try:
        canonical_url(text)
    except GpucatError as error:
        return error.message
    return None


def _object(text: str) -> Bilingual | None:
    try:
        is_object = isinstance(json.loads(text), dict)
    except ValueError:
        is_object = False
    return None if is_object else Bilingual("text that is no JSON object", "不是 JSON 对象")


_CHECKS: Final[Mapping[tuple[str, str], _Check]] = {
    ("article", "source_type"): _one_of(tuple(SOURCE_TYPES)),
    ("article", "published"): _date,
    ("article", "url"): _address,
    ("article_concept", "relation"): _one_of(RELATIONS),
    ("article_concept", "depth"): _one_of(("introduces", "masters")),
    ("changed_row", "before"): _object,
    ("changed_row", "after"): _object,
    ("link_check", "verdict"): _one_of(VERDICTS),
    ("reading", "status"): _one_of(STATUSES),
}
_CHECKS_ANYWHERE: Final[Mapping[str, _Check]] = dict.fromkeys(
    (
        "added_at", "removed_at", "checked_at", "confirmed_at", "observed_at", "decided_at", "started_at", "finished_at",
        "changed_at", "done_at", "made_at", "undone_at", "recorded_at",
    ),
    _moment,
)  # fmt: skip
_BY_TYPE: Final[Mapping[str, _Check]] = {"JSON": _object}
