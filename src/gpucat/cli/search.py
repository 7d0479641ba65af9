"""`gpucat search`: ranked, bilingual, forgiving. Long options only, so that `-word` stays a word of the query."""

from typing import Annotated

import typer

from gpucat.cli.context import Run
from gpucat.cli.describe import described
from gpucat.cli.options import FilterOptions, Format, Json, with_filters
from gpucat.errors import UsageError
from gpucat.language import Bilingual, tr


@described(
    "Search the articles: words in English or Chinese, best first; what matches in part comes last.",
    "搜索文章：中英文皆可，最相关的在前，部分匹配的在后。",
    "gpucat search 共享内存 bank conflict",
    "gpucat search 'title:swizzle -hopper level:advanced date:2024..'",
    "gpucat search '\"from scratch\" attention' --explain",
    settings={"ignore_unknown_options": True, "help_option_names": ["--help"]},
)
@with_filters
def search(
    context: typer.Context,
    filters: FilterOptions,
    query: Annotated[
        list[str],
        typer.Argument(
            metavar="QUERY...",
            help=tr(
                'Words, "phrase", prefix*, +required, -word, A OR B, field:value, ranges (date:2024..2025).',
                '词、"短语"、前缀*、+必须、-排除、A OR B、字段:值、范围（date:2024..2025）。',
            ),
        ),
    ],
    limit: Annotated[
        int, typer.Option("--limit", min=0, help=tr("At most so many (0 = all).", "最多几篇（0 为全部）。"))
    ] = 20,
    sort: Annotated[
        str,
        typer.Option(
            "--sort", help=tr("relevance, date, level, title or number.", "relevance、date、level、title 或 number。")
        ),
    ] = "relevance",
    explain: Annotated[
        bool, typer.Option("--explain", help=tr("Say why each article was found.", "说明每篇为何入选。"))
    ] = False,
    literal: Annotated[
        bool, typer.Option("--literal", help=tr("No synonyms and no repairs.", "不用同义词，也不纠错。"))
    ] = False,
    all_: Annotated[bool, typer.Option("--all", help=tr("Every word must match.", "每个词都须匹配。"))] = False,
    facets: Annotated[
        bool,
        typer.Option(
            "--facets", help=tr("Count the hits by module, level, author, year.", "按模块、难度、作者、年份计数。")
        ),
    ] = False,
    output_format: Format = "table",
    json: Json = False,
) -> None:
    from gpucat.render.listing import check_format
    from gpucat.render.search import write_search
    from gpucat.services.opening import this_year
    from gpucat.services.search import SearchRequest, pick_search_sort, search

    refuse_options(query)
    run = Run.of(context)
    chosen = check_format("json" if json else output_format)
    with run.catalogue() as connection:
        request = SearchRequest(
            text=" ".join(query),
            wanted=filters.parse(connection),
            is_literal=literal,
            needs_all=all_,
            sort=pick_search_sort(sort),
            limit=0 if facets else limit,
            this_year=this_year(),
        )
        report = search(connection, run.path, request, run.terminal.notice)
    if facets:
        from gpucat.render.facets import write_facets
        from gpucat.services.facets import count_facets

        write_facets(run.terminal, count_facets(report), report, chosen)
    else:
        write_search(run.terminal, report, chosen, is_explained=explain)


def refuse_options(words: list[str]) -> None:
    """A mistyped option must not become a word that is excluded; raises UsageError."""
    for word in words:
        if word.startswith("--") and word[2:3].isalpha() and " " not in word:
            raise UsageError(
                "no_such_option",
                Bilingual(f"no option {word}", f"没有选项 {word}"),
                Bilingual(
                    "see `gpucat search --help`; global options stand before `search`",
                    "请看 `gpucat search --help`；全局选项写在 `search` 之前",
                ),
            )
