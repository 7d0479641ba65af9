"""The command line: the table of commands, the global options, and the run.

Only the module of the command that was named is imported, because building all commands costs more than most of them
take; help, completion of command names and an unknown word bring in all.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Final, NamedTuple

from gpucat.language import Bilingual


class Command(NamedTuple):
    """Where a command is: its module below gpucat.cli, its function there, and its panel in the help."""

    module: str
    function: str
    panel: Bilingual


FIND: Final = Bilingual("Find", "查找")
LEARN: Final = Bilingual("Learn", "学习")
CHECK: Final = Bilingual("Check", "检查")
CURATE: Final = Bilingual("Curate", "整理")
STORE: Final = Bilingual("Store", "存储")

COMMANDS: Final[dict[str, Command]] = {
    "search": Command("search", "search", FIND),
    "list": Command("list_", "list_articles", FIND),
    "show": Command("show", "show", FIND),
    "related": Command("related", "related", FIND),
    "open": Command("open_", "open_articles", FIND),
    "modules": Command("values", "modules", FIND),
    "authors": Command("values", "authors", FIND),
    "sources": Command("values", "sources", FIND),
    "keywords": Command("values", "keywords", FIND),
    "stats": Command("stats", "stats", FIND),
    "serve": Command("serve", "serve", FIND),
    "route": Command("route", "route", LEARN),
    "next": Command("next_", "next_articles", LEARN),
    "mark": Command("mark", "mark", LEARN),
    "note": Command("note", "note", LEARN),
    "progress": Command("progress", "progress", LEARN),
    "practice": Command("practice", "app", LEARN),
    "terms": Command("terms", "terms", LEARN),
    "browse": Command("browse", "browse", LEARN),
    "verify-links": Command("verify_links", "verify_links", CHECK),
    "confirm": Command("verify_links", "confirm", CHECK),
    "dedupe": Command("dedupe", "dedupe", CHECK),
    "distinct": Command("distinct", "distinct", CHECK),
    "audit": Command("audit", "audit", CHECK),
    "diff": Command("diff", "diff", CHECK),
    "add": Command("add", "add", CURATE),
    "edit": Command("edit", "edit", CURATE),
    "remove": Command("remove", "remove", CURATE),
    "merge": Command("merge", "merge", CURATE),
    "import": Command("import_", "import_files", CURATE),
    "export": Command("export", "export", CURATE),
    "history": Command("history", "history", CURATE),
    "undo": Command("history", "undo", CURATE),
    "db": Command("db", "app", STORE),
}


def run(argv: Sequence[str]) -> int:
    """Runs the command line and returns its exit code; a GpucatError passes through, wrong words become one."""
    import typer

    from gpucat.cli.app import build_app
    from gpucat.cli.global_words import split_global
    from gpucat.cli.usage_errors import TYPER_USAGE_ERROR, usage_error

    options, words, _ = split_global(argv)
    if words[:1] == ("help",):  # as git and gh have it
        argv = [*options, *words[1:], "--help"]
    try:
        code = build_app(argv)(args=list(argv), prog_name="gpucat", obj=tuple(argv), standalone_mode=False)
    except SystemExit as stop:
        if stop.code == 1:  # how Typer and Rich stop when nobody reads any more; a command's own code is returned
            raise BrokenPipeError from None
        code = stop.code
    except typer.Abort:
        raise KeyboardInterrupt from None
    except TYPER_USAGE_ERROR as error:
        named = next((word for word in argv if word in COMMANDS), "")
        raise usage_error(error, f"gpucat {named}".rstrip()) from None
    return code if isinstance(code, int) else 0


def load(command: Command) -> object:
    """The command's function, or its Typer app where it is a group."""
    return getattr(import_module(f"gpucat.cli.{command.module}"), command.function)
