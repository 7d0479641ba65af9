"""Exports the catalogue in any of its formats."""

from collections.abc import Callable, Iterator
from itertools import groupby
from operator import attrgetter
from typing import Final

from gpucat.catalog.article import INBOX_TITLE
from gpucat.catalog.catalogue import ArticleGroup, Catalogue
from gpucat.catalog.fields import article_json, article_row
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.unknown import unknown
from gpucat.language import LANGUAGES, Bilingual, Language
from gpucat.store.articles import StoredArticles, find_articles
from gpucat.store.catalogue import read_frame, read_modules, read_texts
from gpucat.store.connection import Reader

JOURNAL: Final = "journal"
"""The format of what the reader did, instead of the list."""
# A feed has this many articles, newest first.
FEED_LENGTH: Final = 50


def export(connection: Reader, export_format: str, wanted: ArticleFilter, language: Language) -> Iterator[str]:
    """Yields the file piece by piece, restricted to the filter's articles; raises UsageError for an unknown format."""
    writer = EXPORTS.get(export_format)
    if writer is None:
        raise unknown("export_format", export_format, FORMATS, Bilingual("export format", "导出格式"))
    return writer(connection, wanted, language)


def check_language(name: str) -> Language:
    """Returns the language of a document; raises UsageError for an unknown one."""
    for language in LANGUAGES:
        if name == language:
            return language
    raise unknown("language", name, LANGUAGES, Bilingual("language", "语言"))


def count_left_out(connection: Reader, export_format: str, wanted: ArticleFilter) -> int:
    """Counts the articles that the format cannot hold: the Markdown document has no place for the inbox."""
    if export_format != "markdown":
        return 0
    return sum(article.module is None for article in find_articles(connection, wanted))


def chosen(catalogue: Catalogue, wanted: ArticleFilter) -> Catalogue:
    """Returns the catalogue with only the filter's articles, and the modules that have one."""
    if wanted == ArticleFilter():
        return catalogue
    articles = [article for article in catalogue.articles if wanted.matches(article)]
    slugs = {article.module for article in articles}
    return catalogue._replace(articles=articles, modules=[m for m in catalogue.modules if m.slug in slugs])


def _markdown(connection: Reader, wanted: ArticleFilter, language: Language) -> Iterator[str]:
    from gpucat.formats.list_markdown import write_list
    from gpucat.services.audit import audit, breaches

    is_whole = wanted == ArticleFilter()
    articles = StoredArticles(connection, wanted)
    catalogue = read_frame(connection)._replace(articles=articles)
    if not is_whole:
        slugs = {article.module for article in articles}
        catalogue = catalogue._replace(modules=[module for module in catalogue.modules if module.slug in slugs])
    yield from write_list(catalogue, language, breaches(audit(connection)) if is_whole else ())


def _jsonl(connection: Reader, wanted: ArticleFilter, _language: Language) -> Iterator[str]:
    from gpucat.formats.jsonl import article_line, write_catalogue

    frame, articles = read_frame(connection), find_articles(connection, wanted)
    if wanted == ArticleFilter():
        yield from write_catalogue(frame, articles)
    else:
        for article in articles:
            yield article_line(article, frame.learning.get(article.url))


def _json(connection: Reader, wanted: ArticleFilter, _language: Language) -> Iterator[str]:
    import json

    opening = "["
    for article in find_articles(connection, wanted):
        yield f"{opening}\n  {json.dumps(article_json(article), ensure_ascii=False)}"
        opening = ","
    yield "[]\n" if opening == "[" else "\n]\n"


def _csv(connection: Reader, wanted: ArticleFilter, _language: Language) -> Iterator[str]:
    from gpucat.formats.delimited import write_csv

    yield from write_csv(article_row(article) for article in find_articles(connection, wanted))


def _tsv(connection: Reader, wanted: ArticleFilter, _language: Language) -> Iterator[str]:
    from gpucat.formats.delimited import write_tsv

    yield from write_tsv(article_row(article) for article in find_articles(connection, wanted))


def _opml(connection: Reader, wanted: ArticleFilter, language: Language) -> Iterator[str]:
    from gpucat.formats.opml import write_opml

    title = read_texts(connection).title.text(language)
    yield from write_opml(title, _groups(connection, wanted, language), language)


def _bookmarks(connection: Reader, wanted: ArticleFilter, language: Language) -> Iterator[str]:
    from gpucat.formats.bookmarks import write_bookmarks

    yield from write_bookmarks(_groups(connection, wanted, language), language)


def _bibtex(connection: Reader, wanted: ArticleFilter, _language: Language) -> Iterator[str]:
    from gpucat.formats.bibtex import write_bibtex

    yield from write_bibtex(find_articles(connection, wanted))


def _atom(connection: Reader, wanted: ArticleFilter, language: Language) -> Iterator[str]:
    from gpucat.formats.opml import write_atom

    title = read_texts(connection).title.text(language)
    yield from write_atom(title, list(find_articles(connection, wanted, "date", FEED_LENGTH)), language)


def _groups(connection: Reader, wanted: ArticleFilter, language: Language) -> Iterator[ArticleGroup]:
    """Groups the articles by module in the list's order, the inbox last; each is read only when it is needed."""
    titles = {module.slug: module.title for module in read_modules(connection)}
    for slug, articles in groupby(find_articles(connection, wanted), attrgetter("module")):
        yield ArticleGroup(titles.get(slug, INBOX_TITLE).text(language), articles, slug)


def _journal(connection: Reader, wanted: ArticleFilter, language: Language) -> Iterator[str]:
    from gpucat.services.journal import write_journal

    yield from write_journal(connection, wanted, language)


EXPORTS: Final[dict[str, Callable[[Reader, ArticleFilter, Language], Iterator[str]]]] = {
    "markdown": _markdown,
    "jsonl": _jsonl,
    "json": _json,
    "csv": _csv,
    "tsv": _tsv,
    "opml": _opml,
    "bookmarks": _bookmarks,
    "bibtex": _bibtex,
    "atom": _atom,
    JOURNAL: _journal,
}
SITE: Final = "site"
"""The format that is a folder of files, written by services.site."""
FORMATS: Final = (*EXPORTS, SITE)
