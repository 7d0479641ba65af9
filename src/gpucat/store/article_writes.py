"""Writes articles: new ones, changed fields, addresses and positions.

Only `give_address` changes the address of a stored article. A removed article stays as a row with the reader's data, and
is found again by its address.
"""

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from gpucat.catalog.article import Article
from gpucat.catalog.facets import FACET_FIELDS
from gpucat.catalog.logins import without_login
from gpucat.catalog.url import canonical_url, loose_key
from gpucat.store.lookup import number_of_url
from gpucat.store.route import drop_from_route
from gpucat.store.transaction import Row, insert_rows, put_row, update_row

Insert = Callable[[str, Sequence[Row]], None]
"""Inserts rows into a table: with the standard library or, when a list is imported, through SQLModel."""
_SET: Final = "UPDATE article SET url = ?, url_key = ?, loose_key = ? WHERE number = ?"
_NOTHING: Final[Mapping[int, int]] = MappingProxyType({})
_TABLE: Final = "CREATE TEMP TABLE IF NOT EXISTS asked_place (article_number INTEGER PRIMARY KEY, position INTEGER)"
_MEMBERS: Final = (
    "SELECT number, article.position, asked_place.position FROM article"
    " LEFT JOIN temp.asked_place ON article_number = number WHERE module_id = ? ORDER BY article.position, number"
)
_REMOVE: Final = (
    "UPDATE article SET removed_at = ?, merged_into = ?, module_id = NULL, position = NULL WHERE number = ?"
)
_ADDRESS_COLUMNS: Final = ("url", "url_key", "loose_key")


def add_articles(
    connection: sqlite3.Connection, articles: Sequence[Article], now: str, insert: Insert | None = None
) -> list[int]:
    """Stores new articles and returns their numbers in order; an article without a number gets the next one.

    New articles go to the end of their modules, sorted by their positions. The modules must exist and the canonical URLs
    must be new, which the caller has checked (IntegrityError otherwise).
    """
    insert = insert or partial(insert_rows, connection)
    numbers = _assign_numbers(connection, articles)
    modules = module_ids(connection)
    sources = _name_ids(connection, "source", (a.source for a in articles if a.source), insert)
    authors = _name_ids(connection, "author", (name for a in articles for name in a.authors), insert)
    keywords = _name_ids(connection, "keyword", (word for a in articles for word in a.keywords), insert)
    rows = [
        {"number": number, **_columns(article, modules, sources), "added_at": now}
        for number, article in zip(numbers, articles, strict=True)
    ]
    _append_positions(connection, rows)
    insert("article", rows)
    insert("article_author", _links(numbers, (a.authors for a in articles), "author_id", authors))
    insert("article_keyword", _links(numbers, (a.keywords for a in articles), "keyword_id", keywords))
    return numbers


def update_article(connection: sqlite3.Connection, article: Article) -> None:
    """Writes the changed fields of a stored article, except its address."""
    _update(connection, article, {})


def revive_article(connection: sqlite3.Connection, article: Article) -> None:
    """Brings a removed article back into the list with these fields, except its address; the reader's data was kept."""
    _update(connection, article, {"removed_at": None, "merged_into": None})


def _update(connection: sqlite3.Connection, article: Article, more: Row) -> None:
    sources = _name_ids(connection, "source", [article.source] if article.source else [])
    columns = {**_columns(article, module_ids(connection), sources), **more}
    if columns["module_id"] is not None and columns["position"] is None:
        _append_positions(connection, [columns])
    selected = f"SELECT {', '.join(columns)} FROM article WHERE number = ?"
    stored = dict(zip(columns, connection.execute(selected, (article.number,)).fetchone(), strict=True))
    stored |= {name: json.loads(stored[name]) for name in ("extra", "facets")}
    differing = {
        name: value for name, value in columns.items() if value != stored[name] and name not in _ADDRESS_COLUMNS
    }
    update_row(connection, "article", differing, number=article.number)
    _write_names(connection, "author", article.number, article.authors)
    _write_names(connection, "keyword", article.number, article.keywords)


def save_start(connection: sqlite3.Connection, slug: str, number: int) -> None:
    """Makes the article the recommended start of the module."""
    row = {"module_id": module_ids(connection)[slug], "article_number": number}
    put_row(connection, "module_start", row, "module_id")


def module_ids(connection: sqlite3.Connection) -> dict[str, int]:
    """Returns the row ids of the modules by slug."""
    return dict(connection.execute("SELECT slug, id FROM module").fetchall())


def name_ids(connection: sqlite3.Connection, table: str, names: Sequence[str]) -> dict[str, int]:
    """Returns the row ids of the names that a table of names (source, author, keyword, concept) has."""
    found = f"SELECT name, id FROM {table} WHERE name IN (SELECT value FROM json_each(?))"
    return dict(connection.execute(found, (json.dumps(names, ensure_ascii=False),)).fetchall())


def _name_ids(
    connection: sqlite3.Connection, table: str, names: Iterable[str], insert: Insert | None = None
) -> dict[str, int]:
    """Returns the row ids of the names and adds those that are new."""
    wanted = list(dict.fromkeys(names))
    known = name_ids(connection, table, wanted)
    new = [{"name": name} for name in wanted if name not in known]
    (insert or partial(insert_rows, connection))(table, new)
    return known | name_ids(connection, table, [row["name"] for row in new])


def _write_names(connection: sqlite3.Connection, kind: str, number: int, names: Sequence[str]) -> None:
    """Sets the names of the article; writes only the rows that differ, so that the journal holds only real changes."""
    table, column = f"article_{kind}", f"{kind}_id"
    rows = connection.execute(f"SELECT position, {column} FROM {table} WHERE article_number = ?", (number,))
    stored = dict(rows.fetchall())
    identities = _name_ids(connection, kind, names)
    for position, name in enumerate(names, 1):
        place = {"article_number": number, "position": position}
        if position not in stored:
            insert_rows(connection, table, [{**place, column: identities[name]}])
        elif stored[position] != identities[name]:
            update_row(connection, table, {column: identities[name]}, **place)
    if len(stored) > len(names):
        connection.execute(f"DELETE FROM {table} WHERE article_number = ? AND position > ?", (number, len(names)))


def _assign_numbers(connection: sqlite3.Connection, articles: Sequence[Article]) -> list[int]:
    """Returns the articles' numbers; `meta` keeps the highest ever given, so that none is reused after an undo."""
    highest = connection.execute(
        "SELECT max(coalesce((SELECT max(number) FROM article), 0),"
        " coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'highest_number'), 0))"
    ).fetchone()[0]
    taken = max(highest, *(article.number for article in articles)) if articles else highest
    numbers = []
    for article in articles:
        if article.number == 0:
            taken += 1
        numbers.append(article.number or taken)
    connection.execute(
        "INSERT INTO meta (key, value) VALUES ('highest_number', ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (str(taken),),
    )
    return numbers


def _append_positions(connection: sqlite3.Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Puts rows with a module at the module's end, sorted by the positions they ask for."""
    ends = connection.execute(
        "SELECT id, (SELECT coalesce(max(position), 0) FROM article WHERE module_id = module.id) FROM module"
    )
    last = {int(module): int(position) for module, position in ends}
    placed = [row for row in rows if row["module_id"] is not None]
    for row in sorted(placed, key=lambda row: row["position"] or 10**9):
        row["position"] = last[row["module_id"]] = last.get(row["module_id"], 0) + 1


def _columns(article: Article, modules: dict[str, int], sources: dict[str, int]) -> dict[str, Any]:
    return {
        "title": article.title,
        "url": article.url,
        "url_key": canonical_url(article.url),
        "loose_key": loose_key(article.url),
        "source_id": sources[article.source] if article.source else None,
        "source_type": article.source_type,
        "module_id": modules[article.module] if article.module else None,
        "position": article.position if article.module else None,
        "level_low": article.level.low if article.level else None,
        "level_high": article.level.high if article.level else None,
        "published": article.published,
        "summary": article.summary,
        "why": article.why,
        "summary_en": article.summary_en,
        "why_en": article.why_en,
        "extra": dict(article.extra),
        "facets": {name: value for name in FACET_FIELDS if (value := _as_json(getattr(article, name)))},
    }


def _as_json(value: Collection[str]) -> list[str] | dict[str, str]:
    return dict(value) if isinstance(value, Mapping) else list(value)


def _links(
    numbers: Sequence[int], names: Iterable[Sequence[str]], column: str, identities: dict[str, int]
) -> list[dict[str, int]]:
    return [
        {"article_number": number, "position": position, column: identities[name]}
        for number, several in zip(numbers, names, strict=True)
        for position, name in enumerate(several, 1)
    ]


def give_address(connection: sqlite3.Connection, number: int, url: str, now: str) -> bool:
    """Changes an article's address; writes nothing and returns False if another article has it.

    The old address still finds the article: as an alias or, if the new one belonged to a merged copy, as the address of
    that copy. No login is written, nor the sign that outputs show in its place.
    """
    url = without_login(url)
    key = canonical_url(url)
    old = connection.execute("SELECT url, url_key, loose_key FROM article WHERE number = ?", (number,)).fetchone()
    if number_of_url(connection, url) not in (None, number):
        return False
    if url == old[0]:
        return True
    copy = connection.execute("SELECT number FROM article WHERE url_key = ? AND number <> ?", (key, number)).fetchone()
    if copy is not None:
        connection.execute(_SET, ("", "", None, *copy))  # keys are unique, so the copy gives up its own first
    connection.execute(_SET, (url, key, loose_key(url), number))
    if key == old[1]:
        return True
    connection.execute("DELETE FROM alias WHERE url_key = ?", (key,))
    if copy is not None:
        connection.execute(_SET, (*old, *copy))
    else:
        connection.execute(
            "INSERT INTO alias (url_key, url, article_number, added_at) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (url_key) DO UPDATE SET article_number = excluded.article_number",
            (old[1], old[0], number, now),
        )
    return True


def ask_for_places(connection: sqlite3.Connection, places: Iterable[tuple[int, int]]) -> None:
    """Stores wanted positions by article number in a temporary table for `arrange`; there may be very many."""
    connection.execute(_TABLE)
    connection.executemany("INSERT OR REPLACE INTO temp.asked_place VALUES (?, ?)", places)


def arrange(connection: sqlite3.Connection, places: Mapping[int, int] = _NOTHING) -> None:
    """Numbers each module 1, 2, 3 … and puts the articles of `places` (number: position) where they are wanted.

    The other articles keep their order; a position beyond the end means the end.
    """
    ask_for_places(connection, places.items())
    modules = connection.execute("SELECT id FROM module ORDER BY id").fetchall()
    for (module,) in modules:
        _arrange_module(connection, module)
    connection.execute("DELETE FROM temp.asked_place")


def _arrange_module(connection: sqlite3.Connection, module: int) -> None:
    stored: dict[int, int] = {}
    order: list[int] = []
    asked: list[tuple[int, int]] = []
    for number, position, wanted in connection.execute(_MEMBERS, (module,)):
        stored[number] = position
        if wanted is None:
            order.append(number)
        else:
            asked.append((wanted, number))
    for position, number in sorted(asked):
        order.insert(position - 1, number)
    moved = ((place, number) for place, number in enumerate(order, 1) if stored[number] != place)
    connection.executemany("UPDATE article SET position = ? WHERE number = ?", moved)


def take_out(connection: sqlite3.Connection, numbers: Sequence[int], now: str, merged_into: int | None = None) -> None:
    """Removes the articles from the list and the route; the articles after them move up.

    `merged_into` is the number of the article that replaces them.
    """
    for number in numbers:
        connection.execute(_REMOVE, (now, merged_into, number))
    drop_from_route(connection, numbers)
    arrange(connection)
