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


def open_in_browser(article: Article) -> Bilingual:
    """Opens the page and says so; raises UsageError for an address that is not http or https, and where no browser is."""
    import webbrowser
    from urllib.parse import urlsplit

    if not article.url.lower().startswith(("https://", "http://")):
        raise UsageError(
            "not_a_web_address",
            Bilingual(f"{article.id} has no web address: {article.url}", f"{article.id} 不是网页地址：{article.url}"),
            Bilingual("gpucat opens http and https only", "gpucat 只打开 http 与 https"),
        )
    if "@" in urlsplit(article.url).netloc:
        raise GpucatError(
            "address_with_login",
            Bilingual(f"{article.id} has a login in its address", f"{article.id} 的网址含有登录信息"),
            Bilingual(
                "look at it with --print; the site is what stands after the @", "请用 --print 查看；@ 之后才是网站"
            ),
        )
    if not webbrowser.open(article.url):
        raise GpucatError(
            "no_browser",
            Bilingual("no browser could be started", "无法启动浏览器"),
            Bilingual(f"open it yourself: {article.url}", f"请自行打开：{article.url}"),
        )
    return Bilingual(f"Opened {article.title}", f"已打开 {article.title}")


_COMMON: Final = ("nano", "vi", "notepad")


def edit_text(text: str, name: str) -> str:
    """The text as the reader left it in VISUAL, EDITOR or a common editor; `name` shows in the file's name.

    Raises GpucatError where there is no editor, or where it failed: then nothing of the text is taken. An editor that
    nobody chose is opened on a terminal only, where somebody can leave it again.
    """
    command = _editor()
    with tempfile.TemporaryDirectory(prefix="gpucat-") as folder:
        file = Path(folder) / f"{name.replace('/', '-')}.md"
        file.write_text(text + "\n" if text else "", "utf-8")
        try:
            code = subprocess.call([*command, str(file)])
        except FileNotFoundError:
            raise _failed(Bilingual(f"no editor {command[0]!r} was found", f"没有找到编辑器“{command[0]}”")) from None
        except OSError as error:
            from gpucat.system_errors import reason_of

            reason = reason_of(error)
            raise _failed(
                Bilingual(f"{command[0]} cannot be started: {reason.en}", f"无法启动 {command[0]}：{reason.zh}")
            ) from error
        if code != 0:
            raise _failed(Bilingual(f"{command[0]} ended with exit code {code}", f"{command[0]} 以退出码 {code} 结束"))
        return file.read_bytes().decode("utf-8", "replace")


def _editor() -> Sequence[str]:
    for variable in ("VISUAL", "EDITOR"):
        given = os.environ.get(variable, "")
        try:
            command = shlex.split(given)
        except ValueError as error:
            raise _failed(
                Bilingual(f"{variable} is no command: {given} ({error})", f"{variable} 不是命令：{given}（{error}）")
            ) from error
        if command:
            return command
    for name in _COMMON if sys.stdin.isatty() else ():
        if shutil.which(name):
            return [name]
    raise GpucatError(
        "no_editor",
        Bilingual("no editor was found", "没有找到编辑器")
        if sys.stdin.isatty()
        else Bilingual(
            "no editor is chosen, and none is opened outside a terminal",
            "未指定编辑器，且当前不在终端中，无法打开默认编辑器",
        ),
        Bilingual(
            "set EDITOR, give the text as an argument, or use `-` to take it from standard input",
            "请设置 EDITOR，或把文字写在命令后面，或用 `-` 从标准输入读取",
        ),
    )


def _failed(what: Bilingual) -> GpucatError:
    return GpucatError(
        "editor_failed",
        Bilingual(f"{what.en}; nothing was changed", f"{what.zh}；没有任何改动"),
        Bilingual("EDITOR (or VISUAL) names the editor to use", "请用 EDITOR（或 VISUAL）指定要使用的编辑器"),
    )
