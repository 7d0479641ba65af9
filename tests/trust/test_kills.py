"""Tests kill -9 at a random moment: the database opens, is intact, and holds all of a change or none of it.

GPUCAT_TRUST_KILLS kills are distributed over the changes: 20 by default, 200 for the full proof.
"""

import http.server
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gpucat.resources import migrations_folder
from gpucat.store.connection import SCHEMA_VERSION

pytestmark = pytest.mark.trust

KILLS = int(os.environ.get("GPUCAT_TRUST_KILLS", "20"))
CHANGES = ("first use", "import", "migration", "merge", "restore", "verify-links", "texts fetch")
EACH = max(1, KILLS // len(CHANGES))
RUN = "import sys; from gpucat.__main__ import main; sys.exit(main(sys.argv[1:]))"
FROM_READY = """
from pathlib import Path
from gpucat.services import first_use
first_use.ready_database = lambda: Path({!r})
"""
# The gpucat of tomorrow: the article table made anew in batch mode, in a folder of migrations of its own.
TOMORROW = """
import sys
from pathlib import Path
from gpucat.store import connection, migrate
folder = Path(sys.argv.pop(1))
migrate.migrations_folder = lambda: folder
connection.SCHEMA_VERSION = migrate.SCHEMA_VERSION = connection.SCHEMA_VERSION + 1
from gpucat.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def start(script: str, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", script, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def run(script: str, *words: str) -> float:
    """Runs the command to the end and returns how long it took."""
    begin = time.monotonic()
    process = start(script, *words)
    process.communicate(timeout=600)
    assert process.returncode == 0
    return time.monotonic() - begin


def kill_within(seconds: float, chance: random.Random, script: str, *words: str) -> bytes:
    """Kills the run at a random moment of its usual time and returns what it had printed."""
    process = start(script, *words)
    time.sleep(chance.uniform(0.2, 1.05) * seconds)
    process.send_signal(signal.SIGKILL)
    return process.communicate()[0]


def one(db: Path, sql: str) -> int:
    opened = sqlite3.connect(db)
    try:
        found: int = opened.execute(sql).fetchone()[0]
        return found
    finally:
        opened.close()


def assert_whole(db: Path) -> None:
    """`db check`, as its user runs it."""
    words = [sys.executable, "-m", "gpucat", "--db", str(db), "db", "check"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr


def renew(seeded: Path | None, db: Path) -> None:
    """A fresh copy, with nothing of the last one beside it; without `seeded` nothing at all."""
    for ending in ("", "-wal", "-shm"):
        db.with_name(db.name + ending).unlink(missing_ok=True)
    if seeded:
        shutil.copyfile(seeded, db)


def prove(
    seeded: Path, db: Path, script: str, words: list[str], state: Callable[[Path], object], *, is_new: bool = False
) -> None:
    """Kills the change EACH times on a fresh copy: the state is then that before or that after the change."""

    renew(None if is_new else seeded, db)
    allowed = [] if is_new else [state(db)]
    usual = run(script, *words)
    allowed.append(state(db))
    chance = random.Random(str(words))
    for _ in range(EACH):
        renew(None if is_new else seeded, db)
        kill_within(usual, chance, script, *words)
        assert_whole(db)
        assert state(db) in allowed


@pytest.mark.parametrize("kind", ["list", "ready-made"])
def test_first_use(seeded: Path, ready: Path, tmp_path: Path, kind: str) -> None:
    db = tmp_path / "new.db"
    words = ["--db", str(db), "list", "--format", "ids"]
    script = RUN if kind == "list" else FROM_READY.format(str(ready)) + RUN
    prove(seeded, db, script, words, lambda path: one(path, "SELECT count(*) FROM article"), is_new=True)


def test_import(seeded: Path, db: Path, tmp_path: Path) -> None:
    lines = [json.dumps({"title": f"Title {n}", "url": f"https://a.example/{n}"}) + "\n" for n in range(10_000)]
    (tmp_path / "many.jsonl").write_text("".join(lines), "utf-8")
    prove(
        seeded,
        db,
        RUN,
        ["--db", str(db), "import", "many.jsonl"],
        lambda path: one(path, "SELECT count(*) FROM article"),
    )


def test_merge(seeded: Path, db: Path) -> None:
    def state(path: Path) -> object:
        return (
            one(path, "SELECT count(*) FROM article WHERE removed_at IS NULL"),
            one(path, "SELECT count(*) FROM article WHERE merged_into IS NOT NULL"),
            one(path, "SELECT count(*) FROM step_article"),
        )

    prove(seeded, db, RUN, ["--db", str(db), "merge", "6", "7", "8", "--yes"], state)


def test_restore(seeded: Path, db: Path, tmp_path: Path) -> None:
    backup = tmp_path / "kept.bak"
    shutil.copyfile(seeded, backup)
    run(RUN, "--db", str(backup), "edit", "6", "--summary", "restored")
    sql = "SELECT count(*) FROM article WHERE summary = 'restored'"
    prove(seeded, db, RUN, ["--db", str(db), "db", "restore", str(backup), "--yes"], lambda path: one(path, sql))


def test_restore_over_a_damaged_file(seeded: Path, db: Path, tmp_path: Path) -> None:
    """There is always a database: the damaged one until the whole new one takes its place."""
    backup = tmp_path / "kept.bak"
    shutil.copyfile(seeded, backup)
    words = ["--db", str(db), "db", "restore", str(backup), "--yes"]
    damaged = b"no database" * 200_000

    def damage() -> None:
        for file in db.parent.glob(f"{db.name}*"):
            file.unlink()
        db.write_bytes(damaged)

    damage()
    usual, chance = run(RUN, *words), random.Random(2)
    for _ in range(EACH):
        damage()
        kill_within(usual, chance, RUN, *words)
        assert db.read_bytes() == damaged or one(db, "SELECT count(*) FROM article") > 0
        run(RUN, *words)
        assert one(db, "SELECT count(*) FROM article") > 0


def tomorrow(folder: Path) -> Path:
    """Returns a folder of migrations with one more, which rebuilds the article table."""
    shutil.copytree(migrations_folder(), folder, ignore=shutil.ignore_patterns("__pycache__"))
    last = sorted(path.name for path in (folder / "versions").glob("*.py"))[-1][:4]
    (folder / "versions" / "9999_tomorrow.py").write_text(
        f"revision = '9999'\ndown_revision = '{last}'\nimport sqlalchemy as sa\nfrom alembic import op\n\n"
        "def upgrade():\n    with op.batch_alter_table('article', recreate='always') as table:\n"
        "        table.add_column(sa.Column('tomorrow', sa.Integer()))\n",
        "utf-8",
    )
    return folder


def test_migration(seeded: Path, db: Path, tmp_path: Path) -> None:
    folder = tomorrow(tmp_path / "migrations")
    words = [str(folder), "--db", str(db), "list", "--format", "ids"]
    renew(seeded, db)
    usual = run(TOMORROW, *words)
    chance = random.Random(1)
    for _ in range(EACH):
        renew(seeded, db)
        kill_within(usual, chance, TOMORROW, *words)
        version = one(db, "PRAGMA user_version")
        assert (
            one(db, "SELECT count(*) FROM pragma_table_info('article') WHERE name = 'tomorrow'")
            == version - SCHEMA_VERSION
        )
        run(TOMORROW, *words)  # and the next start completes it
        assert one(db, "PRAGMA user_version") == SCHEMA_VERSION + 1
        assert one(db, "SELECT count(*) FROM article_author") > 0


@pytest.fixture
def server() -> Iterator[str]:
    """Serves pages that take a moment each."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            time.sleep(0.05)
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(f"<title>Page {self.path}</title>".encode())

        def log_message(self, *_: object) -> None:
            pass

    serving = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{serving.server_port}"
    serving.shutdown()
    serving.server_close()


def test_verify_links(db: Path, tmp_path: Path, server: str) -> None:
    lines = [json.dumps({"title": f"Page /{n}", "url": f"{server}/{n}", "module": "memory"}) + "\n" for n in range(40)]
    (tmp_path / "pages.jsonl").write_text("".join(lines), "utf-8")
    run(RUN, "--db", str(db), "import", "pages.jsonl")
    pages = [str(number) for number in range(149, 189)]
    words = [
        "--db", str(db), "verify-links", *pages, "--allow-address", "127.0.0.1/32", "--host-interval", "0",
        "--format", "jsonl",
    ]  # fmt: skip
    usual = run(RUN, *words)
    chance = random.Random(1)
    for _ in range(EACH):
        before = one(db, "SELECT count(*) FROM link_check")
        shown = kill_within(usual, chance, RUN, *words).count(b"\n")
        assert_whole(db)
        assert one(db, "SELECT count(*) FROM link_check") - before >= shown
