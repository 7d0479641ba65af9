"""Explains commands: their help in both languages with examples that run, and what to do after wrong words."""

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


class Description(NamedTuple):
    """A command's help and the examples at the end of it; `settings` go to its parser.

    `clears` names the options that may be given an empty value.
    """

    help: str
    epilog: str
    settings: dict[str, Any] | None = None
    clears: frozenset[str] = frozenset()


def described(
    en: str, zh: str, *examples: str, settings: dict[str, Any] | None = None, clears: frozenset[str] = frozenset()
) -> Callable[[Function], Function]:
    """Attaches a description to a command's function."""

    def attach(function: Function) -> Function:
        function.description = Description(tr(en, zh), closing(*examples), settings, clears)  # type: ignore[attr-defined]
        return function

    return attach


def description_of(function: Any) -> Description:  # noqa: ANN401  a function with a description attached
    """The description that `described` attached."""
    description: Description = function.description
    return description


def closing(*examples: str) -> str:
    """The closing lines of a help: one example a line."""
    return tr("Examples:", "示例：") + "".join(f"\n\n{example}" for example in examples)


_USAGE: Final = Bilingual("Usage: ", "用法：")
_OPTIONS: Final = {
    "help": Bilingual("Show this and stop.", "显示本说明。"),
    "install_completion": Bilingual("Install completion for this shell.", "为当前 shell 安装补全。"),
    "show_completion": Bilingual(
        "Show the completion for this shell, to copy or change it.", "输出当前 shell 的补全脚本，以便复制或修改。"
    ),
}


class _OfGpucat:
    """What commands and groups have in common; stands before Typer's class among the bases."""

    def get_help(self, ctx: Any) -> str:  # noqa: ANN401  Typer keeps the class of a context to itself
        _bind_messages()
        for parameter in self.get_params(ctx):  # type: ignore[attr-defined]
            if parameter.name in _OPTIONS:
                parameter.help = _OPTIONS[parameter.name].text(language_in_use())
        if getattr(self, "rich_markup_mode", None) == "rich":
            for part in (self, *self.get_params(ctx), *getattr(self, "commands", {}).values()):  # type: ignore[attr-defined]
                part.help = _drawable(part.help)
        text: str = super().get_help(ctx)  # type: ignore[misc]
        return text

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401
        if is_doubtful(args) and not ctx.resilient_parsing:
            typed, _, _ = self.make_parser(ctx).parse_args(args=list(args))  # type: ignore[attr-defined]
            said = getattr(self.callback, "description", None)  # type: ignore[attr-defined]
            check_typed(self.get_params(ctx), typed, said.clears if said else ())  # type: ignore[attr-defined]
        rest: list[str] = super().parse_args(ctx, args)  # type: ignore[misc]
        return rest

    def format_usage(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401
        pieces = " ".join(self.collect_usage_pieces(ctx))  # type: ignore[attr-defined]
        formatter.write_usage(ctx.command_path, pieces, prefix=_USAGE.text(language_in_use()))


class HelpCommand(_OfGpucat, TyperCommand):
    """A command of gpucat."""


class HelpGroup(_OfGpucat, TyperGroup):
    """A group of gpucat's commands."""


def _drawable(text: str | None) -> str | None:
    """The text for Rich: a bracket stands for itself, and Chinese may fold after a comma instead of being cut."""
    if text is None:
        return None
    escaped = re.sub(r"(?<!\\)\[(?=[a-z/])", r"\\[", text)
    return re.sub(r"([、，；。])(?=\S)", r"\1 ", escaped) if language_in_use() == "zh" else escaped


def _bind_messages() -> None:
    """Typer takes its phrases from gettext's default domain, whose language the environment says; help ends the run."""
    import gettext

    os.environ["LANGUAGE"] = language_in_use()
    gettext.bindtextdomain("messages", str(data_file("locale")))


TYPER_USAGE_ERROR: Final[type[Any]] = typer.BadParameter.__mro__[1]
"""Typer's class for wrong words; it exports one of its children only."""
_Form = tuple[str, str, str]
"""A pattern, compiled only where something is wrong, and what it says in both languages."""
_MESSAGES: Final[tuple[_Form, ...]] = (
    (r"Missing argument '(.+?)'\..*", "{0} is missing", "缺少 {0}"),
    (r"Missing option '(.+?)'\..*", "option {0} is missing", "缺少选项 {0}"),
    (r"Missing command\.", "which command?", "哪个命令？"),
    (r"No such command '(.*?)'\..*", "no command {0!r}", "没有命令“{0}”"),
    (r"No such option: (\S+).*", "no option {0}", "没有选项 {0}"),
    (r"Got unexpected extra argument\(s\) \(\s*\)", "an empty word is too much", "多了一个空的参数"),
    (r"Got unexpected extra argument\(s\) \((.+)\)", "too many words: {0}", "多余的内容：{0}"),
    (r"Option '(.+?)' requires an argument\.", "option {0} needs a value", "选项 {0} 需要一个值"),
    (r"Option '(.+?)' requires (\d+) arguments\.", "option {0} needs {1} values", "选项 {0} 需要 {1} 个值"),
    (r"Option '(.+?)' does not take a value\.", "option {0} takes no value", "选项 {0} 不带值"),
    (r"Argument '(.+?)' takes (\d+) values\.", "{0} takes {1} values", "{0} 需要 {1} 个值"),
)
_VALUE: Final = r"Invalid value for (.+?): (.*)"
_REASONS: Final[tuple[_Form, ...]] = (
    (r"'(.*)' is not a valid int(?:eger)?(?: range)?\.?", "{0!r} is no whole number", "“{0}”不是整数"),
    (r"'(.*)' is not a valid float(?: range)?\.?", "{0!r} is no number", "“{0}”不是数字"),
    (r"'(.*)' is not a valid boolean\..*", "{0!r} is neither yes nor no", "“{0}”既不是“是”也不是“否”"),
    (r"(\S+) is not in the range (.+?)<=x<=(.+?)\.?", "{0} is not between {1} and {2}", "{0} 不在 {1} 到 {2} 之间"),
    (r"(\S+) is not in the range x>=(.+?)\.?", "{0} is less than {1}", "{0} 小于 {1}"),
)
_POSSIBLE: Final = r"(?:Did you mean (.+)\?|\(Possible options: (.+)\))$"


def usage_error(error: Any, command: str = "gpucat") -> UsageError:  # noqa: ANN401  Typer keeps the class to itself
    """The error to raise instead of Typer's; a message of an unknown form is kept as it stands.

    `command` is what was run, as far as the words tell: not every error of Typer's knows it.
    """
    return UsageError("usage", _message(error.format_message()), _way_out(error, command))


def _way_out(error: Any, command: str) -> Bilingual:  # noqa: ANN401
    """What was perhaps meant, else what a group has, and where to read more."""
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
