"""Lists the reader's notes on articles, newest first, or finds those that have all words of a query."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from gpucat.catalog.article import Article
from gpucat.language import Bilingual
from gpucat.search.passages import passage_of
from gpucat.search.query import Query, QueryPiece, parse_query
from gpucat.services.opening import Notice
from gpucat.services.search import SearchRequest, answer
from gpucat.store.articles import find_articles
from gpucat.store.connection import Reader
from gpucat.store.reading import Note, read_notes


class NotedArticle(NamedTuple):
    """An article with the note on it; `passage` is what to show of the note, `tokens` what was found in it."""

    article: Article
    note: Note
    passage: str
    tokens: tuple[tuple[str, ...], ...] = ()


class NoteReport(NamedTuple):
    """The notes, newest first, and what to tell the reader about the query."""

    found: tuple[NotedArticle, ...]
    told: tuple[Bilingual, ...] = ()


def find_notes(connection: Reader, path: Path, request: SearchRequest, notice: Notice) -> NoteReport:
    """Returns the notes on the articles of the request's filter, all or those with every word of its text."""
    stored = read_notes(connection)
    query = parse_query(request.text)
    if query.is_empty:
        listed = find_articles(connection, request.wanted)
        found = [_noted(article, stored[article.number]) for article in listed if article.number in stored]
        return NoteReport(_newest_first(found), query.notes)
    report = answer(connection, path, _in_notes(query), request._replace(limit=0, needs_all=True), notice)
    hits = [hit for hit in report.hits if hit.article.number in stored]
    found = [_noted(hit.article, stored[hit.article.number], hit.tokens) for hit in hits]
    return NoteReport(_newest_first(found), report.notes if found else ())  # that nothing was found says the rest


def _noted(article: Article, note: Note, tokens: tuple[tuple[str, ...], ...] = ()) -> NotedArticle:
    return NotedArticle(article, note, passage_of(note.text, tokens), tokens)


def _newest_first(found: Sequence[NotedArticle]) -> tuple[NotedArticle, ...]:
    in_order = sorted(found, key=lambda noted: noted.article.number)
    return tuple(sorted(in_order, key=lambda noted: noted.note.changed_at, reverse=True))


def _in_notes(query: Query) -> Query:
    """Returns the query with its words looked for in notes alone, each of them needed."""
    return query._replace(
        clauses=tuple(clause._replace(pieces=tuple(map(_in_note, clause.pieces))) for clause in query.clauses),
        excluded=tuple(map(_in_note, query.excluded)),
    )


def _in_note(piece: QueryPiece) -> QueryPiece:
    kind = "word" if piece.kind in ("url", "place") else piece.kind
    return QueryPiece(piece.text, kind, piece.column or "note")
