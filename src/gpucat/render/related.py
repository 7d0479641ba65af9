"""Related articles as a listing, each with the reason."""

from collections.abc import Sequence

from gpucat.catalog.fields import article_json, article_row
from gpucat.language import Bilingual
from gpucat.render.articles import ID, LEVEL, TITLE, column_of
from gpucat.render.columns import Column, Listing
from gpucat.services.related import Related


def related_listing(found: Sequence[Related]) -> Listing:
    """The near articles, nearest first."""
    columns: list[Column[Related]] = [
        column_of(column, lambda related: related.article) for column in (ID, TITLE, LEVEL)
    ]
    columns.append(Column(Bilingual("because", "原因"), lambda related: related.reason, folds=True))
    return Listing(
        found,
        columns,
        lambda related: {
            **article_json(related.article),
            "score": related.score,
            "terms": list(related.terms),
            "same_series": related.is_same_series,
            "same_module": related.is_same_module,
        },
        ids=lambda related: related.article.id,
        urls=lambda related: related.article.url,
        row=lambda related: {**article_row(related.article), "score": str(related.score), "because": related.reason.en},
    )
