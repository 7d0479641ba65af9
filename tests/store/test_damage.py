"""Tests damage that SQLite does not see: each kind is named by `db check`, and no command takes it for a bug of gpucat."""

import sqlite3
from pathlib import Path

import pytest
from tests.conftest import Gpucat

LATER = "'2026-01-01T00:00:00+00:00'"
CHECK = "INSERT INTO link_check (article_number, url, checked_at, verdict, reason_en, reason_zh, attempts, elapsed_ms)"
DAMAGE = {
    "undecodable title": (
        "UPDATE article SET title = CAST(x'ff61' AS TEXT) WHERE number = 6",
        "title: text that is not",
    ),
    "undecodable note": (
        f"INSERT INTO note VALUES (6, CAST(x'ff61' AS TEXT), {LATER})",
        "article_number 6, column text",
    ),
    "bytes": ("UPDATE article SET summary = x'00ff' WHERE number = 6", "summary: text that is not valid UTF-8"),
    "date": ("UPDATE article SET published = '20x4' WHERE number = 6", "number 6, column published: 20x4 is no date"),
    "moment": (f"INSERT INTO reading VALUES (6, 'done', 'x', NULL, {LATER})", "started_at: x is no time"),
    "broken JSON": ("UPDATE article SET extra = '{' WHERE number = 6", "extra: text that is no JSON object"),
    "other JSON": ("UPDATE article SET extra = '[]' WHERE number = 6", "extra: text that is no JSON object"),
    "status": (f"INSERT INTO reading VALUES (6, 'maybe', NULL, NULL, {LATER})", "status: maybe is none of todo"),
    "verdict": (f"{CHECK} VALUES (6, 'u', {LATER}, 'fine', '', '', 1, 1)", "verdict: fine is none of ok"),
    "source type": ("UPDATE article SET source_type = 'x' WHERE number = 6", "source_type: x is none of"),
    "address": ("UPDATE article SET url = 'not a url' WHERE number = 6", "url: 'not a url' is not a usable address"),
    "place": ("UPDATE article SET position = 'x' WHERE number = 6", "position: x is of another type than INTEGER"),
    "depth": (
        "UPDATE article_concept SET depth = 'deep' WHERE article_number = 6",
        "depth: deep is none of introduces",
    ),
    "level": (
        "PRAGMA ignore_check_constraints = 1; UPDATE article SET level_low = 7, level_high = 9",
        "CHECK constraint",
    ),
    "table": ("DROP TABLE article_concept", "table article_concept is missing"),
    "column": ("ALTER TABLE article DROP COLUMN why_en", "column why_en is missing"),
    "index": ("DROP INDEX ix_article_published", "index ix_article_published is missing"),
    "setting": (f"INSERT INTO setting VALUES ('level', 'godlike', {LATER})", "row with key level"),
    "search text": ("DROP TABLE search_text", "the search index is not whole"),
    "full text": ("DROP TABLE article_fts", "the search index is not whole"),
}
COMMANDS = (
    "list",
    "show 6",
    "route",
    "export jsonl",
    "search swizzle",
    "stats",
    "next",
    "progress",
    "audit",
    "edit 6 --why x",
)


@pytest.mark.parametrize("kind", DAMAGE)
def test_each_kind_of_damage_is_named(gpucat: Gpucat, db: Path, kind: str) -> None:
    gpucat("search", "swizzle")
    statement, told = DAMAGE[kind]
    with sqlite3.connect(db) as connection:
        connection.executescript(statement)
    connection.close()
    checked = gpucat("db", "check")
    assert checked.code == 1
    assert told in checked.out
    for command in COMMANDS:
        done = gpucat(*command.split())
        assert done.code != 70, (command, done)
        assert done.code != 3 or ("hint:" in done.err and "db" in done.err), (command, done)


def test_a_catalogue_without_its_versions_is_damaged(gpucat: Gpucat, db: Path) -> None:
    gpucat("stats")
    with sqlite3.connect(db) as connection:
        connection.execute("DROP TABLE meta")
    connection.close()
    for command in ("list", "db check"):
        done = gpucat(*command.split())
        assert (done.code, "table meta is missing" in done.err) == (3, True)


def test_a_search_makes_a_damaged_index_again(gpucat: Gpucat, db: Path) -> None:
    before = gpucat("search", "swizzle")
    with sqlite3.connect(db) as connection:
        connection.execute("DROP TABLE article_fts")
    connection.close()
    after = gpucat("search", "swizzle")
    assert (after.code, after.out, after.err) == (0, before.out, before.err)
    assert gpucat("db", "check").code == 0


CHANGES = {
    "a title": ("UPDATE article SET title = title || '.' WHERE number = 6", "table article, row with number 6:"),
    "two titles": ("UPDATE article SET title = 'x' WHERE number IN (6, 7)", "table article, row with number 7:"),
    "a level": ("UPDATE article SET level_high = 2 WHERE number = 6", "table article, row with number 6:"),
    "a missing row": ("DELETE FROM article_keyword WHERE article_number = 6", "table article_keyword, row with article_number 6"),
    "a new row": (f"INSERT INTO note VALUES (9, 'not mine', {LATER})", "table note, row with article_number 9:"),
    "an unset value": ("UPDATE article SET source_type = NULL WHERE number = 6", "table article, row with number 6:"),
    "two values for one": ("UPDATE keyword SET name = name || char(31) WHERE id = 3", "table keyword, row with id 3:"),
    "the journal": ("UPDATE changed_row SET before = '{}' WHERE change_id = 1", "table changed_row, row with change_id 1"),
    "a word of the search": ("UPDATE search_entry SET entries = ''", "table search_entry:"),
    "what is searched": ("UPDATE search_text SET summary = '' WHERE article_number = 6", "table search_text, row with"),
    "the schema": (
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'BETWEEN 1', 'BETWEEN 0')",
        "table sqlite_schema, row with name rating:",
    ),
    "a checksum": ("UPDATE checksum SET total = total + 1 WHERE bucket = '6'", "table article, row with number 6:"),
}  # fmt: skip


@pytest.mark.parametrize("kind", CHANGES)
def test_what_gpucat_did_not_write_is_found_and_stays_found(gpucat: Gpucat, db: Path, kind: str) -> None:
    gpucat("note", "6", "mine")
    statement, told = CHANGES[kind]
    connection = sqlite3.connect(db)
    connection.executescript(statement)
    connection.close()
    for command in (None, "edit 6 --why x", "edit 7 --why x", "undo"):
        if command:
            gpucat(*command.split())
        checked = gpucat("db", "check")
        assert (checked.code, told in checked.out) == (1, True), (command, checked)
