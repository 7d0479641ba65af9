"""Describes a page that was fetched, and the article on it. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from gpucat.catalog.logins import without_login
from gpucat.catalog.url import canonical_url
from gpucat.links.observed import FieldFact

THIN_PAGE_WORDS: Final = 60

PageKind = Literal["html", "text", "pdf", "other", "empty"]
FROM_TEXT: Final = "first line of the text"
"""The rule of a title that is not said to be one."""
_TAIL: Final = re.compile(r"(.+?)\s*(?:\s[–—-]{1,3}|[|·•»｜_])\s*([^–—|·•»｜_]+)", re.S)
_SEPARATOR: Final = (
    r"(?:\s[-–—]{1,3}\s|\s?(?:[|·•»«›‹｜∙⋅]|::|[-–—]{2})\s?|_|\s[~/\\@:<>←→]\s|[-–—](?=.*[\u4e00-\u9fff]))"
)
_AFTER: Final = re.compile(rf"\s*{_SEPARATOR}\s*(\S.*)", re.S)
_BEFORE: Final = re.compile(rf"(.*\S)\s*{_SEPARATOR}\s*", re.S)
_PART: Final = re.compile(
    r"(?:part|chapter|lecture|episode|vol|no|ch|pt)\b\W*[\divx]|第.{1,3}[部章篇讲节]|[（(]?(?:\d+|[ivx]+|[一二三四五六七八九十上中下])[)）]?篇?$",
    re.I,
)
_SHOWN: Final = frozenset({"h1", "h2", "headline", "heading", "json-ld", "og:title"})
_LONG_NAME: Final = 5


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
    passes on, `anchors` the names that a `#fragment` can point to, `names` those of the site, squeezed. An app shell is an empty page that a script fills;
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
    names: frozenset[str] = frozenset()

    @property
    def is_thin(self) -> bool:
        """Whether the page is too short to be an article."""
        return self.words < THIN_PAGE_WORDS

    @property
    def title(self) -> str | None:
        """The title to show: the first one that is not the site's own name."""
        told = [fact.value for fact in self.titles if squeezed(fact.value) not in self.names]
        return told[0] if told else (self.titles[0].value if self.titles else None)

    @property
    def is_titled_by_site(self) -> bool:
        """Whether its own title names only the site."""
        return bool(self.titles) and all(
            fact.rule == FROM_TEXT or squeezed(fact.value) in self.names for fact in self.titles
        )


def facts_of_page(page: Page, asked: str, landed: str) -> Iterator[FieldFact]:
    """Yields what the page at `landed` says of the article that was requested at `asked`."""
    if title := _article_title(page):
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


def _article_title(page: Page) -> Fact | None:
    """Returns the page's title without the site's or the author's name around it.

    Of two titles, one inside the other, the inner wins if the rest is such a name or the inner one is the headline.
    """
    told = next((fact for fact in page.titles if fact.value == page.title), None)
    if told is None:
        return None
    names = page.names | {squeezed(fact.value) for fact in page.authors}
    # A site's name more often follows the title than precedes it: of two headings the first part is the title.
    for inner in sorted(page.titles, key=lambda fact: not told.value.startswith(fact.value)):
        rest = beside(told.value, inner.value)
        if rest and not _is_name(inner.value, names) and _is_name(rest, names, is_shown=inner.rule in _SHOWN):
            return inner
    found = _TAIL.fullmatch(told.value)
    if found and _is_name(found[2], names):
        return Fact(found[1].strip(), f"{told.rule} without the site's name")
    return told


def beside(whole: str, part: str) -> str | None:
    """Returns what surrounds a title inside another, beyond a separator; None if it is not inside it that way."""
    one, other = _alike(whole), _alike(part)
    if one == other or len(part) < 2:
        return None
    if one.startswith(other) and (found := _AFTER.fullmatch(whole[len(part) :])):
        return found[1]
    if one.endswith(other) and (found := _BEFORE.fullmatch(whole[: -len(part)])):
        return found[1]
    return None


def squeezed(text: str) -> str:
    """Returns the letters and digits of a text, in small letters."""
    return re.sub(r"[\W_]+", "", text.casefold())


def _alike(text: str) -> str:
    return text.lower().translate({0x2019: "'", 0x2018: "'", 0x201C: '"', 0x201D: '"'})


def _is_name(text: str, names: frozenset[str], *, is_shown: bool = False) -> bool:
    """Whether a text is or has such a name; what stands beside the headline is one, unless it numbers a part."""
    short = squeezed(text)
    if is_shown and not _PART.match(text):
        return True
    return any(name == short or (len(name) >= _LONG_NAME and name in short) for name in names)
