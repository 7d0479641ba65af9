"""Reads a command line before Typer does: the global options, and the rules that hold for every command."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from gpucat.errors import UsageError
from gpucat.language import Bilingual

_WITH_VALUE: Final = ("--db", "--lang", "--color")


class GlobalWords(NamedTuple):
    """A command line split in two: the global `options` with their values, and the `words` from the command's name on.

    `lang` and `db` are the values of the last `--lang` and `--db`, or None.
    """

    options: tuple[str, ...]
    words: tuple[str, ...]
    lang: str | None
    db: str | None


def split_global(argv: Sequence[str]) -> GlobalWords:
    """Splits the command line in two; never takes the value of an option for a command."""
    position = 0
    given: dict[str, str] = {}
    while position < len(argv) and argv[position].startswith("-"):
        name, equals, value = argv[position].partition("=")
        if name in _WITH_VALUE and not equals:
            position += 1
            value = argv[position] if position < len(argv) else ""
        if value:
            given[name] = value
        position += 1
        if name == "--":
            break
    return GlobalWords(tuple(argv[:position]), tuple(argv[position:]), given.get("--lang"), given.get("--db"))


def is_doubtful(words: Sequence[str]) -> bool:
    """Says whether the words can break the rules below; spares most commands a second parsing."""
    return "--json" in words or any(not word.strip() or word.endswith("=") for word in words)


def check_typed(parameters: Iterable[Any], typed: Mapping[str, Any], may_be_empty: Collection[str]) -> None:
    """Raises UsageError if two formats are asked for, or if a value is empty that must say something.

    `typed` holds the words by the parameters' names; `may_be_empty` names the options that an empty value clears.
    """
    output_format = typed.get("output_format")
    if typed.get("json") and output_format not in (None, "json"):
        raise UsageError(
            "two_formats",
            Bilingual(
                f"--json and --format {output_format} are two different formats",
                f"--json 与 --format {output_format} 指定了两种格式",
            ),
            Bilingual("use only one of them; --json is short for --format json", "请去掉其一；--json 即 --format json"),
        )
    for parameter in parameters:
        if parameter.name in may_be_empty or all(text.strip() for text in _texts(typed.get(parameter.name))):
            continue
        if parameter.param_type_name == "option":
            raise _empty(
                next(name for name in parameter.opts if name.startswith("--")),
                Bilingual("or leave the option out", "或去掉此选项"),
            )
        if parameter.type.name == "path":
            raise _empty(parameter.metavar or parameter.name.upper(), Bilingual("such as list.md", "例如 list.md"))


def _empty(name: str, way_out: Bilingual) -> UsageError:
    return UsageError(
        "empty_value",
        Bilingual(f"{name} is empty", f"{name} 的值为空"),
        Bilingual(f"give it a value, {way_out.en}", f"请给出值，{way_out.zh}"),
    )


def _texts(value: Any) -> Iterator[str]:  # noqa: ANN401  a word, several words, or a value that stands for none
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part)
