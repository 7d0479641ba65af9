"""Creates or upgrades a database in one transaction: with Alembic, or from a ready-made database.

It is imported only when the version check finds something to do.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from gpucat.errors import StoreError
from gpucat.files import free_name
from gpucat.language import Bilingual
from gpucat.resources import migrations_folder
from gpucat.store.checksums import count_anew, find_differences, keep_found
from gpucat.store.connection import (
    APPLICATION_ID,
    BUSY_TIMEOUT_S,
    SCHEMA_VERSION,
    URL_KEY_VERSION,
    Gate,
    check_gate,
    connect,
    store_errors,
)
from gpucat.store.transaction import OnWait, execute_in_turn, transaction

Fill = Callable[[sqlite3.Connection], int]
"""Creates and fills the tables; returns the number of articles."""
_FIRST_WITH_CHECKSUMS: Final = 6
"""The schema from which on a database has checksums."""
_PATIENCE_S: Final = 120.0
"""Creating or upgrading a database takes seconds, or many on a busy machine, so others wait longer than for a write.

They wait for the write lock, under which reading is still possible. gpucat locks a file exclusively only for moments: when
it sets up the write-ahead log and when it merges it back. If a read finds the file locked for longer than BUSY_TIMEOUT_S,
another program holds it, and the read reports that the file is busy."""


def create(path: Path, fill: Fill, on_wait: OnWait) -> int | None:
    """Creates and fills the database in one transaction; returns its number of articles, None if another did it first.

    A kill at any moment leaves either nothing (or an empty file) or the whole database.
    """
    _make_file(path, on_wait)
    with transaction(path, foreign_keys=False, patience_s=_PATIENCE_S, on_wait=on_wait) as connection:
        if check_gate(connection, path) is not Gate.NEW:
            return None
        count = fill(connection)
        _finish(connection, path)
    return count


def take_over(connection: sqlite3.Connection, ready: Path, now: str) -> int:
    """Copies a ready-made database into a new one, as if created at `now`; returns its number of articles.

    The full-text table is not copied but built by the SQLite that will use it.
    """
    from gpucat.store.search_index import make_full_text

    connection.execute("ATTACH ? AS ready", (f"{ready.absolute().as_uri()}?mode=ro&immutable=1",))
    schema = connection.execute(
        "SELECT type, name, sql FROM ready.sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'article_fts%'"
        " ORDER BY type DESC, rowid"
    )
    for kind, name, sql in schema.fetchall():
        connection.execute(sql)
        if kind == "table":
            connection.execute(f'INSERT INTO main."{name}" SELECT * FROM ready."{name}"')
    make_full_text(connection)
    return connection.execute("UPDATE article SET added_at = ?", (now,)).rowcount


def is_sound(ready: Path) -> bool:
    """Says whether a ready-made database can be read whole; a disk or an installation may have damaged it."""
    try:
        uri = f"{ready.absolute().as_uri()}?mode=ro&immutable=1"
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            checked = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            return bool(version == SCHEMA_VERSION and checked == "ok")
    except sqlite3.Error:
        return False


def upgrade(path: Path, on_wait: OnWait) -> Path | None:
    """Upgrades the schema and keys of an older database; returns the backup made first, None if it was current."""
    from gpucat.store.backup import write_backup
    from gpucat.store.maintenance import rebuild_keys

    with closing(connect(path)) as connection:
        if check_gate(connection, path) is not Gate.OLD:
            return None
    with transaction(path, foreign_keys=False, patience_s=_PATIENCE_S, on_wait=on_wait) as connection:
        if check_gate(connection, path) is not Gate.OLD:
            return None
        # The backup is made under the write lock, so that it surely holds the old schema.
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        found = list(find_differences(connection)) if version >= _FIRST_WITH_CHECKSUMS else []
        backup = write_backup(path, free_name(path.with_name(f"{path.name}.schema{version}.bak")))
        run_migrations(connection)
        rebuild_keys(connection)
        still = {(row.table, row.bucket) for row in find_differences(connection)} if found else ()
        _finish(connection, path)
        keep_found(connection, [row for row in found if (row.table, row.bucket) in still])
    return backup


def _make_file(path: Path, on_wait: OnWait) -> None:
    """Creates an empty file in write-ahead mode, in which a writer never blocks readers."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)  # it holds the reader's notes
    except OSError as error:
        from gpucat.system_errors import reason_of

        reason = reason_of(error)
        raise StoreError(
            "cannot_make_folder",
            Bilingual(f"{path.parent} cannot be created: {reason.en}", f"无法创建 {path.parent}：{reason.zh}"),
            Bilingual("choose another location with --db or GPUCAT_DB", "请用 --db 或 GPUCAT_DB 指定其他位置"),
        ) from error
    with store_errors(path), closing(sqlite3.connect(path, timeout=BUSY_TIMEOUT_S)) as connection:
        connection.isolation_level = None
        if connection.execute("PRAGMA user_version").fetchone()[0] == 0:
            execute_in_turn(connection, "PRAGMA journal_mode = WAL", _PATIENCE_S, on_wait)


def run_migrations(connection: sqlite3.Connection) -> None:
    """Creates or upgrades the tables in the caller's transaction."""
    from alembic import command
    from alembic.config import Config

    from gpucat.store.models import alchemy_on

    config = Config()
    config.set_main_option("script_location", str(migrations_folder()))
    with alchemy_on(connection) as config.attributes["connection"]:
        command.upgrade(config, "head")


def _finish(connection: sqlite3.Connection, path: Path) -> None:
    """Checks the foreign keys and writes the versions, in the same transaction as the migrations."""
    orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
    if orphans:
        raise StoreError(
            "orphaned_rows",
            Bilingual(
                f"{path}: the upgrade would leave orphaned rows in {orphans[0][0]}; nothing was changed",
                f"{path}：升级会在 {orphans[0][0]} 留下孤立的行；没有任何改动",
            ),
        )
    connection.execute(
        "INSERT INTO meta (key, value) VALUES ('url_key_version', ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (str(URL_KEY_VERSION),),
    )
    count_anew(connection)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
