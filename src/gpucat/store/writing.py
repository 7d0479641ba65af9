"""One write command = one transaction = one change of the journal.

with write(path, "mark memory/6 done", now) as writer:
    writer.session.merge(...)
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy.engine import Connection
from sqlmodel import Session

from gpucat.store.connection import Reader
from gpucat.store.engine import driver_of, write_transaction
from gpucat.store.journal import begin_change, end_change
from gpucat.store.search_index import changed_articles, update_index


class Writer(NamedTuple):
    """What a write works with: the session, its connection, the time of the change (ISO 8601, UTC) and its id.

    `reader` is the same connection for the functions that read: what they see, nobody else can change before the commit.
    """

    session: Session
    connection: Connection
    reader: Reader
    now: str
    change_id: int


@contextmanager
def write(path: Path, command: str, now: str) -> Iterator[Writer]:
    """A journalled transaction: all of it is kept at the end, nothing of it after an exception. Raises StoreError.

    The search index follows in the same transaction, told by the journal which articles the change concerns.
    """
    with write_transaction(path) as connection:
        driver = driver_of(connection)
        change_id = begin_change(connection, command, now)
        with Session(bind=connection, autoflush=True) as session:
            yield Writer(session, connection, driver, now, change_id)
            session.flush()
        update_index(driver, changed_articles(driver, change_id))
        end_change(connection, change_id)
