"""Finds what a page says is its title: in its metadata, its head and its headlines; and the names of its site. Pure."""

import html
import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple
from urllib.parse import urljoin, urlsplit

from gpucat.formats.byline import is_label, read_byline
from gpucat.formats.html_page import HtmlPieces
from gpucat.formats.linked_data import ArticleNode, LinkedData
from gpucat.formats.page_pieces import PageHeading, TextLine
from gpucat.links.page import FROM_TEXT, Fact, beside, squeezed
from gpucat.titles.names import is_person
from gpucat.titles.tables import SITE_MARKS, SITE_WORDS

_SPACE: Final = re.compile(r"[\s\u200b\ufeff]+")
_MARK: Final = re.compile(r"(?:\s*[¶§🔗⚓]\ufe0e?|\s+#|\s+Permalink(?: to th\w+ \w+)?)+$")
_AMOUNT: Final = re.compile(r"~?\d+\s*(?:min|word|view|read|comment|分钟|字|次|条)", re.IGNORECASE)
_SEVERAL: Final = re.compile(r"[|·•»›_｜:：]|\s[-–—]+\s")
_METAS: Final = ("og:title", "twitter:title", "citation_title", "dc.title")
_FEW_HEADINGS: Final = 3
_FEW_WORDS: Final = 4
_LONG_LABEL: Final = 5
_HEADLINE_LENGTH: Final = range(4, 121)
_HOME: Final = frozenset(
    {"home", "homepage", "index", "untitled", "document", "welcome", "back", "首页", "主页", "返回", "回到首页"}
)


class PageTitles(NamedTuple):
    """The titles of a page, the best first, the name of its site, and where its headline ends, in words of the text.

    `names` are all names of the site that the page shows, squeezed.
    """

    titles: tuple[Fact, ...]
    site_name: Fact | None
    names: frozenset[str]
    headline_at: int | None


def clean_text(text: str) -> str:
    """Returns the text on one line, with white space collapsed and doubly escaped entities resolved."""
    return _SPACE.sub(" ", html.unescape(text)).strip()


def join(base: str, address: str) -> str | None:
    """Returns the address as it is meant on a page; None if it is none."""
    try:
        return urljoin(base, address.strip())
    except ValueError:
        return None


def choose_article(pieces: HtmlPieces, linked: LinkedData) -> ArticleNode | None:
    """Returns the article node whose headline the page shows, or the only one: others belong to teasers."""
    shown = [*pieces.head_titles, *(heading.text for heading in (*pieces.headings, *pieces.headlines))]
    agreeing = [node for node in linked.articles if any(_agree(one, two) for one in node.headlines for two in shown)]
    if agreeing:
        return agreeing[0]
    return linked.articles[0] if len(linked.articles) == 1 else None


def read_titles(
    pieces: HtmlPieces, linked: LinkedData, article: ArticleNode | None, base: str, address: str
) -> PageTitles:
    """Returns the titles of a page that was read from `address`, in which links are relative to `base`."""
    heads = [clean_text(title) for title in pieces.head_titles]
    headings = _own_headings(pieces, base, address)
    site_name = _site_name(pieces, linked, article, heads, headings)
    names = frozenset(filter(None, map(squeezed, _site_names(pieces, site_name, base, address))))
    told = [fact for fact in _metadata(pieces, article) if fact.value]
    shown = [*(Fact(title, "title") for title in heads), *(end for title in heads for end in _trail_ends(title))]
    shown += [Fact(heading.text, heading.tag) for heading in headings]
    agreed = _is_shown(heads, headings)
    believed = [fact for fact in told if not agreed or any(_agree(fact.value, one.value) for one in shown)]
    facts = [*believed, *shown, *(fact for fact in told if fact not in believed)]
    headline_at = headings[0].after_words if headings else None
    if heads and not headings and all(_names_site(fact.value, names, heads) for fact in facts):
        found = _headline_of_text(pieces, names, base, address)
        facts += [Fact(found.text, FROM_TEXT)] if found else []
        names |= {squeezed(fact.value) for fact in facts if fact.rule != FROM_TEXT}
        headline_at = found.after_words if found else None
    first: dict[str, Fact] = {}
    for fact in facts:
        first.setdefault(fact.value, fact)
    return PageTitles(tuple(fact for value, fact in first.items() if value), site_name, names, headline_at)


def _own_headings(pieces: HtmlPieces, base: str, address: str) -> list[PageHeading]:
    """Returns the headlines: h1, else a post's title below; and what the head's title has beside a separator."""
    links_home = _heads_with_a_link(pieces)
    own, marked = (
        [
            heading._replace(text=text)
            for heading in found
            if not heading.is_beside
            and (links_home or not _links_elsewhere(heading, base, address))
            and (text := _unmarked(heading.text))
        ]
        for found in (pieces.headings, pieces.headlines)
    )
    firsts = [heading for heading in own if heading.tag == "h1"][:_FEW_HEADINGS]
    firsts = firsts or [heading for heading in own if heading.is_post_title][:1]
    titles = [clean_text(title) for title in pieces.head_titles]
    parts = [heading for heading in (*own, *marked) if any(beside(title, heading.text) for title in titles)]
    return list(
        {heading.text: heading for heading in (*firsts, *[part for part in parts if part not in firsts][:1])}.values()
    )


def _unmarked(text: str) -> str:
    return _MARK.sub("", clean_text(text))


def _heads_with_a_link(pieces: HtmlPieces) -> bool:
    """Whether the engine sets the page's own title as a link to the front of the book, as GitBook does."""
    return any(name == "generator" and value.startswith("GitBook") for name, value in pieces.metas)


def _links_elsewhere(heading: PageHeading, base: str, address: str) -> bool:
    """Whether the heading is an entry of a listing: all of it links to another page."""
    if heading.link is None:
        return False
    return _bare(join(base, heading.link) or "") != _bare(address)


def _bare(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.netloc.lower()}{parts.path.rstrip('/')}?{parts.query}"


def _metadata(pieces: HtmlPieces, article: ArticleNode | None) -> Iterator[Fact]:
    metas = dict(reversed(pieces.metas))
    if article and article.headlines:
        shown = (*pieces.head_titles, *(heading.text for heading in pieces.headings))
        agreeing = (one for one in article.headlines if any(_agree(one, two) for two in shown))
        yield Fact(clean_text(next(agreeing, article.headlines[0])), "json-ld")
    yield from (Fact(clean_text(metas[name]), name) for name in _METAS if name in metas)


def _trail_ends(title: str) -> Iterator[Fact]:
    """Yields both ends of a trail (`Site » Title`): a guillemet separates site and page, never parts of a title."""
    parts = [part.strip() for part in re.split("[»›]", title)]
    for end in (parts[-1], parts[0]):
        if len(parts) > 1 and " " in end:
            yield Fact(end, "end of title")


def _agree(one: str, two: str) -> bool:
    """Whether one text holds the other, or most words of the shorter one."""
    first, second = sorted((squeezed(one), squeezed(two)), key=len)
    words, others = sorted((set(text.casefold().split()) for text in (one, two)), key=len)
    return bool(first) and (first in second or len(words & others) * 2 > len(words))


def _is_shown(heads: list[str], headings: list[PageHeading]) -> bool:
    """Whether a headline agrees with the head's title, so what says otherwise is no title."""
    return any(
        _agree(head, heading.text) and not _is_usual_name(heading.text) for head in heads for heading in headings
    )


def _site_name(
    pieces: HtmlPieces, linked: LinkedData, article: ArticleNode | None, heads: list[str], headings: list[PageHeading]
) -> Fact | None:
    """Returns the name that the page gives its site or publisher; not one that is both title and headline."""
    told = [
        Fact(clean_text(value), name) for name, value in pieces.metas if name in {"og:site_name", "application-name"}
    ]
    told += [Fact(clean_text(linked.site_name), "json-ld")] if linked.site_name else []
    publishers = (article.publisher if article and article.publisher not in article.authors else None, pieces.publisher)
    told += [Fact(clean_text(name), "publisher") for name in publishers if name]
    titles = {heading.text for heading in headings}.intersection(heads)
    return next((fact for fact in told if fact.value and fact.value not in titles), None)


def _site_names(pieces: HtmlPieces, site_name: Fact | None, base: str, address: str) -> Iterator[str]:
    """Yields the site's names: as it gives them, the texts of links to its home page, and the parts of its host's name."""
    parts = urlsplit(address)
    if site_name:
        yield site_name.value
    for text, link in () if _heads_with_a_link(pieces) else pieces.homes:
        home = urlsplit(join(base, link) or "")
        folder = re.sub(r"index\.\w+$", "", home.path)
        is_above = (
            parts.path.startswith(folder) and folder.endswith("/") and folder != re.sub(r"index\.\w+$", "", parts.path)
        )
        if home.netloc == parts.netloc and is_above and clean_text(text).casefold() not in _HOME:
            yield clean_text(text)
    yield from (label for label in (parts.hostname or "").split(".")[:-1] if len(label) >= _LONG_LABEL)


def _names_site(title: str, names: Iterable[str], heads: list[str]) -> bool:
    return squeezed(title) in names or (title in heads and _is_usual_name(title))


def _is_usual_name(text: str) -> bool:
    """Whether a text reads as the name of a site or a person: `My Site`, `Ann's Blog`, `安的博客`, `Ann Lee`."""
    words = re.findall(r"[^\W_]+", text.casefold())
    is_site = any(word in SITE_WORDS or word == "site" for word in words) or any(mark in text for mark in SITE_MARKS)
    if _SEVERAL.search(text):
        return False
    return (is_site and len(words) <= _FEW_WORDS) or all(word in _HOME for word in words) or is_person(text)


def _lines_before_prose(pieces: HtmlPieces) -> list[TextLine]:
    """Returns the short lines before the first paragraph; none without a paragraph."""
    lines: list[TextLine] = []
    for line in pieces.lines:
        if len(line.text) > _HEADLINE_LENGTH[-1] or line.text.endswith((".", "。")):
            return lines
        if (
            not line.is_beside
            and not _AMOUNT.match(line.text)
            and (len(line.text.split()) > 1 or not line.text.isascii())
        ):
            lines.append(line)
    return []


def _headline_of_text(pieces: HtmlPieces, names: frozenset[str], base: str, address: str) -> PageHeading | None:
    """Returns what is set as a headline in the text, else the last short line before its first paragraph."""
    marked = [
        heading._replace(text=_unmarked(heading.text))
        for heading in (*pieces.headlines, *pieces.headings)
        if not (heading.is_beside or _links_elsewhere(heading, base, address))
    ]
    lines = [PageHeading(line.text, "line", None, False, line.after_words) for line in _lines_before_prose(pieces)]
    for heading in (*marked, *reversed(lines)):
        is_byline = is_label(heading.text) or any(read_byline(heading.text))
        if len(heading.text) in _HEADLINE_LENGTH and squeezed(heading.text) not in names and not is_byline:
            return heading
    return None
