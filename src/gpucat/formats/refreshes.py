"""How a page sends its reader on by itself: refresh directives and scripts that set the location. Pure."""

import re
from typing import Final
from urllib.parse import urljoin

from gpucat.links.page import Refresh

_REFRESH: Final = re.compile(r"\s*(\d{0,9})[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?[\"']?\s*([^\"'\s][^\"']*)", re.IGNORECASE)
_LOCATION: Final = r"(?<![\w$.-])(?:(?:window|document|top|self|parent|globalThis)\s*\.\s*)*location"
_QUOTED: Final = r"([\"'`])((?:(?!\1)[^\n]){1,2000})\1"
_ASSIGNED: Final = re.compile(_LOCATION + r"(?:\s*\.\s*href)?\s*=\s*" + _QUOTED + r"\s*(?:[;,)}\n<]|$)")
_CALLED: Final = re.compile(_LOCATION + r"\s*\.\s*(?:replace|assign)\s*\(\s*" + _QUOTED + r"\s*\)")


def parse_refresh(content: str, rule: str, base: str = "") -> Refresh | None:
    """What a refresh says (`0; url=/new`, `5;/new`); None without an address. `base` makes the address absolute."""
    found = _REFRESH.match(content[:2200])
    if not found:
        return None
    try:
        return Refresh(urljoin(base, found[2].strip()), float(found[1] or 0), rule)
    except ValueError:
        return None


def scripted_refresh(script: str) -> Refresh | None:
    """The address that a script sets as the page's location in so many words; None for one it puts together."""
    found = _ASSIGNED.search(script) or _CALLED.search(script)
    return Refresh(found[2].replace("\\/", "/").strip(), 0.0, "script") if found else None
