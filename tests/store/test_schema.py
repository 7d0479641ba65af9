"""Models and migrations make the same tables, and sqlite3 and SQLModel read and write them alike."""

import re
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine
from sqlmodel import Session, SQLModel, select
from tests.conftest import SOURCES

from gpucat.catalog.article import Article
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.levels import LevelSpan
from gpucat.resources import migrations_folder
from gpucat.store import models
from gpucat.store.article_writes import add_articles
from gpucat.store.articles import find_articles
from gpucat.store.connection import SCHEMA_VERSION, URL_KEY_VERSION
from gpucat.store.journal import write
from gpucat.store.list_import import import_articles

SCHEMA = (
    "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'article_fts%'"
    " AND name NOT LIKE 'search_%' AND name NOT LIKE 'alembic_%'"
)


@pytest.fixture
def opened(db: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(db)
    yield connection
    connection.close()


def test_models_and_migrations_agree(db: Path) -> None:
    engine = create_engine(f"sqlite:///{db}")
    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection,
            opts={
                "include_object": lambda _o, name, kind, *_: (
                    not (kind == "table" and name.startswith(("article_fts", "search_")))
                )
            },
        )
        assert compare_metadata(context, SQLModel.metadata) == []
    engine.dispose()


def test_models_and_migrations_make_the_same_tables(opened: sqlite3.Connection) -> None:
    """The texts are equal but for the order of columns, even the checks, which Alembic does not compare."""
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        SQLModel.metadata.create_all(connection)
        modelled = _parts_by_name(connection.exec_driver_sql(SCHEMA).fetchall())
    engine.dispose()
    assert _parts_by_name(opened.execute(SCHEMA)) == modelled
    assert any("CHECK" in part for part in modelled["rating"])


def _parts_by_name(rows: Iterable[Sequence[str]]) -> dict[str, list[str]]:
    """Returns the sorted lines of SQL of each table and index; SQLite writes an added column behind the last one."""
    lines = {name: re.split(r"\n|(?<=[A-Z]), (?=\w+ (?:VARCHAR|JSON))", sql) for name, sql in rows}
    return {name: sorted(line.strip(' ,\t"') for line in parts) for name, parts in lines.items()}


def test_the_schema_version_counts_the_migrations() -> None:
    assert len(list((migrations_folder() / "versions").glob("*.py"))) == SCHEMA_VERSION


def test_every_constraint_has_a_name(opened: sqlite3.Connection) -> None:
    for name, sql in opened.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'"):
        if not name.startswith(("article_fts", "search_", "sqlite_", "alembic_")):
            assert sql.count("CONSTRAINT") == sum(
                sql.count(kind) for kind in ("PRIMARY KEY", "FOREIGN KEY", "UNIQUE (", "CHECK (")
            ), sql


def test_the_two_ways_to_read_an_article_agree(db: Path, opened: sqlite3.Connection) -> None:
    """Both sqlite3, which makes Articles, and SQLModel read the same values."""
    read = {article.number: article for article in find_articles(opened, ArticleFilter())}
    engine = create_engine(f"sqlite:///{db}")
    with Session(engine) as session:
        names = {author.id: author.name for author in session.exec(select(models.AuthorTable))}
        words = {keyword.id: keyword.name for keyword in session.exec(select(models.KeywordTable))}
        slugs = {module.id: module.slug for module in session.exec(select(models.ModuleTable))}
        sources = {source.id: source.name for source in session.exec(select(models.SourceTable))}
        authors = sorted(
            (row.article_number, row.position, names[row.author_id])
            for row in session.exec(select(models.ArticleAuthorTable))
        )
        keywords = sorted(
            (row.article_number, row.position, words[row.keyword_id])
            for row in session.exec(select(models.ArticleKeywordTable))
        )
        for row in session.exec(select(models.ArticleTable)):
            article = read[row.number or 0]
            assert tuple(name for number, _, name in authors if number == row.number) == article.authors
            assert tuple(word for number, _, word in keywords if number == row.number) == article.keywords
            assert (row.level_low, row.level_high) == article.level
            assert slugs[row.module_id] == article.module
            assert sources[row.source_id] == article.source
            for column in (
                "title",
                "url",
                "position",
                "published",
                "summary",
                "why",
                "summary_en",
                "why_en",
                "source_type",
            ):
                assert getattr(row, column) == getattr(article, column)
    engine.dispose()
    assert len(read) == 148


def test_the_two_ways_to_write_an_article_agree(without_articles: Path, tmp_path: Path) -> None:
    """SQLModel, used to import a list, and sqlite3, used to add an article, write the same rows."""
    level = LevelSpan(0, 1)
    one = Article(
        number=0, title="One 共享", url="https://a.example/1", source="A", authors=("B", "C"), keywords=("x", "y"), level=level,
        published="2024-05", summary="s", why="w", summary_en="s", why_en="w", source_type="blog", extra={"k": ["é", 1]},
    )  # fmt: skip
    articles = [one, Article(number=0, title="Two", url="https://a.example/2", authors=("C",))]
    written = []
    for store_articles in (add_articles, import_articles):
        path = shutil.copyfile(without_articles, tmp_path / "written.db")
        with write(path, "test", "2026-01-01T00:00:00+00:00") as writer:
            assert store_articles(writer.connection, articles, writer.now) == [1, 2]
        with closing(sqlite3.connect(path)) as opened:
            written.append(list(opened.iterdump()))
    assert written[0] == written[1]


def test_the_models_know_every_column_that_a_statement_names() -> None:
    named = re.compile(r"INSERT (?:OR \w+ )?INTO \"?(\w+)\"? \(([\w, ]+)\)|UPDATE (?:OR \w+ )?\"?(\w+)\"? SET (\w+) =")
    unknown, known = [], 0
    for path in (SOURCES / "gpucat" / "store").glob("*.py"):
        for inserted, columns, updated, column in named.findall(path.read_text("utf-8")):
            table = SQLModel.metadata.tables.get(inserted or updated)
            if table is not None:
                known += 1
                unknown += [(path.name, name) for name in (columns or column).split(", ") if name not in table.columns]
    assert unknown == []
    assert known > 20


def test_every_reference_has_an_index(db: Path) -> None:
    """Deleting a row looks for its children, which without an index scans their whole table."""
    opened = sqlite3.connect(db)
    missing = []
    tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'article_fts%'"
    for (table,) in opened.execute(tables).fetchall():
        indexes = [row[1] for row in opened.execute(f'PRAGMA index_list("{table}")')]
        first = {opened.execute(f'PRAGMA index_info("{index}")').fetchone()[2] for index in indexes}
        first |= {row[1] for row in opened.execute(f'PRAGMA table_info("{table}")') if row[5] == 1}
        missing += [
            (table, row[3])
            for row in opened.execute(f'PRAGMA foreign_key_list("{table}")')
            if row[2] == "article" and row[3] not in first
        ]
    opened.close()
    assert missing == []


def test_the_version_of_the_url_keys_is_kept_with_them(opened: sqlite3.Connection) -> None:
    stored = opened.execute("SELECT value FROM meta WHERE key = 'url_key_version'").fetchone()
    assert stored == (str(URL_KEY_VERSION),)
