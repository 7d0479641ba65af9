"""`gpucat serve`: the live catalogue in the browser."""

from typing import Annotated

import typer

from gpucat.cli.context import Run
from gpucat.cli.describe import described
from gpucat.language import Bilingual, tr


@described(
    "Serve the catalogue as web pages with facets, SQL, JSON and CSV: read-only, for this machine. Needs gpucat[web].",
    "以网页形式提供目录：分面、SQL、JSON 与 CSV；只读，仅限本机。需要附加组件 gpucat[web]。",
    "gpucat serve",
    "gpucat serve --port 8080",
)
def serve(
    context: typer.Context,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help=tr("Port (0 = a free one).", "端口（0 为任一空闲端口）。"))
    ] = 8001,
    host: Annotated[
        str, typer.Option("--host", help=tr("Address; another one lets others in.", "地址；改为其他地址则他人可访问。"))
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
        run.terminal.notice(Bilingual(f"Serving at {address} (Ctrl-C stops)", f"服务地址：{address}（Ctrl-C 停止）"))
        if host not in (LOOPBACK, "localhost", "::1"):
            run.terminal.notice(
                Bilingual("Others can read everything, your notes too.", "他人可读取全部内容，包括你的笔记。")
            )
        run_server(run.path, listening, run.terminal.language)
