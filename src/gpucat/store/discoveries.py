"""Keeps what the sites of the list have that the list has not, and where each site names it. Standard library only."""

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from gpucat.catalog.discovery import Discovery, FeedEntry, SiteEntries
from gpucat.catalog.url import canonical_url
from gpucat.errors import GpucatError
from gpucat.store.lookup import number_of_url
from gpucat.store.transaction import write_transaction

_COLUMNS: Final = "number, url, site, title, published, authors, found_at"


def read_sources(connection: sqlite3.Connection) -> dict[str, str]:
    """Returns for each site the address that named its articles the last time."""
    return dict(connection.execute("SELECT site, source_url FROM watched_site").fetchall())


def read_discoveries(connection: sqlite3.Connection, sites: Sequence[str]) -> list[Discovery]:
    """Returns what was found on these sites, whenever it was, and is still not in the list; newest first."""
    marks = ", ".join("?" * len(sites))
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM discovery WHERE site IN ({marks})"
        " AND url_key NOT IN (SELECT url_key FROM article UNION SELECT url_key FROM alias)"
        " ORDER BY published IS NULL, published DESC, number",
        tuple(sites),
    )
    return [_discovery(row) for row in rows]


def find_discovery(connection: sqlite3.Connection, number: int) -> Discovery | None:
    """Returns the article found under this number, in the list by now or not."""
    row = connection.execute(f"SELECT {_COLUMNS} FROM discovery WHERE number = ?", (number,)).fetchone()
    return _discovery(row) if row else None


def save_discoveries(path: Path, looked: Sequence[SiteEntries], now: str) -> dict[str, list[int]]:
    """Stores what the sites named; returns by site the numbers of what is neither known nor in the list."""
    with write_transaction(path) as connection:
        for site in looked:
            connection.execute(
                "INSERT INTO watched_site (site, source_url, looked_at) VALUES (?, ?, ?) ON CONFLICT (site)"
                " DO UPDATE SET source_url = excluded.source_url, looked_at = excluded.looked_at",
                (site.site, site.source_url, now),
            )
        return {
            site.site: [number for entry in site.entries for number in _save(connection, site, entry, now)]
            for site in looked
        }


def _save(connection: sqlite3.Connection, site: SiteEntries, entry: FeedEntry, now: str) -> Iterator[int]:
    """Stores an entry and yields its number, unless it is known or in the list already."""
    try:
        key = canonical_url(entry.url)
        if number_of_url(connection, entry.url) is not None:
            return
    except GpucatError:
        return
    done = connection.execute(
        "INSERT OR IGNORE INTO discovery (url_key, url, site, title, published, authors, found_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (key, entry.url, site.site, entry.title, entry.published, "\x1f".join(entry.authors), now),
    )
    if done.rowcount and done.lastrowid:
        yield done.lastrowid


def _discovery(row: Sequence[str]) -> Discovery:
    number, url, site, title, published, authors, found_at = row
    return Discovery(int(number), url, site, title, published, tuple(filter(None, authors.split("\x1f"))), found_at)
