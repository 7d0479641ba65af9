"""Tests that an upgrade keeps the reader's data: through a rebuilt table, twice in a row, and from a backup."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from gpucat.resources import migrations_folder
from gpucat.store import connection, migrate
from gpucat.store.checksums import count_anew
from gpucat.store.journal import JOURNALLED
from tests.conftest import Gpucat

pytestmark = pytest.mark.trust

KEPT = (*JOURNALLED, "change", "changed_row")
# Every kind of thing that an upgrade could lose: the article table is made anew, which is what drops children and triggers.
TABLE_ANEW = """
import sqlalchemy as sa
from alembic import op

revision = {revision!r}
down_revision = {before!r}

def upgrade():
    with op.batch_alter_table("article", recreate="always") as table:
        table.add_column(sa.Column("from_{revision}", sa.Integer()))
    op.create_index("ix_article_from_{revision}", "article", ["from_{revision}"])
"""


@pytest.fixture
def migrations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "migrations"
    shutil.copytree(migrations_folder(), folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(migrate, "migrations_folder", lambda: folder)
    return folder / "versions"


def add_schema(versions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes a gpucat that is one release further on."""
    before = sorted(path.name for path in versions.glob("*.py"))[-1][:4]
    revision = f"{int(before) + 1:04}"
    (versions / f"{revision}_more.py").write_text(TABLE_ANEW.format(revision=revision, before=before), "utf-8")
    for module in (connection, migrate):
        monkeypatch.setattr(module, "SCHEMA_VERSION", len(list(versions.glob("*.py"))))


def content(db: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of the list and of the reader, by the columns of the first schema."""
    opened = sqlite3.connect(db)
    found = {}
    for table in KEPT:
        columns = [row[1] for row in opened.execute(f'PRAGMA table_info("{table}")') if not row[1].startswith("from_")]
        listed = ", ".join(f'"{column}"' for column in columns)
        found[table] = sorted(opened.execute(f'SELECT {listed} FROM "{table}"').fetchall(), key=repr)
    opened.close()
    return found


@pytest.fixture
def lived_in(gpucat: Gpucat, db: Path) -> Gpucat:
    """A catalogue that somebody has used."""
    for command in (
        "mark 1..5 done --rating 4", "mark 9 reading", "note 6 text", "practice done 1", "distinct 6 7", "merge 20 21 --yes",
        "edit 30 --title New --url https://a.example/moved", "remove 40 --yes",
    ):  # fmt: skip
        assert gpucat(*command.split()).code == 0, command
    opened = sqlite3.connect(db)
    opened.execute(
        "INSERT INTO link_check (article_number, url, checked_at, verdict, reason_en, reason_zh, attempts, elapsed_ms)"
        " SELECT number, url, '2026-01-01T00:00:00+00:00', 'ok', '', '', 1, 5 FROM article WHERE number < 20"
    )
    opened.execute("INSERT INTO confirmed_page VALUES (6, 'A title', '2026-01-01T00:00:00+00:00')")
    count_anew(opened)  # as if gpucat had written it
    opened.commit()
    opened.close()
    return gpucat


def test_upgrades_keep_everything(
    lived_in: Gpucat, db: Path, migrations: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = content(db)
    assert all(
        before[table]
        for table in ("reading", "note", "link_check", "distinct_pair", "practice_state", "alias", "rating")
    )
    backup = tmp_path / "before.bak"
    assert lived_in("db", "backup", str(backup)).code == 0
    for _ in range(2):
        add_schema(migrations, monkeypatch)
        assert "Upgraded" in lived_in("list").err
        assert content(db) == before
        assert lived_in("db", "check").code == 0
    assert "Upgraded" not in lived_in("list").err
    assert len(list(tmp_path.glob("*.schema*.bak"))) == 2
    found = lived_in("search", "warp", "--format", "ids").out
    assert found
    assert lived_in("mark", "50", "done").code == 0
    assert content(db) != before
    assert lived_in("db", "restore", str(backup), "--yes").code == 0
    assert content(db) == before
    assert lived_in("db", "check").code == 0
    assert lived_in("search", "warp", "--format", "ids").out == found
    assert lived_in("undo").code == 0


def test_an_older_backup_of_the_upgrade_itself_is_a_database_of_that_schema(
    lived_in: Gpucat, db: Path, migrations: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before, version = content(db), connection.SCHEMA_VERSION
    add_schema(migrations, monkeypatch)
    lived_in("list")
    (kept,) = tmp_path.glob(f"*.schema{version}.bak")
    assert content(kept) == before
    opened = sqlite3.connect(kept)
    assert opened.execute("PRAGMA user_version").fetchone() == (version,)
    opened.close()
