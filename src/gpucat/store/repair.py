"""Rebuilds what follows from the rest of the database: keys of addresses, numbering, SQLite's indexes."""

import sqlite3

from sqlalchemy.engine import Connection

from gpucat.errors import StoreError
from gpucat.language import Bilingual
from gpucat.store.engine import driver_of
from gpucat.store.maintenance import wrong_keys
from gpucat.store.positions import arrange


def repair(connection: Connection) -> None:
    """Sets right what can be told from the rest, inside the caller's transaction; raises StoreError where that is not enough.

    Not journalled: nothing that the list says is changed.
    """
    driver = driver_of(connection)
    try:
        driver.execute("REINDEX")
        for number, key, loose in list(wrong_keys(driver)):
            # Where another article has the key, both stay as they are, and the check goes on to name the one.
            driver.execute(
                "UPDATE OR IGNORE article SET url_key = ?, loose_key = ? WHERE number = ?", (key, loose, number)
            )
    except sqlite3.IntegrityError as error:
        raise StoreError(
            "beyond_repair",
            Bilingual("two rows claim the same key; nothing was changed", "有两行的键相同；没有任何改动"),
            Bilingual("restore a backup with `gpucat db restore FILE`", "请用 `gpucat db restore FILE` 恢复备份"),
        ) from error
    arrange(connection, {})
