"""Which files the term list in use is made of, and whether they changed: all that a search needs of them."""

from pathlib import Path
from typing import Final

from gpucat.resources import data_file
from gpucat.search.lexicon import LEXICON_VERSION

TERM_FILES: Final = ("terms.tsv", "words.tsv", "pinyin.tsv", "everyday.tsv")


def user_terms_file(database: Path) -> Path:
    """Where the reader's terms for this database are: `gpucat.terms.tsv` beside `gpucat.db`."""
    return database.with_name(f"{database.stem}.terms.tsv")


def term_signature(database: Path) -> str:
    """What changes whenever a file of the term list does: sizes and times, so that a search need not read them."""
    stats = [file.stat() for file in term_files(database)]
    return "-".join([str(LEXICON_VERSION), *(f"{stat.st_size:x}.{stat.st_mtime_ns:x}" for stat in stats)])


def term_files(database: Path) -> list[Path]:
    """All of them, the reader's own last."""
    own = user_terms_file(database)
    folder = data_file(TERM_FILES[0]).parent
    return [*(folder / name for name in TERM_FILES), *([own] if own.exists() else [])]
