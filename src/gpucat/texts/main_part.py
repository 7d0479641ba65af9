"""Finds the article on a page and takes away what the site puts around and into it. Pure.

What a class says is believed only of small parts: no element goes that holds over 30% of the text, because a site may call
its whole page `menu`.
"""

from typing import TYPE_CHECKING, Final

from gpucat.texts.page_tree import empty, is_named, outermost

if TYPE_CHECKING:
    from lxml.etree import _Element

_FRAME_TAGS: Final = frozenset({"nav", "footer", "form", "button", "dialog", "menu", "textarea", "svg"})
_FRAME_ROLES: Final = frozenset({"navigation", "banner", "contentinfo", "complementary", "search", "dialog", "toolbar"})
_NEVER: Final = frozenset(
    {"html", "body", "main", "article", "pre", "tex", "code", "table", "tr", "td", "tbody", "h1", "h2", "h3", "h4"}
)
_LARGEST_DROPPED: Final = 0.3
_LEAST_OF_PAGE: Final = 0.25
"""With less of the page's text than this, an element marked as the article is a part of a list of articles."""
_LEAST_OF_ARTICLE: Final = 0.6
_DOMINANT: Final = 0.95
_WRAPPERS: Final = frozenset({"div", "section", "center"})
_CONTENTS: Final = 3
"""So many links to places of the same page, and nothing else, make a table of contents."""
_HEADER: Final = 250

Sizes = dict["_Element", tuple[int, int]]
"""How many characters of text an element holds, and how many of them are links."""


def main_part(root: "_Element") -> "_Element":
    """Returns the element that holds the article, without the parts of the site's frame."""
    body = next(root.iter("body"), root)
    sizes = _measure(body)
    part = _choose(body, sizes)
    most = _LARGEST_DROPPED * sizes[part][0]
    for element in outermost(part, lambda one: one is not part and sizes[one][0] <= most and _is_frame(one, sizes)):
        empty(element)
    return part


def _measure(root: "_Element") -> Sizes:
    sizes: Sizes = {}
    for element in reversed(list(root.iter())):  # what is inside an element comes before it
        size, link = sizes.get(element, (0, 0))
        size += _length(element.text)
        sizes[element] = (size, size if element.tag == "a" else link)
        around = element.getparent()
        if around is not None and element is not root:
            whole, links = sizes.get(around, (0, 0))
            sizes[around] = (whole + size + _length(element.tail), links + sizes[element][1])
    return sizes


def _length(text: str | None) -> int:
    return len(text.strip()) if text else 0


def _prose(sizes: Sizes, element: "_Element") -> int:
    size, link = sizes[element]
    return size - link


def _choose(body: "_Element", sizes: Sizes) -> "_Element":
    """Returns what is marked as the article if it holds enough of the page, or what holds nearly all of the page."""
    page = _prose(sizes, body)
    marked = [element for element in sizes if _is_marked(element) and _prose(sizes, element) >= _LEAST_OF_PAGE * page]
    part = max(marked, key=lambda element: _prose(sizes, element), default=body)
    inner = [
        element
        for element in part.iter()
        if is_named(element, "article") and _prose(sizes, element) >= _LEAST_OF_ARTICLE * _prose(sizes, part)
    ]
    if inner:
        return min(inner, key=lambda element: sizes[element])
    while True:
        child = next((child for child in part if _prose(sizes, child) >= _DOMINANT * _prose(sizes, part) > 0), None)
        if child is None or child.tag not in _WRAPPERS:
            return part
        part = child


def _is_marked(element: "_Element") -> bool:
    if element.tag in {"article", "main", "d-article"}:
        return not is_named(element, "frame")
    return element.get("itemprop") == "articleBody" or element.get("role") == "main" or is_named(element, "article")


def _is_frame(element: "_Element", sizes: Sizes) -> bool:
    tag = element.tag
    if tag in _NEVER:
        return False
    if element.get("role") == "tabpanel":
        return False  # hidden until it is chosen, and of the article
    if tag in _FRAME_TAGS or element.get("role") in _FRAME_ROLES or element.get("hidden") is not None:
        return True
    if element.get("aria-hidden") == "true" or "display:none" in (element.get("style") or "").replace(" ", ""):
        return True
    size, link = sizes[element]
    if (tag == "header" and size < _HEADER) or (tag == "aside" and link * 2 > size):
        return True
    return is_named(element, "frame") or (tag in {"ul", "ol", "div"} and _is_contents(element, sizes))


def _is_contents(element: "_Element", sizes: Sizes) -> bool:
    """Whether the element has nothing but links to places of the same page, as a table of contents."""
    size, link = sizes[element]
    if not size or link < 0.9 * size:
        return False
    addresses = [link.get("href") or "" for link in element.iter("a")]
    return len(addresses) >= _CONTENTS and all(address.startswith("#") for address in addresses)
