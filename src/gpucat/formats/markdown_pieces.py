"""Splits the inline content of a Markdown block into pieces of text and links, forgiving slips. Pure."""

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from gpucat.formats.html_lines import lines_of_html
from gpucat.formats.links import one_line
from gpucat.formats.markdown import plain_text
from gpucat.formats.pieces import MarkdownPiece, links_in

if TYPE_CHECKING:
    from markdown_it.token import Token

_ANCHOR: Final = re.compile(r"<a\s", re.I)
_BREAK: Final = re.compile(r"<br\b", re.I)


def pieces_of(children: "Sequence[Token]") -> list[MarkdownPiece]:
    """Splits inline tokens into pieces; bare addresses and HTML anchors are links too."""
    pieces: list[MarkdownPiece] = []
    line = index = strong = 0
    while index < len(children):
        token = children[index]
        end = index + 1
        if token.type in ("softbreak", "hardbreak"):
            line += 1
            pieces.append(MarkdownPiece("\n", line=line))
        elif token.type in ("strong_open", "strong_close"):
            strong += token.nesting
        elif token.type == "link_open":
            end = _closing(children, index, lambda t: t.type == "link_close")
            pieces.append(_link(children[index : end + 1], line, is_strong=strong > 0))
            end += 1
        elif token.type == "html_inline" and _ANCHOR.match(token.content):
            end = _closing(children, index, lambda t: t.type == "html_inline" and t.content.lower().startswith("</a"))
            pieces += _html_link(children[index : end + 1], line)
            end += 1
        elif token.type == "html_inline" and _BREAK.match(token.content):
            pieces.append(MarkdownPiece("\n", line=line))
        elif token.type == "text":
            pieces += links_in(token.content, line, is_strong=strong > 0)
        elif token.type == "code_inline":
            pieces.append(MarkdownPiece(token.content, line=line, is_strong=strong > 0))
        index = end
    return pieces


def _link(tokens: "Sequence[Token]", line: int, *, is_strong: bool) -> MarkdownPiece:
    inner = tokens[1:-1]
    is_image = any(t.type == "image" for t in inner) and not plain_text(t for t in inner if t.type != "image")
    is_strong = is_strong or (bool(inner) and inner[0].type == "strong_open")
    return MarkdownPiece(one_line(plain_text(inner)), str(tokens[0].attrs["href"]), is_image, line, is_strong)


def _closing(children: "Sequence[Token]", index: int, ends: "Callable[[Token], bool]") -> int:
    """Returns the index of the token that ends what begins at `index`, or of the last token."""
    return next((i for i in range(index + 1, len(children)) if ends(children[i])), len(children) - 1)


def _html_link(tokens: "Sequence[Token]", line: int) -> list[MarkdownPiece]:
    found = lines_of_html("".join(token.content for token in tokens) + "</a>")
    return [piece._replace(line=line) for html in found for piece in html.pieces if piece.url is not None]
