"""Text inside XML: nothing that XML forbids, everything that it would read as markup escaped. Pure."""

import re
from typing import Final

_ILLEGAL: Final = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES: Final = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
)


def legal_text(text: str) -> str:
    """The text without the characters that no XML document can hold."""
    return _ILLEGAL.sub("", text)


def escape_xml(text: str) -> str:
    """The text as content or inside a double-quoted attribute."""
    return legal_text(text).translate(_ESCAPES)
