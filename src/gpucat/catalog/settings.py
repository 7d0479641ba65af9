"""Holds the reader's settings: what each means, what it accepts, and which environment variables come before it. Pure."""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from gpucat.catalog.levels import LEVELS, format_level, parse_level
from gpucat.catalog.unknown import unknown
from gpucat.errors import UsageError
from gpucat.language import Bilingual, same

LIST_COLUMNS: Final = (
    "id", "title", "level", "authors", "published", "status", "module", "source", "source_type", "keywords", "summary",
    "number", "url",
)  # fmt: skip
"""The fields that `list` can show as columns, by their names in JSON."""
NO_PAGER: Final = "never"
USUAL_SPEED: Final = 238
"""English words a minute in silent reading of non-fiction (Brysbaert 2019, a meta-analysis of 190 studies)."""
SLOWEST, FASTEST = 20, 2000


class Setting(NamedTuple):
    """A setting: `check` returns a value as it is kept, or raises UsageError; `unset` says what holds without one.

    `values` are offered by completion. `environment` names the variables that come before it, `fallback` those of
    other programs, which come after it. A program is started, so it is set on each machine and never taken from a file.
    """

    key: str
    meaning: Bilingual
    unset: Bilingual
    check: Callable[[str], str]
    values: tuple[str, ...] = ()
    environment: tuple[str, ...] = ()
    fallback: tuple[str, ...] = ()
    is_program: bool = False


def find_setting(key: str) -> Setting:
    """Returns the setting with this key; raises UsageError that names those there are."""
    if key not in SETTINGS:
        raise unknown("setting", key, SETTINGS, Bilingual("setting", "设置"))
    return SETTINGS[key]


def is_portable(key: str) -> bool:
    """Says whether the setting goes along to another machine."""
    return key in SETTINGS and not SETTINGS[key].is_program


def _level(value: str) -> str:
    return format_level(parse_level(value))


def _one_of(what: Bilingual, *values: str) -> Callable[[str], str]:
    def check(value: str) -> str:
        if value.casefold() not in values:
            raise unknown("value", value, values, what)
        return value.casefold()

    return check


def _speed(value: str) -> str:
    if not (value.isascii() and value.isdecimal() and SLOWEST <= int(value[:6]) <= FASTEST):
        raise UsageError(
            "bad_speed",
            Bilingual(f"{value!r} is no speed of reading", f"“{value}”不是阅读速度"),
            Bilingual(f"use words a minute, from {SLOWEST} to {FASTEST}", f"请用每分钟的词数，{SLOWEST} 到 {FASTEST}"),
        )
    return value.lstrip("0")


def _columns(value: str) -> str:
    names = [name for name in re.split(r"[\s,，、]+", value) if name]
    for name in names:
        if name not in LIST_COLUMNS:
            raise unknown("column", name, LIST_COLUMNS, Bilingual("column", "列"))
    return ",".join(dict.fromkeys(names))


def _program(value: str) -> str:
    import shlex

    try:
        shlex.split(value)
    except ValueError:
        raise UsageError(
            "unclosed_quote",
            Bilingual(f"{value!r} is not a command: a quote is not closed", f"“{value}”不是命令：引号没有闭合"),
            Bilingual("close it, or write the command without quotes", "请闭合引号，或去掉引号"),
        ) from None
    return value


_ALL: Final = (
    Setting(
        "level",
        Bilingual("your level: nothing above it is proposed", "你的难度：不推荐更难的文章"),
        Bilingual("all levels", "全部难度"),
        _level,
        (*LEVELS, "beginner..intermediate", "intermediate..advanced"),
    ),
    Setting(
        "goal",
        Bilingual("a concept or an article to get to, instead of the whole route", "想掌握的概念或文章，不走整条路线"),
        Bilingual("the route", "整条路线"),
        str,
    ),
    Setting(
        "language",
        Bilingual("the language of gpucat", "gpucat 的语言"),
        Bilingual("auto: that of the locale", "auto：随系统语言"),
        _one_of(Bilingual("language", "语言"), "auto", "zh", "en"),
        ("auto", "zh", "en"),
        ("GPUCAT_LANG",),
    ),
    Setting(
        "speed",
        Bilingual("how many English words you read in a minute", "你每分钟读多少个英文词"),
        same(f"{USUAL_SPEED}"),
        _speed,
    ),
    Setting(
        "pager",
        Bilingual("the command that pages long output, or never", "长输出所用的分页命令；never 为不分页"),
        same("less"),
        _program,
        ("less", NO_PAGER),
        ("GPUCAT_PAGER",),
        fallback=("PAGER",),
        is_program=True,
    ),
    Setting(
        "editor",
        Bilingual("the command that edits notes and articles", "编辑笔记和文章所用的命令"),
        Bilingual("nano or vi", "nano 或 vi"),
        _program,
        ("vi", "nano", "code --wait"),
        ("VISUAL", "EDITOR"),
        is_program=True,
    ),
    Setting(
        "columns",
        Bilingual("the columns of list", "list 显示哪些列"),
        Bilingual("what fits the terminal", "随终端宽度"),
        _columns,
        LIST_COLUMNS,
    ),
    Setting(
        "open-begins",
        Bilingual("whether open marks an unread article as being read", "open 是否把未读文章标为在读"),
        Bilingual("no", "no（否）"),
        _one_of(Bilingual("answer", "回答"), "yes", "no"),
        ("yes", "no"),
    ),
)
SETTINGS: Final = {setting.key: setting for setting in _ALL}
