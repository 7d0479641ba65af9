"""Collects what a card shows: the article, its neighbours, its history and the most closely related articles."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import Learning
from gpucat.catalog.concepts import ConceptNames
from gpucat.catalog.reading import ReadingState
from gpucat.catalog.series import series_members
from gpucat.catalog.ties import WEIGHTS, Tie, said_ties
from gpucat.language import Bilingual
from gpucat.search.plan import subject_groups
from gpucat.search.ranking import Ranked, Ranker, rarity
from gpucat.services.reading_time import known_minutes
from gpucat.store.articles import articles_by_number, in_module, module_neighbours, titles_like_series
from gpucat.store.catalogue import read_concepts, read_learning, read_ties
from gpucat.store.connection import Reader
from gpucat.store.links import LinkRecord, read_link_history
from gpucat.store.reading import Note, read_note, read_rating, read_state
from gpucat.store.route import RoutePlace, read_place
from gpucat.store.search_reads import StoredIndex, open_index
from gpucat.store.search_state import has_index

_SERIES: Final = 4.0
_MODULE: Final = 0.5
_WORDS: Final = 0.5
"""What the words of two articles weigh beside the concepts that they teach and need."""
_MOST_TIED: Final = 200
"""A concept that more articles teach says little of one, and would take long in a long list."""
_PARTS: Final = {-1: Bilingual("the part before it", "系列的上一篇"), 1: Bilingual("the part after it", "系列的下一篇")}
_MOST_CONSIDERED: Final = 60
_CONSIDERED: Final = 4
"""How many articles are compared for each one wanted; the best nearly always share the most telling terms."""
_TERMS_SHOWN: Final = 3
_WORDS_OF: Final = re.compile(r"[^\W_\u4e00-\u9fff]+|[\u4e00-\u9fff]{2}")
_BESIDE: Final = 5


class Related(NamedTuple):
    """A related article: its score, the terms that both texts share (the most telling first), and what else ties them.

    `part` is -1 or 1 for the part before or after this one in its series, else 0.
    """

    article: Article
    score: float
    terms: tuple[str, ...]
    ties: tuple[Tie, ...]
    part: int
    is_same_module: bool

    @property
    def is_telling(self) -> bool:
        """Whether the relation says where the article belongs: they share more than one word, or are parts of a series."""
        words = {word for term in self.terms for word in _WORDS_OF.findall(term.casefold())}
        return bool(self.part or self.ties) or len(words) > 1

    @property
    def reason(self) -> Bilingual:
        """Why the article is related, in words."""
        parts = [_PARTS[self.part]] if self.part else []
        parts += said_ties(self.ties)
        if not parts and self.terms:
            parts.append(Bilingual(f"shares {', '.join(self.terms)}", f"同样谈到{'、'.join(self.terms)}"))
        if not parts:
            parts.append(Bilingual("same module", "同一模块"))
        return Bilingual("; ".join(part.en for part in parts), "；".join(part.zh for part in parts))


class Card(NamedTuple):
    """An article with everything around it."""

    article: Article
    place: RoutePlace | None
    learning: Learning
    vocabulary: ConceptNames
    series: tuple[Article, ...]
    state: ReadingState
    note: Note | None
    rating: int | None
    links: tuple[LinkRecord, ...]
    related: tuple[Related, ...]
    minutes: int | None
    """How long reading takes; None if the text is not kept."""


def read_cards(connection: Reader, articles: Iterable[Article]) -> list[Card]:
    """Returns the cards of the articles."""
    vocabulary, minutes = ConceptNames(read_concepts(connection)), known_minutes(connection)
    return [_card(connection, article, vocabulary, minutes.get(article.number)) for article in articles]


def read_series(connection: Reader, article: Article) -> tuple[Article, ...]:
    """Returns all parts of the article's series in order; empty if it stands alone."""
    members = series_members(article.number, titles_like_series(connection, article))
    found = articles_by_number(connection, members)
    return tuple(found[number] for number in members)


def find_related(
    connection: Reader,
    article: Article,
    limit: int = 5,
    index: StoredIndex | None = None,
    series: Sequence[int] | None = None,
) -> list[Related]:
    """Returns the most closely related articles, best first; none if the database has no current search index.

    The article need not be in the list (number 0). `series` are the numbers of its series in order, where they are known;
    only the parts beside it are related.
    """
    if index is None:
        if not has_index(connection):
            return []
        index = open_index(connection)
    taught = read_learning(connection, article.number).get(article.url, Learning()).teaches
    taught = taught or _told_by_text(connection, article)
    groups = subject_groups(article.title, article.keywords, taught, index)
    members = [index.members(group.alternatives) for group in groups]
    weights = [rarity(len(having), index.total) for having in members]
    if series is None:
        series = series_members(
            article.number, {article.number: article.title, **titles_like_series(connection, article)}
        )
    bonds = _bonds(connection, article, series, index.total)
    worth = dict.fromkeys(module_neighbours(connection, article, _BESIDE), _MODULE)
    worth |= {number: bond.worth for number, bond in bonds.items()}
    others = {number for number in series if not (number in bonds and bonds[number].part)}
    near = _nearest(members, weights, {article.number, *others}, worth)[: _CONSIDERED * limit or None]
    ranker = Ranker(groups, weights)
    same_module = in_module(connection, article.module, near)
    names = [group.shown for group in groups]
    found = [
        _nearness(hit, names, bonds.get(hit.number, _Bond()), is_same_module=hit.number in same_module)
        for hit in (ranker.rank(document, members) for document in index.documents(near))
    ]
    nearest = sorted(found, key=lambda nearness: (-nearness.score, nearness.number))[: limit or None]
    articles = articles_by_number(connection, [nearness.number for nearness in nearest])
    return [Related(articles[nearness.number], *nearness[1:]) for nearness in nearest if nearness.number in articles]


def find_telling(connection: Reader, article: Article, limit: int) -> list[Related]:
    """Returns those of the most closely related articles by which fields of an article may be proposed."""
    return [related for related in find_related(connection, article, limit) if related.is_telling]


def _told_by_text(connection: Reader, article: Article) -> tuple[str, ...]:
    """Returns the concepts that the article's kept text is about; none if there is no text."""
    from gpucat.services.prominent_terms import read_kept_text
    from gpucat.services.teaching import concepts_in

    text = read_kept_text(connection, article)
    return concepts_in(connection, article, text) if text else ()


def _card(connection: Reader, article: Article, vocabulary: ConceptNames, minutes: int | None) -> Card:
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
        minutes=minutes,
    )


class _Bond(NamedTuple):
    """What ties an article to another one besides the words of both."""

    ties: tuple[Tie, ...] = ()
    part: int = 0
    worth: float = 0.0


def _bonds(connection: Reader, article: Article, series: Sequence[int], total: int) -> dict[int, _Bond]:
    """Returns the bonds of other articles by number: their ties, and the parts just before and after in the series."""
    ties: defaultdict[int, list[Tie]] = defaultdict(list)
    for tie in read_ties(connection, article.number, _MOST_TIED):
        ties[tie.number].append(tie)
    place = series.index(article.number) if article.number in series else 0
    parts = {number: index - place for index, number in enumerate(series) if abs(index - place) == 1}
    return {
        number: _Bond(
            tuple(ties[number]),
            parts.get(number, 0),
            sum(WEIGHTS[tie.kind] * rarity(tie.total, total) for tie in ties[number]) + _SERIES * (number in parts),
        )
        for number in {*ties, *parts}
    }


class _Nearness(NamedTuple):
    """The score of the article with that number; the other fields are those of Related."""

    number: int
    score: float
    terms: tuple[str, ...]
    ties: tuple[Tie, ...]
    part: int
    is_same_module: bool


def _nearest(
    members: Sequence[set[int]], weights: Sequence[float], left_out: Collection[int], beside: Mapping[int, float]
) -> list[int]:
    """Returns the numbers worth comparing: what shares the most telling terms, and what is near for another reason."""
    worth = dict(beside)
    for having, weight in zip(members, weights, strict=True):
        for number in having:
            worth[number] = worth.get(number, 0.0) + weight
    for number in left_out:
        worth.pop(number, None)
    return sorted(worth, key=lambda number: (-worth[number], number))[:_MOST_CONSIDERED]


def _nearness(hit: Ranked, names: Sequence[str], bond: _Bond, *, is_same_module: bool) -> _Nearness:
    shared = sorted(
        ((part.score, name) for part, name in zip(hit.hits, names, strict=True) if part.score),
        key=lambda p: (-p[0], p[1]),
    )
    score = _WORDS * sum(part for part, _ in shared) + bond.worth + _MODULE * is_same_module
    terms = tuple(name for _, name in shared[:_TERMS_SHOWN])
    return _Nearness(hit.number, round(score, 3), terms, bond.ties, bond.part, is_same_module)
