"""Reads the schema.org facts that pages carry as JSON-LD: headline, authors, date, site. Pure."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from gpucat.catalog.half_characters import without_half_characters

_ARTICLE_TYPES: Final = frozenset({
    "article", "blogposting", "newsarticle", "techarticle", "scholarlyarticle", "report", "socialmediaposting",
    "discussionforumposting", "learningresource", "videoobject", "analysisnewsarticle", "howto", "podcastepisode",
})  # fmt: skip
_MAX_NODES: Final = 500


class ArticleNode(NamedTuple):
    """What an article node of a page says: None or empty where it is silent."""

    headline: str | None
    authors: tuple[str, ...]
    published: str | None


class LinkedData(NamedTuple):
    articles: tuple[ArticleNode, ...]
    site_name: str | None


def read_json_ld(scripts: Iterable[str]) -> LinkedData:
    """The article nodes of all scripts in page order, and the name of the site; what is no JSON is passed over."""
    nodes = [node for script in scripts for node in _nodes(_parsed(script))]
    sites = [_text(node.get("name")) for node in nodes if "website" in _types(node)]
    articles = [node for node in nodes if _types(node) & _ARTICLE_TYPES]
    return LinkedData(tuple(map(_article, articles)), next(filter(None, sites), None))


def _parsed(script: str) -> object:
    cleaned = script.strip().removeprefix("<!--").removesuffix("-->").strip().rstrip(";")
    try:
        return json.loads(cleaned, strict=False)
    except (ValueError, RecursionError):
        return None


def _nodes(root: object) -> Iterator[Mapping[str, Any]]:
    waiting: list[object] = [root]
    seen = 0
    while waiting and seen < _MAX_NODES:
        node, seen = waiting.pop(0), seen + 1
        if isinstance(node, list):
            waiting.extend(node[:_MAX_NODES])
        elif isinstance(node, dict):
            yield node
            waiting.extend(node[key] for key in ("@graph", "mainEntity", "mainEntityOfPage", "isPartOf") if key in node)


def _types(node: Mapping[str, Any]) -> set[str]:
    kinds = node.get("@type", ())
    listed = kinds if isinstance(kinds, list) else [kinds]
    return {kind.rpartition("/")[2].lower() for kind in listed if isinstance(kind, str)}


def _article(node: Mapping[str, Any]) -> ArticleNode:
    headline = _text(node.get("headline")) or _text(node.get("name"))
    people = node.get("author", node.get("creator"))
    listed = people if isinstance(people, list) else [people]
    authors = [_text(person.get("name") if isinstance(person, dict) else person) for person in listed[:20]]
    return ArticleNode(headline, tuple(filter(None, authors)), _text(node.get("datePublished")))


def _text(value: object) -> str | None:
    if isinstance(value, list) and value:
        value = value[0]
    return without_half_characters(value.strip()[:1000]) or None if isinstance(value, str) else None
