"""Writes what belongs to the reader: marked articles, imported reading, progress."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final

from gpucat.catalog.article import STATUS_LABELS, Article
from gpucat.catalog.levels import format_level
from gpucat.language import Bilingual, listed
from gpucat.render.labelled import draw_pieces
from gpucat.render.listing import json_text
from gpucat.render.terminal import Terminal
from gpucat.render.text import about_minutes, counted, one_line, pad, width
from gpucat.services.progress import Bar, Day, Progress, Standing
from gpucat.services.reading_transfer import ItemRow

BAR_CELLS: Final = 24
MARKS: Final = {"done": "#", "reading": "~", "skipped": "-", "todo": "."}
STYLES: Final = {"done": "green", "reading": "yellow", "skipped": "dim", "todo": "dim"}
_MOST_NAMED: Final = 4
_LEVELS_OVERLAP: Final = Bilingual(
    "Levels (an article of two levels counts in both)", "难度（跨两级的文章在两级中都计入）"
)


def write_progress(terminal: Terminal, progress: Progress, *, as_json: bool) -> None:
    """Writes the progress."""
    if as_json:
        terminal.write([json_text(_record(progress))])
        return
    stages = [(f"{bar.name} {one_line(terminal.say(bar.label))}", bar) for bar in progress.stages]
    modules = [(bar.name, bar) for bar in progress.modules]
    levels = [(terminal.say(bar.label), bar) for bar in progress.levels]
    sections = [
        (Bilingual("Stages", "阶段"), stages),
        (Bilingual("Modules", "模块"), modules),
        (Bilingual("Levels", "难度"), levels),
    ]
    terminal.write([terminal.say(_total(progress))])
    if progress.standing.own or progress.standing.aim.goal:
        terminal.write([one_line(terminal.say(aim_text(progress.standing)))])
    if progress.time.articles:
        terminal.write([terminal.say(_time(progress))])
    room = max(width(name) for name, _ in stages + modules + levels)
    if sum(bar.total for bar in progress.levels) > progress.standing.whole.total:
        sections[-1] = (_LEVELS_OVERLAP, levels)
    for heading, bars in sections:
        terminal.write(["", terminal.say(heading)])
        for name, bar in bars:
            _write_bar(terminal, pad(name, room), bar)
    if progress.days:
        terminal.write(["", terminal.say(Bilingual("Last days", "最近几天")), *_days(terminal, progress.days)])


def cells_of(counts: dict[str, int]) -> dict[str, int]:
    """Returns how many cells of a bar each state takes: at least one if it occurs; the largest fills the bar."""
    total = sum(counts.values()) or 1
    cells = {status: max(1, BAR_CELLS * counts[status] // total) if counts[status] else 0 for status in MARKS}
    cells[max(cells, key=lambda status: cells[status])] += BAR_CELLS - sum(cells.values())
    return cells


def _write_bar(terminal: Terminal, name: str, bar: Bar) -> None:
    pieces = [(MARKS[status] * cells, STYLES[status]) for status, cells in cells_of(bar.counts).items()]
    share = f" {bar.done:3}/{bar.total}"
    if terminal.is_rich:
        draw_pieces(terminal, [(f"  {name}  ", ""), *pieces, (share, "")])
    else:
        terminal.write([f"  {name}  {''.join(text for text, _ in pieces)}{share}"])


def _total(progress: Progress) -> Bilingual:
    counts = progress.standing.whole.counts
    total, done = progress.standing.whole.total, counts["done"]
    share = f"{100 * done // total if total else 0}%"
    return Bilingual(
        f"{done} of {total} read ({share}), {counts['reading']} being read, {counts['skipped']} skipped;"
        f" {counted(progress.notes, 'note')}, {progress.practices_done} of {counted(progress.practices, 'experiment')} done",
        f"已读 {done}/{total}（{share}），在读 {counts['reading']}，跳过 {counts['skipped']}；"
        f"笔记 {progress.notes} 条，实践 {progress.practices_done}/{progress.practices}",
    )


def _time(progress: Progress) -> Bilingual:
    """Returns how long was read and is left, and for how many articles that is known."""
    read, left, known = progress.time
    total = progress.standing.whole.total
    done, ahead = about_minutes(read), about_minutes(left)
    return Bilingual(
        f"{done.en} read, {ahead.en} left in the {known} of {total} articles whose text is kept",
        f"已读{done.zh}，还剩{ahead.zh}（按已保存正文的 {known}/{total} 篇计）",
    )


def aim_text(standing: Standing) -> Bilingual:
    """Returns how far the reader is in what suits the level, and from the goal: `beginner: 5 of 19 read`."""
    parts = []
    if own := standing.own:
        parts.append(
            Bilingual(
                f"{own.label.en}: {own.done} of {own.total} read", f"{own.label.zh}文章已读 {own.done}/{own.total}"
            )
        )
    if standing.aim.goal is not None and standing.to_goal is not None:
        goal, left = standing.aim.goal, standing.to_goal
        parts.append(Bilingual(f"to {goal}: {counted(left, 'article')} left", f"距离“{goal}”还有 {left} 篇"))
    return Bilingual("; ".join(part.en for part in parts), "；".join(part.zh for part in parts))


def standing_record(standing: Standing) -> dict[str, Any]:
    """Returns how far the reader is as JSON."""
    own, aim = standing.own, standing.aim
    return {
        "total": standing.whole.total,
        **standing.whole.counts,
        "level": [format_level(span) for span in aim.levels] or None,
        "level_total": own.total if own else None,
        "level_done": own.done if own else None,
        "goal": aim.goal,
        "to_goal": standing.to_goal,
    }


def _days(terminal: Terminal, days: Sequence[Day]) -> Iterator[str]:
    for day in days:
        ids = [article.id for article in day.articles]
        more = f" +{len(ids) - _MOST_NAMED}" if len(ids) > _MOST_NAMED else ""
        yield f"  {day.day.isoformat()}  {len(ids):3}  {terminal.say(listed(ids[:_MOST_NAMED]))}{more}".rstrip()


def _record(progress: Progress) -> dict[str, Any]:
    def bars(some: Sequence[Bar]) -> list[dict[str, Any]]:
        return [
            {"name": bar.name, "title": bar.label.zh, "title_en": bar.label.en, "total": bar.total, **bar.counts}
            for bar in some
        ]

    return {
        **standing_record(progress.standing),
        "stages": bars(progress.stages),
        "modules": bars(progress.modules),
        "levels": bars(progress.levels),
        "days": [{"date": day.day.isoformat(), "articles": [a.id for a in day.articles]} for day in progress.days],
        "notes": progress.notes,
        "practices": progress.practices,
        "practices_done": progress.practices_done,
        "minutes_read": progress.time.read if progress.time.articles else None,
        "minutes_left": progress.time.left if progress.time.articles else None,
        "texts": progress.time.articles,
    }


_NAMED: Final = 10


def say_marked(
    terminal: Terminal, articles: Sequence[Article], changed: Collection[int], status: str | None, rating: int | None
) -> None:
    """Says which articles were changed (only how many, if they are many), and which already had the state."""
    state = _state(status, rating)
    touched = [article for article in articles if article.number in changed]
    if len(touched) > _NAMED:
        terminal.notice(Bilingual(f"{len(touched)} articles: {state.en}", f"{len(touched)} 篇：{state.zh}"))
    else:
        for article in touched:
            name = f"{article.id} {article.title}"
            terminal.notice(Bilingual(f"{name}: {state.en}", f"{name}：{state.zh}"))
    kept = [article for article in articles if article.number not in changed]
    if len(kept) == 1:
        terminal.notice(Bilingual(f"{kept[0].id} was already {state.en}", f"{kept[0].id} 本来就是“{state.zh}”"))
    elif kept:
        terminal.notice(Bilingual(f"{len(kept)} were already {state.en}", f"{len(kept)} 篇本来就是“{state.zh}”"))


def _state(status: str | None, rating: int | None) -> Bilingual:
    parts = [STATUS_LABELS[status]] if status else []
    if rating:
        parts.append(Bilingual(f"rated {rating}/5", f"评分 {rating}/5"))
    return Bilingual(", ".join(part.en for part in parts), "，".join(part.zh for part in parts))


_ACTIONS: Final = {
    "take": Bilingual("taken", "采用"),
    "same": Bilingual("unchanged", "未变"),
    "older": Bilingual("older than yours", "早于现有内容"),
    "nowhere": Bilingual("about unknown articles", "所属文章不在此目录"),
}
_LOST_NAMED: Final = 5


def say_items(terminal: Terminal, rows: Sequence[ItemRow], *, is_done: bool) -> None:
    """Says how many items were (or would be) taken, and which have no article here."""
    if not rows:
        return
    lost = [row for row in rows if row.action == "nowhere"]
    for row in lost[:_LOST_NAMED]:
        place = f"{row.path}:{row.line}: {row.item.kind}"
        about = listed([str(name) for name in row.item.about])
        terminal.notice(Bilingual(f"{place}: no such article: {about.en}", f"{place}：不在此目录：{about.zh}"))
    counts = Counter(row.action for row in rows)
    en = ", ".join(f"{counts[action]} {label.en}" for action, label in _ACTIONS.items() if counts[action])
    zh = "，".join(f"{label.zh} {counts[action]}" for action, label in _ACTIONS.items() if counts[action])
    undone = Bilingual("", "") if is_done else Bilingual("; nothing was changed", "；没有任何改动")
    terminal.notice(Bilingual(f"Your reading: {en}{undone.en}", f"阅读记录：{zh}{undone.zh}"))
