"""Reads articles with stdlib sqlite3, and turns filters and search conditions into SQL."""

import json
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Final, NamedTuple

from gpucat.catalog.article import INBOX, NO_EXTRA, Article, LinkState
from gpucat.catalog.facets import FACETS
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.levels import LevelSpan
from gpucat.catalog.series import series_words
from gpucat.catalog.unknown import unknown
from gpucat.language import Bilingual

_SEPARATOR: Final = "\x1f"
FROM: Final = """
  FROM article
  LEFT JOIN module ON module.id = article.module_id
  LEFT JOIN source ON source.id = article.source_id
  LEFT JOIN reading ON reading.article_number = article.number
  LEFT JOIN link_check ON link_check.id =
       (SELECT id FROM link_check WHERE article_number = article.number ORDER BY checked_at DESC, id DESC LIMIT 1)
"""
"""The tables of SELECT and of LINES."""
_COLUMNS: Final = """
SELECT article.number, article.title, article.url, module.slug, article.position, article.level_low, article.level_high,
       article.published, {texts}, article.source_type, source.name,
       (SELECT group_concat(name, char(31)) FROM
           (SELECT author.name FROM article_author JOIN author ON author.id = article_author.author_id
             WHERE article_author.article_number = article.number ORDER BY article_author.position)),
       {keywords}, coalesce(reading.status, 'todo'), {link}
"""
_KEYWORDS: Final = """
       (SELECT group_concat(name, char(31)) FROM
           (SELECT keyword.name FROM article_keyword JOIN keyword ON keyword.id = article_keyword.keyword_id
             WHERE article_keyword.article_number = article.number ORDER BY article_keyword.position))
"""
_TEXTS: Final = "article.summary, article.why, article.summary_en, article.why_en, article.extra, article.facets"
SELECT: Final = (
    _COLUMNS.format(texts=_TEXTS, keywords=_KEYWORDS, link="link_check.verdict, link_check.checked_at") + FROM
)
LINES: Final = _COLUMNS.format(texts="'', '', '', '', '{}', '{}'", keywords="''", link="NULL, NULL") + FROM
"""Selects articles without what no line of a table shows: their texts, keywords and link checks."""
_HAVING: Final = (
    "SELECT number FROM article, json_each(facets, ?) AS held WHERE held.value IN (SELECT value FROM json_each(?))"
)
_TEXTS_OF_ROW: Final = slice(8, 14)
_GIVEN_IDS: Final = "SELECT value FROM json_each(?)"
SORTS: Final = {
    "list": "module.number IS NULL, module.number, article.position, article.number",
    "number": "article.number",
    "title": "article.title COLLATE NOCASE, article.number",
    "date": "article.published IS NULL, article.published DESC, article.number",
    "level": "article.level_low IS NULL, article.level_low, article.level_high, article.number",
}


class Condition(NamedTuple):
    """A piece of a WHERE clause with its parameters."""

    sql: str
    parameters: tuple[Any, ...] = ()


NEVER: Final = Condition("0")
LISTED: Final = Condition("article.removed_at IS NULL")
FOR_BEGINNERS: Final = Condition("article.level_low = 0")
LESSONS: Final = Condition("article.number IN (SELECT article_number FROM article_concept)")
"""Matches articles that teach or need a concept."""


def pick_sort(name: str) -> str:
    """Returns the name if SORTS has it; raises UsageError otherwise."""
    if name not in SORTS:
        raise unknown("sort", name, SORTS, Bilingual("order", "排序"))
    return name


def find_articles(
    connection: sqlite3.Connection,
    wanted: ArticleFilter,
    sort: str = "list",
    limit: int | None = None,
    select: str = SELECT,
) -> Iterator[Article]:
    """Yields the matching articles, sorted by one of SORTS; user text is always bound, never put into the SQL.

    `select` is SELECT or LINES.
    """
    condition = where(connection, wanted)
    ending = f" ORDER BY {SORTS[sort]}" + ("" if limit is None else f" LIMIT {int(limit)}")
    rows = connection.execute(f"{select} WHERE {condition.sql}{ending}", condition.parameters)
    return (article_of(row) for row in rows)


class StoredArticles(Collection[Article]):
    """The articles that match a filter, in list order; each iteration reads them again, so there may be very many.

    The connection must stay in one snapshot meanwhile.
    """

    def __init__(self, connection: sqlite3.Connection, wanted: ArticleFilter) -> None:
        self._connection = connection
        self._wanted = wanted

    def __iter__(self) -> Iterator[Article]:
        return find_articles(self._connection, self._wanted)

    def __len__(self) -> int:
        return count_articles(self._connection, self._wanted)

    def __contains__(self, article: object) -> bool:
        return any(stored == article for stored in self)


def count_articles(connection: sqlite3.Connection, wanted: ArticleFilter) -> int:
    """Counts the articles that match the filter."""
    condition = where(connection, wanted)
    counted = connection.execute(f"SELECT count(*) {FROM} WHERE {condition.sql}", condition.parameters)
    return int(counted.fetchone()[0])


def articles_by_number(
    connection: sqlite3.Connection, numbers: Sequence[int], select: str = SELECT
) -> dict[int, Article]:
    """Returns the listed articles with these numbers, by number; `select` is SELECT or LINES."""
    listed = ",".join(str(int(number)) for number in numbers)
    rows = connection.execute(f"{select} WHERE article.removed_at IS NULL AND article.number IN ({listed})")
    return {row[0]: article_of(row) for row in rows}


def read_titles(connection: sqlite3.Connection) -> list[str]:
    """Returns the titles of all articles, in list order."""
    rows = connection.execute(
        "SELECT title FROM article LEFT JOIN module ON module.id = module_id"
        f" WHERE removed_at IS NULL ORDER BY {SORTS['list']}"
    )
    return [title for (title,) in rows]


def module_neighbours(connection: sqlite3.Connection, article: Article, limit: int) -> list[int]:
    """Returns the numbers of the articles nearest to this one in its module."""
    beside = (
        "SELECT * FROM (SELECT number, position FROM article WHERE removed_at IS NULL AND number <> :number"
        " AND module_id = (SELECT id FROM module WHERE slug = :module) AND position {} :position"
        " ORDER BY position {}, number LIMIT :limit)"
    )
    rows = connection.execute(
        f"SELECT number FROM ({beside.format('<=', 'DESC')} UNION ALL {beside.format('>', 'ASC')})"
        " ORDER BY abs(position - :position), number LIMIT :limit",
        {"number": article.number, "module": article.module, "position": article.position, "limit": limit},
    )
    return [number for (number,) in rows]


def in_module(connection: sqlite3.Connection, module: str | None, numbers: Sequence[int]) -> set[int]:
    """Returns the numbers whose articles are in the module."""
    marks = ", ".join("?" * len(numbers))
    rows = connection.execute(
        f"SELECT number FROM article WHERE number IN ({marks}) AND module_id = (SELECT id FROM module WHERE slug = ?)",
        (*numbers, module),
    )
    return {number for (number,) in rows}


def titles_like_series(connection: sqlite3.Connection, article: Article) -> dict[int, str]:
    """Returns the titles of this and other articles of its site or its authors that may be parts of one series, by number."""
    words = series_words(article.title)
    rows = connection.execute(
        "SELECT number, title FROM article WHERE removed_at IS NULL AND number IN (SELECT ?1 UNION ALL"
        " SELECT number FROM source JOIN article ON source_id = source.id WHERE name = ?2 UNION ALL SELECT other.article_number"
        " FROM article_author AS mine JOIN article_author AS other USING (author_id) WHERE mine.article_number = ?1)"
        " AND NOT EXISTS (SELECT 1 FROM json_each(?3) WHERE instr(lower(title), value) = 0) ORDER BY number",
        (article.number, article.source, json.dumps(list(words))),
    )
    return dict(rows.fetchall())


def where(connection: sqlite3.Connection, wanted: ArticleFilter) -> Condition:
    """Returns the filter as SQL over the tables of SELECT; removed articles never match."""
    return all_of([LISTED, *_conditions(connection, wanted)])


def article_of(row: Sequence[Any]) -> Article:
    """Builds an Article from a row of SELECT; it shows no login, and a change of the address takes the stored one away."""
    article = _article(row)
    if "@" in row[2] or "@" in row[1] or "@" in "".join(row[_TEXTS_OF_ROW]):
        from gpucat.catalog.logins import HIDDEN, article_without_logins

        return article_without_logins(article, HIDDEN)
    return article


def _article(row: Sequence[Any]) -> Article:
    return Article(
        number=row[0],
        title=row[1],
        url=row[2],
        module=row[3],
        position=row[4],
        level=None if row[5] is None else LevelSpan(row[5], row[6]),
        published=row[7],
        summary=row[8],
        why=row[9],
        summary_en=row[10],
        why_en=row[11],
        extra=NO_EXTRA if row[12] == "{}" else _parsed(row[12]),
        **({} if row[13] == "{}" else _facets(row[13])),
        source_type=row[14],
        source=row[15],
        authors=tuple(row[16].split(_SEPARATOR)) if row[16] else (),
        keywords=tuple(row[17].split(_SEPARATOR)) if row[17] else (),
        status=row[18],
        link=LinkState(row[19], row[20]) if row[19] else None,
    )


def _facets(text: str) -> dict[str, Any]:
    """Returns the fields that the column `facets` holds, as an Article has them."""
    held = _parsed(text)
    return {name: tuple(value) if isinstance(value, list) else value for name, value in held.items()}


def _parsed(text: str) -> dict[str, Any]:
    import json

    extra: dict[str, Any] = json.loads(text)
    return extra


def _conditions(connection: sqlite3.Connection, wanted: ArticleFilter) -> Iterator[Condition]:
    if wanted.modules:
        yield _any_of(f"coalesce(module.slug, '{INBOX}')", wanted.modules)
    if wanted.levels:
        yield suiting(wanted.levels)
    if wanted.authors:
        yield _linked("author", _ids(connection, "author", lambda name: _holds_one(name, wanted.authors)))
    if wanted.sources:
        held = _ids(connection, "source", lambda name: _holds_one(name, wanted.sources))
        yield Condition(f"article.source_id IN ({_GIVEN_IDS})", (held,))
    if wanted.source_types:
        yield _any_of("article.source_type", wanted.source_types)
    if wanted.keywords:
        words = {word.casefold() for word in wanted.keywords}
        yield _linked("keyword", _ids(connection, "keyword", lambda name: name.casefold() in words))
    for facet in FACETS:
        if values := getattr(wanted, facet):
            folded = {value.casefold() for value in values}
            yield Condition(f"article.number IN ({_HAVING})", (f"$.{facet}", _held(connection, facet, folded)))
    if wanted.since is not None or wanted.until is not None:
        yield from _dated(wanted.since, wanted.until)
    if wanted.statuses:
        yield _any_of("coalesce(reading.status, 'todo')", wanted.statuses)
    if wanted.links:
        yield _any_of("coalesce(link_check.verdict, 'unchecked')", wanted.links)
    if wanted.numbers:
        yield Condition(f"article.number IN ({_GIVEN_IDS})", (f"[{','.join(map(str, wanted.numbers))}]",))


def _held(connection: sqlite3.Connection, facet: str, folded: Collection[str]) -> str:
    """Returns the values of a facet that are meant as a JSON array, in each case they are stored in."""
    rows = connection.execute("SELECT DISTINCT value FROM article, json_each(facets, ?)", (f"$.{facet}",))
    return json.dumps([value for (value,) in rows if value.casefold() in folded], ensure_ascii=False)


def _any_of(column: str, values: Sequence[Any]) -> Condition:
    return Condition(f"{column} IN ({', '.join('?' * len(values))})", tuple(values))


def _linked(table: str, ids: str) -> Condition:
    linked = f"SELECT article_number FROM article_{table} WHERE {table}_id IN ({_GIVEN_IDS})"
    return Condition(f"article.number IN ({linked})", (ids,))


def _ids(connection: sqlite3.Connection, table: str, is_meant: Callable[[str], bool]) -> str:
    """Returns the ids of the matching names as a JSON array; Python matches, since SQLite ignores case in ASCII only."""
    rows = connection.execute(f"SELECT id, name FROM {table}")
    return f"[{','.join(str(identity) for identity, name in rows if is_meant(name))}]"


def _holds_one(name: str, parts: Sequence[str]) -> bool:
    return any(part.casefold() in name.casefold() for part in parts)


def _dated(since: str | None, until: str | None) -> Iterator[Condition]:
    yield Condition("article.published IS NOT NULL")
    if since is not None:
        yield Condition("article.published >= substr(?, 1, length(article.published))", (since,))
    if until is not None:
        yield Condition("substr(article.published, 1, ?) <= ?", (len(until), until))


def suiting(levels: Sequence[LevelSpan]) -> Condition:
    """Matches articles whose levels meet one of these spans; all articles if there are none."""
    overlapping = ["article.level_low <= ? AND article.level_high >= ?"] * len(levels)
    ends = tuple(end for span in levels for end in (span.high, span.low))
    return Condition(f"({' OR '.join(overlapping) or '1'})", ends)


def number_within(spans: Sequence[tuple[int, int]]) -> Condition:
    """Matches articles whose number is in one of the spans, ends included."""
    sql = " OR ".join("article.number BETWEEN ? AND ?" for _ in spans)
    return Condition(f"({sql})", tuple(end for span in spans for end in span))


def address_holds(text: str) -> Condition:
    """Matches articles whose address contains the text, which must be in lower case."""
    return Condition("instr(lower(article.url), ?) > 0", (text,))


def all_of(parts: Sequence[Condition]) -> Condition:
    """Joins the conditions with AND."""
    return Condition(
        "(" + " AND ".join(part.sql for part in parts) + ")",
        tuple(value for part in parts for value in part.parameters),
    )


def not_all_of(parts: Sequence[Condition]) -> Condition:
    """Negates the joined conditions; an unknown value counts as false."""
    both = all_of(parts)
    return Condition(f"NOT coalesce({both.sql}, 0)", both.parameters)
