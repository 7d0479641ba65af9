"""Describes the pieces of a page that say something of its article, each with its position. Pure."""

from collections.abc import Mapping
from typing import NamedTuple


class PageHeading(NamedTuple):
    """A heading: its text and tag, the target if all of it is a link, and whether its class marks a post's title.

    `after_words` is the number of words up to its end; one beside the article belongs to a menu or a teaser.
    """

    text: str
    tag: str
    link: str | None
    is_post_title: bool
    after_words: int = 0
    is_beside: bool = False


class Time(NamedTuple):
    """A moment that a machine can read: its text, the words of its class and property, and its position.

    One that is not the article's own belongs to a comment, a teaser or a video.
    """

    moment: str
    role: str
    after_headings: int
    after_words: int
    is_own: bool = True


class AuthorElement(NamedTuple):
    """The text of an element that names an author, the rule that says so, and its position."""

    text: str
    rule: str
    after_words: int
    is_own: bool


class TextLine(NamedTuple):
    """A line of the visible text, cut if it is long, and how many words stand before it."""

    text: str
    after_words: int
    is_beside: bool


class Capture:
    """Text that is collected until the element at `depth` ends."""

    __slots__ = (
        "after_words",
        "attributes",
        "depth",
        "is_own",
        "kind",
        "limit",
        "link",
        "linked",
        "marks",
        "parts",
        "size",
    )

    def __init__(self, kind: str, depth: int, attributes: Mapping[str, str], limit: int, link: str | None) -> None:
        self.kind, self.depth, self.attributes, self.limit, self.link = kind, depth, attributes, limit, link
        self.parts: list[str] = []
        self.marks: list[str] = []
        self.size = self.linked = self.after_words = 0
        self.is_own = True

    @property
    def text(self) -> str:
        text = "".join(self.parts)
        return text if text.strip() else "".join(self.marks)
