"""Stores the results of a link check as they come: the history, new addresses, and pages that a person confirmed."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gpucat.errors import UsageError
from gpucat.language import Bilingual
from gpucat.links.landing import same_place
from gpucat.links.probe import Verdict
from gpucat.links.verdicts import Streak, kind_of
from gpucat.services.link_results import LinkResult
from gpucat.store.articles import articles_by_number
from gpucat.store.links import LinkPast, read_page_title

if TYPE_CHECKING:
    from gpucat.store.journal import Writer


class Moves(NamedTuple):
    """The results whose addresses were changed, and those whose new address belongs to another article."""

    moved: list[LinkResult]
    taken: list[LinkResult]


class LinkKeeper:
    """Stores each result before it is shown, so that an interrupted run loses nothing shown, and adds its streak."""

    def __init__(self, path: Path, pasts: Mapping[int, LinkPast]) -> None:
        self._path = path
        self._pasts = pasts

    def keep(self, result: LinkResult) -> None:
        """Adds an article's result to the history; raises StoreError."""
        from gpucat.store.links import add_checks

        add_checks(self._path, [_row(result)])

    def with_streak(self, result: LinkResult) -> LinkResult:
        """Returns the result with its streak: since when, and for how many checks, its kind is the same."""
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


def apply_moves(results: Iterable[LinkResult], writer: "Writer") -> Moves:
    """Writes the new addresses of permanently moved articles; the old ones stay as aliases."""
    from gpucat.store.article_writes import give_address

    moves = Moves([], [])
    applicable = list(filter(_can_apply, results))
    stored = articles_by_number(writer.connection, [result.target.number or 0 for result in applicable])
    for result in applicable:
        assert result.target.number is not None
        assert result.final_url is not None
        article = stored.get(result.target.number)
        if article is None or article.url != result.target.url:
            continue  # the article has another address by now
        fragment = result.target.url.partition("#")[2]
        url = f"{result.final_url}#{fragment}" if fragment else result.final_url
        done = give_address(writer.connection, result.target.number, url, writer.now)
        (moves.moved if done else moves.taken).append(result)
    return moves


def confirm_latest(writer: "Writer", number: int, name: str) -> str:
    """Confirms the page of the article's latest check as the article's, and returns its title.

    Raises UsageError if no check has found a page title.
    """
    from gpucat.store.links import confirm_page

    page_title = read_page_title(writer.connection, number)
    if page_title is None:
        raise UsageError(
            "nothing_to_confirm",
            Bilingual(f"no check has found a page title for {name} yet", f"对 {name} 的检查尚未取得页面标题"),
            Bilingual(f"run `gpucat verify-links {name}` first", f"请先运行 `gpucat verify-links {name}`"),
        )
    confirm_page(writer.connection, number, page_title, writer.now)
    return page_title


def _can_apply(result: LinkResult) -> bool:
    """Whether the new address may be written: the move is permanent, and the page there is certainly the article."""
    return (
        result.verdict == Verdict.MOVED
        and result.target.number is not None
        and result.final_url is not None
        and result.title_match in ("match", "decorated")
    )


def _row(result: LinkResult) -> dict[str, Any]:
    return {
        "article_number": result.target.number,
        "url": result.target.url,
        "checked_at": result.checked_at.isoformat(timespec="seconds"),
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
