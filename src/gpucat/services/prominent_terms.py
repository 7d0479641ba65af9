"""Finds what a text is about beside the texts that are kept, and reads the kept text of an article for that."""

from collections.abc import Iterable, Mapping
from typing import Final

from gpucat.catalog.article import Article
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.prominence import Mentions, find_mentions, most_prominent, without_parts
from gpucat.catalog.proposal import Proposed
from gpucat.errors import StoreError
from gpucat.language import Bilingual
from gpucat.paths import texts_path
from gpucat.services.term_list import read_vocabulary
from gpucat.store.connection import Reader, path_of
from gpucat.store.counts import count_values

_MOST_KEYWORDS: Final = 5
_LEAST: Final = 0.3
_IN_TEXT: Final = Bilingual("keywords of the list found in the text", "正文中出现的清单关键词")


def read_kept_text(connection: Reader, article: Article) -> str:
    """Returns the text that is kept of an article; empty if there is none."""
    database = path_of(connection)
    if not article.number or not texts_path(database).exists():
        return ""
    from gpucat.store.text_file import attach_texts
    from gpucat.store.texts import markdown_by_article

    try:
        texts = dict(markdown_by_article(connection, [article.number])) if attach_texts(connection, database) else {}
    except StoreError:
        return ""
    return texts[article.number][1] if article.number in texts else ""


def prominent_terms(
    connection: Reader,
    names: Mapping[str, Iterable[str]],
    title: str,
    text: str,
    least: float = 0.4,
    usual: Mapping[str, int] | None = None,
) -> list[str]:
    """Returns the terms that title and text are about, the most prominent first, down to the `least` share of it.

    `names` has the names of each term.
    """
    mentions = find_mentions(names, title, text)
    holders, texts = _count_texts(connection, mentions, names)
    return most_prominent(mentions, holders, texts, least, usual)


def propose_keywords(connection: Reader, title: str, text: str) -> list[Proposed]:
    """Proposes keywords of the list that title and text are about."""
    usual = {counted.name: counted.articles for counted in count_values(connection, "keywords", ArticleFilter())}
    vocabulary = read_vocabulary(connection, path_of(connection))
    names = {keyword: vocabulary.spoken_names(keyword) for keyword in sorted(usual, key=_by_length)}
    words = without_parts(prominent_terms(connection, names, title, text, _LEAST, usual), _MOST_KEYWORDS)
    return [Proposed("keywords", words, _IN_TEXT)] if words else []


def _by_length(keyword: str) -> tuple[int, str]:
    return -len(keyword.split()), keyword


def _count_texts(
    connection: Reader, mentions: Iterable[Mentions], names: Mapping[str, Iterable[str]]
) -> tuple[dict[str, int], int]:
    """Returns how many articles' kept texts have each term that stands in this one, and how many articles have a text."""
    database = path_of(connection)
    if not texts_path(database).exists():
        return {}, 0
    from gpucat.search.groups import Alternative
    from gpucat.search.tokens import phrase_tokens
    from gpucat.store.text_damage import reading_texts
    from gpucat.store.text_search import open_sections

    called = {
        each.term: {tokens for name in names[each.term] if (tokens := phrase_tokens(name))}
        for each in mentions
        if each.times
    }
    try:
        with reading_texts(connection):
            sections = open_sections(connection, database)
            if sections is None:
                return {}, 0
            holders = {
                term: len(sections.members(map(Alternative, sorted(phrases)))) for term, phrases in called.items()
            }
            return holders, len(sections.with_text)
    except StoreError:
        return {}, 0
