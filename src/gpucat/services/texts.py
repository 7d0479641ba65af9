"""Reads which articles have a kept text, and plans which texts to fetch."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.url import canonical_url
from gpucat.errors import UsageError
from gpucat.language import NOTHING, Bilingual
from gpucat.services.link_results import LinkTarget
from gpucat.store.connection import Reader
from gpucat.store.text_file import attach_texts
from gpucat.store.texts import Refusal, TextFacts, facts_by_article, refusals_by_article


class ArticleTexts(NamedTuple):
    """The facts of kept texts, and why others were not kept, by article number."""

    kept: Mapping[int, TextFacts]
    refused: Mapping[int, Refusal]


class TextRow(NamedTuple):
    """An article with what is known of its text."""

    article: Article
    facts: TextFacts | None
    refusal: Refusal | None


class TextTarget(NamedTuple):
    """A link whose text is wanted, the key under which it is kept, and what is kept already."""

    link: LinkTarget
    url_key: str
    kept: TextFacts | None


class Outcome(StrEnum):
    """What became of a text. The values are printed."""

    KEPT = "kept"
    UNCHANGED = "unchanged"
    REFUSED = "refused"


class TextResult(NamedTuple):
    """What became of the text of a link; `reason` says why it was refused."""

    link: LinkTarget
    outcome: Outcome
    reason: Bilingual | None = None
    facts: TextFacts | None = None


def read_texts(reader: Reader, database: Path) -> ArticleTexts:
    """Reads what is known of the texts of all listed articles; raises StoreError if their file cannot be used."""
    if not attach_texts(reader, database):
        return ArticleTexts({}, {})
    return ArticleTexts(facts_by_article(reader), refusals_by_article(reader))


def text_rows(articles: Iterable[Article], texts: ArticleTexts) -> list[TextRow]:
    """Returns the articles of which a text was kept or refused, in the given order."""
    rows = (TextRow(article, texts.kept.get(article.number), texts.refused.get(article.number)) for article in articles)
    return [row for row in rows if row.facts or row.refusal]


def text_targets(links: Iterable[LinkTarget], kept: Mapping[int, TextFacts]) -> list[TextTarget]:
    """Returns the links of articles as targets whose texts are wanted."""
    return [TextTarget(link, canonical_url(link.url), kept.get(link.number or 0)) for link in links]


def facts_of(article: Article, texts: ArticleTexts) -> TextFacts:
    """Returns the facts of an article's text; raises UsageError with the way to get it."""
    facts = texts.kept.get(article.number)
    if facts is None:
        raise no_text(article, texts)
    return facts


def no_text(article: Article, texts: ArticleTexts) -> UsageError:
    """Returns the error that no text of the article is kept: why, if that is known, and the way to get it."""
    refusal = texts.refused.get(article.number)
    why = Bilingual(f": {refusal.reason.en}", f"：{refusal.reason.zh}") if refusal else NOTHING
    return UsageError(
        "no_text",
        Bilingual(f"no text of {article.id} is kept{why.en}", f"没有保存 {article.id} 的正文{why.zh}"),
        Bilingual(f"fetch it with `gpucat texts fetch {article.id}`", f"可用 `gpucat texts fetch {article.id}` 抓取"),
    )
