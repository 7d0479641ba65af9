"""Writes what link checks found: the history, confirmed page titles."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from gpucat.store.transaction import Row, insert_rows, put_row, write_transaction


def add_checks(path: Path, checks: Sequence[Row]) -> None:
    """Adds checks (rows of link_check) to the history, in one transaction. They are no change of the list."""
    if checks:
        with write_transaction(path) as connection:
            insert_rows(connection, "link_check", checks)


def confirm_page(connection: sqlite3.Connection, number: int, page_title: str, now: str) -> None:
    """Remembers that this page title is the article's."""
    row = {"article_number": number, "page_title": page_title, "confirmed_at": now}
    put_row(connection, "confirmed_page", row, "article_number")
