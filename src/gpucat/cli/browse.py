"""Implements `gpucat browse` and `serve`."""

from typing import Annotated

import typer

from gpucat.cli.context import Run
from gpucat.cli.help import described
from gpucat.errors import MissingExtraError, UsageError
from gpucat.language import Bilingual, tr


@described(
    "Browse full screen: modules and route, live search, cards; keys to open, mark and note. Needs gpucat[tui].",
    "全屏浏览：模块与路线、即时搜索、卡片；按键即可打开、标记、写笔记。需要附加组件 gpucat[tui]。",
    "gpucat browse",
)
def browse(context: typer.Context) -> None:
    from gpucat.services.browsing import Library, live_search

    run = Run.of(context)
    try:
        from gpucat.tui.browser import Browser
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "textual":
            raise
        raise MissingExtraError("browse", "Textual", "tui") from None
    if not run.terminal.is_interactive:
        raise UsageError(
            "needs_terminal",
            Bilingual("browse needs a terminal", "browse 需要在终端中运行"),
            Bilingual(
                "in a pipe, use `gpucat list` or `gpucat search`", "在管道中请用 `gpucat list` 或 `gpucat search`"
            ),
        )
    library = Library(run.path, live_search(run.path, run.terminal.notice), run.terminal.notice)
    try:
        Browser(library, run.terminal.language).run()
    finally:
        library.close()


@described(
    "Serve the catalogue as web pages with facets, SQL, JSON and CSV; read-only, on this machine. Needs gpucat[web].",
    "以网页形式提供目录：分面、SQL、JSON 与 CSV；只读，仅限本机。需要附加组件 gpucat[web]。",
    "gpucat serve",
    "gpucat serve --port 8080",
)
def serve(
    context: typer.Context,
    port: Annotated[
        int,
        typer.Option("--port", min=0, max=65535, help=tr("Port (0 picks a free one).", "端口（0 为任一空闲端口）。")),
    ] = 8001,
    host: Annotated[
        str,
        typer.Option(
            "--host",
            help=tr(
                "Address to listen on; any other opens it to the network.",
                "监听地址；改为其他地址，则他人也可访问。",
            ),
        ),
    ] = "127.0.0.1",
) -> None:
    from gpucat.services.opening import ensure_catalogue
    from gpucat.services.serve import LOOPBACK, check_installed, listen
    from gpucat.services.serve import serve as run_server

    run = Run.of(context)
    check_installed()
    ensure_catalogue(run.path, run.terminal.notice)
    with listen(host, port) as listening:
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listening.getsockname()[1]}/"
        run.terminal.notice(
            Bilingual(f"Serving at {address} (press Ctrl-C to stop)", f"服务地址：{address}（按 Ctrl-C 停止）")
        )
        if host not in (LOOPBACK, "localhost", "::1"):
            run.terminal.notice(
                Bilingual("Others can read everything, including your notes.", "他人可读取全部内容，包括你的笔记。")
            )
        run_server(run.path, listening, run.terminal.language)
