"""The classes of gpucat's commands: help in the language of the run, and the rules on what is typed."""

import os
import re
from typing import Any, Final

from typer.core import TyperCommand, TyperGroup

from gpucat.cli.typed import check_typed, is_doubtful
from gpucat.language import Bilingual, language_in_use
from gpucat.resources import data_file

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
