"""Defines the options that filter articles, which every command that lists shares."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from gpucat.cli import complete
from gpucat.cli.options import with_group
from gpucat.language import tr

if TYPE_CHECKING:
    from gpucat.catalog.filters import ArticleFilter
    from gpucat.store.connection import Reader


class FilterOptions(NamedTuple):
    """The filters as typed."""

    module: Sequence[str] = ()
    level: Sequence[str] = ()
    author: Sequence[str] = ()
    source: Sequence[str] = ()
    source_type: Sequence[str] = ()
    keyword: Sequence[str] = ()
    uses: Sequence[str] = ()
    covers: Sequence[str] = ()
    has: Sequence[str] = ()
    since: str | None = None
    until: str | None = None
    status: Sequence[str] = ()
    link_status: Sequence[str] = ()
    noted: bool = False

    def parse(self, connection: "Reader") -> "ArticleFilter":
        """Returns the filter; raises UsageError for an unknown value."""
        from gpucat.catalog.filters import ArticleFilter

        if not any(self):  # the usual case, which loads nothing more
            return ArticleFilter()
        from gpucat.catalog.dates import is_backwards, parse_date
        from gpucat.catalog.facets import FACETS, pick_facet
        from gpucat.catalog.levels import parse_level
        from gpucat.catalog.names import pick_module, pick_source_type, pick_status
        from gpucat.catalog.unknown import goes_backwards
        from gpucat.store.catalogue import read_modules

        modules = read_modules(connection) if self.module else []
        since, until = (parse_date(text) if text else None for text in (self.since, self.until))
        if is_backwards(since, until):
            raise goes_backwards(f"--since {self.since} --until {self.until}", f"--since {until} --until {since}")
        return ArticleFilter(
            modules=tuple(pick_module(modules, name) for name in self.module),
            levels=tuple(parse_level(level) for level in self.level),
            authors=tuple(self.author),
            sources=tuple(self.source),
            source_types=tuple(pick_source_type(name) for name in self.source_type),
            keywords=tuple(self.keyword),
            **{facet: tuple(pick_facet(facet, name) for name in getattr(self, facet)) for facet in FACETS},
            since=since,
            until=until,
            statuses=tuple(pick_status(name) for name in self.status),
            links=tuple(pick_link_status(name) for name in self.link_status),
            numbers=_noted(connection) if self.noted else (),
        )


def _noted(connection: "Reader") -> tuple[int, ...]:
    """Returns the numbers of the articles with a note, or a number that no article has."""
    from gpucat.store.reading import read_notes

    return tuple(read_notes(connection)) or (0,)


def pick_link_status(name: str) -> str:
    """Returns a verdict of the link checker, or `unchecked`; raises UsageError."""
    from gpucat.catalog.reading import LINK_STATUSES
    from gpucat.catalog.unknown import unknown
    from gpucat.language import Bilingual

    if name in LINK_STATUSES:
        return name
    raise unknown("link_status", name, LINK_STATUSES, Bilingual("link status", "链接状态"))


def _many(names: tuple[str, ...], text: str, completion: Callable[..., Any]) -> Any:  # noqa: ANN401
    return Annotated[list[str], typer.Option(*names, help=text, autocompletion=completion, show_default=False)]


def _day(option: str, text: str) -> Any:  # noqa: ANN401
    return Annotated[str | None, typer.Option(option, metavar="DATE", help=text)]


_TYPES: Final = "personal-blog, engineering-blog, technical-blog, research-blog, official, paper, video, code"
_VERDICTS: Final = "ok, moved, redirected, broken, soft-404, wrong-article, blocked, flaky, timeout"


_USES: Final = tr("A language, library, number format or chip of its code.", "代码所用的语言、库、数值格式或芯片。")
_FACETS: Final = {
    "uses": _many(("--uses",), _USES, complete.used),
    "covers": _many(("--covers",), tr("An architecture that it explains.", "所讲解的架构。"), complete.covered),
    "has": _many(("--has",), tr("code or measurements.", "code（代码）或 measurements（实测数据）。"), complete.had),
}


def _filters(*, is_long: bool) -> dict[str, Any]:
    """Returns the options that filter articles; `is_long` leaves out the short names."""

    def names(long: str, short: str) -> tuple[str, ...]:
        return (long,) if is_long else (long, short)

    modules = tr("Module by slug, number or title.", "模块：代号、编号或标题。")
    levels = tr(
        "beginner, intermediate, advanced or a range (beginner..intermediate).",
        "入门、中级、高级或范围（入门..中级）。",
    )
    types = tr(
        f"Kind of source: {_TYPES} or other.",
        f"来源类型：{_TYPES} 或 other。",
    )
    states = tr("todo, reading, done or skipped.", "todo、reading、done 或 skipped。")
    verdicts = tr(
        f"Verdict of the latest link check: {_VERDICTS} or unchecked.",
        f"最近一次链接检查的结论：{_VERDICTS} 或 unchecked。",
    )
    return {
        "module": _many(names("--module", "-m"), modules, complete.modules),
        "level": _many(names("--level", "-l"), levels, complete.levels),
        "author": _many(names("--author", "-a"), tr("Part of an author's name.", "作者名的一部分。"), complete.authors),
        "source": _many(("--source",), tr("Part of a source's name.", "来源名的一部分。"), complete.sources),
        "source_type": _many(("--source-type",), types, complete.source_types),
        "keyword": _many(names("--keyword", "-k"), tr("A keyword of the list.", "清单中的关键词。"), complete.keywords),
        **_FACETS,
        "since": _day("--since", tr("Published on or after this date.", "不早于此日期。")),
        "until": _day("--until", tr("Published on or before this date.", "不晚于此日期。")),
        "status": _many(names("--status", "-s"), states, complete.statuses),
        "link_status": _many(("--link-status",), verdicts, complete.link_statuses),
        "noted": Annotated[bool, typer.Option("--noted", help=tr("With a note of yours.", "有你的笔记的。"))],
    }


with_filters = with_group("filters", _filters(is_long=False), FilterOptions)
with_long_filters = with_group("filters", _filters(is_long=True), FilterOptions)
"""The same for `search`, where `-word` is a word."""
