"""Reads a reader's marks from rows of other programs: what is read, starred, noted and highlighted. Pure."""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from gpucat.formats.reading import Marks

_YES: Final = frozenset({"true", "yes", "y", "1", "是", "x", "✓", "✔"})
_STATUSES: Final = {
    "done": ("archive", "archived", "completed", "done", "finished", "read", "readarchive", "已读", "读完", "已归档"),
    "reading": ("continue", "inprogress", "reading", "在读", "正在读"),
    "skipped": ("skipped", "跳过"),
    "todo": ("inbox", "later", "new", "shortlist", "todo", "unread", "未读", "待读"),
}
_STATUS_OF: Final = {word: status for status, words in _STATUSES.items() for word in words}
_SHELVES: Final = frozenset({"archive", "archived", "readarchive", "unread"})
_STARRED: Final = frozenset({"favourite", "liked", "starred"})
_NEARLY_ALL: Final = 0.95
MOST_STARS: Final = 5


def read_marks(given: Mapping[str, Any], shelves: Iterable[str] = (), *, is_percent: bool = False) -> Marks | None:
    """Returns the marks in a row's fields by name and its shelves; None if it has none.

    `is_percent` is the unit of the progress.
    """
    words = [_word(shelf) for shelf in shelves]
    status = _status(given, is_percent) or next((_STATUS_OF[word] for word in words if word in _SHELVES), None)
    stars = MOST_STARS if _is_yes(given.get("starred")) or _STARRED.intersection(words) else None
    note = "\n\n".join(filter(None, (_text(given.get("note")), _quoted(given.get("highlights")))))
    return Marks(status, stars, note, _moment(given.get("saved_at"))) if status or stars or note else None


def is_shelf(heading: str) -> bool:
    """Whether other programs keep a folder of this name by themselves, which marks what is in it: Archive, Starred."""
    return _word(heading) in _SHELVES | _STARRED


def _status(given: Mapping[str, Any], is_percent: bool) -> str | None:
    word = given.get("status")
    stated = _STATUS_OF.get(_word(word)) if isinstance(word, str) else None
    share = _share(given.get("progress"), is_percent)
    if _is_yes(given.get("read")) or stated == "done" or share >= _NEARLY_ALL:
        return "done"
    if stated in ("reading", "skipped"):
        return stated
    if share > 0:
        return "reading"
    return "todo" if stated == "todo" or _is_yes(given.get("unread")) else None


def _share(value: object, is_percent: bool) -> float:
    try:
        share = float(str(value).rstrip("% "))
    except ValueError:
        return 0
    return share / 100 if share > 1 or is_percent or str(value).endswith("%") else share


def _is_yes(value: object) -> bool:
    return value is True or _word(str(value)) in _YES


def _word(text: str) -> str:
    return "".join(text.casefold().replace("-", "").replace("_", "").split())


def _text(value: object) -> str:
    """Returns a text without the tags of one that is HTML as a whole."""
    text = value.strip() if isinstance(value, str) else ""
    return re.sub(r"</?\w[^<>]*>", "", text).strip() if text.startswith("<") and text.endswith(">") else text


def _quoted(value: object) -> str:
    """Returns highlights as quotations, each with what was noted on it."""
    found = value if isinstance(value, list) else [value]
    blocks = []
    for one in found:
        quote, note = one, ""
        if isinstance(one, Mapping):
            quote, note = (
                next((one[name] for name in names if isinstance(one.get(name), str)), "")
                for names in (("quote", "text", "highlight"), ("note", "comment", "annotation", "text"))
            )
        if text := _text(quote):
            lines = "\n".join(f"> {line}" for line in text.splitlines())
            blocks.append(lines + (f"\n\n{note}" if note and note != quote else ""))
    return "\n\n".join(blocks)


def _moment(value: object) -> str | None:
    """Returns a time as ISO text in UTC; None for what is no time."""
    text = str(value).strip()
    try:
        if text.isdecimal() and len(text) in (10, 13):
            return datetime.fromtimestamp(int(text[:10]), UTC).isoformat()
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC).isoformat(timespec="seconds")
