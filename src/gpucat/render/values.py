"""Values with their counts as listings."""

from collections.abc import Sequence
from typing import Any, Final

from gpucat.language import Bilingual
from gpucat.render.columns import Column, Listing
from gpucat.store.counts import ValueCount

_KINDS: Final = {
    "modules": Bilingual("module", "模块"),
    "authors": Bilingual("author", "作者"),
    "sources": Bilingual("source", "来源"),
    "keywords": Bilingual("keyword", "关键词"),
}
_COUNT: Final[Column[ValueCount]] = Column(Bilingual("articles", "篇数"), lambda v: str(v.articles), is_number=True)


def value_listing(kind: str, values: Sequence[ValueCount]) -> Listing:
    """The values of a kind; modules with their title and how to read them."""
    name: Column[ValueCount] = Column(_KINDS[kind], lambda v: v.name, style="cyan")
    if kind != "modules":
        return Listing(
            values,
            (_COUNT, name._replace(folds=True)),
            lambda v: {"name": v.name, "count": v.articles},
            ids=lambda v: str(v.name),
        )
    title: Column[ValueCount] = Column(Bilingual("title", "标题"), lambda v: v.title, most=24)
    how: Column[ValueCount] = Column(
        Bilingual("how to read", "怎么读"), lambda v: v.note, grows=True, style="dim", needs=70
    )
    return Listing(
        values,
        (name, _COUNT._replace(needs=50), title, how),
        _module_record,
        ids=lambda v: str(v.name),
        urls=lambda v: v.url or "",
    )


def _module_record(value: ValueCount) -> dict[str, Any]:
    return {
        "name": value.name,
        "count": value.articles,
        "title": value.title.zh,
        "title_en": value.title.en,
        "how_to_read": value.note.zh,
        "how_to_read_en": value.note.en,
        "start": value.url,
    }
