"""Keeps a text of every article that holds a word of its own, so that a test sees where texts come out."""

import sqlite3
from contextlib import closing
from pathlib import Path

from gpucat.language import Bilingual
from gpucat.paths import texts_path
from gpucat.store.texts import Refusal, TextFacts, put_place, put_refusal, put_text, writing_texts
from gpucat.texts.volume import volume_of

CANARY = "zyxwcanary"
TEXT = (
    f"# {CANARY}\n\n"
    + f"The {CANARY} sings of shared memory banks and swizzle. " * 30
    + f"\n\n```cuda\nint {CANARY};\n```\n"
)
SHOWS_TEXTS = ("gpucat read", "gpucat search", "gpucat find", "gpucat texts")
_NOW = "2026-01-01T00:00:00+00:00"


def keep_texts(database: Path) -> Path:
    """Keeps a text of every article and returns the path of the file of texts."""
    with closing(sqlite3.connect(database)) as connection:
        addresses = connection.execute("SELECT url_key, url FROM article").fetchall()
    with writing_texts(database) as connection:
        for key, url in addresses:
            put_text(connection, TextFacts(key, url, _NOW, None, None, CANARY, "en", volume_of(TEXT), 1), TEXT)
            put_place(connection, key, 1, _NOW)
        put_refusal(connection, Refusal("a.example/x", _NOW, Bilingual(CANARY, CANARY)))
    return texts_path(database)


def assert_no_file_has_a_text(folder: Path) -> None:
    """Fails for a file in the folder, other than one of texts, that holds the word of the texts."""
    for path in folder.rglob("*"):
        if path.is_file() and not path.name.partition(".")[2].startswith("texts.db"):
            assert CANARY.encode() not in path.read_bytes(), path
