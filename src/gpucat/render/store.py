"""What there is to say of the database file."""

from collections.abc import Sequence
from pathlib import Path

from gpucat.language import Bilingual, same
from gpucat.render.listing import json_text
from gpucat.render.terminal import Terminal
from gpucat.render.text import one_line, pad, width
from gpucat.store.maintenance import StoreInfo


def write_info(terminal: Terminal, info: StoreInfo, *, as_json: bool) -> None:
    """The facts, as labelled lines or as one JSON object."""
    if as_json:
        terminal.write([json_text({**info._asdict(), "path": str(info.path)})])
        return
    lines = [
        (Bilingual("file", "文件"), str(info.path)),
        (Bilingual("size", "大小"), f"{info.size / 1024:.0f} KiB"),
        (Bilingual("schema", "模式版本"), str(info.schema)),
        (same("SQLite"), f"{info.sqlite}, {info.journal_mode}"),
        (Bilingual("articles", "文章"), str(info.articles)),
        (Bilingual("removed", "已删除"), str(info.removed)),
        (Bilingual("notes", "笔记"), str(info.notes)),
        (Bilingual("link checks", "链接检查"), str(info.link_checks)),
        (Bilingual("changes", "改动"), str(info.changes)),
    ]
    room = max(width(terminal.say(label)) for label, _ in lines) + 2
    terminal.write(pad(terminal.say(label), room) + one_line(value) for label, value in lines)


def write_damage(terminal: Terminal, path: Path, problems: Sequence[Bilingual]) -> None:
    """Each problem on a line, or a notice that there is none."""
    terminal.write(one_line(terminal.say(problem)) for problem in problems)
    if not problems:
        terminal.notice(Bilingual(f"{path} is in good health", f"{path} 完好"))
