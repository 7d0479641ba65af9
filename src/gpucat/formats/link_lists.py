"""Reads the links of a file to check: every link of a Markdown document, and of any other format its articles. Pure."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.logins import without_login, without_logins
from gpucat.catalog.url import kept_url
from gpucat.errors import GpucatError
from gpucat.formats.files import KnownText
from gpucat.formats.links import bare_address
from gpucat.formats.reading import ArticleLine, Problem

if TYPE_CHECKING:
    from gpucat.formats.markdown_links import MarkdownReader

_WEB: Final = re.compile(r"(?:https?:)?//", re.IGNORECASE)


class ListedLink(NamedTuple):
    """A link of a file: its line (from 1), its title (empty where only a label or an address stands), and its names."""

    line: int
    title: str
    url: str
    names: tuple[str, ...] = ()


class LinkList(NamedTuple):
    """The links of a file, and the lines that should hold one but do not."""

    links: tuple[ListedLink, ...]
    problems: tuple[Problem, ...] = ()


def read_link_list(known: KnownText) -> LinkList:
    """Returns the links of a file: every one of a document, of another format those of its articles."""
    if known.format == "markdown":
        from gpucat.formats.markdown_links import MarkdownReader

        return LinkList(tuple(_found_links(MarkdownReader.of(known.text))))
    reading = known.parsed()
    return LinkList(tuple(_article_link(line) for line in reading.articles), reading.problems)


def _found_links(reader: "MarkdownReader") -> Iterator[ListedLink]:
    """Yields the links to web pages that a Markdown document shows, with their own titles or those that an import gives."""
    taken = {(line.line, line.article.url): _title(line.article) for line in reader.links.articles}
    for line, link in reader.found:
        if _WEB.match(url := (link.url or "").strip()):
            title = link.text if link.has_title else taken.get((line, url), "")
            yield ListedLink(line, without_logins(title), _kept(url))


def _article_link(line: ArticleLine) -> ListedLink:
    article = line.article
    return ListedLink(
        line.line, _title(article), _kept(article.url), (*article.authors, *filter(None, (article.source,)))
    )


def _title(article: Article) -> str:
    """Returns the article's title; empty if it is only the address."""
    return "" if article.title in (article.url, bare_address(article.url)) else without_logins(article.title)


def _kept(url: str) -> str:
    """Returns the address as an import keeps it, or as it is written if it cannot be kept: the check says what is wrong."""
    url = without_login(url)
    try:
        return kept_url(url)
    except GpucatError:
        return url
