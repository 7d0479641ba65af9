"""Defines what sites have that the list has not. Pure."""

from typing import Final, NamedTuple

NEW: Final = "new"
"""The name before the number of what was found."""


class FeedEntry(NamedTuple):
    """An article that a site names: title (empty in a sitemap), address, partial date or None, authors."""

    title: str
    url: str
    published: str | None = None
    authors: tuple[str, ...] = ()


class SiteEntries(NamedTuple):
    """What a site named, and the address at which it did."""

    site: str
    source_url: str
    entries: tuple[FeedEntry, ...]


class Discovery(NamedTuple):
    """An article that a site has and the list had not when it was found (UTC); `new/NUMBER` names it."""

    number: int
    url: str
    site: str
    title: str
    published: str | None
    authors: tuple[str, ...]
    found_at: str

    @property
    def id(self) -> str:
        return f"{NEW}/{self.number}"
