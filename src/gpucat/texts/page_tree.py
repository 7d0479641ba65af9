"""Builds a page's tree of elements, and the ways of walking and changing it that its readers share. Pure."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gpucat.resources import data_rows

if TYPE_CHECKING:
    from lxml.etree import _Element

_ENDINGS: Final = re.compile(r"</(?:html|body)\s*>", re.IGNORECASE)
_UNWRITABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_HASH: Final = re.compile(r"^([a-z]+[A-Z][A-Za-z]*)_+[\w-]{4,7}$")
_TAG: Final = re.compile(r"[a-z][a-z0-9_-]*")
_NAME: Final = re.compile(r"[a-z0-9+#]+")
_UNREAD: Final = frozenset(
    {"script", "style", "template", "iframe", "object", "noscript", "select", "canvas", "video", "audio"}
)
_READ: Final = frozenset({
    "class", "id", "href", "src", "alt", "title", "type", "lang", "name", "property", "content", "role", "itemprop", "hidden",
    "aria-hidden", "style", "start", "colspan", "rowspan", "checked", "encoding", "alttext", "display", "http-equiv", "language",
    "block", "data-lang", "data-language", "data-src", "data-original", "data-lazy-src", "data-actualsrc", "data-tex", "data-latex",
    "data-expr", "data-math", "data-attrs", "data-enlighter-language", "data-code-language", "data-codeblock-lang",
})  # fmt: skip
_LONGEST: Final = 20_000
_DEEPEST: Final = 1000
_MOST: Final = 100_000
"""A page of 3 MB has more elements than this only if it is no article; reading them all would take half a minute."""
_LONGEST_NAMES: Final = 500
"""So many characters of an element's classes and id are looked at."""


class PageTree(NamedTuple):
    """The root of a page, None for a page without an element; `is_overfull` says that it has more than is read."""

    root: "_Element | None"
    is_overfull: bool


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
        self._count = 0

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._depth += 1
        if self._unread or self.is_overfull or _is_unread(tag, attributes):
            self._unread += 1
        elif self._depth <= _DEEPEST:
            kept = (
                {name: _writable(attributes[name][:_LONGEST]) for name in _READ.intersection(attributes)}
                if attributes
                else {}
            )
            self._builder.start(_nameable(tag), kept)
            self._count += 1

    @property
    def is_overfull(self) -> bool:
        return self._count > _MOST

    def end(self, tag: str) -> None:
        self._depth -= 1
        if self._unread:
            self._unread -= 1
        elif self._depth < _DEEPEST:
            self._builder.end(_nameable(tag))

    def data(self, text: str) -> None:
        if not self._unread and self._depth:
            self._builder.data(_writable(text))

    def close(self) -> "_Element | None":
        try:
            return self._builder.close()
        except AssertionError:  # no element, or not all are closed
            return None


def _nameable(tag: str) -> str:
    """Returns the tag, or `span` for what a tree cannot hold, such as `o:p` or `b"`."""
    return tag if _TAG.fullmatch(tag) else "span"


def _writable(text: str) -> str:
    """Returns the text without what XML cannot hold, such as the control character that `&#27;` stands for."""
    return _UNWRITABLE.sub("", text)


def _is_unread(tag: str, attributes: Mapping[str, str]) -> bool:
    if tag in _UNREAD:
        return not attributes.get("type", "").startswith("math/")
    return tag == "span" and attributes.get("class") == "katex-html"  # what KaTeX draws beside the source


def parse_tree(text: str) -> PageTree:
    """Returns the page's tree without comments.

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
        return PageTree(parser.close(), target.is_overfull)
    except etree.XMLSyntaxError:
        return PageTree(None, is_overfull=False)


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


def outermost(root: "_Element", is_wanted: Callable[["_Element"], bool]) -> list["_Element"]:
    """Returns the elements that are wanted, in order, none inside another."""
    found: list[_Element] = []
    inside: set[_Element] = set()
    for element in root.iter():
        if element not in inside and is_wanted(element):
            found.append(element)
            inside.update(element.iterdescendants())
    return found


@cache
def part_names(kind: str) -> frozenset[str]:
    """Returns the names of a kind of part: `article`, `frame`, `gutter`, `line`."""
    return frozenset(name for row in data_rows("page_parts.tsv") if row[0] == kind for name in row[1].split())


def is_named(element: "_Element", kind: str) -> bool:
    """Whether a class or the id of the element is, or has as a part, a name of that kind."""
    written = f"{element.get('class') or ''} {element.get('id') or ''}"
    return written != " " and not part_names(kind).isdisjoint(_names(written[:_LONGEST_NAMES]))


def is_just(element: "_Element", kind: str) -> bool:
    """Whether a whole class of the element is a name of that kind; the hash that bundlers add does not count."""
    written = element.get("class")
    if not written:
        return False
    wholes = (_HASH.sub(r"\1", whole) for whole in written[:_LONGEST_NAMES].split())
    return not part_names(kind).isdisjoint(_CAMEL.sub("-", whole).lower().replace("_", "-") for whole in wholes)


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
