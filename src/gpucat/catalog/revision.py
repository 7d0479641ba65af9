"""What a change makes of an article: the fields that it gives, and what they leave out of date. Pure."""

from collections.abc import Mapping
from typing import Any

from gpucat.catalog.article import Article
from gpucat.catalog.fields import LIST_FIELDS


def revise(article: Article, given: Mapping[str, Any], extra: Mapping[str, Any] | None = None) -> Article:
    """The article with the given list fields in their place, and with `extra` beside what it has already.

    An English text whose Chinese original changes is dropped, unless a new one is given too. A new module without a
    position leaves the position open: the article goes to the module's end.
    """
    taken = dict(given)
    if "module" in taken and taken["module"] != article.module:
        taken.setdefault("position", None)
    for text in ("summary", "why"):
        english = f"{text}_en"
        if text in taken and taken[text] != getattr(article, text):
            taken.setdefault(english, "")
        if english in taken and taken[english] == taken.get(text, getattr(article, text)):
            taken[english] = ""  # a document in English shows the original where there is no other text
    return article._replace(**taken, extra={**article.extra, **(extra or {})})


def changed_fields(before: Article, after: Article) -> tuple[str, ...]:
    """The names of the list fields in which the two differ, in the list's order; `extra` last."""
    changed = tuple(name for name in LIST_FIELDS if getattr(before, name) != getattr(after, name))
    return (*changed, "extra") if before.extra != after.extra else changed
