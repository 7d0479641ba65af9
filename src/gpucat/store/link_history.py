"""Reads the history of link checks."""

import sqlite3
from typing import NamedTuple

from gpucat.language import Bilingual


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
    """The latest checks of an article, newest first."""
    rows = connection.execute(
        "SELECT checked_at, verdict, reason_en, reason_zh, status, final_url, page_title, title_match FROM link_check"
        " WHERE article_number = ? ORDER BY checked_at DESC, id DESC LIMIT ?",
        (number, limit),
    )
    return [LinkRecord(at, verdict, Bilingual(en, zh), *rest) for at, verdict, en, zh, *rest in rows]
