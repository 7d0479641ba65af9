"""Tests that a kept text leaves its file in no output but those that show texts to their reader."""

from pathlib import Path

import pytest
from tests.conftest import Gpucat

from gpucat.paths import texts_path
from gpucat.services.export import FORMATS
from gpucat.store.texts import TextFacts, put_text, writing_texts
from gpucat.texts.volume import volume_of

CANARY = "zyxwcanary"
TEXT = f"# {CANARY}\n\n" + f"The {CANARY} sings of shared memory banks and swizzle. " * 30
COMMANDS = (
    "", "list --json", "show 18 --json", "search swizzle --json", "search swizzle", "stats --json", "route --all --json",
    "next --json", "progress --json", "audit --json", "dedupe --json", "related 18 --json", "history --json", "notes --json",
    "config", "practice --json", "terms --json", "db info --json", "db check", "texts list --json", "texts show 18 --json",
    "verify-links 18 --dry-run", "merge 18 19 --dry-run", "edit 18 --title New --dry-run", "path-to 18",
)  # fmt: skip


@pytest.fixture
def with_text(gpucat: Gpucat, db: Path) -> Gpucat:
    """Returns a catalogue with a kept text of its article 18."""
    import sqlite3

    gpucat("list")
    with sqlite3.connect(db) as connection:
        [(key, url)] = connection.execute("SELECT url_key, url FROM article WHERE number = 18").fetchall()
    connection.close()
    facts = TextFacts(key, url, "2026-01-01T00:00:00+00:00", None, None, "Swizzling", "en", volume_of(TEXT), 1)
    with writing_texts(db) as connection:
        put_text(connection, facts, TEXT)
    return gpucat


def test_no_command_tells_a_text(with_text: Gpucat) -> None:
    for command in COMMANDS:
        done = with_text(*command.split())
        assert CANARY not in done.out + done.err, command


@pytest.mark.parametrize("export_format", FORMATS)
def test_no_export_carries_a_text(with_text: Gpucat, tmp_path: Path, export_format: str) -> None:
    target = tmp_path / "out"
    done = with_text("export", export_format, "-o", str(target))
    assert done.code == 0, done
    files = [target] if target.is_file() else [path for path in target.rglob("*") if path.is_file()]
    assert files
    for path in files:
        assert CANARY.encode() not in path.read_bytes(), path


def test_no_backup_and_no_bug_report_carries_a_text(
    with_text: Gpucat, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = tmp_path / "backup.db"
    assert with_text("db", "backup", str(backup)).code == 0
    assert CANARY.encode() not in backup.read_bytes()
    monkeypatch.setattr("gpucat.services.texts.read_texts", lambda *_: 1 / 0)
    report = with_text("texts", "show", "18")
    assert report.code == 70
    assert CANARY not in Path(report.err.rpartition(" ")[2].strip()).read_text("utf-8")


def test_a_text_is_bound_to_its_article_whatever_its_number(with_text: Gpucat, db: Path) -> None:
    assert with_text("texts", "show", "18").code == 0
    with_text("edit", "18", "--url", "https://elsewhere.example/swizzle")
    assert with_text("texts", "show", "18").code == 0  # the old address stays the article's
    with_text("remove", "18", "--yes")
    assert "No texts yet" in with_text("texts", "list").err
    with_text("undo")
    assert with_text("texts", "show", "18").code == 0


def test_without_its_file_only_the_texts_are_gone(with_text: Gpucat, db: Path) -> None:
    before = with_text("list", "--json").out
    texts_path(db).write_bytes(b"broken" * 1000)
    broken = with_text("texts", "list")
    assert (broken.code, "texts clear" in broken.err) == (3, True)
    assert with_text("list", "--json").out == before
    assert with_text("texts", "clear", "--yes").code == 0
    assert with_text("list", "--json").out == before
