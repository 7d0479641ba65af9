"""The tables of what the reader does and writes. Imported by writes only.

A row is one item with the time of its own last change, so that the items of two machines can be merged, the later one
winning; what is taken back to its beginning stays as a row for that reason.
"""

from typing import Any, ClassVar

from sqlalchemy import CheckConstraint
from sqlmodel import Field, SQLModel

from gpucat.store.models import ARTICLE_KEY


class Reading(SQLModel, table=True):
    """The state of an article, with times in UTC."""

    article_number: int = Field(primary_key=True, foreign_key=ARTICLE_KEY)
    status: str
    started_at: str | None = None
    finished_at: str | None = None
    changed_at: str


class Rating(SQLModel, table=True):
    __table_args__ = (CheckConstraint("stars BETWEEN 1 AND 5", name="stars"),)
    article_number: int = Field(primary_key=True, foreign_key=ARTICLE_KEY)
    stars: int
    changed_at: str


class Note(SQLModel, table=True):
    """The reader's note on an article; empty where it was removed."""

    article_number: int = Field(primary_key=True, foreign_key=ARTICLE_KEY)
    text: str
    changed_at: str


class PracticeState(SQLModel, table=True):
    __tablename__: ClassVar[Any] = "practice_state"
    practice_number: int = Field(primary_key=True, foreign_key="practice.number")
    done_at: str | None = None
    changed_at: str


class PracticeNote(SQLModel, table=True):
    """What the reader measured in an experiment; empty where it was removed."""

    __tablename__: ClassVar[Any] = "practice_note"
    practice_number: int = Field(primary_key=True, foreign_key="practice.number")
    text: str
    changed_at: str
