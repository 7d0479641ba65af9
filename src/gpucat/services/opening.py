"""Opens the catalogue for a command: creates it on first use, upgrades an older one, refuses a foreign one."""

import os
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, date, datetime
from pathlib import Path

from gpucat.errors import StoreError, UsageError
from gpucat.files import check_folder, free_name
from gpucat.language import Bilingual
from gpucat.store.connection import Gate, Reader, check_gate, connect_for_reading, require_current

Notice = Callable[[Bilingual], None]


def utc_now() -> str:
    """Returns the current time as it is stored: ISO 8601, UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def utc_today() -> date:
    """Returns today's date in UTC."""
    return datetime.now(UTC).date()


def this_year() -> int:
    """Returns the year by the local clock, to which a reader's "last year" refers."""
    return datetime.now().astimezone().year


def open_catalogue(path: Path, notice: Notice, *, empty: bool = False) -> Reader:
    """Returns a reading connection to a current database, created or upgraded if needed; the caller closes it.

    A new database gets the built-in list, or nothing with `empty`. Raises StoreError.
    """
    if path.exists():
        _keep_private(path, notice)
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


def _keep_private(path: Path, notice: Notice) -> None:
    """Takes the permissions of others from a database in the user's own data folder; elsewhere they may be meant."""
    if path.stat().st_mode & 0o077 and os.name == "posix":
        from gpucat.paths import data_folder

        if path.parent == data_folder():
            with suppress(OSError):
                path.parent.chmod(0o700)
                path.chmod(0o600)
                notice(Bilingual(f"{path} can now be read by you alone", f"{path} 现在只有你自己可以读取"))


def ensure_catalogue(path: Path, notice: Notice, *, empty: bool = False) -> None:
    """Creates or upgrades the database if needed, and reports that through `notice`."""
    gate = _gate(path)
    if gate is Gate.NEW:
        _check_nothing_was_here(path)
        _create(path, notice, empty)
    elif gate is Gate.OLD:
        from gpucat.store.migrate import upgrade

        backup = upgrade(path, _waiting(path, notice))
        if backup is not None:
            notice(
                Bilingual(
                    f"Upgraded {path}; the old database is kept in {backup}",
                    f"已升级 {path}；原数据库保存在 {backup}",
                )
            )


def create_new(path: Path, notice: Notice, *, empty: bool) -> None:
    """Creates the database; raises StoreError if there already is one."""
    if _gate(path) is not Gate.NEW:
        raise StoreError(
            "already_there",
            Bilingual(f"{path} is already a catalogue", f"{path} 已经是目录数据库"),
            Bilingual("choose another file with --db", "请用 --db 指定另一个文件"),
        )
    _create(path, notice, empty)


def backup_name(path: Path) -> Path:
    """Returns the default path of a backup: unused, beside the database, named by the time."""
    return free_name(path.with_name(f"{path.stem}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.bak"))


def restore_backup(backup: Path, path: Path, notice: Notice) -> None:
    """Replaces the database with the backup, upgraded if needed; the previous database is backed up first.

    A database too damaged to open is kept file by file.
    """
    from gpucat.store.backup import check_backup, replace_damaged, restore, write_backup

    check_backup(backup)
    _check_place(path)
    path = path.resolve()  # a link stays one, and its file is replaced
    if path.exists() and backup.samefile(path):
        raise UsageError("own_backup", Bilingual(f"{backup} is the database itself", f"{backup} 就是数据库本身"))
    kept = None
    try:
        if path.exists() and _gate(path) is not Gate.NEW:
            kept = write_backup(path, backup_name(path))
        restore(backup, path)
    except StoreError as error:
        if error.code != "damaged_database":
            raise
        kept = replace_damaged(path, backup, kept or backup_name(path))
    ensure_catalogue(path, notice)
    if kept:
        notice(Bilingual(f"The previous database is kept in {kept}", f"原数据库保存在 {kept}"))
    notice(Bilingual(f"Restored {path} from {backup}", f"已从 {backup} 恢复 {path}"))
    if _differs(path):
        notice(
            Bilingual(
                "Some of its rows differ from their checksums: see `gpucat db check`",
                "其中有些行与校验和不符：请运行 `gpucat db check`",
            )
        )


def _differs(path: Path) -> bool:
    from gpucat.store.checksums import find_differences

    connection = connect_for_reading(path)
    try:
        return any(find_differences(connection))
    finally:
        connection.close()


def repair_catalogue(path: Path, notice: Notice) -> None:
    """Rebuilds derived data, including the search index, after a backup, and removes leftovers. Raises StoreError."""
    for file in leftovers_of(path):
        file.unlink(missing_ok=True)
    try:
        open_catalogue(path, notice).close()
        _rebuild(path, notice)
    except StoreError as error:
        raise _beyond_repair(error) from None


def leftovers_of(path: Path) -> list[Path]:
    """Returns the temporary files that killed commands left beside the database."""
    import time

    from gpucat.store.backup import leftovers

    return leftovers(path.resolve(), time.time())


def _rebuild(path: Path, notice: Notice) -> None:
    from gpucat.services.first_use import index_anew
    from gpucat.store.backup import write_backup
    from gpucat.store.maintenance import repair
    from gpucat.store.transaction import transaction

    kept = write_backup(path, backup_name(path))
    notice(Bilingual(f"The database before the repair is kept in {kept}", f"修复前的数据库保存在 {kept}"))
    with transaction(path) as connection:  # checksums do not follow a repair: they tell what it has to bring back
        require_current(connection, path)
        repair(connection)
        index_anew(connection, path)


def accept_rows(path: Path, notice: Notice) -> None:
    """Takes all rows that differ from their checksums as they are. Raises StoreError."""
    from gpucat.store.checksums import accept, find_differences
    from gpucat.store.transaction import transaction

    open_catalogue(path, notice).close()
    with transaction(path) as connection:
        require_current(connection, path)
        differences = list(find_differences(connection))
        accept(connection, differences)
    for table, by, bucket, _ in differences:
        notice(Bilingual(f"Accepted: table {table}, {by} {bucket}", f"已接受：表 {table}，{by} {bucket}"))


def _beyond_repair(error: StoreError) -> StoreError:
    """Returns the error for a database that could not be repaired, with a hint that offers no repair."""
    if error.code != "damaged_database":
        return error
    return StoreError(
        "beyond_repair",
        error.message,
        Bilingual(
            "it cannot be repaired: restore a backup with `gpucat db restore FILE`, or choose another file with --db",
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
    """Raises FileError if the database's folder does not exist, unless it is the default one, which is created."""
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


def _check_nothing_was_here(path: Path) -> None:
    """Raises StoreError if a catalogue was here: a fresh one in its place would hide that it is gone."""
    beside = path.parent.glob("*.bak") if path.parent.is_dir() else ()
    kept = sorted(file.name for file in beside if file.name.startswith((f"{path.stem}-", f"{path.name}.schema")))
    if kept:
        newest = path.with_name(kept[-1])
        raise StoreError(
            "missing_database",
            Bilingual(f"there is no {path}, but a backup of it: {newest}", f"没有 {path}，但有它的备份：{newest}"),
            Bilingual(
                f"bring it back with `gpucat db restore '{newest}'`, or begin anew with `gpucat db create`",
                f"用 `gpucat db restore '{newest}'` 恢复，或用 `gpucat db create` 新建",
            ),
        )


def _waiting(path: Path, notice: Notice) -> Callable[[], None]:
    """Returns a function that reports the wait for another process, only once."""
    from functools import cache

    return cache(
        lambda: notice(
            Bilingual(
                f"Another gpucat is creating or upgrading {path}; waiting for it",
                f"另一个 gpucat 正在创建或升级 {path}，请稍候",
            )
        )
    )
