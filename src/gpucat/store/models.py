"""The tables, as SQLModel sees them for writing and for comparing with the migrations. Imported by writes only.

The database is one list (catalog, module, stage, step, article and what hangs on it) and one reader (link_check,
confirmed_page, distinct_pair here, and the tables of reader_models). An article that is removed or merged stays as a row
with `removed_at`, so that what the reader has on it is never lost and the same URL finds it again.
"""

from typing import Any, ClassVar, Final

from sqlalchemy import JSON, CheckConstraint, Column, Index, UniqueConstraint
from sqlmodel import Field, SQLModel

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

ARTICLE_KEY: Final = "article.number"


class Meta(SQLModel, table=True):
    """The version of the rule that made the URL keys (`url_key_version`), and the highest number that an article ever had
    (`highest_number`); the search index keeps its own."""

    key: str = Field(primary_key=True)
    value: str


class ListText(SQLModel, table=True):
    """The list's own prose: `title`, `intro`, `rule`, `quality`, `practice_intro`, by kind and position."""

    __tablename__: ClassVar[Any] = "list_text"
    kind: str = Field(primary_key=True)
    position: int = Field(primary_key=True)
    en: str = ""
    zh: str = ""


class Module(SQLModel, table=True):
    id: int | None = Field(default=None, primary_key=True)
    slug: str = Field(unique=True)
    number: int = Field(unique=True)
    title_en: str
    title_zh: str
    how_to_read_en: str = ""
    how_to_read_zh: str = ""


class ModuleStart(SQLModel, table=True):
    """The article to begin a module with."""

    __tablename__: ClassVar[Any] = "module_start"
    module_id: int = Field(primary_key=True, foreign_key="module.id")
    article_number: int = Field(foreign_key=ARTICLE_KEY, index=True)


class Source(SQLModel, table=True):
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)


class Author(SQLModel, table=True):
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)


class Keyword(SQLModel, table=True):
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)


class Article(SQLModel, table=True):
    """`number` is the article's name for good; module and position are its place, both null in the inbox.

    `level_low` and `level_high` are 0 to 2 (beginner to advanced); `published` is a partial date; `extra` holds imported
    fields that gpucat does not know, as JSON.
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
    added_at: str
    removed_at: str | None = None
    merged_into: int | None = Field(default=None, foreign_key=ARTICLE_KEY, index=True)


class ArticleAuthor(SQLModel, table=True):
    __tablename__: ClassVar[Any] = "article_author"
    article_number: int = Field(primary_key=True, foreign_key=ARTICLE_KEY)
    position: int = Field(primary_key=True)
    author_id: int = Field(foreign_key="author.id", index=True)


class ArticleKeyword(SQLModel, table=True):
    __tablename__: ClassVar[Any] = "article_keyword"
    article_number: int = Field(primary_key=True, foreign_key=ARTICLE_KEY)
    position: int = Field(primary_key=True)
    keyword_id: int = Field(foreign_key="keyword.id", index=True)


class Alias(SQLModel, table=True):
    """Another address of an article: one it was moved from, or that of a merged copy."""

    url_key: str = Field(primary_key=True)
    url: str
    article_number: int = Field(foreign_key=ARTICLE_KEY, index=True)
    added_at: str


class Stage(SQLModel, table=True):
    number: int = Field(primary_key=True)
    title_en: str
    title_zh: str
    separator: str


class Step(SQLModel, table=True):
    __table_args__ = (UniqueConstraint("stage_number", "position"),)
    id: int | None = Field(default=None, primary_key=True)
    stage_number: int = Field(foreign_key="stage.number")
    position: int
    title_en: str
    title_zh: str
    is_placed: bool = False


class StepArticle(SQLModel, table=True):
    """An article's place on the route: one step, and its position in that step's reading order."""

    __tablename__: ClassVar[Any] = "step_article"
    article_number: int = Field(primary_key=True, foreign_key=ARTICLE_KEY)
    step_id: int = Field(foreign_key="step.id", index=True)
    position: int


class Glossary(SQLModel, table=True):
    position: int = Field(primary_key=True)
    kind: str
    head_en: str
    head_zh: str
    body_en: str
    body_zh: str


class Practice(SQLModel, table=True):
    number: int = Field(primary_key=True)
    experiment_en: str
    experiment_zh: str
    stage_number: int | None = Field(default=None, foreign_key="stage.number")


class PracticeMetric(SQLModel, table=True):
    __tablename__: ClassVar[Any] = "practice_metric"
    practice_number: int = Field(primary_key=True, foreign_key="practice.number")
    position: int = Field(primary_key=True)
    en: str
    zh: str


class PracticeArticle(SQLModel, table=True):
    __tablename__: ClassVar[Any] = "practice_article"
    practice_number: int = Field(primary_key=True, foreign_key="practice.number")
    position: int = Field(primary_key=True)
    article_number: int = Field(foreign_key=ARTICLE_KEY, index=True)


class Concept(SQLModel, table=True):
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    zh: str = ""
    is_assumed: bool = False


class PracticeConcept(SQLModel, table=True):
    __tablename__: ClassVar[Any] = "practice_concept"
    practice_number: int = Field(primary_key=True, foreign_key="practice.number")
    position: int = Field(primary_key=True)
    concept_id: int = Field(foreign_key="concept.id", index=True)


class ArticleConcept(SQLModel, table=True):
    """What an article teaches (`relation` = `teaches`) and presupposes (`needs`), most central first."""

    __tablename__: ClassVar[Any] = "article_concept"
    article_number: int = Field(primary_key=True, foreign_key=ARTICLE_KEY)
    relation: str = Field(primary_key=True)
    position: int = Field(primary_key=True)
    concept_id: int = Field(foreign_key="concept.id", index=True)


class LinkCheck(SQLModel, table=True):
    """One check of an article's address: what was found, and when (UTC)."""

    __tablename__: ClassVar[Any] = "link_check"
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


class ConfirmedPage(SQLModel, table=True):
    """The page title that a person, or a first match, confirmed: later checks compare with it."""

    __tablename__: ClassVar[Any] = "confirmed_page"
    article_number: int = Field(primary_key=True, foreign_key=ARTICLE_KEY)
    page_title: str
    confirmed_at: str


class ObservedFact(SQLModel, table=True):
    """A fact that a page or an import said, beside the list's own: never written over it."""

    __tablename__: ClassVar[Any] = "observed_fact"
    article_number: int = Field(primary_key=True, foreign_key=ARTICLE_KEY)
    field: str = Field(primary_key=True)
    origin: str = Field(primary_key=True)
    value: str
    observed_at: str


class DistinctPair(SQLModel, table=True):
    """Two articles that a person said are not duplicates; `low_number` < `high_number`."""

    __tablename__: ClassVar[Any] = "distinct_pair"
    low_number: int = Field(primary_key=True, foreign_key=ARTICLE_KEY)
    high_number: int = Field(primary_key=True, foreign_key=ARTICLE_KEY, index=True)
    decided_at: str


class Change(SQLModel, table=True):
    """One command that changed something: the unit of `history` and `undo`."""

    id: int | None = Field(default=None, primary_key=True)
    made_at: str
    command: str
    undone_at: str | None = None


class ChangedRow(SQLModel, table=True):
    """One row as it was before and after a change, as JSON objects; null where it did not exist."""

    __tablename__: ClassVar[Any] = "changed_row"
    id: int | None = Field(default=None, primary_key=True)
    change_id: int = Field(foreign_key="change.id", index=True)
    table_name: str
    before: str | None = None
    after: str | None = None
