"""Defines the fields of an article as options of `add` and `edit`."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Final, NamedTuple

import typer

from gpucat.catalog.facets import FACETS
from gpucat.catalog.fields import RELATIONS
from gpucat.cli import complete
from gpucat.cli.options import with_group
from gpucat.errors import FieldValueError
from gpucat.language import tr

_OPTIONS: Final = {
    "published": "date", "authors": "author", "keywords": "keyword", "questions": "question",
    "questions_en": "question_en",
}  # fmt: skip
"""The options that are not named after their field: `--date` is shorter, and the others take one value at a time."""


_SEPARATORS: Final = {
    "authors": "、", **dict.fromkeys(("keywords", *RELATIONS, *FACETS), ", "), "questions": "\n", "questions_en": "\n"
}  # fmt: skip


class FieldOptions(NamedTuple):
    """The fields as typed; None or an empty list for those that were not."""

    title: str | None
    author: list[str]
    source: str | None
    source_type: str | None
    module: str | None
    position: str | None
    level: str | None
    date: str | None
    keyword: list[str]
    teaches: list[str]
    needs: list[str]
    uses: list[str]
    covers: list[str]
    has: list[str]
    question: list[str]
    question_en: list[str]
    summary: str | None
    why: str | None
    summary_en: str | None
    why_en: str | None

    def given(self) -> dict[str, Any]:
        """Returns the typed fields, by the names that import and JSON use."""
        typed = self._asdict()
        renamed: dict[str, Any] = {field: typed.pop(option) for field, option in _OPTIONS.items()}
        renamed |= {name: typed.pop(name) for name in (*RELATIONS, *FACETS)}
        for field, separator in _SEPARATORS.items():
            renamed[field] = separator.join(renamed[field]) if renamed[field] else None
        return {name: value for name, value in {**typed, **renamed}.items() if value is not None}


@contextmanager
def naming_options(typed: Collection[str]) -> Iterator[None]:
    """Makes an error about a typed field name the option that it was typed with."""
    try:
        yield
    except FieldValueError as error:
        if error.field not in typed:
            raise
        option = f"--{_OPTIONS.get(error.field, error.field).replace('_', '-')}"
        raise FieldValueError(option, error.reason, error.hint) from None


def _text(option: str, text: str, completion: Any = None) -> Any:  # noqa: ANN401  Typer's own types
    return Annotated[str | None, typer.Option(option, help=text, autocompletion=completion, show_default=False)]


def _texts(option: str, text: str, completion: Any = None) -> Any:  # noqa: ANN401
    return Annotated[list[str], typer.Option(option, help=text, autocompletion=completion, show_default=False)]


_FIELDS: Final[dict[str, Any]] = {
    "title": _text("--title", tr("The title.", "标题。")),
    "author": _texts("--author", tr("An author; repeat for several.", "作者；可重复。"), complete.authors),
    "source": _text("--source", tr("The name of the source.", "来源名称。"), complete.sources),
    "source_type": _text("--source-type", tr("Kind of source.", "来源类型。"), complete.source_types),
    "module": _text(
        "--module", tr("Module by slug, number or title, or inbox.", "模块：代号、编号或标题；inbox 为收件箱。"),
        complete.modules,
    ),
    "position": _text("--position", tr("Position in the module, from 1.", "在模块中的位置，从 1 起。")),
    "level": _text("--level", tr("Level or range (beginner..intermediate).", "难度或范围（入门..中级）。"), complete.levels),
    "date": _text("--date", tr("Publication date: 2024, 2024-05 or 2024-05-14.", "发布日期：2024、2024-05 或 2024-05-14。")),
    "keyword": _texts(
        "--keyword", tr("A keyword; repeat for several. Replaces all.", "关键词；可重复。会替换原有全部。"), complete.keywords
    ),
    "teaches": _texts(
        "--teaches", tr("A concept that it teaches, the main one first; repeat for several. Replaces all.",
        "所讲解的概念，主要的在前；可重复。会替换原有全部。"), complete.terms
    ),
    "needs": _texts(
        "--needs", tr("A concept without which it cannot be followed; repeat for several. Replaces all.",
        "没有它就读不懂的概念；可重复。会替换原有全部。"), complete.terms
    ),
    "uses": _texts(
        "--uses", tr("A language, library, number format or chip of its code; repeat for several. Replaces all.",
        "代码所用的语言、库、数值格式或芯片；可重复。会替换原有全部。"), complete.used
    ),
    "covers": _texts(
        "--covers", tr("An architecture that it explains; repeat for several. Replaces all.",
        "所讲解的架构；可重复。会替换原有全部。"), complete.covered
    ),
    "has": _texts(
        "--has", tr("code or measurements; repeat for both. Replaces all.",
        "code（代码）或 measurements（实测数据）；可重复。会替换原有全部。"), complete.had
    ),
    "question": _texts("--question", tr("A question that it answers, in Chinese; repeat for several. Replaces all.",
        "所回答的问题；可重复。会替换原有全部。")),
    "question_en": _texts("--question-en", tr("A question that it answers, in English; repeat for several. Replaces all.",
        "所回答的问题（英文）；可重复。会替换原有全部。")),
    "summary": _text("--summary", tr("The summary, in Chinese.", "核心摘要。")),
    "why": _text("--why", tr("Why it helps, in Chinese.", "为什么适合。")),
    "summary_en": _text("--summary-en", tr("The summary in English.", "英文摘要。")),
    "why_en": _text("--why-en", tr("Why it helps, in English.", "英文的“为什么适合”。")),
}  # fmt: skip

CLEARABLE: Final = frozenset(FieldOptions._fields) - {"title"}
"""The options that an empty value clears; an article always has a title."""

with_fields = with_group("fields", _FIELDS, FieldOptions)
