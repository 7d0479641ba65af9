"""`gpucat browse`: the full-screen reader."""

import typer

from gpucat.cli.context import Run
from gpucat.cli.describe import described
from gpucat.errors import MissingExtraError, UsageError
from gpucat.language import Bilingual


@described(
    "Read full screen: modules and route, live search, cards; keys to open, mark and note. Needs the extra gpucat[tui].",
    "全屏浏览：模块与路线、即时搜索、卡片，按键打开、标记、写笔记。需要附加组件 gpucat[tui]。",
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
