"""Reads Markdown as blocks and plain text, and writes text so that it is read back unchanged. Pure."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from gpucat.catalog.dates import parse_date
from gpucat.errors import UsageError
from gpucat.formats.delimited import fields_of_row
from gpucat.formats.html_links import Anchor, stream_events
from gpucat.formats.links import COMPANION, IMAGE, PROSE, LinkCollector, is_label, one_line

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_SPECIAL: Final = re.compile(r"[\\`*\[\]<|~]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)|!(?=\[)|(?<=\w)(?=://)")
_BREAKS: Final = re.compile(r"\s*[\r\n]+\s*")
_PLAIN_URL: Final = re.compile(r"[^\s<>()\\|\"']+")
_BARE: Final = re.compile(r"https?://[^\s<>\"'`|，。；、）】》]+", re.I)
_AROUND: Final = " \t\n-–—:：|·,，.。;；>)(（）*_"
_CHECKBOX: Final = re.compile(r"^\s*\[[ xX]\]\s+")
_ANCHOR: Final = re.compile(r"<a\s", re.I)
_WORD: Final = re.compile(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+")
_WORDS_BEFORE: Final = 8
_BESIDE: Final = frozenset({"authors", "source", "source_type", "published", "level", "keywords", "summary", "why"})


class MarkdownPiece(NamedTuple):
    """A stretch of a block: text, or a link with its address. `line` counts from 0 at the block's first line."""

    text: str
    url: str | None = None
    is_image: bool = False
    line: int = 0

    @property
    def has_title(self) -> bool:
        """Whether the link's text is a title rather than a label or an address."""
        return bool(self.text) and not is_label(self.text) and not _BARE.match(self.text) and self.text != self.url


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


def pieces_of(children: "Sequence[Token]") -> list[MarkdownPiece]:
    """Splits inline tokens into pieces; bare addresses and HTML anchors are links too."""
    pieces: list[MarkdownPiece] = []
    line = index = 0
    while index < len(children):
        token = children[index]
        end = index + 1
        if token.type in ("softbreak", "hardbreak"):
            line += 1
            pieces.append(MarkdownPiece("\n", line=line))
        elif token.type == "link_open":
            end = _closing(children, index, lambda t: t.type == "link_close")
            inner = children[index + 1 : end]
            is_image = any(t.type == "image" for t in inner) and not plain_text(t for t in inner if t.type != "image")
            pieces.append(MarkdownPiece(one_line(plain_text(inner)), str(token.attrs["href"]), is_image, line))
            end += 1
        elif token.type == "html_inline" and _ANCHOR.match(token.content):
            end = _closing(children, index, lambda t: t.type == "html_inline" and t.content.lower().startswith("</a"))
            pieces += _html_link(children[index : end + 1], line)
            end += 1
        elif token.type in ("text", "code_inline"):
            pieces += (
                _bare_links(token.content, line) if token.type == "text" else [MarkdownPiece(token.content, line=line)]
            )
        index = end
    return pieces


def take_block(
    links: LinkCollector, line: int, pieces: Sequence[MarkdownPiece], headings: Sequence[str], *, is_item: bool
) -> None:
    """Takes the links of a list item, or of a paragraph line by line; links within its sentences are no articles."""
    blocks = [list(pieces)] if is_item else _lines(pieces)
    for block in blocks:
        places = [index for index, piece in enumerate(block) if piece.url is not None]
        entries = [index for index in places if _is_entry(links, line, block, index, is_item=is_item)]
        for number, index in enumerate(entries):
            begin = 0 if number == 0 else index
            end = entries[number + 1] if number + 1 < len(entries) else len(block)
            before, link, after = block[begin:index], block[index], block[index + 1 : end]
            title, date, summary = _said(before, link, after)
            links.take(line + link.line, title, link.url or "", headings, summary=summary, published=date)


def take_row(
    links: LinkCollector,
    line: int,
    cells: Sequence[Sequence[MarkdownPiece]],
    columns: Sequence[str | None],
    headings: Sequence[str],
) -> None:
    """Takes the links of a table's row: its article, in whichever column, and others with titles of their own."""
    found = [(column, piece) for column, cell in zip(columns, cells, strict=False) for piece in cell if piece.url]
    for _, piece in found:
        if piece.is_image:
            links.leave(line, piece.url or "", IMAGE)
    linked = [(column, piece) for column, piece in found if not piece.is_image]
    if not linked:
        return
    main = min(linked, key=lambda pair: _rank(*pair))
    texts = [one_line("".join(piece.text for piece in cell if not piece.is_image)) for cell in cells]
    fields, filed = fields_of_row(columns, texts)
    title = main[1].text if main[1].has_title else _title_beside(fields, texts, main[1])
    rest = {name: value for name, value in fields.items() if name not in ("title", "url")}
    links.take(line, title, main[1].url or "", (*headings, *filed), **rest)
    for column, piece in linked:
        if piece is main[1]:
            continue
        if column in _BESIDE or not piece.has_title:
            links.leave(line, piece.text or piece.url or "", COMPANION)
        else:
            links.take(line, piece.text, piece.url or "", (*headings, *filed))


def label_of(pieces: Iterable[MarkdownPiece]) -> str:
    """Returns the text of a block without links, under which the items below it belong."""
    return one_line("".join(piece.text for piece in pieces))


def _is_entry(links: LinkCollector, line: int, block: Sequence[MarkdownPiece], index: int, *, is_item: bool) -> bool:
    """Whether the link is an article of its own; if not, records why."""
    piece = block[index]
    said = "".join(other.text for other in block[:index])
    reason = None
    if piece.is_image:
        reason = IMAGE
    elif not piece.has_title and any(other.url and not other.is_image for other in block[:index]):
        reason = COMPANION
    elif not is_item and piece.has_title and len(_WORD.findall(said)) > (0 if _reads_on(said) else _WORDS_BEFORE):
        reason = PROSE
    if reason:
        links.leave(line + piece.line, piece.text or piece.url or "", reason)
    return reason is None


def _reads_on(before: str) -> bool:
    """Whether the text before a link runs on into it, as a sentence does."""
    return not before.rstrip().endswith((":", "：", "-", "–", "—", "|"))


def _said(
    before: Sequence[MarkdownPiece], link: MarkdownPiece, after: Sequence[MarkdownPiece]
) -> tuple[str, str | None, str]:
    """Returns title, date and summary from a link and the text around it."""
    lead = _CHECKBOX.sub("", "".join(piece.text for piece in before if not piece.is_image)).strip(_AROUND)
    rest = one_line("".join(piece.text for piece in after if piece.url is None)).lstrip(_AROUND)
    rest = rest if len(_WORD.findall(rest)) > 1 else ""  # a lone "and" between two links is no summary
    if not link.has_title:
        return one_line(lead), None, rest
    try:
        return link.text, parse_date(lead), rest
    except UsageError:
        return link.text, None, one_line(f"{lead}: {rest}" if lead and rest else lead or rest)


def _rank(column: str | None, piece: MarkdownPiece) -> tuple[bool, bool, bool]:
    return column != "title", column != "url", column in _BESIDE or not piece.has_title


def _title_beside(fields: dict[str, str], texts: Sequence[str], link: MarkdownPiece) -> str:
    told = fields.get("title") or next(
        (t for t in texts if re.search(r"[^\W\d]", t) and t not in (link.text, link.url)), ""
    )
    return "" if is_label(told) else told


def _lines(pieces: Sequence[MarkdownPiece]) -> list[list[MarkdownPiece]]:
    lines: list[list[MarkdownPiece]] = [[]]
    for piece in pieces:
        if piece.text == "\n" and piece.url is None:
            lines.append([])
        else:
            lines[-1].append(piece)
    return lines


def _closing(children: "Sequence[Token]", index: int, ends: "Callable[[Token], bool]") -> int:
    """Returns the index of the token that ends what begins at `index`, or of the last token."""
    return next((i for i in range(index + 1, len(children)) if ends(children[i])), len(children) - 1)


def _bare_links(text: str, line: int) -> list[MarkdownPiece]:
    pieces: list[MarkdownPiece] = []
    position = 0
    for found in _BARE.finditer(text):
        url = found[0].rstrip(".,;:!?*_~")
        while url.endswith(")") and url.count(")") > url.count("("):
            url = url[:-1]
        begin = found.start()
        pieces += [MarkdownPiece(text[position:begin], line=line), MarkdownPiece(url, url, line=line)]
        position = begin + len(url)
    return [piece for piece in (*pieces, MarkdownPiece(text[position:], line=line)) if piece.text]


def _html_link(tokens: "Sequence[Token]", line: int) -> list[MarkdownPiece]:
    source = "".join(token.content for token in tokens)
    anchors = (event for event in stream_events((source, "</a>")) if isinstance(event, Anchor))
    return [MarkdownPiece(anchor.text, anchor.url, anchor.is_image, line) for anchor in anchors]
