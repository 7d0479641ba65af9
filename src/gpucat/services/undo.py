"""Undoes changes: the latest, or a given one."""

from pathlib import Path

from gpucat.errors import UsageError
from gpucat.language import Bilingual
from gpucat.services.opening import utc_now
from gpucat.store.connection import Reader
from gpucat.store.journal import ChangeRecord, read_changes


def take_back(path: Path, number: int | None) -> ChangeRecord:
    """Undoes the latest change, or the one with this number, in the database at `path`; returns it.

    Raises UsageError if there is none, RefusedError if a later change builds on it.
    """
    from gpucat.store.search_index import update_index
    from gpucat.store.transaction import write_transaction
    from gpucat.store.undo import undo_change

    with write_transaction(path) as connection:
        change = _pick_change(connection, number)
        touched = undo_change(connection, change, utc_now())
        update_index(connection, sorted(touched))
    return change


def _pick_change(connection: Reader, number: int | None) -> ChangeRecord:
    """Returns the change to undo: the latest one not undone, or the one with this number; raises UsageError."""
    changes = read_changes(connection, 0)
    for change in changes:
        if change.undone_at is None and number in (None, change.id):
            return change
    if number is None:
        raise UsageError("nothing_to_undo", Bilingual("there is nothing to undo", "没有可撤销的改动"))
    raise UsageError(
        "no_such_change",
        Bilingual(f"there is no change {number} to undo", f"没有编号为 {number} 的可撤销改动"),
        Bilingual("see `gpucat history`", "请查看 `gpucat history`"),
    )
