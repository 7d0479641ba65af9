"""Finds what holds for the reader: an option comes before the environment, that before a setting, that before the default."""

import os
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Literal, NamedTuple

from gpucat.catalog.settings import SETTINGS, USUAL_SPEED, Setting, find_setting
from gpucat.errors import GpucatError, UsageError
from gpucat.language import Bilingual
from gpucat.paths import database_path
from gpucat.store.connection import Reader, connect_for_reading, path_of, store_errors
from gpucat.store.settings import read_stored

Source = Literal["option", "environment", "setting", "default"]


class Held(NamedTuple):
    """What holds for a setting and where it comes from; `value` is None if only the default does."""

    setting: Setting
    value: str | None
    source: Source
    variable: str = ""


def read_setting(connection: Reader, key: str) -> str | None:
    """Returns what the environment or the reader's setting says; None if neither does."""
    return read_held(connection, find_setting(key)).value


def reading_speed(connection: Reader) -> int:
    """Returns the reader's speed in English words a minute."""
    return int(read_setting(connection, "speed") or USUAL_SPEED)


def pager_command(path: Path) -> str:
    """Returns the command that pages long output: GPUCAT_PAGER, the setting, PAGER, or less. An empty one stands for none."""
    given = os.environ.get("GPUCAT_PAGER")
    if given is None:
        with suppress(OSError, GpucatError), store_errors(path), closing(connect_for_reading(path)) as connection:
            given = read_setting(connection, "pager")
    return os.environ.get("PAGER", "less") if given is None else given


def read_all(connection: Reader, options: Mapping[str, str]) -> list[Held]:
    """Returns what holds for each setting; `options` are those given to this command."""
    return [
        Held(setting, options[key], "option") if key in options else read_held(connection, setting)
        for key, setting in SETTINGS.items()
    ]


def read_held(connection: Reader, setting: Setting) -> Held:
    """Returns what holds for the setting where no option is given."""
    for variable in setting.environment:
        if value := os.environ.get(variable):
            return Held(setting, value, "environment", variable)
    stored = read_stored(connection, setting.key) if not setting.is_program or _is_own(connection) else None
    if stored:
        return Held(setting, stored, "setting")
    for variable in setting.fallback:
        if value := os.environ.get(variable):
            return Held(setting, value, "environment", variable)
    return Held(setting, None, "default")


def check_value(key: str, value: str) -> str:
    """Returns the value as it is kept; raises UsageError for an unknown key or a value that cannot be used.

    Whether it can be used as a goal, `explain_goal` says.
    """
    setting, cleaned = find_setting(key), " ".join(value.split())
    if not cleaned:
        raise UsageError(
            "empty_value",
            Bilingual(f"the value of {key} is empty", f"{key} 的值为空"),
            Bilingual(f"to take it back: gpucat config {key} --unset", f"取消设置：gpucat config {key} --unset"),
        )
    return setting.check(cleaned)


def explain_goal(connection: Reader, path: Path, words: str) -> Bilingual | None:
    """Returns what the words of a goal are taken for, if they are not its name; raises UsageError if that is not clear."""
    from gpucat.services.goals import taken_as
    from gpucat.services.learning_path import read_path
    from gpucat.services.term_list import read_vocabulary

    report = read_path(connection, words, read_vocabulary(connection, path))
    is_name = words.casefold() in (name.casefold() for name in report.goal)
    return report.note or (None if is_name else taken_as(words, report.goal))


def _is_own(connection: Reader) -> bool:
    """Says whether this is the reader's usual database: one named by --db may be anybody's, and names no program to start."""
    return path_of(connection).resolve() == database_path().resolve()
