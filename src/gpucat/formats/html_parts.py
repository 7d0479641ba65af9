"""The parts of a page that `html_page` collects, as they stood there. Pure."""

from collections.abc import Mapping
from typing import NamedTuple


class Heading(NamedTuple):
    """A heading's text, its tag, where it links to when all of it is a link, and whether its class names a post title."""

    text: str
    tag: str
    link: str | None
    is_post_title: bool


class Time(NamedTuple):
    """A `<time>` element: its machine-readable moment, the words of its class and property, the headings before it."""

    moment: str
    role: str
    after_headings: int
    after_words: int


class Capture:
    """Text being collected until the element at `depth` ends."""

    __slots__ = ("attributes", "depth", "kind", "limit", "link", "linked", "parts", "size")

    def __init__(self, kind: str, depth: int, attributes: Mapping[str, str], limit: int, link: str | None) -> None:
        self.kind, self.depth, self.attributes, self.limit, self.link = kind, depth, attributes, limit, link
        self.parts: list[str] = []
        self.size = self.linked = 0

    @property
    def text(self) -> str:
        return "".join(self.parts)
