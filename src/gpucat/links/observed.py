"""Compares what pages and imports say of an article with what the list says. Pure."""

from typing import NamedTuple

from gpucat.catalog.article import Article
from gpucat.language import Bilingual


class FieldFact(NamedTuple):
    """A value for a field, and the rule that read it (`og:title`, `time`, `canonical`)."""

    field: str
    value: str
    rule: str


class ObservedFact(NamedTuple):
    """A value that `origin` (a page and the rule that read it, or a file) gave for a field, and when (UTC)."""

    number: int
    field: str
    origin: str
    value: str
    observed_at: str


def difference(article: Article, fact: ObservedFact) -> Bilingual | None:
    """Returns how the fact differs from the list; None if both agree, or if the list says nothing of it.

    A title decorated with the site's name is the same title, and a full name the same person as a short one. A less
    exact date is no difference, but a more exact one is, because the list may want it.
    """
    listed = _listed_value(article, fact.field)
    if not listed or _folded(listed) == _folded(fact.value):
        return None
    if fact.field == "published" and listed.startswith(fact.value):
        return None
    if fact.field == "title" and _is_same_title(article, fact.value):
        return None
    if fact.field == "authors" and _are_same_people(article.authors, fact.value):
        return None
    is_finer = fact.field == "published" and fact.value.startswith(listed)
    kind = Bilingual("more exact", "更精确") if is_finer else Bilingual("differs", "不同")
    return Bilingual(
        f"{fact.field} {kind.en}: “{listed}” in the list, “{fact.value}” according to {fact.origin}",
        f"{fact.field} {kind.zh}：清单中为“{listed}”，{fact.origin} 中为“{fact.value}”",
    )


def _listed_value(article: Article, field: str) -> str:
    """Returns the list's value of a field that pages state, as one text."""
    if field == "authors":
        return "、".join(article.authors)
    return str(getattr(article, field, None) or "")


def _is_same_title(article: Article, title: str) -> bool:
    from gpucat.titles.page_title import compare_titles

    names = (*filter(None, [article.source]), *article.authors)
    return compare_titles(article.title, title, names, url=article.url).verdict in ("match", "decorated")


def _are_same_people(listed: tuple[str, ...], told: str) -> bool:
    from gpucat.titles.names import names_in, relate_names

    ours, theirs = names_in(listed), names_in(told.split("、"))
    related = ("same", "compatible")
    return len(ours) == len(theirs) and all(any(relate_names(a, b) in related for b in theirs) for a in ours)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
