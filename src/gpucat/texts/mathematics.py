"""Finds the formulas of a page and leaves each as its TeX source. Pure.

A formula becomes an element `<tex>` that holds its source alone, with `display="block"` if it stands in a line of its own.
Sources that stand in the text between `$` or `\\(` are found when a paragraph is written.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs, urlsplit

from gpucat.texts.page_tree import empty, replace, walk

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
_SAID: Final = ("data-tex", "data-latex", "data-expr", "data-math")
_EXPRESSION: Final = re.compile(r'"persistentExpression"\s*:\s*"((?:[^"\\]|\\.)*)"')
_BLOCK: Final = frozenset(
    {"display", "katex-display", "katex--display", "mathjax_display", "latex-rendered", "equation", "block"}
)


def normalise_mathematics(root: "_Element") -> None:
    """Turns every formula whose source the page keeps into a `<tex>`; drawings of formulas beside a source go."""
    for element in list(_outermost(root)):
        source = _source(element)
        if source:
            replace(element, "tex", source, **({"display": "block"} if _is_block(element) else {}))
        elif not _RENDERED.isdisjoint(_classes(element)):
            empty(element)


def _outermost(root: "_Element") -> Iterator["_Element"]:
    """Yields the elements of formulas, none inside another and none in code."""
    inside: _Element | None = None
    for element, begins in walk(root):
        if inside is not None:
            inside = None if element is inside and not begins else inside
        elif begins and (element.tag in _VERBATIM or _is_formula(element)):
            inside = element
            if element.tag not in _VERBATIM:
                yield element


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
