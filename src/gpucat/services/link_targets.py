"""Chooses the links to check, from articles or a file, and of these the ones that are due."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.reading import VERDICTS
from gpucat.catalog.unknown import unknown
from gpucat.errors import UsageError
from gpucat.language import Bilingual
from gpucat.links.landing import host_of
from gpucat.links.verdicts import ALIVE, kind_of
from gpucat.services.link_results import LinkTarget
from gpucat.store.links import LinkPast

_AGE: Final = re.compile(r"(\d+(?:\.\d+)?)\s*([smhdw])", re.IGNORECASE)
_UNIT_S: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
_OLDEST_S: Final = 100 * 366 * 86400
_BY_VERDICT: Final = Bilingual(", or set it by verdict: ok=30d,moved=7d", "，或按结论分别指定：ok=30d,moved=7d")
_START_S: Final = 1.0


class FileTargets(NamedTuple):
    """The links of a file, and a message for each line that should hold one but does not, or for a file without any."""

    targets: list[LinkTarget]
    problems: list[Bilingual]


class Estimate(NamedTuple):
    """What a run would take: links, hosts, and about how many seconds (the busiest host decides)."""

    links: int
    hosts: int
    seconds: float


def targets_of_articles(
    articles: Iterable[Article], pasts: Mapping[int, LinkPast], confirmed: Mapping[int, str]
) -> Iterator[LinkTarget]:
    """Yields the articles' links with the page titles that were confirmed or matched before."""
    for article in articles:
        past = pasts.get(article.number)
        names = (*((article.source,) if article.source else ()), *article.authors)
        yield LinkTarget(
            title=article.title, url=article.url, number=article.number, id=article.id, names=names,
            confirmed_title=confirmed.get(article.number), known_title=past.known_title if past else None,
        )  # fmt: skip


def targets_of_file(path: Path) -> FileTargets:
    """Returns the links of a file in any format that an import reads; raises FileError or UsageError."""
    from gpucat.formats.files import read_known
    from gpucat.formats.link_lists import read_link_list

    found = read_link_list(read_known(path))
    targets = [
        LinkTarget(title=link.title, url=link.url, line=link.line, file=str(path), names=link.names)
        for link in found.links
    ]
    problems = [problem.text(str(path)) for problem in found.problems]
    if not targets:
        problems.append(Bilingual(f"{path}: no link could be read in it", f"{path}：其中没有可读取的链接"))
    return FileTargets(targets, problems)


def parse_ages(text: str) -> dict[str, timedelta]:
    """Parses how long verdicts stay fresh: `7d` for links that were alive, or `ok=30d,moved=7d`; raises UsageError.

    Failures are never fresh unless they are named.
    """
    ages: dict[str, timedelta] = {}
    for part in text.split(","):
        verdict, mark, age = part.strip().rpartition("=")
        span = _span(age)
        if span is None:
            raise _bad_age(part, _BY_VERDICT)
        if mark and verdict not in VERDICTS:
            raise unknown("verdict", verdict, VERDICTS, Bilingual("verdict", "结论"))
        chosen = [verdict] if mark else [name for name in VERDICTS if kind_of(name) == ALIVE]
        ages |= dict.fromkeys(chosen, span)
    return ages


def parse_age(text: str) -> timedelta:
    """Parses an age such as `180d`; raises UsageError."""
    span = _span(text)
    if span is None:
        raise _bad_age(text, Bilingual("", ""))
    return span


def _span(text: str) -> timedelta | None:
    found = _AGE.fullmatch(text.strip())
    age_s = float(found[1]) * _UNIT_S[found[2].lower()] if found else _OLDEST_S + 1
    return timedelta(seconds=age_s) if age_s <= _OLDEST_S else None


def _bad_age(text: str, also: Bilingual) -> UsageError:
    return UsageError(
        "bad_age",
        Bilingual(f"{text!r} is not a valid age", f"“{text}”不是有效的时长"),
        Bilingual(
            f"use 7d, 12h, 30m or 2w{also.en}; the maximum is 100 years",
            f"时长写作 7d、12h、30m、2w{also.zh}；最长 100 年",
        ),
    )


def pick_verdicts(text: str) -> frozenset[str]:
    """Parses verdicts such as `broken,soft-404` (`none` for none); raises UsageError."""
    names = [name.strip() for name in text.split(",") if name.strip() and name.strip() != "none"]
    for name in names:
        if name not in VERDICTS:
            raise unknown("verdict", name, (*VERDICTS, "none"), Bilingual("verdict", "结论"))
    return frozenset(names)


class DueTargets(Iterable[LinkTarget]):
    """The targets that are due, once through: not those whose latest verdict is still fresh, and with `only_failed` not
    those that were alive; `skipped` counts these.
    """

    def __init__(
        self,
        targets: Iterable[LinkTarget],
        pasts: Mapping[int, LinkPast],
        *,
        now: datetime,
        ages: Mapping[str, timedelta] | None = None,
        only_failed: bool = False,
    ) -> None:
        self._targets = targets
        self._pasts = pasts
        self._now = now
        self._ages = ages or {}
        self._only_failed = only_failed
        self.skipped = 0

    def __iter__(self) -> Iterator[LinkTarget]:
        for target in self._targets:
            if self._is_due(target):
                yield target
            else:
                self.skipped += 1

    def _is_due(self, target: LinkTarget) -> bool:
        past = self._pasts.get(target.number or 0)
        if past is None:
            return not self._only_failed
        if self._only_failed and kind_of(past.verdict) == ALIVE:
            return False
        age = self._ages.get(past.verdict)
        return age is None or self._now - datetime.fromisoformat(past.checked_at) >= age


class PlannedTargets(Iterable[LinkTarget]):
    """The targets of a run, once through, counted by host."""

    def __init__(self, targets: Iterable[LinkTarget]) -> None:
        self._targets = targets
        self._hosts: Counter[str] = Counter()

    def __iter__(self) -> Iterator[LinkTarget]:
        for target in self._targets:
            self._hosts[host_of(target.url)] += 1
            yield target

    def estimate(self, host_interval_s: float, concurrency: int) -> Estimate:
        """Estimates how long the run takes if all hosts answer promptly."""
        links, busiest = self._hosts.total(), max(self._hosts.values(), default=0)
        seconds = max(busiest * host_interval_s, links / concurrency) + _START_S if links else 0.0
        return Estimate(links, len(self._hosts), seconds)
