"""Builds a page's tree of elements, and the ways of walking and changing it that its readers share. Pure."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from gpucat.resources import data_rows

if TYPE_CHECKING:
    from lxml.etree import _Element

_ENDINGS: Final = re.compile(r"</(?:html|body)\s*>", re.IGNORECASE)
_UNWRITABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NAME: Final = re.compile(r"[a-z0-9+#]+")
_UNREAD: Final = frozenset({"script", "style", "template", "iframe", "object", "noscript", "select", "canvas"})
_READ: Final = frozenset({
    "class", "id", "href", "src", "alt", "title", "type", "lang", "name", "property", "content", "role", "itemprop", "hidden",
    "aria-hidden", "style", "start", "colspan", "rowspan", "checked", "encoding", "alttext", "display", "http-equiv", "language",
    "block", "data-lang", "data-language", "data-src", "data-original", "data-lazy-src", "data-actualsrc", "data-tex", "data-latex",
    "data-expr", "data-math", "data-attrs", "data-enlighter-language", "data-code-language", "data-codeblock-lang",
})  # fmt: skip
_LONGEST: Final = 20_000
_DEEPEST: Final = 1000
_LONGEST_NAMES: Final = 500
"""So many characters of an element's classes and id are looked at."""


class _Target:
    """Builds the tree from the parser's events with the attributes that are read, and without styles and programs.

    Elements that stand deeper than `_DEEPEST` are left out, not their text. A tree built by lxml itself takes minutes for
    one element of 300,000 attributes.
    """

    def __init__(self) -> None:
        from lxml.etree import TreeBuilder

        self._builder = TreeBuilder()
        self._depth = 0
        self._unread = 0

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._depth += 1
        if self._unread or (tag in _UNREAD and not attributes.get("type", "").startswith("math/")):
            self._unread += 1
        elif self._depth <= _DEEPEST:
            kept = (
                {name: _writable(attributes[name][:_LONGEST]) for name in _READ.intersection(attributes)}
                if attributes
                else {}
            )
            self._builder.start(tag, kept)

    def end(self, tag: str) -> None:
        self._depth -= 1
        if self._unread:
            self._unread -= 1
        elif self._depth < _DEEPEST:
            self._builder.end(tag)

    def data(self, text: str) -> None:
        if not self._unread and self._depth:
            self._builder.data(_writable(text))

    def close(self) -> "_Element | None":
        try:
            return self._builder.close()
        except AssertionError:  # no element, or not all are closed
            return None


def _writable(text: str) -> str:
    """Returns the text without what XML cannot hold, such as the control character that `&#27;` stands for."""
    return _UNWRITABLE.sub("", text)


def parse_tree(text: str) -> "_Element | None":
    """Returns the root of the page's tree without comments; None for a page without an element.

    The endings of the page are cut first: some pages write `</html>` before `<body>`, and lxml then puts the body outside.
    """
    from lxml import etree

    cleaned = _writable(_ENDINGS.sub("", text)).replace("\r\n", "\n").replace("\r", "\n")
    if cleaned.lstrip().startswith("<?xml"):  # a declared encoding would be believed, and this is text already
        cleaned = cleaned.partition("?>")[2]
    target: Any = _Target()
    parser = etree.HTMLParser(target=target, encoding="utf-8", huge_tree=True)
    try:
        parser.feed(cleaned.encode())
        root: _Element | None = parser.close()
        return root
    except etree.XMLSyntaxError:
        return None


def walk(root: "_Element") -> Iterator[tuple["_Element", bool]]:
    """Yields every element twice, where it begins (True) and where it ends (False), however deep they stand."""
    open_elements = [(root, iter(root))]
    yield root, True
    while open_elements:
        element, children = open_elements[-1]
        child = next(children, None)
        if child is None:
            open_elements.pop()
            yield element, False
        else:
            open_elements.append((child, iter(child)))
            yield child, True


@cache
def part_names(kind: str) -> frozenset[str]:
    """Returns the names of a kind of part: `article`, `frame`, `gutter`, `line`."""
    return frozenset(name for row in data_rows("page_parts.tsv") if row[0] == kind for name in row[1].split())


def is_named(element: "_Element", kind: str) -> bool:
    """Whether a class or the id of the element has a name of that kind."""
    written = f"{element.get('class') or ''} {element.get('id') or ''}"
    return written != " " and not part_names(kind).isdisjoint(_names(written[:_LONGEST_NAMES]))


def _names(written: str) -> Iterator[str]:
    """Yields the parts of each class, and each two and three that stand together, joined by `-`."""
    for whole in _CAMEL.sub("-", written).lower().split():
        parts = _NAME.findall(whole)
        for length in (1, 2, 3):
            for start in range(len(parts) - length + 1):
                yield "-".join(parts[start : start + length])


def empty(element: "_Element") -> None:
    """Takes away all that the element holds and says; it stays in its place, as does the text after it.

    Removing it would join the texts before and after it, which takes quadratic time for a page of such elements.
    """
    element.clear(keep_tail=True)


def replace(element: "_Element", tag: str, text: str, **attributes: str) -> None:
    """Puts an element that has only this text in the place of another one."""
    parent = element.getparent()
    if parent is None:
        return
    new = element.makeelement(tag, attributes)
    new.text, new.tail = text, element.tail
    parent.replace(element, new)
