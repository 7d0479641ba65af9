"""Counts the rows of a file a second time, in the simplest way there is, to notice what its reader lost. Pure.

Where the two counts differ a person should look: a count of signs knows nothing of quoting, notes or scripts.
"""

import re
from collections.abc import Callable, Iterable
from typing import Final

_LINK: Final = re.compile(r"<a\s[^>]*?\bhref\s*=", re.I)
_OUTLINE: Final = re.compile(r"(?=<outline\b)", re.I)
_OUTLINE_ADDRESS: Final = re.compile(r"\b(?:url|xmlUrl|htmlUrl)\s*=\s*[\"'][^\"']", re.I)
_ENTRY: Final = re.compile(r"^\s*@(?!\s*(?:comment|string|preamble)\b)\s*[a-z]+\s*[{(]", re.I | re.M)
_CELL: Final = re.compile(r"(?:^|[,;|\t])\s*[\"']?https?://[^\s,;|\"']+[\"']?\s*(?=$|[,;|\t])", re.I)
_RECORD_ADDRESS: Final = re.compile(r"\"(url|uri|href|link)\"\s*:\s*\"https?:", re.I)

_OTHER_KIND: Final = re.compile(r"\s*\{\s*\"kind\"\s*:\s*\"(?!article\")")
_FENCE: Final = re.compile(r"\s*(?:[-*+>]\s*)*(```|~~~)")
_IMAGE: Final = re.compile(
    r"!\[[^\]]*\]\([^)]*\)|<!--.*?-->|\b(?:src|srcset|data-[\w-]+)\s*=\s*(?:\"[^\"]*\"|'[^']*')", re.I
)
_ADDRESS: Final = re.compile(r"https?://[^\s<>()\[\]\"'`|{}，。、；）】」]+", re.I)


def count_rows(file_format: str, lines: Iterable[str]) -> int | None:
    """Returns how many rows the lines of a file seem to hold; None for a format that is not counted."""
    count = _COUNTERS.get(file_format)
    return count(lines) if count else None


def _counted(pattern: re.Pattern[str]) -> Callable[[Iterable[str]], int]:
    return lambda lines: sum(len(pattern.findall(line)) for line in lines)


def _outlines(lines: Iterable[str]) -> int:
    count, is_counted = 0, True
    for line in lines:
        for part in _OUTLINE.split(line):
            if part[:8].casefold() == "<outline":
                is_counted = False
            if not is_counted and _OUTLINE_ADDRESS.search(part):
                count, is_counted = count + 1, True
    return count


def _rows(lines: Iterable[str]) -> int:
    return sum(_CELL.search(line) is not None for line in lines)


def _addresses(lines: Iterable[str]) -> int:
    """Counts the different addresses outside blocks of code."""
    found: set[str] = set()
    is_code = False
    for line in lines:
        if _FENCE.match(line):
            is_code = not is_code
        if not is_code:
            found.update(address.rstrip(".,:;!?*_~/") for address in _ADDRESS.findall(_IMAGE.sub("", line)))
    return len(found)


def _records(lines: Iterable[str]) -> int:
    """Counts the name of an address that is there most often: a record may have its address under two names."""
    counts: dict[str, int] = {}
    for line in lines:
        for name in () if _OTHER_KIND.match(line) else _RECORD_ADDRESS.findall(line):
            counts[name] = counts.get(name, 0) + 1
    return max(counts.values(), default=0)


_COUNTERS: Final[dict[str, Callable[[Iterable[str]], int]]] = {
    "bookmarks": _counted(_LINK),
    "opml": _outlines,
    "bibtex": _counted(_ENTRY),
    "csv": _rows,
    "tsv": _rows,
    "json": _records,
    "jsonl": _records,
    "markdown": _addresses,
}
