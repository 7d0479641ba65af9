"""How a writer waits for its turn. Standard library only."""

import sqlite3
import time

from gpucat.store.connection import BUSY_TIMEOUT_S


def begin_writing(connection: sqlite3.Connection, patience: float = BUSY_TIMEOUT_S) -> None:
    """BEGIN IMMEDIATE, waiting so many seconds for it: who has waited longer asks more often, and so goes first.

    SQLite's own way of waiting is the reverse: it asks ever less often, and of several writers some wait for ever.
    """
    import random  # two milliseconds, which no read should pay

    begin = time.monotonic()
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        while not _has_begun(connection, is_last=(waited := time.monotonic() - begin) >= patience):
            time.sleep(random.uniform(0.015, 0.03) / (1 + 4 * waited))
    finally:
        connection.execute(f"PRAGMA busy_timeout = {int(BUSY_TIMEOUT_S * 1000)}")


def _has_begun(connection: sqlite3.Connection, *, is_last: bool) -> bool:
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        if is_last or not error.sqlite_errorname.startswith("SQLITE_BUSY"):
            raise
        return False
    return True
