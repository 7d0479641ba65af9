"""The article that a page says it is: each value with the rule that gave it, and nothing that is not said. Pure."""

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from gpucat.catalog.url import canonical_url
from gpucat.links.observed import FieldFact
from gpucat.links.page import Fact, Page

_TAIL: Final = re.compile(r"(.+?)\s*(?:\s[–—-]|[|·•»])\s+([^–—|·•»]+)", re.S)
_BESIDE: Final = re.compile(r"\s*(?:\s[–—-]\s|[|·•»]|\s::\s)\s*")
_HEADINGS: Final = ("h1", "h2", "heading")
_LONG_LABEL: Final = 5


def facts_of_page(page: Page, asked: str, landed: str) -> Iterator[FieldFact]:
    """What the page at `landed` tells of the article that was asked for at `asked`."""
    if title := article_title(page, landed):
        yield FieldFact("title", *title)
    if page.authors:
        yield FieldFact("authors", "、".join(fact.value for fact in page.authors), page.authors[0].rule)
    if page.site_name:
        yield FieldFact("source", *page.site_name)
    if page.published:
        yield FieldFact("published", *page.published)
    if page.canonical and canonical_url(page.canonical) != canonical_url(asked):
        yield FieldFact("url", page.canonical, "canonical")
    elif canonical_url(landed) != canonical_url(asked):
        yield FieldFact("url", landed, "redirect")
    if page.language:
        yield FieldFact("language", page.language, "lang")


def article_title(page: Page, address: str) -> Fact | None:
    """The page's title without the site's or the author's name around it.

    Of two titles the one inside the other wins: where the rest is such a name, or where the inner one is the heading.
    """
    told = next((fact for fact in page.titles if fact.value == page.title), None)
    if told is None:
        return None
    names = _names(page, address)
    # A site's name stands behind the title more often than before it: of two headings the first part is the title.
    for inner in sorted(page.titles, key=lambda fact: not told.value.startswith(fact.value)):
        rest = _rest(told.value, inner.value)
        if rest and (_is_name(rest, names) or inner.rule in _HEADINGS) and not _is_name(inner.value, names):
            return inner
    found = _TAIL.fullmatch(told.value)
    if found and _is_name(found[2], names):
        return Fact(found[1].strip(), f"{told.rule} without the site's name")
    return told


def _rest(whole: str, part: str) -> str | None:
    """What stands around a title inside another, beyond a separator; None where it is not inside it so."""
    if part == whole or len(part) < 2:
        return None
    for outside in (whole.removeprefix(part), whole.removesuffix(part)):
        pieces = [piece for piece in _BESIDE.split(outside) if piece]
        if outside != whole and pieces and (_BESIDE.match(outside) or _BESIDE.search(outside[-3:] + " ")):
            return " ".join(pieces)
    return None


def _names(page: Page, address: str) -> set[str]:
    """The names of the site and its authors, squeezed; the labels of its host among them."""
    said = [fact.value for fact in (*page.authors, *filter(None, [page.site_name]))]
    labels = (urlsplit(address).hostname or "").split(".")[:-1]
    return {
        squeezed
        for name in (*said, *(label for label in labels if len(label) >= _LONG_LABEL))
        if (squeezed := _squeezed(name))
    }


def _is_name(text: str, names: set[str]) -> bool:
    squeezed = _squeezed(text)
    return any(name == squeezed or (len(name) >= _LONG_LABEL and name in squeezed) for name in names)


def _squeezed(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())
