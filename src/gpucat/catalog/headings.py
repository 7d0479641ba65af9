"""Reads the headings above a link: one may name a module, the others become keywords. Pure."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from gpucat.catalog.catalogue import Module
from gpucat.catalog.numbers import CHINESE_NUMERALS

_COUNT: Final = re.compile(r"\s*[(（\[]\s*\d+[^)）\]]*[)）\]]\s*$")
_NUMBERING: Final = re.compile(
    rf"^\s*(?:\d+(?:\.\d+)*[.、):]?|[{CHINESE_NUMERALS}]+[、.])\s+|^\s*第[\d{CHINESE_NUMERALS}]+[章节部分篇]+[：:\s]*"
)
_ENDS: Final = re.compile(r"^[\W_]+|[^\w+#)）]+$")
# Headings that arrange a document or a browser's bookmarks and say nothing of the links.
_ARRANGEMENT: Final = frozenset(
    {
        "articles", "awesome", "blogs", "bookmarks", "bookmarks bar", "bookmarks menu", "bookmarks toolbar", "contents",
        "favorites", "favourites", "favorites bar", "further reading", "imported", "links", "list", "misc", "miscellaneous",
        "mobile bookmarks", "more", "other", "other bookmarks", "others", "posts", "reading list", "references", "resources",
        "subscriptions", "table of contents", "toc", "toolbar", "uncategorized", "unsorted", "书签", "书签栏", "其他",
        "其他书签", "其它", "参考资料", "参考文献", "收藏夹", "收藏夹栏", "收件箱", "文章", "未分类", "目录", "移动设备书签", "资源", "链接",
        "inbox",
    }
)  # fmt: skip


def module_named(modules: Sequence[Module], heading: str) -> str | None:
    """Returns the slug of the module that the heading names by its slug or its title in either language."""
    folded = _folded(heading)
    singular = folded.removesuffix("s")
    for module in modules:
        names = {_folded(module.slug), _folded(module.title.en), _folded(module.title.zh)} - {""}
        if folded in names or singular in {name.removesuffix("s") for name in names}:
            return module.slug
    return None


def module_and_keywords(modules: Sequence[Module], headings: Sequence[str]) -> tuple[str | None, tuple[str, ...]]:
    """Returns the module that the innermost such heading names, and the other headings as keywords."""
    named = [module_named(modules, heading) for heading in headings]
    module = next((slug for slug in reversed(named) if slug), None)
    words = [_trimmed(heading) for heading, slug in zip(headings, named, strict=True) if slug is None]
    kept = [word for word in words if word and word.casefold() not in _ARRANGEMENT]
    return module, tuple(dict.fromkeys(kept))


@lru_cache(maxsize=1024)
def _folded(heading: str) -> str:
    return " ".join(_trimmed(heading).casefold().replace("-", " ").split())


def _trimmed(heading: str) -> str:
    """Returns the heading without its numbering, a count at its end, and signs around it."""
    return " ".join(_ENDS.sub("", _NUMBERING.sub("", _COUNT.sub("", heading))).split())
