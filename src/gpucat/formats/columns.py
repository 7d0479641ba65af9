"""What the columns of a table are, by their headings: in CSV and TSV and in tables of Markdown. Pure."""

import re
from collections.abc import Sequence
from typing import Final

from gpucat.catalog.fields import DERIVED_FIELDS

HEADINGS: Final = "headings"
_NAMES: Final = {
    "title": ("title", "article", "name", "post", "paper", "标题", "文章", "名称", "题目", "文章标题"),
    "url": ("url", "link", "href", "address", "uri", "web", "website", "page", "where", "链接", "网址", "地址", "文章链接"),
    "authors": ("authors", "author", "by", "writer", "creator", "who", "作者"),
    "source": ("source", "site", "blog", "publisher", "venue", "来源", "站点", "网站", "博客"),
    "source_type": ("source_type", "type", "类型", "来源类型"),
    "module": ("module", "模块"),
    "position": ("position", "位置"),
    "level": ("level", "difficulty", "难度", "级别"),
    "published": ("published", "date", "publication_date", "published_at", "year", "posted", "日期", "发布日期", "时间", "年份"),
    "keywords": ("keywords", "keyword", "tags", "tag", "labels", "关键词", "标签", "关键字"),
    "summary": (
        "summary", "description", "abstract", "notes", "note", "comment", "excerpt", "摘要", "核心摘要", "说明", "描述",
        "简介", "备注",
    ),
    "why": ("why", "why_for_cute_dsl", "reason", "为什么适合_cute_dsl", "推荐理由"),
    "summary_en": ("summary_en",),
    "why_en": ("why_en",),
    HEADINGS: ("category", "section", "topic", "folder", "group", "subject", "分类", "主题", "类别", "章节", "文件夹"),
}  # fmt: skip
_FIELDS: Final = {name: field for field, names in _NAMES.items() for name in names}
_NOTHING: Final = frozenset({"", "#", "no", "no.", "序号", "编号", *DERIVED_FIELDS})


def name_columns(headings: Sequence[str]) -> list[str | None]:
    """The field of each column: one of the list's, `headings` for what files it, its own heading for any other.

    None for a column that only counts the rows. Of two columns for one field the first has it, and of two with one
    heading the second is counted.
    """
    named: list[str | None] = []
    for heading in headings:
        folded = _folded(heading)
        field = _FIELDS.get(folded) or (None if folded in _NOTHING else heading.strip())
        if field in named and field not in (None, HEADINGS):
            field = heading.strip() if heading.strip() not in named else f"{heading.strip()} ({len(named) + 1})"
        named.append(field)
    return named


def repeated_heading(headings: Sequence[str]) -> str | None:
    """The heading of the list's own that two columns have, so that nobody knows which of them is meant."""
    known = [heading for heading in map(_folded, headings) if _FIELDS.get(heading, HEADINGS) != HEADINGS]
    return next((heading for heading in known if known.count(heading) > 1), None)


def knows_columns(headings: Sequence[str]) -> bool:
    """Whether the texts are headings of a table of articles: one of them names an address or a title."""
    return bool({"url", "title"} & set(name_columns(headings)))


def _folded(heading: str) -> str:
    return re.sub(r"[\s-]+", "_", heading.strip().casefold())


def fields_of_row(columns: Sequence[str | None], cells: Sequence[str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """The fields that a row gives, by name, and the headings that it files its article under; an empty cell gives nothing."""
    pairs = [(column, cell.strip()) for column, cell in zip(columns, cells, strict=False) if column]
    fields = {column: cell for column, cell in pairs if column != HEADINGS and cell}
    return fields, tuple(cell for column, cell in pairs if column == HEADINGS and cell)
