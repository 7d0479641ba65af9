"""An Atom feed (RFC 4287) of articles. Pure."""

from collections.abc import Iterator, Sequence
from typing import Final

from gpucat.catalog.article import Article
from gpucat.catalog.url import canonical_url
from gpucat.formats.xml_text import escape_xml
from gpucat.language import Language

FEED_ID: Final = "tag:pypi.org,2026:gpucat"
# RFC 4287 asks for a time; a feed without a dated article still needs one that is the same on every run.
_NO_TIME: Final = "1970-01-01T00:00:00Z"


def write_atom(title: str, articles: Sequence[Article], language: Language) -> Iterator[str]:
    """A feed with the articles in the order given; its time is that of its newest article."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{language}">\n'
    yield f"  <title>{escape_xml(title)}</title>\n  <id>{FEED_ID}</id>\n"
    yield f"  <updated>{max(map(_time, articles), default=_NO_TIME)}</updated>\n"
    yield "  <author><name>gpucat</name></author>\n  <generator>gpucat</generator>\n"
    for article in articles:
        yield from _entry(article, language)
    yield "</feed>\n"


def _entry(article: Article, language: Language) -> Iterator[str]:
    address = escape_xml(canonical_url(article.url))
    yield f"  <entry>\n    <title>{escape_xml(article.title)}</title>\n    <id>{address}</id>\n"
    yield f'    <link rel="alternate" href="{escape_xml(article.url)}"/>\n    <updated>{_time(article)}</updated>\n'
    if article.published:
        yield f"    <published>{_time(article)}</published>\n"
    for name in article.authors:
        yield f"    <author><name>{escape_xml(name)}</name></author>\n"
    for keyword in article.keywords:
        yield f'    <category term="{escape_xml(keyword)}"/>\n'
    if summary := article.summaries.text(language):
        yield f"    <summary>{escape_xml(summary)}</summary>\n"
    yield "  </entry>\n"


def _time(article: Article) -> str:
    """The article's date as a time: the first day that it can mean."""
    if not article.published:
        return _NO_TIME
    return article.published + "-01-01"[len(article.published) - 4 :] + "T00:00:00Z"
