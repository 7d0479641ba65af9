"""A database is written only if it has the current schema and no other process has locked it."""

import re
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.conftest import SOURCES, Gpucat

from gpucat.errors import StoreError
from gpucat.services.undo import take_back
from gpucat.store import search_index
from gpucat.store.journal import write
from gpucat.store.links import add_checks
from gpucat.store.search_index import rebuild_index
from gpucat.store.search_state import has_full_text, stored_fingerprint

NOW = "2026-01-01T00:00:00+00:00"


def change_something(path: Path) -> None:
    with write(path, "test", NOW) as writer:
        writer.connection.execute("UPDATE article SET title = 'T' WHERE number = 6")


WRITES: dict[str, Callable[[Path], object]] = {
    "change": change_something,
    "undo": lambda path: take_back(path, None),
    "link checks": lambda path: add_checks(
        path, [{"article_number": 6, "url": "-", "checked_at": NOW, "verdict": "ok"}]
    ),
    "search index": lambda path: rebuild_index(path, {}, "anew"),
}


@pytest.mark.parametrize("write_something", WRITES.values(), ids=WRITES)
@pytest.mark.parametrize(
    "replaced", ["PRAGMA user_version = 99", "UPDATE meta SET value = 0 WHERE key = 'url_key_version'"]
)
def test_a_database_of_another_schema_is_not_written(
    gpucat: Gpucat, db: Path, write_something: Callable[[Path], object], replaced: str
) -> None:
    gpucat("mark", "6", "done")
    opened = sqlite3.connect(db, isolation_level=None)
    opened.execute(replaced)
    before = list(opened.iterdump())
    with pytest.raises(StoreError):
        write_something(db)
    assert list(opened.iterdump()) == before
    opened.close()


def test_only_migrations_and_repairs_write_past_the_gate() -> None:
    past = {
        path.name
        for path in (SOURCES / "gpucat").rglob("*.py")
        if re.search(r"(?<!write_)\btransaction\(", path.read_text("utf-8"))
    }
    assert past == {"transaction.py", "migrate.py", "opening.py"}


def test_sql_is_spoken_in_the_store_only() -> None:
    spoken = re.compile(r"\.execute(many|script)?\(|\bCondition\(|PRAGMA ")
    outside = [path for path in (SOURCES / "gpucat").rglob("*.py") if path.parent.name != "store"]
    assert [path.name for path in outside if spoken.search(path.read_text("utf-8"))] == []


def test_a_restore_waits_for_a_writer_but_not_for_ever(
    gpucat: Gpucat, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert gpucat("db", "backup", "kept.bak").code == 0
    monkeypatch.setattr("gpucat.store.backup.PATIENCE_S", 0.5)
    holder = sqlite3.connect(db, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    begin = time.monotonic()
    result = gpucat("db", "restore", "kept.bak", "--yes")
    assert (result.code, "busy" in result.err) == (3, True), result.err
    assert time.monotonic() - begin >= 0.5
    holder.execute("ROLLBACK")
    holder.close()
    assert gpucat("db", "restore", "kept.bak", "--yes").code == 0


@pytest.mark.parametrize("ask", [has_full_text, stored_fingerprint])
def test_a_locked_database_is_not_one_without_an_index(db: Path, ask: Callable[[sqlite3.Connection], object]) -> None:
    holder = sqlite3.connect(db, isolation_level=None)
    holder.execute("PRAGMA journal_mode = DELETE")
    holder.execute("BEGIN EXCLUSIVE")
    reader = sqlite3.connect(db, timeout=0)
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        ask(reader)
    reader.close()
    holder.close()


def test_a_database_without_an_index_is_one(db: Path) -> None:
    opened = sqlite3.connect(db)
    for table in search_index.TABLES:
        opened.execute(f"DROP TABLE {table}")
    assert (has_full_text(opened), stored_fingerprint(opened)) == (False, None)
    opened.close()
