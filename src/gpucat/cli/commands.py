"""Lists the commands: where each one is defined, and its panel in the help.

Only the module of the named command is imported, because building all commands costs more than most of them take;
help, completion of command names and an unknown word import all.
"""

from importlib import import_module
from typing import Final, NamedTuple

from gpucat.language import Bilingual


class Command(NamedTuple):
    """A command: its module below gpucat.cli, its function there, and the topic of the help that shows it.

    `stands_for` is what a short name is short for; the help shows it on a line of its own.
    """

    module: str
    function: str
    topic: Bilingual
    stands_for: str = ""


FIND: Final = Bilingual("Find", "查找")
LEARN: Final = Bilingual("Learn", "学习")
CHECK: Final = Bilingual("Check", "检查")
CURATE: Final = Bilingual("Curate", "整理")
STORE: Final = Bilingual("Store", "存储")
TOPICS: Final = (FIND, LEARN, CHECK, CURATE, STORE)
OF_A_READER: Final = ("search", "show", "open", "next", "route", "mark", "note", "practice")
"""The commands on the first page of the help."""

COMMANDS: Final[dict[str, Command]] = {
    "search": Command("search", "search", FIND),
    "list": Command("articles", "list_articles", FIND),
    "show": Command("articles", "show", FIND),
    "related": Command("articles", "related", FIND),
    "open": Command("articles", "open_articles", FIND),
    "modules": Command("counts", "modules", FIND),
    "authors": Command("counts", "authors", FIND),
    "sources": Command("counts", "sources", FIND),
    "keywords": Command("counts", "keywords", FIND),
    "stats": Command("counts", "stats", FIND),
    "serve": Command("browse", "serve", FIND),
    "today": Command("today", "today", LEARN),
    "route": Command("route", "route", LEARN),
    "next": Command("route", "next_articles", LEARN),
    "mark": Command("reading", "mark", LEARN),
    "note": Command("reading", "note", LEARN),
    "notes": Command("notes", "notes", LEARN),
    "progress": Command("counts", "progress", LEARN),
    "read": Command("read", "read", LEARN),
    "texts": Command("texts", "app", LEARN),
    "practice": Command("practice", "app", LEARN),
    "terms": Command("terms", "terms", LEARN),
    "browse": Command("browse", "browse", LEARN),
    "config": Command("config", "config", LEARN),
    "verify-links": Command("links", "verify_links", CHECK),
    "confirm": Command("links", "confirm", CHECK),
    "dedupe": Command("duplicates", "dedupe", CHECK),
    "distinct": Command("duplicates", "distinct", CHECK),
    "audit": Command("audit", "audit", CHECK),
    "diff": Command("import_", "diff", CHECK),
    "discover": Command("discover", "discover", CURATE),
    "add": Command("add", "add", CURATE),
    "edit": Command("edit", "edit", CURATE),
    "remove": Command("edit", "remove", CURATE),
    "merge": Command("duplicates", "merge", CURATE),
    "import": Command("import_", "import_files", CURATE),
    "export": Command("export", "export", CURATE),
    "history": Command("history", "history", CURATE),
    "undo": Command("history", "undo", CURATE),
    "db": Command("db", "app", STORE),
    "find": Command("search", "search", FIND, "search"),
    "ls": Command("articles", "list_articles", FIND, "list"),
    "done": Command("reading", "done", LEARN, "mark … done"),
}


def topic_named(word: str) -> Bilingual | None:
    """Returns the topic with this name in either language."""
    return next((topic for topic in TOPICS if word.casefold() in (topic.en.casefold(), topic.zh)), None)


def names_of(topic: Bilingual) -> list[str]:
    """Returns the names of a topic's commands, without short names."""
    return [name for name, command in COMMANDS.items() if command.topic == topic and not command.stands_for]


def load(command: Command) -> object:
    """Returns the command's function, or its Typer app if it is a group."""
    return getattr(import_module(f"gpucat.cli.{command.module}"), command.function)
