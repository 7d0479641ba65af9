"""Keeps the texts of articles in a file of their own, `NAME.texts.db` beside the catalogue `NAME.db`.

So no backup, export or site of the catalogue can carry one, and deleting the file loses nothing but texts. A text is bound
to the address at which its article stood when it was fetched; an article is also found by its earlier addresses.
Sketches and the places where reading stopped lie here too, because they mean nothing without the texts. Standard library only.
"""

import sqlite3
import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from gpucat.language import Bilingual
from gpucat.paths import texts_path
from gpucat.search.tokens import TOKENIZER_VERSION, index_text
from gpucat.store.connection import Reader, connect, connect_for_reading
from gpucat.store.text_damage import reading_texts, text_errors
from gpucat.store.text_file import APPLICATION_ID, TEXTS_VERSION, is_made
from gpucat.store.transaction import begin_writing, put_row
from gpucat.texts.extraction import EXTRACTOR_VERSION
from gpucat.texts.sections import sections_of
from gpucat.texts.sketch import SKETCH_VERSION, sketch_of
from gpucat.texts.volume import Volume

_PATIENCE_S: Final = 10.0
_SCHEMA: Final = """
CREATE TABLE text (
  id INTEGER PRIMARY KEY, url_key TEXT NOT NULL UNIQUE, url TEXT NOT NULL, fetched_at TEXT NOT NULL, etag TEXT,
  last_modified TEXT, title TEXT NOT NULL, language TEXT NOT NULL, words INTEGER NOT NULL, cjk INTEGER NOT NULL,
  code_blocks INTEGER NOT NULL, code_lines INTEGER NOT NULL, extractor_version INTEGER NOT NULL, markdown BLOB NOT NULL
);
CREATE TABLE section (
  id INTEGER PRIMARY KEY, text_id INTEGER NOT NULL REFERENCES text (id) ON DELETE CASCADE, position INTEGER NOT NULL,
  heading TEXT NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL, head TEXT NOT NULL, body TEXT NOT NULL,
  UNIQUE (text_id, position)
);
CREATE TABLE sketch (
  url_key TEXT PRIMARY KEY, taken_at TEXT NOT NULL, title TEXT NOT NULL, words INTEGER NOT NULL, rules TEXT NOT NULL,
  page BLOB NOT NULL, hashes BLOB NOT NULL
);
CREATE TABLE place (url_key TEXT PRIMARY KEY, section INTEGER NOT NULL, read_at TEXT NOT NULL);
CREATE TABLE refusal (
  url_key TEXT PRIMARY KEY, refused_at TEXT NOT NULL, reason_en TEXT NOT NULL, reason_zh TEXT NOT NULL
);
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
_FULL_TEXT: Final = "CREATE VIRTUAL TABLE section_fts USING fts5(head, body, content='section', content_rowid='id')"
_INDEX: Final = "INSERT INTO section_fts (rowid, head, body) SELECT id, head, body FROM section WHERE text_id = ?"
_UNINDEX: Final = "INSERT INTO section_fts (section_fts, rowid, head, body) SELECT 'delete', id, head, body FROM section WHERE text_id = ?"
_COLUMNS: Final = (
    "text.url_key, text.url, fetched_at, etag, last_modified, text.title, language, words, cjk, code_blocks, code_lines,"
    " extractor_version"
)
_SKETCH: Final = ", ".join(
    f"sketch.{name}" for name in ("url_key", "taken_at", "title", "words", "rules", "page", "hashes")
)
SKETCH_RULES: Final = f"{EXTRACTOR_VERSION}.{SKETCH_VERSION}"
"""The versions of the rules by which a text is extracted and its sketch is made; only sketches by the same are compared."""
_ADDRESSES: Final = (
    "SELECT number, url_key, 0 AS turn FROM main.article WHERE removed_at IS NULL"
    " UNION ALL SELECT article_number, alias.url_key, 1 FROM main.alias"
    " JOIN main.article ON number = article_number WHERE removed_at IS NULL"
)
HEADING_MARK: Final = " › "
"""Parts the headings of a section's path."""


class TextFacts(NamedTuple):
    """What is known of a kept text apart from its words; `url` is where it was read, `fetched_at` when, in UTC."""

    url_key: str
    url: str
    fetched_at: str
    etag: str | None
    last_modified: str | None
    title: str
    language: str
    volume: Volume
    extractor_version: int


class KeptText(NamedTuple):
    """A kept text with its facts."""

    facts: TextFacts
    markdown: str


class Refusal(NamedTuple):
    """Why no text of an address was kept, and when that was found."""

    url_key: str
    refused_at: str
    reason: Bilingual


class Sketch(NamedTuple):
    """A sketch of the text at an address: when it was taken, the page's title then, and by which rules.

    `page` is the hash of the page's bytes, by which a page that is the same need not be read again; empty if unknown.
    """

    url_key: str
    taken_at: str
    title: str
    words: int
    rules: str
    page: bytes
    hashes: bytes


def open_texts(database: Path) -> Reader | None:
    """Opens the texts of the database for reading; None if there are none. The caller closes it.

    Raises StoreError if the file is damaged, of another program or of a newer gpucat.
    """
    path = texts_path(database)
    if not path.exists():
        return None
    with text_errors(path):
        connection = connect_for_reading(path)
        try:
            if is_made(connection, path):
                return connection
        except BaseException:
            connection.close()
            raise
        connection.close()
    return None


@contextmanager
def writing_texts(database: Path) -> Iterator[sqlite3.Connection]:
    """Opens one write transaction on the texts, whose file is made if it is missing. Raises StoreError."""
    path = texts_path(database)
    with text_errors(path):
        if not path.exists():
            path.touch(mode=0o600)
        with closing(connect(path)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            begin_writing(connection, _PATIENCE_S)
            try:
                if not is_made(connection, path):
                    _create(connection)
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise


def put_text(connection: sqlite3.Connection, facts: TextFacts, markdown: str) -> None:
    """Keeps the text of an address in place of an older one, with its sections and their search tokens."""
    remove_texts(connection, [facts.url_key])
    row = facts._asdict() | facts.volume._asdict() | {"markdown": zlib.compress(markdown.encode(), 9)}
    del row["volume"]
    put_row(connection, "text", row, "url_key")
    text_id = connection.execute("SELECT id FROM text WHERE url_key = ?", (facts.url_key,)).fetchone()[0]
    connection.executemany(
        'INSERT INTO section (text_id, position, heading, start, "end", head, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
        (
            (text_id, section.position, (heading := HEADING_MARK.join(section.path)), section.start, section.end,
             index_text(heading), index_text(markdown[section.start : section.end]))
            for section in sections_of(markdown)
        ),
    )  # fmt: skip
    if _has_full_text(connection):
        connection.execute(_INDEX, (text_id,))
    words = facts.volume.words + facts.volume.cjk
    put_sketch(
        connection,
        Sketch(facts.url_key, facts.fetched_at, facts.title, words, SKETCH_RULES, b"", sketch_of(markdown)),
    )


def put_sketch(connection: sqlite3.Connection, sketch: Sketch) -> None:
    """Keeps a sketch in place of the older one of its address."""
    put_row(connection, "sketch", sketch._asdict(), "url_key")


def read_sketch(connection: Reader, url_keys: Sequence[str]) -> Sketch | None:
    """Returns the sketch of the first of these addresses that has one made by today's rules."""
    with reading_texts(connection):
        for key in url_keys:
            row = connection.execute(
                f"SELECT {_SKETCH} FROM sketch WHERE url_key = ? AND rules = ?", (key, SKETCH_RULES)
            )
            if found := row.fetchone():
                return Sketch(*found)
        return None


def put_refusal(connection: sqlite3.Connection, refusal: Refusal) -> None:
    """Notes why no text of an address was kept; a text that is there stays."""
    row = {
        "url_key": refusal.url_key,
        "refused_at": refusal.refused_at,
        "reason_en": refusal.reason.en,
        "reason_zh": refusal.reason.zh,
    }
    put_row(connection, "refusal", row, "url_key")


def touch_text(connection: sqlite3.Connection, url_key: str, fetched_at: str) -> None:
    """Notes that a text was unchanged at this time."""
    connection.execute("UPDATE text SET fetched_at = ? WHERE url_key = ?", (fetched_at, url_key))


def remove_texts(connection: sqlite3.Connection, url_keys: Iterable[str]) -> int:
    """Removes the texts of these addresses and what was noted of refusals; returns how many texts there were."""
    removed = 0
    for key in url_keys:
        connection.execute("DELETE FROM refusal WHERE url_key = ?", (key,))
        row = connection.execute("SELECT id FROM text WHERE url_key = ?", (key,)).fetchone()
        if row is not None:
            if _has_full_text(connection):
                connection.execute(_UNINDEX, row)
            connection.execute("DELETE FROM text WHERE id = ?", row)
            removed += 1
    return removed


def remove_file(database: Path) -> bool:
    """Deletes the file with all texts, sketches and places; returns whether there was one."""
    path = texts_path(database)
    existed = path.exists()
    with text_errors(path):
        for ending in ("", "-wal", "-shm"):
            path.with_name(path.name + ending).unlink(missing_ok=True)
    return existed


def read_facts(connection: Reader, url_keys: Sequence[str] | None = None) -> dict[str, TextFacts]:
    """Returns the facts of the texts of these addresses, or of all, by address key."""
    with reading_texts(connection):
        if url_keys is None:
            rows = connection.execute(f"SELECT {_COLUMNS} FROM text ORDER BY url_key").fetchall()
        else:
            rows = [
                row
                for key in url_keys
                for row in connection.execute(f"SELECT {_COLUMNS} FROM text WHERE url_key = ?", (key,))
            ]
        return {row[0]: _facts(row) for row in rows}


def facts_by_article(reader: Reader) -> dict[int, TextFacts]:
    """Returns the facts of the texts of listed articles by number; the texts are attached.

    An article whose address changed has the text of an earlier one until today's is fetched.
    """
    with reading_texts(reader):
        rows = reader.execute(
            f"SELECT number, {_COLUMNS} FROM ({_ADDRESSES}) AS address JOIN texts.text ON text.url_key = address.url_key"
            " ORDER BY number, turn DESC, text.url_key"
        )
        return {row[0]: _facts(row[1:]) for row in rows}


def sketches_by_article(reader: Reader, numbers: Collection[int] | None = None) -> dict[int, Sketch]:
    """Returns the sketches of these listed articles, or of all, by number, as `facts_by_article` does their facts."""
    with reading_texts(reader):
        rows = reader.execute(
            f"SELECT number, {_SKETCH} FROM ({_ADDRESSES}) AS address JOIN texts.sketch ON sketch.url_key = address.url_key"
            f" WHERE rules = ?{_among(numbers)} ORDER BY number, turn DESC, sketch.url_key",
            (SKETCH_RULES,),
        )
        return {number: Sketch(*row) for number, *row in rows}


def markdown_by_article(
    reader: Reader, numbers: Collection[int] | None = None
) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yields the language and the text of these listed articles, or of all, by number; an earlier address's text first."""
    with reading_texts(reader):
        rows = reader.execute(
            f"SELECT number, language, markdown FROM ({_ADDRESSES}) AS address"
            f" JOIN texts.text ON text.url_key = address.url_key WHERE true{_among(numbers)}"
            " ORDER BY number, turn DESC, text.url_key"
        )
        for number, language, markdown in rows:
            yield number, (language, zlib.decompress(markdown).decode())


def refusals_by_article(reader: Reader) -> dict[int, Refusal]:
    """Returns why the texts of listed articles were not kept, by number; the texts are attached."""
    with reading_texts(reader):
        rows = reader.execute(
            "SELECT number, refusal.url_key, refused_at, reason_en, reason_zh FROM texts.refusal"
            " JOIN main.article ON article.url_key = refusal.url_key WHERE removed_at IS NULL"
        )
        return {number: Refusal(key, at, Bilingual(en, zh)) for number, key, at, en, zh in rows}


def read_text(connection: Reader, url_keys: Sequence[str]) -> KeptText | None:
    """Returns the text kept under the first of these addresses that has one."""
    with reading_texts(connection):
        for key in url_keys:
            row = connection.execute(f"SELECT {_COLUMNS}, markdown FROM text WHERE url_key = ?", (key,)).fetchone()
            if row is not None:
                return KeptText(_facts(row), zlib.decompress(row[-1]).decode())
        return None


def read_place(connection: Reader, url_key: str) -> int | None:
    """Returns the section at which reading stopped; None if it never did."""
    with reading_texts(connection):
        row = connection.execute("SELECT section FROM place WHERE url_key = ?", (url_key,)).fetchone()
        return row[0] if row else None


def put_place(connection: sqlite3.Connection, url_key: str, section: int, read_at: str) -> None:
    """Notes the section at which reading stopped."""
    put_row(connection, "place", {"url_key": url_key, "section": section, "read_at": read_at}, "url_key")


def address_keys(catalogue: Reader, number: int) -> list[str]:
    """Returns the keys of an article's address and of its earlier ones, today's first."""
    rows = catalogue.execute(
        "SELECT url_key FROM (SELECT url_key, 0 AS turn FROM article WHERE number = ?1"
        " UNION ALL SELECT url_key, 1 FROM alias WHERE article_number = ?1) ORDER BY turn, url_key",
        (number,),
    )
    return [key for (key,) in rows]


def _among(numbers: Collection[int] | None) -> str:
    return "" if numbers is None else f" AND number IN ({', '.join(map(str, map(int, numbers)))})"


def _facts(row: Sequence[Any]) -> TextFacts:
    url_key, url, fetched_at, etag, last_modified, title, language, *volume, extractor_version = row[:12]
    return TextFacts(url_key, url, fetched_at, etag, last_modified, title, language, Volume(*volume), extractor_version)


def _create(connection: sqlite3.Connection) -> None:
    for statement in filter(str.strip, _SCHEMA.split(";")):
        connection.execute(statement)
    if connection.execute("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'").fetchone():
        connection.execute(_FULL_TEXT)
    connection.execute("INSERT INTO meta VALUES ('tokenizer', ?)", (str(TOKENIZER_VERSION),))
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {TEXTS_VERSION}")


def _has_full_text(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'section_fts'").fetchone() is not None
