"""Cuts a text into pieces: stretches of text, and links with their addresses. Pure."""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from gpucat.formats.item_text import names_article
from gpucat.formats.links import one_line

_BARE: Final = re.compile(r"https?://[^\s<>\"'`|{}，。；、）】》」]+", re.I)
# A link with a blank before its address or inside it, which is none by the letter of the specification.
_SLIP: Final = re.compile(r"\[([^\[\]\n]{1,300})\] ?\((https?://[^()\n]*(?:\([^()\n]*\)[^()\n]*)*)\)", re.I)


class MarkdownPiece(NamedTuple):
    """A stretch of a block: text, or a link with its address. `line` counts from 0 at the block's first line."""

    text: str
    url: str | None = None
    is_image: bool = False
    line: int = 0
    is_strong: bool = False

    @property
    def has_title(self) -> bool:
        """Whether the link's text is a title rather than a label or an address."""
        return names_article(self.text, self.url or "")

    @property
    def is_link(self) -> bool:
        """Whether it is a link that shows a text."""
        return self.url is not None and not self.is_image


def text_of(pieces: Iterable[MarkdownPiece]) -> str:
    """Returns the text of the pieces on one line."""
    return one_line("".join(piece.text for piece in pieces if not piece.is_image))


def lines_of(pieces: Iterable[MarkdownPiece]) -> list[list[MarkdownPiece]]:
    """Returns the pieces of each line of a paragraph."""
    lines: list[list[MarkdownPiece]] = [[]]
    for piece in pieces:
        if piece.text == "\n" and piece.url is None:
            lines.append([])
        else:
            lines[-1].append(piece)
    return lines


def links_in(text: str, line: int, *, is_strong: bool) -> list[MarkdownPiece]:
    """Returns the pieces of a text: the links by slip and the bare addresses in it, and what stands between them."""
    pieces: list[MarkdownPiece] = []
    position = 0
    for found in _SLIP.finditer(text):
        pieces += _bare_links(text[position : found.start()], line, is_strong=is_strong)
        address = re.sub(r"\s+[\"'][^\"']*[\"']$", "", found[2].strip())
        pieces.append(MarkdownPiece(one_line(found[1]), address.replace(" ", "%20"), line=line, is_strong=is_strong))
        position = found.end()
    return [*pieces, *_bare_links(text[position:], line, is_strong=is_strong)]


def _bare_links(text: str, line: int, *, is_strong: bool) -> list[MarkdownPiece]:
    pieces: list[MarkdownPiece] = []
    position = 0
    for found in _BARE.finditer(text):
        url = _unwrapped(found[0])
        begin = found.start()
        pieces += [
            MarkdownPiece(text[position:begin], line=line, is_strong=is_strong),
            MarkdownPiece(url, url, line=line, is_strong=is_strong),
        ]
        position = begin + len(url)
    pieces.append(MarkdownPiece(text[position:], line=line, is_strong=is_strong))
    return [piece for piece in pieces if piece.text]


def _unwrapped(found: str) -> str:
    """Returns an address without the punctuation behind it, and brackets that it does not open."""
    url, before = found, ""
    while url != before:
        before = url
        url = url.rstrip(".,;:!?*_~")
        for opening, closing in ("()", "[]"):
            if url.endswith(closing) and url.count(closing) > url.count(opening):
                url = url[:-1]
    return url
