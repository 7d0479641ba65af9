"""The form of `gpucat add`: asks for each field, with what is known of it as the answer to confirm."""

from typing import TYPE_CHECKING, Final

import typer

from gpucat.catalog.fields import article_row
from gpucat.cli.context import Run
from gpucat.errors import UsageError
from gpucat.language import Bilingual

if TYPE_CHECKING:
    from gpucat.services.add import Draft

_ASKED: Final = {
    "title": Bilingual("Title", "标题"),
    "authors": Bilingual("Authors", "作者"),
    "source": Bilingual("Source", "来源"),
    "source_type": Bilingual("Source type", "来源类型"),
    "published": Bilingual("Date", "日期"),
    "module": Bilingual("Module (inbox for none)", "模块（inbox 为收件箱）"),
    "level": Bilingual("Level", "难度"),
    "keywords": Bilingual("Keywords", "关键词"),
    "summary": Bilingual("Summary", "核心摘要"),
    "why": Bilingual("Why it helps", "为什么适合"),
}
_CLEAR: Final = "-"


def fill_in(run: Run, draft: "Draft", given: set[str]) -> "Draft":
    """The draft with the person's answers. Enter takes what is shown, `-` clears a field; what was given is not asked."""
    from gpucat.services.add import with_fields

    run.terminal.notice(
        Bilingual("Enter takes what is shown; - clears a field.", "直接回车采用所示内容；输入 - 清空该字段。")
    )
    for field, label in _ASKED.items():
        while field not in given:
            known = article_row(draft.article)[field]
            answer = typer.prompt(run.terminal.say(label), default=known, show_default=bool(known), err=True).strip()
            if answer == known:
                break
            try:
                with run.catalogue() as connection:
                    draft = with_fields(connection, draft, {field: "" if answer == _CLEAR else answer})
                break
            except UsageError as error:
                run.terminal.notice(error.explained)
    return draft
