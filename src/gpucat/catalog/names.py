"""Finds the one thing that a person names loosely, and the nearest names where there is none. Pure."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from gpucat.catalog.article import INBOX, INBOX_TITLE, SOURCE_TYPES, STATUS_LABELS, STATUSES, source_type_code
from gpucat.catalog.unknown import did_you_mean, unknown
from gpucat.errors import UsageError
from gpucat.language import NOTHING, Bilingual

if TYPE_CHECKING:
    from gpucat.catalog.catalogue import Module

_PLACE: Final = r"([\w-]+)/(\d+)"
_RANGE: Final = r"(?:([\w-]+)/)?(\d+)\.\.(?:([\w-]+)/)?(\d+)"
INBOX_NAMES: Final = frozenset({INBOX, *INBOX_TITLE})


def pick_module(modules: "Sequence[Module]", name: str) -> str:
    """The slug of the module named by slug, number, title in either language, or a piece of one; raises UsageError."""
    wanted = name.strip().casefold()
    if wanted in INBOX_NAMES:
        return INBOX
    for module in modules:
        if wanted in (module.slug, str(module.number), module.title.en.casefold(), module.title.zh.casefold()):
            return module.slug
    fitting = [m for m in modules if wanted and any(wanted in text.casefold() for text in (m.slug, *m.title))]
    if len(fitting) == 1:
        return fitting[0].slug
    slugs = [module.slug for module in fitting or modules]
    guess = NOTHING if fitting else did_you_mean(wanted, slugs)
    raise UsageError(
        "unknown_module",
        Bilingual(f"{name!r} fits several modules", f"“{name}”符合多个模块")
        if fitting
        else Bilingual(f"no module {name!r}", f"没有模块“{name}”"),
        Bilingual(f"{guess.en}modules: {', '.join(slugs)}", f"{guess.zh}模块：{'、'.join(slugs)}"),
    )


def pick_status(name: str) -> str:
    """The reading status named by its code or its Chinese label; raises UsageError."""
    wanted = name.strip().casefold()
    for status in STATUSES:
        if wanted in (status, STATUS_LABELS[status].zh, STATUS_LABELS[status].en):
            return status
    raise unknown("status", name, STATUSES, Bilingual("status", "状态"))


def pick_source_type(name: str) -> str:
    """The source type named by its code or by the list's Chinese label; raises UsageError."""
    if code := source_type_code(name):
        return code
    raise unknown("source_type", name, SOURCE_TYPES, Bilingual("source type", "来源类型"))


def parse_place(name: str) -> tuple[str, int] | None:
    """`memory/6` as module name and position; None for any other text."""
    found = re.fullmatch(_PLACE, name.strip())
    return (found[1], int(found[2])) if found else None


def expand_range(name: str) -> list[str]:
    """`memory/1..5` and `3..7` as the single names they stand for; any other text as it is. Raises UsageError."""
    found = re.fullmatch(_RANGE, name.strip())
    if not found:
        return [name]
    module, first, again, last = found[1], int(found[2]), found[3], int(found[4])
    if (again and again != module) or not first <= last < first + 10_000:
        raise UsageError(
            "bad_range",
            Bilingual(f"{name!r} is no range", f"“{name}”不是范围"),
            Bilingual("write memory/1..5 or 20..30", "写作 memory/1..5 或 20..30"),
        )
    return [f"{module}/{number}" if module else str(number) for number in range(first, last + 1)]
