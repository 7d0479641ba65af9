"""Opening a database: created whole or not at all, refused if foreign, upgraded after a backup."""

import fcntl
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from tests.conftest import Gpucat

from gpucat.errors import StoreError
from gpucat.language import Bilingual
from gpucat.resources import migrations_folder
from gpucat.services.opening import ensure_catalogue
from gpucat.store import connection, migrate, transaction

FIRST_USE = "import sys; from gpucat.__main__ import main; sys.exit(main(['list', '--format', 'ids']))"


FROM_READY = """
from pathlib import Path
from gpucat.services import first_use
first_use.ready_database = lambda: Path({!r})
"""


def script_of(kind: str, ready: Path) -> str:
    """Returns the script of a first use, from the list or from the database in a wheel."""
    return FIRST_USE if kind == "list" else FROM_READY.format(str(ready)) + FIRST_USE


def first_use(path: Path, script: str) -> subprocess.Popen[str]:
    """Starts a first use in a process of its own."""
    environment = os.environ | {"GPUCAT_DB": str(path)}
    command = [sys.executable, "-c", script]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def count_articles(path: Path) -> int:
    opened = sqlite3.connect(path)
    try:
        found: int = opened.execute("SELECT count(*) FROM article").fetchone()[0]
        return found
    finally:
        opened.close()


def count_articles_or_none(path: Path) -> int | None:
    """Counts the articles; returns None if the database does not exist yet."""
    try:
        return count_articles(path)
    except sqlite3.OperationalError:
        return None


def quiet(_text: object) -> None:
    """Ignores a notice."""


def test_first_use_says_so_once(gpucat: Gpucat, tmp_path: Path) -> None:
    new = tmp_path / "a folder" / "new.db"
    new.parent.mkdir()
    assert "Created" in gpucat("list", db=new).err
    assert "Created" not in gpucat("list", db=new).err


@pytest.mark.parametrize("kind", ["list", "ready-made"])
def test_several_first_uses_at_the_same_moment_all_succeed(tmp_path: Path, ready: Path, kind: str) -> None:
    processes = [first_use(tmp_path / "new.db", script_of(kind, ready)) for _ in range(4)]
    told = [process.communicate(timeout=300) for process in processes]
    assert [
        (process.returncode, err) for process, (_, err) in zip(processes, told, strict=True) if process.returncode
    ] == []
    answers = {out for out, _ in told}
    assert len(answers) == 1
    assert count_articles(tmp_path / "new.db") == 148


@pytest.mark.parametrize("moment", ["application_id", "user_version", "sqlite_schema"])
def test_a_database_is_new_or_ready_though_another_makes_it_while_it_is_looked_at(tmp_path: Path, moment: str) -> None:
    path = tmp_path / "new.db"
    opened = sqlite3.connect(path)
    opened.execute("PRAGMA journal_mode = WAL")
    opened.close()

    def make_meanwhile(statement: str) -> None:
        if moment in statement and count_articles_or_none(path) is None:
            ensure_catalogue(path, quiet)

    with closing(connection.connect_for_reading(path)) as looking:
        looking.set_trace_callback(make_meanwhile)
        assert connection.check_gate(looking, path) in {connection.Gate.NEW, connection.Gate.CURRENT}
        looking.set_trace_callback(None)
        assert connection.check_gate(looking, path) is connection.Gate.CURRENT


class PassingTime:
    """A clock that moves a second with each pause, and calls `then` after a minute."""

    def __init__(self, then: Callable[[], None]) -> None:
        self.now = 0.0
        self.pauses: list[float] = []
        self.then = then

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += 1
        if self.now == 60:
            self.then()


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
def test_a_first_use_waits_for_another_that_takes_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    path = tmp_path / "new.db"
    holding = sqlite3.connect(path, isolation_level=None)
    holding.execute(f"PRAGMA journal_mode = {mode}")
    holding.execute("BEGIN IMMEDIATE")  # others can still read: they see an empty file and try to create the database
    waiting = PassingTime(holding.close)
    monkeypatch.setattr(transaction, "time", waiting)
    said: list[Bilingual] = []
    ensure_catalogue(path, said.append)
    assert waiting.now >= 60
    assert [text.en.split(" ")[0] for text in said] == ["Another", "Created"]
    assert min(waiting.pauses) >= 0.005
    assert count_articles(path) == 148


@pytest.mark.parametrize(
    ("kind", "delay"),
    [
        ("list", 0.1),
        ("list", 0.4),
        ("list", 0.6),
        ("list", 0.8),
        ("list", 1.0),
        ("ready-made", 0.1),
        ("ready-made", 0.2),
    ],
)
def test_a_first_use_that_is_killed_leaves_nothing_or_all(tmp_path: Path, ready: Path, kind: str, delay: float) -> None:
    path = tmp_path / "new.db"
    process = first_use(path, script_of(kind, ready))
    time.sleep(delay)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    ensure_catalogue(path, quiet)
    assert count_articles(path) == 148


def test_a_newer_database_is_refused_and_left_alone(gpucat: Gpucat, db: Path) -> None:
    opened = sqlite3.connect(db)
    opened.execute("PRAGMA user_version = 99")
    opened.close()
    before = db.read_bytes()
    result = gpucat("list")
    assert result.code == 3
    assert "newer gpucat (schema 99" in result.err
    assert db.read_bytes() == before


@pytest.mark.parametrize("content", ["other program", "no database", "empty page", "cut off", "damaged"])
def test_a_strange_file_is_refused_and_left_alone(gpucat: Gpucat, db: Path, tmp_path: Path, content: str) -> None:
    strange = tmp_path / "strange.db"
    whole = db.read_bytes()
    if content == "other program":
        opened = sqlite3.connect(strange)
        opened.execute("CREATE TABLE bookmark (url TEXT)")
        opened.commit()
        opened.close()
    elif content == "no database":
        strange.write_bytes(b"just a text, and a long one" * 200)
    elif content == "empty page":
        strange.write_bytes(bytes(4096))
    elif content == "cut off":
        strange.write_bytes(whole[: len(whole) // 3])
    else:
        strange.write_bytes(whole[:4096] + os.urandom(len(whole) - 4096))
    before = strange.read_bytes()
    result = gpucat("list", db=strange)
    assert result.code == 3, result
    assert str(strange) in result.err
    assert "hint:" in result.err
    assert strange.read_bytes() == before


def test_a_place_that_cannot_be_used_is_named(gpucat: Gpucat, tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("")
    for path in (tmp_path / "a file" / "new.db", tmp_path, tmp_path / ("x" * 300)):
        result = gpucat("list", db=path)
        assert result.code == 3, result
        assert "Traceback" not in result.err


@pytest.fixture
def next_schema(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Imitates a newer gpucat; returns the path for its additional migration, which the test writes."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrations_folder(), folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(migrate, "migrations_folder", lambda: folder)
    for module in (connection, migrate):
        monkeypatch.setattr(module, "SCHEMA_VERSION", connection.SCHEMA_VERSION + 1)
    return folder / "versions" / "9999_tomorrow.py"


def tomorrow(body: str) -> str:
    last = sorted(path.name for path in (migrations_folder() / "versions").glob("*.py"))[-1][:4]
    return f"revision = '9999'\ndown_revision = '{last}'\nfrom alembic import op\n\ndef upgrade():\n    {body}\n"


def test_an_older_database_is_upgraded_after_a_backup(gpucat: Gpucat, db: Path, next_schema: Path) -> None:
    anew = "\n    with op.batch_alter_table('rating', recreate='always') as table: table.alter_column('stars', nullable=False)"
    next_schema.write_text(tomorrow(f"op.execute('CREATE TABLE tomorrow (x)'){anew}"), "utf-8")
    result = gpucat("list", "--format", "ids")
    backup = db.with_name(f"{db.name}.schema{connection.SCHEMA_VERSION - 1}.bak")
    assert result.code == 0
    assert str(backup) in result.err
    assert count_articles(backup) == count_articles(db) == 148
    assert gpucat("list").err.count("Upgraded") == 0


def test_an_upgrade_says_that_it_waits_for_another(
    db: Path, next_schema: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    next_schema.write_text(tomorrow("op.execute('CREATE TABLE tomorrow (x)')"), "utf-8")
    holding = sqlite3.connect(db, isolation_level=None)
    holding.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(transaction, "time", PassingTime(holding.close))
    said: list[Bilingual] = []
    ensure_catalogue(db, said.append)
    assert [text.en.split(" ")[0] for text in said] == ["Another", "Upgraded"]


def test_an_upgrade_that_fails_changes_nothing(db: Path, next_schema: Path) -> None:
    next_schema.write_text(tomorrow("op.execute('CREATE TABLE tomorrow (x)'); raise RuntimeError"), "utf-8")
    for _ in range(2):
        with pytest.raises(RuntimeError):
            ensure_catalogue(db, quiet)
    opened = sqlite3.connect(db)
    assert opened.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'tomorrow'").fetchone() == (0,)
    opened.close()


def test_an_upgrade_that_would_orphan_rows_is_refused(db: Path, next_schema: Path) -> None:
    next_schema.write_text(tomorrow("op.execute('DELETE FROM author')"), "utf-8")
    with pytest.raises(StoreError, match="article_author"):
        ensure_catalogue(db, quiet)
    opened = sqlite3.connect(db)
    assert opened.execute("SELECT count(*) FROM author").fetchone()[0] > 0
    opened.close()


def test_a_backup_comes_back_with_restore(gpucat: Gpucat, db: Path, tmp_path: Path) -> None:
    backup = tmp_path / "kept.bak"
    assert gpucat("db", "backup", str(backup)).code == 0
    (tmp_path / "new.jsonl").write_text('{"title": "A new one", "url": "https://a.example/new"}', "utf-8")
    gpucat("import", "new.jsonl")
    assert count_articles(db) == 149
    assert gpucat("db", "restore", str(backup), "--yes").code == 0
    assert count_articles(db) == 148
    assert gpucat("db", "restore", str(backup)).code == 2


def test_restore_refuses_what_is_no_backup_and_keeps_what_is_there(gpucat: Gpucat, db: Path, tmp_path: Path) -> None:
    (tmp_path / "text.bak").write_text("no database" * 500)
    assert gpucat("db", "restore", "text.bak", "--yes").code == 3
    assert count_articles(db) == 148


def test_restore_follows_a_link_and_keeps_the_damaged_file(gpucat: Gpucat, db: Path, tmp_path: Path) -> None:
    assert gpucat("db", "backup", "kept.bak").code == 0
    link = tmp_path / "link.db"
    link.symlink_to(db)
    db.write_bytes(b"no database" * 1000)
    restored = gpucat("db", "restore", "kept.bak", "--yes", db=link)
    assert (restored.code, link.is_symlink(), count_articles(db)) == (0, True, 148)
    [kept] = db.parent.glob("catalogue-*.bak")
    assert kept.read_bytes() == b"no database" * 1000


def test_a_lost_catalogue_is_not_replaced_by_a_fresh_one(gpucat: Gpucat, db: Path) -> None:
    assert gpucat("note", "6", "mine").code == 0
    backup = gpucat("db", "backup").out.strip()
    db.unlink()
    for command in ("list", "mark 6 done", "search swizzle"):
        refused = gpucat(*command.split())
        assert (refused.code, f"db restore '{backup}'" in refused.err) == (3, True)
        assert not db.exists()
    assert gpucat("db", "restore", backup, "--yes").code == 0
    assert "mine" in gpucat("notes").out
    db.unlink()
    assert gpucat("db", "create").code == 0


def test_what_a_killed_command_left_is_found_and_removed(gpucat: Gpucat, db: Path) -> None:
    stem = db.stem
    left = [
        db.with_name(f".{name}.abcdefgh{ending}")
        for name in (
            db.name,
            f"{db.name}.schema3.bak",
            f"{stem}-20260101T000000Z.bak",
            f"{stem}-20260101T000000Z-2.bak",
        )
        for ending in ("", "-journal")
    ]
    used, other = db.with_name(f".{db.name}.ijklmnop"), db.with_name(".others.db.abcdefgh")
    for file in (*left, used, other):
        file.write_bytes(b"half")
    with used.open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        checked = gpucat("db", "check")
        assert (checked.code, [file for file in left if str(file) not in checked.out]) == (1, [])
        assert not {str(used), str(other)} & set(checked.out.replace(":", "").split())
        assert gpucat("db", "check", "--repair").code == 0
    assert [file.exists() for file in (*left, used, other)] == [False] * len(left) + [True, True]


def test_a_database_is_its_readers_alone(gpucat: Gpucat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "home" / "gpucat" / "gpucat.db"
    monkeypatch.setattr("gpucat.paths.data_folder", lambda: own.parent)
    assert gpucat("list", db=own).code == 0
    assert (own.parent.stat().st_mode & 0o777, own.stat().st_mode & 0o777) == (0o700, 0o600)
    own.chmod(0o644)
    assert "read by you alone" in gpucat("list", db=own).err
    assert own.stat().st_mode & 0o777 == 0o600
    assert gpucat("list", db=own).err.count("alone") == 0
    assert gpucat("db", "backup", str(tmp_path / "mine.bak"), db=own).code == 0
    assert (tmp_path / "mine.bak").stat().st_mode & 0o777 == 0o600


def test_a_bug_report_does_not_repeat_a_note(gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch) -> None:
    thought = "my private thought"

    def fail(*_: object) -> None:
        try:
            raise ValueError(f"no room for {thought} and its like")
        except ValueError as error:
            raise RuntimeError(thought[3:]) from error

    monkeypatch.setattr("gpucat.services.notes.change_note", fail, raising=False)
    monkeypatch.setattr("gpucat.store.journal.write", fail)
    told = gpucat("note", "memory/6", thought)
    assert told.code == 70
    place = Path(told.err.rpartition(" ")[2].strip())
    report = place.read_text("utf-8")
    assert "private thought" not in report
    assert "'note' 'memory/6' '<18 characters>'" in report
    assert "ValueError: <43 characters>\n\nwhich led to:\n" in report
    assert place.stat().st_mode & 0o777 == 0o600


def test_db_check_finds_what_is_wrong(gpucat: Gpucat, db: Path) -> None:
    assert gpucat("db", "check").code == 0
    opened = sqlite3.connect(db)
    opened.execute("PRAGMA foreign_keys = OFF")
    opened.execute("DELETE FROM author WHERE name = 'Lei Mao'")
    opened.commit()
    opened.close()
    result = gpucat("db", "check")
    assert result.code == 1
    assert "article_author" in result.out
