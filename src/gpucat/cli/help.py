"""Writes the help of commands in both languages, with examples that run, and explains usage errors."""

import os
import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from gpucat.cli.words import check_typed, is_doubtful
from gpucat.errors import UsageError
from gpucat.language import Bilingual, language_in_use, tr
from gpucat.resources import data_file

Function = TypeVar("Function", bound=Callable[..., Any])


class CommandHelp(NamedTuple):
    """The help of a command, its examples, and the `settings` of its parser.

    `clears` names the options that may be given an empty value.
    """

    help: str
    epilog: str
    settings: dict[str, Any] | None = None
    clears: frozenset[str] = frozenset()


def described(
    en: str, zh: str, *examples: str, settings: dict[str, Any] | None = None, clears: frozenset[str] = frozenset()
) -> Callable[[Function], Function]:
    """Returns a decorator that attaches its help to a command's function."""

    def attach(function: Function) -> Function:
        function.command_help = CommandHelp(tr(en, zh), closing(*examples), settings, clears)  # type: ignore[attr-defined]
        return function

    return attach


def help_of(function: Any) -> CommandHelp:  # noqa: ANN401  a function with its help attached
    """Returns the help that `described` attached."""
    attached: CommandHelp = function.command_help
    return attached


def closing(*examples: str) -> str:
    """Returns the closing lines of a help: one example per line."""
    return tr("Examples:", "示例：") + "".join(f"\n\n{example}" for example in examples)


_USAGE: Final = Bilingual("Usage: ", "用法：")
_PIECES: Final = {
    "[OPTIONS]": "[选项]",
    "COMMAND [ARGS]...": "命令 [参数]...",
    "[COMMAND] [ARGS]...": "[命令] [参数]...",
}
"""What Typer writes in a line of usage, in Chinese."""
_OPTIONS: Final = {
    "help": Bilingual("Show this help and exit.", "显示本说明。"),
    "install_completion": Bilingual("Install completion for this shell.", "为当前 shell 安装补全。"),
    "show_completion": Bilingual(
        "Print the completion script for this shell, to copy or edit it.", "输出当前 shell 的补全脚本，以便复制或修改。"
    ),
}


class _OfGpucat:
    """The behaviour that commands and groups share; comes before Typer's class among the bases."""

    def get_help(self, ctx: Any) -> str:  # noqa: ANN401  Typer keeps the class of a context to itself
        _bind_messages()
        for parameter in self.get_params(ctx):  # type: ignore[attr-defined]
            if parameter.name in _OPTIONS:
                parameter.help = _OPTIONS[parameter.name].text(language_in_use())
        if getattr(self, "rich_markup_mode", None) == "rich":
            for part in (self, *self.get_params(ctx), *getattr(self, "commands", {}).values()):  # type: ignore[attr-defined]
                part.help = _drawable(part.help)
        text: str = super().get_help(ctx)  # type: ignore[misc]
        return _full_width(text) if language_in_use() == "zh" else text

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401
        if is_doubtful(args) and not ctx.resilient_parsing:
            typed, _, _ = self.make_parser(ctx).parse_args(args=list(args))  # type: ignore[attr-defined]
            said = getattr(self.callback, "command_help", None)  # type: ignore[attr-defined]
            check_typed(self.get_params(ctx), typed, said.clears if said else ())  # type: ignore[attr-defined]
        rest: list[str] = super().parse_args(ctx, args)  # type: ignore[misc]
        return rest

    def format_usage(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401
        pieces = self.collect_usage_pieces(ctx)  # type: ignore[attr-defined]
        shown = [tr(piece, _PIECES.get(piece, piece)) for piece in pieces]
        formatter.write_usage(ctx.command_path, " ".join(shown), prefix=_USAGE.text(language_in_use()))

    def get_short_help_str(self, limit: int = 45) -> str:
        """Returns the first sentence of the help, uncut."""
        sentence = re.match(r".*?(?:\.(?=\s)|。|$)", self.help or "", re.S)  # type: ignore[attr-defined]
        return sentence[0] if sentence else ""


class HelpCommand(_OfGpucat, TyperCommand):
    """A command of gpucat."""


class HelpGroup(_OfGpucat, TyperGroup):
    """A group of gpucat's commands."""


def _drawable(text: str | None) -> str | None:
    """Prepares a text for Rich: escapes brackets, and lets Chinese fold after a comma instead of being cut."""
    if text is None:
        return None
    escaped = re.sub(r"(?<!\\)\[(?=[a-z/])", r"\\[", text)
    return re.sub(r"([、，；。])(?=\S)", r"\1 ", escaped) if language_in_use() == "zh" else escaped


def _full_width(text: str) -> str:
    """Puts Chinese punctuation where Typer writes its own: after a heading, and between the remarks on an option."""
    headed = re.sub(r"^(选项|参数|命令):$", r"\1：", text, flags=re.M)
    return re.sub(r"(\[(?:环境变量|默认)：[^\]]*); ", r"\1；", headed)


def _bind_messages() -> None:
    """Points gettext at our Chinese phrases, which Typer takes from the default domain; help ends the run."""
    import gettext

    os.environ["LANGUAGE"] = language_in_use()
    gettext.bindtextdomain("messages", str(data_file("locale")))


TYPER_USAGE_ERROR: Final[type[Any]] = typer.BadParameter.__mro__[1]
"""Typer's class for usage errors, of which it exports only one child."""
_Form = tuple[str, str, str]
"""A pattern, compiled only after an error, and its message in both languages."""
_MESSAGES: Final[tuple[_Form, ...]] = (
    (r"Missing argument '(.+?)'\..*", "missing argument {0}", "缺少参数 {0}"),
    (r"Missing option '(.+?)'\..*", "missing option {0}", "缺少选项 {0}"),
    (r"Missing command\.", "no command was given", "没有指定命令"),
    (r"No such command '(.*?)'\..*", "no command {0!r}", "没有命令“{0}”"),
    (r"No such option: (\S+).*", "no option {0}", "没有选项 {0}"),
    (r"Got unexpected extra argument\(s\) \(\s*\)", "unexpected empty argument", "多了一个空参数"),
    (r"Got unexpected extra argument\(s\) \((.+)\)", "unexpected arguments: {0}", "多余的参数：{0}"),
    (r"Option '(.+?)' requires an argument\.", "option {0} needs a value", "选项 {0} 需要一个值"),
    (r"Option '(.+?)' requires (\d+) arguments\.", "option {0} needs {1} values", "选项 {0} 需要 {1} 个值"),
    (r"Option '(.+?)' does not take a value\.", "option {0} does not take a value", "选项 {0} 不带值"),
    (r"Argument '(.+?)' takes (\d+) values\.", "{0} takes {1} values", "{0} 需要 {1} 个值"),
)
_VALUE: Final = r"Invalid value for (.+?): (.*)"
_REASONS: Final[tuple[_Form, ...]] = (
    (r"'(.*)' is not a valid int(?:eger)?(?: range)?\.?", "{0!r} is not a whole number", "“{0}”不是整数"),
    (r"'(.*)' is not a valid float(?: range)?\.?", "{0!r} is not a number", "“{0}”不是数字"),
    (r"'(.*)' is not a valid boolean\..*", "{0!r} is neither yes nor no", "“{0}”既不是“是”也不是“否”"),
    (r"(\S+) is not in the range (.+?)<=x<=(.+?)\.?", "{0} is not between {1} and {2}", "{0} 不在 {1} 到 {2} 之间"),
    (r"(\S+) is not in the range x>=(.+?)\.?", "{0} is less than {1}", "{0} 小于 {1}"),
)
_POSSIBLE: Final = r"(?:Did you mean (.+)\?|\(Possible options: (.+)\))$"


def usage_error(error: Any, command: str = "gpucat") -> UsageError:  # noqa: ANN401  Typer keeps the class to itself
    """Returns the error to raise instead of Typer's; keeps a message of an unknown form as it is.

    `command` names what was run, for errors of Typer's that do not know it.
    """
    return UsageError("usage", _message(error.format_message()), _way_out(error, command))


def _way_out(error: Any, command: str) -> Bilingual:  # noqa: ANN401
    """Returns what was perhaps meant, or the commands of a group, and where to read more."""
    path = error.ctx.command_path if error.ctx else command
    near = re.search(_POSSIBLE, error.format_message())
    meant = (near[1] or near[2]).replace("'", "") if near else ""
    known = ", ".join(getattr(error.ctx.command, "commands", {})) if error.ctx and error.ctx.parent else ""
    said = Bilingual("", "")
    if meant:
        said = Bilingual(f"did you mean {meant}? ", f"是否指 {meant}？")
    elif known:
        said = Bilingual(f"commands: {known}; ", f"命令：{known}；")
    return Bilingual(f"{said.en}see `{path} --help`", f"{said.zh}请看 `{path} --help`")


def _message(message: str) -> Bilingual:
    if found := re.fullmatch(_VALUE, message, re.S):
        where, reason = found[1].replace("'", ""), _translated(found[2], _REASONS)
        return Bilingual(f"{where}: {reason.en}", f"{where}：{reason.zh}")
    return _translated(message, _MESSAGES)


def _translated(text: str, forms: tuple[_Form, ...]) -> Bilingual:
    for pattern, en, zh in forms:
        if found := re.fullmatch(pattern, text, re.S):
            return Bilingual(en.format(*found.groups()), zh.format(*found.groups()))
    return Bilingual(text, text)
