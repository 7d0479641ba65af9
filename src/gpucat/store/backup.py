"""Copies of the database file: made with SQLite's own backup, beside the target, then moved into place."""

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from gpucat.errors import FileError, StoreError
from gpucat.files import check_folder
from gpucat.language import Bilingual
from gpucat.store.connection import BUSY_TIMEOUT_S, Gate, busy, check_gate, connect_for_reading, store_errors

PATIENCE_S: Final = BUSY_TIMEOUT_S
"""Seconds for which a copy waits for a file that another process holds."""


def write_backup(path: Path, target: Path) -> Path:
    """Writes a whole copy of the database to `target`, replacing it only when the copy is complete."""
    with store_errors(path), closing(connect_for_reading(path)) as source:
        _copy(source, target, path.stat().st_mode)
    return target


def write_single_file(path: Path) -> None:
    """Makes one file of a database that nobody uses, to be read where it cannot be written."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("VACUUM")


def set_aside(path: Path, target: Path) -> Path:
    """Moves a file that is no usable database to `target`, with what SQLite keeps beside it: nothing of it may be
    mixed into the database that takes its place.
    """
    for ending in ("-wal", "-shm", ""):
        beside = path.with_name(path.name + ending)
        if beside.exists():
            beside.replace(target.with_name(target.name + ending))
    return target


def check_backup(backup: Path) -> None:
    """Raises StoreError where the file is no whole database of gpucat, and FileError where there is none."""
    if not backup.is_file():
        raise FileError("no_such_file", Bilingual(f"there is no file {backup}", f"没有文件 {backup}"))
    with closing(connect_for_reading(backup)) as source:
        if check_gate(source, backup) is Gate.NEW:
            raise StoreError("empty_backup", Bilingual(f"{backup} holds nothing", f"{backup} 是空的"))
        with store_errors(backup):
            problem = source.execute("PRAGMA quick_check(1)").fetchone()[0]
        if problem != "ok":
            raise StoreError(
                "damaged_backup", Bilingual(f"{backup} is damaged: {problem}", f"{backup} 已损坏：{problem}")
            )


def restore(backup: Path, path: Path) -> None:
    """Replaces the database's content by the checked backup's, in one transaction of SQLite.

    A database that is made anew may be read by those who could read the backup, and by nobody else.
    """
    with store_errors(backup), closing(connect_for_reading(backup)) as source:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.touch(backup.stat().st_mode & 0o777)
        with store_errors(path), closing(sqlite3.connect(path, timeout=0)) as target:
            _copy_pages(source, target, path)


def _copy_pages(source: sqlite3.Connection, target: sqlite3.Connection, path: Path) -> None:
    """The whole copy; raises StoreError where another process holds the file at `path` too long. Left to itself, Python
    asks for it for ever."""
    begin = time.monotonic()

    def look(status: int, _remaining: int, _total: int) -> None:
        is_held = status & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
        if is_held and time.monotonic() - begin >= PATIENCE_S:
            raise busy(path)

    source.backup(target, progress=look, sleep=0.05)


def _copy(source: sqlite3.Connection, target: Path, mode: int) -> None:
    check_folder(target)
    from tempfile import mkstemp

    try:
        handle, name = mkstemp(prefix=f".{target.name}.", dir=target.parent)
    except OSError as error:
        from gpucat.system_errors import cannot_write

        raise cannot_write(target, error) from error
    os.close(handle)
    try:
        with closing(sqlite3.connect(name)) as copy:
            _copy_pages(source, copy, target)
        Path(name).chmod(mode & 0o777)
        Path(name).replace(target)
    except OSError as error:
        from gpucat.system_errors import cannot_write

        raise cannot_write(target, error) from error
    finally:
        Path(name).unlink(missing_ok=True)
