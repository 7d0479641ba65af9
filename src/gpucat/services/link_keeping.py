"""Keeps what a run finds as it comes: the history of checks, new addresses, what a person confirmed."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gpucat.errors import UsageError
from gpucat.language import Bilingual
from gpucat.links.landing import same_place
from gpucat.links.probe import Verdict
from gpucat.links.verdicts import Streak, kind_of
from gpucat.services.link_results import LinkResult
from gpucat.store.articles import articles_by_number
from gpucat.store.link_history import LinkPast, read_page_title

if TYPE_CHECKING:
    from gpucat.store.writing import Writer


class Moves(NamedTuple):
    """Which addresses were changed, and which could not be because another article has the new one."""

    moved: list[LinkResult]
    taken: list[LinkResult]


class LinkKeeper:
    """Stores each result before it is shown, so that whatever ends the run, what was shown is kept; adds the past to it."""

    def __init__(self, path: Path, pasts: Mapping[int, LinkPast]) -> None:
        self._path = path
        self._pasts = pasts

    def keep(self, result: LinkResult) -> None:
        """Stores a result of an article in the history; raises StoreError."""
        from gpucat.store.link_writes import add_checks

        add_checks(self._path, [_row(result)])

    def with_streak(self, result: LinkResult) -> LinkResult:
        """The result with its streak: since when, and in how many checks, the link has been alive, dead or unknown."""
        past = self._pasts.get(result.target.number or 0)
        kind = kind_of(result.verdict)
        streak = past.streak if past and past.streak.kind == kind else None
        now = result.checked_at.isoformat(timespec="seconds")
        return replace(
            result, streak=Streak(kind, streak.since if streak else now, (streak.checks if streak else 0) + 1)
        )


def is_small_move(result: LinkResult) -> bool:
    """Whether a move changes only the scheme, `www.` or a slash."""
    return result.verdict == Verdict.MOVED and same_place(result.target.url, result.final_url or "")


def can_apply(result: LinkResult) -> bool:
    """Whether a new address may be written: moved for good, and the page there is surely the article."""
    return (
        result.verdict == Verdict.MOVED
        and result.target.number is not None
        and result.final_url is not None
        and result.title_match in ("match", "decorated")
    )


def apply_moves(results: Iterable[LinkResult], writer: "Writer") -> Moves:
    """Writes the new addresses of the articles that moved for good; the old ones stay as aliases."""
    from gpucat.store.addresses import give_address

    moves = Moves([], [])
    applicable = list(filter(can_apply, results))
    stored = articles_by_number(writer.reader, [result.target.number or 0 for result in applicable])
    for result in applicable:
        assert result.target.number is not None
        assert result.final_url is not None
        article = stored.get(result.target.number)
        if article is None or article.url != result.target.url:
            continue  # the check is of an address that the article has no more
        fragment = result.target.url.partition("#")[2]
        url = f"{result.final_url}#{fragment}" if fragment else result.final_url
        done = give_address(writer.connection, result.target.number, url, writer.now)
        (moves.moved if done else moves.taken).append(result)
    return moves


def confirm_latest(writer: "Writer", number: int, name: str) -> str:
    """Takes the page that the latest check of the article's address met as the article's, and returns its title.

    Raises UsageError where none has met one.
    """
    from gpucat.store.link_writes import confirm_page

    page_title = read_page_title(writer.reader, number)
    if page_title is None:
        raise UsageError(
            "nothing_to_confirm",
            Bilingual(f"no check has met a page title for {name}", f"对 {name} 的检查还没有得到页面标题"),
            Bilingual(f"run `gpucat verify-links {name}` first", f"请先运行 `gpucat verify-links {name}`"),
        )
    confirm_page(writer.connection, number, page_title, writer.now)
    return page_title


def _row(result: LinkResult) -> dict[str, Any]:
    return {
        "article_number": result.target.number,
        "url": result.target.url,
        "checked_at": _stored(result.checked_at),
        "verdict": result.verdict.value,
        "reason_en": result.reason.en,
        "reason_zh": result.reason.zh,
        "status": result.status,
        "final_url": result.final_url,
        "page_title": result.page_title,
        "title_match": result.title_match,
        "attempts": result.attempts,
        "elapsed_ms": result.elapsed_ms,
    }


def _stored(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")
