"""Defines an article of the catalogue as every part of the program sees it. Pure."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from gpucat.catalog.levels import LevelSpan
from gpucat.language import Bilingual

STATUSES: Final = ("todo", "reading", "done", "skipped")
STATUS_LABELS: Final = {
    "todo": Bilingual("to read", "未读"),
    "reading": Bilingual("reading", "在读"),
    "done": Bilingual("done", "读完"),
    "skipped": Bilingual("skipped", "跳过"),
}
SOURCE_TYPES: Final = {
    "personal-blog": Bilingual("personal blog", "个人博客"),
    "engineering-blog": Bilingual("engineering blog", "署名工程博客"),
    "technical-blog": Bilingual("technical blog", "署名技术博客"),
    "research-blog": Bilingual("research blog", "署名研究博客"),
    "official": Bilingual("official", "官方"),
    "paper": Bilingual("paper", "论文"),
    "video": Bilingual("video", "视频"),
    "code": Bilingual("code", "代码"),
    "other": Bilingual("other", "其他"),
}
_SOURCE_TYPE_CODES: Final = {name: code for code, label in SOURCE_TYPES.items() for name in (code, *label)}
INBOX: Final = "inbox"
INBOX_TITLE: Final = Bilingual("inbox", "收件箱")
NO_EXTRA: Final[Mapping[str, Any]] = {}
NO_ORIGINS: Final[Mapping[str, str]] = {}


class LinkState(NamedTuple):
    """The result of the last link check: the verdict and the time (aware UTC, ISO 8601)."""

    verdict: str
    checked_at: str


class Article(NamedTuple):
    """One article. `number` identifies it permanently; `module` and `position` are its place in the list.

    An article without a module waits in the inbox. `published` is a partial date (see catalog.dates), `extra` holds
    imported fields that gpucat does not know and passes on (never changed in place). `questions` are what it answers, as
    people ask it; `uses` is what its code is written with and runs on, `covers` the architectures that it explains, `has`
    whether it has code and measurements, and `origins` where such a value is from that its row of the list does not say.
    It is a named tuple because every command creates the class at start-up, and a frozen dataclass takes eight times as
    long.
    """

    number: int
    title: str
    url: str
    authors: tuple[str, ...] = ()
    source: str | None = None
    source_type: str | None = None
    module: str | None = None
    position: int | None = None
    level: LevelSpan | None = None
    published: str | None = None
    keywords: tuple[str, ...] = ()
    summary: str = ""
    why: str = ""
    summary_en: str = ""
    why_en: str = ""
    uses: tuple[str, ...] = ()
    covers: tuple[str, ...] = ()
    has: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    questions_en: tuple[str, ...] = ()
    origins: Mapping[str, str] = NO_ORIGINS
    extra: Mapping[str, Any] = NO_EXTRA
    status: str = "todo"
    link: LinkState | None = None

    def __hash__(self) -> int:
        return hash(self.number)

    @property
    def id(self) -> str:
        """The place in the list: `memory/6`, or `inbox/149`."""
        return f"{self.module}/{self.position}" if self.module else f"{INBOX}/{self.number}"

    @property
    def summaries(self) -> Bilingual:
        return Bilingual(self.summary_en, self.summary)

    @property
    def reasons(self) -> Bilingual:
        """Why the article helps a learner of CuTe DSL."""
        return Bilingual(self.why_en, self.why)

    @property
    def year(self) -> str | None:
        return self.published[:4] if self.published else None


def source_type_code(label: str) -> str | None:
    """Returns the code of a source type given by its code or its label in either language; None if it is unknown."""
    return _SOURCE_TYPE_CODES.get(label.strip().lower())
