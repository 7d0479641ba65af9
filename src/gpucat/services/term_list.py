"""The term list in use: what travels with gpucat, and the reader's own terms beside the database."""

from pathlib import Path
from typing import Final

from gpucat.catalog.lexicon import Entry, compile_lexicon, conflicts, lexicon_checksum, read_pairs, read_terms
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


def read_term_texts(database: Path) -> tuple[str, ...]:
    """The texts of the term list, the reader's own last (empty where there is none)."""
    own = user_terms_file(database)
    texts = [data_file(name).read_text("utf-8") for name in _FILES]
    return (*texts, own.read_text("utf-8", "replace") if own.exists() else "")


def compile_term_texts(texts: tuple[str, ...]) -> dict[str, list[Entry]]:
    """The lexicon of the texts."""
    terms, words, pinyin, everyday, own = texts
    return compile_lexicon(
        [*read_terms(terms), *read_terms(own)], read_pairs(words), read_pairs(pinyin), read_pairs(everyday)
    )


def checksum_of(texts: tuple[str, ...]) -> str:
    """What changes whenever a text does."""
    return lexicon_checksum(*texts)


def term_conflicts(database: Path) -> list[Bilingual]:
    """Forms that two rows of the list in use claim."""
    terms, _, _, _, own = read_term_texts(database)
    return list(conflicts([*read_terms(terms), *read_terms(own)]))
