"""Creates a database and brings an older one up to date, inside one transaction: by Alembic, or from one that is ready.

Imported only when the version gate says that there is something to do.
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
"""Makes the tables and what stands in them; returns how many articles these are."""
_PATIENCE_S: Final = 120.0
"""Who makes or upgrades a database holds it for seconds, on a busy machine for many: others that start then wait longer
than for a write.

Meant is a writer's lock, under which others still read. gpucat holds a file for itself alone only for moments: when it gets
its write-ahead log and when that is put back. A read that finds it closed for longer than BUSY_TIMEOUT_S has met another
program and says that it is busy."""


def create(path: Path, fill: Fill, on_wait: OnWait) -> int | None:
    """Makes the database and fills it, in one transaction; returns how many articles it has, None where another process
    was quicker.

    A kill at any moment leaves either nothing (at most an empty file) or all.
    """
    _make_file(path, on_wait)
    with transaction(path, foreign_keys=False, patience_s=_PATIENCE_S, on_wait=on_wait) as connection:
        if check_gate(connection, path) is not Gate.NEW:
            return None
        count = fill(connection)
        _finish(connection, path)
    return count


def take_over(connection: sqlite3.Connection, ready: Path, now: str) -> int:
    """Copies a ready-made database into a new one, as one that is made at `now`; returns how many articles it has.

    Its full-text table is made here, by the SQLite that is to use it.
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


def upgrade(path: Path, on_wait: OnWait) -> Path | None:
    """Brings an older database, its schema and its keys, up to date; returns the backup made before, None where nothing was to be done."""
    from gpucat.store.backup import write_backup
    from gpucat.store.maintenance import make_keys_anew

    with closing(connect(path)) as connection:
        if check_gate(connection, path) is not Gate.OLD:
            return None
    with transaction(path, foreign_keys=False, patience_s=_PATIENCE_S, on_wait=on_wait) as connection:
        if check_gate(connection, path) is not Gate.OLD:
            return None
        # Only while nobody else can write is what is copied surely the old schema.
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        backup = write_backup(path, free_name(path.with_name(f"{path.name}.schema{version}.bak")))
        run_migrations(connection)
        make_keys_anew(connection)
        _finish(connection, path)
    return backup


def _make_file(path: Path, on_wait: OnWait) -> None:
    """An empty file in write-ahead mode: readers are then never blocked by a writer."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        from gpucat.system_errors import reason_of

        reason = reason_of(error)
        raise StoreError(
            "cannot_make_folder",
            Bilingual(f"{path.parent} cannot be made: {reason.en}", f"无法创建 {path.parent}：{reason.zh}"),
            Bilingual("name another place with --db or GPUCAT_DB", "请用 --db 或 GPUCAT_DB 指定其他位置"),
        ) from error
    with store_errors(path), closing(sqlite3.connect(path, timeout=BUSY_TIMEOUT_S)) as connection:
        connection.isolation_level = None
        if connection.execute("PRAGMA user_version").fetchone()[0] == 0:
            execute_in_turn(connection, "PRAGMA journal_mode = WAL", _PATIENCE_S, on_wait)


def run_migrations(connection: sqlite3.Connection) -> None:
    """Makes the tables, or brings them up to date, in the caller's transaction."""
    from alembic import command
    from alembic.config import Config

    from gpucat.store.models import alchemy_on

    config = Config()
    config.set_main_option("script_location", str(migrations_folder()))
    with alchemy_on(connection) as config.attributes["connection"]:
        command.upgrade(config, "head")


def _finish(connection: sqlite3.Connection, path: Path) -> None:
    """Checks what the migrations left and stamps the version, both inside their transaction."""
    orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
    if orphans:
        raise StoreError(
            "orphaned_rows",
            Bilingual(
                f"{path}: the upgrade would leave rows without their parent in {orphans[0][0]}; nothing was changed",
                f"{path}：升级会在 {orphans[0][0]} 留下孤立的行；没有任何改动",
            ),
        )
    connection.execute(
        "INSERT INTO meta (key, value) VALUES ('url_key_version', ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (str(URL_KEY_VERSION),),
    )
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
