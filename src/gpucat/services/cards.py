"""Gathers everything the catalogue knows of an article for `show`."""

from collections.abc import Iterable
from typing import NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import Learning
from gpucat.catalog.concepts import Vocabulary
from gpucat.catalog.reading_state import ReadingState
from gpucat.catalog.series import series_members
from gpucat.services.related import Related, find_related
from gpucat.store.articles import articles_by_number, titles_of_maker
from gpucat.store.catalogue import read_concepts, read_learning
from gpucat.store.connection import Reader
from gpucat.store.links import LinkRecord, read_link_history
from gpucat.store.lookup import find_articles_named
from gpucat.store.reading import Note, read_note, read_rating, read_state
from gpucat.store.route import RoutePlace, read_place


class Card(NamedTuple):
    """An article with its surroundings."""

    article: Article
    place: RoutePlace | None
    learning: Learning
    vocabulary: Vocabulary
    series: tuple[Article, ...]
    state: ReadingState
    note: Note | None
    rating: int | None
    links: tuple[LinkRecord, ...]
    related: tuple[Related, ...]


def read_cards(connection: Reader, names: Iterable[str]) -> list[Card]:
    """The cards of the named articles; raises UsageError for a name that is none."""
    vocabulary = Vocabulary(read_concepts(connection))
    return [_card(connection, article, vocabulary) for article in find_articles_named(connection, names)]


def read_series(connection: Reader, article: Article) -> tuple[Article, ...]:
    """The parts of the article's series in order, itself among them; empty where it stands alone."""
    members = series_members(article.number, titles_of_maker(connection, article))
    found = articles_by_number(connection, members)
    return tuple(found[number] for number in members)


def _card(connection: Reader, article: Article, vocabulary: Vocabulary) -> Card:
    series = read_series(connection, article)
    return Card(
        article=article,
        place=read_place(connection, article.number),
        learning=read_learning(connection, article.number).get(article.url, Learning()),
        vocabulary=vocabulary,
        series=series,
        state=read_state(connection, article.number),
        note=read_note(connection, article.number),
        rating=read_rating(connection, article.number),
        links=tuple(read_link_history(connection, article.number)),
        related=tuple(find_related(connection, article, series=[part.number for part in series])),
    )
