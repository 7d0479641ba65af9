"""Finds what a person names loosely, and suggests the nearest names if there is nothing. Pure."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from gpucat.catalog.article import INBOX, INBOX_TITLE, SOURCE_TYPES, STATUS_LABELS, STATUSES, source_type_code
from gpucat.catalog.unknown import NONE_YET, did_you_mean, goes_backwards, unknown
from gpucat.errors import UsageError
from gpucat.language import NOTHING, Bilingual

if TYPE_CHECKING:
    from gpucat.catalog.catalogue import Module

_MOST_DIGITS: Final = 9
"""No article number has more digits; a database could not even store one."""
_DIGITS: Final = rf"(\d{{1,{_MOST_DIGITS}}})"
_PLACE: Final = rf"([\w-]+)/{_DIGITS}"
_RANGE: Final = rf"(?:([\w-]+)/)?{_DIGITS}\.\.(?:([\w-]+)/)?{_DIGITS}"
_LONGEST_RANGE: Final = 10_000
_STATUS_NAMES: Final = {
    **{name: status for status, label in STATUS_LABELS.items() for name in (status, *label)},
    "完成": "done", "已完成": "done", "已读": "done", "待读": "todo", "正在读": "reading", "已跳过": "skipped",
}  # fmt: skip
INBOX_NAMES: Final = frozenset({INBOX, *INBOX_TITLE})


def pick_module(modules: "Sequence[Module]", name: str) -> str:
    """Returns the slug of the module given by slug, number, title or part of a title; raises UsageError."""
    wanted = name.strip().casefold()
    if slug := module_called(modules, name) or next((m.slug for m in modules if wanted == str(m.number)), None):
        return slug
    fitting = [m for m in modules if wanted and any(wanted in text.casefold() for text in (m.slug, *m.title))]
    if len(fitting) == 1:
        return fitting[0].slug
    slugs = [module.slug for module in fitting or modules]
    guess = NOTHING if fitting else did_you_mean(wanted, slugs)
    raise UsageError(
        "unknown_module",
        Bilingual(f"{name!r} matches several modules", f"“{name}”匹配多个模块")
        if fitting
        else Bilingual(f"no module {name!r}", f"没有模块“{name}”"),
        Bilingual(f"{guess.en}modules: {', '.join(slugs)}", f"{guess.zh}模块：{'、'.join(slugs)}")
        if slugs
        else NONE_YET,
    )


def module_called(modules: "Sequence[Module]", name: str) -> str | None:
    """Returns the slug of the module with this slug or whole title, or the inbox; None for any other text."""
    wanted = name.strip().casefold()
    if wanted in INBOX_NAMES:
        return INBOX
    return next((m.slug for m in modules if wanted in (m.slug, *(title.casefold() for title in m.title))), None)


def pick_status(name: str) -> str:
    """Returns the reading status given by its code or its Chinese label; raises UsageError."""
    if status := _STATUS_NAMES.get(name.strip().casefold()):
        return status
    known = (*STATUSES, *(label.zh for label in STATUS_LABELS.values()))
    raise unknown("status", name, known, Bilingual("status", "状态"))


def is_status(name: str) -> bool:
    """Whether the name is that of a reading status."""
    return name.strip().casefold() in _STATUS_NAMES


def pick_source_type(name: str) -> str:
    """Returns the source type given by its code or by the list's Chinese label; raises UsageError."""
    if code := source_type_code(name):
        return code
    raise unknown("source_type", name, SOURCE_TYPES, Bilingual("source type", "来源类型"))


def parse_number(name: str) -> int | None:
    """Returns the number of an article; None for other text, and for more digits than any article's number has."""
    return int(name) if name.isdecimal() and len(name) <= _MOST_DIGITS else None


def parse_place(name: str) -> tuple[str, int] | None:
    """Returns `memory/6` as module name and position; None for any other text."""
    found = re.fullmatch(_PLACE, name.strip())
    return (found[1], int(found[2])) if found else None


def is_range(name: str) -> bool:
    """Whether the name is a range of articles: `memory/1..5`, `3..7`. Raises UsageError as `expand_range` does."""
    return expand_range(name) != [name]


def is_half_a_range(name: str) -> bool:
    """Whether the name looks like a range with an end missing or unreadable: `5..`, `memory/1..x`."""
    return re.fullmatch(r"(?:[\w-]+/)?\d+\.\.\S*|\.\.\d+", name.strip()) is not None


def bad_range(name: str) -> UsageError:
    """Returns the error for half a range."""
    return _bad_range(name, Bilingual("is an incomplete range", "不是完整的范围"))


def expand_range(name: str) -> list[str]:
    """Expands `memory/1..5` and `3..7` into single names; returns any other text as it is. Raises UsageError."""
    found = re.fullmatch(_RANGE, name.strip())
    if not found:
        return [name]
    module, first, again, last = found[1], int(found[2]), found[3], int(found[4])
    if again and again != module:
        raise _bad_range(name, Bilingual("starts and ends in different modules", "的首尾不在同一模块"))
    if not first or not last:
        raise _bad_range(name, Bilingual("includes 0, but positions start at 1", "包含 0，而位置从 1 开始"))
    if first > last:
        raise goes_backwards(name, f"{module}/{last}..{first}" if module else f"{last}..{first}")
    if last - first >= _LONGEST_RANGE:
        raise _bad_range(name, Bilingual(f"covers more than {_LONGEST_RANGE} articles", f"超过 {_LONGEST_RANGE} 篇"))
    return [f"{module}/{number}" if module else str(number) for number in range(first, last + 1)]


def _bad_range(name: str, reason: Bilingual) -> UsageError:
    return UsageError(
        "bad_range",
        Bilingual(f"{name!r} {reason.en}", f"“{name}”{reason.zh}"),
        Bilingual("write a range as memory/1..5 or 20..30", "范围写作 memory/1..5 或 20..30"),
    )
