"""Checks the list and its route against the rules of an audit. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date
from typing import Final, NamedTuple

from gpucat.catalog.article import SOURCE_TYPES, Article
from gpucat.catalog.catalogue import Catalogue, Learning
from gpucat.catalog.dates import in_the_future, is_in_future, parse_date
from gpucat.catalog.screening import points_elsewhere, screen
from gpucat.catalog.url import canonical_url
from gpucat.errors import UsageError
from gpucat.language import Bilingual

_REQUIRED: Final = ("title", "authors", "source", "source_type", "level", "keywords", "summary", "why")


class Finding(NamedTuple):
    """One finding of a rule: the article concerned (None: the list as a whole) and what is wrong."""

    article: Article | None
    what: Bilingual


def check_counts(catalogue: Catalogue) -> Iterator[Finding]:
    """Checks that there are as many addresses as articles, because the list's texts give both numbers."""
    counts = catalogue.counts()
    if counts["articles"] != counts["urls"]:
        articles, urls = counts["articles"], counts["urls"]
        yield Finding(None, Bilingual(f"{articles} articles, {urls} addresses", f"{articles} 篇文章，{urls} 个网址"))


def check_urls(catalogue: Catalogue) -> Iterator[Finding]:
    """Finds articles that share a page with another."""
    seen: set[int] = set()
    again: set[int] = set()
    for article in catalogue.articles:
        key = hash(canonical_url(article.url))
        (again if key in seen else seen).add(key)
    first: dict[str, str] = {}
    for article in catalogue.articles if again else ():
        address = canonical_url(article.url)
        if hash(address) in again and (other := first.setdefault(address, article.id)) != article.id:
            yield Finding(article, Bilingual(f"has the same address as {other}", f"与 {other} 网址相同"))


def check_official(catalogue: Catalogue) -> Iterator[Finding]:
    """Finds official pages of NVIDIA."""
    yield from _objections(catalogue, "official")


def check_reprints(catalogue: Catalogue) -> Iterator[Finding]:
    """Finds news and reprints."""
    yield from _objections(catalogue, "reprint")


def check_complete(catalogue: Catalogue) -> Iterator[Finding]:
    """Finds articles of a module that lack a field, or whose title is only their address."""
    for article in _listed(catalogue):
        missing = [field for field in missing_fields(article) if field != "source_type"]  # which has a rule of its own
        if missing:
            names = ", ".join(missing)
            yield Finding(article, Bilingual(f"missing {names}", f"缺少 {names}"))
        elif article.url.endswith(article.title):
            yield Finding(article, Bilingual("the title is only the address", "标题只是网址"))


def missing_fields(article: Article) -> list[str]:
    """Returns the required fields that the article lacks."""
    return [field for field in _REQUIRED if not getattr(article, field)]


def check_source_types(catalogue: Catalogue) -> Iterator[Finding]:
    """Finds unknown source types, and articles labelled differently from the rest of their site."""
    by_source: dict[str, Counter[str]] = defaultdict(Counter)
    for article in _listed(catalogue):
        if article.source and article.source_type:
            by_source[article.source][article.source_type] += 1
    for article in _listed(catalogue):
        kind = article.source_type
        if kind is None:
            yield Finding(article, Bilingual("has no source type", "未标注来源类型"))
            continue
        usual = (
            max(by_source[article.source].items(), key=lambda pair: (pair[1], pair[0]))[0] if article.source else kind
        )
        if kind not in SOURCE_TYPES:
            yield Finding(article, Bilingual(f"unknown source type {kind}", f"未知的来源类型 {kind}"))
        elif kind != usual:
            yield Finding(
                article,
                Bilingual(
                    f"{kind}, but other articles of {article.source} are {usual}",
                    f"标为 {kind}，但 {article.source} 的其他文章为 {usual}",
                ),
            )


def check_dates(catalogue: Catalogue, today: date) -> Iterator[Finding]:
    """Finds dates that are invalid or in the future."""
    for article in catalogue.articles:
        published = article.published
        if published is None:
            continue
        try:
            is_standard = parse_date(published) == published
        except UsageError:
            is_standard = False
        if not is_standard:
            yield Finding(article, Bilingual(f"{published} is not a valid date", f"{published} 不是有效的日期"))
        elif is_in_future(published, today):
            yield Finding(article, in_the_future(published))


def check_levels(catalogue: Catalogue) -> Iterator[Finding]:
    """Finds spans of levels that do not go from lower to higher."""
    for article in catalogue.articles:
        if article.level and not 0 <= article.level.low <= article.level.high <= 2:
            yield Finding(article, Bilingual("the levels are out of order", "难度次序颠倒"))


def check_starts(catalogue: Catalogue) -> Iterator[Finding]:
    """Finds modules that do not start with an article of their own."""
    wanted = {module.start for module in catalogue.modules}
    by_url = {article.url: article for article in catalogue.articles if article.url in wanted}
    for module in catalogue.modules:
        start = by_url.get(module.start or "")
        if start is None:
            yield Finding(None, Bilingual(f"{module.slug} has no start", f"{module.slug} 没有推荐起点"))
        elif start.module != module.slug:
            yield Finding(
                start,
                Bilingual(
                    f"is the start of {module.slug}, but not in it", f"是 {module.slug} 的推荐起点，但不属于该模块"
                ),
            )


def check_numbering(catalogue: Catalogue) -> Iterator[Finding]:
    """Finds places of a module that are not numbered 1, 2, 3 …"""
    for slug, articles in catalogue.by_module():
        for position, article in enumerate(articles, 1):
            if slug is not None and article.position != position:
                yield Finding(
                    article, Bilingual(f"its place should be {slug}/{position}", f"位置应为 {slug}/{position}")
                )


def check_inbox(catalogue: Catalogue) -> Iterator[Finding]:
    """Finds articles without a module."""
    for article in catalogue.articles:
        if article.module is None:
            yield Finding(article, Bilingual("not in a module yet", "尚未归入模块"))


def check_undated(catalogue: Catalogue) -> Iterator[Finding]:
    """Finds articles whose date is not known."""
    for article in _listed(catalogue):
        if article.published is None:
            yield Finding(article, Bilingual("date unknown", "日期未知"))


def check_translations(catalogue: Catalogue) -> Iterator[Finding]:
    """Finds texts of the list that have no English half."""
    for article in _listed(catalogue):
        missing = [
            f"{name}_en" for name in ("summary", "why") if getattr(article, name) and not getattr(article, f"{name}_en")
        ]
        if missing:
            names = ", ".join(missing)
            yield Finding(article, Bilingual(f"missing {names}", f"缺少 {names}"))


def check_elsewhere(catalogue: Catalogue) -> Iterator[Finding]:
    """Finds pages that say that their text is on another site, perhaps one that the list leaves out."""
    for article in catalogue.articles:
        if points_elsewhere(article.url, article.title):
            yield Finding(article, Bilingual("marked as published elsewhere", "标明正文发布在其他站点"))


def check_route(catalogue: Catalogue) -> Iterator[Finding]:
    """Finds articles of a module that are not exactly once on the route."""
    places = Counter(url for _, _, url in catalogue.route())
    if not places:  # a route that is only described has no places to check
        return
    for article in catalogue.articles:
        count = places[article.url]
        if article.module is not None and count != 1:
            yield Finding(article, Bilingual(f"is on the route {count} times", f"在路线上出现 {count} 次"))


def check_acyclic(catalogue: Catalogue) -> Iterator[Finding]:
    """Finds articles that no reading order can reach, because their concepts need each other."""
    known = _assumed(catalogue)
    left = {a.url: a for a in catalogue.articles if a.url in catalogue.learning}
    while ready := [url for url in left if _needs(catalogue, url) <= known]:
        for url in ready:
            known |= set(catalogue.learning[url].teaches)
            del left[url]
    for url, article in left.items():
        concepts = ", ".join(sorted(_needs(catalogue, url) - known))
        yield Finding(article, Bilingual(f"unreachable: needs {concepts}", f"无法学到：需要 {concepts}"))


def check_taught(catalogue: Catalogue) -> Iterator[Finding]:
    """Finds articles that need a concept which the route teaches only later."""
    by_url = {article.url: article for article in catalogue.articles if article.url in catalogue.learning}
    known = _assumed(catalogue)
    for _, _, url in catalogue.route():
        missing = ", ".join(sorted(_needs(catalogue, url) - known))
        if missing and url in by_url:
            yield Finding(
                by_url[url], Bilingual(f"needs {missing}, which is taught later", f"需要 {missing}，但在其后才讲授")
            )
        known |= set(_learning(catalogue, url).teaches)


def _objections(catalogue: Catalogue, rule: str) -> Iterator[Finding]:
    for article in catalogue.articles:
        for objection in screen(article.url, article.title):
            if objection.rule == rule:
                yield Finding(article, objection.reason)


def _listed(catalogue: Catalogue) -> Iterator[Article]:
    return (article for article in catalogue.articles if article.module is not None)


def _assumed(catalogue: Catalogue) -> set[str]:
    return {concept.name for concept in catalogue.concepts if concept.is_assumed}


def _needs(catalogue: Catalogue, url: str) -> set[str]:
    return set(_learning(catalogue, url).needs)


def _learning(catalogue: Catalogue, url: str) -> Learning:
    return catalogue.learning.get(url, Learning())
