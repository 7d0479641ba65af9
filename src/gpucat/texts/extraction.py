"""Extracts the text of an article from its page, as Markdown. Pure."""

import re
from typing import Final, NamedTuple

from gpucat.charset import decode_page
from gpucat.language import Bilingual

EXTRACTOR_VERSION: Final = 1
_FEWEST_WORDS: Final = 80
_NOT_TO_KEEP: Final = re.compile(r"<meta[^>]*robots[^>]*noarchive", re.IGNORECASE)


class NoArticleError(Exception):
    """A page has no article that could be kept; `reason` says why."""

    def __init__(self, reason: Bilingual) -> None:
        super().__init__(reason)
        self.reason = reason


class ArticleText(NamedTuple):
    """The text of an article; `is_kept` is false if the page asks that no copy be kept."""

    title: str
    language: str
    markdown: str
    words: int
    code_blocks: int
    is_kept: bool


def extract(html: bytes, content_type: str, url: str) -> ArticleText:
    """Returns the article's text; raises NoArticleError if there is none."""
    from lxml import html as parser

    text = decode_page(html, content_type).text
    tree = parser.fromstring(text)
    title, parts, codes = "", [], 0
    for element in tree.iter("h1", "h2", "h3", "p", "pre"):
        said = "".join(element.itertext())
        if element.tag == "pre":
            codes += 1
            parts.append(f"```\n{said}\n```")
        elif element.tag == "p":
            parts.append(" ".join(said.split()))
        else:
            title = title or said
            parts.append(f"{'#' * int(str(element.tag)[1])} {said}")
    words = sum(len(part.split()) for part in parts)
    if words < _FEWEST_WORDS:
        raise NoArticleError(Bilingual(f"fewer than {_FEWEST_WORDS} words", f"不足 {_FEWEST_WORDS} 个词"))
    return ArticleText(title, "en", "\n\n".join(parts) + "\n", words, codes, not _NOT_TO_KEEP.search(text))
