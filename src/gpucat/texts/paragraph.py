"""Writes the words of one paragraph as Markdown: marks that hold, formulas as they are, nothing taken for markup. Pure."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple

from gpucat.texts.mathematics import formulas_in

PieceKind = Literal["text", "raw", "open", "close"]
_SPACE: Final = re.compile(r"[ \t\n\f\u00a0\u2002-\u200b\ufeff]+")
_CJK: Final = "\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
_BETWEEN_CJK: Final = re.compile(rf"(?<=[{_CJK}])[ \t]*\n[ \t\n]*(?=[{_CJK}])")
_MARKUP: Final = re.compile(r"(?<![^\W_])_|_(?![^\W_])|[*`$\\]|<(?=[\w/!?])|\[(?=[^\]\n]{0,200}\]\()|~~|!(?=\[)")
_LINE_MARKUP: Final = re.compile(r"^(\d{0,9})(?=#{1,6}\s|[-+]\s|>|(?<=\d)[.)]\s|(?:---+|===+|~~~+)$)", re.MULTILINE)


class Piece(NamedTuple):
    """A piece of a paragraph: text of the page, Markdown as it is, or the beginning or end of a mark or link."""

    kind: PieceKind
    text: str


def written_paragraph(pieces: Iterable[Piece]) -> str:
    """Returns the paragraph as Markdown, with formulas between `$` or `$$`; empty if it has no words."""
    return _LINE_MARKUP.sub(r"\1\\", re.sub(r" *\n *", "  \n", _written(pieces)))


def plain_line(pieces: Iterable[Piece]) -> str:
    """Returns the paragraph on one line, for a heading or a cell of a table."""
    return _SPACE.sub(" ", _written(pieces))


def code_span(text: str) -> str:
    """Returns code as a span within a line, between more backticks than stand in it."""
    text = _SPACE.sub(" ", text).strip()
    if not text:
        return ""
    ticks = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{space}{text}{space}{ticks}"


def formula(source: str, *, is_block: bool) -> str:
    """Returns the source of a formula between dollars; one of several lines, or a block, between two."""
    source = re.sub(r"\n\s*\n", "\n", source.strip())
    if is_block:
        return f"$$\n{source}\n$$"
    return f"${_SPACE.sub(' ', source)}$" if source else ""


def _written(pieces: Iterable[Piece]) -> str:
    parts = _with_matched_marks(_merged(pieces))
    return "".join(_escaped(part.text) if part.kind == "text" else part.text for part in parts).strip()


def _merged(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Joins texts that stand together and makes each white space one blank, also where pieces meet."""
    waiting: list[str] = []
    after_space = True
    for piece in (*pieces, Piece("raw", "")):
        if piece.kind == "text":
            waiting.append(piece.text)
            continue
        if waiting:
            text = _SPACE.sub(" ", _BETWEEN_CJK.sub("", "".join(waiting)))
            text = text.lstrip(" ") if after_space else text
            waiting = []
            if text:
                yield Piece("text", text)
                after_space = text.endswith(" ")
        if piece.text:
            yield piece
            after_space = after_space if piece.kind == "open" else piece.text.endswith("\n") and piece.kind == "raw"


def _with_matched_marks(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Drops marks without a partner, around nothing, or where Markdown would not take them for marks."""
    parts = list(pieces)
    partners: dict[int, int] = {}
    opened: list[int] = []
    for place, part in enumerate(parts):
        if part.kind == "open":
            opened.append(place)
        elif part.kind == "close" and opened:
            begin = opened.pop()
            if place > begin + 1 and _holds(parts, begin, place):
                partners[begin] = place
    kept = {*partners, *partners.values()}
    for place, part in enumerate(parts):
        if part.kind in {"text", "raw"} or place in kept:
            yield part


def _holds(parts: list[Piece], begin: int, end: int) -> bool:
    """Whether the marks at both places are read as marks: nothing blank inside, and no letter against punctuation."""
    if parts[begin].text == "[":
        return True
    first, last = parts[begin + 1].text[:1], parts[end - 1].text[-1:]
    before = parts[begin - 1].text[-1:] if begin else " "
    after = parts[end + 1].text[:1] if end + 1 < len(parts) else " "
    if first.isspace() or last.isspace():
        return False
    return (first.isalnum() or not before.isalnum()) and (last.isalnum() or not after.isalnum())


def _escaped(text: str) -> str:
    """Returns text with its formulas between dollars and everything else that Markdown would read as markup escaped."""
    written, place = [], 0
    for found in formulas_in(text):
        written += [
            _marked(text[place : found.start]),
            f"$${found.source}$$" if found.is_block else formula(found.source, is_block=False),
        ]
        place = found.end
    return "".join([*written, _marked(text[place:])])


def _marked(text: str) -> str:
    return _MARKUP.sub(r"\\\g<0>", text)
