"""Lays out the pages of help: usage, what a command does, its arguments, options and commands, and examples."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from gpucat.language import Bilingual, tr
from gpucat.render.text import pad, width, wrapped

_INDENT: Final = "  "
_MOST_LEFT: Final = 26
"""Cells of the left column; what is wider has its explanation on the next line."""
_LEAST_RIGHT: Final = 24
_USAGE: Final = Bilingual("Usage: ", "用法：")
_PIECES: Final = {
    "[OPTIONS]": "[选项]",
    "COMMAND [ARGS]...": "命令 [参数]...",
    "[COMMAND] [ARGS]...": "[命令] [参数]...",
}
"""What Typer writes in a line of usage, in Chinese."""
_TYPER_OPTIONS: Final = {
    "help": Bilingual("Show this help.", "显示本说明。"),
    "install_completion": Bilingual("Install completion for this shell.", "为当前 shell 安装补全。"),
    "show_completion": Bilingual(
        "Print the completion script for this shell, to copy or edit it.", "输出当前 shell 的补全脚本，以便复制或修改。"
    ),
}


class Section(NamedTuple):
    """A heading with rows of a name and its explanation."""

    heading: str
    rows: Sequence[tuple[str, str]]


def page(usage: str, text: str, sections: Iterable[Section], examples: Sequence[str], columns: int) -> str:
    """Returns a page of help that fits into `columns` cells; examples are never folded."""
    parts = [[usage], *([wrapped(text, columns)] if text else [])]
    parts += [list(_section_lines(section, columns)) for section in sections if section.rows]
    if examples:
        parts.append([tr("Examples:", "示例："), *(_INDENT + example for example in examples)])
    return "\n\n".join("\n".join(lines) for lines in parts)


def _section_lines(section: Section, columns: int) -> Iterator[str]:
    yield section.heading
    left = min(_MOST_LEFT, max(width(name) for name, _ in section.rows))
    indent = _INDENT + " " * left + _INDENT
    for name, text in section.rows:
        lines = wrapped(text, max(_LEAST_RIGHT, columns - len(indent)))
        if width(name) > left or not lines:
            yield _INDENT + name
        else:
            yield _INDENT + pad(name, left) + _INDENT + lines.pop(0)
        yield from (indent + line for line in lines)


def usage_line(path: str, pieces: Iterable[str]) -> str:
    """Returns the line that shows the order of words."""
    return tr(*_USAGE) + " ".join([path, *(tr(piece, _PIECES.get(piece, piece)) for piece in pieces)])


def parameter_sections(parameters: Iterable[Any]) -> list[Section]:
    """Returns the sections of Typer's parameters: arguments, then options."""
    shown = [parameter for parameter in parameters if not parameter.hidden]
    arguments = [(_argument_name(one), _explained(one)) for one in shown if one.param_type_name == "argument"]
    options = [(_option_name(one), _explained(one)) for one in shown if one.param_type_name == "option"]
    return [Section(tr("Arguments:", "参数："), arguments), Section(tr("Options:", "选项："), options)]


def _argument_name(argument: Any) -> str:  # noqa: ANN401  Typer keeps its classes of parameters to itself
    return str(argument.metavar or argument.name.upper())


def _option_name(option: Any) -> str:  # noqa: ANN401
    names = ", ".join(sorted(option.opts, key=len))
    is_bare = option.is_flag or option.count
    is_number = option.type.name.partition(" ")[0] in ("integer", "float")
    value = option.metavar or ("N" if is_number else option.name.rpartition("_")[2].upper())
    return names if is_bare else f"{names} {value}"


def _explained(parameter: Any) -> str:  # noqa: ANN401
    said = _TYPER_OPTIONS.get(parameter.name)
    text = tr(*said) if said else parameter.help or ""
    remarks = []
    default = parameter.default
    if parameter.show_default is True and default not in (None, "", False, []) and not callable(default):
        remarks.append(tr(f"default {default}", f"默认 {default}"))
    if parameter.show_envvar and parameter.envvar:
        remarks.append(tr(f"or {parameter.envvar}", f"或 {parameter.envvar}"))
    return text + (tr(f" ({', '.join(remarks)})", f"（{'，'.join(remarks)}）") if remarks else "")
