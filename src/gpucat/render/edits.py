"""What an edit or a removal changed."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.fields import article_fields
from gpucat.language import Bilingual
from gpucat.render.articles import article_listing
from gpucat.render.columns import Column, Listing
from gpucat.render.listing import write_json, write_listing
from gpucat.render.terminal import Terminal
from gpucat.services.edit import Edited

_NOTHING: Final = "-"


class FieldChange(NamedTuple):
    """One field of an article before and after."""

    article: Article
    field: str
    before: Any
    after: Any


_COLUMNS: Final[tuple[Column[FieldChange], ...]] = (
    Column(Bilingual("id", "编号"), lambda change: change.article.id, style="cyan"),
    Column(Bilingual("field", "字段"), lambda change: change.field),
    Column(Bilingual("before", "原值"), lambda change: shown_value(change.before), style="dim", folds=True),
    Column(Bilingual("after", "新值"), lambda change: shown_value(change.after), grows=True),
)


def write_edits(terminal: Terminal, edits: Sequence[Edited], *, as_json: bool) -> None:
    """Each field that changed with its old and its new value."""
    changes = [change for edited in edits for change in _changes(edited)]
    if as_json:
        write_json(terminal, (_record(edited) for edited in edits))
    else:
        write_listing(terminal, Listing(changes, _COLUMNS, FieldChange._asdict), "table")
    if not changes:
        terminal.notice(Bilingual("The list says so already; nothing was changed.", "清单中已是如此，没有改动。"))
    for edited in edits:
        for text in ("summary_en", "why_en"):
            if text in edited.changed and not getattr(edited.after, text):
                terminal.notice(
                    Bilingual(
                        f"{edited.after.id}: {text} was a translation of the old text and is now empty",
                        f"{edited.after.id}：{text} 是旧文本的译文，现已清空",
                    )
                )


def write_articles(terminal: Terminal, articles: Sequence[Article]) -> None:
    """The articles that a command is about to touch."""
    write_listing(terminal, article_listing(articles), "table")


def say_removed(terminal: Terminal, count: int) -> None:
    """That articles are out, and how they come back."""
    terminal.notice(
        Bilingual(
            f"Took {count} out of the list; `gpucat undo` puts {'it' if count == 1 else 'them'} back.",
            f"已移出 {count} 篇；`gpucat undo` 可恢复。",
        )
    )


def say_lost_starts(terminal: Terminal, modules: Sequence[str]) -> None:
    """Which modules have no start any more, and how one is named."""
    for slug in modules:
        terminal.notice(
            Bilingual(
                f"{slug} has no start now; `gpucat edit ARTICLE --start` names one.",
                f"{slug} 现在没有推荐起点；可用 `gpucat edit ARTICLE --start` 指定。",
            )
        )


def field_changes(before: Article, after: Article, fields: Sequence[str]) -> list[FieldChange]:
    """The named fields with both values, as JSON has them."""
    old = {**article_fields(before), "extra": dict(before.extra)}
    new = {**article_fields(after), "extra": dict(after.extra)}
    return [FieldChange(after, field, old[field], new[field]) for field in fields]


def shown_value(value: Any) -> str:  # noqa: ANN401  any JSON value
    """A field's value for people."""
    if isinstance(value, list):
        return ", ".join(map(str, value)) or _NOTHING
    return _NOTHING if value in (None, "") else str(value)


def _record(edited: Edited) -> dict[str, Any]:
    return {
        "number": edited.after.number,
        "id": edited.after.id,
        "title": edited.after.title,
        "changed": {change.field: {"before": change.before, "after": change.after} for change in _changes(edited)},
    }


def _changes(edited: Edited) -> list[FieldChange]:
    """The fields of the article that changed, and the start of its module."""
    start = [FieldChange(edited.after, "start", *edited.start)] if edited.start else []
    return field_changes(edited.before, edited.after, edited.changed) + start
