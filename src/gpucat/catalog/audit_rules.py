"""The checks of an audit: what each rule finds in the list and on its route. Pure."""

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
    """One thing that a rule found: the article concerned (None: the list as a whole) and what is the matter."""

    article: Article | None
    what: Bilingual


def check_counts(catalogue: Catalogue) -> Iterator[Finding]:
    """The numbers that the list's own texts give."""
    counts = catalogue.counts()
    if counts["articles"] != counts["urls"]:
        articles, urls = counts["articles"], counts["urls"]
        yield Finding(None, Bilingual(f"{articles} articles, {urls} addresses", f"{articles} 篇文章，{urls} 个网址"))


def check_urls(catalogue: Catalogue) -> Iterator[Finding]:
    """No two articles are one page."""
    seen: set[int] = set()
    again: set[int] = set()
    for article in catalogue.articles:
        key = hash(canonical_url(article.url))
        (again if key in seen else seen).add(key)
    first: dict[str, str] = {}
    for article in catalogue.articles if again else ():
        address = canonical_url(article.url)
        if hash(address) in again and (other := first.setdefault(address, article.id)) != article.id:
            yield Finding(article, Bilingual(f"has the address of {other}", f"与 {other} 网址相同"))


def check_official(catalogue: Catalogue) -> Iterator[Finding]:
    """No official pages of NVIDIA."""
    yield from _objections(catalogue, "official")


def check_reprints(catalogue: Catalogue) -> Iterator[Finding]:
    """No news, no reprints."""
    yield from _objections(catalogue, "reprint")


def check_complete(catalogue: Catalogue) -> Iterator[Finding]:
    """Every article of a module has all its fields, and a title that somebody gave it."""
    for article in _listed(catalogue):
        missing = [field for field in missing_fields(article) if field != "source_type"]  # that has a rule of its own
        if missing:
            names = ", ".join(missing)
            yield Finding(article, Bilingual(f"without {names}", f"缺 {names}"))
        elif article.url.endswith(article.title):
            yield Finding(article, Bilingual("its title is only its address", "标题只是网址"))


def missing_fields(article: Article) -> list[str]:
    """The fields that an article of the list must have and this one lacks."""
    return [field for field in _REQUIRED if not getattr(article, field)]


def check_source_types(catalogue: Catalogue) -> Iterator[Finding]:
    """Each site has one source type, one that the list knows."""
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
            yield Finding(article, Bilingual(f"{kind} is no source type", f"{kind} 不是来源类型"))
        elif kind != usual:
            yield Finding(
                article,
                Bilingual(
                    f"{kind}, other articles of {article.source} are {usual}",
                    f"标为 {kind}，{article.source} 的其他文章为 {usual}",
                ),
            )


def check_dates(catalogue: Catalogue, today: date) -> Iterator[Finding]:
    """Dates are dates and lie in the past."""
    for article in catalogue.articles:
        published = article.published
        if published is None:
            continue
        try:
            is_standard = parse_date(published) == published
        except UsageError:
            is_standard = False
        if not is_standard:
            yield Finding(article, Bilingual(f"{published} is no date", f"{published} 不是日期"))
        elif is_in_future(published, today):
            yield Finding(article, in_the_future(published))


def check_levels(catalogue: Catalogue) -> Iterator[Finding]:
    """A span of levels goes from the lower to the higher."""
    for article in catalogue.articles:
        if article.level and not 0 <= article.level.low <= article.level.high <= 2:
            yield Finding(article, Bilingual("its levels are not in order", "难度次序颠倒"))


def check_starts(catalogue: Catalogue) -> Iterator[Finding]:
    """Each module begins with an article of its own."""
    wanted = {module.start for module in catalogue.modules}
    by_url = {article.url: article for article in catalogue.articles if article.url in wanted}
    for module in catalogue.modules:
        start = by_url.get(module.start or "")
        if start is None:
            yield Finding(None, Bilingual(f"{module.slug} has no start", f"{module.slug} 没有推荐起点"))
        elif start.module != module.slug:
            yield Finding(start, Bilingual(f"is the start of {module.slug}", f"是 {module.slug} 的推荐起点"))


def check_numbering(catalogue: Catalogue) -> Iterator[Finding]:
    """The places of each module are 1, 2, 3 …"""
    for slug, articles in catalogue.by_module():
        for position, article in enumerate(articles, 1):
            if slug is not None and article.position != position:
                yield Finding(article, Bilingual(f"should be number {position}", f"应为第 {position} 篇"))


def check_inbox(catalogue: Catalogue) -> Iterator[Finding]:
    """Nothing waits for a module."""
    for article in catalogue.articles:
        if article.module is None:
            yield Finding(article, Bilingual("waits for a module", "尚未归入模块"))


def check_undated(catalogue: Catalogue) -> Iterator[Finding]:
    """Articles whose date is not known."""
    for article in _listed(catalogue):
        if article.published is None:
            yield Finding(article, Bilingual("no date known", "日期未知"))


def check_translations(catalogue: Catalogue) -> Iterator[Finding]:
    """Texts of the list that have no English half."""
    for article in _listed(catalogue):
        missing = [
            f"{name}_en" for name in ("summary", "why") if getattr(article, name) and not getattr(article, f"{name}_en")
        ]
        if missing:
            names = ", ".join(missing)
            yield Finding(article, Bilingual(f"without {names}", f"缺 {names}"))


def check_elsewhere(catalogue: Catalogue) -> Iterator[Finding]:
    """Pages that say of themselves that their text is on another site: perhaps one that the list leaves out."""
    for article in catalogue.articles:
        if points_elsewhere(article.url, article.title):
            yield Finding(article, Bilingual("marked as published elsewhere", "页面标明正文在其他站点"))


def _objections(catalogue: Catalogue, rule: str) -> Iterator[Finding]:
    for article in catalogue.articles:
        for objection in screen(article.url, article.title):
            if objection.rule == rule:
                yield Finding(article, objection.reason)


def _listed(catalogue: Catalogue) -> Iterator[Article]:
    return (article for article in catalogue.articles if article.module is not None)


def check_route(catalogue: Catalogue) -> Iterator[Finding]:
    """Every article of a module has one place on the route."""
    places = Counter(url for _, _, url in catalogue.route())
    if not places:  # a route that is only described places nothing, and misses nothing
        return
    for article in catalogue.articles:
        count = places[article.url]
        if article.module is not None and count != 1:
            yield Finding(article, Bilingual(f"has {count} places on the route", f"在路线上有 {count} 个位置"))


def check_acyclic(catalogue: Catalogue) -> Iterator[Finding]:
    """Some order of the articles teaches everything before it is needed: no concept leads back to itself."""
    known = _assumed(catalogue)
    left = {a.url: a for a in catalogue.articles if a.url in catalogue.learning}
    while ready := [url for url in left if _needs(catalogue, url) <= known]:
        for url in ready:
            known |= set(catalogue.learning[url].teaches)
            del left[url]
    for url, article in left.items():
        concepts = ", ".join(sorted(_needs(catalogue, url) - known))
        yield Finding(article, Bilingual(f"cannot be reached: needs {concepts}", f"无法学到：需要 {concepts}"))


def check_taught(catalogue: Catalogue) -> Iterator[Finding]:
    """Along the route, what an article needs was taught by one before it."""
    by_url = {article.url: article for article in catalogue.articles if article.url in catalogue.learning}
    known = _assumed(catalogue)
    for _, _, url in catalogue.route():
        missing = ", ".join(sorted(_needs(catalogue, url) - known))
        if missing and url in by_url:
            yield Finding(by_url[url], Bilingual(f"needs {missing}, taught later", f"需要 {missing}，但在其后才讲授"))
        known |= set(_learning(catalogue, url).teaches)


def _assumed(catalogue: Catalogue) -> set[str]:
    return {concept.name for concept in catalogue.concepts if concept.is_assumed}


def _needs(catalogue: Catalogue, url: str) -> set[str]:
    return set(_learning(catalogue, url).needs)


def _learning(catalogue: Catalogue, url: str) -> Learning:
    return catalogue.learning.get(url, Learning())
