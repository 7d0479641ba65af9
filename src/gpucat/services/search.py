"""Searches the catalogue: parses the query, plans, finds candidates, ranks them, and explains the result."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.unknown import unknown
from gpucat.errors import GpucatError, StoreError, UsageError
from gpucat.language import Bilingual
from gpucat.paths import texts_path
from gpucat.search.groups import WordGroup
from gpucat.search.plan import Plan, make_plan
from gpucat.search.query import Query, parse_query, unread_fields
from gpucat.search.ranking import Bounds, GroupHit, Ranked, Ranker, guided, rarity
from gpucat.search.text_scores import TEXT_COLUMN, joined
from gpucat.search.wishes import ReadingOrder, Wish
from gpucat.services.meanings import ExplainedTerm, asked_meanings
from gpucat.services.opening import Notice
from gpucat.services.search_conditions import condition_of
from gpucat.services.search_index import open_search_index
from gpucat.services.text_hits import (
    NOTHING_IN_TEXTS,
    FoundInTexts,
    find_in_texts,
    passage_why,
    without_texts,
)
from gpucat.store.articles import LISTED, NEVER, Condition, articles_by_number
from gpucat.store.connection import Reader
from gpucat.store.search_reads import StoredIndex

if TYPE_CHECKING:
    from gpucat.store.text_search import TextSections

OrderReader = Callable[[Wish, Condition | None, bool], ReadingOrder | None]
"""Answers a wish from the articles that meet a condition, if it can; beside a topic or alone."""
COUNTED_WHOLE: Final = 500
"""In a list of up to this many articles all hits are counted; in a longer one only the best by bm25 are ranked."""
_BATCH: Final = 20
_LEAST_CANDIDATES: Final = 200
_NOTHING_ASKED: Final = Bilingual(
    "the query is empty; use `gpucat list` to see all articles", "没有可搜索的内容；可用 `gpucat list` 列出全部文章"
)
SORTS: Final = ("relevance", "date", "level", "title", "number")


class Reason(NamedTuple):
    """Why an article is a hit: what was asked for, its share of the score, and what was found in which columns.

    `found` holds the form, the kind (`literal`, `same`, `near`, …) and the columns of each alternative.
    """

    asked: str
    score: float
    found: tuple[tuple[str, str, tuple[str, ...]], ...]


class Hit(NamedTuple):
    """An article found; `tokens` are the token sequences that matched, for highlighting.

    `note` is the passage of the reader's note that has one of them, if any, and `passage` that of the article's text
    which shows why, in its section `section`.
    """

    article: Article
    score: float
    is_full: bool
    reasons: tuple[Reason, ...]
    tokens: tuple[tuple[str, ...], ...]
    note: str = ""
    passage: str = ""
    section: int | None = None


class SearchRequest(NamedTuple):
    """What is asked for. A `limit` of 0 means all; "last year" is counted from `this_year`.

    `has_texts` searches in the kept texts too; only an answer that shows passages to their reader alone may.
    """

    text: str
    this_year: int
    wanted: ArticleFilter = ArticleFilter()
    is_literal: bool = False
    needs_all: bool = False
    has_texts: bool = False
    sort: str = "relevance"
    limit: int = 20


class SearchReport(NamedTuple):
    """The answer: hits in order, full matches first, with the number of all hits and of full ones.

    `is_counted` says that `total` is exact. `notes` tell what was replaced in the query or ignored; `meanings` explain
    the term if the query asks what it means. `left_out` counts the partial matches that were not wanted.
    """

    hits: tuple[Hit, ...]
    total: int
    full: int
    is_counted: bool
    notes: tuple[Bilingual, ...]
    meanings: tuple[ExplainedTerm, ...] = ()
    left_out: int = 0


def search(
    connection: Reader, path: Path, request: SearchRequest, notice: Notice, order_of: OrderReader | None = None
) -> SearchReport:
    """Answers the request from the database at `path`; any text is a valid query.

    `order_of` answers wishes that name no topic; without it they are left out (services.wishes has it).
    """
    return answer(connection, path, parse_query(request.text), request, notice, order_of)


def answer(
    connection: Reader,
    path: Path,
    query: Query,
    request: SearchRequest,
    notice: Notice,
    order_of: OrderReader | None = None,
) -> SearchReport:
    """Answers a query that was parsed from the text of the request; texts that cannot be read are told and left out."""
    if not request.has_texts or not texts_path(path).exists():
        return _answer(connection, path, query, request, notice, order_of)
    from gpucat.store.text_damage import reading_texts
    from gpucat.store.text_search import open_sections

    try:
        with reading_texts(connection):
            return _answer(connection, path, query, request, notice, order_of, open_sections(connection, path))
    except StoreError as error:
        if error.code != "unusable_texts":
            raise
        notice(error.explained)
        return _answer(connection, path, query, request, notice, order_of)


def _answer(
    connection: Reader,
    path: Path,
    query: Query,
    request: SearchRequest,
    notice: Notice,
    order_of: OrderReader | None,
    sections: "TextSections | None" = None,
) -> SearchReport:
    notes = list(query.notes)
    if query.is_empty:
        return SearchReport((), 0, 0, True, (*notes, _NOTHING_ASKED))
    index = open_search_index(connection, path, request.is_literal, notice)
    index.sections = sections
    plan = make_plan(query, index, this_year=request.this_year, is_literal=request.is_literal)
    condition, unknown_names = condition_of(connection, query, request.wanted)
    order = order_of(plan.wish, condition, bool(plan.groups)) if plan.wish and order_of else None
    if order is not None and order.is_answer:
        plan = plan._replace(groups=(), named=(), notes=())
    elif plan.wish and order is None and not plan.groups:
        condition = NEVER
    named, unnamed = _named(connection, plan)
    notes += [*plan.notes, *unnamed, *unknown_names, *([order.note] if order else [])]
    ranking = _rank(index, plan, named, condition, request, order)
    notes += [] if ranking.total else [*unread_fields(query), *_unmet(index, plan.groups)]
    notes += without_texts(plan.groups) if index.sections is None else []
    shown = _sorted(connection, ranking.hits, request.sort)[: request.limit or None]
    articles = articles_by_number(connection, [hit.number for hit in shown])
    hits = [_hit(articles[hit.number], hit, plan.groups, ranking.texts) for hit in shown if hit.number in articles]
    if index.sections is not None:
        hits = [_with_passage(hit, ranking.texts, index.sections, request.text) for hit in hits]
    return SearchReport(
        hits=tuple(_with_notes(connection, hits)),
        total=ranking.total,
        full=sum(hit.is_full for hit in ranking.hits),
        is_counted=ranking.is_counted,
        notes=tuple(dict.fromkeys(notes)),
        meanings=tuple(asked_meanings(connection, path, index, request.text)),
    )


def full_only(report: SearchReport) -> SearchReport:
    """Leaves out the partial matches, of which a note says how many there are."""
    partial = report.total - report.full
    left_out = Bilingual(
        f"{partial} partial match{'es' if partial > 1 else ''} left out; --partial adds them",
        f"略去 {partial} 篇部分匹配的；加 --partial 一并列出",
    )
    return report._replace(
        hits=tuple(hit for hit in report.hits if hit.is_full),
        total=report.full,
        notes=(*report.notes, left_out) if partial else report.notes,
        left_out=partial,
    )


def query_of(words: Sequence[str]) -> str:
    """Joins the words of a command line into a query; raises UsageError for a mistyped option."""
    for word in words:
        if word.startswith("--") and word[2:3].isalpha() and " " not in word:
            raise UsageError(
                "no_such_option",
                Bilingual(f"no option {word}", f"没有选项 {word}"),
                Bilingual(
                    "see `gpucat search --help`; global options go before `search`",
                    "请查看 `gpucat search --help`；全局选项写在 `search` 之前",
                ),
            )
    return " ".join(words)


def pick_search_sort(name: str) -> str:
    """Returns the order itself; raises UsageError if it is not in SORTS."""
    if name not in SORTS:
        raise unknown("sort", name, SORTS, Bilingual("order", "排序"))
    return name


def _unmet(index: StoredIndex, groups: Sequence[WordGroup]) -> list[Bilingual]:
    """Names what every hit has to have and no article has."""
    unmet = [group.shown for group in groups if group.is_required and not index.group_frequency(group)]
    return [Bilingual(f"no article has {shown}", f"没有文章符合 {shown}") for shown in unmet]


class _Ranking(NamedTuple):
    """Hits in order, at least as many as are shown; `total` also counts those left unranked."""

    hits: Sequence[Ranked]
    total: int
    is_counted: bool
    texts: FoundInTexts = NOTHING_IN_TEXTS


def _named(connection: Reader, plan: Plan) -> tuple[list[int], list[Bilingual]]:
    """Returns the articles that the query names by address or place, and a note for each unknown name."""
    if not plan.named:
        return [], []
    from gpucat.store.lookup import find_article

    numbers, notes = [], []
    for name in plan.named:
        try:
            numbers.append(find_article(connection, name).number)
        except GpucatError as error:
            notes.append(error.explained)
    return numbers, notes


def _rank(
    index: StoredIndex,
    plan: Plan,
    named: Sequence[int],
    condition: Condition | None,
    request: SearchRequest,
    order: ReadingOrder | None,
) -> _Ranking:
    """Ranks the hits: named articles, full matches, partial matches; ties by number."""
    allowed = set(index.filtered(condition)) if named and condition else set(named)
    first = [Ranked(number, 0.0, True, ()) for number in dict.fromkeys(named) if number in allowed]
    if not plan.groups:
        listed = _listed(index, plan, condition, order) if not plan.named else []
        return _Ranking([*first, *listed], len(first) + len(listed), True)
    is_counted = index.total <= COUNTED_WHOLE or _wants_all(request)
    if order is not None and is_counted:
        request = request._replace(limit=0)
    hits, total, texts = (_rank_whole if is_counted else _rank_candidates)(index, plan, condition, request)
    hits = hits if order is None else guided(hits, order.numbers)
    if order is not None and not hits and not request.needs_all:  # a topic that no article has, beside a wish
        listed = [hit._replace(is_full=False) for hit in _listed(index, plan, condition, order)]
        return _Ranking([*first, *listed], len(first) + len(listed), is_counted, texts)
    kept = [hit for hit in hits if _counts(hit, plan.groups, request, texts) and hit.number not in named]
    kept.sort(key=_order)
    return _Ranking([*first, *kept], total - len(hits) + len(kept) + len(first), is_counted, texts)


def _rank_candidates(
    index: StoredIndex, plan: Plan, condition: Condition | None, request: SearchRequest
) -> tuple[list[Ranked], int, FoundInTexts]:
    """Returns the ranked candidates of a long list, whose hits are not counted."""
    frequencies = [index.group_frequency(group) for group in plan.groups]
    weights = [rarity(frequency, index.total) for frequency in frequencies]
    numbers = index.find(plan.groups, plan.excluded, condition, max(_LEAST_CANDIDATES, 2 * request.limit))
    met = set(index.filtered(condition)) if condition and index.sections else None
    texts = find_in_texts(index.sections, plan, weights, allowed=met)
    if index.sections is not None:
        barred = _barred(index, plan)
        numbers = [number for number in (*numbers, *texts.answering.difference(numbers)) if number not in barred]
    hits = list(map(Ranker(plan.groups, weights).rank, index.documents(numbers)))
    return _joined(index, hits, texts, plan, [not frequency for frequency in frequencies]), len(hits), texts


def _rank_whole(
    index: StoredIndex, plan: Plan, condition: Condition | None, request: SearchRequest
) -> tuple[list[Ranked], int, FoundInTexts]:
    """Returns the ranked hits and the number of all; hits that cannot be among those shown are not ranked."""
    owners = [index.members(group.full_alternatives) for group in plan.groups]
    members = [
        having | index.members(group.other_alternatives) for group, having in zip(plan.groups, owners, strict=True)
    ]
    weights = [rarity(len(having), index.total) for having in owners]
    met = set(index.filtered(condition)) if condition else None
    listed = set().union(*members)
    has_room = _wants_all(request) or len(listed) < request.limit or not all(owners)
    texts = find_in_texts(
        index.sections,
        plan,
        weights,
        allowed=met,
        is_counted=True,
        besides=lambda number: has_room and number not in listed,
    )
    required = [
        having.union(texts.having.get(place, ()))
        for place, (group, having) in enumerate(zip(plan.groups, owners, strict=True))
        if group.is_required
    ]
    found = listed.union(texts.answering) - _barred(index, plan)
    numbers = sorted((found if met is None else found & met).intersection(*required))
    ranker, bounds = Ranker(plan.groups, weights), Bounds(plan.groups, weights, members, owners)
    limit = len(numbers) if _wants_all(request) else request.limit
    waiting = sorted(((bounds.at_most(number), number) for number in numbers), key=lambda pair: (-pair[0], pair[1]))
    hits: list[Ranked] = []
    while waiting and (len(hits) < limit or waiting[0][0] > sorted(hits, key=_order)[limit - 1].score):
        batch, waiting = waiting[:_BATCH], waiting[_BATCH:]
        hits += (ranker.rank(document, members) for document in index.documents([number for _, number in batch]))
    # An article that its text may lift is ranked in any case.
    lifted = [number for _, number in waiting if number in texts.ranked]
    hits += (ranker.rank(document, members) for document in index.documents(lifted))
    return _joined(index, hits, texts, plan, [not having for having in owners]), len(numbers), texts


def _joined(
    index: StoredIndex, hits: list[Ranked], texts: FoundInTexts, plan: Plan, unlisted: Sequence[bool]
) -> list[Ranked]:
    if index.sections is None:
        return hits
    return joined(hits, texts.ranked, index.sections.with_text, plan.groups, unlisted)


def _wants_all(request: SearchRequest) -> bool:
    return request.limit == 0 or request.sort != "relevance" or request.needs_all


def _order(hit: Ranked) -> tuple[bool, float, int]:
    return not hit.is_full, -hit.score, hit.number


def _counts(hit: Ranked, groups: Sequence[WordGroup], request: SearchRequest, texts: FoundInTexts) -> bool:
    required = all(
        part.is_full or hit.number in texts.having.get(place, ())
        for place, (group, part) in enumerate(zip(groups, hit.hits, strict=True))
        if group.is_required
    )
    return hit.score > 0 and required and (hit.is_full or not request.needs_all)


def _listed(index: StoredIndex, plan: Plan, condition: Condition | None, order: ReadingOrder | None) -> list[Ranked]:
    """Returns all articles that meet the conditions, if the query asks for nothing else, or those that answer a wish."""
    barred = _barred(index, plan)
    met = index.filtered(condition or LISTED)
    if order is not None:
        met = list(filter(set(met).__contains__, order.numbers))
    return [Ranked(number, 0.0, True, ()) for number in met if number not in barred]


def _barred(index: StoredIndex, plan: Plan) -> set[int]:
    """Returns the articles that have something excluded: in the row, or where `-text:` asks for it, in the text."""
    if not plan.excluded:
        return set()
    in_text = [alternative for alternative in plan.excluded if alternative.column == TEXT_COLUMN]
    barred = index.members(plan.excluded)
    return barred | index.sections.members(in_text) if index.sections is not None else barred


def _sorted(connection: Reader, ranked: Sequence[Ranked], sort: str) -> Sequence[Ranked]:
    """Sorts the hits in another order; full matches still come before partial ones."""
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


def _hit(article: Article, ranked: Ranked, groups: Sequence[WordGroup], texts: FoundInTexts) -> Hit:
    reasons = [_reason(group, hit) for group, hit in zip(groups, ranked.hits, strict=False) if hit.found]
    parts, section = ranked.hits, texts.sections.get(ranked.number)
    if section is not None:
        its = texts.ranked[ranked.number].hits
        parts += its
        found = tuple((one.alternative.shown, one.alternative.kind, one.columns) for part in its for one in part.found)
        reasons.append(Reason(f"{TEXT_COLUMN} §{section.position}", round(ranked.from_text, 3), found))
    tokens = dict.fromkeys(found.alternative.tokens for hit in parts for found in hit.found)
    return Hit(article, round(ranked.score, 3), ranked.is_full, tuple(reasons), tuple(tokens))


def _with_passage(hit: Hit, texts: FoundInTexts, sections: "TextSections", query: str) -> Hit:
    """Adds the passage that shows why the article's text was found, if it was."""
    number = hit.article.number
    if number not in texts.sections:
        return hit
    passage = passage_why(number, texts, sections, query)
    return hit._replace(passage=passage, section=texts.sections[number].position)


def _with_notes(connection: Reader, hits: Sequence[Hit]) -> Sequence[Hit]:
    """Adds the passages of notes to the hits that were found by them."""
    by_note = [
        hit.article.number for hit in hits if any("note" in found[2] for why in hit.reasons for found in why.found)
    ]
    if not by_note:
        return hits
    from gpucat.search.passages import passage_of
    from gpucat.store.reading import read_notes

    notes = read_notes(connection, by_note)
    return [
        hit._replace(note=passage_of(notes[hit.article.number].text, hit.tokens))
        if hit.article.number in notes
        else hit
        for hit in hits
    ]


def _reason(group: WordGroup, hit: GroupHit) -> Reason:
    found = tuple((f.alternative.shown, f.alternative.kind, f.columns) for f in hit.found)
    return Reason(group.shown, round(hit.score, 3), found)
