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
    "UPDATE article SET title = title || '.' WHERE number = 6": "table article, row with number 6:",
    "UPDATE article SET level_high = 2 WHERE number = 8": "table article, row with number 8:",
    "UPDATE article SET source_type = NULL WHERE number = 9": "table article, row with number 9:",
    "DELETE FROM article_keyword WHERE article_number = 6": "table article_keyword, row with article_number 6:",
    f"INSERT INTO note VALUES (9, 'not mine', {LATER})": "table note, row with article_number 9:",
    "UPDATE keyword SET name = name || char(31) WHERE id = 3": "table keyword, row with id 3:",
    "UPDATE changed_row SET before = '{}' WHERE change_id = 1": "table changed_row, row with change_id 1:",
    "UPDATE search_entry SET entries = ''": "table search_entry:",
    "UPDATE search_text SET summary = '' WHERE article_number = 6": "table search_text, row with article_number 6:",
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'BETWEEN 1', 'BETWEEN 0')": "name rating:",
    "UPDATE checksum SET total = total + 1 WHERE bucket = '12' AND table_name = 'article'": "table article, row with number 12:",
}


def execute(db: Path, *statements: str) -> None:
    connection = sqlite3.connect(db)
    connection.executescript("; ".join(statements))
    connection.close()


def test_what_gpucat_did_not_write_is_found_until_it_is_accepted(gpucat: Gpucat, db: Path) -> None:
    gpucat("note", "6", "mine")
    execute(db, *CHANGES)
    for command in ("list", "edit 6 8 9 12 --why x", "undo"):
        gpucat(*command.split())
        checked = gpucat("db", "check")
        assert (checked.code, [told for told in CHANGES.values() if told not in checked.out]) == (1, []), command
    accepted = gpucat("db", "check", "--accept")
    assert "article_keyword, article_number 6" in accepted.err
    assert accepted.out == "the full-text index is damaged\n"
    assert gpucat("db", "check", "--repair").code == 0


def flipped(column: str, byte: int, bit: int) -> str:
    """SQL for the text of the column with one bit turned over."""
    head, one, tail = (
        f"substr(CAST({column} AS BLOB), {part})" for part in (f"1, {byte}", f"{byte + 1}, 1", f"{byte + 2}")
    )
    turned = "".join(f" WHEN x'{value:02x}' THEN x'{value ^ (1 << bit):02x}'" for value in range(256))
    return f"{column} = CAST({head} || CASE {one}{turned} END || {tail} AS TEXT)"


TURNED = {
    "title": f"UPDATE article SET {flipped('title', 3, 0)} WHERE number = 6",
    "title, undecodable": f"UPDATE article SET {flipped('title', 3, 7)} WHERE number = 6",
    "address": f"UPDATE article SET {flipped('url', 20, 1)} WHERE number = 6",
    "key": f"UPDATE article SET {flipped('url_key', 20, 1)} WHERE number = 6",
    "summary": f"UPDATE article SET {flipped('summary', 40, 4)} WHERE number = 6",
    "place": "UPDATE article SET module_id = (module_id | 8) - (module_id & 8) WHERE number = 6",
    "note": f"UPDATE note SET {flipped('text', 1, 2)}",
    "a checksum": "UPDATE checksum SET total = total + 1024 WHERE bucket = '6' AND table_name = 'article'",
    "index": "UPDATE article_fts_data SET block = zeroblob(length(block)) WHERE length(block) > 1000",
}


@pytest.mark.parametrize("kind", TURNED)
def test_a_bit_that_turned_is_found_and_turned_back(gpucat: Gpucat, db: Path, kind: str) -> None:
    gpucat("note", "6", "mine")
    before = gpucat("show", "6").out, gpucat("list", "--json").out
    execute(db, TURNED[kind])
    assert gpucat("db", "check").code == 1
    assert gpucat("db", "check", "--repair").code == 0
    assert (gpucat("show", "6").out, gpucat("list", "--json").out) == before


def test_a_backup_in_which_a_bit_turned_is_told_when_it_comes_back(gpucat: Gpucat, db: Path) -> None:
    gpucat("db", "backup", "kept.bak")
    execute(Path("kept.bak"), TURNED["title"])
    assert "differ from their checksums" in gpucat("db", "restore", "kept.bak", "--yes").err
    assert gpucat("db", "check").code == 1
