"""Gathers everything the catalogue knows of an article for `show`."""

from collections.abc import Iterable
from typing import NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import Catalogue, Learning, Stage, Step
from gpucat.catalog.series import series_members
from gpucat.store.connection import Reader
from gpucat.store.link_history import LinkRecord, read_link_history
from gpucat.store.list_reads import read_catalogue
from gpucat.store.lookup import find_articles_named
from gpucat.store.reader_state import Note, read_note, read_rating


class RoutePlace(NamedTuple):
    """Where an article stands on the route; `position` counts from 1 in its step."""

    stage: Stage
    step: Step
    position: int


class Card(NamedTuple):
    """An article with its surroundings."""

    article: Article
    place: RoutePlace | None
    learning: Learning
    series: tuple[Article, ...]
    note: Note | None
    rating: int | None
    links: tuple[LinkRecord, ...]


def read_cards(connection: Reader, names: Iterable[str]) -> list[Card]:
    """The cards of the named articles; raises UsageError for a name that is none."""
    articles = find_articles_named(connection, names)
    catalogue = read_catalogue(connection)
    return [
        Card(
            article=article,
            place=find_place(catalogue, article),
            learning=catalogue.learning.get(article.url, Learning()),
            series=tuple(series_members(article, catalogue.articles)),
            note=read_note(connection, article.number),
            rating=read_rating(connection, article.number),
            links=tuple(read_link_history(connection, article.number)),
        )
        for article in articles
    ]


def find_place(catalogue: Catalogue, article: Article) -> RoutePlace | None:
    """The article's place on the route."""
    for stage in catalogue.stages:
        for step in stage.steps:
            if article.url in step.articles:
                return RoutePlace(stage, step, step.articles.index(article.url) + 1)
    return None
