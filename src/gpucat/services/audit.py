"""Audits the whole list by its own rules; observations that break no rule are notes."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from itertools import islice
from typing import Final, NamedTuple

from gpucat.catalog.audit_rules import (
    Finding,
    check_acyclic,
    check_complete,
    check_counts,
    check_dates,
    check_elsewhere,
    check_inbox,
    check_levels,
    check_numbering,
    check_official,
    check_reprints,
    check_route,
    check_source_types,
    check_starts,
    check_taught,
    check_translations,
    check_undated,
    check_urls,
)
from gpucat.catalog.catalogue import Catalogue
from gpucat.language import Bilingual, Language
from gpucat.links.observed import ObservedFact, difference
from gpucat.services.opening import utc_today
from gpucat.store.connection import Reader
from gpucat.store.links import read_observed_facts

PASS: Final = "pass"
FAIL: Final = "fail"
NOTE: Final = "note"
_DEAD: Final = ("broken", "soft-404", "wrong-article")
_NAMED: Final = 10
_FRESH: Final = timedelta(days=90)


class AuditSubject(NamedTuple):
    """What an audit looks at: the list, the facts observed about its articles, and the day of the audit."""

    catalogue: Catalogue
    today: date
    facts: Sequence[ObservedFact] = ()


class Rule(NamedTuple):
    """A rule of the list: its code, its title and its check; `is_note` if a finding does not break it."""

    code: str
    title: Bilingual
    check: Callable[[AuditSubject], Iterator[Finding]]
    is_note: bool = False


class RuleResult(NamedTuple):
    """The result of a rule: `pass`, `fail` or `note`, with the findings in the list's order."""

    rule: Rule
    outcome: str
    findings: tuple[Finding, ...]


def audit(evidence: AuditSubject) -> list[RuleResult]:
    """Checks every rule and returns the results in the order of RULES."""
    return [_result(rule, tuple(rule.check(evidence))) for rule in RULES]


def has_failed(results: Sequence[RuleResult]) -> bool:
    """Whether any rule is broken."""
    return any(result.outcome == FAIL for result in results)


def breaches(evidence: AuditSubject) -> Iterator[Bilingual]:
    """Yields each broken rule as one line, with the first articles concerned and the number of further ones."""
    for rule in RULES:
        findings = () if rule.is_note else rule.check(evidence)
        first = list(islice(findings, _NAMED))
        more = sum(1 for _ in findings)
        if first:
            yield Bilingual(
                f"{rule.title.en}: no ({_places(first, more, 'en', ', ')})",
                f"“{rule.title.zh}”不满足（{_places(first, more, 'zh', '、')}）",
            )


def _places(first: Sequence[Finding], more: int, language: Language, separator: str) -> str:
    named = [f.article.id if f.article else f.what.text(language) for f in first]
    return separator.join(named) + (f" +{more}" if more else "")


def _result(rule: Rule, findings: tuple[Finding, ...]) -> RuleResult:
    return RuleResult(rule, PASS if not findings else NOTE if rule.is_note else FAIL, findings)


def _check_dead(evidence: AuditSubject) -> Iterator[Finding]:
    for article in evidence.catalogue.articles:
        if article.link and article.link.verdict in _DEAD:
            when, verdict = article.link.checked_at[:10], article.link.verdict
            yield Finding(article, Bilingual(f"{verdict} on {when}", f"{when} 检查为 {verdict}"))


def _check_verified(evidence: AuditSubject) -> Iterator[Finding]:
    articles = evidence.catalogue.articles
    begin = (evidence.today - _FRESH).isoformat()
    unchecked = stale = unsure = 0
    for article in articles:
        unchecked += article.link is None
        stale += article.link is not None and article.link.checked_at < begin
        unsure += article.link is not None and article.link.verdict in ("blocked", "flaky", "timeout")
    for found, en, zh in (
        (unchecked, "never verified", "从未核验"),
        (stale, f"last verified before {begin}", f"上次核验早于 {begin}"),
        (unsure, "could not be verified (blocked, flaky or timeout)", "无法核验（被拦截、不稳定或超时）"),
    ):
        if found:
            total = len(articles)
            yield Finding(None, Bilingual(f"{found} of {total} {en}", f"{total} 篇中 {found} 篇{zh}"))


def _check_observed(evidence: AuditSubject) -> Iterator[Finding]:
    observed = {fact.number for fact in evidence.facts}
    by_number = {article.number: article for article in evidence.catalogue.articles if article.number in observed}
    for fact in evidence.facts:
        article = by_number.get(fact.number)
        if article and (said := difference(article, fact)):
            yield Finding(article, said)


def _of_catalogue(check: Callable[[Catalogue], Iterator[Finding]]) -> Callable[[AuditSubject], Iterator[Finding]]:
    return lambda evidence: check(evidence.catalogue)


RULES: Final = (
    Rule("counts", Bilingual("as many addresses as articles", "文章数与网址数相同"), _of_catalogue(check_counts)),
    Rule("unique-urls", Bilingual("no address twice", "网址不重复"), _of_catalogue(check_urls)),
    Rule("no-official", Bilingual("no official NVIDIA pages", "无 NVIDIA 官方页面"), _of_catalogue(check_official)),
    Rule("no-reprints", Bilingual("no news and reprints", "无新闻与转载"), _of_catalogue(check_reprints)),
    Rule("complete", Bilingual("all fields filled in", "字段完整"), _of_catalogue(check_complete)),
    Rule("source-types", Bilingual("source types labelled alike", "来源类型标注一致"), _of_catalogue(check_source_types)),
    Rule(
        "dates", Bilingual("dates valid, none in the future", "日期有效且不晚于今天"),
        lambda evidence: check_dates(evidence.catalogue, evidence.today),
    ),
    Rule("levels", Bilingual("levels from low to high", "难度由低到高"), _of_catalogue(check_levels)),
    Rule("starts", Bilingual("every module has its start", "每个模块有推荐起点"), _of_catalogue(check_starts)),
    Rule("numbering", Bilingual("places without gaps", "位置连续"), _of_catalogue(check_numbering)),
    Rule("route", Bilingual("the route covers every article", "路线覆盖所有文章"), _of_catalogue(check_route)),
    Rule("acyclic", Bilingual("concepts can be learnt in some order", "概念之间无循环依赖"), _of_catalogue(check_acyclic)),
    Rule("taught", Bilingual("concepts taught before they are needed", "概念先教后用"), _of_catalogue(check_taught)),
    Rule("links", Bilingual("no dead links", "无失效链接"), _check_dead),
    Rule("inbox", Bilingual("the inbox is empty", "收件箱为空"), _of_catalogue(check_inbox)),
    Rule("verified", Bilingual("links verified recently", "链接近期已核验"), _check_verified, is_note=True),
    Rule("dated", Bilingual("dates known", "日期已知"), _of_catalogue(check_undated), is_note=True),
    Rule("translated", Bilingual("texts in both languages", "文本中英文齐全"), _of_catalogue(check_translations), is_note=True),
    Rule("elsewhere", Bilingual("articles published on their own site", "文章发布在本站"), _of_catalogue(check_elsewhere), is_note=True),
    Rule("observed", Bilingual("pages agree with the list", "页面与清单一致"), _check_observed, is_note=True),
)  # fmt: skip


def audit_of(connection: Reader, catalogue: Catalogue, today: date | None = None) -> list[RuleResult]:
    """Audits the catalogue that was read from this database."""
    return audit(audit_subject(connection, catalogue, today))


def audit_subject(connection: Reader, catalogue: Catalogue, today: date | None = None) -> AuditSubject:
    """Gathers what an audit of this database's catalogue looks at."""
    return AuditSubject(catalogue, today or utc_today(), read_observed_facts(connection))
