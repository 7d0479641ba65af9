"""Writes the help of commands in both languages, with examples that run, and explains usage errors."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from gpucat.cli.words import check_typed, is_doubtful
from gpucat.errors import UsageError
from gpucat.language import Bilingual, listed, tr

if TYPE_CHECKING:
    from gpucat.cli.help_page import Section

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


def text_of(found: Any) -> str:  # noqa: ANN401  a function with its help attached, or a Typer app
    """Returns what a command says of itself."""
    return str(found.info.help) if isinstance(found, typer.Typer) else help_of(found).help


def examples_of(found: Any) -> list[str]:  # noqa: ANN401
    """Returns a command's examples."""
    text = found.info.epilog if isinstance(found, typer.Typer) else help_of(found).epilog
    return str(text).splitlines()


def closing(*examples: str) -> str:
    """Returns the closing lines of a help: one example per line."""
    return "\n".join(examples)


def first_sentence(text: str | None) -> str:
    """Returns the first sentence of a help, uncut."""
    found = re.match(r".*?(?:\.(?=\s)|。|$)", text or "", re.S)
    return found[0] if found else ""


class _OfGpucat:
    """The behaviour that commands and groups share; comes before Typer's class among the bases."""

    def get_help(self, ctx: Any) -> str:  # noqa: ANN401  Typer keeps the class of a context to itself
        from shutil import get_terminal_size

        from gpucat.cli.help_page import page, parameter_sections, usage_line

        usage = usage_line(ctx.command_path, self.collect_usage_pieces(ctx))  # type: ignore[attr-defined]
        sections = [*self.command_sections(), *parameter_sections(self.get_params(ctx))]  # type: ignore[attr-defined]
        examples = (self.epilog or "").splitlines()  # type: ignore[attr-defined]
        return page(usage, self.help or "", sections, examples, get_terminal_size().columns)  # type: ignore[attr-defined]

    def command_sections(self) -> list["Section"]:
        """Returns the sections of the commands below this one."""
        return []

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401
        if is_doubtful(args) and not ctx.resilient_parsing:
            typed, _, _ = self.make_parser(ctx).parse_args(args=list(args))  # type: ignore[attr-defined]
            said = getattr(self.callback, "command_help", None)  # type: ignore[attr-defined]
            check_typed(self.get_params(ctx), typed, said.clears if said else ())  # type: ignore[attr-defined]
        rest: list[str] = super().parse_args(ctx, args)  # type: ignore[misc]
        return rest


class HelpCommand(_OfGpucat, TyperCommand):
    """A command of gpucat."""


class HelpGroup(_OfGpucat, TyperGroup):
    """A group of gpucat's commands."""

    def command_sections(self) -> list["Section"]:
        """Returns the group's commands, each with the first sentence of its help."""
        from gpucat.cli.help_page import Section

        rows = [(name, first_sentence(command.help)) for name, command in self.commands.items() if not command.hidden]
        return [Section(tr("Commands:", "命令："), rows)]


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
    known = listed(getattr(error.ctx.command, "commands", {}) if error.ctx and error.ctx.parent else ())
    said = Bilingual("", "")
    if meant:
        said = Bilingual(f"did you mean {meant}? ", f"是否指 {meant.replace(', ', '、')}？")
    elif known.en:
        said = Bilingual(f"commands: {known.en}; ", f"命令：{known.zh}；")
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
