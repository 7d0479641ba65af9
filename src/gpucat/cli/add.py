"""`gpucat add`: one article, looked at, proposed and confirmed."""

from typing import Annotated

import typer

from gpucat.cli.context import Run
from gpucat.cli.describe import described
from gpucat.cli.fields import CLEARABLE, FieldOptions, naming_options, with_fields
from gpucat.cli.net_options import NetOptions, with_one_request
from gpucat.cli.options import Json, Yes
from gpucat.errors import RefusedError, UsageError
from gpucat.language import Bilingual, tr


@described(
    "Add an article: its page is read, the rest is proposed, and a form asks for your word (--yes takes what is proposed).",
    "添加文章：读取网页，其余字段给出建议，并以表单请您确认（--yes 直接采用）。",
    "gpucat add https://siboehm.com/articles/22/CUDA-MMM",
    "gpucat add https://a.example/post --title 'A post' --module gemm --no-fetch --yes",
    clears=CLEARABLE,
)
@with_one_request
@with_fields
def add(
    context: typer.Context,
    fields: FieldOptions,
    net: NetOptions,
    url: Annotated[str, typer.Argument(help=tr("The article's address.", "文章网址。"))],
    fetch: Annotated[bool, typer.Option("--fetch/--no-fetch", help=tr("Read the page.", "是否读取网页。"))] = True,
    force: Annotated[
        bool,
        typer.Option(
            "--force", help=tr("Although it breaks a rule or looks like a duplicate.", "违反规则或疑似重复仍添加。")
        ),
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", "-n", help=tr("Only show what would be added.", "只显示将要添加的内容。"))
    ] = False,
    yes: Yes = False,
    json: Json = False,
) -> None:
    from gpucat.cli.add_form import fill_in
    from gpucat.render.additions import say_objections, write_added, write_draft
    from gpucat.services.add import draft_article, find_objections, new_address, store_addition
    from gpucat.store.articles import articles_by_number

    run = Run.of(context)
    given = fields.given()
    look = None
    with run.catalogue() as connection:
        url = new_address(connection, url)
    if fetch:
        from gpucat.services.look_at_page import look_at

        look = look_at(url, net.settings(), given.get("title", ""))
    with run.catalogue() as connection, naming_options(given):
        draft = draft_article(connection, url, given, look)
    asks = run.terminal.is_interactive and not yes and not dry_run and not json
    if not json:
        write_draft(run.terminal, draft)
    if asks:
        draft = fill_in(run, draft, set(given))
    if not draft.article.title:
        raise _no_title()
    with run.catalogue() as connection:
        objections = find_objections(connection, draft)
    say_objections(run.terminal, objections)
    if objections.are_grave and not force and not dry_run:
        _ask_about_objections(run, asks=asks)
    article = draft.article
    if not dry_run:
        run.confirm(run.terminal.say(Bilingual("Add it?", "添加吗？")), yes)
        with run.change() as writer:
            number = store_addition(draft, writer)
        with run.catalogue() as connection:
            article = articles_by_number(connection, [number])[number]
    write_added(run.terminal, article, draft, objections, is_done=not dry_run, as_json=json)


def _no_title() -> UsageError:
    return UsageError(
        "no_title",
        Bilingual("the page tells no title", "网页没有给出标题"),
        Bilingual("give one with --title", "请用 --title 指定"),
    )


def _ask_about_objections(run: Run, *, asks: bool) -> None:
    if not asks:
        raise RefusedError(
            "objections",
            Bilingual("not added: see the objections above", "未添加：见上述异议"),
            Bilingual("--force adds it all the same", "--force 仍然添加"),
        )
    run.confirm(run.terminal.say(Bilingual("Go on all the same?", "仍要继续吗？")), yes=False)
