"""Finds the formulas of a page and leaves each as its TeX source. Pure.

A formula becomes an element `<tex>` that holds its source alone, with `display="block"` if it stands in a line of its own.
Sources that stand in the text between `$` or `\\(` are found when a paragraph is written.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

from gpucat.texts.page_tree import empty, outermost, replace

if TYPE_CHECKING:
    from lxml.etree import _Element

_VERBATIM: Final = frozenset({"pre", "code", "textarea"})
_RENDERED: Final = frozenset(
    {"mathjax", "mathjax_display", "mathjax_preview", "mathjax_svg", "mathjax_svg_display", "mathjax_chtml"}
)
"""What MathJax 2 draws beside the script that keeps the source."""
_IMAGES: Final = frozenset(
    {"latex", "tex", "mathimage", "mwe-math-fallback-image-inline", "mwe-math-fallback-image-display"}
)
_RENDERERS: Final = re.compile(
    r"latex\.php|/equation\?|codecogs\.com|chart\.googleapis|/latex\?|math/render|chart\?cht=tx", re.IGNORECASE
)
_DELIMITERS: Final = ((r"\(", r"\)"), (r"\[", r"\]"), ("$$", "$$"), ("$", "$"))
_BEGIN: Final = re.compile(
    r"(?<!\\)(?:\$\$?|\\\[|\\\(|\\begin\{(?:equation|align|aligned|gather|eqnarray|multline|split|cases)\*?\})"
)
_ENDS: Final = {"$": "$", "$$": "$$", r"\[": r"\]", r"\(": r"\)"}
_LONGEST: Final = 3000
"""A formula between delimiters is at most so long; others are text."""
_TEX: Final = re.compile(r"[\\^_{}=+<>|]|^\w$|^\w[\w,']{0,3}$|^\d+\s*[×\-*/]")
_SAID: Final = ("data-tex", "data-latex", "data-expr", "data-math")
_EXPRESSION: Final = re.compile(r'"persistentExpression"\s*:\s*"((?:[^"\\]|\\.)*)"')
_BLOCK: Final = frozenset(
    {"display", "katex-display", "katex--display", "mathjax_display", "latex-rendered", "equation", "block"}
)


def normalise_mathematics(root: "_Element") -> None:
    """Turns every formula whose source the page keeps into a `<tex>`; drawings of formulas beside a source go."""
    for element in outermost(root, lambda element: element.tag in _VERBATIM or _is_formula(element)):
        source = "" if element.tag in _VERBATIM else _source(element)
        if source:
            replace(element, "tex", source, **({"display": "block"} if _is_block(element) else {}))
        elif not _RENDERED.isdisjoint(_classes(element)):
            empty(element)


def _is_formula(element: "_Element") -> bool:
    if element.tag in {"math", "d-math", "mjx-container", "script"}:
        return True
    if element.tag == "img":
        return not _IMAGES.isdisjoint(_classes(element)) or _RENDERERS.search(element.get("src") or "") is not None
    if any(element.get(name) for name in _SAID):
        return True
    classes = _classes(element)
    return not _MARKED.isdisjoint(classes) and element.tag in {"span", "div", "p", "eq", "section", "mjx-container"}


_MARKED: Final = _RENDERED | {
    "katex", "katex-display", "katex--inline", "katex--display", "math", "arithmatex", "ztext-math", "latex-rendered", "mwe-math-element",
}  # fmt: skip


def _classes(element: "_Element") -> frozenset[str]:
    return frozenset((element.get("class") or "").lower().split())


def _source(element: "_Element") -> str:
    """Returns the TeX of a formula without delimiters; empty if the page does not keep it."""
    for name in _SAID:
        if value := element.get(name):
            return _bare(value)
    if element.tag == "img":
        return _bare(element.get("alt") or _asked(element.get("src") or ""))
    if found := _EXPRESSION.search(element.get("data-attrs") or ""):
        return _bare(found[1].replace("\\\\", "\\").replace('\\"', '"'))
    for part in element.iter("annotation", "math", "script"):
        if part.tag == "math" and part.get("alttext"):
            return _bare(part.get("alttext") or "")
        if part.tag == "annotation" and "tex" in (part.get("encoding") or "").lower():
            return _bare(part.text or "")
        if part.tag == "script":
            return _bare(part.text or "")
    if _RENDERED.isdisjoint(_classes(element)):
        drawn = next((part for part in element.iter() if "katex-mathml" in _classes(part)), None)
        text = "".join((element if drawn is None else drawn).itertext()).strip()
        return _bare(text if drawn is None else text.rpartition("\n")[2])
    return ""


def _asked(address: str) -> str:
    """Returns the formula that the address of a renderer asks for."""
    try:
        query = urlsplit(address).query
    except ValueError:
        return ""
    fields = parse_qs(query)
    return next((fields[name][0] for name in ("tex", "latex", "chl") if name in fields), "")


def _bare(source: str) -> str:
    """Returns the source without delimiters and the white space around it."""
    source = source.strip()
    for begin, end in _DELIMITERS:
        if source.startswith(begin) and source.endswith(end) and len(source) >= len(begin) + len(end):
            return source[len(begin) : len(source) - len(end)].strip()
    return source


def _is_block(element: "_Element") -> bool:
    """Whether a formula stands in a line of its own."""
    if element.tag == "script":
        return "mode=display" in (element.get("type") or "")
    if (
        element.get("display") in {"block", "true"}
        or element.tag in {"div", "p"}
        or (element.tag == "d-math" and element.get("block") is not None)
    ):
        return True
    if not _BLOCK.isdisjoint(_classes(element)):
        return True
    inner = next(element.iter("math"), None)
    return inner is not None and inner.get("display") == "block"


class Formula(NamedTuple):
    """A formula in a text from `start` up to `end`, its delimiters included."""

    start: int
    end: int
    source: str
    is_block: bool


def formulas_in(text: str) -> Iterator[Formula]:
    """Yields the formulas that stand in a text between delimiters, in order.

    A single dollar begins one only before TeX or a name of few letters: `$5 and $6` is money.
    """
    place = 0
    endless: set[str] = set()
    for found in _BEGIN.finditer(text):
        begin, end = found[0], _ENDS.get(found[0]) or f"\\end{found[0][6:]}"
        if found.start() < place or end in endless or (begin == "$" and text[found.end() : found.end() + 1].isspace()):
            continue
        close = text.find(end, found.end(), found.end() + _LONGEST)
        if close < 0:
            if len(text) - found.end() <= _LONGEST or text.find(end, found.end()) < 0:
                endless.add(end)
            continue
        is_whole = begin.startswith("\\begin")
        source = text[found.start() : close + len(end)] if is_whole else text[found.end() : close].strip()
        if source and (begin != "$" or _is_tex(text, found.start(), close)):
            place = close + len(end)
            yield Formula(found.start(), place, source, is_block=begin not in {"$", r"\("})


def _is_tex(text: str, start: int, close: int) -> bool:
    """Whether what stands between two single dollars is a formula."""
    source = text[start + 1 : close]
    beside = text[start - 1 : start] + text[close + 1 : close + 2]
    if source[-1:].isspace() or (beside.isascii() and any(map(str.isalnum, beside))):
        return False
    return _TEX.search(source) is not None
