"""Gathers the links of a collection (Markdown, bookmarks, an outline) and decides which become articles. Pure."""

import re
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlsplit

from gpucat.catalog.article import Article
from gpucat.catalog.fields import FieldError, article_from_fields, clean_text
from gpucat.catalog.logins import without_login
from gpucat.catalog.url import web_key
from gpucat.errors import GpucatError
from gpucat.formats.reading import ArticleLine, FileRow, LeftOut, ParsedFile, Problem, parsed_articles
from gpucat.language import Bilingual

IMAGE: Final = Bilingual("an image or badge", "图片或徽章")
PROSE: Final = Bilingual("inside running text", "位于正文句子中")
COMPANION: Final = Bilingual("belongs to the link before it", "附属于前一个链接")
_INSIDE: Final = Bilingual("a link within the document", "文档内部链接")
NO_PAGE: Final = Bilingual("not a web page", "不是网页")
_SCHEME: Final = re.compile(r"[a-z][a-z0-9+.-]*:", re.I)
_SPACE: Final = re.compile(r"\s+")


class LinkCollector:
    """Takes the links of a file in order and accounts for each of them in a ParsedFile."""

    def __init__(self) -> None:
        self.articles: list[ArticleLine] = []
        self.problems: list[Problem] = []
        self.left_out: list[LeftOut] = []

    def take(self, line: int, title: str, url: str, headings: Sequence[str] = (), **fields: Any) -> None:  # noqa: ANN401
        """Turns the link into an article, or leaves it out with the reason.

        `fields` are further fields of the article. A module counts as one more heading, `shelf` is the slug of the module
        in which an export of gpucat has it; an unreadable value is kept as it is under `FIELD_as_given`.
        """
        address = url.strip()
        if reason := _objection_to(address):
            self.leave(line, title or address, reason)
            return
        shelf, marks = fields.pop("shelf", None), fields.pop("marks", None)
        above = (*headings, module) if (module := fields.pop("module", None)) else tuple(headings)
        shown = (clean_text(one_line(text)) for text in (title, bare_address(address), address))
        named = {"title": next(filter(None, shown)), "url": address, **fields}
        given = {name: value for name, value in named.items() if value}
        try:
            article = _lenient(given)._replace(module=shelf or None)
        except FieldError as error:
            self.problems.append(Problem(line, error.field, error.reason))
        else:
            self.articles.append(ArticleLine(line, article, frozenset(given), above, marks=marks))

    def describe(self, summary: str) -> None:
        """Gives the last article a summary, if it has none."""
        last = self.articles[-1] if self.articles else None
        if last and not last.article.summary and (text := clean_text(summary)):
            article = last.article._replace(summary=text)
            self.articles[-1] = last._replace(article=article, given=last.given | {"summary"})

    def leave(self, line: int, what: str, reason: Bilingual) -> None:
        """Records a link that is not an article."""
        self.left_out.append(LeftOut(line, one_line(what), reason))

    def take_out(self) -> list[FileRow]:
        """Returns what was gathered so far and forgets it."""
        found: list[FileRow] = [*self.left_out, *self.problems, *self.articles]
        for gathered in (self.left_out, self.problems, self.articles):
            gathered.clear()
        return found

    def result(self) -> ParsedFile:
        """Returns what was gathered."""
        return parsed_articles(self.articles, self.problems, self.left_out, is_collection=True)


def bare_address(address: str) -> str:
    """Returns the address without its scheme and its login, to stand in for a missing title."""
    address = without_login(address)
    try:
        parts = urlsplit(address)
    except ValueError:
        return address
    return (parts.netloc + parts.path.rstrip("/") + (f"?{parts.query}" if parts.query else "")) or address


def one_line(text: str) -> str:
    """Returns the text with its white space collapsed."""
    return _SPACE.sub(" ", text).strip()


def is_other_scheme(address: str) -> bool:
    """Whether the address names a scheme and leads to no web page: a script, a file, a setting of a browser."""
    scheme = _SCHEME.match(address)
    return scheme is not None and scheme[0].casefold() not in ("http:", "https:") and _objection_to(address) is not None


def _objection_to(address: str) -> Bilingual | None:
    """Returns why the address cannot be an article's; None if it can."""
    if not address or address.startswith("#") or not (_SCHEME.match(address) or address.startswith("//")):
        return _INSIDE
    try:
        web_key(address)
    except GpucatError:
        return NO_PAGE
    return None


def _lenient(given: dict[str, Any]) -> Article:
    """Returns the article with these fields; an unreadable value is renamed in `given`.

    Raises FieldError for what no article can be without.
    """
    while True:
        try:
            return article_from_fields(given)
        except FieldError as error:
            if error.field in ("title", "url") or error.field not in given:
                raise
            given[f"{error.field}_as_given"] = given.pop(error.field)
