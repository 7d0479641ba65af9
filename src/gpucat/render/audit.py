"""Writes what an audit found: a table of the rules and each finding below it, or JSON."""

from collections.abc import Sequence
from typing import Any, Final

from gpucat.catalog.audit_rules import Finding
from gpucat.language import Bilingual
from gpucat.render.columns import Column, Listing
from gpucat.render.listing import write_json, write_listing
from gpucat.render.terminal import Terminal
from gpucat.services.audit import FAIL, NOTE, PASS, RuleResult

_OUTCOMES: Final = {
    PASS: Bilingual("pass", "通过"), FAIL: Bilingual("FAIL", "不通过"), NOTE: Bilingual("note", "提示"),
}  # fmt: skip
_STYLES: Final = {PASS: "green", FAIL: "bold red", NOTE: "yellow"}
_RULES: Final[tuple[Column[RuleResult], ...]] = (
    Column(Bilingual("rule", "规则"), lambda result: result.rule.code, style="cyan"),
    Column(Bilingual("result", "结果"), lambda r: _OUTCOMES[r.outcome], style=lambda r: _STYLES[r.outcome]),
    Column(Bilingual("findings", "项数"), lambda result: str(len(result.findings) or ""), is_number=True),
    Column(Bilingual("requirement", "要求"), lambda result: result.rule.title, grows=True),
)
_FINDINGS: Final[tuple[Column[tuple[RuleResult, Finding]], ...]] = (
    Column(Bilingual("rule", "规则"), lambda pair: pair[0].rule.code, style=lambda pair: _STYLES[pair[0].outcome]),
    Column(Bilingual("place", "位置"), lambda pair: pair[1].article.id if pair[1].article else "", style="cyan"),
    Column(Bilingual("title", "标题"), lambda pair: pair[1].article.title if pair[1].article else "", grows=True),
    Column(Bilingual("finding", "说明"), lambda pair: pair[1].what, folds=True),
)


def write_audit(terminal: Terminal, results: Sequence[RuleResult], *, as_json: bool) -> None:
    """Writes the rules with their results, and what was found."""
    if as_json:
        write_json(terminal, map(_record, results))
        return
    write_listing(terminal, Listing(results, _RULES, _record), "table")
    if any(result.findings for result in results):
        found = ((result, finding) for result in results for finding in result.findings)
        terminal.write([""])
        write_listing(terminal, Listing(found, _FINDINGS, lambda pair: _finding(pair[1])), "table")
    failed, passed = (sum(result.outcome == outcome for result in results) for outcome in (FAIL, PASS))
    terminal.notice(
        Bilingual(
            f"{passed} rules pass, {failed} fail, {len(results) - passed - failed} have notes",
            f"{passed} 条通过，{failed} 条不通过，{len(results) - passed - failed} 条有提示",
        )
    )


def _record(result: RuleResult) -> dict[str, Any]:
    return {
        "rule": result.rule.code,
        "title": result.rule.title.en,
        "result": result.outcome,
        "findings": [_finding(finding) for finding in result.findings],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    article = finding.article
    return {
        "number": article.number if article else None,
        "id": article.id if article else None,
        "title": article.title if article else None,
        "url": article.url if article else None,
        "what": finding.what.en,
    }
