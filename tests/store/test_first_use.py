"""A first use copies a ready-made database, if it equals the one that an import of the list would make."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from tests.conftest import SOURCES, Gpucat

from gpucat import resources
from gpucat.services import first_use
from gpucat.services.opening import ensure_catalogue

Content = dict[str, list[tuple[object, ...]]]


@pytest.fixture
def taken_over(ready: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Makes a new database from the ready-made one."""
    monkeypatch.setattr(first_use, "ready_database", lambda: ready)
    path = tmp_path / "new.db"
    said: list[str] = []
    ensure_catalogue(path, lambda text: said.append(text.en))
    assert said == [f"Created {path} with 148 articles"]
    return path


def content(path: Path) -> Content:
    """Returns all rows of all tables without their times, including those of the full-text table, and the schema."""
    with closing(sqlite3.connect(path)) as opened:
        opened.execute("UPDATE article SET added_at = ''")
        opened.execute("DELETE FROM checksum WHERE table_name = 'article'")
        schema = opened.execute("SELECT name, type, sql FROM sqlite_schema ORDER BY name").fetchall()
        tables = [name for name, kind, _ in schema if kind == "table" and name != "article_fts"]
        rows = {name: sorted(opened.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr) for name in tables}
        versions = [opened.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version")]
        return {**rows, "schema": schema, "versions": versions}


def test_both_ways_make_the_same_database(seeded: Path, db: Path, taken_over: Path) -> None:
    made, copied = content(db), content(taken_over)
    assert made.keys() == copied.keys()
    assert [name for name in made if made[name] != copied[name]] == []
    assert len(copied["article"]) == 148
    assert copied["article_fts_data"]


def test_the_times_are_those_of_the_first_use(taken_over: Path) -> None:
    with closing(sqlite3.connect(taken_over)) as opened:
        times = opened.execute("SELECT DISTINCT added_at FROM article WHERE added_at < '2000'").fetchall()
    assert times == []


def test_it_is_searched_and_written_as_any_other(gpucat: Gpucat, taken_over: Path) -> None:
    assert "layout/10" in gpucat("search", "swizzle", db=taken_over).out
    assert gpucat("note", "memory/6", "zzyzx", db=taken_over).code == 0
    assert "memory/6" in gpucat("search", "zzyzx", db=taken_over).out
    assert gpucat("db", "check", db=taken_over).code == 0


def test_it_is_written_nowhere(ready: Path, taken_over: Path) -> None:
    assert [path.name for path in ready.parent.iterdir()] == [ready.name]


@pytest.fixture
def installed(ready: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Makes the data folder of an installation with the ready-made database."""
    folder = tmp_path / "_data"
    shutil.copytree(resources.data_file("seed.jsonl").parent, folder)
    shutil.copyfile(ready, folder / ready.name)
    monkeypatch.setattr(first_use, "data_file", lambda name: folder / name)
    return folder


def test_an_installation_has_it_and_a_checkout_has_none(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = first_use.ready_database()
    assert found
    assert found.parent == installed
    monkeypatch.undo()
    assert first_use.ready_database() is None


@pytest.mark.parametrize("changed", ["seed.jsonl", "terms.tsv", "everyday.tsv"])
def test_one_that_was_made_from_other_files_is_left_aside(installed: Path, changed: str) -> None:
    content = (installed / changed).read_bytes()
    (installed / changed).write_bytes(content.replace(b"CUDA", b"ADUC", 1) if b"CUDA" in content else content[::-1])
    assert first_use.ready_database() is None


def test_one_of_other_rules_is_left_aside(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_use, "SCHEMA_VERSION", 99)
    assert first_use.ready_database() is None


def test_two_installations_use_one_search_index(db: Path, tmp_path: Path) -> None:
    """Their files are the same but have different times."""
    again = tmp_path / "again"
    shutil.copytree(SOURCES / "gpucat", again / "src" / "gpucat", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(SOURCES.parent / "data", again / "data")
    for file in (again / "data").rglob("*.*"):
        os.utime(file, (1, 1))
    before = db.read_bytes()
    for sources in (again / "src", SOURCES, again / "src"):
        process = subprocess.run(
            [sys.executable, "-m", "gpucat", "--db", str(db), "search", "swizzle", "--format", "ids"],
            env=os.environ | {"PYTHONPATH": str(sources)}, cwd=tmp_path, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert "layout/10" in process.stdout
    assert db.read_bytes() == before


@pytest.mark.parametrize("damage", [b"", b"no database at all" * 100, "half", "pages"], ids=str)
def test_a_damaged_ready_made_database_is_left_aside(
    damage: bytes | str, ready: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gpucat: Gpucat
) -> None:
    whole = ready.read_bytes()
    middle = len(whole) // 8192 * 4096
    pages = whole[:middle] + b"\xff" * 40960 + whole[middle + 40960 :]
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(damage if isinstance(damage, bytes) else whole[:middle] if damage == "half" else pages)
    monkeypatch.setattr(first_use, "ready_database", lambda: damaged)
    assert "memory/6" in gpucat("search", "swizzle", db=tmp_path / "new.db").out
