"""Lists the reader's notes: the article, the day of the last change, and the passage below it."""

from collections.abc import Sequence
from typing import Final

from gpucat.catalog.fields import article_json, article_row
from gpucat.language import Bilingual, same
from gpucat.render.articles import ID, TITLE, column_of
from gpucat.render.columns import Column, Listing
from gpucat.render.text import counted, day_of
from gpucat.services.note_list import NotedArticle

_CHANGED: Final[Column[NotedArticle]] = Column(
    Bilingual("changed", "修改于"), lambda noted: day_of(noted.note.changed_at), style="dim"
)


def note_listing(found: Sequence[NotedArticle]) -> Listing:
    """Returns the notes as a listing."""
    columns: list[Column[NotedArticle]] = [column_of(column, lambda noted: noted.article) for column in (ID, TITLE)]
    return Listing(
        found,
        [*columns, _CHANGED],
        lambda noted: {**article_json(noted.article), **_said(noted)},
        ids=lambda noted: noted.article.id,
        urls=lambda noted: noted.article.url,
        row=lambda noted: {**article_row(noted.article), **_said(noted)},
        below=lambda noted: [same(noted.passage)],
        marks=lambda noted: noted.tokens,
    )


def _said(noted: NotedArticle) -> dict[str, str]:
    return {"note": noted.note.text, "changed_at": noted.note.changed_at, "passage": noted.passage}


def shown_line(shown: int, total: int, *, is_asked: bool) -> Bilingual:
    """Counts the notes on one line, or says how to write or find one."""
    if total:
        all_of_them = Bilingual(counted(total, "note"), f"共 {total} 条笔记")
        return all_of_them if shown == total else Bilingual(f"{shown} of {total} notes", f"{shown} / {total} 条笔记")
    if is_asked:
        return Bilingual(
            "No note has all these words; `gpucat notes` lists all.",
            "没有笔记含有全部这些词；`gpucat notes` 列出全部笔记。",
        )
    return Bilingual(
        "No notes yet; `gpucat note memory/6` writes one.", "还没有笔记；`gpucat note memory/6` 可写一条。"
    )
