"""Which words of a command line are global options, and where the command begins. Standard library only."""

from collections.abc import Sequence
from typing import Final, NamedTuple

_WITH_VALUE: Final = ("--db", "--lang", "--color")


class GlobalWords(NamedTuple):
    """A command line in two: the global `options` with their values, and the `words` from the command's name on.

    `lang` is the value of the last `--lang`, None where there is none.
    """

    options: tuple[str, ...]
    words: tuple[str, ...]
    lang: str | None


def split_global(argv: Sequence[str]) -> GlobalWords:
    """The command line in two; the value of an option is no command, whatever it is called."""
    position, lang = 0, None
    while position < len(argv) and argv[position].startswith("-"):
        name, equals, value = argv[position].partition("=")
        if name in _WITH_VALUE and not equals:
            position += 1
            value = argv[position] if position < len(argv) else ""
        lang = value if name == "--lang" and value else lang
        position += 1
        if name == "--":
            break
    return GlobalWords(tuple(argv[:position]), tuple(argv[position:]), lang)
