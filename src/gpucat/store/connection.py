"""Opens the database with the standard library and decides whether it may be used: the version gate.

No nouns of the catalogue here, no SQLAlchemy, no writing. `APPLICATION_ID` marks a file as gpucat's; `SCHEMA_VERSION` is
the number of migrations and stands in the file as `user_version`.
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
SCHEMA_VERSION: Final = 1
URL_KEY_VERSION: Final = 3
"""The version of the rules of `catalog.url` that make the keys of addresses; here, because every read looks at it."""
SQLITE_VERSION: Final = sqlite3.sqlite_version
BUSY_TIMEOUT_S: Final = 10.0
_SMALLEST: Final = 512
"""Bytes of the smallest page, so of the smallest database that is not empty."""


Reader = sqlite3.Connection
"""A connection that only reads, as services pass it on."""


class Gate(Enum):
    """What a file is to gpucat: nothing yet, one of an older schema or with older keys, or ready."""

    NEW = "new"
    OLD = "old"
    CURRENT = "current"


def connect(path: Path, kind: type[sqlite3.Connection] = sqlite3.Connection) -> sqlite3.Connection:
    """A connection to an existing file that begins transactions only when told, with foreign keys on."""
    with store_errors(path):
        place = f"{path.absolute().as_uri()}?mode=rw"
        connection = sqlite3.connect(place, uri=True, timeout=BUSY_TIMEOUT_S, factory=kind)
        connection.isolation_level = None
        connection.execute("PRAGMA foreign_keys = ON")
    return connection


def connect_for_reading(path: Path) -> sqlite3.Connection:
    """A connection that cannot write; where the folder cannot be written either, the file is read as it stands."""
    connection = connect(path)
    with store_errors(path):
        connection.execute("PRAGMA query_only = ON")
        try:
            connection.execute("PRAGMA schema_version")
        except sqlite3.OperationalError:
            connection.close()
            if not _stands_still(path):
                raise
            connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
            connection.isolation_level = None
        except BaseException:
            connection.close()
            raise
    return connection


def begin_snapshot(connection: Reader) -> None:
    """From now on all reads see the database as it is at one moment."""
    connection.execute("BEGIN")


def renew_snapshot(connection: Reader) -> None:
    """Where there is a snapshot, another one: of now."""
    if connection.in_transaction:
        connection.execute("COMMIT")
        begin_snapshot(connection)


def _stands_still(path: Path) -> bool:
    """Whether the file can be read though its folder cannot be written: then SQLite cannot make the files by which
    readers and writers know of each other, and as long as nobody has made them nobody writes."""
    file = path.resolve()
    log = file.with_name(f"{file.name}-wal")
    return os.access(file, os.R_OK) and not os.access(file.parent, os.W_OK) and not log.exists()


def check_gate(connection: sqlite3.Connection, path: Path) -> Gate:
    """What the file is; refuses a foreign file and one of a newer gpucat with StoreError, and leaves it as it is."""
    with store_errors(path):
        if 0 < path.stat().st_size < _SMALLEST:
            raise _failure("SQLITE_NOTADB", path)  # SQLite would take it for nothing and write over it
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
            Bilingual(f"{path} is a database of another program", f"{path} 是其他程序的数据库"),
            Bilingual("name another file with --db or GPUCAT_DB", "请用 --db 或 GPUCAT_DB 指定另一个文件"),
        )
    if version > SCHEMA_VERSION:
        raise _newer(
            path,
            Bilingual(
                f"schema {version}, this one knows {SCHEMA_VERSION}", f"模式 {version}，本版本只到 {SCHEMA_VERSION}"
            ),
        )
    if keys > URL_KEY_VERSION:
        raise _newer(
            path,
            Bilingual(f"keys {keys}, this one knows {URL_KEY_VERSION}", f"键 {keys}，本版本只到 {URL_KEY_VERSION}"),
        )
    return Gate.CURRENT if (version, keys) == (SCHEMA_VERSION, URL_KEY_VERSION) else Gate.OLD


def _has_no_table(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone() is None


@contextmanager
def _one_moment(connection: sqlite3.Connection) -> Iterator[None]:
    """What is read here is of one moment: another process may be making the database just now."""
    begins = not connection.in_transaction
    if begins:
        connection.execute("BEGIN")
    try:
        yield
    finally:
        if begins:
            connection.execute("ROLLBACK")


def require_current(connection: sqlite3.Connection, path: Path) -> None:
    """The gate of every write, asked inside its transaction: raises StoreError where the file is not of this schema now."""
    if check_gate(connection, path) is not Gate.CURRENT:
        raise StoreError(
            "replaced_database",
            Bilingual(
                f"{path} was replaced meanwhile by another state of it; nothing was changed",
                f"{path} 在此期间被替换为其他版本；没有任何改动",
            ),
            Bilingual("run it again", "请重新运行"),
        )


def _key_version(connection: sqlite3.Connection) -> int:
    """The version of the rules that made the keys of the addresses; 0 where it is not known."""
    row = connection.execute("SELECT value FROM meta WHERE key = 'url_key_version'").fetchone()
    return int(row[0]) if row and row[0].isdecimal() else 0


def _newer(path: Path, what: Bilingual) -> StoreError:
    return StoreError(
        "newer_database",
        Bilingual(f"{path} was written by a newer gpucat ({what.en})", f"{path} 由更新版本的 gpucat 写成（{what.zh}）"),
        Bilingual("upgrade gpucat, or name another file with --db", "请升级 gpucat，或用 --db 指定另一个文件"),
    )


@contextmanager
def store_errors(path: Path) -> Iterator[None]:
    """Turns the failures of SQLite that a user can mend into a StoreError; other faults pass as they are."""
    try:
        yield
    except sqlite3.Error as error:
        raised = translate(error, path)
        if raised is None:
            raise
        raise raised from error


def translate(error: BaseException, path: Path) -> StoreError | None:
    """The StoreError for a failure of SQLite, or None where it is a bug of ours."""
    name = getattr(error, "sqlite_errorname", "") or ""
    for prefix in _FAILURES:
        if name.startswith(prefix):
            return _failure(prefix, path)
    if isinstance(error, sqlite3.OperationalError) and "too long" in str(error):
        return StoreError(
            "cannot_open",
            Bilingual("the path of the database is too long", "数据库的路径过长"),
            Bilingual("name a shorter one with --db or GPUCAT_DB", "请用 --db 或 GPUCAT_DB 指定较短的路径"),
        )
    return None


def busy(path: Path) -> StoreError:
    """Another process holds the file."""
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
    "{} is damaged or no database",
    "{} 已损坏，或不是数据库",
    Bilingual(
        "try `gpucat db check --repair`, restore a backup with `gpucat db restore FILE`, or name another file with --db",
        "可试 `gpucat db check --repair`，用 `gpucat db restore FILE` 恢复备份，或用 --db 指定另一个文件",
    ),
)
_FAILURES: Final[dict[str, tuple[str, str, str, Bilingual]]] = {
    "SQLITE_BUSY": _BUSY,
    "SQLITE_LOCKED": _BUSY,
    "SQLITE_PROTOCOL": _BUSY,  # so many processes open it at once that SQLite gave up trying
    "SQLITE_CORRUPT": _DAMAGED,
    "SQLITE_NOTADB": _DAMAGED,
    "SQLITE_FULL": (
        "disk_full",
        "the disk is full: {} was not changed",
        "磁盘已满：{} 没有改动",
        Bilingual("make room and try again", "请腾出空间后再试"),
    ),
    "SQLITE_READONLY": (
        "read_only",
        "{} cannot be written",
        "{} 无法写入",
        Bilingual(
            "check the permissions of the file and its folder, or name another file with --db",
            "请检查文件及其文件夹的权限，或用 --db 指定另一个文件",
        ),
    ),
    "SQLITE_CANTOPEN": (
        "cannot_open",
        "{} cannot be opened",
        "{} 无法打开",
        Bilingual(
            "check that the folder exists and may be used, or name another file with --db",
            "请检查文件夹是否存在且可用，或用 --db 指定另一个文件",
        ),
    ),
    "SQLITE_IOERR": (
        "disk_failure",
        "the disk failed while {} was in use",
        "使用 {} 时磁盘出错",
        Bilingual("check the disk and try again", "请检查磁盘后再试"),
    ),
    "SQLITE_PERM": (
        "read_only",
        "{} may not be used",
        "没有使用 {} 的权限",
        Bilingual("check its permissions, or name another file with --db", "请检查权限，或用 --db 指定另一个文件"),
    ),
}
