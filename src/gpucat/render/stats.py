"""Totals as a table of modules by level and short lists, or as one JSON object."""

from collections.abc import Iterator
from typing import Any, Final

from gpucat.catalog.article import STATUS_LABELS, STATUSES
from gpucat.catalog.levels import LABELS, LEVELS
from gpucat.catalog.verdict_names import UNCHECKED
from gpucat.language import Bilingual
from gpucat.render.columns import Column, Listing
from gpucat.render.listing import json_text, write_listing
from gpucat.render.terminal import Terminal
from gpucat.render.text import counted, one_line, pad, width
from gpucat.services.stats import Stats
from gpucat.store.counts import ValueCount

BAR_CELLS: Final = 24
SOURCES_SHOWN: Final = 8
_UNCHECKED: Final = Bilingual(UNCHECKED, "未检查")


def write_stats(terminal: Terminal, stats: Stats, *, as_json: bool) -> None:
    """Writes the totals."""
    if as_json:
        terminal.write([json_text(_record(stats))])
        return
    write_listing(terminal, _modules(stats), "table")
    sections = [
        (
            Bilingual("Years", "年份"),
            {year or terminal.say(Bilingual("unknown", "未标注")): n for year, n in stats.years.items()},
        ),
        (Bilingual("Sources", "来源"), {value.name: value.articles for value in stats.sources[:SOURCES_SHOWN]}),
        (
            Bilingual("Links", "链接"),
            {terminal.say(_UNCHECKED) if name == UNCHECKED else name: count for name, count in stats.links.items()},
        ),
        (
            Bilingual("Reading", "阅读"),
            {terminal.say(STATUS_LABELS[status]): stats.reading.get(status, 0) for status in STATUSES},
        ),
    ]
    for heading, counts in sections:
        terminal.write(["", terminal.say(heading), *bars(counts)])


def bars(counts: dict[str, int]) -> Iterator[str]:
    """Each value with its count and a bar, the longest for the most."""
    room = max((width(one_line(name)) for name in counts), default=0)
    most = max(counts.values(), default=0) or 1
    for name, count in counts.items():
        bar = "#" * round(BAR_CELLS * count / most)
        yield f"  {pad(one_line(name), room)}  {count:4}  {bar}".rstrip()


def _modules(stats: Stats) -> Listing:
    def level_column(index: int) -> Column[ValueCount]:
        return Column(LABELS[LEVELS[index]], lambda value: str(stats.levels[value.name][index]), is_number=True)

    levels = [level_column(index) for index in range(len(LEVELS))]
    columns: tuple[Column[ValueCount], ...] = (
        Column(Bilingual("module", "模块"), lambda value: value.name, style="cyan"),
        Column(Bilingual("articles", "篇数"), lambda value: str(value.articles), is_number=True),
        *levels,
        Column(Bilingual("title", "标题"), lambda value: value.title, grows=True),
    )
    title = Bilingual(counted(stats.articles, "article"), f"共 {stats.articles} 篇")
    return Listing(stats.modules, columns, lambda value: {"name": value.name}, title=title)


def _record(stats: Stats) -> dict[str, Any]:
    return {
        "articles": stats.articles,
        "modules": {value.name: value.articles for value in stats.modules},
        "levels": {name: dict(zip(LEVELS, counts, strict=True)) for name, counts in stats.levels.items()},
        "years": stats.years,
        "sources": {value.name: value.articles for value in stats.sources},
        "links": stats.links,
        "reading": {status: stats.reading.get(status, 0) for status in STATUSES},
    }
