"""Pages that say "not found" while they answer 200. Pure.

A phrase counts when it is most of a heading, or stands on a page that says little else: an article may talk about
missing pages as much as it likes.
"""

from typing import Final

from gpucat.links.page import Page
from gpucat.links.phrases import first_of, fold, is_mostly, parts, phrases

_MISSING: Final = ("not-found", "removed")


def heading_says_not_found(page: Page) -> str | None:
    """The heading or title by which the page says that nothing is there; None where it does not."""
    told = (part for fact in page.titles for part in parts(fact.value, at_colons=True))
    return next((part.strip() for part in told if is_mostly(part, phrases(*_MISSING), phrases("greeting"))), None)


def body_says_not_found(page: Page) -> str | None:
    """The words by which a page that says little else tells that nothing is there."""
    return first_of(page.opening, phrases(*_MISSING)) if page.is_thin else None


def says_removed(page: Page, title: str) -> str | None:
    """The words by which a page that says little else tells that its text was taken away, unless its title has them."""
    found = first_of(page.opening, phrases("removed")) if page.is_thin else None
    return None if found is None or found in fold(title) else found
