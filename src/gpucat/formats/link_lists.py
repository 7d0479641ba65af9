"""Reads the links of a file to check: every link of a Markdown document, and of any other format its articles. Pure."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.fields import FieldError, refuse_half_characters
from gpucat.catalog.logins import without_login, without_logins
from gpucat.catalog.url import kept_url
from gpucat.errors import GpucatError
from gpucat.formats.files import KnownText
from gpucat.formats.jsonl import NOT_AN_OBJECT, numbered_records
from gpucat.formats.links import bare_address
from gpucat.formats.reading import ArticleLine, Problem
from gpucat.language import Bilingual

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
    if known.format == "jsonl":
        return _json_links(known.text)
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
    return "" if article.title in (article.url, bare_address(article.url)) else article.title


def _kept(url: str) -> str:
    """Returns the address as an import keeps it, or as it is written if it cannot be kept: the check says what is wrong."""
    url = without_login(url)
    try:
        return kept_url(url)
    except GpucatError:
        return url


def _json_links(text: str) -> LinkList:
    links: list[ListedLink] = []
    problems: list[Problem] = []
    for number, row in numbered_records(enumerate(text.split("\n"), 1)):
        if not isinstance(row, dict):
            problems.append(Problem(number, None, row if isinstance(row, Bilingual) else NOT_AN_OBJECT))
        elif row.get("kind", "article") != "article":
            continue
        elif reason := _objection(row):
            problems.append(Problem(number, *reason))
        else:
            names = (name for key in ("authors", "source") for name in _names(row.get(key)))
            title = without_logins(str(row.get("title") or ""))
            links.append(ListedLink(number, title, without_login(row["url"]), tuple(names)))
    return LinkList(tuple(links), tuple(problems))


def _objection(row: dict[str, Any]) -> tuple[str | None, Bilingual] | None:
    """Returns the field and the reason for which an article of the list cannot be checked."""
    if not isinstance(row.get("url"), str) or not row["url"].strip():
        return None, Bilingual("no url", "没有 url")
    try:
        refuse_half_characters(row)
    except FieldError as error:
        return error.field, error.reason
    return None


def _names(value: object) -> list[str]:
    listed = value if isinstance(value, list) else [value]
    return [name for name in listed if isinstance(name, str) and name]
