"""The overview that `gpucat` alone shows."""

from collections.abc import Sequence

from gpucat.language import Bilingual
from gpucat.render.terminal import Terminal
from gpucat.render.text import counted, one_line, pad
from gpucat.services.route import RouteReport


def write_overview(
    terminal: Terminal, report: RouteReport, modules: int, commands: Sequence[tuple[str, Bilingual]]
) -> None:
    """How many articles and modules, how many are read, the next one, and commands to try."""
    stops = report.stops
    done = sum(stop.article.status == "done" for stop in stops)
    lines = [
        terminal.say(
            Bilingual(
                f"{counted(len(stops), 'article')} in {counted(modules, 'module')}; {done} read.",
                f"{modules} 个模块，{len(stops)} 篇文章；已读 {done} 篇。",
            )
        )
    ]
    if ahead := next((stop for stop in stops if stop.is_next), None):
        title = f"{ahead.article.id} {one_line(ahead.article.title)}"
        lines.append(terminal.say(Bilingual(f"Next on the route: {title}", f"路线上的下一篇：{title}")))
    room = max(len(command) for command, _ in commands) + 2
    lines += ["", *(f"  {pad(command, room)}{terminal.say(text)}" for command, text in commands)]
    terminal.write(lines)
