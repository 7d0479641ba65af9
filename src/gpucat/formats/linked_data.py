"""Reads what the JSON-LD of a page says of its article, site and publisher. Pure."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from gpucat.catalog.fields import without_half_characters
from gpucat.formats.page_regions import is_article_type, type_name

_MAX_NODES: Final = 500
_OPENING: Final = re.compile(r"\A\s*(?:(?://|/\*)?\s*<!\[CDATA\[(?:\s*\*/)?|<!--)\s*")
_CLOSING: Final = re.compile(r"\s*(?:(?://|/\*)?\s*\]\]>(?:\s*\*/)?|(?://\s*)?-->)?\s*;?\s*\Z")
_INNER: Final = ("@graph", "mainEntity", "mainEntityOfPage", "isPartOf")
_MEDIA: Final = frozenset({"videoobject", "audioobject"})


class ArticleNode(NamedTuple):
    """What an article node of a page says; None or empty where it says nothing."""

    headlines: tuple[str, ...]
    authors: tuple[str, ...]
    published: str | None
    publisher: str | None


class LinkedData(NamedTuple):
    """What the JSON-LD of a page says."""

    articles: tuple[ArticleNode, ...] = ()
    site_name: str | None = None


def read_linked_data(scripts: Iterable[str]) -> LinkedData:
    """Returns the article nodes of all scripts in page order, and the site's name; invalid JSON is skipped.

    A video or recording counts as the article only where there is no other.
    """
    nodes = [node for script in scripts for node in _nodes(_parsed(script))]
    by_id = {node["@id"]: node for node in nodes if isinstance(node.get("@id"), str) and "name" in node}
    sites = [_text(node.get("name")) for node in nodes if "website" in _types(node)]
    articles = [node for node in nodes if any(map(is_article_type, _types(node)))]
    media = [node for node in nodes if _types(node) & _MEDIA]
    return LinkedData(tuple(_article(node, by_id) for node in articles or media), next(filter(None, sites), None))


def _parsed(script: str) -> object:
    try:
        return json.loads(_CLOSING.sub("", _OPENING.sub("", script)), strict=False)
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
            waiting.extend(node[key] for key in _INNER if key in node)


def _types(node: Mapping[str, Any]) -> set[str]:
    kinds = node.get("@type", ())
    listed = kinds if isinstance(kinds, list) else [kinds]
    return {type_name(kind) for kind in listed if isinstance(kind, str)}


def _article(node: Mapping[str, Any], by_id: Mapping[str, Mapping[str, Any]]) -> ArticleNode:
    told = (_text(node.get("headline")), _text(node.get("name")))
    authors = _names(node.get("author", node.get("creator")), by_id)
    publisher = next(iter(_names(node.get("publisher"), by_id)), None)
    return ArticleNode(tuple(filter(None, told)), authors, _text(node.get("datePublished")), publisher)


def _names(people: object, by_id: Mapping[str, Mapping[str, Any]]) -> tuple[str, ...]:
    """Returns the names of people or organizations, which may stand elsewhere under their `@id`."""
    listed = people if isinstance(people, list) else [people]
    named = (
        by_id.get(str(one.get("@id")), one) if isinstance(one, dict) and "name" not in one else one
        for one in listed[:20]
    )
    told = (_text(one.get("name") if isinstance(one, Mapping) else one) for one in named)
    return tuple(filter(None, told))


def _text(value: object) -> str | None:
    if isinstance(value, list) and value:
        value = value[0]
    return without_half_characters(value.strip()[:1000]) or None if isinstance(value, str) else None
