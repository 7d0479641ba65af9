"""The term list in use: gpucat's own terms, and the reader's terms next to the database."""

from pathlib import Path
from typing import Final

from gpucat.catalog.concepts import ConceptNames
from gpucat.language import Bilingual
from gpucat.resources import data_file
from gpucat.search.lexicon import TermEntry
from gpucat.search.term_rows import (
    Term,
    compile_lexicon,
    conflicts,
    read_languages,
    read_pairs,
    read_terms,
)
from gpucat.search.wishes import written_out
from gpucat.services.term_files import TERM_FILES, user_terms_file
from gpucat.store.catalogue import read_concepts
from gpucat.store.connection import Reader

_HEADER: Final = (
    "# Your own terms, one concept a row; columns parted by tabs, | between alternatives:\n"
    "# concept\tChinese names\tshort forms\tother English forms\tsymptoms and tasks\tconcepts near it\n"
)


def compile_terms(database: Path) -> dict[str, list[TermEntry]]:
    """Compiles the lexicon of the term list in use."""
    _, *tables, languages = (data_file(name).read_text("utf-8") for name in TERM_FILES)
    words, pinyin, everyday, wishes = map(read_pairs, tables)
    words += read_languages(languages)
    return compile_lexicon(_terms(database), words, pinyin, everyday, written_out(wishes))


def term_forms(database: Path) -> dict[str, list[str]]:
    """Returns the other names of each term in the term list in use; `?` precedes another word's main meaning."""
    forms: dict[str, list[str]] = {}
    for term in _terms(database):
        forms.setdefault(term.name, []).extend(term.told)
    return forms


def read_vocabulary(connection: Reader, database: Path) -> ConceptNames:
    """Returns the catalogue's concepts with all the names that the term list in use gives them."""
    return ConceptNames(read_concepts(connection), term_forms(database))


def save_user_terms(database: Path, text: str) -> list[Bilingual]:
    """Saves the reader's terms for the next search, and returns doubts about them. Raises FileError."""
    from gpucat.files import write_whole

    write_whole(user_terms_file(database), [text])
    short = [term.name for term in read_terms(text) if not term.name or len(term.forms) + len(term.symptoms) < 2]
    doubts = [
        Bilingual(
            f"{name!r} has no other names, so no other word finds it", f"“{name}”没有其他名称，因此没有别的词能找到它"
        )
        for name in short
    ]
    return doubts + term_conflicts(database)


def read_user_terms(database: Path) -> str:
    """Returns the reader's terms as text, or a file header that explains the columns if there are none yet."""
    own = user_terms_file(database)
    return own.read_text("utf-8", "replace") if own.exists() else _HEADER


def term_conflicts(database: Path) -> list[Bilingual]:
    """Finds forms that two rows of the list in use claim."""
    return list(conflicts(_terms(database)))


def _terms(database: Path) -> list[Term]:
    own = user_terms_file(database)
    added = read_terms(own.read_text("utf-8", "replace")) if own.exists() else []
    return [*read_terms(data_file(TERM_FILES[0]).read_text("utf-8")), *added]
