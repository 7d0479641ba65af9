"""The files of the term list and their signature, which is all that a search needs of them."""

from pathlib import Path
from typing import Final

from gpucat.resources import checksum, data_file
from gpucat.search.lexicon import LEXICON_VERSION

TERM_FILES: Final = ("terms.tsv", "words.tsv", "pinyin.tsv", "everyday.tsv", "wishes.tsv", "languages.tsv")
INDEX_FILES: Final = (*TERM_FILES, "asked.tsv", "han.tsv", "stop_words.tsv")
"""The data files on which a search index depends."""


def user_terms_file(database: Path) -> Path:
    """Returns the path of the reader's own terms for this database: `gpucat.terms.tsv` beside `gpucat.db`."""
    return database.with_name(f"{database.stem}.terms.tsv")


def term_signature(database: Path) -> str:
    """Returns a text that changes whenever a file changes on which the search index depends.

    It has the checksum of the shipped files, whose times differ between installations, and the size and time of the
    reader's own file.
    """
    own = user_terms_file(database)
    stat = own.stat() if own.exists() else None
    shipped = f"{LEXICON_VERSION}-{checksum(map(data_file, INDEX_FILES))}"
    return f"{shipped}-{stat.st_size:x}.{stat.st_mtime_ns:x}" if stat else shipped
