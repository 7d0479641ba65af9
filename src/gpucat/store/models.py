"""The tables as SQLModel classes, used to import a list and to compare with the migrations.

The database holds one list (module, stage, step, article and what belongs to it) and one reader's data (link_check,
confirmed_page, distinct_pair, reading, rating, note, practice_state, practice_note, measurement). A removed or merged article stays as a
row with `removed_at`, so that the reader's data is never lost and the same URL finds it again. The reader's rows have the
time of their last change, so that two machines can be merged and the later change wins; that is also why a row that is
reset is kept.
"""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, cast

from sqlalchemy import JSON, CheckConstraint, Column, Index, UniqueConstraint
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine import Connection, Engine, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import declared_attr
from sqlalchemy.pool import StaticPool
from sqlmodel import Field, SQLModel

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

ARTICLE_KEY: Final = "article.number"


class _Named(SQLModel):
    @declared_attr.directive
    def __tablename__(cls) -> str:
        """Returns the table name: `link_check` for `LinkCheckTable`."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__.removesuffix("Table")).lower()


class MetaTable(_Named, table=True):
    """The version of the URL keys (`url_key_version`) and the highest article number ever given (`highest_number`)."""

    key: str = Field(primary_key=True)
    value: str


class ListTextTable(_Named, table=True):
    """The list's own prose: `title`, `intro`, `rule`, `quality`, `practice_intro`, by kind and position."""

    kind: str = Field(primary_key=True)
    position: int = Field(primary_key=True)
    en: str = ""
    zh: str = ""


class ModuleTable(_Named, table=True):
    id: int | None = Field(default=None, primary_key=True)
    slug: str = Field(unique=True)
    number: int = Field(unique=True)
    title_en: str
    title_zh: str
    how_to_read_en: str = ""
    how_to_read_zh: str = ""


class ModuleStartTable(_Named, table=True):
    """The recommended first article of a module."""

    module_id: int = Field(primary_key=True, foreign_key="module.id")
    article_number: int = Field(foreign_key=ARTICLE_KEY, index=True)


class SourceTable(_Named, table=True):
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)


class AuthorTable(_Named, table=True):
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)


class KeywordTable(_Named, table=True):
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)


class ArticleTable(_Named, table=True):
    """An article. `number` never changes; `module_id` and `position` are its place, both null in the inbox.

    `level_low` and `level_high` are 0 to 2 (beginner to advanced); `published` is a date that may lack day or month; `extra`
    is JSON with imported fields that gpucat does not know, `facets` JSON with what it uses, covers, has and answers.
    """

    __table_args__ = (
        CheckConstraint("level_low BETWEEN 0 AND level_high AND level_high <= 2", name="level"),
        CheckConstraint("(module_id IS NULL) = (position IS NULL)", name="place"),
        Index("ix_article_module_id_position", "module_id", "position"),
    )
    number: int | None = Field(default=None, primary_key=True)
    title: str
    url: str
    url_key: str = Field(unique=True)
    loose_key: str | None = Field(default=None, index=True)
    source_id: int | None = Field(default=None, foreign_key="source.id", index=True)
    source_type: str | None = None
    module_id: int | None = Field(default=None, foreign_key="module.id")
    position: int | None = None
    level_low: int | None = None
    level_high: int | None = None
    published: str | None = Field(default=None, index=True)
    summary: str = ""
    why: str = ""
    summary_en: str = ""
    why_en: str = ""
    extra: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    facets: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False, server_default="{}"))
    added_at: str
    removed_at: str | None = None
    merged_into: int | None = Field(default=None, foreign_key=ARTICLE_KEY, index=True)


class ArticleAuthorTable(_Named, table=True):
    article_number: int = Field(primary_key=True, foreign_key=ARTICLE_KEY)
    position: int = Field(primary_key=True)
    author_id: int = Field(foreign_key="author.id", index=True)


class ArticleKeywordTable(_Named, table=True):
    article_number: int = Field(primary_key=True, foreign_key=ARTICLE_KEY)
    position: int = Field(primary_key=True)
    keyword_id: int = Field(foreign_key="keyword.id", index=True)


class AliasTable(_Named, table=True):
    """Another address of an article: an earlier one or that of a merged copy."""

    url_key: str = Field(primary_key=True)
    url: str
    article_number: int = Field(foreign_key=ARTICLE_KEY, index=True)
    added_at: str


class StageTable(_Named, table=True):
    number: int = Field(primary_key=True)
    title_en: str
    title_zh: str
    separator: str


class StepTable(_Named, table=True):
    __table_args__ = (UniqueConstraint("stage_number", "position"),)
    id: int | None = Field(default=None, primary_key=True)
    stage_number: int = Field(foreign_key="stage.number")
    position: int
    title_en: str
    title_zh: str
    is_placed: bool = False


class StepArticleTable(_Named, table=True):
    """The place of an article on the route: its step and its position in that step."""

    article_number: int = Field(primary_key=True, foreign_key=ARTICLE_KEY)
    step_id: int = Field(foreign_key="step.id", index=True)
    position: int


class GlossaryTable(_Named, table=True):
    position: int = Field(primary_key=True)
    kind: str
    head_en: str
    head_zh: str
    body_en: str
    body_zh: str


class PracticeTable(_Named, table=True):
    number: int = Field(primary_key=True)
    experiment_en: str
    experiment_zh: str
    stage_number: int | None = Field(default=None, foreign_key="stage.number")


class PracticeMetricTable(_Named, table=True):
    practice_number: int = Field(primary_key=True, foreign_key="practice.number")
    position: int = Field(primary_key=True)
    en: str
    zh: str


class PracticeArticleTable(_Named, table=True):
    practice_number: int = Field(primary_key=True, foreign_key="practice.number")
    position: int = Field(primary_key=True)
    article_number: int = Field(foreign_key=ARTICLE_KEY, index=True)


class ConceptTable(_Named, table=True):
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    zh: str = ""
    is_assumed: bool = False


class PracticeConceptTable(_Named, table=True):
    practice_number: int = Field(primary_key=True, foreign_key="practice.number")
    position: int = Field(primary_key=True)
    concept_id: int = Field(foreign_key="concept.id", index=True)


class ArticleConceptTable(_Named, table=True):
    """A concept that an article teaches (`relation` = `teaches`) or needs (`needs`), most central first.

    `depth` is `introduces` or `masters` where an article teaches less or more than enough to use the concept.
    """

    article_number: int = Field(primary_key=True, foreign_key=ARTICLE_KEY)
    relation: str = Field(primary_key=True)
    position: int = Field(primary_key=True)
    concept_id: int = Field(foreign_key="concept.id", index=True)
    depth: str | None = None


class LinkCheckTable(_Named, table=True):
    """One check of an article's address, with its time in UTC."""

    __table_args__ = (Index("ix_link_check_article_number_checked_at", "article_number", "checked_at"),)
    id: int | None = Field(default=None, primary_key=True)
    article_number: int = Field(foreign_key=ARTICLE_KEY)
    url: str
    checked_at: str
    verdict: str
    reason_en: str = ""
    reason_zh: str = ""
    status: int | None = None
    final_url: str | None = None
    page_title: str | None = None
    title_match: str | None = None
    attempts: int = 1
    elapsed_ms: int = 0


class ConfirmedPageTable(_Named, table=True):
    """The page title confirmed by a person or by a first match; later checks compare with it."""

    article_number: int = Field(primary_key=True, foreign_key=ARTICLE_KEY)
    page_title: str
    confirmed_at: str


class ObservedFactTable(_Named, table=True):
    """A fact from a page or an import, kept apart from the list's own and never written over it."""

    article_number: int = Field(primary_key=True, foreign_key=ARTICLE_KEY)
    field: str = Field(primary_key=True)
    origin: str = Field(primary_key=True)
    value: str
    observed_at: str


class DistinctPairTable(_Named, table=True):
    """Two articles that a person marked as distinct; `low_number` < `high_number`."""

    low_number: int = Field(primary_key=True, foreign_key=ARTICLE_KEY)
    high_number: int = Field(primary_key=True, foreign_key=ARTICLE_KEY, index=True)
    decided_at: str


class ReadingTable(_Named, table=True):
    """The reading state of an article, with times in UTC."""

    article_number: int = Field(primary_key=True, foreign_key=ARTICLE_KEY)
    status: str
    started_at: str | None = None
    finished_at: str | None = None
    changed_at: str


class RatingTable(_Named, table=True):
    __table_args__ = (CheckConstraint("stars BETWEEN 1 AND 5", name="stars"),)
    article_number: int = Field(primary_key=True, foreign_key=ARTICLE_KEY)
    stars: int
    changed_at: str


class NoteTable(_Named, table=True):
    """The reader's note on an article; empty once removed."""

    article_number: int = Field(primary_key=True, foreign_key=ARTICLE_KEY)
    text: str
    changed_at: str


class PracticeStateTable(_Named, table=True):
    practice_number: int = Field(primary_key=True, foreign_key="practice.number")
    done_at: str | None = None
    changed_at: str


class PracticeNoteTable(_Named, table=True):
    """The reader's note on an experiment; empty once removed."""

    practice_number: int = Field(primary_key=True, foreign_key="practice.number")
    text: str
    changed_at: str


class MeasurementTable(_Named, table=True):
    """What the reader measured in an experiment: `facts` is a JSON object, `key` says which measurement it is."""

    practice_number: int = Field(primary_key=True, foreign_key="practice.number")
    key: str = Field(primary_key=True)
    facts: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    recorded_at: str


class WatchedSiteTable(_Named, table=True):
    """A site that was looked at for new articles: the address that named them, and when it last did."""

    site: str = Field(primary_key=True)
    source_url: str
    looked_at: str


class DiscoveryTable(_Named, table=True):
    """An article that a site has and the list had not when it was found; `number` names it for `add`."""

    number: int | None = Field(default=None, primary_key=True)
    url_key: str = Field(unique=True)
    url: str
    site: str
    title: str
    published: str | None = None
    authors: str = ""
    found_at: str


class SettingTable(_Named, table=True):
    """A choice of the reader: a key of catalog.settings with its value as typed."""

    key: str = Field(primary_key=True)
    value: str
    changed_at: str


class ChangeTable(_Named, table=True):
    """One command that changed something: the unit of `history` and `undo`."""

    id: int | None = Field(default=None, primary_key=True)
    made_at: str
    command: str
    undone_at: str | None = None


class ChangedRowTable(_Named, table=True):
    """One row before and after a change, as JSON objects; null if it did not exist."""

    id: int | None = Field(default=None, primary_key=True)
    change_id: int = Field(foreign_key="change.id", index=True)
    table_name: str
    before: str | None = None
    after: str | None = None


class ChecksumTable(_Named, table=True):
    """What the rows of a table in one bucket hold, as a number (`store.checksums`)."""

    __table_args__ = {"sqlite_with_rowid": False}
    table_name: str = Field(primary_key=True)
    bucket: str = Field(primary_key=True)
    total: int


class _Guest(SQLiteDialect_pysqlite):
    """SQLAlchemy's SQLite dialect for a borrowed connection, which it neither begins, commits nor closes."""

    supports_statement_cache = True

    def do_begin(self, dbapi_connection: object) -> None: ...

    def do_commit(self, dbapi_connection: object) -> None: ...

    def do_rollback(self, dbapi_connection: object) -> None: ...

    def do_close(self, dbapi_connection: object) -> None: ...


@contextmanager
def alchemy_on(connection: sqlite3.Connection) -> Iterator[Connection]:
    """Wraps the connection for SQLAlchemy; errors are raised as sqlite3.Error, as everywhere in the store."""
    dialect = _Guest(dbapi=sqlite3)
    pool = StaticPool(lambda: cast(DBAPIConnection, connection), dialect=dialect)
    engine = Engine(pool, dialect, make_url("sqlite://"))
    try:
        with engine.connect() as alchemy:
            dialect.initialize(alchemy)
            yield alchemy
    except DBAPIError as error:
        raise error.orig or error from error
