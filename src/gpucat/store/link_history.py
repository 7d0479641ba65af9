"""Reads the history of link checks."""

import sqlite3
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from gpucat.language import Bilingual

if TYPE_CHECKING:
    from gpucat.links.verdicts import Streak


class LinkRecord(NamedTuple):
    """One check of an address: when (UTC), what was found, where it led and which page title it met."""

    checked_at: str
    verdict: str
    reason: Bilingual
    status: int | None
    final_url: str | None
    page_title: str | None
    title_match: str | None


def read_link_history(connection: sqlite3.Connection, number: int, limit: int = 10) -> list[LinkRecord]:
    """The latest checks of an article and of those merged into it, newest first."""
    rows = connection.execute(
        "SELECT checked_at, verdict, reason_en, reason_zh, status, final_url, page_title, title_match FROM link_check"
        " WHERE article_number IN (SELECT number FROM article WHERE ?1 IN (number, merged_into)) ORDER BY checked_at DESC, id DESC LIMIT ?2",
        (number, limit),
    )
    return [LinkRecord(at, verdict, Bilingual(en, zh), *rest) for at, verdict, en, zh, *rest in rows]


def read_page_title(connection: sqlite3.Connection, number: int) -> str | None:
    """The title of the page that the latest check of the article's present address met; None where none has met one."""
    row = connection.execute(
        "SELECT page_title FROM link_check JOIN article ON article.url = link_check.url WHERE article.number = ?1"
        " AND article_number IN (SELECT number FROM article WHERE ?1 IN (number, merged_into))"
        " ORDER BY checked_at DESC, link_check.id DESC LIMIT 1",
        (number,),
    ).fetchone()
    return row[0] if row else None


class LinkPast(NamedTuple):
    """What earlier checks of an article's present address left: the latest verdict and time, the streak, and the latest
    page title that matched."""

    verdict: str
    checked_at: str
    streak: "Streak"
    known_title: str | None


def read_link_pasts(connection: sqlite3.Connection) -> dict[int, LinkPast]:
    """The past of every article whose present address was checked, by number."""
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
    """The page titles that a person confirmed, by article number."""
    return dict(connection.execute("SELECT article_number, page_title FROM confirmed_page").fetchall())
