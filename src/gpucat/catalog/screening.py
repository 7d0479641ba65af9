"""Tells what the list excludes by its own rules: official pages of NVIDIA, and news and reprints. Pure."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from gpucat.catalog.url import loose_key
from gpucat.language import Bilingual

# Hosts of NVIDIA and of the projects it publishes; their subdomains count too.
_OFFICIAL_HOSTS: Final = (
    "nvidia.com", "nvidia.cn", "nvidia.com.cn", "nvidia.github.io", "nvlabs.github.io", "rapids.ai", "nvidianews.com",
)  # fmt: skip
# Hosts where anybody can have pages, and NVIDIA's accounts there.
_SHARED_HOSTS: Final = (
    "github.com",
    "raw.githubusercontent.com",
    "gitlab.com",
    "huggingface.co",
    "medium.com",
    "gist.github.com",
)
_OFFICIAL_ACCOUNTS: Final = re.compile(
    r"@?(?:nvidia(?:-[\w-]+|gameworks|developer|ai)?|nvlabs|rapidsai|nv-morpheus|triton-inference-server)", re.I
)
_NEWS_HOSTS: Final = (
    "36kr.com", "anandtech.com", "arstechnica.com", "businesswire.com", "cnbeta.com", "cnbeta.com.tw", "engadget.com",
    "globenewswire.com", "hpcwire.com", "ithome.com", "jiqizhixin.com", "news.ycombinator.com",
    "nextplatform.com", "phoronix.com", "prnewswire.com", "qbitai.com", "techcrunch.com", "techpowerup.com",
    "tomshardware.com", "theregister.com", "theverge.com", "venturebeat.com", "videocardz.com", "wccftech.com",
    "zdnet.com",
)  # fmt: skip
# An address in which nothing is escaped, and what one that meets an objection then contains.
_PLAIN: Final = re.compile(r"[\w:/?=.,#@~!*+-]+", re.ASCII)
_MEANT: Final = re.compile(
    "|".join(map(re.escape, (*_NEWS_HOSTS, "nvidia", "nvlabs", "rapids", "nv-morpheus", "triton-inference-server")))
)
_REPRINT: Final = re.compile(r"转载|转发|\[转\]|【转】|（转）|\(转\)|\brepost(?:ed)?\b|\breprint(?:ed)?\b", re.I)
_ELSEWHERE: Final = re.compile(r"[-_]external(?:/|$)|\(external\)", re.I)


class Objection(NamedTuple):
    """Why a page does not belong in the list: the rule (`official` or `reprint`) and the reason."""

    rule: str
    reason: Bilingual


@lru_cache(maxsize=2)  # two rules of an audit ask about each article in turn
def screen(url: str, title: str = "") -> tuple[Objection, ...]:
    """Returns the list's objections to a page, by its address (archived copies included) and its title."""
    objections = _object_to(loose_key(url) or "") if _may_be_meant(url) else []
    if _is_reprint(title) and all(objection.rule != "reprint" for objection in objections):
        objections.append(Objection("reprint", Bilingual("the title says it is a reprint", "标题注明为转载")))
    return tuple(objections)


def _object_to(key: str) -> list[Objection]:
    host, _, path = key.partition("/")
    host = host.partition(":")[0]
    objections = []
    if _is_below(host, _OFFICIAL_HOSTS) or (
        host in _SHARED_HOSTS and _OFFICIAL_ACCOUNTS.fullmatch(path.partition("/")[0])
    ):
        objections.append(Objection("official", Bilingual("an official NVIDIA page", "NVIDIA 官方页面")))
    if _is_below(host, _NEWS_HOSTS):
        objections.append(
            Objection("reprint", Bilingual(f"{host} publishes news and reprints", f"{host} 为新闻或转载站点"))
        )
    return objections


def _may_be_meant(url: str) -> bool:
    """Says whether the address may be of an official or news page: few are, and taking an address apart is slow."""
    return not _PLAIN.fullmatch(url) or bool(_MEANT.search(url.lower()))


def _is_reprint(title: str) -> bool:
    """Says whether the title calls itself a reprint; nearly all lack even the letters that every such word has."""
    return ("转" in title or "rep" in title.lower()) and bool(_REPRINT.search(title))


def points_elsewhere(url: str, title: str) -> bool:
    """Whether the address or title says that the text itself is published on another site."""
    return any("external" in text.lower() and _ELSEWHERE.search(text) for text in (url, title))


def _is_below(host: str, domains: tuple[str, ...]) -> bool:
    return any(host == domain or host.endswith(f".{domain}") for domain in domains)
