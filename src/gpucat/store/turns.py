"""How a writer waits for its turn. Standard library only."""

import sqlite3
import time
from collections.abc import Callable
from typing import Final

from gpucat.store.connection import BUSY_TIMEOUT_S

_SHORTEST_S: Final = 0.005
"""Between two attempts: who waits for minutes would else try thousands of times a second."""


_SILENT_S: Final = 1.0
OnWait = Callable[[], None]
"""What is called when a wait has become one that a person notices."""


def begin_writing(
    connection: sqlite3.Connection, patience_s: float = BUSY_TIMEOUT_S, on_wait: OnWait | None = None
) -> None:
    """BEGIN IMMEDIATE, waiting so many seconds for it."""
    execute_in_turn(connection, "BEGIN IMMEDIATE", patience_s, on_wait)


def execute_in_turn(
    connection: sqlite3.Connection, statement: str, patience_s: float, on_wait: OnWait | None = None
) -> None:
    """Executes a statement that others may hold up: who has waited longer asks more often, and so goes first.

    SQLite's own way of waiting is the reverse: it asks ever less often, and of several writers some wait for ever. A
    change of the journal mode it does not wait for at all.
    """
    import random  # two milliseconds, which no read should pay

    begin = time.monotonic()
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        while not _is_done(connection, statement, is_last=(waited := time.monotonic() - begin) >= patience_s):
            if on_wait and waited >= _SILENT_S:
                on_wait()
                on_wait = None
            time.sleep(max(random.uniform(0.015, 0.03) / (1 + 4 * waited), _SHORTEST_S))
    finally:
        connection.execute(f"PRAGMA busy_timeout = {int(BUSY_TIMEOUT_S * 1000)}")


def _is_done(connection: sqlite3.Connection, statement: str, *, is_last: bool) -> bool:
    try:
        connection.execute(statement)
    except sqlite3.OperationalError as error:
        if is_last or not error.sqlite_errorname.startswith(("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL")):
            raise
        return False
    return True
