"""Backs up and restores the database file with SQLite's backup API."""

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
"""How many seconds a copy waits for a file that another process has locked."""


def write_backup(path: Path, target: Path) -> Path:
    """Copies the database beside `target`, which is replaced only when the copy is complete."""
    with store_errors(path), closing(connect_for_reading(path)) as source:
        _copy(source, target, path.stat().st_mode)
    return target


def write_single_file(path: Path) -> None:
    """Turns an unused database into a single file, so that it can be read from a read-only folder."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("VACUUM")


def set_aside(path: Path, target: Path) -> Path:
    """Moves a damaged database and SQLite's files beside it to `target`, away from its replacement."""
    for ending in ("-wal", "-shm", ""):
        beside = path.with_name(path.name + ending)
        if beside.exists():
            beside.replace(target.with_name(target.name + ending))
    return target


def check_backup(backup: Path) -> None:
    """Raises FileError if the file does not exist, and StoreError if it is not an intact gpucat database."""
    if not backup.is_file():
        raise FileError("no_such_file", Bilingual(f"there is no file {backup}", f"没有文件 {backup}"))
    with closing(connect_for_reading(backup)) as source:
        if check_gate(source, backup) is Gate.NEW:
            raise StoreError("empty_backup", Bilingual(f"{backup} is empty", f"{backup} 是空的"))
        with store_errors(backup):
            problem = source.execute("PRAGMA quick_check(1)").fetchone()[0]
        if problem != "ok":
            raise StoreError(
                "damaged_backup", Bilingual(f"{backup} is damaged: {problem}", f"{backup} 已损坏：{problem}")
            )


def restore(backup: Path, path: Path) -> None:
    """Replaces the content of the database with that of the checked backup, in one SQLite transaction.

    A database created here gets the permissions of the backup.
    """
    with store_errors(backup), closing(connect_for_reading(backup)) as source:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.touch(backup.stat().st_mode & 0o777)
        with store_errors(path), closing(sqlite3.connect(path, timeout=0)) as target:
            _copy_pages(source, target, path)


def _copy_pages(source: sqlite3.Connection, target: sqlite3.Connection, path: Path) -> None:
    """Copies all pages; raises StoreError if `path` stays locked too long, where Python would retry for ever."""
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
