"""Writes the other addresses of articles."""

from sqlalchemy.engine import Connection

from gpucat.catalog.url import canonical_url

_KEEP = (
    "INSERT INTO alias (url_key, url, article_number, added_at) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (url_key) DO UPDATE SET article_number = excluded.article_number"
)


def keep_old_address(connection: Connection, number: int, old: str, new: str, now: str) -> None:
    """After an article's address changed from `old` to `new`: it is still found by the old one."""
    old_key, new_key = canonical_url(old), canonical_url(new)
    if old_key != new_key:
        connection.exec_driver_sql("DELETE FROM alias WHERE url_key = ?", (new_key,))
        connection.exec_driver_sql(_KEEP, (old_key, old, number, now))
