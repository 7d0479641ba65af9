"""Lists articles: their columns, colours and names; and related ones, with the reason."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from gpucat.catalog.article import INBOX, SOURCE_TYPES, STATUS_LABELS, Article
from gpucat.catalog.fields import article_json, article_row
from gpucat.catalog.levels import LEVELS, label_level
from gpucat.language import NOTHING, Bilingual, listed, same
from gpucat.render.columns import Column, Item, Listing
from gpucat.services.cards import Related

LEVEL_STYLES: Final = {"beginner": "green", "intermediate": "yellow", "advanced": "red"}
STATUS_STYLES: Final = {"todo": "dim", "reading": "bold yellow", "done": "green", "skipped": "dim strike"}
STATUS_MARKS: Final = {"todo": "", "reading": "~", "done": "v", "skipped": "-"}


def level_of(article: Article) -> Bilingual:
    """Returns the article's level for people, or an empty text."""
    return label_level(article.level) if article.level else same("")


def level_style(article: Article) -> str:
    """Returns the colour of the article's highest level, which a reader must have."""
    return LEVEL_STYLES[LEVELS[article.level.high]] if article.level else ""


def short_level(article: Article) -> Bilingual:
    """Returns the level in few cells: `int-adv`."""
    if article.level is None:
        return same("")
    return Bilingual("-".join(name[:3] for name in article.level.names), label_level(article.level, "-").zh)


def short_status(article: Article) -> Bilingual:
    """Returns the state, or nothing for an article that nobody began."""
    return STATUS_LABELS[article.status] if article.status != "todo" else NOTHING


def status_of(article: Article) -> Bilingual:
    return STATUS_LABELS[article.status]


ID: Final[Column[Article]] = Column(Bilingual("place", "位置"), lambda a: a.id, style="cyan")
TITLE: Final[Column[Article]] = Column(
    Bilingual("title", "标题"), lambda a: a.title, link=lambda a: a.url, grows=True, spills=True
)
LEVEL: Final[Column[Article]] = Column(
    Bilingual("level", "难度"), level_of, style=level_style, narrow=short_level, needs=50
)
AUTHORS: Final[Column[Article]] = Column(
    Bilingual("author", "作者"), lambda a: "、".join(a.authors), most=18, needs=120
)
DATE: Final[Column[Article]] = Column(
    Bilingual("date", "日期"),
    lambda a: a.published or "",
    style="dim",
    narrow=lambda a: a.year or "",
    needs=140,
)
STATUS: Final[Column[Article]] = Column(
    Bilingual("state", "状态"), status_of, style=lambda a: STATUS_STYLES[a.status], narrow=short_status, roomy=140
)
ARTICLE_COLUMNS: Final = (ID, TITLE, AUTHORS, DATE, LEVEL, STATUS)


_BY_FIELD: Final[dict[str, Column[Article]]] = {
    "id": ID,
    "title": TITLE,
    "authors": AUTHORS,
    "published": DATE,
    "level": LEVEL,
    "status": STATUS,
    "module": Column(Bilingual("module", "模块"), lambda a: a.module or INBOX),
    "source": Column(Bilingual("source", "来源"), lambda a: a.source or "", most=24),
    "source_type": Column(
        Bilingual("kind", "类型"), lambda a: SOURCE_TYPES[a.source_type] if a.source_type else NOTHING
    ),
    "number": Column(Bilingual("number", "编号"), lambda a: str(a.number), is_number=True),
}
_BELOW: Final[dict[str, Callable[[Article], Bilingual]]] = {
    "summary": lambda a: a.summaries,
    "keywords": lambda a: listed(a.keywords),
    "url": lambda a: same(a.url),
}
"""The fields that are too wide for a column."""


def article_listing(articles: Iterable[Article], fields: Sequence[str] = ()) -> Listing:
    """Returns the articles as every listing command shows them, or with columns for these fields."""
    chosen = [_BY_FIELD[field]._replace(needs=0) for field in fields if field in _BY_FIELD]
    wide = [_BELOW[field] for field in fields if field in _BELOW]
    return Listing(
        articles,
        chosen or ARTICLE_COLUMNS,
        article_json,
        below=(lambda article: filter(any, (text(article) for text in wide))) if wide else None,
        is_folded=True,
        ids=lambda article: article.id,
        urls=lambda article: article.url,
        row=article_row,
    )


def column_of(column: Column[Article], article_of: Callable[[Item], Article]) -> Column[Item]:
    """Turns a column of articles into one of items that have an article."""
    link, style, narrow = column.link, column.style, column.narrow
    return Column(
        column.heading,
        lambda item: column.cell(article_of(item)),
        style=(lambda item: style(article_of(item))) if callable(style) else style,
        link=(lambda item: link(article_of(item))) if link else None,
        is_number=column.is_number,
        grows=column.grows,
        spills=column.spills,
        narrow=(lambda item: narrow(article_of(item))) if narrow else None,
        roomy=column.roomy,
        most=column.most,
        needs=column.needs,
    )


def related_listing(found: Sequence[Related]) -> Listing:
    """Returns the related articles, closest first."""
    columns: list[Column[Related]] = [column_of(column, lambda related: related.article) for column in ARTICLE_COLUMNS]
    return Listing(
        found,
        columns,
        lambda related: {
            **article_json(related.article),
            "score": related.score,
            "terms": list(related.terms),
            "same_series": related.part != 0,
            "same_module": related.is_same_module,
            "because": related.reason.en,
        },
        ids=lambda related: related.article.id,
        urls=lambda related: related.article.url,
        row=lambda related: {**article_row(related.article), "score": str(related.score), "because": related.reason.en},
        below=lambda related: [related.reason],
    )
