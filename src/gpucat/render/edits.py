"""Writes what was added, edited and removed."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from gpucat.catalog.article import INBOX, Article
from gpucat.catalog.audit_rules import missing_fields
from gpucat.catalog.fields import LIST_FIELDS, article_fields, article_json
from gpucat.language import NOTHING, Bilingual
from gpucat.render.articles import article_listing
from gpucat.render.columns import Column, Listing
from gpucat.render.duplicates import finding_record, said_reasons
from gpucat.render.listing import json_text, write_json, write_listing
from gpucat.render.terminal import Terminal
from gpucat.services.add import Draft, Objections
from gpucat.services.edit import Edited

_NOTHING: Final = "-"


class FieldChange(NamedTuple):
    """One field of an article before and after."""

    article: Article
    field: str
    before: Any
    after: Any


_FIELD_COLUMNS: Final[tuple[Column[FieldChange], ...]] = (
    Column(Bilingual("id", "编号"), lambda change: change.article.id, style="cyan"),
    Column(Bilingual("field", "字段"), lambda change: change.field),
    Column(Bilingual("before", "原值"), lambda change: shown_value(change.before), style="dim", folds=True),
    Column(Bilingual("after", "新值"), lambda change: shown_value(change.after), grows=True),
)


def write_edits(terminal: Terminal, edits: Sequence[Edited], *, as_json: bool) -> None:
    """Each field that changed with its old and its new value."""
    changes = [change for edited in edits for change in _changes(edited)]
    if as_json:
        write_json(terminal, (_edit_record(edited) for edited in edits))
    else:
        write_listing(terminal, Listing(changes, _FIELD_COLUMNS, FieldChange._asdict), "table")
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


def _edit_record(edited: Edited) -> dict[str, Any]:
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


class FieldLine(NamedTuple):
    """A field of the draft, its value and what it rests on."""

    field: str
    value: str
    ground: Bilingual


_DRAFT_COLUMNS: Final[tuple[Column[FieldLine], ...]] = (
    Column(Bilingual("field", "字段"), lambda line: line.field, style="cyan"),
    Column(Bilingual("value", "值"), lambda line: line.value, grows=True),
    Column(Bilingual("from", "依据"), lambda line: line.ground, style="dim", folds=True),
)


def write_draft(terminal: Terminal, draft: Draft) -> None:
    """Every field of the draft, filled in or not."""
    fields = article_fields(draft.article)
    lines = [
        FieldLine(name, shown_value(fields[name]), draft.grounds.get(name, NOTHING))
        for name in LIST_FIELDS
        if name != "position" or fields[name]
    ]
    write_listing(terminal, Listing(lines, _DRAFT_COLUMNS, FieldLine._asdict), "table")
    for note in draft.notes:
        terminal.notice(note)
    if draft.article.number:
        terminal.notice(Bilingual("It was in the list before and comes back.", "此文章曾在清单中，将恢复。"))


def say_objections(terminal: Terminal, objections: Objections) -> None:
    """What speaks against the article, a line each."""
    for rule in objections.rules:
        terminal.notice(Bilingual(f"The list leaves such pages out: {rule.en}", f"清单不收录此类页面：{rule.zh}"))
    for fault in objections.faults:
        terminal.notice(fault)
    for found in objections.duplicates:
        reasons, verdict = said_reasons(found), found.judgement.verdict
        place = found.b.label
        terminal.notice(
            Bilingual(
                f"{verdict} {place} {found.b.record.title}: {reasons.en}",
                f"{verdict} {place} {found.b.record.title}：{reasons.zh}",
            )
        )


def write_added(
    terminal: Terminal, article: Article, draft: Draft, objections: Objections, *, is_done: bool, as_json: bool
) -> None:
    """The article as it is in the list now (or would be)."""
    if as_json:
        terminal.write([json_text(_draft_record(terminal, article, draft, objections, is_done))])
        return
    if not is_done:
        place = article.module or INBOX
        terminal.notice(
            Bilingual(
                f"Would add {article.title} to {place}; nothing was changed",
                f"将添加 {article.title}（{place}）；没有任何改动",
            )
        )
        return
    terminal.notice(Bilingual(f"Added {article.id} {article.title}", f"已添加 {article.id} {article.title}"))
    missing = ", ".join(missing_fields(article))
    if missing:
        terminal.notice(
            Bilingual(
                f"Still without {missing}: `gpucat edit {article.id}`", f"尚缺 {missing}：`gpucat edit {article.id}`"
            )
        )


def _draft_record(
    terminal: Terminal, article: Article, draft: Draft, objections: Objections, is_done: bool
) -> dict[str, Any]:
    return {
        **article_json(article),
        "added": is_done,
        "facts": [fact._asdict() for fact in draft.facts],
        "grounds": {name: ground.en for name, ground in draft.grounds.items()},
        "notes": [note.en for note in draft.notes],
        "objections": [rule.en for rule in (*objections.rules, *objections.faults)],
        "duplicates": [finding_record(terminal, found) for found in objections.duplicates],
    }
