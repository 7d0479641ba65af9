"""Writes what link checks found: the history, confirmed page titles."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import insert
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.engine import Connection

from gpucat.store import models
from gpucat.store.engine import write_transaction


def add_checks(path: Path, checks: Sequence[dict[str, Any]]) -> None:
    """Adds checks (columns of LinkCheck) to the history, in one transaction. They are no change of the list."""
    if checks:
        with write_transaction(path) as connection:
            connection.execute(insert(models.LinkCheck), checks)


def confirm_page(connection: Connection, number: int, page_title: str, now: str) -> None:
    """Remembers that this page title is the article's."""
    row = {"article_number": number, "page_title": page_title, "confirmed_at": now}
    connection.execute(upsert(models.ConfirmedPage).on_conflict_do_update(["article_number"], set_=row), row)
