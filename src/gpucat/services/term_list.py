"""The term list in use: what travels with gpucat, and the reader's own terms beside the database."""

from pathlib import Path
from typing import Final

from gpucat.catalog.lexicon import (
    LEXICON_VERSION,
    Entry,
    Term,
    compile_lexicon,
    conflicts,
    read_pairs,
    read_terms,
)
from gpucat.language import Bilingual
from gpucat.resources import data_file

_FILES: Final = ("terms.tsv", "words.tsv", "pinyin.tsv", "everyday.tsv")
USER_TERMS_HEADER: Final = (
    "# Your own terms, one concept a row; columns parted by tabs, | between alternatives:\n"
    "# concept\tChinese names\tshort forms\tother English forms\tsymptoms and tasks\tconcepts near it\n"
)


def user_terms_file(database: Path) -> Path:
    """Where the reader's terms for this database are: `gpucat.terms.tsv` beside `gpucat.db`."""
    return database.with_name(f"{database.stem}.terms.tsv")


def term_signature(database: Path) -> str:
    """What changes whenever a file of the term list does: sizes and times, so that a search need not read them."""
    stats = [file.stat() for file in _files(database)]
    return "-".join([str(LEXICON_VERSION), *(f"{stat.st_size:x}.{stat.st_mtime_ns:x}" for stat in stats)])


def compile_terms(database: Path) -> dict[str, list[Entry]]:
    """The lexicon of the term list in use."""
    words, pinyin, everyday = (read_pairs(data_file(name).read_text("utf-8")) for name in _FILES[1:])
    return compile_lexicon(_terms(database), words, pinyin, everyday)


def term_conflicts(database: Path) -> list[Bilingual]:
    """Forms that two rows of the list in use claim."""
    return list(conflicts(_terms(database)))


def _files(database: Path) -> list[Path]:
    own = user_terms_file(database)
    return [*(data_file(name) for name in _FILES), *([own] if own.exists() else [])]


def _terms(database: Path) -> list[Term]:
    own = user_terms_file(database)
    added = read_terms(own.read_text("utf-8", "replace")) if own.exists() else []
    return [*read_terms(data_file(_FILES[0]).read_text("utf-8")), *added]
