"""What Typer finds wrong with the words of a command, as gpucat's own errors: in both languages, with the way out."""

import re
from typing import Any, Final

import typer

from gpucat.errors import UsageError
from gpucat.language import Bilingual

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
