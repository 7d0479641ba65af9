"""Parses Markdown, and writes text so that it is read back unchanged. Pure."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_SPECIAL: Final = re.compile(r"[\\`*\[\]<|~]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)|!(?=\[)|(?<=\w)(?=://)")
_BREAKS: Final = re.compile(r"\s*[\r\n]+\s*")
_PLAIN_URL: Final = re.compile(r"[^\s<>()\\|\"']+")


def escape_text(text: str) -> str:
    """Returns Markdown that reads as exactly this text, on one line (a line break becomes `<br>`)."""
    escaped = (_SPECIAL.sub(lambda found: "\\" + found[0] if found[0] else "\\", line) for line in _BREAKS.split(text))
    return "<br>".join(escaped)


def link(title: str, url: str) -> str:
    """Returns a Markdown link; an address with spaces, brackets or bars is escaped in angle brackets."""
    if not _PLAIN_URL.fullmatch(url):
        url = "<" + re.sub(r"[\s<>\\|]", lambda found: f"%{ord(found[0]):02X}", url) + ">"
    return f"[{escape_text(title)}]({url})"


def markdown_parser() -> "MarkdownIt":
    """Returns a CommonMark parser with tables that keeps addresses as they are written."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable("table")
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]
    return parser


def plain_text(children: Iterable["Token"]) -> str:
    """Returns the text that a reader sees in inline tokens; `<br>` and hard breaks are line breaks."""
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
