"""Tests that a kept text leaves its file in no output but those that show texts to their reader."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.conftest import LIST, Gpucat
from tests.kept_texts import CANARY, assert_no_file_has_a_text

from gpucat.catalog.settings import SETTINGS
from gpucat.paths import texts_path
from gpucat.render.listing import FORMATS as LIST_FORMATS
from gpucat.services.export import FORMATS

COMMANDS = (
    "", "today", "list --json", "show 18 --json", "show 18", "stats --json", "route --all --json", "next --json",
    "progress --json", "audit --json", "dedupe --json", "related 18 --json", "history --json", "notes --json", "config",
    "practice --json", "terms --json", "terms swizzle --json", "db info --json", "db check", "keywords --json",
    "verify-links 18 --dry-run", "merge 18 19 --dry-run", "route --to 18", "add --help",
    *(f"list --format {name}" for name in LIST_FORMATS), *(f"config {key}" for key in SETTINGS),
)  # fmt: skip


pytestmark = pytest.mark.usefixtures("with_texts")


def test_no_command_tells_a_text(gpucat: Gpucat) -> None:
    assert CANARY in gpucat("read", "18", "--raw").out
    for command in COMMANDS:
        done = gpucat(*command.split())
        assert done.code in (0, 1), (command, done.err)
        assert CANARY not in done.out + done.err, command


def test_a_search_tells_at_most_a_passage_and_only_to_a_reader(gpucat: Gpucat) -> None:
    search = ("search", "sings of swizzle", "--limit", "0")
    passages = [hit.get("passage") or "" for hit in json.loads(gpucat(*search, "--json").out)]
    assert any(CANARY in passage for passage in passages)
    assert max(map(len, passages)) <= 200
    for options in (("--json", "--no-texts"), *(("--format", name) for name in ("csv", "tsv", "markdown", "urls"))):
        done = gpucat(*search, *options)
        assert CANARY not in done.out + done.err, options


@pytest.mark.parametrize(
    "line", ["show zyx", "read zyx", "search zyx", "terms zyx", "list --author zyx", "note 18 zyx"]
)
def test_no_completion_offers_words_of_a_text(
    gpucat: Gpucat, db: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.setenv("GPUCAT_DB", str(db))
    monkeypatch.setenv("_GPUCAT_COMPLETE", "fish")
    monkeypatch.setenv("_GPUCAT_LINE", f"gpucat {line}")
    monkeypatch.setenv("_GPUCAT_WORD", "")
    assert CANARY not in gpucat().out


def test_no_difference_tells_a_text(gpucat: Gpucat, db: Path, tmp_path: Path) -> None:
    assert gpucat("db", "backup", "old.bak").code == 0
    assert gpucat("edit", "18", "--title", "Another").code == 0
    for old in ("old.bak", str(LIST)):
        done = gpucat("diff", old, str(db), "--json")
        assert json.loads(done.out)["changed"]
        assert CANARY not in done.out + done.err
    assert gpucat("db", "restore", "old.bak", "--yes").code == 0
    assert_no_file_has_a_text(tmp_path)


@pytest.mark.parametrize("export_format", FORMATS)
def test_no_export_carries_a_text(gpucat: Gpucat, tmp_path: Path, export_format: str) -> None:
    target = tmp_path / "out"
    done = gpucat("export", export_format, "-o", str(target))
    assert done.code == 0, done
    files = [target] if target.is_file() else [path for path in target.rglob("*") if path.is_file()]
    assert files
    for path in files:
        assert CANARY.encode() not in path.read_bytes(), path


def test_no_backup_and_no_bug_report_carries_a_text(
    gpucat: Gpucat, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = tmp_path / "backup.db"
    assert gpucat("db", "backup", str(backup)).code == 0
    assert CANARY.encode() not in backup.read_bytes()
    monkeypatch.setattr("gpucat.services.texts.read_texts", lambda *_: 1 / 0)
    report = gpucat("texts", "show", "18")
    assert report.code == 70
    assert CANARY not in Path(report.err.rpartition(" ")[2].strip()).read_text("utf-8")


def test_a_text_is_bound_to_its_article_whatever_its_number(gpucat: Gpucat, db: Path) -> None:
    assert gpucat("texts", "show", "18").code == 0
    gpucat("edit", "18", "--url", "https://elsewhere.example/swizzle")
    assert gpucat("texts", "show", "18").code == 0  # the old address stays the article's
    gpucat("remove", "18", "--yes")
    assert "147 articles" in gpucat("texts", "list").err
    gpucat("undo")
    assert gpucat("texts", "show", "18").code == 0


def test_without_its_file_only_the_texts_are_gone(gpucat: Gpucat, db: Path) -> None:
    before = gpucat("list", "--json").out
    texts_path(db).write_bytes(b"broken" * 1000)
    broken = gpucat("texts", "list")
    assert (broken.code, "texts clear" in broken.err) == (3, True)
    assert gpucat("list", "--json").out == before
    assert gpucat("texts", "clear", "--yes").code == 0
    assert gpucat("list", "--json").out == before


DAMAGE = {
    "no zlib": "UPDATE text SET markdown = x'00'",
    "no UTF-8": "UPDATE text SET title = CAST(x'ff' AS TEXT), markdown = x'789c4b010000670067'",
    "no column": "ALTER TABLE text RENAME COLUMN words TO number",
    "no table": "DROP TABLE place; DROP TABLE sketch; DROP TABLE refusal; DROP TABLE text",
    "no page": "",
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_damage_of_the_texts_is_not_called_one_of_the_catalogue(gpucat: Gpucat, db: Path, kind: str) -> None:
    path = texts_path(db)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(DAMAGE[kind])
    if kind == "no page":
        whole = path.read_bytes()
        path.write_bytes(whole[:4096] + bytes(len(whole) - 4096))
    for command in ("read 18", "read 18 --raw"):
        done = gpucat(*command.split())
        assert (done.code, str(path) in done.err, "texts clear" in done.err) == (3, True, True), (command, done.err)
    for command in ("list", "show 18", "route", "next --json", "progress", "dedupe", "db check"):
        done = gpucat(*command.split())
        assert done.code in (0, 1), (command, done.err)
