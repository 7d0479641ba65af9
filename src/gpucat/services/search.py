"""Searches the catalogue: query, plan, candidates, ranking, and what the reader is told about it."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.conditions import Conditions
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.groups import Group
from gpucat.catalog.names import pick_module
from gpucat.catalog.plan import Plan, make_plan
from gpucat.catalog.query import Query, parse_query
from gpucat.catalog.ranking import GroupHit, Ranked, Ranker, rarity
from gpucat.catalog.unknown import unknown
from gpucat.errors import GpucatError, StoreError
from gpucat.language import Bilingual
from gpucat.services.opening import Notice
from gpucat.services.term_list import checksum_of, compile_term_texts, read_term_texts
from gpucat.store.articles import Condition, articles_by_number, where
from gpucat.store.connection import Reader
from gpucat.store.list_reads import read_modules
from gpucat.store.search_index import build_index, fingerprint, has_full_text, rebuild_index, stored_fingerprint
from gpucat.store.search_reads import StoredIndex, open_index

RANKED_WHOLE: Final = 500
"""Up to so many articles, every hit is ranked; in a longer list the best by bm25 are."""
_LEAST_CANDIDATES: Final = 100
SORTS: Final = ("relevance", "date", "level", "title", "number")


class Reason(NamedTuple):
    """Why an article is a hit: a thing asked for, its part of the score, and what was found of it in which columns.

    `found` holds the form, its kind (`literal`, `same`, `near`, …) and the columns of each alternative.
    """

    asked: str
    score: float
    found: tuple[tuple[str, str, tuple[str, ...]], ...]


class Hit(NamedTuple):
    """An article found. `tokens` are the token sequences that made it one, for highlights."""

    article: Article
    score: float
    is_full: bool
    reasons: tuple[Reason, ...]
    tokens: tuple[tuple[str, ...], ...]


class SearchRequest(NamedTuple):
    """What is asked. `limit` 0 is all; `this_year` is what "last year" is counted from."""

    text: str
    this_year: int
    wanted: ArticleFilter = ArticleFilter()
    is_literal: bool = False
    needs_all: bool = False
    sort: str = "relevance"
    limit: int = 20


class SearchReport(NamedTuple):
    """The answer: hits in order, full matches first; how many there are in all and how many of them full.

    `is_counted` says that `total` is exact. `notes` tell what was searched instead of what, and what was ignored.
    """

    hits: tuple[Hit, ...]
    total: int
    full: int
    is_counted: bool
    notes: tuple[Bilingual, ...]


def search(connection: Reader, path: Path, request: SearchRequest, notice: Notice) -> SearchReport:
    """Answers the request from the database at `path`; any text gives an answer."""
    query = parse_query(request.text)
    notes = list(query.notes)
    if query.is_empty:
        return SearchReport((), 0, 0, True, tuple(notes))
    index = _open(connection, path, request.is_literal, notice)
    plan = make_plan(query, index, this_year=request.this_year, is_literal=request.is_literal)
    named, unnamed = _named(connection, plan)
    notes += [*plan.notes, *unnamed]
    condition, problem = _condition(connection, query, request.wanted)
    notes += problem
    wants_all = request.limit == 0 or request.sort != "relevance" or index.total <= RANKED_WHOLE
    most = None if wants_all else max(_LEAST_CANDIDATES, 2 * request.limit)
    ranked = [] if problem else _rank(index, plan, named, condition, most)
    if request.needs_all:
        ranked = [hit for hit in ranked if hit.is_full]
    shown = _sorted(connection, ranked, request.sort)[: request.limit or None]
    articles = articles_by_number(connection, [hit.number for hit in shown])
    return SearchReport(
        hits=tuple(_hit(articles[hit.number], hit, plan.groups) for hit in shown if hit.number in articles),
        total=len(ranked),
        full=sum(hit.is_full for hit in ranked),
        is_counted=most is None,
        notes=tuple(dict.fromkeys(notes)),
    )


def _open(connection: Reader, path: Path, is_literal: bool, notice: Notice) -> StoredIndex:
    """The index, made anew first where it is missing or was made with another term list or another gpucat."""
    texts = read_term_texts(path)
    made_with = fingerprint(checksum_of(texts))
    if stored_fingerprint(connection) != made_with:
        lexicon = compile_term_texts(texts)
        try:
            rebuild_index(path, lexicon, made_with)
        except StoreError:  # a database that cannot be written still answers: the index then lives for this run
            connection.execute("PRAGMA query_only = OFF")
            build_index(connection, lexicon, made_with, is_temporary=True)
    if not has_full_text(connection):
        notice(
            Bilingual(
                "this SQLite has no FTS5: searching without it, slower in a long list",
                "此 SQLite 没有 FTS5：改为逐篇扫描，目录很长时会较慢",
            )
        )
    return open_index(connection, is_literal=is_literal)


def _named(connection: Reader, plan: Plan) -> tuple[list[int], list[Bilingual]]:
    """The articles that the query names by address or place, and a note for each name that is none."""
    if not plan.named:
        return [], []
    from gpucat.store.lookup import find_article

    numbers, notes = [], []
    for name in plan.named:
        try:
            numbers.append(find_article(connection, name).number)
        except GpucatError as error:
            notes.append(error.message)
    return numbers, notes


def _condition(connection: Reader, query: Query, wanted: ArticleFilter) -> tuple[Condition | None, list[Bilingual]]:
    """The filters of the options and of the query as one condition; a problem where nothing can meet it."""
    if query.conditions.is_impossible:
        return None, [Bilingual("so nothing is found", "因此没有结果")]
    parts: list[Condition] = []
    try:
        if wanted != ArticleFilter():
            parts.append(where(connection, wanted))
        parts += _conditions_of(connection, query.conditions)
        for excluded in query.excluded_conditions:
            negated = _conditions_of(connection, excluded)
            if negated and not excluded.is_impossible:
                both = _all_of(negated)
                parts.append(Condition(f"NOT coalesce({both.sql}, 0)", both.parameters))
    except GpucatError as error:
        return None, [error.message]
    return (_all_of(parts) if parts else None), []


def _conditions_of(connection: Reader, conditions: Conditions) -> list[Condition]:
    parts = []
    modules = read_modules(connection) if any(f.modules for f in conditions.filters) else []
    for wanted in conditions.filters:
        slugs = tuple(pick_module(modules, name) for name in wanted.modules)
        parts.append(where(connection, wanted._replace(modules=slugs)))
    for spans in conditions.numbers:
        sql = " OR ".join("article.number BETWEEN ? AND ?" for _ in spans)
        parts.append(Condition(f"({sql})", tuple(end for span in spans for end in span)))
    parts += (Condition("instr(lower(article.url), ?) > 0", (url,)) for url in conditions.urls)
    return parts


def _all_of(parts: Sequence[Condition]) -> Condition:
    return Condition(
        "(" + " AND ".join(part.sql for part in parts) + ")",
        tuple(value for part in parts for value in part.parameters),
    )


def _rank(
    index: StoredIndex, plan: Plan, named: Sequence[int], condition: Condition | None, most: int | None
) -> list[Ranked]:
    """The hits in order: what was named, full matches, partial matches; ties by number."""
    first = [Ranked(number, 0.0, True, ()) for number in dict.fromkeys(named)]
    if not plan.groups:
        barred = set(index.find([Group("", plan.excluded)], (), None, None)) if plan.excluded else set()
        listed = index.filtered(condition or Condition("article.removed_at IS NULL")) if not named else []
        return first + [Ranked(number, 0.0, True, ()) for number in listed if number not in barred]
    rarities = [rarity(index.group_frequency(group), index.total) for group in plan.groups]
    ranker = Ranker(plan.groups, rarities)
    numbers = index.find(plan.groups, plan.excluded, condition, most)
    ranked = [ranker.rank(document) for document in index.documents(numbers)]
    required = [place for place, group in enumerate(plan.groups) if group.is_required]
    ranked = [hit for hit in ranked if hit.score > 0 and all(hit.hits[place].is_full for place in required)]
    ranked.sort(key=lambda hit: (not hit.is_full, -hit.score, hit.number))
    return first + [hit for hit in ranked if hit.number not in named]


def _sorted(connection: Reader, ranked: list[Ranked], sort: str) -> list[Ranked]:
    """The hits in another order; full matches still stand before partial ones."""
    if sort == "relevance":
        return ranked
    articles = articles_by_number(connection, [hit.number for hit in ranked])
    keys: dict[str, Callable[[Article], object]] = {
        "date": lambda a: (a.published is None, _descending(a.published or "")),
        "level": lambda a: (a.level is None, a.level),
        "title": lambda a: a.title.casefold(),
        "number": lambda a: a.number,
    }
    return sorted(ranked, key=lambda hit: (not hit.is_full, keys[sort](articles[hit.number]), hit.number))


def _descending(text: str) -> tuple[int, ...]:
    return tuple(-ord(character) for character in text)


def _hit(article: Article, ranked: Ranked, groups: Sequence[Group]) -> Hit:
    reasons = [_reason(group, hit) for group, hit in zip(groups, ranked.hits, strict=False) if hit.found]
    tokens = dict.fromkeys(found.alternative.tokens for hit in ranked.hits for found in hit.found)
    return Hit(article, round(ranked.score, 3), ranked.is_full, tuple(reasons), tuple(tokens))


def _reason(group: Group, hit: GroupHit) -> Reason:
    found = tuple((f.alternative.shown, f.alternative.kind, f.columns) for f in hit.found)
    return Reason(group.shown, round(hit.score, 3), found)


def pick_search_sort(name: str) -> str:
    """The order itself; raises UsageError for one that is none of SORTS."""
    if name not in SORTS:
        raise unknown("sort", name, SORTS, Bilingual("order", "排序"))
    return name
