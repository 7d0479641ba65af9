"""Rebuilds what follows from the rest of the database: keys of addresses, numbering, SQLite's indexes."""

import sqlite3

from gpucat.errors import StoreError
from gpucat.language import Bilingual
from gpucat.store.positions import arrange
from gpucat.store.rekeying import make_keys_anew


def repair(connection: sqlite3.Connection) -> None:
    """Sets right what can be told from the rest, inside the caller's transaction; raises StoreError where that is not enough.

    Not journalled: nothing that the list says is changed.
    """
    try:
        connection.execute("REINDEX")
        make_keys_anew(connection)
    except sqlite3.IntegrityError as error:
        raise StoreError(
            "beyond_repair",
            Bilingual("two rows claim the same key; nothing was changed", "有两行的键相同；没有任何改动"),
            Bilingual("restore a backup with `gpucat db restore FILE`", "请用 `gpucat db restore FILE` 恢复备份"),
        ) from error
    arrange(connection)
