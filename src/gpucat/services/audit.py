"""Audits the whole list by its own rules; observations that break no rule are notes."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.audit_rules import (
    Finding,
    check_acyclic,
    check_complete,
    check_concepts,
    check_dates,
    check_elsewhere,
    check_inbox,
    check_levels,
    check_logins,
    check_official,
    check_reprints,
    check_source_type,
    check_start,
    check_taught,
    check_translations,
    check_undated,
    named,
)
from gpucat.catalog.catalogue import Catalogue
from gpucat.catalog.filters import ArticleFilter
from gpucat.language import Bilingual, Language
from gpucat.links.observed import ObservedFact, difference
from gpucat.services.opening import utc_today
from gpucat.store.articles import find_articles
from gpucat.store.audit_facts import CheckedLinks, ListFacts, count_checked, read_list_facts
from gpucat.store.catalogue import read_frame
from gpucat.store.connection import Reader
from gpucat.store.links import read_observed_facts

PASS: Final = "pass"
FAIL: Final = "fail"
NOTE: Final = "note"
_DEAD: Final = ("broken", "soft-404", "wrong-article")
_NAMED: Final = 10
_FRESH: Final = timedelta(days=90)


class AuditSubject(NamedTuple):
    """What rules know besides the article: the list without its articles but those that have concepts, and the day."""

    frame: Catalogue
    facts: ListFacts
    links: CheckedLinks
    observed: dict[int, list[ObservedFact]]
    today: date


class Rule(NamedTuple):
    """A rule of the list: its code, its title, and its check of one article or of the whole list.

    `is_note` if a finding does not break it.
    """

    code: str
    title: Bilingual
    of_article: Callable[[AuditSubject, Article], Iterable[Bilingual]] | None = None
    of_list: Callable[[AuditSubject], Iterable[Finding]] | None = None
    is_note: bool = False


class RuleResult(NamedTuple):
    """The result of a rule: `pass`, `fail` or `note`, with the findings in the list's order."""

    rule: Rule
    outcome: str
    findings: tuple[Finding, ...]


def audit(connection: Reader, today: date | None = None) -> list[RuleResult]:
    """Checks every rule and returns the results in the order of RULES; the articles are read once."""
    subject = _subject(connection, today or utc_today())
    found: defaultdict[str, list[Finding]] = defaultdict(list)
    checks = [(rule.code, rule.of_article) for rule in RULES if rule.of_article]
    learning, taught = subject.frame.learning, []
    said: dict[Bilingual, Bilingual] = {}  # one text for the many articles of which it holds
    for article in find_articles(connection, ArticleFilter()):
        if article.url in learning:
            taught.append(article)
        name = None
        for code, check in checks:
            for what in check(subject, article):
                name = name or named(article)
                found[code].append(Finding(name, said.setdefault(what, what)))
    whole = subject._replace(frame=subject.frame._replace(articles=taught))
    for rule in RULES:
        found[rule.code] += rule.of_list(whole) if rule.of_list else ()
    return [_result(rule, tuple(found.pop(rule.code))) for rule in RULES]


def _subject(connection: Reader, today: date) -> AuditSubject:
    observed: defaultdict[int, list[ObservedFact]] = defaultdict(list)
    for fact in read_observed_facts(connection):
        observed[fact.number].append(fact)
    return AuditSubject(
        read_frame(connection, lessons_only=True),
        read_list_facts(connection),
        count_checked(connection, (today - _FRESH).isoformat()),
        dict(observed),
        today,
    )


def has_failed(results: Sequence[RuleResult]) -> bool:
    """Whether any rule is broken."""
    return any(result.outcome == FAIL for result in results)


def breaches(results: Iterable[RuleResult]) -> Iterator[Bilingual]:
    """Yields each broken rule as one line, with the first articles concerned and the number of further ones."""
    for rule, outcome, findings in results:
        first, more = findings[:_NAMED], len(findings[_NAMED:])
        if outcome == FAIL:
            yield Bilingual(
                f"{rule.title.en}: no ({_places(first, more, 'en', ', ')})",
                f"“{rule.title.zh}”不满足（{_places(first, more, 'zh', '、')}）",
            )


def _places(first: Sequence[Finding], more: int, language: Language, separator: str) -> str:
    named = [f.article.id if f.article else f.what.text(language) for f in first]
    return separator.join(named) + (f" +{more}" if more else "")


def _result(rule: Rule, findings: tuple[Finding, ...]) -> RuleResult:
    return RuleResult(rule, PASS if not findings else NOTE if rule.is_note else FAIL, findings)


def _check_counts(subject: AuditSubject) -> Iterator[Finding]:
    """Checks that there are as many addresses as articles, because the list's texts give both numbers."""
    articles, addresses = subject.facts.articles, subject.facts.addresses
    if articles != addresses:
        said = Bilingual(f"{articles} articles, {addresses} addresses", f"{articles} 篇文章，{addresses} 个网址")
        yield Finding(None, said)


def _check_address(subject: AuditSubject, article: Article) -> Iterator[Bilingual]:
    if article.number in subject.facts.repeats:
        first = subject.facts.repeats[article.number]
        yield Bilingual(f"has the same address as article {first}", f"与第 {first} 号文章网址相同")


def _check_position(subject: AuditSubject, article: Article) -> Iterator[Bilingual]:
    """Finds places of a module that are not numbered 1, 2, 3 …"""
    if article.number in subject.facts.misplaced:
        place = f"{article.module}/{subject.facts.misplaced[article.number]}"
        yield Bilingual(f"its place should be {place}", f"位置应为 {place}")


def _check_route(subject: AuditSubject, article: Article) -> Iterator[Bilingual]:
    if article.number in subject.facts.off_route:
        yield Bilingual("is on the route 0 times", "在路线上出现 0 次")


def _check_dead(_subject: AuditSubject, article: Article) -> Iterator[Bilingual]:
    if article.link and article.link.verdict in _DEAD:
        when, verdict = article.link.checked_at[:10], article.link.verdict
        yield Bilingual(f"{verdict} on {when}", f"{when} 检查为 {verdict}")


def _check_verified(subject: AuditSubject) -> Iterator[Finding]:
    total, unchecked, stale, unsure = subject.links
    begin = (subject.today - _FRESH).isoformat()
    for found, en, zh in (
        (unchecked, "never verified", "从未核验"),
        (stale, f"last verified before {begin}", f"上次核验早于 {begin}"),
        (unsure, "could not be verified (blocked, flaky or timeout)", "无法核验（被拦截、不稳定或超时）"),
    ):
        if found:
            yield Finding(None, Bilingual(f"{found} of {total} {en}", f"{total} 篇中 {found} 篇{zh}"))


def _check_observed(subject: AuditSubject, article: Article) -> Iterator[Bilingual]:
    for fact in subject.observed.get(article.number, ()):
        if said := difference(article, fact):
            yield said


def _each(check: Callable[[Article], Iterable[Bilingual]]) -> Callable[[AuditSubject, Article], Iterable[Bilingual]]:
    return lambda _subject, article: check(article)


RULES: Final = (
    Rule("counts", Bilingual("as many addresses as articles", "文章数与网址数相同"), of_list=_check_counts),
    Rule("unique-urls", Bilingual("no address twice", "网址不重复"), _check_address),
    Rule("no-logins", Bilingual("no logins in addresses", "网址不含登录信息"), _each(check_logins)),
    Rule("no-official", Bilingual("no official NVIDIA pages", "无 NVIDIA 官方页面"), _each(check_official)),
    Rule("no-reprints", Bilingual("no news and reprints", "无新闻与转载"), _each(check_reprints)),
    Rule("complete", Bilingual("all fields filled in", "字段完整"), _each(check_complete)),
    Rule(
        "source-types", Bilingual("source types labelled alike", "来源类型标注一致"),
        lambda subject, article: check_source_type(article, subject.facts.usual_types.get(article.source or "")),
    ),
    Rule(
        "dates", Bilingual("dates valid, none in the future", "日期有效且不晚于今天"),
        lambda subject, article: check_dates(article, subject.today),
    ),
    Rule("levels", Bilingual("levels from low to high", "难度由低到高"), _each(check_levels)),
    Rule(
        "starts", Bilingual("every module has its start", "每个模块有推荐起点"),
        of_list=lambda subject: (finding for module in subject.frame.modules for finding in check_start(module)),
    ),
    Rule("numbering", Bilingual("places without gaps", "位置连续"), _check_position),
    Rule("route", Bilingual("the route covers every article", "路线覆盖所有文章"), _check_route),
    Rule(
        "acyclic", Bilingual("concepts can be learnt in some order", "概念之间无循环依赖"),
        of_list=lambda subject: check_acyclic(subject.frame),
    ),
    Rule(
        "taught", Bilingual("concepts taught before they are needed", "概念先教后用"),
        of_list=lambda subject: check_taught(subject.frame),
    ),
    Rule("links", Bilingual("no dead links", "无失效链接"), _check_dead),
    Rule("inbox", Bilingual("the inbox is empty", "收件箱为空"), _each(check_inbox)),
    Rule("verified", Bilingual("links verified recently", "链接近期已核验"), of_list=_check_verified, is_note=True),
    Rule(
        "concepts", Bilingual("concepts named", "概念已注明"),
        of_article=lambda subject, article: check_concepts(subject.frame, article), is_note=True,
    ),
    Rule("dated", Bilingual("dates known", "日期已知"), _each(check_undated), is_note=True),
    Rule("translated", Bilingual("texts in both languages", "文本中英文齐全"), _each(check_translations), is_note=True),
    Rule("elsewhere", Bilingual("articles published on their own site", "文章发布在本站"), _each(check_elsewhere), is_note=True),
    Rule("observed", Bilingual("pages agree with the list", "页面与清单一致"), _check_observed, is_note=True),
)  # fmt: skip
