"""Tests the file of texts: what is kept comes back, and whatever happens to the file harms no catalogue."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from gpucat.errors import StoreError
from gpucat.language import Bilingual
from gpucat.store import texts
from gpucat.texts.volume import volume_of

MARKDOWN = "# Bank conflicts\n\nThirty-two banks serve one warp.\n\n```cuda\nint x;\n```\n"


def facts(key: str = "example.org/a", fetched_at: str = "2026-01-01T00:00:00+00:00") -> texts.TextFacts:
    return texts.TextFacts(key, f"https://{key}", fetched_at, '"1"', None, "Banks", "en", volume_of(MARKDOWN), 1)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    database = tmp_path / "catalogue.db"
    with texts.writing_texts(database) as connection:
        texts.put_text(connection, facts(), MARKDOWN)
        texts.put_refusal(
            connection, texts.Refusal("example.org/b", "2026-01-01T00:00:00+00:00", Bilingual("gone", "没了"))
        )
    return database


def test_a_text_comes_back_as_it_was(database: Path) -> None:
    connection = texts.open_texts(database)
    assert connection is not None
    with closing(connection):
        assert texts.read_text(connection, ["example.org/x", "example.org/a"]) == texts.KeptText(facts(), MARKDOWN)
        assert texts.read_facts(connection) == {"example.org/a": facts()}
        found = connection.execute("SELECT heading FROM section_fts JOIN section ON section.id = section_fts.rowid"
                                   " WHERE section_fts MATCH 'bank'").fetchall()  # fmt: skip
        assert found == [("Bank conflicts",)]


def test_a_new_text_takes_the_place_of_the_old_one(database: Path) -> None:
    with texts.writing_texts(database) as connection:
        texts.put_text(connection, facts(fetched_at="2026-02-02T00:00:00+00:00"), "# Other\n\nNothing of the first.\n")
    with closing(sqlite3.connect(texts.texts_path(database))) as connection:
        assert connection.execute("SELECT count(*) FROM text").fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM section_fts WHERE section_fts MATCH 'bank'").fetchone() == (0,)
        connection.execute("INSERT INTO section_fts (section_fts) VALUES ('integrity-check')")


def test_a_failed_write_leaves_everything_as_it_was(database: Path) -> None:
    def fail() -> None:
        with texts.writing_texts(database) as connection:
            texts.remove_texts(connection, ["example.org/a"])
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    connection = texts.open_texts(database)
    assert connection is not None
    with closing(connection):
        assert texts.read_text(connection, ["example.org/a"]) is not None


def cut_off(path: Path) -> None:
    path.write_bytes(b"not a database" * 100)


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA application_id = 7")


@pytest.mark.parametrize("harm", [cut_off, newer, foreign])
def test_an_unusable_file_is_refused_with_the_way_out(database: Path, harm: Callable[[Path], None]) -> None:
    harm(texts.texts_path(database))
    for opens in (texts.open_texts, lambda path: texts.writing_texts(path).__enter__()):
        with pytest.raises(StoreError, match=r"catalogue\.texts\.db") as raised:
            opens(database)
        assert raised.value.hint is not None
        assert "delete it" in raised.value.hint.en


def test_an_unfinished_file_holds_no_texts(tmp_path: Path) -> None:
    database = tmp_path / "catalogue.db"
    texts.texts_path(database).touch()
    assert texts.open_texts(database) is None
    assert texts.remove_file(database)
    assert not texts.remove_file(database)
