"""Defines options that several commands share, alone and in groups: a command takes a group as one parameter."""

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar, get_args

import typer

from gpucat.cli import complete
from gpucat.language import tr

if TYPE_CHECKING:
    pass

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


Limit = Annotated[int, limit_option("-n")]
LongLimit = Annotated[int, limit_option()]
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
        "-l",
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
