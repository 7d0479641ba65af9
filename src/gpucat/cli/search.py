"""Implements `gpucat search`, with long options only, so that `-word` stays a word of the query."""

from typing import TYPE_CHECKING, Annotated

import typer

from gpucat.cli.context import Run
from gpucat.cli.filters import FilterOptions, with_long_filters
from gpucat.cli.help import described
from gpucat.cli.options import Format, Json, LongLimit
from gpucat.language import tr

if TYPE_CHECKING:
    from gpucat.services.search import SearchReport

_WORDS = tr(
    'Words, "phrase", prefix*, +required, -word, A OR B, field:value, ranges (date:2024..2025).',
    '词、"短语"、前缀*、+必须、-排除、A OR B、字段:值、范围（date:2024..2025）。',
)
_ORDERS = tr("relevance, date, level, title or number.", "relevance、date、level、title 或 number。")
_FACETS = tr("Count the hits by module, level, author and year.", "按模块、难度、作者、年份统计命中数。")
FOR_PROGRAMS = ("ids", "urls", "jsonl", "csv", "tsv")
"""Formats that go on to another program, which would take a partial match for a hit."""
Words = Annotated[list[str], typer.Argument(metavar="QUERY...", help=_WORDS)]
Sort = Annotated[str, typer.Option("--sort", help=_ORDERS)]
Explain = Annotated[
    bool, typer.Option("--explain", help=tr("Say why each article was found.", "说明每篇文章为何被找到。"))
]
Literal = Annotated[
    bool, typer.Option("--literal", help=tr("Use no synonyms and correct no typos.", "不用同义词，也不纠错。"))
]
EveryWord = Annotated[bool, typer.Option("--all", help=tr("Every word must match.", "每个词都须匹配。"))]
Partial = Annotated[
    bool,
    typer.Option(
        "--partial",
        help=tr(
            "Partial matches too in ids, urls, jsonl, csv and tsv.", "ids、urls、jsonl、csv、tsv 中也列出部分匹配的。"
        ),
    ),
]
NoTexts = Annotated[
    bool,
    typer.Option("--no-texts", help=tr("Search only the list, not in kept texts.", "只搜索清单，不搜索保存的正文。")),
]
Facets = Annotated[bool, typer.Option("--facets", help=_FACETS)]


@described(
    "Search the articles in English or Chinese; the best come first, partial matches last.",
    "搜索文章：中英文皆可，最相关的在前，部分匹配的在后。",
    "gpucat search 共享内存 bank conflict",
    "gpucat search 'title:swizzle -hopper level:advanced date:2024..'",
    "gpucat search '\"from scratch\" attention' --explain",
    settings={"ignore_unknown_options": True, "help_option_names": ["--help"]},
)
@with_long_filters
def search(
    context: typer.Context,
    filters: FilterOptions,
    query: Words,
    limit: LongLimit = 20,
    sort: Sort = "relevance",
    explain: Explain = False,
    literal: Literal = False,
    all_: EveryWord = False,
    facets: Facets = False,
    partial: Partial = False,
    no_texts: NoTexts = False,
    output_format: Format = "table",
    json: Json = False,
) -> None:
    from gpucat.render.listing import check_format
    from gpucat.render.search import write_search
    from gpucat.services.opening import this_year
    from gpucat.services.search import SearchRequest, full_only, pick_search_sort, query_of
    from gpucat.services.wishes import ask

    run = Run.of(context)
    chosen = check_format("json" if json else output_format)
    with run.catalogue() as connection:
        request = SearchRequest(
            text=query_of(query),
            wanted=filters.parse(connection),
            is_literal=literal,
            needs_all=all_,
            has_texts=not no_texts,
            sort=pick_search_sort(sort),
            limit=0 if facets else limit,
            this_year=this_year(),
        )
        report = ask(connection, run.path, request, run.terminal.notice)
    if facets:
        _write_facets(run, report, chosen)
    else:
        told = full_only(report) if chosen in FOR_PROGRAMS and not partial else report
        write_search(run.terminal, told, chosen, is_explained=explain)


def _write_facets(run: Run, report: "SearchReport", chosen: str) -> None:
    from gpucat.render.counts import write_facets
    from gpucat.services.stats import count_facets

    write_facets(run.terminal, count_facets(report), report, chosen)
