"""Opens the database with the standard library and checks its version.

This module writes nothing and knows neither the catalogue nor SQLAlchemy. `APPLICATION_ID` marks a file as gpucat's;
`SCHEMA_VERSION` is the number of migrations, stored in the file as `user_version`.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Final

from gpucat.errors import StoreError
from gpucat.language import Bilingual

APPLICATION_ID: Final = 0x67706361  # "gpca"
SCHEMA_VERSION: Final = 6
URL_KEY_VERSION: Final = 4
"""The version of the rules in `catalog.url` that make URL keys. It is here because every read checks it."""
SQLITE_VERSION: Final = sqlite3.sqlite_version
BUSY_TIMEOUT_S: Final = 10.0
_SMALLEST: Final = 512
"""The smallest page size in bytes, and so the smallest size of a database that is not empty."""


Reader = sqlite3.Connection
"""A read-only connection, as services pass it on."""


class Gate(Enum):
    """The state of a database file: still empty, of an older schema or with older URL keys, or ready."""

    NEW = "new"
    OLD = "old"
    CURRENT = "current"


def connect(path: Path, kind: type[sqlite3.Connection] = sqlite3.Connection) -> sqlite3.Connection:
    """Opens an existing file for writing, with foreign keys on; transactions begin only explicitly. Raises StoreError."""
    if path.exists() and not os.access(path, os.W_OK):
        raise _failure("SQLITE_READONLY", path)  # SQLite would leave files beside it that cannot be written either
    return _open(path, kind, BUSY_TIMEOUT_S)


def _open(path: Path, kind: type[sqlite3.Connection], patience_s: float) -> sqlite3.Connection:
    with store_errors(path):
        place = f"{path.absolute().as_uri()}?mode=rw"
        connection = sqlite3.connect(place, uri=True, timeout=patience_s, factory=kind)
        connection.isolation_level = None
        connection.execute("PRAGMA foreign_keys = ON")
    return connection


def connect_for_reading(path: Path, patience_s: float = BUSY_TIMEOUT_S) -> sqlite3.Connection:
    """Opens a read-only connection; a file that this user cannot write, or its folder, is read as immutable.

    SQLite would leave files beside it that nobody can write, and with them nobody could write the database later.
    """
    if _is_locked_away(path):
        return _connect_to_immutable(path)
    connection = _open(path, sqlite3.Connection, patience_s)
    with store_errors(path):
        connection.execute("PRAGMA query_only = ON")
        try:
            connection.execute("PRAGMA schema_version")
        except sqlite3.OperationalError:
            connection.close()
            if not _stands_still(path):
                raise
            return _connect_to_immutable(path)
        except BaseException:
            connection.close()
            raise
    return connection


def _connect_to_immutable(path: Path) -> sqlite3.Connection:
    with store_errors(path):
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        connection.isolation_level = None
    return connection


def path_of(connection: Reader) -> Path:
    """Returns the file of an open database."""
    return Path(connection.execute("SELECT file FROM pragma_database_list WHERE name = 'main'").fetchone()[0])


def begin_snapshot(connection: Reader) -> None:
    """Begins a snapshot: all later reads see the database as it is at one moment."""
    connection.execute("BEGIN")


def renew_snapshot(connection: Reader) -> None:
    """Renews the snapshot, if there is one."""
    if connection.in_transaction:
        connection.execute("COMMIT")
        begin_snapshot(connection)


def _stands_still(path: Path) -> bool:
    """Says whether the file is readable in a read-only folder without a log: then nobody can be writing to it.

    SQLite cannot make there the files through which readers and writers coordinate.
    """
    file = path.resolve()
    return os.access(file, os.R_OK) and not os.access(file.parent, os.W_OK) and not _has_log(file)


def _is_locked_away(path: Path) -> bool:
    """Says whether the file can be read but not written, and has no log that only SQLite could read with it."""
    return os.access(path, os.R_OK) and not os.access(path, os.W_OK) and not _has_log(path.resolve())


def _has_log(file: Path) -> bool:
    log = file.with_name(f"{file.name}-wal")
    return log.exists() and log.stat().st_size > 0


def check_gate(connection: sqlite3.Connection, path: Path) -> Gate:
    """Returns the state of the file and changes nothing; raises StoreError if it is foreign or from a newer gpucat."""
    with store_errors(path):
        if 0 < path.stat().st_size < _SMALLEST:
            raise _failure("SQLITE_NOTADB", path)  # SQLite would treat it as empty and overwrite it
        with _one_moment(connection):
            application = connection.execute("PRAGMA application_id").fetchone()[0]
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            is_blank = application == 0 and version == 0 and _has_no_table(connection)
            keys = _key_version(connection) if (application, version) == (APPLICATION_ID, SCHEMA_VERSION) else 0
    if is_blank:
        return Gate.NEW
    if application != APPLICATION_ID:
        raise StoreError(
            "foreign_database",
            Bilingual(f"{path} belongs to another program", f"{path} 是其他程序的数据库"),
            Bilingual("choose another file with --db or GPUCAT_DB", "请用 --db 或 GPUCAT_DB 指定另一个文件"),
        )
    if version > SCHEMA_VERSION:
        raise _newer(
            path,
            Bilingual(
                f"schema {version}; this version supports up to {SCHEMA_VERSION}",
                f"数据库结构版本 {version}，本版本最高支持 {SCHEMA_VERSION}",
            ),
        )
    if keys > URL_KEY_VERSION:
        raise _newer(
            path,
            Bilingual(
                f"URL keys {keys}; this version supports up to {URL_KEY_VERSION}",
                f"网址键版本 {keys}，本版本最高支持 {URL_KEY_VERSION}",
            ),
        )
    return Gate.CURRENT if (version, keys) == (SCHEMA_VERSION, URL_KEY_VERSION) else Gate.OLD


def _has_no_table(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone() is None


@contextmanager
def _one_moment(connection: sqlite3.Connection) -> Iterator[None]:
    """Makes all reads inside it see one moment, since another process may be creating the database."""
    begins = not connection.in_transaction
    if begins:
        connection.execute("BEGIN")
    try:
        yield
    finally:
        if begins:
            connection.execute("ROLLBACK")


def require_current(connection: sqlite3.Connection, path: Path) -> None:
    """Raises StoreError unless the file has the current schema; every write asks this inside its transaction."""
    if check_gate(connection, path) is not Gate.CURRENT:
        raise StoreError(
            "replaced_database",
            Bilingual(
                f"{path} was replaced in the meantime; nothing was changed",
                f"{path} 在此期间已被替换；没有任何改动",
            ),
            Bilingual("run the command again", "请重新运行该命令"),
        )


def _key_version(connection: sqlite3.Connection) -> int:
    """Returns the version of the rules that made the URL keys; 0 if unknown."""
    row = connection.execute("SELECT value FROM meta WHERE key = 'url_key_version'").fetchone()
    return int(row[0]) if row and row[0].isdecimal() else 0


def _newer(path: Path, what: Bilingual) -> StoreError:
    return StoreError(
        "newer_database",
        Bilingual(f"{path} was written by a newer gpucat ({what.en})", f"{path} 由更新版本的 gpucat 写成（{what.zh}）"),
        Bilingual("upgrade gpucat, or choose another file with --db", "请升级 gpucat，或用 --db 指定另一个文件"),
    )


@contextmanager
def store_errors(path: Path) -> Iterator[None]:
    """Turns SQLite errors that a user can fix into StoreErrors; others pass unchanged."""
    try:
        yield
    except sqlite3.Error as error:
        raised = translate(error, path)
        if raised is None:
            raise
        raise raised from error


def translate(error: BaseException, path: Path) -> StoreError | None:
    """Returns the StoreError for an SQLite error, or None if the error is a bug in gpucat."""
    name = getattr(error, "sqlite_errorname", "") or ""
    for prefix in _FAILURES:
        if name.startswith(prefix):
            return _failure(prefix, path)
    if isinstance(error, sqlite3.OperationalError) and "too long" in str(error):
        return StoreError(
            "cannot_open",
            Bilingual("the database path is too long", "数据库路径过长"),
            Bilingual("choose a shorter one with --db or GPUCAT_DB", "请用 --db 或 GPUCAT_DB 指定较短的路径"),
        )
    return None


def busy(path: Path) -> StoreError:
    """Returns the error for a file that another process has locked."""
    return _failure("SQLITE_BUSY", path)


def _failure(prefix: str, path: Path) -> StoreError:
    code, en, zh, hint = _FAILURES[prefix]
    return StoreError(code, Bilingual(en.format(path), zh.format(path)), hint)


_BUSY = (
    "database_busy",
    "{} is busy: another gpucat is writing",
    "{} 正忙：另一个 gpucat 正在写入",
    Bilingual("try again in a moment", "请稍后再试"),
)
_DAMAGED = (
    "damaged_database",
    "{} is damaged or is not a database",
    "{} 已损坏，或不是数据库",
    Bilingual(
        "try `gpucat db check --repair`, restore a backup with `gpucat db restore FILE`, or choose another file with --db",
        "可以试试 `gpucat db check --repair`，或用 `gpucat db restore FILE` 恢复备份，或用 --db 指定另一个文件",
    ),
)
_FULL = (
    "disk_full",
    "the disk is full: {} was not changed",
    "磁盘已满：{} 没有改动",
    Bilingual("free some space and try again", "请腾出空间后再试"),
)
_FAILURES: Final[dict[str, tuple[str, str, str, Bilingual]]] = {
    "SQLITE_BUSY": _BUSY,
    "SQLITE_LOCKED": _BUSY,
    "SQLITE_PROTOCOL": _BUSY,  # SQLite gives up when too many processes open the file at once
    "SQLITE_CORRUPT": _DAMAGED,
    "SQLITE_NOTADB": _DAMAGED,
    "SQLITE_IOERR_SHMSIZE": _FULL,  # the memory that connections share is a file, which needs some kilobytes
    "SQLITE_FULL": _FULL,
    "SQLITE_READONLY": (
        "read_only",
        "{} cannot be written",
        "{} 无法写入",
        Bilingual(
            "check the permissions of the file and its folder, or choose another file with --db",
            "请检查文件及其文件夹的权限，或用 --db 指定另一个文件",
        ),
    ),
    "SQLITE_CANTOPEN": (
        "cannot_open",
        "{} cannot be opened",
        "{} 无法打开",
        Bilingual(
            "check that the folder exists and is accessible, or choose another file with --db",
            "请检查文件夹是否存在、是否有访问权限，或用 --db 指定另一个文件",
        ),
    ),
    "SQLITE_IOERR": (
        "disk_failure",
        "a disk error occurred while using {}",
        "使用 {} 时磁盘出错",
        Bilingual("check the disk and try again", "请检查磁盘后再试"),
    ),
    "SQLITE_PERM": (
        "read_only",
        "no permission to use {}",
        "没有权限使用 {}",
        Bilingual("check its permissions, or choose another file with --db", "请检查权限，或用 --db 指定另一个文件"),
    ),
}
