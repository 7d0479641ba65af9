"""Classifies addresses: discussion, video or code host, platform of many authors, somebody's own site. Pure."""

import re
from functools import cache, lru_cache
from typing import Final, Literal, NamedTuple

from gpucat.catalog.url import loose_key
from gpucat.resources import data_rows

PlaceKind = Literal["page", "discussion", "copy", "video", "slides", "code", "paper", "reference"]


@cache
def _hosts() -> dict[str, re.Pattern[str]]:
    """Compiles the hosts of each kind from the table `places.tsv`."""
    return {kind: re.compile("|".join(map(_pattern, hosts.split("|")))) for kind, hosts in data_rows("places.tsv")}


def _pattern(host: str) -> str:
    begin, end = host.startswith("*."), host.endswith(".*")
    name = re.escape(host[2 if begin else 0 : -2 if end else None])
    return (r"(?:.*\.)?" if begin else "") + name + (r"\.[\w.]+" if end else "")


_KINDS: Final[tuple[PlaceKind, ...]] = ("discussion", "copy", "video", "slides", "code", "paper", "reference")
_TEXT_AMONG_CODE: Final = re.compile(r"/(?:wiki|discussions|blog|posts?)(?:/|$)|\.(?:md|rst|html?)$", re.IGNORECASE)
_POST_OF_ACCOUNT: Final = re.compile(r"@[\w.-]+(?:@[\w.-]+)?/\d{8,}")
"""A post on any server of Mastodon or similar software."""
_SECTIONS: Final = ("blog", "www", "news", "blogs", "research", "docs", "zhuanlan", "dl")
_NAMED_IN_PATH: Final = re.compile(r"/(?:@|~|u/|user/|users/|author/|authors/|people/|profile/|pub/)([\w.-]+)")


class Place(NamedTuple):
    """What kind of place an address is."""

    host: str
    kind: PlaceKind
    is_shared: bool
    """Whether many people publish on the platform."""
    handles: frozenset[str]
    """Handles of the owner in the address: `@ann`, `ann.github.io`."""


_NOWHERE: Final = Place("", "page", False, frozenset())


@lru_cache(maxsize=8192)
def place_of(url: str) -> Place:
    key = loose_key(url)
    if not key:
        return _NOWHERE
    host, _, path = key.partition("/")
    hosts = _hosts()
    is_shared = bool(hosts["shared"].fullmatch(host))
    kind: PlaceKind = next((kind for kind in _KINDS if hosts[kind].fullmatch(host)), "page")
    if kind == "page" and not is_shared and _POST_OF_ACCOUNT.fullmatch(path):
        kind = "discussion"
    if hosts["named first"].fullmatch(host):
        path = "@" + path
    handles = {found.lower() for found in _NAMED_IN_PATH.findall("/" + path)}
    if kind == "code" and _TEXT_AMONG_CODE.search(path):
        kind = "page"
    labels = host.split(".")
    owned = len(labels) > 2 and labels[0] not in _SECTIONS
    if owned or (kind == "page" and len(labels) == 2):
        handles.add(labels[0])
    plain = frozenset(re.sub(r"[\W_]", "", handle) for handle in handles)
    has_own_host = labels[0] != "www" and len(labels) == 3 and hosts["host each"].fullmatch(host)
    return Place(host, kind, is_shared and not has_own_host, plain)
