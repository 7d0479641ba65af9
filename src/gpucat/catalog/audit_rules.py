"""Checks articles and the route against the rules of an audit. Pure."""

from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache, lru_cache
from itertools import compress
from typing import Final, NamedTuple

from gpucat.catalog.article import SOURCE_TYPES, Article
from gpucat.catalog.catalogue import Catalogue, Learning, Module
from gpucat.catalog.dates import in_the_future, is_in_future, parse_date
from gpucat.catalog.fields import field_name
from gpucat.catalog.logins import HIDDEN, names_user
from gpucat.catalog.screening import points_elsewhere, screen
from gpucat.errors import UsageError
from gpucat.language import Bilingual, listed

_REQUIRED: Final = ("title", "authors", "source", "source_type", "level", "keywords", "summary", "why")


class Named(NamedTuple):
    """What names an article in a finding, since there may be very many."""

    number: int
    id: str
    title: str
    url: str


def named(article: Article) -> Named:
    """Returns what names the article."""
    return Named(article.number, article.id, article.title, article.url)


class Finding(NamedTuple):
    """One finding of a rule: the article concerned (None: the list as a whole) and what is wrong."""

    article: Named | None
    what: Bilingual


def check_official(article: Article) -> Iterator[Bilingual]:
    """Finds official pages of NVIDIA."""
    return (objection.reason for objection in screen(article.url, article.title) if objection.rule == "official")


def check_reprints(article: Article) -> Iterator[Bilingual]:
    """Finds news and reprints."""
    return (objection.reason for objection in screen(article.url, article.title) if objection.rule == "reprint")


def check_logins(article: Article) -> Iterator[Bilingual]:
    """Finds logins in the address and the texts, which stand there hidden."""
    if names_user(article.url):
        yield Bilingual(
            "the address contains a user name or password (gpucat edit --url)",
            "网址包含用户名或密码（gpucat edit --url）",
        )
    if any(HIDDEN in text for text in (article.title, *article.summaries, *article.reasons)):
        yield Bilingual("a text names an address with a user name or password", "文字中有包含用户名或密码的网址")


def check_complete(article: Article) -> Iterator[Bilingual]:
    """Finds articles of a module that lack a field, or whose title is only their address."""
    missing = tuple(field for field in missing_fields(article) if field != "source_type")  # which has a rule of its own
    if article.module is not None and missing:
        yield _lacks(missing)
    elif article.module is not None and article.url.endswith(article.title):
        yield Bilingual("the title is only the address", "标题只是网址")


def missing_fields(article: Article) -> list[str]:
    """Returns the required fields that the article lacks."""
    return [field for field in _REQUIRED if not getattr(article, field)]


def check_source_type(article: Article, usual: str | None) -> Iterator[Bilingual]:
    """Finds unknown source types, and articles labelled differently from the `usual` ones of their site."""
    kind = article.source_type
    if article.module is None:
        return
    if kind is None:
        yield Bilingual("has no source type", "未标注来源类型")
    elif kind not in SOURCE_TYPES:
        yield Bilingual(f"unknown source type {kind}", f"未知的来源类型 {kind}")
    elif usual is not None and kind != usual:
        yield Bilingual(
            f"{kind}, but other articles of {article.source} are {usual}",
            f"标为 {kind}，但 {article.source} 的其他文章为 {usual}",
        )


def check_dates(article: Article, today: date) -> Iterator[Bilingual]:
    """Finds dates that are invalid or in the future."""
    objection = _object_to(article.published, today) if article.published is not None else None
    if objection:
        yield objection


@lru_cache(maxsize=4096)
def _object_to(published: str, today: date) -> Bilingual | None:
    try:
        is_standard = parse_date(published) == published
    except UsageError:
        is_standard = False
    if not is_standard:
        return Bilingual(f"{published} is not a valid date", f"{published} 不是有效的日期")
    return in_the_future(published) if is_in_future(published, today) else None


def check_levels(article: Article) -> Iterator[Bilingual]:
    """Finds spans of levels that do not go from lower to higher."""
    if article.level and not 0 <= article.level.low <= article.level.high <= 2:
        yield Bilingual("the levels are out of order", "难度次序颠倒")


def check_start(module: Module) -> Iterator[Finding]:
    """Finds modules that do not start with an article of their own."""
    if module.start is None:
        yield Finding(None, Bilingual(f"{module.slug} has no start", f"{module.slug} 没有推荐起点"))


def check_inbox(article: Article) -> Iterator[Bilingual]:
    """Finds articles without a module."""
    if article.module is None:
        yield Bilingual("not in a module yet", "尚未归入模块")


def check_undated(article: Article) -> Iterator[Bilingual]:
    """Finds articles whose date is not known."""
    if article.module is not None and article.published is None:
        yield Bilingual("date unknown", "日期未知")


def check_translations(article: Article) -> Iterator[Bilingual]:
    """Finds texts of the list that have no English half."""
    summary = bool(article.summary and not article.summary_en)
    why = bool(article.why and not article.why_en)
    if article.module is not None and (summary or why):
        yield _lacks(tuple(compress(("summary_en", "why_en"), (summary, why))))


@cache
def _lacks(fields: tuple[str, ...]) -> Bilingual:
    names = listed(map(field_name, fields))
    return Bilingual(f"missing {names.en}", f"缺少{names.zh}")


def check_elsewhere(article: Article) -> Iterator[Bilingual]:
    """Finds pages that say that their text is on another site, perhaps one that the list leaves out."""
    if points_elsewhere(article.url, article.title):
        yield Bilingual("marked as published elsewhere", "标明正文发布在其他站点")


def check_acyclic(catalogue: Catalogue) -> Iterator[Finding]:
    """Finds articles that no reading order can reach: nobody teaches what they need, or they need each other."""
    known = _assumed(catalogue)
    left = {a.url: a for a in catalogue.articles if a.url in catalogue.learning}
    while ready := [url for url in left if _needs(catalogue, url) <= known]:
        for url in ready:
            known |= set(catalogue.learning[url].teaches)
            del left[url]
    teachers = {concept: url for url in reversed(left) for concept in catalogue.learning[url].teaches}
    for url, article in left.items():
        missing = sorted(_needs(catalogue, url) - known)
        untaught = listed(concept for concept in missing if concept not in teachers)
        what = Bilingual(f"needs {untaught.en}, which nobody teaches", f"需要 {untaught.zh}，但没有文章讲解")
        yield Finding(named(article), what if untaught.en else _circle(catalogue, left, teachers, known, url))


def _circle(
    catalogue: Catalogue, left: Mapping[str, Article], teachers: Mapping[str, str], known: set[str], url: str
) -> Bilingual:
    """Follows from an article what it needs to the one that teaches it, and names the way if one comes again."""
    way: dict[str, str] = {}
    while url not in way:
        taught = [concept for concept in _needs(catalogue, url) - known if concept in teachers]
        if not taught:
            place = left[url].id
            return Bilingual(f"builds on {place}, which cannot be learnt", f"以 {place} 为基础，而后者无法学到")
        way[url] = min(taught)
        url = teachers[way[url]]
    steps = [f"{left[one].id} ({concept})" for one, concept in way.items()]
    around = " → ".join([*steps, left[url].id])
    return Bilingual(f"a circle of needs: {around}", f"需要关系成环：{around}")


def check_concepts(catalogue: Catalogue, article: Article) -> Iterator[Bilingual]:
    """Finds articles that no path leads over, in a list whose other articles have concepts."""
    if catalogue.learning and article.module is not None and article.url not in catalogue.learning:
        yield Bilingual(
            "names no concepts (gpucat edit --teaches --needs)", "未注明概念（gpucat edit --teaches --needs）"
        )


def check_taught(catalogue: Catalogue) -> Iterator[Finding]:
    """Finds articles that need a concept which the route teaches only later."""
    by_url = {article.url: article for article in catalogue.articles if article.url in catalogue.learning}
    known = _assumed(catalogue)
    for url in (url for _, _, url in catalogue.route() if url in by_url):
        missing = listed(sorted(_needs(catalogue, url) - known))
        if missing.en:
            yield Finding(
                named(by_url[url]),
                Bilingual(f"needs {missing.en}, which is taught later", f"需要 {missing.zh}，但其后才讲解"),
            )
        known |= set(_learning(catalogue, url).teaches)


def _assumed(catalogue: Catalogue) -> set[str]:
    return {concept.name for concept in catalogue.concepts if concept.is_assumed}


def _needs(catalogue: Catalogue, url: str) -> set[str]:
    return set(_learning(catalogue, url).needs)


def _learning(catalogue: Catalogue, url: str) -> Learning:
    return catalogue.learning.get(url, Learning())
