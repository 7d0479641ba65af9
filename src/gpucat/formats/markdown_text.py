"""Plain text inside Markdown: what must be escaped to stand for itself, and back. Pure."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from markdown_it.token import Token

_SPECIAL: Final = re.compile(r"[\\`*\[\]<|~]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)|!(?=\[)|(?<=\w)(?=://)")
_BREAKS: Final = re.compile(r"\s*[\r\n]+\s*")
_PLAIN_URL: Final = re.compile(r"[^\s<>()\\|\"']+")


def escape_text(text: str) -> str:
    """The text as Markdown that reads as exactly this text, on one line (a line break becomes `<br>`)."""
    escaped = (_SPECIAL.sub(lambda found: "\\" + found[0] if found[0] else "\\", line) for line in _BREAKS.split(text))
    return "<br>".join(escaped)


def link(title: str, url: str) -> str:
    """A Markdown link; an address with spaces, brackets or bars goes between angle brackets, encoded as far as needed."""
    if not _PLAIN_URL.fullmatch(url):
        url = "<" + re.sub(r"[\s<>\\|]", lambda found: f"%{ord(found[0]):02X}", url) + ">"
    return f"[{escape_text(title)}]({url})"


def plain_text(children: Iterable["Token"]) -> str:
    """The text a reader sees in inline tokens; `<br>` and hard breaks are line breaks."""
    parts: list[str] = []
    for token in children:
        if token.type in ("hardbreak", "softbreak") or (
            token.type == "html_inline" and token.content.startswith("<br")
        ):
            parts.append("\n")
        elif token.type == "image":
            parts.append(plain_text(token.children or ()))
        else:
            parts.append(token.content)
    return "".join(parts).strip()
