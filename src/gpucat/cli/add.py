"""Implements `gpucat add`, which reads a page, proposes fields and asks for each on a terminal."""

from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from gpucat.catalog.fields import RELATIONS, article_row
from gpucat.cli.context import Run
from gpucat.cli.fields import CLEARABLE, FieldOptions, naming_options, with_fields
from gpucat.cli.help import described
from gpucat.cli.net_options import with_one_request
from gpucat.cli.options import Json, Yes
from gpucat.errors import RefusedError, UsageError
from gpucat.language import Bilingual, tr
from gpucat.net.settings import NetSettings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gpucat.catalog.article import Article
    from gpucat.services.add import Draft

Address = Annotated[
    str,
    typer.Argument(
        metavar="URL",
        help=tr(
            "The article's address, or new/N as `gpucat discover` names it.",
            "文章网址，或 `gpucat discover` 给出的 new/N。",
        ),
    ),
]
Fetch = Annotated[bool, typer.Option("--fetch/--no-fetch", help=tr("Whether to read the page.", "是否读取网页。"))]
AddForce = Annotated[
    bool,
    typer.Option(
        "--force",
        help=tr("Add it even if it breaks a rule or looks like a duplicate.", "即使违反规则或疑似重复也添加。"),
    ),
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", "-n", help=tr("Only show what would be added.", "只显示将要添加的内容。"))
]


@described(
    "Add an article: read its page, propose the fields and ask you about each (--yes accepts the proposals).",
    "添加文章：读取网页，给出各字段的建议并逐项确认（--yes 直接采用）。",
    "gpucat add https://siboehm.com/articles/22/Fast-MMM-on-CPU --yes",
    "gpucat add https://a.example/post --title 'A post' --module gemm --no-fetch --yes",
    clears=CLEARABLE,
)
@with_one_request
@with_fields
def add(
    context: typer.Context,
    fields: FieldOptions,
    net: NetSettings,
    url: Address,
    fetch: Fetch = True,
    force: AddForce = False,
    dry_run: DryRun = False,
    yes: Yes = False,
    json: Json = False,
) -> None:
    from gpucat.render.edits import say_objections, write_added
    from gpucat.services.add import find_objections

    run = Run.of(context)
    asks = run.terminal.is_interactive and not yes and not dry_run and not json
    draft = _drafted(run, url, fields.given(), net if fetch else None, asks=asks, shows=not json)
    with run.catalogue() as connection:
        objections = find_objections(connection, draft)
    say_objections(run.terminal, objections)
    if objections.are_grave and not force and not dry_run:
        _ask_about_objections(run, asks=asks)
    article = draft.article if dry_run else _added(run, draft, yes=yes)
    write_added(run.terminal, article, draft, objections, is_done=not dry_run, as_json=json)


def _drafted(
    run: Run, url: str, given: "Mapping[str, Any]", net: NetSettings | None, *, asks: bool, shows: bool
) -> "Draft":
    """Returns the article as it would be added, with the user's corrections; raises UsageError if it has no title."""
    from gpucat.render.edits import write_draft
    from gpucat.services.add import discovered, draft_article, new_address

    look = None
    with run.catalogue() as connection:
        url, told = discovered(connection, url)
        url = new_address(connection, url)
    if net is None:
        given = {**told, **given}
    else:
        from gpucat.services.add import look_at

        look = look_at(url, net, given.get("title", ""))
    with run.catalogue() as connection, naming_options(given):
        draft = draft_article(connection, url, given, look)
    if shows:
        write_draft(run.terminal, draft)
    if asks:
        draft = fill_in(run, draft, set(given))
    if not draft.article.title:
        raise _no_title()
    return draft


def _added(run: Run, draft: "Draft", *, yes: bool) -> "Article":
    """Stores the article once the user agrees, and returns it as stored."""
    from gpucat.services.add import store_addition
    from gpucat.store.articles import articles_by_number

    run.confirm(run.terminal.say(Bilingual("Add it?", "添加吗？")), yes)
    with run.change() as writer:
        number = store_addition(draft, writer)
    with run.catalogue() as connection:
        return articles_by_number(connection, [number])[number]


def _no_title() -> UsageError:
    return UsageError(
        "no_title",
        Bilingual("the article has no title", "文章没有标题"),
        Bilingual("give it one with --title", "请用 --title 指定"),
    )


def _ask_about_objections(run: Run, *, asks: bool) -> None:
    if not asks:
        raise RefusedError(
            "objections",
            Bilingual("not added: see the objections above", "未添加：原因见上"),
            Bilingual("use --force to add it anyway", "如仍要添加，请加 --force"),
        )
    run.confirm(run.terminal.say(Bilingual("Continue anyway?", "仍要继续吗？")), yes=False)


_ASKED: Final = {
    "title": Bilingual("Title", "标题"),
    "authors": Bilingual("Authors", "作者"),
    "source": Bilingual("Source", "来源"),
    "source_type": Bilingual("Source type", "来源类型"),
    "published": Bilingual("Date", "日期"),
    "module": Bilingual("Module (inbox for none)", "模块（inbox 为收件箱）"),
    "level": Bilingual("Level", "难度"),
    "keywords": Bilingual("Keywords", "关键词"),
    "teaches": Bilingual("Teaches (concepts)", "讲解的概念"),
    "needs": Bilingual("Needs (concepts)", "需要的概念"),
    "summary": Bilingual("Summary", "核心摘要"),
    "why": Bilingual("Why it helps", "为什么适合"),
}
_CLEAR: Final = "-"


def _shown(draft: "Draft", field: str) -> str:
    if field in RELATIONS:
        return ", ".join(getattr(draft.learning, field)) if draft.learning else ""
    return article_row(draft.article)[field]


def fill_in(run: Run, draft: "Draft", given: set[str]) -> "Draft":
    """Returns the draft with the user's answers: Enter accepts what is shown, `-` clears; given fields are not asked for."""
    from gpucat.services.add import with_fields

    run.terminal.notice(
        Bilingual(
            "Press Enter to accept what is shown; type - to clear a field.", "直接回车采用所示内容；输入 - 清空该字段。"
        )
    )
    for field, label in _ASKED.items():
        while field not in given:
            known = _shown(draft, field)
            answer = typer.prompt(run.terminal.say(label), default=known, show_default=bool(known), err=True).strip()
            if answer == known:
                break
            try:
                with run.catalogue() as connection:
                    draft = with_fields(connection, draft, {field: "" if answer == _CLEAR else answer})
                break
            except UsageError as error:
                run.terminal.notice(error.explained)
    return draft
