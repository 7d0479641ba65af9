"""Writes what an import did or would do."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

from gpucat.catalog.article import INBOX
from gpucat.catalog.fields import field_name
from gpucat.formats.reading import Problem
from gpucat.language import NOTHING, Bilingual, listed
from gpucat.render.columns import Column, Listing
from gpucat.render.duplicates import finding_record, said_duplicate, said_reasons
from gpucat.render.listing import write_json, write_listing
from gpucat.render.terminal import Terminal
from gpucat.render.text import counted
from gpucat.services.dedupe import DuplicatePair
from gpucat.services.import_articles import FileLeftOut, ImportRow
from gpucat.services.import_run import LEFT_OUT, PROBLEM, ImportReport

_ACTIONS: Final = {
    "add": Bilingual("add", "新增"),
    "revive": Bilingual("restore", "恢复"),
    "update": Bilingual("update", "更新"),
    "same": Bilingual("unchanged", "未变"),
    "skip": Bilingual("skip (differs)", "跳过（有差异）"),
}
_DONE: Final = {"add": "added", "revive": "restored", "update": "updated"}
"""The English words for an action that is done; the Chinese ones are the same before and after."""
_OWN_EXTRA: Final = "bibtex"
"""What an import of BibTeX keeps of an entry as it was written."""
_LEFT_OUT: Final = Bilingual("left out", "未采用")
_MOST_NAMED: Final = 50
_UNUSABLE: Final = Bilingual("unusable", "不可用")


class ImportLine(NamedTuple):
    """A row of the files with what becomes of it, as it is shown."""

    place: str
    action: Bilingual
    where: str
    title: str
    detail: Bilingual


_COLUMNS: Final[tuple[Column[ImportLine], ...]] = (
    Column(Bilingual("line", "行"), lambda row: row.place, style="dim"),
    Column(Bilingual("action", "操作"), lambda row: row.action),
    Column(Bilingual("module", "模块"), lambda row: row.where, style="cyan"),
    Column(Bilingual("title", "标题"), lambda row: row.title, grows=True),
    Column(Bilingual("detail", "说明"), lambda row: row.detail, folds=True),
)


def rows_so_far(rows: int) -> Bilingual:
    """Says how far an import is."""
    return Bilingual(f"{rows:,} rows so far", f"已处理 {rows:,} 行")


def write_plan(
    terminal: Terminal, plan: ImportReport, *, is_done: bool, rejected: Sequence[Path] = (), as_json: bool = False
) -> None:
    """Writes the rows that change something (in JSON all rows), the unusable lines, and a count of all rows."""
    if as_json:
        rows = (_record(row) | _duplicates(terminal, row) for row in plan.rows)
        write_json(terminal, chain(rows, map(_left_out_record, plan.left_out)))
    else:
        shown = [*map(_shown, (row for row in plan.rows if row.action != "same")), *map(_shown_left_out, plan.left_out)]
        write_listing(terminal, Listing(shown, _COLUMNS, ImportLine._asdict), "table")
    for row in plan.rows:
        _say_doubts(terminal, row)
    _say_doubtful_files(terminal, plan)
    for path in plan.empty:
        terminal.notice(Bilingual(f"{path} contains nothing to import", f"{path} 中没有可导入的内容"))
    for problem in plan.problems:
        terminal.notice(problem.text)
    for path in rejected:
        terminal.notice(Bilingual(f"Rejected lines are in {path}", f"不可用的行已写入 {path}"))
    if plan.shown < plan.total:
        kept = f"{plan.shown:,}"
        terminal.notice(Bilingual(f"Only the first {kept} rows are shown above", f"以上只列出前 {kept} 行"))
    if not plan.is_compared and plan.count("add"):
        terminal.notice(
            Bilingual(
                "Too many rows to compare all titles, so only addresses were; `gpucat dedupe` compares titles too",
                "行数太多，没有比较全部标题，只比较了网址；`gpucat dedupe` 也比较标题",
            )
        )
    if unknown := _unknown_fields(plan):
        terminal.notice(unknown)
    if plan.total or not plan.empty:
        terminal.notice(_summary(plan, is_done))
    if is_done and (step := _next_step(plan)):
        terminal.notice(step)


def _say_doubtful_files(terminal: Terminal, plan: ImportReport) -> None:
    """Says which files are not UTF-8, and which seem to hold more than was read."""
    for path, charset in plan.charsets:
        terminal.notice(Bilingual(f"{path} is not UTF-8; read as {charset}", f"{path} 不是 UTF-8，按 {charset} 读取"))
    for path, taken, seen in plan.short:
        terminal.notice(
            Bilingual(
                f"{path}: {seen} addresses were counted in it, but only {taken} rows were read: look for what is missing",
                f"{path}：数到 {seen} 个网址，却只读出 {taken} 行，请检查是否有遗漏",
            )
        )


def say_marks_left(terminal: Terminal, plan: ImportReport) -> None:
    """Says that the files tell of their reader, and how to take it along."""
    count = sum(map(len, plan.marked.values()))
    terminal.notice(
        Bilingual(
            f"Not taken: {counted(count, 'mark')} of yours (read, starred, notes, highlights); --with-reading takes them",
            f"未导入你的 {count} 条阅读记录（已读、收藏、笔记、划线）；加 --with-reading 一并导入",
        )
    )


def _say_doubts(terminal: Terminal, row: ImportRow) -> None:
    """Says what speaks against a row: what it looks like, a rule of the list, and what is odd about it."""
    for found in row.duplicates:
        terminal.notice(_looks_like(row, found))
    for reason in row.objections:
        terminal.notice(_left_out_by_rule(row, reason))
    for warning in row.warnings:
        terminal.notice(Problem(row.line, None, warning).text(str(row.path)))


def _shown(row: ImportRow) -> ImportLine:
    where = row.article.module or INBOX
    changed = listed([field_name(field) for field in row.changed])
    return ImportLine(f"{row.path}:{row.line}", _ACTIONS[row.action], where, row.article.title, changed)


def _shown_left_out(link: FileLeftOut) -> ImportLine:
    left_out = link.left_out
    return ImportLine(f"{link.path}:{left_out.line}", _LEFT_OUT, "", left_out.what, left_out.reason)


def _unknown_fields(plan: ImportReport) -> Bilingual | None:
    """Names the fields that gpucat does not know, which are kept and exported again, with their numbers of rows."""
    kept = (row for row in plan.rows if row.action in ("add", "revive", "update"))
    names = Counter(name for row in kept for name in row.article.extra if name != _OWN_EXTRA)
    said = listed(f"{name} ({count})" for name, count in sorted(names.items())[:_MOST_NAMED])
    if len(names) > _MOST_NAMED:
        said = Bilingual(f"{said.en}, and {len(names) - _MOST_NAMED} more", f"{said.zh} 等 {len(names)} 个")
    return (
        Bilingual(f"Kept fields that gpucat does not know: {said.en}", f"保留了 gpucat 不认识的字段：{said.zh}")
        if names
        else None
    )


def _next_step(plan: ImportReport) -> Bilingual | None:
    """Returns what to do next: place what waits in the inbox, look at possible duplicates, or check the list."""
    new = [row for row in plan.rows if row.action in ("add", "revive")]
    if waiting := sum(row.article.module is None for row in new):
        return Bilingual(
            f"Next: `gpucat edit inbox` places {counted(waiting, 'article')}, with proposals",
            f"下一步：`gpucat edit inbox` 逐篇安排收件箱中的 {waiting} 篇文章，并给出建议值",
        )
    if any(row.duplicates for row in new):
        return Bilingual(
            "Next: `gpucat dedupe` shows the possible duplicates", "下一步：`gpucat dedupe` 查看可能的重复"
        )
    if new:
        return Bilingual("Next: `gpucat audit` checks the list", "下一步：`gpucat audit` 检查清单")
    return None


def _summary(plan: ImportReport, is_done: bool) -> Bilingual:
    counts = {action: plan.count(action) for action in _ACTIONS}
    en = [f"{count} to {label.en}" if action in _DONE and not is_done else f"{count} {_DONE.get(action, label.en)}"
          for action, label in _ACTIONS.items() if (count := counts[action])]  # fmt: skip
    zh = [f"{label.zh} {counts[action]}" for action, label in _ACTIONS.items() if counts[action]]
    for label, count in ((_LEFT_OUT, plan.count(LEFT_OUT)), (_UNUSABLE, plan.count(PROBLEM))):
        if count:
            en.append(f"{count} {label.en}")
            zh.append(f"{label.zh} {count}")
    nothing = NOTHING if is_done else Bilingual("; nothing was changed", "；没有任何改动")
    if plan.count(PROBLEM) and not is_done:
        nothing = Bilingual(
            f"{nothing.en} (--skip-invalid imports the others)", f"{nothing.zh}（加 --skip-invalid 导入其余各行）"
        )
    return Bilingual(
        f"{counted(plan.total, 'row')}: {', '.join(en) or 'no articles'}{nothing.en}",
        f"{plan.total} 行：{'，'.join(zh) or '没有文章'}{nothing.zh}",
    )


def _record(row: ImportRow) -> dict[str, Any]:
    return {
        "file": str(row.path),
        "line": row.line,
        "action": row.action,
        "number": row.article.number or None,
        "title": row.article.title,
        "url": row.article.url,
        "module": row.article.module,
        "changed": list(row.changed),
        "objections": [reason.en for reason in row.objections],
        "warnings": [warning.en for warning in row.warnings],
    }


def _left_out_record(link: FileLeftOut) -> dict[str, Any]:
    left_out = link.left_out
    return {
        "file": str(link.path),
        "line": left_out.line,
        "action": "left-out",
        "number": None,
        "title": left_out.what,
        "url": None,
        "module": None,
        "changed": [],
        "reason": left_out.reason.en,
    }


def _duplicates(terminal: Terminal, row: ImportRow) -> dict[str, Any]:
    return {"duplicates": [finding_record(terminal, found) | {"a": row.line} for found in row.duplicates]}


def _left_out_by_rule(row: ImportRow, reason: Bilingual) -> Bilingual:
    place = f"{row.path}:{row.line}"
    return Bilingual(f"{place}: the list excludes such pages: {reason.en}", f"{place}：清单不收录此类页面：{reason.zh}")


def _looks_like(row: ImportRow, found: DuplicatePair) -> Bilingual:
    place, why, duplicate = f"{row.path}:{row.line}", said_reasons(found), said_duplicate(found)
    return Bilingual(f"{place}: {duplicate.en} ({why.en})", f"{place}：{duplicate.zh}（{why.zh}）")
