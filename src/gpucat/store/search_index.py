"""Writes the search index: the token text of each article, a full-text table over it, known spellings, the term list.

The index is derived data: it is created here, not by a migration, may be dropped at any time, and is rebuilt when its
fingerprint changes. Token text has its own table (`search_text`), to which the full-text table (`article_fts`) only refers,
so that an SQLite without FTS5 can scan it. Standard library only.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

from gpucat.catalog.levels import LevelSpan
from gpucat.search.asked import fact_tokens, host_of, site_words
from gpucat.search.lexicon import TermEntry
from gpucat.search.ranking import COLUMNS
from gpucat.search.tokens import index_text, surface_words
from gpucat.store.checksums import count_anew
from gpucat.store.search_state import BEHIND, NO_MODULE, has_full_text, has_index, stored_fingerprint
from gpucat.store.transaction import write_transaction
from gpucat.store.watching import WatchedConnection

TABLES: Final = ("article_fts", "search_text", "search_word", "search_entry", "search_forms", "search_state")
_COUNTED: Final = tuple(name for name in TABLES if name not in ("article_fts", "search_state"))
_LISTED: Final = ", ".join(COLUMNS)
_MARKS: Final = ", ".join("?" * (len(COLUMNS) + 1))
_BATCH: Final = 500
_PATIENCE_S: Final = 0.5
_REBUILD: Final = "INSERT INTO article_fts (article_fts) VALUES ('rebuild')"
_SOURCE: Final = """
SELECT article.number, article.title, article.url, article.summary, article.why, article.summary_en, article.why_en,
       article.published, article.level_low, article.level_high, module.slug, article.source_type, source.name, note.text,
       (SELECT group_concat(value, ' ; ') FROM
           (SELECT value FROM json_each(facets, '$.uses') UNION ALL SELECT value FROM json_each(facets, '$.covers'))),
       (SELECT group_concat(value, ' ; ') FROM
           (SELECT value FROM json_each(facets, '$.questions')
            UNION ALL SELECT value FROM json_each(facets, '$.questions_en'))),
       (SELECT group_concat(author.name, ' ; ') FROM article_author JOIN author ON author.id = author_id
         WHERE article_number = article.number),
       (SELECT group_concat(keyword.name, ' ; ') FROM article_keyword JOIN keyword ON keyword.id = keyword_id
         WHERE article_number = article.number),
       (SELECT group_concat(concept.name || ' ; ' || concept.zh, ' ; ') FROM article_concept
          JOIN concept ON concept.id = concept_id WHERE article_number = article.number AND relation = 'teaches')
  FROM article
  LEFT JOIN module ON module.id = article.module_id
  LEFT JOIN source ON source.id = article.source_id
  LEFT JOIN note ON note.article_number = article.number
 WHERE article.removed_at IS NULL
"""

_CHANGED: Final = """
SELECT DISTINCT json_extract(coalesce(after, before), iif(table_name = 'article', '$.number', '$.article_number')) AS number
  FROM changed_row WHERE change_id = ?
   AND table_name IN ('article', 'article_author', 'article_keyword', 'article_concept', 'note')
"""


def build_index(
    connection: sqlite3.Connection,
    lexicon: Mapping[str, Sequence[TermEntry]],
    made_with: str,
    *,
    is_temporary: bool = False,
) -> None:
    """Rebuilds the whole index in the caller's transaction; with `is_temporary` only this connection sees it."""
    schema = "temp" if is_temporary else "main"
    if isinstance(connection, WatchedConnection):
        connection.leave_out(_COUNTED)
    for table in TABLES:
        _drop(connection, f"{schema}.{table}")
    connection.execute(f"CREATE TABLE {schema}.search_state (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
    columns = ", ".join(f"{column} TEXT NOT NULL" for column in COLUMNS)
    connection.execute(f"CREATE TABLE {schema}.search_text (article_number INTEGER PRIMARY KEY, {columns})")
    connection.execute(f"CREATE TABLE {schema}.search_word (word TEXT PRIMARY KEY) WITHOUT ROWID")
    connection.execute(
        f"CREATE TABLE {schema}.search_entry (key TEXT PRIMARY KEY, entries TEXT NOT NULL) WITHOUT ROWID"
    )
    connection.execute(
        f"CREATE TABLE {schema}.search_forms (kind TEXT, concept TEXT, forms TEXT NOT NULL, apart TEXT NOT NULL,"
        " PRIMARY KEY (kind, concept)) WITHOUT ROWID"
    )
    _create_full_text(connection, schema)
    _write_lexicon(connection, lexicon)
    _write_articles(connection, connection.execute(_SOURCE), is_listed_whole=True)
    if not is_temporary:
        count_anew(connection, _COUNTED)
    connection.execute("INSERT INTO search_state VALUES ('fingerprint', ?)", (made_with,))
    _mark_if_behind(connection)


def build_temporary_index(
    connection: sqlite3.Connection, lexicon: Mapping[str, Sequence[TermEntry]], made_with: str
) -> None:
    """Builds an index that lives as long as the connection, for a database that cannot be written."""
    connection.execute("PRAGMA query_only = OFF")
    build_index(connection, lexicon, made_with, is_temporary=True)


def update_index(connection: sqlite3.Connection, numbers: Iterable[int]) -> None:
    """Updates the index for the articles, given once each; removed ones leave it.

    Without an index of this version it does nothing: the next search builds one.
    """
    if not has_index(connection):
        return
    wanted = iter(numbers)
    while batch := list(islice(wanted, _BATCH)):
        listed = ", ".join(map(str, batch))
        _forget(connection, listed)
        _write_articles(connection, connection.execute(f"{_SOURCE} AND article.number IN ({listed})"))
    _mark_if_behind(connection)


def make_full_text(connection: sqlite3.Connection) -> None:
    """Builds the full-text table of an index that has none, if this SQLite has FTS5."""
    _create_full_text(connection, "main")
    if has_full_text(connection):
        connection.execute(_REBUILD)


def changed_articles(connection: sqlite3.Connection, change_id: int) -> Iterator[int]:
    """Yields the numbers of the articles that a journalled change affects; there may be very many."""
    is_renamed = connection.execute(
        "SELECT EXISTS (SELECT 1 FROM changed_row WHERE change_id = ? AND before IS NOT NULL AND after IS NOT NULL"
        " AND table_name IN ('author', 'source', 'keyword', 'concept', 'module'))",
        (change_id,),
    ).fetchone()[0]
    changed = _CHANGED if not is_renamed else f"{_CHANGED} UNION SELECT number FROM article"
    rows = connection.execute(f"SELECT number FROM ({changed}) WHERE number IS NOT NULL ORDER BY number", (change_id,))
    return (int(number) for (number,) in rows)


def _drop(connection: sqlite3.Connection, table: str) -> None:
    try:
        connection.execute(f"DROP TABLE IF EXISTS {table}")
    except sqlite3.OperationalError as error:
        if NO_MODULE not in str(error):
            raise


def _mark_if_behind(connection: sqlite3.Connection) -> None:
    """Marks the full-text table as outdated if this SQLite, having no FTS5, could not update it."""
    found = connection.execute("SELECT 1 FROM main.sqlite_schema WHERE name = 'article_fts'").fetchone()
    if found and not has_full_text(connection):
        connection.execute("INSERT OR IGNORE INTO search_state VALUES (?, '')", (BEHIND,))


def _create_full_text(connection: sqlite3.Connection, schema: str) -> None:
    try:
        connection.execute(
            f"CREATE VIRTUAL TABLE IF NOT EXISTS {schema}.article_fts USING fts5({_LISTED}, content='search_text',"
            " content_rowid='article_number', tokenize=\"unicode61 remove_diacritics 0 tokenchars '=+-.'\")"
        )
    except sqlite3.OperationalError as error:
        if NO_MODULE not in str(error):
            raise


def _write_lexicon(connection: sqlite3.Connection, lexicon: Mapping[str, Sequence[TermEntry]]) -> None:
    """Writes the entries by key, and once per concept the forms that its keys share.

    An entry is a line of fields separated by tabs, which no text of the term list can contain.
    """
    rows = (
        (key, "\n".join(f"{e.kind}\t{e.concept}\t{e.told}\t{e.weight!r}" for e in entries))
        for key, entries in lexicon.items()
    )
    connection.executemany("INSERT INTO search_entry VALUES (?, ?)", rows)
    forms = {(e.kind, e.concept): (e.forms, e.apart) for entries in lexicon.values() for e in entries if e.forms}
    connection.executemany(
        "INSERT INTO search_forms VALUES (?, ?, ?, ?)",
        (
            (
                kind,
                concept,
                "\n".join(f"{f.text}\t{' '.join(f.tokens)}" for f in named),
                "\n".join(map(" ".join, apart)),
            )
            for (kind, concept), (named, apart) in forms.items()
        ),
    )


def _write_articles(
    connection: sqlite3.Connection, sources: Iterable[Sequence[Any]], *, is_listed_whole: bool = False
) -> None:
    """Writes token text, spellings and the full-text table, which is rebuilt at once if all articles are written."""
    words: set[str] = set()
    written: list[int] = []
    connection.executemany(f"INSERT INTO search_text VALUES ({_MARKS})", _token_rows(sources, words, written))
    connection.executemany("INSERT OR IGNORE INTO search_word VALUES (?)", ((word,) for word in sorted(words)))
    if not has_full_text(connection):
        return
    if is_listed_whole:
        connection.execute(_REBUILD)
    elif written:
        listed = ", ".join(map(str, written))
        connection.execute(
            f"INSERT INTO article_fts (rowid, {_LISTED}) SELECT * FROM search_text WHERE article_number IN ({listed})"
        )


def _forget(connection: sqlite3.Connection, listed: str) -> None:
    """Removes articles, first from the full-text table, which must be given the tokens it holds."""
    if has_full_text(connection):
        connection.execute(
            f"INSERT INTO article_fts (article_fts, rowid, {_LISTED})"
            f" SELECT 'delete', * FROM search_text WHERE article_number IN ({listed})"
        )
    connection.execute(f"DELETE FROM search_text WHERE article_number IN ({listed})")


def _token_rows(sources: Iterable[Sequence[Any]], words: set[str], written: list[int]) -> Iterator[tuple[Any, ...]]:
    for row in sources:
        number, title, url, summary, why, summary_en, why_en = row[:7]
        published, low, high, module, source_type, source, note, facets, questions, authors, keywords, concepts = row[
            7:
        ]
        level = None if low is None else LevelSpan(low, high)
        texts = {
            "title": title,
            "keywords": keywords or "",
            "summary": summary,
            "why": why,
            "authors": authors or "",
            "source": f"{source or ''} ; {site_words(url)}",
            "note": note or "",
            "concepts": concepts or "",
            "summary_en": summary_en,
            "why_en": why_en,
            "facets": facets or "",
            "questions": questions or "",
        }
        tokens = {name: index_text(text) for name, text in texts.items()}
        tokens["facts"] = fact_tokens(published, level, host_of(url), module, source_type)
        for text in texts.values():
            words.update(surface_words(text))
        written.append(number)
        yield (number, *(tokens[column] for column in COLUMNS))


def rebuild_index(path: Path, lexicon: Mapping[str, Sequence[TermEntry]], made_with: str) -> None:
    """Rebuilds the index of the database at `path`, unless another process has just done so.

    Raises StoreError, and after a short wait if another process is writing, since the caller only wants to search.
    """
    with write_transaction(path, patience_s=_PATIENCE_S) as connection:
        if stored_fingerprint(connection) != made_with:
            build_index(connection, lexicon, made_with)
