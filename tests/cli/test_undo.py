"""Every change can be taken back, exactly."""

import json
import sqlite3
from pathlib import Path

from tests.conftest import Gpucat

from gpucat.store.journal import JOURNALLED

LINES = [
    {
        "title": "A new one",
        "url": "https://a.example/new",
        "module": "memory",
        "level": "beginner",
        "authors": ["A. B."],
    },
    {"title": "CuTe Swizzle", "url": "http://leimao.github.io/blog/CuTe-Swizzle", "keywords": ["swizzle", "XOR"]},
]


def content(db: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every journalled row of the database."""
    connection = sqlite3.connect(db)
    rows = {name: sorted(connection.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr) for name in JOURNALLED}
    connection.close()
    return rows


def test_an_import_taken_back_leaves_the_database_as_it_was(gpucat: Gpucat, db: Path, tmp_path: Path) -> None:
    (tmp_path / "new.jsonl").write_text("".join(json.dumps(line) + "\n" for line in LINES), "utf-8")
    before = content(db)
    assert gpucat("import", "new.jsonl", "--on-duplicate", "update").code == 0
    assert content(db) != before
    assert gpucat("undo").code == 0
    assert content(db) == before
    assert json.loads(gpucat("history", "--json").out)[0]["undone_at"]


def test_a_change_that_another_built_on_is_not_taken_back(gpucat: Gpucat, db: Path, tmp_path: Path) -> None:
    for keyword in ("first", "second"):
        line = {**LINES[1], "summary": keyword}
        (tmp_path / "new.jsonl").write_text(json.dumps(line), "utf-8")
        assert gpucat("import", "new.jsonl", "--on-duplicate", "update").code == 0
    before = content(db)
    result = gpucat("undo", "1")
    assert result.code == 1
    assert "later change" in result.err
    assert content(db) == before


def test_with_nothing_changed_there_is_nothing_to_take_back(gpucat: Gpucat) -> None:
    assert gpucat("undo").code == 2


def test_an_import_is_not_taken_back_under_what_was_written_on_it(gpucat: Gpucat, db: Path, tmp_path: Path) -> None:
    (tmp_path / "new.jsonl").write_text(json.dumps(LINES[0]), "utf-8")
    gpucat("import", "new.jsonl")
    connection = sqlite3.connect(db)
    connection.execute("INSERT INTO note VALUES (149, 'mine', '2026-01-01T00:00:00+00:00')")
    connection.commit()
    connection.close()
    before = content(db)
    assert gpucat("undo").code == 1
    assert content(db) == before
