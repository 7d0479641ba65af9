"""Tells what is wrong with the file of texts, so that nobody takes it for damage of the catalogue beside it."""

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from gpucat.errors import StoreError
from gpucat.language import Bilingual
from gpucat.store.connection import Reader, translate

_DAMAGED: Final = Bilingual("is damaged", "已损坏")
_FAILURES: Final = (sqlite3.Error, zlib.error, UnicodeDecodeError)


def unusable(path: Path, what: Bilingual) -> StoreError:
    """Returns the error for a file of texts that cannot be used, with the way out."""
    return StoreError(
        "unusable_texts",
        Bilingual(f"{path} {what.en}", f"{path} {what.zh}"),
        Bilingual(
            "only kept texts are in it: delete it, or run `gpucat texts clear`, and fetch them again",
            "其中只有保存的正文：可以删除它，或运行 `gpucat texts clear`，再重新抓取",
        ),
    )


@contextmanager
def text_errors(path: Path) -> Iterator[None]:
    """Turns failures of the file of texts at this path into StoreErrors."""
    try:
        yield
    except StoreError as error:
        raise unusable(path, _DAMAGED) if error.code == "damaged_database" else error from error
    except _FAILURES as error:
        raise _told(error, path) from error


@contextmanager
def reading_texts(reader: Reader) -> Iterator[None]:
    """Turns failures to read the texts of an open file, or of one that is attached to the catalogue, into StoreErrors."""
    try:
        yield
    except _FAILURES as error:
        files = {name: Path(file) for _, name, file in reader.execute("PRAGMA database_list")}
        if isinstance(error, sqlite3.Error) and "texts" in files and not _is_sound(reader):
            raise  # it is the catalogue that is damaged
        raise _told(error, files.get("texts", files["main"])) from error


def _told(error: Exception, path: Path) -> StoreError:
    told = translate(error, path)
    return unusable(path, _DAMAGED) if told is None or told.code == "damaged_database" else told


def _is_sound(catalogue: Reader) -> bool:
    try:
        return bool(catalogue.execute("PRAGMA main.quick_check(1)").fetchone() == ("ok",))
    except sqlite3.Error:
        return False
