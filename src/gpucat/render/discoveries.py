"""Writes what was discovered on the sites of the list, nearest to it first."""

from collections.abc import Sequence
from typing import Any, Final

from gpucat.language import Bilingual, listed
from gpucat.render.columns import Column, Listing
from gpucat.render.terminal import Terminal
from gpucat.render.text import counted
from gpucat.services.discover import Looks, PlacedDiscovery

_MOST_FAILURES: Final = 10
_COLUMNS: Final[Sequence[Column[PlacedDiscovery]]] = (
    Column(Bilingual("name", "名称"), lambda found: found.discovery.id, style="cyan"),
    Column(Bilingual("title", "标题"), lambda found: found.discovery.title or found.discovery.url, grows=True),
    Column(Bilingual("date", "日期"), lambda found: found.discovery.published or "", style="dim"),
    Column(Bilingual("site", "站点"), lambda found: found.discovery.site, style="dim"),
    Column(Bilingual("module", "模块"), lambda found: found.module or ""),
)


def discovery_listing(found: Sequence[PlacedDiscovery]) -> Listing:
    """Returns the discoveries as `discover` shows them."""
    return Listing(found, _COLUMNS, _record, ids=lambda one: one.discovery.id, urls=lambda one: one.discovery.url)


def say_looks(terminal: Terminal, looks: Looks, shown: int) -> None:
    """Says how many are new, what a first look left out, and which sites named nothing."""
    sites = counted(looks.looked, "site")
    terminal.notice(Bilingual(f"{shown} new on {sites}", f"{looks.looked} 个站点上有 {shown} 篇新文章"))
    if looks.older:
        terminal.notice(
            Bilingual(
                f"{looks.older} older ones left out at a first look; `gpucat discover --seen` shows them",
                f"首次查看略去较早的 {looks.older} 篇；可用 `gpucat discover --seen` 查看",
            )
        )
    for failure in looks.failures[:_MOST_FAILURES]:
        terminal.notice(Bilingual(f"{failure.site}: {failure.reason.en}", f"{failure.site}：{failure.reason.zh}"))
    if more := [failure.site for failure in looks.failures[_MOST_FAILURES:]]:
        named = listed(more)
        terminal.notice(Bilingual(f"nothing named on: {named.en}", f"以下站点未给出文章：{named.zh}"))
    if shown:
        terminal.notice(Bilingual("Take one with `gpucat add new/N`.", "用 `gpucat add new/N` 收录。"))


def _record(found: PlacedDiscovery) -> dict[str, Any]:
    one = found.discovery
    return {
        "id": one.id,
        "title": one.title,
        "url": one.url,
        "published": one.published,
        "authors": list(one.authors),
        "site": one.site,
        "module": found.module,
        "near": [article.id for article in found.near],
        "found_at": one.found_at,
    }
