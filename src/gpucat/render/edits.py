"""Writes what was drafted, added, edited and removed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gpucat.catalog.article import INBOX, Article
from gpucat.catalog.audit_rules import missing_fields
from gpucat.catalog.facets import FACET_FIELDS
from gpucat.catalog.fields import LIST_FIELDS, RELATIONS, article_fields, article_json, field_name
from gpucat.catalog.levels import LABELS
from gpucat.language import NOTHING, Bilingual, listed, same
from gpucat.render.articles import article_listing
from gpucat.render.columns import Column, Listing
from gpucat.render.listing import json_text, write_json, write_listing
from gpucat.render.terminal import Terminal
from gpucat.render.text import counted
from gpucat.services.edit import Edited

if TYPE_CHECKING:
    from gpucat.services.add import Draft, Objections

_NOTHING: Final = "-"


class FieldChange(NamedTuple):
    """A field of an article before and after."""

    article: Article
    field: str
    before: Any
    after: Any


_FIELD_COLUMNS: Final[tuple[Column[FieldChange], ...]] = (
    Column(Bilingual("place", "位置"), lambda change: change.article.id, style="cyan"),
    Column(Bilingual("field", "字段"), lambda change: field_name(change.field)),
    Column(
        Bilingual("before", "原值"), lambda change: shown_field(change.field, change.before), style="dim", folds=True
    ),
    Column(Bilingual("after", "新值"), lambda change: shown_field(change.field, change.after), grows=True),
)


def write_edits(terminal: Terminal, edits: Sequence[Edited], *, as_json: bool) -> None:
    """Writes each changed field with its old and its new value."""
    changes = [change for edited in edits for change in _changes(edited)]
    if as_json:
        write_json(terminal, (_edit_record(edited) for edited in edits))
    else:
        write_listing(terminal, Listing(changes, _FIELD_COLUMNS, FieldChange._asdict), "table")
    if not changes:
        terminal.notice(Bilingual("The list already says so; nothing was changed.", "清单中已是如此，没有任何改动。"))
    for edited in edits:
        for text in ("summary_en", "why_en"):
            if text in edited.changed and not getattr(edited.after, text):
                terminal.notice(
                    Bilingual(
                        f"{edited.after.id}: cleared {text}, which translated the old text",
                        f"{edited.after.id}：{text} 是旧文本的译文，现已清空",
                    )
                )


def say_missed_keywords(terminal: Terminal, articles: Sequence[Article], missed: Sequence[str]) -> None:
    """Says which keywords could not be removed, because none of the articles has them."""
    for word in missed:
        if len(articles) == 1:
            said = Bilingual(f"{articles[0].id} has no keyword {word!r}", f"{articles[0].id} 没有关键词“{word}”")
        else:
            said = Bilingual(
                f"none of the {len(articles)} articles has the keyword {word!r}",
                f"这 {len(articles)} 篇文章都没有关键词“{word}”",
            )
        terminal.notice(said)


def write_articles(terminal: Terminal, articles: Sequence[Article]) -> None:
    """Writes the articles that a command is about to touch."""
    write_listing(terminal, article_listing(articles), "table")


def say_removed(terminal: Terminal, count: int) -> None:
    """Says that articles were removed, and how to restore them."""
    terminal.notice(
        Bilingual(
            f"Removed {counted(count, 'article')}; `gpucat undo` restores {'it' if count == 1 else 'them'}.",
            f"已移出 {count} 篇文章；可用 `gpucat undo` 恢复。",
        )
    )


def say_lost_starts(terminal: Terminal, modules: Sequence[str]) -> None:
    """Says which modules no longer have a start, and how to set one."""
    for slug in modules:
        terminal.notice(
            Bilingual(
                f"{slug} no longer has a start; set one with `gpucat edit ARTICLE --start`.",
                f"{slug} 现在没有推荐起点；可用 `gpucat edit 文章 --start` 指定。",
            )
        )


def field_changes(before: Article, after: Article, fields: Sequence[str]) -> list[FieldChange]:
    """Returns the named fields with both values, as JSON has them."""
    old = {**article_fields(before), "extra": dict(before.extra)}
    new = {**article_fields(after), "extra": dict(after.extra)}
    return [FieldChange(after, field, old[field], new[field]) for field in fields]


def shown_field(field: str, value: Any) -> Bilingual:  # noqa: ANN401  any JSON value
    """Returns a field's value for people."""
    if value in (None, "", []):
        return same(_NOTHING)
    if isinstance(value, list):
        return listed(LABELS[name] if field == "level" else str(name) for name in value)
    return same(str(value))


def _edit_record(edited: Edited) -> dict[str, Any]:
    return {
        "number": edited.after.number,
        "id": edited.after.id,
        "title": edited.after.title,
        "changed": {change.field: {"before": change.before, "after": change.after} for change in _changes(edited)},
    }


def _changes(edited: Edited) -> list[FieldChange]:
    """Returns the changed fields of the article, its concepts, and the start of its module."""
    changes = field_changes(edited.before, edited.after, edited.changed)
    if edited.learning:
        before, after, names = *edited.learning, edited.learning.changed
        changes += [
            FieldChange(edited.after, name, list(getattr(before, name)), list(getattr(after, name))) for name in names
        ]
    return changes + ([FieldChange(edited.after, "start", *edited.start)] if edited.start else [])


class FieldLine(NamedTuple):
    """A field of the draft with its value and the ground for it."""

    field: str
    value: Bilingual
    ground: Bilingual


_DRAFT_COLUMNS: Final[tuple[Column[FieldLine], ...]] = (
    Column(Bilingual("field", "字段"), lambda line: field_name(line.field), style="cyan"),
    Column(Bilingual("value", "值"), lambda line: line.value, grows=True),
    Column(Bilingual("from", "依据"), lambda line: line.ground, style="dim", folds=True),
)


_SHOWN_WHERE_FILLED: Final = frozenset({"position", *FACET_FIELDS})


def write_draft(terminal: Terminal, draft: "Draft") -> None:
    """Writes every field of the draft, filled in or not."""
    fields = article_fields(draft.article)
    lines = [
        FieldLine(name, shown_field(name, fields[name]), draft.grounds.get(name, NOTHING))
        for name in LIST_FIELDS
        if name not in _SHOWN_WHERE_FILLED or fields[name]
    ]
    lines += [
        FieldLine(name, shown_field(name, list(getattr(draft.learning, name))), draft.grounds.get(name, NOTHING))
        for name in RELATIONS
        if draft.learning
    ]
    write_listing(terminal, Listing(lines, _DRAFT_COLUMNS, FieldLine._asdict), "table")
    for note in draft.notes:
        terminal.notice(note)
    if draft.article.number:
        terminal.notice(Bilingual("It was in the list before and will be restored.", "此文章曾在清单中，将恢复。"))


def say_objections(terminal: Terminal, objections: "Objections") -> None:
    """Writes each objection to the article on a line."""
    from gpucat.render.duplicates import said_duplicate, said_reasons  # an edit compares no titles

    for rule in objections.rules:
        terminal.notice(Bilingual(f"The list excludes such pages: {rule.en}", f"清单不收录此类页面：{rule.zh}"))
    for fault in objections.faults:
        terminal.notice(fault)
    for found in objections.duplicates:
        reasons, duplicate = said_reasons(found), said_duplicate(found)
        terminal.notice(Bilingual(f"{duplicate.en}: {reasons.en}", f"{duplicate.zh}：{reasons.zh}"))


def write_added(
    terminal: Terminal, article: Article, draft: "Draft", objections: "Objections", *, is_done: bool, as_json: bool
) -> None:
    """Writes the article as it is (or would be) in the list."""
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
    if fields := missing_fields(article):
        missing = listed([field_name(field) for field in fields])
        terminal.notice(
            Bilingual(
                f"Still missing: {missing.en}; fill in with `gpucat edit {article.id}`",
                f"尚缺{missing.zh}；可用 `gpucat edit {article.id}` 补充",
            )
        )


def _draft_record(
    terminal: Terminal, article: Article, draft: "Draft", objections: "Objections", is_done: bool
) -> dict[str, Any]:
    from gpucat.render.duplicates import finding_record

    return {
        **article_json(article),
        "added": is_done,
        "facts": [fact._asdict() for fact in draft.facts],
        "grounds": {name: ground.en for name, ground in draft.grounds.items()},
        "notes": [note.en for note in draft.notes],
        "objections": [rule.en for rule in (*objections.rules, *objections.faults)],
        "duplicates": [finding_record(terminal, found) for found in objections.duplicates],
    }
