"""Opens the search index for a command, and rebuilds it if the program or the term list has changed."""

from pathlib import Path

from gpucat.errors import StoreError
from gpucat.language import Bilingual
from gpucat.services.opening import Notice
from gpucat.services.term_files import term_signature
from gpucat.store.connection import Reader, renew_snapshot
from gpucat.store.search_reads import StoredIndex, open_index
from gpucat.store.search_state import fingerprint, has_full_text, stored_fingerprint


def open_search_index(connection: Reader, path: Path, is_literal: bool, notice: Notice) -> StoredIndex:
    """Opens the index; rebuilds it first if it is missing or was made from another term list or by another gpucat."""
    made_with = fingerprint(term_signature(path))
    if stored_fingerprint(connection) != made_with:
        _rebuild(connection, path, made_with)
    if not has_full_text(connection):
        notice(
            Bilingual(
                "this SQLite has no FTS5: scanning every article instead, which is slower in a long list",
                "此 SQLite 没有 FTS5：改为逐篇扫描，文章很多时会较慢",
            )
        )
    return open_index(connection, is_literal=is_literal)


def _rebuild(connection: Reader, path: Path, made_with: str) -> None:
    from gpucat.services.term_list import compile_terms
    from gpucat.store.search_index import build_temporary_index, rebuild_index

    lexicon = compile_terms(path)
    try:
        rebuild_index(path, lexicon, made_with)
        renew_snapshot(connection)
    except StoreError:  # if the database cannot be written, the index lives for this run only
        build_temporary_index(connection, lexicon, made_with)
