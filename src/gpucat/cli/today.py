"""Implements `gpucat today`, which `gpucat` alone shows as well."""

import typer

from gpucat.cli.context import Run
from gpucat.cli.help import described
from gpucat.cli.options import Json
from gpucat.language import Bilingual


@described(
    "Show your day, as `gpucat` alone does: what you are reading, the next article and why, an experiment, a term, a note.",
    "显示今天的安排，与单独运行 `gpucat` 相同：在读的文章、下一篇及理由、实践、一个术语、一条旧笔记。",
    "gpucat",
    "gpucat today --json",
)
def today(context: typer.Context, json: Json = False) -> None:
    show_today(Run.of(context), as_json=json)


def show_today(run: Run, *, as_json: bool = False) -> None:
    """Writes what `gpucat` alone shows."""
    from datetime import datetime

    from gpucat.render.today import write_today, write_today_json
    from gpucat.services.today import read_today

    with run.catalogue() as connection:
        found = read_today(connection, datetime.now().astimezone())
    if as_json:
        write_today_json(run.terminal, found)
        return
    first = found.ahead.article.id if found.ahead else "memory/6"
    level = run.terminal.say(Bilingual("beginner", "入门"))
    is_set = bool(found.aim.levels)
    commands = (
        ("gpucat config goal 'flash attention'", Bilingual("follow a goal", "朝一个目标读"))
        if is_set
        else (f"gpucat config level {level}", Bilingual("set your level", "设置你的难度")),
        (f"gpucat open {first}", Bilingual("read the first article", "打开第一篇文章")),
        (f"gpucat mark {first} done", Bilingual("mark it as read", "读完后标记")),
        ("gpucat search swizzle", Bilingual("find articles", "查找文章")),
        ("gpucat --help", Bilingual("see the commands", "查看命令")),
    )
    write_today(run.terminal, found, commands)
