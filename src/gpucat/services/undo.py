"""Takes changes back: the latest, or one that is named."""

from pathlib import Path

from gpucat.errors import UsageError
from gpucat.language import Bilingual
from gpucat.services.opening import utc_now
from gpucat.store.connection import Reader
from gpucat.store.history import ChangeRecord, read_changes


def pick_change(connection: Reader, number: int | None) -> ChangeRecord:
    """The change to take back: the latest that was not, or the one with this number; raises UsageError."""
    changes = read_changes(connection, 0)
    for change in changes:
        if change.undone_at is None and number in (None, change.id):
            return change
    if number is None:
        raise UsageError("nothing_to_undo", Bilingual("there is nothing to take back", "没有可撤销的改动"))
    raise UsageError(
        "no_such_change",
        Bilingual(f"no change {number} that could be taken back", f"没有可撤销的第 {number} 次改动"),
        Bilingual("see `gpucat history`", "请看 `gpucat history`"),
    )


def undo_in(path: Path, change: ChangeRecord) -> None:
    """Takes the change back in the database at `path`; raises RefusedError where a later change built on it."""
    from gpucat.store.engine import driver_of, transaction
    from gpucat.store.search_index import update_index
    from gpucat.store.undo import undo_change

    with transaction(path) as connection:
        touched = undo_change(connection, change, utc_now())
        update_index(driver_of(connection), sorted(touched))
