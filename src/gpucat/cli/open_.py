"""`gpucat open`: articles in the browser."""

from typing import Annotated

import typer

from gpucat.cli.context import Run
from gpucat.cli.describe import described
from gpucat.cli.options import Articles
from gpucat.language import tr


@described(
    "Open articles in the browser; --print writes their addresses instead.",
    "在浏览器中打开文章；--print 只输出网址。",
    "gpucat open memory/6 --print",
)
def open_articles(
    context: typer.Context,
    articles: Articles,
    print_only: Annotated[bool, typer.Option("--print", help=tr("Write the URL instead.", "只输出网址。"))] = False,
) -> None:
    from gpucat.render.text import one_line
    from gpucat.services.browser import open_in_browser
    from gpucat.store.lookup import find_articles_named

    run = Run.of(context)
    with run.catalogue() as connection:
        found = find_articles_named(connection, articles)
    if print_only:
        run.terminal.write(one_line(article.url) for article in found)
    else:
        for article in found:
            run.terminal.notice(open_in_browser(article))
