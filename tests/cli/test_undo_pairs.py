"""Tests every pair of changes with the first undone: either the second stands as if alone, or nothing changes."""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from tests.cli.test_undo import content
from tests.conftest import Gpucat

NOW = "2026-01-01T00:00:00+00:00"
OWN = "https://a.example/own"
LINES = {
    "add-two": [
        {"title": "First", "url": "https://a.example/1", "module": "memory", "level": "beginner", "authors": ["N. N."]},
        {"title": "Second", "url": "https://a.example/2"},
    ],
    "add-one": [{"title": "Third", "url": "https://a.example/3", "module": "memory", "authors": ["N. N."]}],
    "update": [{"title": "-", "url": "https://a.example/own", "keywords": ["imported"], "why": "?"}],
}
COMMANDS = {
    "title": ("edit", "6", "--title", "T"),
    "address": ("edit", "6", "--url", "https://a.example/own"),
    "keywords": ("edit", "6", "--keyword", "a", "--keyword", "b"),
    "more keywords": ("edit", "6", "--keyword", "a", "--keyword", "b", "--keyword", "c"),
    "author": ("edit", "6", "--author", "N. N."),
    "author of another": ("edit", "17", "--author", "N. N."),
    "module": ("edit", "6", "--module", "gemm"),
    "inbox": ("edit", "7", "--module", "inbox"),
    "position": ("edit", "6", "--position", "1"),
    "start": ("edit", "6", "--start"),
    "mark": ("mark", "6", "done", "--rating", "4"),
    "mark the other": ("mark", "17", "done"),
    "note": ("note", "6", "mine"),
    "note on the other": ("note", "17", "mine too"),
    "merge": ("merge", "6", "17", "--yes"),
    "merge the other way": ("merge", "17", "6", "38", "--yes"),
    "distinct": ("distinct", "6", "17"),
    "distinct from a third": ("distinct", "17", "20"),
    "remove": ("remove", "6", "--yes"),
    "remove a neighbour": ("remove", "7", "--yes"),
    "confirm": ("confirm", "6"),
    "practice": ("practice", "done", "1"),
    "practice note": ("practice", "note", "1", "measured"),
    "setting": ("config", "level", "beginner"),
    "the same setting": ("config", "level", "advanced"),
    "add-two": ("import", "add-two.jsonl"),
    "add-one": ("import", "add-one.jsonl"),
    "update": ("import", "update.jsonl", "--on-duplicate", "update"),
}
OFTEN = ("title", "keywords", "mark", "merge", "remove", "add-two")
"""Taken back first in every run; the others are among the proofs."""

# Articles by their addresses where they are new, for their numbers are given once: what is taken back leaves a gap.
NAME = "(SELECT iif(number > 148, url, number) FROM article WHERE number = {})"
SAID = [
    f"""SELECT {NAME.format("number")}, title, url, url_key, loose_key, (SELECT name FROM source WHERE id = source_id),
        (SELECT slug FROM module WHERE id = module_id), position, level_low, published, summary, why, summary_en, why_en,
        removed_at, merged_into FROM article""",
    *(
        f"SELECT '{kind}', {NAME.format('article_number')}, position, (SELECT name FROM {kind} WHERE id = {kind}_id)"
        f" FROM article_{kind}"
        for kind in ("author", "keyword", "concept")
    ),
    f"SELECT {NAME.format('article_number')}, step_id, position FROM step_article",
    f"SELECT url_key, {NAME.format('article_number')} FROM alias",
    f"SELECT module_id, {NAME.format('article_number')} FROM module_start",
    f"SELECT practice_number, position, {NAME.format('article_number')} FROM practice_article",
    *(
        f"SELECT '{table}', * FROM {table}"
        for table in (
            "reading", "rating", "note", "practice_state", "practice_note", "confirmed_page", "distinct_pair",
            "observed_fact", "setting",
        )
    ),
]  # fmt: skip


def said(db: Path) -> list[list[tuple[object, ...]]]:
    """What the list and its reader say, without row ids."""
    connection = sqlite3.connect(db)
    rows = [sorted(connection.execute(sql).fetchall(), key=repr) for sql in SAID]
    connection.close()
    return rows


def changes(db: Path) -> list[int]:
    connection = sqlite3.connect(db)
    found = [number for (number,) in connection.execute('SELECT id FROM "change" WHERE undone_at IS NULL ORDER BY id')]
    connection.close()
    return found


@pytest.fixture
def ready(gpucat: Gpucat, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Gpucat:
    """Returns a catalogue with a check of article 6, files to import, and a stopped clock."""
    for module in ("opening", "undo"):
        monkeypatch.setattr(f"gpucat.services.{module}.utc_now", lambda: NOW)
    for name, lines in LINES.items():
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    connection = sqlite3.connect(db)
    connection.execute(
        "INSERT INTO link_check (article_number, url, checked_at, verdict, reason_en, reason_zh, page_title, attempts,"
        " elapsed_ms) SELECT 6, url, ?, 'ok', '', '', 'A page', 1, 0 FROM article WHERE number = 6",
        (NOW,),
    )
    connection.commit()
    connection.close()
    return gpucat


@pytest.fixture(scope="module")
def alone() -> dict[str, object]:
    """Caches what the list says after each change alone."""
    return {}


@pytest.mark.parametrize(
    "first", [name if name in OFTEN else pytest.param(name, marks=pytest.mark.trust) for name in COMMANDS]
)
def test_of_two_changes_the_first_is_taken_back_exactly_or_not_at_all(
    ready: Gpucat, db: Path, tmp_path: Path, first: str, alone: dict[str, object]
) -> None:
    fresh, begun, tried = tmp_path / "fresh.db", tmp_path / "begun.db", tmp_path / "tried.db"
    shutil.copyfile(db, fresh)
    assert ready(*COMMANDS[first], db=db).code == 0
    db.rename(begun)
    outcomes = {}
    for second, words in COMMANDS.items():
        shutil.copyfile(begun, tried)
        if ready(*words, db=tried).code != 0 or changes(tried) != [1, 2]:
            continue  # after the first one it says nothing more
        before = content(tried)
        result = ready("undo", "1", db=tried)
        if result.code == 0:
            if second not in alone:
                shutil.copyfile(fresh, db)
                assert ready(*words, db=db).code == 0
                alone[second] = said(db)
            assert said(tried) == alone[second], second
        else:
            assert (result.code, content(tried) == before) == (1, True), (second, result)
        outcomes[second] = result.code
        if second.startswith("practice") and not first.startswith("practice"):
            assert result.code == 0, "these two have nothing to do with one another"
    assert outcomes
