"""Runs the command line: builds the Typer application for the named command, and explains usage errors."""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gpucat.cli.commands import COMMANDS, OF_A_READER, TOPICS, load, names_of, topic_named
from gpucat.cli.context import Run
from gpucat.cli.help import (
    TYPER_USAGE_ERROR,
    HelpCommand,
    HelpGroup,
    closing,
    examples_of,
    first_sentence,
    help_of,
    text_of,
    usage_error,
)
from gpucat.cli.shells import offers, typed_line, use_own_scripts
from gpucat.cli.words import split_global
from gpucat.language import Bilingual, language_in_use, tr
from gpucat.render.terminal import Terminal

if TYPE_CHECKING:
    from gpucat.cli.help_page import Section


def run(argv: Sequence[str]) -> int:
    """Runs the command line and returns its exit code; raises GpucatError, also for wrong usage."""
    if line := typed_line():
        offered = offers(typer.main.get_command(build_app(line.words)), line)
        Terminal(language_in_use()).write(offered)
        return 0
    options, words, *_ = split_global(argv)
    if words[:1] == ("help",):  # as in git and gh
        if topic := topic_named(" ".join(words[1:])):
            return _write_topic(topic)
        argv = [*options, *words[1:], "--help"]
    elif words[:1] == ("search",) and "-h" in takewhile("--".__ne__, words):
        argv = [*options, "search", "--help"]  # which as an option of its own would swallow the word `-hopper`
    try:
        code = build_app(argv)(args=list(argv), prog_name="gpucat", obj=tuple(argv), standalone_mode=False)
    except SystemExit as stop:
        if stop.code == 1:  # how Typer and Rich stop when the reader is gone; a command returns its own code
            raise BrokenPipeError from None
        code = stop.code
    except typer.Abort:
        raise KeyboardInterrupt from None
    except TYPER_USAGE_ERROR as error:
        named = next((word for word in argv if word in COMMANDS), "")
        raise usage_error(error, f"gpucat {named}".rstrip()) from None
    return code if isinstance(code, int) else 0


def _write_topic(topic: Bilingual) -> int:
    """Writes the page of `gpucat help TOPIC`."""
    from gpucat.cli.help_page import Section, page

    terminal = Terminal(language_in_use())
    section = Section(tr("Commands:", "命令："), _rows(names_of(topic)))
    examples = [example for name in names_of(topic) for example in examples_of(load(COMMANDS[name]))[:1]]
    terminal.write([page(tr(topic.en, topic.zh), "", [section], examples, terminal.columns)])
    return 0


def _rows(names: Iterable[str]) -> list[tuple[str, str]]:
    return [(name, first_sentence(text_of(load(COMMANDS[name])))) for name in names]


class _FirstPage(HelpGroup):
    """The program itself: its help shows the commands of a reader, and names the others by topic."""

    def command_sections(self) -> list["Section"]:
        """Returns the commands of a reader, the others by topic, and the short names."""
        from gpucat.cli.help_page import Section

        joint = tr(", ", "、")
        others = [
            (tr(topic.en.lower(), topic.zh), joint.join(name for name in names_of(topic) if name not in OF_A_READER))
            for topic in TOPICS
        ]
        short = joint.join(f"{name} = {one.stands_for}" for name, one in COMMANDS.items() if one.stands_for)
        return [
            Section(tr("Commands of a reader:", "读者常用命令："), _rows(OF_A_READER)),
            Section(tr("More commands (gpucat help TOPIC):", "更多命令（gpucat help 主题）："), others),
            Section(tr("Short names:", "简称："), [(short, "")]),
        ]


def build_app(argv: Sequence[str]) -> typer.Typer:
    """Returns the application with the named command, or with all if help or completion may show them."""
    if {"--install-completion", "--show-completion"} & set(argv):
        use_own_scripts()
    app = typer.Typer(
        cls=_FirstPage,
        add_completion=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["--help", "-h"]},
        help=tr(
            "A catalogue of articles on low-level GPU programming: find, follow a route, keep track, check and curate.",
            "底层 GPU 编程文章目录：查找、按路线学习、记录进度、检查与整理。",
        ),
        epilog=closing("gpucat search swizzle", "gpucat route --level intermediate", "gpucat show memory/6"),
    )
    app.callback(invoke_without_command=True)(_global_options)
    for name in _needed(argv):
        _add(app, name)
    return app


def _add(app: typer.Typer, name: str) -> None:
    command = COMMANDS[name]
    found = load(command)
    if isinstance(found, typer.Typer):
        app.add_typer(found, name=name)
    else:
        register(app, name, found, is_hidden=bool(command.stands_for))


def register(app: typer.Typer, name: str, function: Any, *, is_hidden: bool = False) -> None:  # noqa: ANN401
    """Adds a described function as a command."""
    said = help_of(function)
    app.command(
        name,
        cls=HelpCommand,
        help=said.help,
        epilog=said.epilog,
        hidden=is_hidden,
        context_settings=said.settings,
    )(function)


def _needed(argv: Sequence[str]) -> Sequence[str]:
    """Returns the named command; none for the overview and the version; all if help or completion may show them."""
    options, words, *_ = split_global(argv)
    if words and words[0] in COMMANDS:
        return [words[0]]
    if not typed_line() and ({"--version", "-v"} & set(options) or not (options or words)):
        return []
    return list(COMMANDS)


def _global_options(
    context: typer.Context,
    db: Annotated[
        Path | None,
        typer.Option(
            "--db",
            envvar="GPUCAT_DB",
            show_envvar=True,
            readable=False,  # an unreadable file is not a usage error
            help=tr("The database file.", "数据库文件。"),
        ),
    ] = None,
    lang: Annotated[
        str,
        typer.Option("--lang", envvar="GPUCAT_LANG", help=tr("Language: auto, zh or en.", "语言：auto、zh 或 en。")),
    ] = "auto",
    color: Annotated[
        str, typer.Option("--color", help=tr("Colour: auto, always or never.", "颜色：auto、always 或 never。"))
    ] = "auto",
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help=tr("Write the answer only, no notices.", "只输出结果，不输出提示。"))
    ] = False,
    no_pager: Annotated[
        bool, typer.Option("--no-pager", help=tr("Do not page long output.", "长输出不分页。"))
    ] = False,
    version: Annotated[
        bool, typer.Option("--version", "-v", help=tr("Show the version and exit.", "显示版本号。"))
    ] = False,
) -> None:
    context.obj = run = Run.start(db, lang, color, context.obj, is_paged=not no_pager)
    context.call_on_close(run.terminal.close)
    run.terminal.is_quiet = quiet
    if version:
        run.show_version()
        raise typer.Exit
    if context.invoked_subcommand is None:
        from gpucat.cli.today import show_today

        show_today(run)
