"""Describes a page that was fetched, and the article on it. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple
from urllib.parse import urlsplit

from gpucat.catalog.logins import without_login
from gpucat.catalog.url import canonical_url
from gpucat.links.observed import FieldFact

THIN_PAGE_WORDS: Final = 60

PageKind = Literal["html", "text", "pdf", "other", "empty"]
_TAIL: Final = re.compile(r"(.+?)\s*(?:\s[–—-]|[|·•»])\s+([^–—|·•»]+)", re.S)
_BESIDE: Final = re.compile(r"\s*(?:\s[–—-]\s|[|·•»]|\s::\s)\s*")
_HEADINGS: Final = ("h1", "h2", "heading")
_LONG_LABEL: Final = 5


class Fact(NamedTuple):
    """A value read from a page, and the rule that read it (`og:title`, `json-ld`, `h1`, `time`)."""

    value: str
    rule: str


class Refresh(NamedTuple):
    """Where a page redirects its reader itself.

    `rule` is `meta`, `script`, `refresh` (the header) or `frame` (this frame holds the text of a page of frames).
    """

    address: str
    delay_s: float
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """The facts of one page; an unknown value is None or empty, never a guess.

    `opening` is the beginning of the visible text, `machinery` a lower-case sample of the page's scripts and their
    addresses (robot walls and parking services show there), `has_login_form` a password field or what single sign-on
    passes on, `anchors` the names that a `#fragment` can point to. An app shell is an empty page that a script fills;
    `needs_script` is wider: hardly a word, and scripts.
    """

    kind: PageKind = "html"
    titles: tuple[Fact, ...] = ()
    authors: tuple[Fact, ...] = ()
    site_name: Fact | None = None
    published: Fact | None = None
    language: str | None = None
    canonical: str | None = None
    og_type: str | None = None
    refresh: Refresh | None = None
    words: int = 0
    opening: str = ""
    machinery: str = ""
    has_login_form: bool = False
    is_app_shell: bool = False
    needs_script: bool = False
    anchors: frozenset[str] = frozenset()

    @property
    def is_thin(self) -> bool:
        """Whether the page is too short to be an article."""
        return self.words < THIN_PAGE_WORDS

    @property
    def title(self) -> str | None:
        """The title to show: the first one that is not the site's own name."""
        names = {self.site_name.value} if self.site_name else set()
        told = [fact.value for fact in self.titles if fact.value not in names]
        return told[0] if told else (self.titles[0].value if self.titles else None)


def facts_of_page(page: Page, asked: str, landed: str) -> Iterator[FieldFact]:
    """Yields what the page at `landed` says of the article that was requested at `asked`."""
    if title := _article_title(page, landed):
        yield FieldFact("title", *title)
    if page.authors:
        yield FieldFact("authors", "、".join(fact.value for fact in page.authors), page.authors[0].rule)
    if page.site_name:
        yield FieldFact("source", *page.site_name)
    if page.published:
        yield FieldFact("published", *page.published)
    if page.canonical and canonical_url(page.canonical) != canonical_url(asked):
        yield FieldFact("url", without_login(page.canonical), "canonical")
    elif canonical_url(landed) != canonical_url(asked):
        yield FieldFact("url", landed, "redirect")
    if page.language:
        yield FieldFact("language", page.language, "lang")


def _article_title(page: Page, address: str) -> Fact | None:
    """Returns the page's title without the site's or the author's name around it.

    Of two titles, one inside the other, the inner wins if the rest is such a name or the inner one is the heading.
    """
    told = next((fact for fact in page.titles if fact.value == page.title), None)
    if told is None:
        return None
    names = _names(page, address)
    # A site's name more often follows the title than precedes it: of two headings the first part is the title.
    for inner in sorted(page.titles, key=lambda fact: not told.value.startswith(fact.value)):
        rest = _rest(told.value, inner.value)
        if rest and (_is_name(rest, names) or inner.rule in _HEADINGS) and not _is_name(inner.value, names):
            return inner
    found = _TAIL.fullmatch(told.value)
    if found and _is_name(found[2], names):
        return Fact(found[1].strip(), f"{told.rule} without the site's name")
    return told


def _rest(whole: str, part: str) -> str | None:
    """Returns what surrounds a title inside another, beyond a separator; None if it is not inside it that way."""
    if part == whole or len(part) < 2:
        return None
    for outside in (whole.removeprefix(part), whole.removesuffix(part)):
        pieces = [piece for piece in _BESIDE.split(outside) if piece]
        if outside != whole and pieces and (_BESIDE.match(outside) or _BESIDE.search(outside[-3:] + " ")):
            return " ".join(pieces)
    return None


def _names(page: Page, address: str) -> set[str]:
    """Returns the normalized names of the site and its authors, and the labels of its host."""
    said = [fact.value for fact in (*page.authors, *filter(None, [page.site_name]))]
    labels = (urlsplit(address).hostname or "").split(".")[:-1]
    return {
        squeezed
        for name in (*said, *(label for label in labels if len(label) >= _LONG_LABEL))
        if (squeezed := _squeezed(name))
    }


def _is_name(text: str, names: set[str]) -> bool:
    squeezed = _squeezed(text)
    return any(name == squeezed or (len(name) >= _LONG_LABEL and name in squeezed) for name in names)


def _squeezed(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())
