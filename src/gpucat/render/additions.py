"""A new article before and after it is added: each field with where it came from, and what speaks against it."""

from typing import Any, Final, NamedTuple

from gpucat.catalog.article import INBOX, Article
from gpucat.catalog.audit_rules import missing_fields
from gpucat.catalog.fields import LIST_FIELDS, article_fields, article_json
from gpucat.language import NOTHING, Bilingual
from gpucat.render.columns import Column, Listing
from gpucat.render.duplicates import finding_record, said_reasons
from gpucat.render.edits import shown_value
from gpucat.render.listing import json_text, write_listing
from gpucat.render.terminal import Terminal
from gpucat.services.add import Draft, Objections


class FieldLine(NamedTuple):
    """A field of the draft, its value and what it rests on."""

    field: str
    value: str
    ground: Bilingual


_COLUMNS: Final[tuple[Column[FieldLine], ...]] = (
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
    write_listing(terminal, Listing(lines, _COLUMNS, FieldLine._asdict), "table")
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
        terminal.write([json_text(_record(terminal, article, draft, objections, is_done))])
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


def _record(
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
