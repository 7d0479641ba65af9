"""Writes duplicate pairs with their reasons, and what a merge makes of two articles."""

from collections.abc import Mapping
from typing import Any, Final

from gpucat.catalog.fields import field_name
from gpucat.catalog.levels import LevelSpan, label_level
from gpucat.language import Bilingual, listed, same
from gpucat.render.columns import Column, Listing
from gpucat.render.listing import json_text, write_listing
from gpucat.render.terminal import Terminal
from gpucat.render.text import counted
from gpucat.services.dedupe import DuplicateGroup, DuplicatePair, DuplicateReport
from gpucat.services.merge import MergedField, MergePlan

VERDICT_LABELS: Final = {
    "same": Bilingual("same", "相同"),
    "likely": Bilingual("likely", "很可能"),
    "maybe": Bilingual("maybe", "可能"),
}
_DUPLICATE_OF: Final = {
    "same": Bilingual("duplicate of", "与"),
    "likely": Bilingual("likely duplicate of", "很可能与"),
    "maybe": Bilingual("possible duplicate of", "可能与"),
}
_STYLES: Final = {"same": "red", "likely": "yellow", "maybe": "dim"}
_COLUMNS: Final[tuple[Column[DuplicatePair], ...]] = (
    Column(
        Bilingual("verdict", "判断"),
        lambda found: VERDICT_LABELS[found.judgement.verdict],
        style=lambda found: _STYLES[found.judgement.verdict],
    ),
    Column(Bilingual("a", "甲"), lambda found: str(found.a.label), style="cyan"),
    Column(Bilingual("b", "乙"), lambda found: str(found.b.label), style="cyan"),
    Column(Bilingual("titles", "标题"), lambda found: _titles(found), grows=True),
    Column(Bilingual("why", "理由"), lambda found: said_reasons(found), style="dim", most=60, folds=True),
)
_GROUP_COLUMNS: Final[tuple[Column[DuplicateGroup], ...]] = (
    Column(
        Bilingual("members", "成员"),
        lambda group: listed(str(entry.label) for entry in group.members),
        style="cyan",
        folds=True,
    ),
    Column(Bilingual("title", "标题"), lambda group: group.members[0].record.title, grows=True),
    Column(
        Bilingual("linked by", "关联"),
        lambda group: listed(f"{link.a.label}–{link.b.label}" for link in group.links),
        folds=True,
    ),
)


def pairs_so_far(pairs: int) -> Bilingual:
    """Says how far the search is."""
    return Bilingual(f"{pairs:,} pairs so far", f"已比较 {pairs:,} 对")


def duplicate_listing(terminal: Terminal, report: DuplicateReport) -> Listing:
    """Returns the pairs, strongest first."""
    return Listing(
        report.findings,
        _COLUMNS,
        lambda found: finding_record(terminal, found),
        ids=lambda found: f"{found.a.label} {found.b.label}",
    )


def group_listing(terminal: Terminal, report: DuplicateReport) -> Listing:
    """Returns the groups with the pairs that link them."""

    def record(group: DuplicateGroup) -> dict[str, Any]:
        return {
            "members": [entry.label for entry in group.members],
            "links": [finding_record(terminal, link) for link in group.links],
        }

    return Listing(
        report.groups, _GROUP_COLUMNS, record, ids=lambda group: " ".join(str(e.label) for e in group.members)
    )


def finding_record(terminal: Terminal, found: DuplicatePair) -> dict[str, Any]:
    """Returns a pair as JSON."""
    return {
        "a": found.a.label,
        "b": found.b.label,
        "verdict": found.judgement.verdict,
        "score": found.judgement.score,
        "reasons": [terminal.say(reason) for reason in found.judgement.reasons],
    }


def said_reasons(found: DuplicatePair) -> Bilingual:
    """Returns the reasons on one line."""
    reasons = found.judgement.reasons
    return Bilingual("; ".join(reason.en for reason in reasons), "；".join(reason.zh for reason in reasons))


def said_duplicate(found: DuplicatePair) -> Bilingual:
    """Says of which record it is a duplicate: `likely duplicate of memory/6 CUDA Shared Memory Swizzling`."""
    said, other = _DUPLICATE_OF[found.judgement.verdict], f"{found.b.label} {found.b.record.title}"
    return Bilingual(f"{said.en} {other}", f"{said.zh} {other} 重复")


def summary(report: DuplicateReport) -> Bilingual:
    """Counts what was found, on one line."""
    counts = {verdict: sum(f.judgement.verdict == verdict for f in report.findings) for verdict in VERDICT_LABELS}
    if not report.findings:
        return Bilingual(f"No duplicates among {report.compared}.", f"{report.compared} 条中没有重复。")
    en = ", ".join(f"{count} {VERDICT_LABELS[verdict].en}" for verdict, count in counts.items() if count)
    zh = "，".join(f"{VERDICT_LABELS[verdict].zh} {count}" for verdict, count in counts.items() if count)
    return Bilingual(
        f"{counted(len(report.findings), 'pair')} among {report.compared}: {en}; {counted(len(report.groups), 'group')}.",
        f"{report.compared} 条中有 {len(report.findings)} 对：{zh}；{len(report.groups)} 组。",
    )


def _titles(found: DuplicatePair) -> str:
    first, second = found.a.record.title, found.b.record.title
    return first if first == second else f"{first} / {second}"


_MERGE_COLUMNS: Final[tuple[Column[MergedField], ...]] = (
    Column(Bilingual("field", "字段"), lambda field: field_name(field.name), style="cyan"),
    Column(Bilingual("keep", "保留"), lambda field: _text(field.kept), style="dim", folds=True),
    Column(Bilingual("other", "其他"), lambda field: _others(field), style="dim", folds=True),
    Column(Bilingual("result", "合并后"), lambda field: _text(field.merged), grows=True),
)


def write_merge(terminal: Terminal, plan: MergePlan, texts: Mapping[str, Bilingual], *, as_json: bool) -> None:
    """Writes the fields in which the articles differ, with their merged values, and what their texts say."""
    if as_json:
        said = {name: terminal.say(reason) for name, reason in texts.items()}
        terminal.write([json_text(_merge_record(plan) | {"texts": said})])
        return
    named = listed([same(f"{article.id} {article.title}") for article in plan.drops])
    terminal.notice(
        Bilingual(
            f"Merge into {plan.keep.id} {plan.keep.title}: {named.en}",
            f"将 {named.zh} 并入 {plan.keep.id} {plan.keep.title}",
        )
    )
    write_listing(terminal, Listing(plan.fields, _MERGE_COLUMNS, _field_record), "table")
    for name, reason in texts.items():
        terminal.notice(Bilingual(f"{name}: {reason.en}", f"{name}：{reason.zh}"))
    for article in (one for one in plan.unlike if one.id not in texts):
        terminal.notice(
            Bilingual(
                f"{article.id} does not look like the same work as {plan.keep.id}",
                f"{article.id} 看起来与 {plan.keep.id} 不是同一篇作品",
            )
        )


def _others(field: MergedField) -> Bilingual:
    """Returns what the others have, each value once."""
    values = [_text(value) for value in dict.fromkeys(field.others) if value and value != field.kept]
    return Bilingual(" | ".join(value.en for value in values), " | ".join(value.zh for value in values))


def _merge_record(plan: MergePlan) -> dict[str, Any]:
    return {
        "keep": plan.keep.id,
        "drop": [article.id for article in plan.drops],
        "fields": [_field_record(field) for field in plan.fields],
    }


def _field_record(field: MergedField) -> dict[str, Any]:
    return {
        "field": field.name,
        "now": _plain(field.kept),
        "others": [_plain(value) for value in field.others],
        "merged": _plain(field.merged),
        "from": field.origin,
    }


def _plain(value: Any) -> Any:  # noqa: ANN401  a field's value
    if isinstance(value, LevelSpan):
        return value.names
    return list(value) if isinstance(value, tuple) else value


def _text(value: Any) -> Bilingual:  # noqa: ANN401  a field's value
    if isinstance(value, LevelSpan):
        return label_level(value)
    return listed(value) if isinstance(value, tuple) else same(value or "")
