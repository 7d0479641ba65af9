"""Moves the reader's own data between catalogues: exports it as lines, and merges such lines.

Nothing is lost on the way: the later change of each item wins, histories are united, and items about an article that is
missing here are reported, so that they can be imported once it is there.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.reading import ITEM_KINDS, Item, clean_note, record_of
from gpucat.catalog.settings import is_portable
from gpucat.catalog.url import canonical_url
from gpucat.errors import GpucatError
from gpucat.formats.reading import ArticleLine, ItemLine
from gpucat.store.articles import find_articles
from gpucat.store.connection import Reader
from gpucat.store.lookup import number_of_url
from gpucat.store.reading import Keys, find_item, has_practice, read_items

if TYPE_CHECKING:
    from gpucat.store.journal import Writer


class ItemRow(NamedTuple):
    """An item of a file and what becomes of it: `take`, `same`, `older` (ours stays) or `nowhere` (no such article)."""

    path: Path
    line: int
    action: str
    item: Item


def item_lines(connection: Reader, wanted: ArticleFilter) -> Iterator[str]:
    """Yields the reader's own data as JSON lines; with a filter, only what concerns its articles."""
    chosen = None
    if wanted != ArticleFilter():
        chosen = {article.number for article in find_articles(connection, wanted)}
    for numbers, item in read_items(connection):
        if item.kind == "setting" and not is_portable(str(item.about[0])):
            continue
        is_about_articles = ITEM_KINDS[item.kind].subject in ("article", "pair")
        if chosen is None or (is_about_articles and set(numbers) <= chosen):
            yield json.dumps(record_of(item), ensure_ascii=False) + "\n"


def marked_items(line: ArticleLine, now: str) -> Iterator[ItemLine]:
    """Yields what another program's row says of its reader as items; a mark without a time is from `now`."""
    marks = line.marks
    if marks is None:
        return
    at = marks.at or now
    if marks.status and marks.status != "todo":
        finished = at if marks.status == "done" else None
        values = {"status": marks.status, "started_at": None, "finished_at": finished, "changed_at": at}
        yield ItemLine(line.line, Item("reading", (line.article.url,), values))
    if marks.stars:
        yield ItemLine(line.line, Item("rating", (line.article.url,), {"stars": marks.stars, "changed_at": at}))
    if note := clean_note(marks.note):
        yield ItemLine(line.line, Item("note", (line.article.url,), {"text": note, "changed_at": at}))


def plan_items(connection: Reader, files: Iterable[tuple[Path, Iterable[ItemLine]]]) -> list[ItemRow]:
    """Plans the merge of the files' items, once the articles and experiments of the same files are stored."""
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
    """Writes the items to take, except where a later change has come in between."""
    from gpucat.store.reading import write_item

    for row in rows:
        keys = _keys(writer.connection, row.item) if row.action == "take" else None
        if keys is not None and _wins(writer.connection, row.item, keys):
            write_item(writer, row.item, keys)


def _action(connection: Reader, item: Item) -> str:
    keys = _keys(connection, item)
    if keys is None:
        return "nowhere"
    if _wins(connection, item, keys):
        return "take"
    stored = find_item(connection, item, keys)
    return "same" if stored is None or stored.values == item.values else "older"


def _wins(connection: Reader, item: Item, keys: Keys) -> bool:
    """Whether the item is new here, or was changed later than the stored one."""
    if ITEM_KINDS[item.kind].subject == "pair" and keys[0] == keys[1]:
        return False
    stored = find_item(connection, item, keys)
    return stored is None or (stored.rank < item.rank and not ITEM_KINDS[item.kind].is_history)


def _keys(connection: Reader, item: Item) -> Keys | None:
    """Returns what the item is about as its table has it, numbers of articles sorted; None if any of it is not stored."""
    match ITEM_KINDS[item.kind].subject:
        case "setting":
            return item.about
        case "practice" | "measurement":
            return item.about if has_practice(connection, int(item.about[0])) else None
    found = [_number(connection, str(url)) for url in item.about]
    numbers = tuple(sorted(number for number in found if number is not None))
    return numbers if len(numbers) == len(found) else None


def _number(connection: Reader, url: str) -> int | None:
    try:
        return number_of_url(connection, url)
    except GpucatError:
        return None


def _spelled(about: str | int) -> str | int:
    """Returns an address in its canonical spelling, if it has one."""
    try:
        return canonical_url(about) if isinstance(about, str) else about
    except GpucatError:
        return about


def _time_in_name(item: Item) -> str:
    return item.changed_at if ITEM_KINDS[item.kind].is_history else ""
