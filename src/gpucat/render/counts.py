"""Shows counts: the values of a field, the totals of the catalogue, the facets of a search."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from gpucat.catalog.article import STATUS_LABELS, STATUSES
from gpucat.catalog.levels import LABELS, LEVELS
from gpucat.catalog.reading import UNCHECKED
from gpucat.language import Bilingual, same
from gpucat.render.columns import Column, Listing
from gpucat.render.listing import json_text, write_listing
from gpucat.render.search import count_line
from gpucat.render.terminal import Terminal
from gpucat.render.text import counted, one_line, pad, width
from gpucat.services.search import SearchReport
from gpucat.services.stats import FacetCount, Stats
from gpucat.store.counts import ValueCount

_KINDS: Final = {
    "modules": Bilingual("module", "模块"),
    "authors": Bilingual("author", "作者"),
    "sources": Bilingual("source", "来源"),
    "keywords": Bilingual("keyword", "关键词"),
}
_COUNT: Final[Column[ValueCount]] = Column(Bilingual("articles", "篇数"), lambda v: str(v.articles), is_number=True)


def value_listing(kind: str, values: Sequence[ValueCount]) -> Listing:
    """Returns the values of a kind; modules come with their title and how to read them."""
    name: Column[ValueCount] = Column(_KINDS[kind], lambda v: v.name, style="cyan")
    if kind != "modules":
        return Listing(
            values,
            (_COUNT, name._replace(folds=True)),
            lambda v: {"name": v.name, "count": v.articles},
            ids=lambda v: str(v.name),
        )
    title: Column[ValueCount] = Column(Bilingual("title", "标题"), lambda v: v.title, most=24)
    how: Column[ValueCount] = Column(
        Bilingual("how to read", "怎么读"), lambda v: v.note, grows=True, style="dim", needs=70
    )
    return Listing(
        values,
        (name, _COUNT._replace(needs=50), title, how),
        _module_record,
        ids=lambda v: str(v.name),
        urls=lambda v: v.url or "",
    )


def _module_record(value: ValueCount) -> dict[str, Any]:
    return {
        "name": value.name,
        "count": value.articles,
        "title": value.title.zh,
        "title_en": value.title.en,
        "how_to_read": value.note.zh,
        "how_to_read_en": value.note.en,
        "start": value.url,
    }


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
    """Yields each value with its count and a bar."""
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


_FACETS: Final = {
    "module": Bilingual("module", "模块"),
    "level": Bilingual("level", "难度"),
    "author": Bilingual("author", "作者"),
    "year": Bilingual("year", "年份"),
}
FACET_COLUMNS: Final[tuple[Column[FacetCount], ...]] = (
    Column(Bilingual("facet", "分面"), lambda count: _FACETS[count.facet], style="cyan"),
    Column(Bilingual("value", "值"), lambda count: _value(count), grows=True),
    Column(Bilingual("hits", "命中"), lambda count: str(count.hits), is_number=True),
    Column(Bilingual("full", "完全"), lambda count: str(count.full), is_number=True),
)


def _value(count: FacetCount) -> Bilingual:
    return LABELS[count.value] if count.facet == "level" else same(count.value)


def write_facets(terminal: Terminal, counts: Sequence[FacetCount], report: SearchReport, output_format: str) -> None:
    """Writes the counts of the hits by facet."""
    for note in report.notes:
        terminal.notice(note)
    write_listing(terminal, Listing(counts, FACET_COLUMNS, lambda count: count._asdict()), output_format)
    terminal.notice(count_line(report))
