"""Writes the addresses of articles: the only place where a stored article gets another one."""

import sqlite3

from gpucat.catalog.url import canonical_url, loose_key
from gpucat.store.lookup import number_of_url

_SET = "UPDATE article SET url = ?, url_key = ?, loose_key = ? WHERE number = ?"


def give_address(connection: sqlite3.Connection, number: int, url: str, now: str) -> bool:
    """Gives an article the address; False, and nothing is written, where it is another article's.

    The old one still finds the article: as another address of it or, where the new one was that of a copy merged into
    it, as the copy's.
    """
    key = canonical_url(url)
    old = connection.execute("SELECT url, url_key, loose_key FROM article WHERE number = ?", (number,)).fetchone()
    if number_of_url(connection, url) not in (None, number):
        return False
    if url == old[0]:
        return True
    copy = connection.execute("SELECT number FROM article WHERE url_key = ? AND number <> ?", (key, number)).fetchone()
    if copy is not None:
        connection.execute(_SET, ("", "", None, *copy))  # no two have one key at any moment
    connection.execute(_SET, (url, key, loose_key(url), number))
    if key == old[1]:
        return True
    connection.execute("DELETE FROM alias WHERE url_key = ?", (key,))
    if copy is not None:
        connection.execute(_SET, (*old, *copy))
    else:
        connection.execute(
            "INSERT INTO alias (url_key, url, article_number, added_at) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (url_key) DO UPDATE SET article_number = excluded.article_number",
            (old[1], old[0], number, now),
        )
    return True
