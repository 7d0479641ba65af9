"""Starts the reader's own programs: the web browser and the editor."""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from gpucat.catalog.article import Article
from gpucat.errors import GpucatError, UsageError
from gpucat.language import Bilingual

_COMMON: Final = ("nano", "vi", "notepad")


def open_in_browser(article: Article) -> Bilingual:
    """Opens the page and returns a confirmation.

    Raises UsageError if its address is not http or https, GpucatError if it contains a login or no browser starts.
    """
    import webbrowser
    from urllib.parse import urlsplit

    if not article.url.lower().startswith(("https://", "http://")):
        raise UsageError(
            "not_a_web_address",
            Bilingual(f"{article.id} has no web address: {article.url}", f"{article.id} 没有网页地址：{article.url}"),
            Bilingual("gpucat only opens http and https addresses", "gpucat 只能打开 http 和 https 网址"),
        )
    if "@" in urlsplit(article.url).netloc:
        raise GpucatError(
            "address_with_login",
            Bilingual(f"the address of {article.id} contains a login", f"{article.id} 的网址包含登录信息"),
            Bilingual("take it out with `gpucat edit --url`", "请用 `gpucat edit --url` 去掉"),
        )
    if not webbrowser.open(article.url):
        raise GpucatError(
            "no_browser",
            Bilingual("could not start a browser", "无法启动浏览器"),
            Bilingual(f"open it yourself: {article.url}", f"请自行打开：{article.url}"),
        )
    return Bilingual(f"Opened {article.title}", f"已打开 {article.title}")


def edit_text(text: str, name: str, editor: str | None = None) -> str:
    """Opens the text in an editor and returns the result; `name` shows in the file's name.

    The editor is the given one, else VISUAL, EDITOR or a common one.

    Raises GpucatError if there is no editor or it failed; the text is then discarded. A default editor is started only
    in a terminal, where the reader can leave it again.
    """
    command = shlex.split(editor) if editor else _editor()
    with tempfile.TemporaryDirectory(prefix="gpucat-") as folder:
        file = Path(folder) / f"{name.replace('/', '-')}.md"
        file.write_text(text + "\n" if text else "", "utf-8")
        try:
            code = subprocess.call([*command, str(file)])
        except FileNotFoundError:
            raise _failed(Bilingual(f"editor {command[0]!r} was not found", f"找不到编辑器“{command[0]}”")) from None
        except OSError as error:
            from gpucat.system_errors import reason_of

            reason = reason_of(error)
            raise _failed(
                Bilingual(f"could not start {command[0]}: {reason.en}", f"无法启动 {command[0]}：{reason.zh}")
            ) from error
        if code != 0:
            raise _failed(Bilingual(f"{command[0]} exited with code {code}", f"{command[0]} 退出，退出码为 {code}"))
        return file.read_bytes().decode("utf-8", "replace")


def _editor() -> Sequence[str]:
    for variable in ("VISUAL", "EDITOR"):
        given = os.environ.get(variable, "")
        try:
            command = shlex.split(given)
        except ValueError as error:
            raise _failed(
                Bilingual(
                    f"{variable} is not a valid command: {given} ({error})",
                    f"{variable} 不是有效的命令：{given}（{error}）",
                )
            ) from error
        if command:
            return command
    for name in _COMMON if sys.stdin.isatty() else ():
        if shutil.which(name):
            return [name]
    raise GpucatError(
        "no_editor",
        Bilingual("no editor was found", "找不到编辑器")
        if sys.stdin.isatty()
        else Bilingual(
            "no editor is set, and a default one is only started in a terminal",
            "未设置编辑器；默认编辑器只能在终端中启动",
        ),
        Bilingual(
            "set EDITOR, pass the text as an argument, or use `-` to read it from standard input",
            "请设置 EDITOR，或将文本作为参数给出，或用 `-` 从标准输入读取",
        ),
    )


def _failed(what: Bilingual) -> GpucatError:
    return GpucatError(
        "editor_failed",
        Bilingual(f"{what.en}; nothing was changed", f"{what.zh}；没有任何改动"),
        Bilingual("set EDITOR or VISUAL to the editor you want to use", "请用 EDITOR 或 VISUAL 指定要使用的编辑器"),
    )
