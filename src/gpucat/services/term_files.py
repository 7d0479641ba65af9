"""Which files the term list in use is made of, and whether they changed: all that a search needs of them."""

from pathlib import Path
from typing import Final

from gpucat.resources import checksum, data_file
from gpucat.search.lexicon import LEXICON_VERSION

TERM_FILES: Final = ("terms.tsv", "words.tsv", "pinyin.tsv", "everyday.tsv")
INDEX_FILES: Final = (*TERM_FILES, "asked.tsv", "han.tsv", "stop_words.tsv")
"""The data files that an index is made with: the term list, and what its words and tokens are told by."""


def user_terms_file(database: Path) -> Path:
    """Where the reader's terms for this database are: `gpucat.terms.tsv` beside `gpucat.db`."""
    return database.with_name(f"{database.stem}.terms.tsv")


def term_signature(database: Path) -> str:
    """What changes whenever the term list does: what the files that travel with gpucat hold (two installations have them
    at different times), and size and time of the reader's own.
    """
    own = user_terms_file(database)
    stat = own.stat() if own.exists() else None
    shipped = f"{LEXICON_VERSION}-{checksum(map(data_file, INDEX_FILES))}"
    return f"{shipped}-{stat.st_size:x}.{stat.st_mtime_ns:x}" if stat else shipped
