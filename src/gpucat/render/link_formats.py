"""Results of link checks for programs: the JSON record, JUnit XML, annotations of GitHub, a Markdown report."""

from collections.abc import Iterator, Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from gpucat.language import Bilingual, Language
from gpucat.links.verdict import DEAD, UNKNOWN
from gpucat.render.text import one_line, visible
from gpucat.services.link_results import LinkResult


def link_record(result: LinkResult) -> dict[str, Any]:
    """The JSON of one link: `id` and `number` of an article, or the `line` of a file."""
    target, streak = result.target, result.streak
    place: dict[str, Any] = {"line": target.line} if target.line else {"id": target.id, "number": target.number}
    record = {
        **place,
        "title": target.title,
        "url": target.url,
        "verdict": result.verdict.value,
        "reason": result.reason.en,
        "status": result.status,
        "final_url": result.final_url,
        "page_title": result.page_title,
        "title_match": result.title_match,
        "attempts": result.attempts,
        "elapsed_ms": result.elapsed_ms,
        "checked_at": result.checked_at.isoformat(timespec="seconds"),
        "since": streak.since if streak else None,
        "checks_in_a_row": streak.checks if streak else None,
    }
    return record | ({"archive_url": result.archive_url} if result.archive_url else {})


def junit(results: Sequence[LinkResult]) -> Iterator[str]:
    """A test suite with one case a link: dead links fail, unknown ones are skipped."""
    dead = sum(result.verdict in DEAD for result in results)
    unknown = sum(result.verdict in UNKNOWN for result in results)
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f'<testsuite name="gpucat verify-links" tests="{len(results)}" failures="{dead}" skipped="{unknown}">'
    for result in results:
        name = _attribute(f"{_place(result)} {result.target.title or result.target.url}")
        opening = f'  <testcase classname="links" name={name} time="{result.elapsed_ms / 1000:.3f}"'
        said = f"message={_attribute(f'{result.verdict}: {result.reason.en}')}"
        if result.verdict in DEAD:
            yield f"{opening}><failure {said}>{escape(visible(result.target.url))}</failure></testcase>"
        elif result.verdict in UNKNOWN:
            yield f"{opening}><skipped {said}/></testcase>"
        else:
            yield f"{opening}/>"
    yield "</testsuite>"


def annotation(result: LinkResult, language: Language) -> str | None:
    """A workflow command for a link that needs somebody; None for one that is fine."""
    if result.verdict not in DEAD | UNKNOWN and result.title_match != "changed":
        return None
    level = "error" if result.verdict in DEAD else "warning"
    place = f"line={result.target.line}," if result.target.line else ""
    file = f"file={_property(result.target.file)}," if result.target.file else ""
    said = f"{result.target.url}: {result.reason.text(language)}"
    return f"::{level} {file}{place}title={_property(result.verdict.value)}::{_command(said)}"


def markdown(results: Sequence[LinkResult], language: Language) -> Iterator[str]:
    """A table of what needs somebody, worst first."""
    from gpucat.formats.markdown_text import escape_text, link

    heads = Bilingual("verdict | where | title | reason", "结论 | 位置 | 标题 | 原因")
    yield f"| {heads.text(language)} |"
    yield "|---|---|---|---|"
    for result in results:
        if result.verdict in DEAD | UNKNOWN or result.title_match == "changed":
            title = link(visible(result.target.title or result.target.url), result.target.url)
            reason = escape_text(visible(result.reason.text(language)))
            yield f"| {result.verdict.value} | {_place(result)} | {title} | {reason} |"


def _place(result: LinkResult) -> str:
    return result.target.id or f"line {result.target.line}"


def _attribute(text: str) -> str:
    return quoteattr(one_line(text))


def _command(text: str) -> str:
    return visible(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def _property(text: str) -> str:
    return _command(text).replace(":", "%3A").replace(",", "%2C")
