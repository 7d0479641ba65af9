"""What was marked, as lines beside the answer."""

from collections.abc import Collection, Sequence
from typing import Final

from gpucat.catalog.article import STATUS_LABELS, Article
from gpucat.language import Bilingual
from gpucat.render.terminal import Terminal

_NAMED: Final = 10


def say_marked(
    terminal: Terminal, articles: Sequence[Article], changed: Collection[int], status: str | None, rating: int | None
) -> None:
    """Each article that was changed with its new state, counted where they are many; how many were so already."""
    state = _state(status, rating)
    touched = [article for article in articles if article.number in changed]
    if len(touched) > _NAMED:
        terminal.notice(Bilingual(f"{len(touched)} articles: {state.en}", f"{len(touched)} 篇：{state.zh}"))
    else:
        for article in touched:
            name = f"{article.id} {article.title}"
            terminal.notice(Bilingual(f"{name}: {state.en}", f"{name}：{state.zh}"))
    if kept := len(articles) - len(touched):
        terminal.notice(Bilingual(f"{kept} as before: {state.en}", f"{kept} 篇原已如此：{state.zh}"))


def _state(status: str | None, rating: int | None) -> Bilingual:
    parts = [STATUS_LABELS[status]] if status else []
    if rating:
        parts.append(Bilingual(f"rated {rating}/5", f"评分 {rating}/5"))
    return Bilingual(", ".join(part.en for part in parts), "，".join(part.zh for part in parts))
