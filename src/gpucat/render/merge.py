"""What a merge did or would do, field by field."""

from typing import Any, Final

from gpucat.catalog.levels import LevelSpan, format_level
from gpucat.language import Bilingual
from gpucat.render.columns import Column, Listing
from gpucat.render.listing import json_text, write_listing
from gpucat.render.terminal import Terminal
from gpucat.services.merge import MergedField, MergePlan

_JOINED: Final = Bilingual("joined", "合并")
_COLUMNS: Final[tuple[Column[MergedField], ...]] = (
    Column(Bilingual("field", "字段"), lambda field: field.name, style="cyan"),
    Column(Bilingual("now", "现在"), lambda field: _text(field.kept), style="dim", folds=True),
    Column(Bilingual("merged", "合并后"), lambda field: _text(field.merged), grows=True),
    Column(Bilingual("from", "取自"), lambda field: field.origin or _JOINED),
)


def write_merge(terminal: Terminal, plan: MergePlan, *, as_json: bool) -> None:
    """The fields in which the articles differ, with what becomes of them."""
    if as_json:
        terminal.write([json_text(_record(plan))])
        return
    named = ", ".join(f"{article.id} {article.title}" for article in plan.drops)
    terminal.notice(
        Bilingual(
            f"{plan.keep.id} {plan.keep.title} takes in: {named}",
            f"并入 {plan.keep.id} {plan.keep.title} 的有：{named}",
        )
    )
    write_listing(terminal, Listing(plan.fields, _COLUMNS, _field_record), "table")


def _record(plan: MergePlan) -> dict[str, Any]:
    return {
        "keep": plan.keep.id,
        "drop": [article.id for article in plan.drops],
        "fields": [_field_record(field) for field in plan.fields],
    }


def _field_record(field: MergedField) -> dict[str, Any]:
    return {"field": field.name, "now": _plain(field.kept), "merged": _plain(field.merged), "from": field.origin}


def _plain(value: Any) -> Any:  # noqa: ANN401  a field's value
    if isinstance(value, LevelSpan):
        return value.names
    return list(value) if isinstance(value, tuple) else value


def _text(value: Any) -> str:  # noqa: ANN401  a field's value
    if isinstance(value, LevelSpan):
        return format_level(value)
    return ", ".join(value) if isinstance(value, tuple) else value or ""
