"""Defines options that several commands share, alone and in groups: a command takes a group as one parameter."""

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, TypeVar, get_args

import typer

from gpucat.cli import complete
from gpucat.language import tr

if TYPE_CHECKING:
    from gpucat.catalog.filters import ArticleFilter
    from gpucat.store.connection import Reader

Bundle = TypeVar("Bundle")


def with_group(
    parameter: str,
    options: Mapping[str, Any],
    bundle: Callable[..., Bundle],
    defaults: Mapping[str, Any] | None = None,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Returns a decorator that replaces a command's parameter by options, and passes it a bundle of what was typed.

    `options` maps names to Typer annotations; an option that was not typed has its default, else None, or an empty list
    if it is repeatable.
    """
    usual = {name: (defaults or {}).get(name, _default(annotation)) for name, annotation in options.items()}

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def grouped(**given: Any) -> None:  # noqa: ANN401
            typed = {name: given.pop(name) for name in options}
            filled = {name: usual[name] if value is None else value for name, value in typed.items()}
            command(**{parameter: bundle(**filled)}, **given)

        own = inspect.signature(command).parameters
        kept = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for name, p in own.items() if name != parameter]
        added = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=usual[name], annotation=annotation)
            for name, annotation in options.items()
        ]
        grouped.__signature__ = inspect.Signature(kept + added)  # type: ignore[attr-defined]
        hints = {name: hint for name, hint in command.__annotations__.items() if name != parameter}
        grouped.__annotations__ = {**hints, **options}
        del grouped.__wrapped__  # Typer would look through it and see the old signature
        return grouped

    return decorate


def _default(annotation: Any) -> Any:  # noqa: ANN401  a Typer annotation
    kind = get_args(annotation)[0]
    return [] if kind == list[str] else False if kind is bool else None


MOST: Final = 1_000_000_000
"""The largest count that an option accepts."""

Format = Annotated[
    str,
    typer.Option(
        "--format",
        help=tr(
            "table, json, jsonl, csv, tsv, markdown, urls or ids.",
            "table、json、jsonl、csv、tsv、markdown、urls 或 ids。",
        ),
        autocompletion=complete.formats,
    ),
]
Json = Annotated[bool, typer.Option("--json", help=tr("Short for --format json.", "即 --format json。"))]


def limit_option(*also: str) -> Any:  # noqa: ANN401  what Typer's Option gives
    """Returns the option for how many items to list; `also` are other names for it."""
    text = tr("Maximum number to list (0 = all).", "最多列出多少条（0 为全部）。")
    return typer.Option("--limit", *also, min=0, max=MOST, help=text)


Limit = Annotated[int, limit_option()]
_ARTICLES: Final = tr(
    "A place (memory/6), range (memory/1..5), number (6), URL or piece of a title; - reads them from standard input.",
    "位置（memory/6）、范围（memory/1..5）、编号（6）、网址或标题片段；- 表示从标准输入读取。",
)
WHOLE_NAMES: Final = tr(
    "A place (memory/6), range (memory/1..5), number (6), URL or whole title; - reads them from standard input.",
    "位置（memory/6）、范围（memory/1..5）、编号（6）、网址或完整标题；- 表示从标准输入读取。",
)


def article_argument(text: str, metavar: str = "ARTICLE...") -> Any:  # noqa: ANN401  what Typer's Argument gives
    """Returns the argument for articles, with this help."""
    return typer.Argument(metavar=metavar, help=text, autocompletion=complete.articles)


Articles = Annotated[list[str], article_argument(_ARTICLES)]
Article = Annotated[
    str,
    article_argument(
        tr(
            "A place (memory/6), number, URL or piece of a title; - reads it from standard input.",
            "位置（memory/6）、编号、网址或标题片段；- 表示从标准输入读取。",
        ),
        "ARTICLE",
    ),
]
ChangedArticles = Annotated[list[str], article_argument(WHOLE_NAMES)]
ChangedArticle = Annotated[
    str,
    article_argument(
        tr(
            "A place (memory/6), number, URL or whole title; - reads it from standard input.",
            "位置（memory/6）、编号、网址或完整标题；- 表示从标准输入读取。",
        ),
        "ARTICLE",
    ),
]
ReaderLevel = Annotated[
    list[str],
    typer.Option(
        "--level",
        help=tr("Only what suits a reader of this level.", "只列适合此难度读者的文章。"),
        autocompletion=complete.levels,
    ),
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help=tr("Do not ask for confirmation.", "不再询问确认。"))]

Unasked = Annotated[
    bool,
    typer.Option(
        "--yes",
        "-y",
        help=tr(
            "Do not ask when ranges and modules name more than five articles.",
            "范围和模块所指的文章超过五篇时不再询问。",
        ),
    ),
]
Force = Annotated[bool, typer.Option("--force", help=tr("Replace an existing file.", "替换已有的文件。"))]


class FilterOptions(NamedTuple):
    """The filters as typed."""

    module: list[str]
    level: list[str]
    author: list[str]
    source: list[str]
    source_type: list[str]
    keyword: list[str]
    since: str | None
    until: str | None
    status: list[str]
    link_status: list[str]
    noted: bool = False

    def parse(self, connection: "Reader") -> "ArticleFilter":
        """Returns the filter; raises UsageError for an unknown value."""
        from gpucat.catalog.filters import ArticleFilter

        if not any(self):  # the usual case, which loads nothing more
            return ArticleFilter()
        from gpucat.catalog.dates import is_backwards, parse_date
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


def _many(option: str, text: str, completion: Callable[..., Any] | None = None) -> Any:  # noqa: ANN401
    return Annotated[list[str], typer.Option(option, help=text, autocompletion=completion, show_default=False)]


_FILTERS: Final[dict[str, Any]] = {
    "module": _many("--module", tr("Module by slug, number or title.", "模块：代号、编号或标题。"), complete.modules),
    "level": _many(
        "--level", tr("Level or range (beginner..intermediate).", "难度或范围（入门..中级）。"), complete.levels
    ),
    "author": _many("--author", tr("Part of an author's name.", "作者名的一部分。"), complete.authors),
    "source": _many("--source", tr("Part of a source's name.", "来源名的一部分。"), complete.sources),
    "source_type": _many("--source-type", tr("Kind of source.", "来源类型。"), complete.source_types),
    "keyword": _many("--keyword", tr("A keyword of the list.", "清单中的关键词。"), complete.keywords),
    "since": Annotated[
        str | None, typer.Option("--since", help=tr("Published on or after this date.", "不早于此日期。"))
    ],
    "until": Annotated[
        str | None, typer.Option("--until", help=tr("Published on or before this date.", "不晚于此日期。"))
    ],
    "status": _many("--status", tr("Reading state.", "阅读状态。"), complete.statuses),
    "link_status": _many(
        "--link-status", tr("Verdict of the latest link check.", "最近一次链接检查的结论。"), complete.link_statuses
    ),
    "noted": Annotated[bool, typer.Option("--noted", help=tr("With a note of yours.", "有你的笔记的。"))],
}


with_filters = with_group("filters", _FILTERS, FilterOptions)
