"""URL keys made by an older version of the rules are recomputed before they are used."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.test_undo import content
from tests.conftest import Gpucat

from gpucat.store.checksums import count_anew
from gpucat.store.connection import URL_KEY_VERSION

ADDRESS = "https://leimao.github.io/blog/CuTe-Swizzle/"


@pytest.fixture
def age(db: Path) -> Callable[[], None]:
    """Returns a function that changes all keys, in the journal too, as if an older version had made them."""

    def run() -> None:
        connection = sqlite3.connect(db)
        connection.execute("UPDATE article SET url_key = 'old:' || url_key, loose_key = 'old:' || loose_key")
        connection.execute("UPDATE alias SET url_key = 'old:' || url_key")
        for column in ("before", "after"):
            for field in ("url_key", "loose_key"):
                connection.execute(
                    f"UPDATE changed_row SET {column} = json_set({column}, '$.{field}', 'old:' || json_extract({column}, '$.{field}'))"
                    f" WHERE json_extract({column}, '$.{field}') IS NOT NULL"
                )
        connection.execute("UPDATE meta SET value = '0' WHERE key = 'url_key_version'")
        count_anew(connection)
        connection.commit()
        connection.close()

    return run


def test_an_article_is_found_by_its_addresses(gpucat: Gpucat, db: Path, age: Callable[[], None]) -> None:
    gpucat("edit", "memory/6", "--url", "https://a.example/new")
    before = content(db)
    age()
    assert content(db) != before
    result = gpucat("show", ADDRESS)
    assert (result.code, "is kept in" in result.err) == (0, True)
    assert content(db) == before
    assert gpucat("show", "https://leimao.github.io/blog/CUDA-Shared-Memory-Swizzling/").out.startswith("memory/6")
    assert not gpucat("show", ADDRESS).err
    assert gpucat("db", "check").code == 0


def test_no_article_is_taken_twice(gpucat: Gpucat, age: Callable[[], None], tmp_path: Path) -> None:
    age()
    (tmp_path / "new.jsonl").write_text(f'{{"title": "CuTe Swizzle", "url": "{ADDRESS}"}}\n', "utf-8")
    assert gpucat("import", "new.jsonl").code == 0
    assert gpucat("add", ADDRESS, "--no-fetch", "--yes").code == 1
    assert len(gpucat("list", "--format", "ids").out.split()) == 148


def test_what_was_changed_before_can_still_be_taken_back(gpucat: Gpucat, db: Path, age: Callable[[], None]) -> None:
    before = content(db)
    gpucat("edit", "memory/6", "--url", "https://a.example/new", "--title", "New")
    gpucat("remove", "layout/3", "--yes")
    age()
    assert gpucat("undo").code == 0
    assert gpucat("undo").code == 0
    assert content(db) == before


def test_keys_of_a_newer_version_are_left_alone(gpucat: Gpucat, db: Path) -> None:
    connection = sqlite3.connect(db)
    connection.execute("UPDATE meta SET value = ? WHERE key = 'url_key_version'", (URL_KEY_VERSION + 1,))
    connection.commit()
    connection.close()
    before = content(db)
    result = gpucat("list")
    assert (result.code, result.out) == (3, "")
    assert "written by a newer gpucat" in result.err
    assert content(db) == before


def test_two_that_change_their_keys_with_one_another(gpucat: Gpucat, db: Path, age: Callable[[], None]) -> None:
    """A key is free only once the other article has given it up."""
    before = content(db)
    connection = sqlite3.connect(db)
    keys = dict(connection.execute("SELECT number, url_key FROM article WHERE number IN (1, 2, 3)"))
    connection.executemany("UPDATE article SET url_key = ? WHERE number = ?", [("x", 3), (keys[3], 2), (keys[2], 1)])
    connection.execute("UPDATE meta SET value = '0' WHERE key = 'url_key_version'")
    connection.commit()
    connection.close()
    assert gpucat("list", "--limit", "1").code == 0
    assert content(db) == before
