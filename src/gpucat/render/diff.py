"""Writes what differs between two versions of the list: a table, or JSON."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.comparison import Changed, Comparison, PartChange
from gpucat.catalog.fields import article_fields, field_name
from gpucat.language import NOTHING, Bilingual
from gpucat.render.columns import Column, Listing
from gpucat.render.edits import field_changes, shown_field
from gpucat.render.listing import json_text, write_listing
from gpucat.render.terminal import Terminal
from gpucat.render.text import counted

_ADDED: Final = Bilingual("added", "新增")
_REMOVED: Final = Bilingual("removed", "移除")
_CHANGED: Final = Bilingual("changed", "改动")
_STYLES: Final = {_ADDED: "green", _REMOVED: "red", _CHANGED: "yellow"}


class DifferenceRow(NamedTuple):
    """A difference between two versions, as it is shown."""

    kind: Bilingual
    id: str
    title: str
    field: str
    before: Bilingual
    after: Bilingual


_COLUMNS: Final[tuple[Column[DifferenceRow], ...]] = (
    Column(Bilingual("what", "类别"), lambda row: row.kind, style=lambda row: _STYLES[row.kind]),
    Column(Bilingual("place", "位置"), lambda row: row.id, style="cyan"),
    Column(Bilingual("title", "标题"), lambda row: row.title, grows=True),
    Column(Bilingual("field", "字段"), lambda row: field_name(row.field)),
    Column(Bilingual("before", "原值"), lambda row: row.before, style="dim", folds=True),
    Column(Bilingual("after", "新值"), lambda row: row.after, folds=True),
)


def write_comparison(terminal: Terminal, comparison: Comparison, *, as_json: bool) -> None:
    """Writes each difference on a line and how many there are; as JSON, one object of four lists."""
    if as_json:
        terminal.write([json_text(_record(comparison))])
        return
    write_listing(terminal, Listing(_rows(comparison), _COLUMNS, DifferenceRow._asdict), "table")
    added, removed, changed, parts = map(len, comparison)
    terminal.notice(
        Bilingual("The versions are identical.", "两个版本相同。")
        if comparison.is_empty
        else Bilingual(
            f"{added} added, {removed} removed, {changed} changed, {counted(parts, 'other change')}",
            f"新增 {added}，移除 {removed}，改动 {changed}，其他改动 {parts}",
        )
    )


def _rows(comparison: Comparison) -> Iterator[DifferenceRow]:
    for kind, articles in ((_ADDED, comparison.added), (_REMOVED, comparison.removed)):
        for article in articles:
            yield DifferenceRow(kind, _place(article), article.title, "", NOTHING, NOTHING)
    for changed in comparison.changed:
        for change in field_changes(*changed):
            before, after = shown_field(change.field, change.before), shown_field(change.field, change.after)
            yield DifferenceRow(_CHANGED, _place(changed.after), changed.after.title, change.field, before, after)
    for part, before, after in comparison.parts:
        yield DifferenceRow(_CHANGED, "", "", part, before, after)


def _place(article: Article) -> str:
    """Returns the article's id, as far as a file tells it."""
    return article.id if article.number or article.position else article.module or ""


def _record(comparison: Comparison) -> dict[str, Any]:
    return {
        "added": [article_fields(article) for article in comparison.added],
        "removed": [article_fields(article) for article in comparison.removed],
        "changed": [_changed(changed) for changed in comparison.changed],
        "parts": [_part(change) for change in comparison.parts],
    }


def _changed(changed: Changed) -> dict[str, Any]:
    fields = {change.field: {"before": change.before, "after": change.after} for change in field_changes(*changed)}
    return {"id": _place(changed.after), "title": changed.after.title, "url": changed.after.url, "fields": fields}


def _part(change: PartChange) -> dict[str, Any]:
    return {"part": change.part, "before": change.before._asdict(), "after": change.after._asdict()}
