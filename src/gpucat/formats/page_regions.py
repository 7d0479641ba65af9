"""Follows where in a page its reader is: in which item of microdata, and in the article or beside it. Pure."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from gpucat.texts.page_tree import part_names

_BESIDE_TAGS: Final = frozenset({"nav", "aside", "dialog", "menu"})
_WHOLE_TAGS: Final = frozenset({"html", "body", "main", "article"})
_OF_THE_PAGE: Final = frozenset({"webpage", "itempage", "blog", "website", "creativework", "webpageelement"})
_OTHER_ARTICLES: Final = frozenset({
    "report", "learningresource", "howto", "course", "podcastepisode", "article", "blogposting", "question", "apireference", "book",
    "thesis", "chapter", "review", "critiquereview", "statement", "webcontent", "guide",
})  # fmt: skip
_LONGEST_NAMES: Final = 500


class _Region(NamedTuple):
    depth: int
    is_beside: bool
    kind: str
    role: str


class Regions:
    """The regions that are open at one point of a page, the innermost last."""

    def __init__(self) -> None:
        self._open: list[_Region] = []
        self._articles = 0

    def enter(self, depth: int, tag: str, attributes: Mapping[str, str]) -> None:
        is_item = "itemscope" in attributes
        is_beside = tag in _BESIDE_TAGS or (tag == "footer" and not self._articles) or names_beside(tag, attributes)
        self._articles += tag == "article"
        if is_item or is_beside or tag == "article":
            kind, role = self.kind, self.role
            if is_item:
                kind, role = type_name(attributes.get("itemtype", "")) or kind, attributes.get("itemprop", "").lower()
            self._open.append(_Region(depth, is_beside or self.is_beside, kind, role))

    def leave(self, depth: int, tag: str) -> None:
        if self._open and self._open[-1].depth == depth:
            self._open.pop()
            self._articles -= tag == "article"

    @property
    def is_beside(self) -> bool:
        """Whether this is navigation, a teaser, a comment or the like."""
        return bool(self._open) and self._open[-1].is_beside

    @property
    def kind(self) -> str:
        """The type of the item around, in small letters; empty outside any."""
        return self._open[-1].kind if self._open else ""

    @property
    def role(self) -> str:
        """The property that the item around is of another one: `author`, `publisher`; empty for none."""
        return self._open[-1].role if self._open else ""

    @property
    def is_the_articles(self) -> bool:
        """Whether a property here is the article's or the page's, not that of a video, a person or a comment."""
        return not self.is_beside and (not self.kind or self.kind in _OF_THE_PAGE or is_article_type(self.kind))


def type_name(written: str) -> str:
    """Returns the name of a type of schema.org, in small letters."""
    return written.strip().rstrip("/").rpartition("/")[2].rpartition(":")[2].lower()


def is_article_type(name: str) -> bool:
    """Whether a type is an article: all kinds of articles and postings, and what is written like one."""
    return name.endswith(("article", "posting", "newsarticle")) or name in _OTHER_ARTICLES


def names_beside(tag: str, attributes: Mapping[str, str]) -> bool:
    """Whether a class or the id of an element says that it stands beside the article."""
    written = f"{attributes.get('class', '')} {attributes.get('id', '')}"
    return tag not in _WHOLE_TAGS and written != " " and _is_beside(written[:_LONGEST_NAMES].lower())


@lru_cache(maxsize=2048)
def _is_beside(written: str) -> bool:
    return not part_names("beside").isdisjoint(name.replace("_", "-") for name in written.split())
