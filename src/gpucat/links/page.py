"""What is known of a page after reading it: plain facts, each with the rule that gave it. Pure."""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

THIN_PAGE_WORDS: Final = 60

PageKind = Literal["html", "text", "pdf", "other", "empty"]


class Fact(NamedTuple):
    """A value read from a page, and the rule that gave it (`og:title`, `json-ld`, `h1`, `time`)."""

    value: str
    rule: str


class Refresh(NamedTuple):
    """Where a page sends its reader by itself. `rule` is `meta`, `script`, `frame` (the page is made of frames, this one holds
    its text) or `refresh` (the header)."""

    address: str
    delay_s: float
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """The facts of one page. An unknown value is None or empty, never a guess.

    `opening` is the beginning of the visible text, `machinery` a lower-case sample of the page's scripts and their
    addresses (robot walls and parking services show there), `has_login_form` a field for a password or what single sign-on
    passes on, `anchors` the names a `#fragment` can point to. An app shell
    is an empty page that a script fills; `needs_script` is wider: hardly a word, and scripts.
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
        """Whether the page says too little to be an article by its length alone."""
        return self.words < THIN_PAGE_WORDS

    @property
    def title(self) -> str | None:
        """The title to show: the first candidate that is not the site's own name."""
        names = {self.site_name.value} if self.site_name else set()
        told = [fact.value for fact in self.titles if fact.value not in names]
        return told[0] if told else (self.titles[0].value if self.titles else None)
