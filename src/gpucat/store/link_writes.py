"""Writes what link checks found: the history, confirmed page titles, new addresses."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import insert, update
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.engine import Connection
from sqlmodel import col

from gpucat.catalog.url import canonical_url, loose_key
from gpucat.store import models
from gpucat.store.engine import transaction


def add_checks(path: Path, checks: Sequence[dict[str, Any]]) -> None:
    """Adds checks (columns of LinkCheck) to the history, in one transaction. They are no change of the list."""
    if checks:
        with transaction(path) as connection:
            connection.execute(insert(models.LinkCheck), checks)


def confirm_page(connection: Connection, number: int, page_title: str, now: str) -> None:
    """Remembers that this page title is the article's."""
    row = {"article_number": number, "page_title": page_title, "confirmed_at": now}
    connection.execute(upsert(models.ConfirmedPage).on_conflict_do_update(["article_number"], set_=row), row)


def move_article(connection: Connection, number: int, url: str, now: str) -> bool:
    """Gives an article its new address and keeps the old one as an alias; False where another article has the address."""
    key = canonical_url(url)
    old_url, old_key = connection.exec_driver_sql("SELECT url, url_key FROM article WHERE number = ?", (number,)).one()
    taken = connection.exec_driver_sql(
        "SELECT number FROM article WHERE url_key = ?1 AND number <> ?2"
        " UNION ALL SELECT article_number FROM alias WHERE url_key = ?1 AND article_number <> ?2",
        (key, number),
    ).first()
    if taken is not None:
        return False
    values = {"url": url, "url_key": key, "loose_key": loose_key(url)}
    connection.execute(update(models.Article).where(col(models.Article.number) == number).values(**values))
    if old_key != key:
        alias = {"url_key": old_key, "url": old_url, "article_number": number, "added_at": now}
        connection.exec_driver_sql("DELETE FROM alias WHERE url_key = ? AND article_number = ?", (key, number))
        connection.execute(upsert(models.Alias).on_conflict_do_nothing(), alias)
    return True
