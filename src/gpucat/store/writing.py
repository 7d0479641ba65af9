"""One write command = one transaction = one change of the journal.

with write(path, "mark memory/6 done", now) as writer:
    mark_articles(writer, [6], "done")
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from gpucat.store.journal import JournalledConnection
from gpucat.store.search_index import changed_articles, update_index
from gpucat.store.transaction import write_transaction


class Writer(NamedTuple):
    """What a write works with: its connection, the time of the change (ISO 8601, UTC) and its id.

    The functions that read take the same connection: what they see, nobody else can change before the commit.
    """

    connection: sqlite3.Connection
    now: str
    change_id: int


@contextmanager
def write(path: Path, command: str, now: str) -> Iterator[Writer]:
    """A journalled transaction: all of it is kept at the end, nothing of it after an exception. Raises StoreError.

    The search index follows in the same transaction, told by the journal which articles the change concerns.
    """
    with write_transaction(path, kind=JournalledConnection) as connection:
        assert isinstance(connection, JournalledConnection)
        connection.begin_change(command, now)
        yield Writer(connection, now, connection.change_id)
        update_index(connection, changed_articles(connection, connection.change_id))
        connection.end_change()
