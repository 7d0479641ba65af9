"""Writes verdicts of links for people, and in the formats that other programs read."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final
from xml.sax.saxutils import escape, quoteattr

from gpucat.language import NOTHING, Bilingual, Language, listed, same
from gpucat.links.probe import DEAD, UNKNOWN, WORST_FIRST, Verdict
from gpucat.links.text_change import TextChange
from gpucat.links.verdicts import ALIVE
from gpucat.render.columns import Column, Listing
from gpucat.render.listing import json_text, write_json, write_listing
from gpucat.render.terminal import Terminal
from gpucat.render.text import counted, one_line, visible
from gpucat.services.link_keeping import Moves, is_small_move
from gpucat.services.link_results import LinkReport, LinkResult, LinkTarget
from gpucat.services.link_targets import Estimate


def link_record(result: LinkResult) -> dict[str, Any]:
    """Returns the JSON of a link: an article's `id` and `number`, or a file's `line`."""
    target, streak = result.target, result.streak
    place: dict[str, Any] = {"line": target.line} if target.line else {"id": target.id, "number": target.number}
    record = {
        **place,
        "title": target.title,
        "url": target.url,
        "verdict": result.verdict.value,
        "reason": result.reason.en,
        "status": result.status,
        "final_url": result.final_url,
        "page_title": result.page_title,
        "title_match": result.title_match,
        "text_change": result.text_change,
        "attempts": result.attempts,
        "elapsed_ms": result.elapsed_ms,
        "checked_at": result.checked_at.isoformat(timespec="seconds"),
        "since": streak.since if streak else None,
        "checks_in_a_row": streak.checks if streak else None,
    }
    return record | ({"archive_url": result.archive_url} if result.archive_url else {})


def junit(results: Sequence[LinkResult]) -> Iterator[str]:
    """Yields a test suite with one case per link: dead links fail, unknown ones are skipped."""
    dead = sum(result.verdict in DEAD for result in results)
    unknown = sum(result.verdict in UNKNOWN for result in results)
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f'<testsuite name="gpucat verify-links" tests="{len(results)}" failures="{dead}" skipped="{unknown}">'
    for result in results:
        name = _attribute(f"{_where(result.target).en} {result.target.title or result.target.url}")
        opening = f'  <testcase classname="links" name={name} time="{result.elapsed_ms / 1000:.3f}"'
        said = f"message={_attribute(f'{result.verdict}: {result.reason.en}')}"
        if result.verdict in DEAD:
            yield f"{opening}><failure {said}>{escape(visible(result.target.url))}</failure></testcase>"
        elif result.verdict in UNKNOWN:
            yield f"{opening}><skipped {said}/></testcase>"
        else:
            yield f"{opening}/>"
    yield "</testsuite>"


def annotation(result: LinkResult, language: Language) -> str | None:
    """Returns a workflow command for a link that needs attention, or None if it is fine."""
    if result.verdict not in DEAD | UNKNOWN and result.title_match != "changed":
        return None
    level = "error" if result.verdict in DEAD else "warning"
    place = f"line={result.target.line}," if result.target.line else ""
    file = f"file={_property(result.target.file)}," if result.target.file else ""
    said = f"{result.target.url}: {result.reason.text(language)}"
    return f"::{level} {file}{place}title={_property(result.verdict.value)}::{_command(said)}"


def markdown(results: Sequence[LinkResult], language: Language) -> Iterator[str]:
    """Yields a table of what needs attention, worst first."""
    from gpucat.formats.markdown import escape_text, link

    heads = Bilingual("verdict | place | title | reason", "结论 | 位置 | 标题 | 原因")
    yield f"| {heads.text(language)} |"
    yield "|---|---|---|---|"
    for result in results:
        if result.verdict in DEAD | UNKNOWN or result.title_match == "changed":
            title = link(visible(result.target.title or result.target.url), result.target.url)
            reason = escape_text(visible(result.reason.text(language)))
            yield f"| {result.verdict.value} | {_where(result.target).text(language)} | {title} | {reason} |"


def _attribute(text: str) -> str:
    return quoteattr(one_line(text))


def _command(text: str) -> str:
    return visible(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def _property(text: str) -> str:
    return _command(text).replace(":", "%3A").replace(",", "%2C")


LINK_FORMATS: Final = ("table", "json", "jsonl", "markdown", "junit", "github")
_STYLES: Final = {
    **dict.fromkeys(DEAD, "bold red"), **dict.fromkeys(UNKNOWN, "yellow"), Verdict.MOVED: "cyan", Verdict.REDIRECTED: "dim",
    Verdict.OK: "green",
}  # fmt: skip
_LOOK_ONCE: Final = Bilingual(
    "To be checked: the title has changed (`gpucat confirm ID` accepts it)",
    "请核对：标题有变化（无误则用 `gpucat confirm ID` 确认）",
)
_REWRITTEN: Final = Bilingual(
    "Rewritten since the check before (does the summary still fit?)", "正文自上次检查以来已重写（摘要是否仍然适用？）"
)
_CHANGES: Final[dict[str, Bilingual]] = {
    TextChange.UNCHANGED: Bilingual("unchanged", "未变"),
    TextChange.EDITED: Bilingual("edited", "有修改"),
    TextChange.REWRITTEN: Bilingual("rewritten", "已重写"),
    TextChange.ANOTHER: Bilingual("another article", "另一篇文章"),
}
_NEEDS_YOU: Final = Bilingual("Needs attention", "需要处理")
_MOVED: Final = Bilingual("Moved permanently", "已永久迁移")
_TO_BE_WRITTEN: Final = Bilingual(
    "Moved permanently (`--apply-moved` writes the new addresses)", "已永久迁移（`--apply-moved` 可写入新网址）"
)


class LinkWriter:
    """Writes results: in `jsonl` each as it comes, in the other formats all at the end.

    `offers_moves` says whether to tell how new addresses can be written.
    """

    def __init__(self, terminal: Terminal, output_format: str, *, offers_moves: bool) -> None:
        self._terminal = terminal
        self._format = output_format
        self._moved = _TO_BE_WRITTEN if offers_moves else _MOVED
        self._written = 0

    def take(self, result: LinkResult) -> None:
        if self._format == "jsonl":
            self._written += 1
            self._terminal.write([json_text(link_record(result))])
            self._terminal.settle()

    def finish(self, report: LinkReport) -> None:
        terminal, results = self._terminal, report.results
        if self._format == "jsonl":
            terminal.write(json_text(link_record(result)) for result in results if not self._written)
        elif self._format == "json":
            write_json(terminal, map(link_record, results))
        elif self._format == "junit":
            terminal.write(junit(results))
        elif self._format == "github":
            terminal.write(line for result in results if (line := annotation(result, terminal.language)))
        elif self._format == "markdown":
            terminal.write(markdown(_worst_first(results), terminal.language))
        else:
            _write_sections(terminal, results, self._moved)
        terminal.notice(summary(report))


def summary(report: LinkReport) -> Bilingual:
    """Counts all links by verdict, on one line."""
    counts = Counter(result.verdict for result in report.results)
    told = ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in reversed(WORST_FIRST) if counts[verdict])
    texts = _summary_of_texts(report.results)
    verdicts = Bilingual(f": {told}{texts.en}", f"：{told}{texts.zh}") if told else NOTHING
    done, asked = len(report.results), report.asked
    if report.is_interrupted:
        return Bilingual(
            f"Interrupted: {done} of {counted(asked, 'link')} checked{verdicts.en}",
            f"已中断：检查了 {done} / {asked} 条链接{verdicts.zh}",
        )
    if not done:
        return Bilingual("There are no links to check.", "没有需要检查的链接。")
    return Bilingual(f"{counted(done, 'link')}{verdicts.en}", f"共 {done} 条链接{verdicts.zh}")


def _summary_of_texts(results: Iterable[LinkResult]) -> Bilingual:
    counts = Counter(result.text_change for result in results)
    told = [(counts[change], _CHANGES[change]) for change in _CHANGES if counts[change]]
    if not told:
        return NOTHING
    en, zh = (", ".join(f"{count} {said[part]}" for count, said in told) for part in (0, 1))
    return Bilingual(f"; texts: {en}", f"；正文：{zh}")


def write_links(terminal: Terminal, targets: Iterable[LinkTarget], output_format: str) -> None:
    """Writes what a run would check, one link at a time."""
    columns: tuple[Column[LinkTarget], ...] = (
        Column(Bilingual("place", "位置"), _where, style="cyan"),
        Column(Bilingual("title", "标题"), lambda target: target.title, link=lambda target: target.url, grows=True),
        Column(Bilingual("address", "网址"), lambda target: target.url, folds=True),
    )

    def record(target: LinkTarget) -> dict[str, Any]:
        return {"id": target.id, "line": target.line, "title": target.title, "url": target.url}

    shown = output_format if output_format in ("json", "jsonl", "markdown") else "table"
    write_listing(terminal, Listing(targets, columns, record), shown)


def say_estimate(terminal: Terminal, estimate: Estimate) -> None:
    """Says how much a run would check, and about how long it would take."""
    links, hosts, seconds = estimate
    terminal.notice(
        Bilingual(
            f"{counted(links, 'link')} on {counted(hosts, 'host')}, about {seconds:.0f} s",
            f"{links} 条链接，{hosts} 个主机，约 {seconds:.0f} 秒",
        )
    )


def say_moves(terminal: Terminal, moves: Moves) -> None:
    """Says which articles have a new address, and which could not get it."""
    for result in moves.moved:
        terminal.notice(
            Bilingual(f"{result.target.id}: now {result.final_url}", f"{result.target.id}：现为 {result.final_url}")
        )
    for result in moves.taken:
        terminal.notice(
            Bilingual(
                f"{result.target.id}: {result.final_url} belongs to another article; not changed",
                f"{result.target.id}：{result.final_url} 属于另一篇文章；未更改",
            )
        )
    terminal.notice(Bilingual(f"{counted(len(moves.moved), 'address')} changed", f"已更改 {len(moves.moved)} 个网址"))


def _write_sections(terminal: Terminal, results: Sequence[LinkResult], moved_heading: Bilingual) -> None:
    needing = [result for result in _worst_first(results) if result.verdict in DEAD | UNKNOWN]
    looking = [result for result in results if result.title_match == "changed" and result not in needing]
    moved = [result for result in results if result.verdict == Verdict.MOVED and result not in looking]
    rewritten = [result for result in results if result.text_change == TextChange.REWRITTEN and result not in looking]
    small = [result for result in moved if is_small_move(result)]
    first = True
    large = [result for result in moved if result not in small]
    for heading, rows in (
        (_NEEDS_YOU, needing),
        (_LOOK_ONCE, looking),
        (_REWRITTEN, rewritten),
        (moved_heading, large),
    ):
        if rows:
            terminal.write([*([] if first else [""]), terminal.say(heading)])
            write_listing(terminal, Listing(rows, _columns(terminal), link_record), "table")
            first = False
    if small:
        places = listed(_where(result.target) for result in small)
        terminal.write([*([] if first else [""]), terminal.say(_small_moves(len(small))) + terminal.say(places)])


def _small_moves(count: int) -> Bilingual:
    return Bilingual(f"{count} moved only by a slash, www or https: ", f"{count} 条仅有斜杠、www 或 https 的变化：")


def _columns(terminal: Terminal) -> Sequence[Column[LinkResult]]:
    columns: list[Column[LinkResult]] = [
        Column(
            Bilingual("verdict", "结论"),
            lambda result: result.verdict.value,
            style=lambda result: _STYLES[result.verdict],
        ),
        Column(Bilingual("place", "位置"), lambda result: _where(result.target), style="cyan"),
        Column(Bilingual("title and reason", "标题与原因"), _told, link=lambda result: result.target.url, grows=True),
    ]
    if terminal.is_plain or not terminal.is_rich:  # else the title is a link
        columns.append(Column(Bilingual("address", "网址"), lambda result: result.target.url, folds=True))
    return columns


def _told(result: LinkResult) -> Bilingual:
    title, page = result.target.title or result.target.url, result.page_title
    met = (
        Bilingual(f"; page title: “{page}”", f"；页面标题：“{page}”")
        if result.title_match == "changed" and page
        else Bilingual("", "")
    )
    text = _CHANGES.get(result.text_change or "")
    changed = Bilingual(f"; text: {text.en}", f"；正文：{text.zh}") if text else NOTHING
    en = f"{title}: {result.reason.en}{met.en}{changed.en}{_since(result).en}"
    zh = f"{title}：{result.reason.zh}{met.zh}{changed.zh}{_since(result).zh}"
    copy = f" {result.archive_url}" if result.archive_url else ""
    return Bilingual(en + copy, zh + copy)


def _since(result: LinkResult) -> Bilingual:
    streak = result.streak
    if streak is None or streak.kind == ALIVE or streak.checks < 2:
        return Bilingual("", "")
    day = streak.since[:10]
    return Bilingual(f" (since {day}, {streak.checks} checks in a row)", f"（自 {day} 起，连续 {streak.checks} 次）")


def _where(target: LinkTarget) -> Bilingual:
    return same(target.id) if target.id else Bilingual(f"line {target.line}", f"第 {target.line} 行")


def _worst_first(results: Iterable[LinkResult]) -> list[LinkResult]:
    return sorted(results, key=lambda result: WORST_FIRST.index(result.verdict))
