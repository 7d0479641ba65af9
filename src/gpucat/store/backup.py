"""Backs up and restores the database file with SQLite's backup API."""

import os
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from gpucat.errors import FileError, StoreError
from gpucat.files import check_folder
from gpucat.language import Bilingual
from gpucat.store.connection import BUSY_TIMEOUT_S, Gate, busy, check_gate, connect_for_reading, store_errors

PATIENCE_S: Final = BUSY_TIMEOUT_S
"""How many seconds a copy waits for a file that another process has locked."""
_ABANDONED_S: Final = 600.0
"""After how many seconds a temporary file belongs to no running command."""


def write_backup(path: Path, target: Path) -> Path:
    """Copies the database beside `target`, for its owner alone, which is replaced only when the copy is complete."""
    with store_errors(path), closing(connect_for_reading(path)) as source:
        _copy(source, target)
    return target


def write_single_file(path: Path) -> None:
    """Turns an unused database into a single file, so that it can be read from a read-only folder."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("VACUUM")


def replace_damaged(path: Path, backup: Path, target: Path) -> Path:
    """Puts the checked backup in the place of a damaged database, which is kept at `target` with SQLite's files beside it.

    The new file is whole before it takes the place of the old one in one step, so that there is a database at any moment.
    """
    import shutil

    with _temporary(path) as new:
        with (
            store_errors(backup),
            closing(connect_for_reading(backup)) as source,
            closing(sqlite3.connect(new)) as copy,
        ):
            _copy_pages(source, copy, path)
        new.chmod(path.stat().st_mode & 0o777)
        target.touch(mode=0o600)
        shutil.copyfile(path, target)
        for ending in ("-wal", "-shm"):  # they belong to the damaged file and must not be read into the new one
            beside = path.with_name(path.name + ending)
            if beside.exists():
                beside.replace(target.with_name(target.name + ending))
        new.replace(path)
    return target


@contextmanager
def _held(handle: int) -> Iterator[None]:
    """Locks the open file until the end, or until this process is killed; where files have no locks it is only closed."""
    with os.fdopen(handle) as file:
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        except (ImportError, OSError):
            file.close()
        yield


def leftovers(path: Path, now: float) -> list[Path]:
    """Returns the temporary files beside the database that a killed command left; `now` is a time of the clock in seconds."""
    name, stem = re.escape(path.name), re.escape(path.stem)
    temporary = re.compile(
        rf"\.({name}(\.schema\d+(-\d+)?\.bak)?|{stem}-\d+T\d+Z(-\d+)?\.bak)\.\w{{8}}(-journal|-wal|-shm)?"
    )
    beside = path.parent.iterdir() if path.parent.is_dir() else ()
    return sorted(file for file in beside if temporary.fullmatch(file.name) and _is_abandoned(file, now))


def _is_abandoned(file: Path, now: float) -> bool:
    """Says whether no running command uses the temporary file: none has locked it or, where files have no locks, it is old."""
    try:
        import fcntl

        owner = file.with_name(re.sub(r"-(journal|wal|shm)$", "", file.name))
        if not owner.exists():
            return True
        with owner.open("rb") as stream:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        return now - file.stat().st_mtime > _ABANDONED_S
    except OSError:
        return False
    return True


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

    A database created here is its owner's alone.
    """
    with store_errors(backup), closing(connect_for_reading(backup)) as source:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            _copy(source, path)
            return
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


def _copy(source: sqlite3.Connection, target: Path) -> None:
    check_folder(target)
    with _temporary(target) as new:
        with closing(sqlite3.connect(new)) as copy:
            _copy_pages(source, copy, target)
        new.replace(target)


@contextmanager
def _temporary(target: Path) -> Iterator[Path]:
    """Makes a temporary file beside the target, removed at the end if it is still there; raises FileError."""
    from tempfile import mkstemp

    try:
        handle, name = mkstemp(prefix=f".{target.name}.", dir=target.parent)
        try:
            with _held(handle):
                yield Path(name)
        finally:
            Path(name).unlink(missing_ok=True)
    except OSError as error:
        from gpucat.system_errors import cannot_write

        raise cannot_write(target, error) from error
