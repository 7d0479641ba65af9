"""What an import did or would do."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from gpucat.language import Bilingual, same
from gpucat.render.duplicates import VERDICT_LABELS, finding_record, said_reasons
from gpucat.render.listing import Column, Listing, write_json, write_listing
from gpucat.render.terminal import Terminal
from gpucat.services.dedupe import Finding
from gpucat.services.import_articles import ImportPlan, Row

_ACTIONS: Final = {
    "add": Bilingual("add", "新增"),
    "revive": Bilingual("bring back", "恢复"),
    "update": Bilingual("update", "更新"),
    "same": Bilingual("unchanged", "未变"),
    "skip": Bilingual("skip (differs)", "跳过（有差异）"),
}
_COLUMNS: Final[tuple[Column[Row], ...]] = (
    Column(Bilingual("line", "行"), lambda row: f"{row.path}:{row.line}", style="dim"),
    Column(Bilingual("action", "操作"), lambda row: _ACTIONS[row.action]),
    Column(Bilingual("title", "标题"), lambda row: row.article.title, grows=True),
    Column(Bilingual("fields", "字段"), lambda row: ", ".join(row.changed)),
)


def write_plan(
    terminal: Terminal, plan: ImportPlan, *, is_done: bool, rejected: Sequence[Path] = (), as_json: bool = False
) -> None:
    """The rows that change something (all in JSON), the lines that cannot be used, and one line that counts all rows."""
    if as_json:
        write_json(terminal, (_record(row) | _duplicates(terminal, row) for row in plan.rows))
    else:
        telling = [row for row in plan.rows if row.action != "same"]
        write_listing(terminal, Listing(telling, _COLUMNS, _record), "table")
    for row in plan.rows:
        for found in row.duplicates:
            terminal.notice(_looks_like(row, found))
    for problem in plan.problems:
        terminal.notice(problem.text)
    for path in rejected:
        terminal.notice(Bilingual(f"Rejected lines are in {path}", f"不可用的行已写入 {path}"))
    terminal.notice(_summary(plan, is_done))


def _summary(plan: ImportPlan, is_done: bool) -> Bilingual:
    counts = {action: plan.count(action) for action in _ACTIONS}
    en = [f"{count} to {label.en}" if action in ("add", "update") and not is_done else f"{count} {_past(action).en}"
          for action, label in _ACTIONS.items() if (count := counts[action])]  # fmt: skip
    zh = [f"{label.zh} {counts[action]}" for action, label in _ACTIONS.items() if counts[action]]
    if plan.problems:
        en.append(f"{len(plan.problems)} that cannot be used")
        zh.append(f"不可用 {len(plan.problems)}")
    rows = len(plan.rows) + len(plan.problems)
    nothing = same("") if is_done else Bilingual("; nothing was changed", "；没有任何改动")
    return Bilingual(
        f"{rows} rows: {', '.join(en) or '0'}{nothing.en}", f"{rows} 行：{'，'.join(zh) or '0'}{nothing.zh}"
    )


def _past(action: str) -> Bilingual:
    return {
        "add": Bilingual("added", ""),
        "revive": Bilingual("brought back", ""),
        "update": Bilingual("updated", ""),
    }.get(action, _ACTIONS[action])


def _record(row: Row) -> dict[str, Any]:
    return {
        "file": str(row.path),
        "line": row.line,
        "action": row.action,
        "number": row.article.number or None,
        "title": row.article.title,
        "url": row.article.url,
        "changed": list(row.changed),
    }


def _duplicates(terminal: Terminal, row: Row) -> dict[str, Any]:
    return {"duplicates": [finding_record(terminal, found) | {"a": row.line} for found in row.duplicates]}


def _looks_like(row: Row, found: Finding) -> Bilingual:
    place, why, verdict = f"{row.path}:{row.line}", said_reasons(found), VERDICT_LABELS[found.judgement.verdict]
    return Bilingual(
        f"{place}: {verdict.en} {found.b.label} {found.b.record.title} again ({why.en})",
        f"{place}：{verdict.zh}与 {found.b.label} {found.b.record.title} 重复（{why.zh}）",
    )
