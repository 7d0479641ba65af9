"""The lines beside an answer that several commands say."""

from gpucat.language import Bilingual
from gpucat.render.terminal import Terminal


def say_shown(terminal: Terminal, shown: int, total: int) -> None:
    """How many of how many articles the answer shows; that nothing was found, where nothing was."""
    if total == 0:
        terminal.notice(Bilingual("No article fits.", "没有符合的文章。"))
    elif shown == total:
        terminal.notice(Bilingual(f"{total} article{'s' if total != 1 else ''}", f"共 {total} 篇"))
    else:
        terminal.notice(Bilingual(f"{shown} of {total} articles", f"{shown} / {total} 篇"))
