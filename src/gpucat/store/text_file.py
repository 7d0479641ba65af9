"""The file of texts as a whole: whether it is one, and how it is read beside the catalogue. Standard library only.

Apart from `texts`, because a search needs no more and starts faster without the rules by which texts are made.
"""

import sqlite3
from pathlib import Path
from typing import Final

from gpucat.language import Bilingual
from gpucat.paths import texts_path
from gpucat.store.connection import Reader
from gpucat.store.text_damage import text_errors, unusable

APPLICATION_ID: Final = 0x67706374  # "gpct"
TEXTS_VERSION: Final = 1


def attach_texts(reader: Reader, database: Path) -> bool:
    """Makes the texts readable beside the catalogue as the schema `texts`; returns whether there are any.

    Raises StoreError as `open_texts` does.
    """
    path = texts_path(database)
    if not path.exists():
        return False
    if any(name == "texts" for _, name, _ in reader.execute("PRAGMA database_list")):
        return True
    with text_errors(path):
        reader.execute("ATTACH DATABASE ? AS texts", (f"{path.absolute().as_uri()}?mode=rw",))
        return is_made(reader, path, "texts")


def is_made(connection: sqlite3.Connection, path: Path, schema: str = "main") -> bool:
    """Says whether the tables are there, which are missing if the first fetch was stopped at once.

    Raises StoreError if the file is not one of texts, or one of a newer gpucat.
    """
    application = connection.execute(f"PRAGMA {schema}.application_id").fetchone()[0]
    version = connection.execute(f"PRAGMA {schema}.user_version").fetchone()[0]
    if not application and connection.execute(f"SELECT 1 FROM {schema}.sqlite_schema LIMIT 1").fetchone() is None:
        return False
    if application != APPLICATION_ID:
        raise unusable(path, Bilingual("is not a file of texts", "不是保存正文的文件"))
    if version > TEXTS_VERSION:
        raise unusable(path, Bilingual("was written by a newer gpucat", "由更新版本的 gpucat 写成"))
    return True
