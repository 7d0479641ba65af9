"""Opens the catalogue for a command: creates and fills it on first use, upgrades an older one, refuses a strange one."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

from gpucat.errors import StoreError, UsageError
from gpucat.files import check_folder, free_name
from gpucat.language import Bilingual
from gpucat.store.connection import Gate, Reader, check_gate, connect_for_reading

Notice = Callable[[Bilingual], None]


def utc_now() -> str:
    """The time as it is stored: ISO 8601, UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def utc_today() -> date:
    """The day that it is, UTC."""
    return datetime.now(UTC).date()


def this_year() -> int:
    """The year by the local clock, as a reader means it by "last year"."""
    return datetime.now().astimezone().year


def open_catalogue(path: Path, notice: Notice, *, empty: bool = False) -> Reader:
    """A reading connection to a database that is there and of this schema. The caller closes it.

    A new database is filled with the built-in list (nothing with `empty`). Raises StoreError.
    """
    if path.exists():
        connection = connect_for_reading(path)
        try:
            if check_gate(connection, path) is Gate.CURRENT:
                return connection
        except BaseException:
            connection.close()
            raise
        connection.close()
    ensure_catalogue(path, notice, empty=empty)
    return connect_for_reading(path)


def ensure_catalogue(path: Path, notice: Notice, *, empty: bool = False) -> None:
    """Makes sure that the database exists and is of this schema; says on `notice` what it did."""
    gate = _gate(path)
    if gate is Gate.NEW:
        _create(path, notice, empty)
    elif gate is Gate.OLD:
        from gpucat.store.migrate import upgrade

        backup = upgrade(path, _waiting(path, notice))
        if backup is not None:
            notice(
                Bilingual(
                    f"Upgraded {path}; the database as it was is kept in {backup}",
                    f"已升级 {path}；原数据库保存在 {backup}",
                )
            )


def create_new(path: Path, notice: Notice, *, empty: bool) -> None:
    """Makes the database; raises StoreError where there is one already."""
    if _gate(path) is not Gate.NEW:
        raise StoreError(
            "already_there",
            Bilingual(f"{path} is already a catalogue", f"{path} 已经是目录数据库"),
            Bilingual("name another file with --db", "请用 --db 指定另一个文件"),
        )
    _create(path, notice, empty)


def backup_name(path: Path) -> Path:
    """Where a backup goes by default: beside the database, named by the time; no name that is taken."""
    return free_name(path.with_name(f"{path.stem}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.bak"))


def restore_backup(backup: Path, path: Path, notice: Notice) -> None:
    """Puts the backup in the database's place, keeping what was there in a backup of its own; upgrades an older one.

    What is too damaged to be opened is kept as it is, file by file.
    """
    from gpucat.store.backup import check_backup, restore, set_aside, write_backup

    check_backup(backup)
    _check_place(path)
    if path.exists() and backup.samefile(path):
        raise UsageError("own_backup", Bilingual(f"{backup} is the database itself", f"{backup} 就是数据库本身"))
    kept = None
    try:
        if path.exists() and _gate(path) is not Gate.NEW:
            kept = write_backup(path, backup_name(path))
    except StoreError as error:
        if error.code != "damaged_database":
            raise
        kept = set_aside(path, backup_name(path))
    restore(backup, path)
    ensure_catalogue(path, notice)
    if kept:
        notice(Bilingual(f"What was there is kept in {kept}", f"原有内容保存在 {kept}"))
    notice(Bilingual(f"Restored {path} from {backup}", f"已从 {backup} 恢复 {path}"))


def repair_catalogue(path: Path, notice: Notice) -> None:
    """Rebuilds what follows from the rest, the search index included, after a backup. Raises StoreError."""
    try:
        open_catalogue(path, notice).close()
        _rebuild(path, notice)
    except StoreError as error:
        raise _beyond_repair(error) from None


def _rebuild(path: Path, notice: Notice) -> None:
    from gpucat.services.first_use import index_anew
    from gpucat.store.backup import write_backup
    from gpucat.store.maintenance import repair
    from gpucat.store.transaction import write_transaction

    kept = write_backup(path, backup_name(path))
    notice(Bilingual(f"The database as it was is kept in {kept}", f"原数据库保存在 {kept}"))
    with write_transaction(path) as connection:
        repair(connection)
        index_anew(connection, path)


def _beyond_repair(error: StoreError) -> StoreError:
    """The error for a database that could not be repaired: its way out is another one."""
    if error.code != "damaged_database":
        return error
    return StoreError(
        "beyond_repair",
        error.message,
        Bilingual(
            "it cannot be repaired: restore a backup with `gpucat db restore FILE`, or name another file with --db",
            "无法修复：请用 `gpucat db restore FILE` 恢复备份，或用 --db 指定另一个文件",
        ),
    )


def _gate(path: Path) -> Gate:
    if not path.exists():
        return Gate.NEW
    connection = connect_for_reading(path)
    try:
        return check_gate(connection, path)
    finally:
        connection.close()


def _check_place(path: Path) -> None:
    """Raises FileError where the folder of a database that was named does not exist; the default folder is made."""
    from gpucat.paths import data_folder

    if path.parent != data_folder():
        check_folder(path)


def _create(path: Path, notice: Notice, empty: bool) -> None:
    from gpucat.services.first_use import fill
    from gpucat.store.migrate import create

    _check_place(path)
    count = create(path, lambda connection: fill(connection, path, utc_now(), empty=empty), _waiting(path, notice))
    if count is not None:
        notice(Bilingual(f"Created {path} with {count} articles", f"已创建 {path}，含 {count} 篇文章"))


def _waiting(path: Path, notice: Notice) -> Callable[[], None]:
    """Says once that another process is to be waited for, however often it is called."""
    from functools import cache

    return cache(
        lambda: notice(
            Bilingual(
                f"Another gpucat is making or upgrading {path}: waiting for it",
                f"另一个 gpucat 正在创建或升级 {path}：正在等待",
            )
        )
    )
