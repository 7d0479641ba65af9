"""Holds what a run of the link checker is about and what came of it: targets, results, the report."""

from dataclasses import dataclass
from datetime import datetime

from gpucat.language import Bilingual
from gpucat.links.streaks import Streak
from gpucat.links.verdict import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkTarget:
    """A link to check: an article (`number`, `id`) or a `line` of a `file`. `names` are the source and the authors."""

    title: str
    url: str
    number: int | None = None
    id: str | None = None
    line: int | None = None
    file: str | None = None
    names: tuple[str, ...] = ()
    confirmed_title: str | None = None
    known_title: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkResult:
    """What was found out about one link. `final_url` is where its redirects end, None without any; `streak` is what the
    history says together with this check; `archive_url` a copy of a dead page, where one was asked for."""

    target: LinkTarget
    verdict: Verdict
    reason: Bilingual
    checked_at: datetime
    status: int | None = None
    final_url: str | None = None
    page_title: str | None = None
    title_match: str | None = None
    attempts: int = 1
    elapsed_ms: int = 0
    streak: Streak | None = None
    archive_url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkReport:
    """All results in the order of the targets. `is_interrupted`: the user stopped the run, the rest was not checked."""

    results: tuple[LinkResult, ...]
    asked: int
    is_interrupted: bool = False
