"""Reads and writes link checks, confirmed pages, and facts observed about articles."""

import sqlite3
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from gpucat.catalog.logins import shown_address
from gpucat.language import Bilingual
from gpucat.store.transaction import Row, insert_rows, put_row, write_transaction

if TYPE_CHECKING:
    from gpucat.links.observed import ObservedFact
    from gpucat.links.verdicts import Streak


_MERGED: Final = "SELECT ?1 UNION SELECT number FROM article WHERE merged_into = ?1"
"""The numbers of an article and of those merged into it."""


class LinkRecord(NamedTuple):
    """One check of an address: its time (UTC), verdict, final address and page title."""

    checked_at: str
    verdict: str
    reason: Bilingual
    status: int | None
    final_url: str | None
    page_title: str | None
    title_match: str | None


def read_link_history(connection: sqlite3.Connection, number: int, limit: int = 10) -> list[LinkRecord]:
    """Returns the latest checks of an article and of those merged into it, newest first."""
    rows = connection.execute(
        "SELECT checked_at, verdict, reason_en, reason_zh, status, final_url, page_title, title_match FROM link_check"
        f" WHERE article_number IN ({_MERGED}) ORDER BY checked_at DESC, id DESC LIMIT ?2",
        (number, limit),
    )
    return [
        LinkRecord(at, verdict, Bilingual(en, zh), status, final and shown_address(final), *rest)
        for at, verdict, en, zh, status, final, *rest in rows
    ]


def read_page_title(connection: sqlite3.Connection, number: int) -> str | None:
    """Returns the page title found by the latest check of the article's current address, if any."""
    row = connection.execute(
        "SELECT page_title FROM link_check JOIN article ON article.url = link_check.url WHERE article.number = ?1"
        f" AND article_number IN ({_MERGED})"
        " ORDER BY checked_at DESC, link_check.id DESC LIMIT 1",
        (number,),
    ).fetchone()
    return row[0] if row else None


class LinkPast(NamedTuple):
    """The past checks of an article's current address: latest verdict and time, streak, last matching page title."""

    verdict: str
    checked_at: str
    streak: "Streak"
    known_title: str | None


def read_link_pasts(connection: sqlite3.Connection) -> dict[int, LinkPast]:
    """Returns the past of each article whose current address was checked, by number."""
    from gpucat.links.verdicts import find_streak

    rows = connection.execute(
        "SELECT article_number, checked_at, verdict, page_title, title_match FROM link_check"
        " JOIN article ON article.number = article_number AND article.url = link_check.url"
        " ORDER BY article_number, checked_at DESC, link_check.id DESC"
    )
    pasts: dict[int, LinkPast] = {}
    for number, group in groupby(rows, key=lambda row: row[0]):
        checks = list(group)
        streak = find_streak((row[1], row[2]) for row in checks)
        assert streak is not None
        matched = (row[3] for row in checks if row[4] in ("match", "decorated"))
        pasts[number] = LinkPast(checks[0][2], checks[0][1], streak, next(matched, None))
    return pasts


def read_confirmed_titles(connection: sqlite3.Connection) -> dict[int, str]:
    """Returns the confirmed page titles by article number."""
    return dict(connection.execute("SELECT article_number, page_title FROM confirmed_page").fetchall())


def add_checks(path: Path, checks: Sequence[Row]) -> None:
    """Adds checks (rows of link_check) to the history in one transaction; they are not journalled."""
    if checks:
        with write_transaction(path) as connection:
            insert_rows(connection, "link_check", checks)


def confirm_page(connection: sqlite3.Connection, number: int, page_title: str, now: str) -> None:
    """Stores this page title as confirmed for the article."""
    row = {"article_number": number, "page_title": page_title, "confirmed_at": now}
    put_row(connection, "confirmed_page", row, "article_number")


_FACTS = """
SELECT article_number, field, origin, value, observed_at FROM observed_fact
  JOIN article ON article.number = article_number WHERE removed_at IS NULL
UNION ALL
SELECT article_number, 'title', 'link check', page_title, checked_at FROM link_check AS latest
  JOIN article ON article.number = article_number AND article.url = latest.url
 WHERE removed_at IS NULL AND title_match IN ('changed', 'mismatch') AND page_title IS NOT NULL
   AND id = (SELECT id FROM link_check WHERE article_number = latest.article_number AND url = latest.url
             ORDER BY checked_at DESC, id DESC LIMIT 1)
   AND page_title NOT IN (SELECT page_title FROM confirmed_page WHERE article_number = latest.article_number)
 ORDER BY 1, 2, 3
"""


def read_observed_facts(connection: sqlite3.Connection) -> "list[ObservedFact]":
    """Returns all facts observed about listed articles, sorted by number, field and origin.

    These include the page title found by the latest check of the current address if it differs and is not confirmed.
    """
    from gpucat.links.observed import ObservedFact

    return [ObservedFact(*row) for row in connection.execute(_FACTS)]


_SAVE: Final = (
    "INSERT INTO observed_fact (article_number, field, origin, value, observed_at) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (article_number, field, origin) DO UPDATE SET value = excluded.value, observed_at = excluded.observed_at"
)


def save_observed_facts(connection: sqlite3.Connection, facts: "Sequence[ObservedFact]") -> None:
    """Stores the facts, each replacing an older one of the same field and origin."""
    connection.executemany(_SAVE, facts)
