"""Writes about the store itself: its file, its health, and the changes made to it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from gpucat.language import Bilingual, same
from gpucat.render.columns import Column, Listing
from gpucat.render.listing import json_text
from gpucat.render.terminal import Terminal
from gpucat.render.text import day_of, minute_of, one_line, pad, shortened, width
from gpucat.store.journal import ChangeRecord
from gpucat.store.maintenance import StoreInfo


def write_info(terminal: Terminal, info: StoreInfo, *, as_json: bool) -> None:
    """Writes the facts as labelled lines or as one JSON object."""
    if as_json:
        terminal.write([json_text({**info._asdict(), "path": str(info.path)})])
        return
    lines = [
        (Bilingual("file", "文件"), str(info.path)),
        (Bilingual("size", "大小"), f"{info.size / 1024:.0f} KiB"),
        (Bilingual("schema", "结构版本"), str(info.schema)),
        (same("SQLite"), f"{info.sqlite}, {info.journal_mode}"),
        (Bilingual("articles", "文章"), str(info.articles)),
        (Bilingual("removed", "已移出"), str(info.removed)),
        (Bilingual("notes", "笔记"), str(info.notes)),
        (Bilingual("link checks", "链接检查"), str(info.link_checks)),
        (Bilingual("changes", "改动"), str(info.changes)),
    ]
    room = max(width(terminal.say(label)) for label, _ in lines) + 2
    terminal.write(pad(terminal.say(label), room) + one_line(value) for label, value in lines)


_WAYS_OUT: Final = Bilingual(
    "--repair mends what can be mended, `gpucat db restore FILE` brings back a backup, --accept takes what another program"
    " changed as it is",
    "--repair 修复可修复的部分，`gpucat db restore FILE` 恢复备份，--accept 接受其他程序所作的改动",
)


def write_damage(terminal: Terminal, path: Path, problems: Sequence[Bilingual]) -> None:
    """Writes each problem on a line and a notice of what can be done, or that there is none."""
    terminal.write(one_line(terminal.say(problem)) for problem in problems)
    healthy = Bilingual(f"{path} is healthy", f"{path} 完好")
    terminal.notice(_WAYS_OUT if problems else healthy)


LONGEST_COMMAND: Final = 200
_COLUMNS: Final[tuple[Column[ChangeRecord], ...]] = (
    Column(Bilingual("#", "#"), lambda change: str(change.id), is_number=True, style="cyan"),
    Column(Bilingual("when", "时间"), lambda change: minute_of(change.made_at), style="dim"),
    Column(Bilingual("rows", "改动数"), lambda change: str(change.rows), is_number=True, needs=100),
    Column(
        Bilingual("undone", "已撤销"),
        lambda change: minute_of(change.undone_at) if change.undone_at else "",
        narrow=lambda change: day_of(change.undone_at) if change.undone_at else "",
    ),
    Column(Bilingual("command", "命令"), lambda change: shortened(change.command, LONGEST_COMMAND), grows=True),
)


def change_listing(changes: Sequence[ChangeRecord]) -> Listing:
    """Returns the changes as `history` shows them."""
    return Listing(changes, _COLUMNS, lambda change: change._asdict(), ids=lambda change: str(change.id))
