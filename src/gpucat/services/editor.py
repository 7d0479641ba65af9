"""Lets the reader write a text in the editor of their choice."""

import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from gpucat.errors import GpucatError
from gpucat.language import Bilingual

_COMMON: Final = ("nano", "vi", "notepad")


def edit_text(text: str, name: str) -> str:
    """The text as the reader left it in VISUAL, EDITOR or a common editor; `name` shows in the file's name.

    Raises GpucatError where there is no editor, or where it failed: then nothing of the text is taken.
    """
    command = _editor()
    with tempfile.TemporaryDirectory(prefix="gpucat-") as folder:
        file = Path(folder) / f"{name.replace('/', '-')}.md"
        file.write_text(text + "\n" if text else "", "utf-8")
        try:
            code = subprocess.call([*command, str(file)])
        except OSError as error:
            raise _failed(command[0], error.strerror or str(error)) from error
        if code != 0:
            raise _failed(command[0], f"exit {code}")
        return file.read_bytes().decode("utf-8", "replace")


def _editor() -> Sequence[str]:
    for variable in ("VISUAL", "EDITOR"):
        given = os.environ.get(variable, "")
        try:
            command = shlex.split(given)
        except ValueError as error:
            raise _failed(f"{variable}={given}", str(error)) from error
        if command:
            return command
    for name in _COMMON:
        if shutil.which(name):
            return [name]
    raise GpucatError(
        "no_editor",
        Bilingual("no editor was found", "没有找到编辑器"),
        Bilingual(
            "set EDITOR, give the text as an argument, or use `-` to take it from standard input",
            "请设置 EDITOR，或把文字写在命令后面，或用 `-` 从标准输入读取",
        ),
    )


def _failed(editor: str, reason: str) -> GpucatError:
    return GpucatError(
        "editor_failed",
        Bilingual(f"{editor} failed ({reason}); the note is as it was", f"{editor} 出错（{reason}）；笔记没有改动"),
        Bilingual("set EDITOR to another editor", "请把 EDITOR 设为其他编辑器"),
    )
