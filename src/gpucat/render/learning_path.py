"""The path to a goal: for people each step with its reasons, for programs a listing."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, Final

from gpucat.catalog.article import Article
from gpucat.catalog.fields import article_json
from gpucat.catalog.learning_path import Support
from gpucat.language import NOTHING, Bilingual
from gpucat.render.articles import ID, LEVEL, TITLE
from gpucat.render.columns import Column, Listing
from gpucat.render.listing import write_listing
from gpucat.render.terminal import Terminal
from gpucat.render.text import one_line, pad, width
from gpucat.services.learning_path import PathReport, PathStop

INDENT: Final = "      "


def write_path(terminal: Terminal, report: PathReport, output_format: str) -> None:
    """Writes the path in the format; where there is none, says why on standard error."""
    if output_format != "table":
        write_listing(terminal, _listing(report), output_format)
    elif report.stops:
        _write_steps(terminal, report)
    if not report.stops:
        terminal.notice(_there_already(report))


def _write_steps(terminal: Terminal, report: PathReport) -> None:
    count = len(report.stops)
    heading = Bilingual(
        f"To {report.goal.en}: {count} article{'s' if count > 1 else ''}", f"通往 {report.goal.zh}：{count} 篇"
    )
    room = max(width(stop.article.id) for stop in report.stops)
    lines: list[tuple[str, str]] = [(one_line(terminal.say(heading)), "bold")]
    for stop in report.stops:
        article = stop.article
        lines.append((f"{stop.position:>4}  {pad(article.id, room)}  {one_line(article.title)}", ""))
        lines += [(INDENT + one_line(terminal.say(reason)), "dim") for reason in reasons(stop, report)]
    terminal.write_styled(lines)


def reasons(stop: PathStop, report: PathReport) -> Iterator[Bilingual]:
    """What the step gives to later ones, what it builds on, and what it needs that nothing before it teaches."""
    articles, step = report.articles, stop.step
    if not report.concept and stop is report.stops[-1]:
        yield Bilingual("the goal", "目标")
    if step.teaches_for:
        given = _grouped(step.teaches_for, articles, report)
        yield Bilingual(f"teaches {given.en}", f"讲授 {given.zh}")
    built = [(concept, articles[number].id) for concept, number in step.builds_on if number is not None]
    if built:
        named = report.vocabulary.sourced(built)
        yield Bilingual(f"builds on {named.en}", f"基于 {named.zh}")
    if step.gaps:
        gaps = report.vocabulary.names(step.gaps)
        yield Bilingual(f"also needs {gaps.en}, which nothing before it teaches", f"另需 {gaps.zh}，此前没有文章讲授")
    if stop.article.status == "skipped":
        yield Bilingual("you skipped it, and nothing else leads there", "你曾跳过它，但没有其他文章可以代替")


def _grouped(supports: Iterable[Support], articles: dict[int, Article], report: PathReport) -> Bilingual:
    """`coalescing (for memory/4, memory/6), transpose (for memory/6)`."""
    users: defaultdict[str, list[str]] = defaultdict(list)
    for concept, number in supports:
        users[concept] += [articles[number].id] if number is not None else []
    names = {concept: report.vocabulary.name(concept) for concept in users}
    en = [f"{names[c].en} (for {', '.join(ids)})" if ids else f"{names[c].en} (the goal)" for c, ids in users.items()]
    zh = [f"{names[c].zh}（用于 {'、'.join(ids)}）" if ids else f"{names[c].zh}（目标）" for c, ids in users.items()]
    return Bilingual(", ".join(en), "，".join(zh))


def _there_already(report: PathReport) -> Bilingual:
    if not report.reached_by:
        return Bilingual(
            f"{report.goal.en} is something readers are taken to know", f"{report.goal.zh} 视为读者已有的基础"
        )
    by = ", ".join(article.id for article in report.reached_by)
    return Bilingual(f"You are there: {report.goal.en} (read: {by})", f"已经到达：{report.goal.zh}（已读：{by}）")


def _listing(report: PathReport) -> Listing:
    def of_article(column: Column[Article]) -> Column[PathStop]:
        link = column.link
        return Column(
            column.heading,
            lambda stop: column.cell(stop.article),
            link=(lambda stop: link(stop.article)) if link else None,
            grows=column.grows,
        )

    def why(stop: PathStop) -> Bilingual:
        told = list(reasons(stop, report)) or [NOTHING]
        return Bilingual("; ".join(reason.en for reason in told), "；".join(reason.zh for reason in told))

    number: Column[PathStop] = Column(Bilingual("#", "#"), lambda stop: str(stop.position), is_number=True)
    columns = (number, *map(of_article, (ID, TITLE, LEVEL)), Column(Bilingual("why", "理由"), why, folds=True))
    return Listing(
        report.stops,
        columns,
        lambda stop: _record(stop, report),
        ids=lambda stop: stop.article.id,
        urls=lambda stop: stop.article.url,
    )


def _record(stop: PathStop, report: PathReport) -> dict[str, Any]:
    def supports(some: Iterable[Support], key: str) -> list[dict[str, str | None]]:
        return [{"concept": c, key: report.articles[n].id if n is not None else None} for c, n in some]

    return {
        **article_json(stop.article),
        "position": stop.position,
        "teaches_for": supports(stop.step.teaches_for, "article"),
        "builds_on": supports(stop.step.builds_on, "article"),
        "gaps": list(stop.step.gaps),
    }
