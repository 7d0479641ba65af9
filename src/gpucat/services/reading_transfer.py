"""Carries what belongs to the reader from one catalogue to another: as lines of an export, and merged from such lines.

Nothing is lost on the way: the later change of each item wins, a history is united, and what is about an article that is
not here is said, so that it can be brought in again once the article is there.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.reading import ITEM_KINDS, Item, record_of
from gpucat.catalog.url import canonical_url
from gpucat.errors import GpucatError
from gpucat.formats.reading import ItemLine
from gpucat.store.articles import find_articles
from gpucat.store.connection import Reader
from gpucat.store.lookup import number_of_url
from gpucat.store.reader_items import find_item, has_practice, read_items

if TYPE_CHECKING:
    from gpucat.store.writing import Writer


class ItemRow(NamedTuple):
    """One item of a file and what becomes of it: `take`, `same`, `older` (ours stays) or `nowhere` (no such article)."""

    path: Path
    line: int
    action: str
    item: Item


def item_lines(connection: Reader, wanted: ArticleFilter) -> Iterator[str]:
    """What belongs to the reader, a JSON line each; with a filter only what is about its articles."""
    chosen = None
    if wanted != ArticleFilter():
        chosen = {article.number for article in find_articles(connection, wanted)}
    for numbers, item in read_items(connection):
        is_about_articles = ITEM_KINDS[item.kind].subject != "practice"
        if chosen is None or (is_about_articles and set(numbers) <= chosen):
            yield json.dumps(record_of(item), ensure_ascii=False) + "\n"


def plan_items(connection: Reader, files: Iterable[tuple[Path, Iterable[ItemLine]]]) -> list[ItemRow]:
    """What merging the files' items does, once the articles and experiments of the same files are there."""
    best: dict[tuple[object, ...], ItemRow] = {}
    rows = []
    for path, lines in files:
        for line in lines:
            row = ItemRow(path, line.line, _action(connection, line.item), line.item)
            rows.append(row)
            if row.action == "take":
                name = (row.item.kind, *map(_spelled, row.item.about), _time_in_name(row.item))
                best[name] = max(best.get(name, row), row, key=lambda one: one.item.rank)
    kept = {id(row) for row in best.values()}
    return [row._replace(action="older") if row.action == "take" and id(row) not in kept else row for row in rows]


def merge_items(writer: "Writer", rows: Iterable[ItemRow]) -> None:
    """Writes the items to take, each unless a later change has come in between."""
    from gpucat.store.reader_items import write_item

    for row in rows:
        numbers = _numbers(writer.reader, row.item) if row.action == "take" else None
        if numbers is not None and _wins(writer.reader, row.item, numbers):
            write_item(writer, row.item, numbers)


def _action(connection: Reader, item: Item) -> str:
    numbers = _numbers(connection, item)
    if numbers is None:
        return "nowhere"
    if _wins(connection, item, numbers):
        return "take"
    stored = find_item(connection, item, numbers)
    return "same" if stored is None or stored.values == item.values else "older"


def _wins(connection: Reader, item: Item, numbers: tuple[int, ...]) -> bool:
    """Whether the item is new here, or changed later than the stored one."""
    if ITEM_KINDS[item.kind].subject == "pair" and numbers[0] == numbers[1]:
        return False
    stored = find_item(connection, item, numbers)
    return stored is None or (stored.rank < item.rank and not ITEM_KINDS[item.kind].is_history)


def _numbers(connection: Reader, item: Item) -> tuple[int, ...] | None:
    """The numbers of what the item is about, in order; None where something of it is not stored."""
    found = [_number(connection, one) for one in item.about]
    numbers = tuple(sorted(number for number in found if number is not None))
    return numbers if len(numbers) == len(found) else None


def _number(connection: Reader, about: str | int) -> int | None:
    if isinstance(about, int):
        return about if has_practice(connection, about) else None
    try:
        return number_of_url(connection, about)
    except GpucatError:
        return None


def _spelled(about: str | int) -> str | int:
    """An address in its canonical spelling, as far as it has one."""
    try:
        return canonical_url(about) if isinstance(about, str) else about
    except GpucatError:
        return about


def _time_in_name(item: Item) -> str:
    return item.changed_at if ITEM_KINDS[item.kind].is_history else ""
