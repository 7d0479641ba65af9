"""Finds the code of a page, whatever its highlighter, and leaves each block as one `<pre>` of plain text. Pure.

Highlighters write lines with line ends, with `<br>`, or as elements of their own; put line numbers beside them in a table
or inside them; and name the language in a class of the block, of something around it, or in a label.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import dropwhile, islice
from typing import TYPE_CHECKING, Final

from gpucat.resources import data_rows
from gpucat.texts.page_tree import empty, is_just, outermost, replace, walk

if TYPE_CHECKING:
    from lxml.etree import _Element

_HOLDERS: Final = frozenset({"pre", "d-code", "dt-code", "xmp", "listing"})
_HOLDING: Final = frozenset({"syntaxhighlighter", "crayon-pre", "codemirror-code", "js-file-line-container"})
"""Classes of elements that hold code without a `<pre>` around it."""
_BLOCKS: Final = frozenset({"div", "p", "li", "tr", "pre", "section"})
_NO_CODE: Final = frozenset({"button", "svg", "select", "textarea", "clipboard-copy", "style"})
_LINE_END: Final = "\x1e"
"""Stands where an element of one line ends, until it is known whether the text has line ends of its own."""
_ENDED: Final = re.compile(r"\n[ \t]*\x1e|\x1e[ \t]*\n")
_UNSEEN: Final = re.compile("[\u200b\u200c\u200d\u2060\ufeff\u00ad]")
_TITLE: Final = re.compile(r"\bbrush\s*[:=]\s*['\"]?([\w+#-]+)", re.IGNORECASE)
_SAID: Final = re.compile(
    r"^(?:language|lang|highlight-source|source|hl|src|sourcecode|highlight|brush|syntax|code)[-_:]([\w+#.-]{1,30})$",
    re.IGNORECASE,
)
_BESIDE: Final = frozenset(
    {"hljs", "highlight", "sourcecode", "src", "prettyprint", "codehilite", "syntaxhighlighter", "chroma", "brush"}
)
"""Classes that stand beside the bare name of a language."""
_ATTRIBUTES: Final = (
    "data-lang", "data-language", "data-enlighter-language", "data-code-language", "data-codeblock-lang", "language", "lang",
)  # fmt: skip
_LANGUAGE: Final = re.compile(r"[\w+#.-]{1,24}")
_NUMBERED: Final = re.compile(r"[ \t]*(\d+)(?:[.:|][ \t]?|[ \t]|$)")
_FEW: Final = 4
_HEIGHT: Final = 5
_TOO_WIDE: Final = frozenset({"body", "article", "main", "li", "blockquote"})
_NO_LABELS: Final = frozenset({"pre", "table", "p", "h1", "h2", "h3", "h4", "h5", "h6", "li"})
_FEWEST_NUMBERS: Final = 3
_DIGITS: Final = str.maketrans("", "", "0123456789")
_LABEL: Final = 24


def normalise_code(root: "_Element") -> None:
    """Turns every block of code into a `<pre lang=…>` that holds its text alone."""
    for holder in outermost(root, _holds_code):
        _normalise(holder)


def language_named(name: str) -> str | None:
    """Returns the usual name of a language; empty for a name of plain text, None for one that is not known."""
    return _languages().get(name.strip().lower())


@cache
def _languages() -> dict[str, str]:
    found: dict[str, str] = {}
    for name, others in data_rows("code_languages.tsv"):
        kept = "" if name == "-" else name
        found |= dict.fromkeys((name, *others.split()), kept)
    return found


def _holds_code(element: "_Element") -> bool:
    if element.tag in _HOLDERS:
        return True
    names = (element.get("class") or "").lower().split()
    if not _HOLDING.isdisjoint(names):
        return True
    return element.tag == "code" and (element.get("block") is not None or element.find(".//br") is not None)


def _normalise(holder: "_Element") -> None:
    place = _table_of_code(holder)
    if place is None:
        place = holder
    around = place.getparent()
    if around is not None and around.tag == "code":
        place = around
    language = _language(holder, place)
    label = _label_beside(place)
    replace(place, "pre", code_text(holder), lang=language or label)


def code_text(holder: "_Element") -> str:
    """Returns the code as the browser shows it, without numbers of lines, buttons and labels."""
    text = "".join(_pieces(holder)).replace("\xa0", " ")
    text = _UNSEEN.sub("", text)
    ends = text.count(_LINE_END)
    if ends > 1 and len(_ENDED.findall(text)) * 2 < ends - 1:
        text = re.sub(f"\n?{_LINE_END}", "\n", text)  # an empty line may hold a line end, so that it has a height
    lines = [line.rstrip() for line in text.replace(_LINE_END, "").rstrip().split("\n")]
    return "\n".join(_without_numbers(list(dropwhile(lambda line: not line, lines))))


def _pieces(holder: "_Element") -> Iterator[str]:
    """Yields the text, with a line end for `<br>` and a mark where an element of one line ends."""
    skipped: _Element | None = None
    marks = 0
    begun: list[int] = []  # how many marks there were when each open line began
    for element, begins in walk(holder):
        is_line = element is not holder and (
            element.tag in _BLOCKS or (element.tag != "code" and is_just(element, "line"))
        )
        if begins and skipped is None:
            if element is not holder and (
                element.tag in _NO_CODE or (element.tag != "code" and is_just(element, "gutter"))
            ):
                skipped = element
                continue
            if is_line:
                begun.append(marks)
            yield "\n" if element.tag == "br" else element.text or ""
        elif not begins:
            if skipped is None:
                if is_line and begun.pop() == marks:
                    marks += 1
                    yield _LINE_END
            elif skipped is element:
                skipped = None
            if skipped is None and element is not holder:
                yield element.tail or ""


def _without_numbers(lines: list[str]) -> list[str]:
    """Takes off the numbers of lines, if every line begins with the number after that of the line before it."""
    found = [_NUMBERED.match(line) for line in lines]
    numbers = [int(one[1][:9]) for one in found if one]
    if len(lines) < _FEWEST_NUMBERS or len(numbers) < len(lines):
        return lines
    if numbers != list(range(numbers[0], numbers[0] + len(lines))):
        return lines
    return [line[one.end() :] for line, one in zip(lines, found, strict=True) if one]


def _table_of_code(holder: "_Element") -> "_Element | None":
    """Returns the table around the holder, if its only other cells hold numbers of lines."""
    cell = holder
    for _ in range(_FEW):
        parent = cell.getparent()
        if parent is None or cell.tag == "td":
            break
        cell = parent
    row = cell.getparent() if cell.tag == "td" else None
    if row is None or row.tag != "tr":
        return None
    cells = list(islice(row, _FEW))
    if len(cells) == _FEW or any(other is not cell and not _is_gutter(other) for other in cells):
        return None
    table = row.getparent()
    if table is not None and table.tag in {"tbody", "thead"} and len(list(islice(table, 2))) == 1:
        table = table.getparent()
    return table if table is not None and table.tag == "table" else None


def _is_gutter(cell: "_Element") -> bool:
    return is_just(cell, "gutter") or not "".join(cell.itertext()).translate(_DIGITS).strip()


def _language(holder: "_Element", place: "_Element") -> str:
    """Returns the language that the block, what is in it, or what stands close around it names."""
    for element in _near(holder, place):
        for name in _names_in(element):
            known = language_named(name)
            if known is not None:
                return known
    told = (name for element in _near(holder, place) for name in _explicit(element) if name != element.get("lang"))
    return next(filter(_LANGUAGE.fullmatch, told), "")


def _near(holder: "_Element", place: "_Element") -> Iterator["_Element"]:
    """Yields the holder, its first elements, then its place and what is around that as long as it holds little else."""
    yield holder
    yield from islice(holder.iter("code", "span"), 2)
    yield place
    yield from _around(place)


def _around(holder: "_Element") -> Iterator["_Element"]:
    """Yields what is around the holder as long as it holds little else."""
    around = holder.getparent()
    for _ in range(_HEIGHT):
        if around is None or around.tag in _TOO_WIDE or len(list(islice(around, _FEW + 1))) > _FEW:
            return
        yield around
        around = around.getparent()


def _names_in(element: "_Element") -> Iterator[str]:
    """Yields what may be the name of a language: said to be one, or alone beside a class of a highlighter."""
    yield from _explicit(element)
    names = (element.get("class") or "").split()
    if not _BESIDE.isdisjoint(name.lower() for name in names) or element.tag in {"code", "pre"}:
        yield from (name for name in names if name.lower() not in _BESIDE)


def _explicit(element: "_Element") -> Iterator[str]:
    written = element.get("class") or ""
    if found := _TITLE.search(written):
        yield found[1].lower()
    for name in written.split():
        if (said := _SAID.match(name)) and not _is_ornament(said[1]):
            yield said[1].lower()
    for attribute in _ATTRIBUTES:
        if value := (element.get(attribute) or "").strip():
            yield value.lower()
    if found := re.search(r'"language"\s*:\s*"([\w+#-]+)"', element.get("data-attrs") or ""):
        yield found[1].lower()


def _is_ornament(name: str) -> bool:
    """Whether the word after `highlight-` or `code-` is a part of the page, not a language."""
    return (
        language_named(name) is None
        and re.search(r"block|wrap|box|container|toolbar|highlight|inline|copy|line", name.lower()) is not None
    )


def _label_beside(holder: "_Element") -> str:
    """Returns the language that a label beside the block names, and takes labels and buttons away."""
    found = ""
    inner = holder
    for around in _around(holder):
        for element in around:
            if element is inner or element.tag in _NO_LABELS or next(element.iter("pre"), None) is not None:
                continue
            text = "".join(islice(element.itertext(), _LABEL)).strip()
            if len(text) <= _LABEL and (known := language_named(text)) is not None:
                found = found or known
                empty(element)
            elif element.tag in _NO_CODE or is_just(element, "gutter"):
                empty(element)
        inner = around
    return found
