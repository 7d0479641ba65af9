"""Finds what a goal of reading means: a concept in any of its names, an article, or what a search for it clearly finds."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.concepts import ConceptNames
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.series import series_members
from gpucat.errors import UsageError
from gpucat.language import Bilingual, same
from gpucat.services.meanings import asked_word
from gpucat.store.articles import find_articles
from gpucat.store.connection import Reader, path_of
from gpucat.store.lookup import find_article, names_article

if TYPE_CHECKING:
    from gpucat.services.search import Hit, Reason  # which a goal by its name need not load

MOST_NAMED: Final = 8
MOST_NEAR: Final = 3
CLEARLY: Final = 1.25
"""How many times the score of the second hit the first one must have to be what is meant."""


class Goal(NamedTuple):
    """A concept, or an article with an empty concept; `note` says what was taken if the words did not name it."""

    concept: str
    article: Article | None = None
    note: Bilingual | None = None


def find_goal(connection: Reader, words: str, vocabulary: ConceptNames) -> Goal:
    """Returns what the words mean; raises UsageError with the choices if that is not clear."""
    return named_goal(connection, words, vocabulary) or _searched(connection, words, vocabulary)


def named_goal(connection: Reader, words: str, vocabulary: ConceptNames) -> Goal | None:
    """Returns the concept or article that the words name, if any; raises UsageError with the choices if they name several."""
    place = words.split(maxsplit=1)[0] if words.strip() else ""
    if names_article(words):
        return Goal("", find_article(connection, words))
    if names_article(place) and (article := find_article(connection, place)).title == words.split(maxsplit=1)[1]:
        return Goal("", article)  # as the choices are shown
    concepts = vocabulary.find(asked_word(words) or words)
    if len(concepts) == 1:
        return Goal(concepts[0])
    piece = words.strip().casefold()
    titled = [a for a in find_articles(connection, ArticleFilter()) if piece and piece in a.title.casefold()]
    if not concepts and len(titled) == 1:
        return Goal("", titled[0])
    if concepts or titled:
        raise _ambiguous(words, [*map(vocabulary.name, concepts), *map(_shown, titled)])
    return None


def _searched(connection: Reader, words: str, vocabulary: ConceptNames) -> Goal:
    """Returns what a search for the words finds, if that is clearly meant; raises UsageError with the nearest goals."""
    from datetime import UTC, datetime

    from gpucat.search.plan import make_plan
    from gpucat.search.query import parse_query
    from gpucat.services.search import SearchRequest, search
    from gpucat.services.search_index import open_search_index

    path, year = path_of(connection), datetime.now(UTC).year
    index = open_search_index(connection, path, is_literal=False, notice=lambda _: None)
    asked = make_plan(parse_query(words), index, this_year=year).groups
    groups = [group.shown for group in asked if not group.is_soft]
    named = [concept for group in groups for concept in vocabulary.meant_by(group) if concept in vocabulary.concepts]
    if meant := (named if len(groups) == 1 else []) or vocabulary.misspelled(words):
        return Goal(meant[0], note=taken_as(words, vocabulary.name(meant[0])))
    hits = search(connection, path, SearchRequest(words, year, limit=MOST_NAMED), lambda _: None).hits
    if _is_clear(hits) and all(group.weight for group in asked):  # of things that are compared none is meant
        return Goal("", hits[0].article, taken_as(words, _shown(hits[0].article)))
    near = [*map(vocabulary.name, dict.fromkeys(named)), *(_shown(hit.article) for hit in hits)]
    raise _unknown(words, vocabulary.meant_by(words), near[:MOST_NEAR])


def _is_clear(hits: Sequence["Hit"]) -> bool:
    """Says whether the first hit is far ahead of other full ones; later parts of its series do not count.

    An article that only uses or covers what was asked for is not meant.
    """
    if not hits or not hits[0].is_full or not all(_is_about(reason) for reason in hits[0].reasons if reason.found):
        return False
    first = hits[0].article.number
    series = series_members(first, {hit.article.number: hit.article.title for hit in hits})
    later = series[series.index(first) :] if first in series else [first]
    others = [hit for hit in hits if hit.article.number not in later]
    return all(hit.score * (CLEARLY if hit.is_full else 1) <= hits[0].score for hit in others)


def _is_about(reason: "Reason") -> bool:
    from gpucat.search.groups import FULL_KINDS

    return any(kind in FULL_KINDS and set(columns) - {"facets", "questions"} for _, kind, columns in reason.found)


def taken_as(words: str, meant: Bilingual) -> Bilingual:
    """Says what the words are taken for."""
    return Bilingual(f"{words!r} is taken as {meant.en}", f"“{words}”按“{meant.zh}”处理")


def _shown(article: Article) -> Bilingual:
    return same(f"{article.id} {article.title}")


def _ambiguous(words: str, meant: Sequence[Bilingual]) -> UsageError:
    more = f" (+{len(meant) - MOST_NAMED})" if len(meant) > MOST_NAMED else ""
    return UsageError(
        "ambiguous_goal",
        Bilingual(f"{words!r} is ambiguous", f"“{words}”有多种含义"),
        _choices(meant[:MOST_NAMED], more),
    )


def _choices(meant: Sequence[Bilingual], more: str = "") -> Bilingual:
    en, zh = "; ".join(choice.en for choice in meant), "；".join(choice.zh for choice in meant)
    return Bilingual(f"choose one: {en}{more}", f"请选择其一：{zh}{more}")


def _unknown(words: str, terms: Sequence[str], near: Sequence[Bilingual]) -> UsageError:
    if terms:
        said = Bilingual(f"no article is marked as teaching {terms[0]}", f"没有文章标明讲解 {terms[0]}")
    elif near:
        said = Bilingual(f"it is not clear which goal {words!r} means", f"不清楚“{words}”指的是哪个目标")
    else:
        said = Bilingual(f"{words!r} is neither a concept nor an article", f"“{words}”既不是概念，也不是文章")
    search = Bilingual(
        "use `gpucat terms` to list the concepts, or `gpucat search` to find articles",
        "可用 `gpucat terms` 列出概念，或用 `gpucat search` 查找文章",
    )
    return UsageError("unknown_goal", said, _choices(near) if near else search)
