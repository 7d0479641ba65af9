"""Writes what to read next, and the path to a goal."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from gpucat.catalog.article import Article
from gpucat.catalog.concepts import said_in_short
from gpucat.catalog.fields import article_json
from gpucat.catalog.learning_path import Support
from gpucat.catalog.levels import label_level
from gpucat.language import NOTHING, Bilingual, listed, same
from gpucat.render.articles import ID, LEVEL, TITLE, column_of
from gpucat.render.columns import Column, Listing
from gpucat.render.labelled import Line, write_labelled
from gpucat.render.listing import write_listing
from gpucat.render.route import route_listing, stop_record
from gpucat.render.terminal import Terminal
from gpucat.render.text import counted, one_line, pad, width
from gpucat.services.learning_path import PathReport, PathStop
from gpucat.services.next_reading import Advice, Basis


def write_advice(terminal: Terminal, advice: Sequence[Advice], output_format: str) -> None:
    """Writes the articles to read next in the format."""
    if output_format != "table":
        write_listing(terminal, _advice_listing(advice), output_format)
        return
    for index, piece in enumerate(advice):
        if index:
            terminal.write([""])
        article = piece.stop.article
        write_labelled(terminal, f"{article.id}  {article.title}", _lines(piece), article.url)


def _advice_listing(advice: Sequence[Advice]) -> Listing:
    shape = route_listing(piece.stop for piece in advice)
    records = {piece.stop.article.number: _advice_record(piece) for piece in advice}
    return shape._replace(record=lambda stop: records[stop.article.number])


def _advice_record(advice: Advice) -> dict[str, Any]:
    return {
        **stop_record(advice.stop),
        "teaches": list(advice.learning.teaches),
        "builds_on": _bases(advice.builds_on),
        "missing": _bases(advice.missing),
        "series": [member.id for member in advice.series],
        "continues_with": advice.following.id if advice.following else None,
    }


def _bases(bases: Sequence[Basis]) -> list[dict[str, str | None]]:
    return [{"concept": basis.concept, "article": basis.teacher.id if basis.teacher else None} for basis in bases]


def _lines(advice: Advice) -> Iterator[Line]:
    article, stage, step = advice.stop.article, advice.stop.stage, advice.stop.step.title
    if article.status == "reading":
        yield Bilingual("state", "状态"), Bilingual("you are reading it", "正在阅读")
    yield Bilingual("URL", "网址"), article.url
    yield Bilingual("by", "作者"), "、".join(article.authors)
    yield Bilingual("level", "难度"), label_level(article.level) if article.level else ""
    yield Bilingual("why", "为什么读"), article.reasons
    yield (
        Bilingual("route", "路线"),
        Bilingual(
            f"stage {stage.number} {stage.title.text('en')} › {step.text('en')}, {advice.position} of {advice.total}",
            f"第 {stage.number} 阶段 {stage.title.text('zh')} › {step.text('zh')}，第 {advice.position}/{advice.total} 篇",
        ),
    )
    yield Bilingual("teaches", "讲解"), advice.vocabulary.names(advice.learning.teaches)
    yield Bilingual("builds on", "基于已读"), _named(advice, advice.builds_on)
    yield Bilingual("not read yet", "尚未读过"), _named(advice, advice.missing)
    yield Bilingual("series", "系列"), _series(advice)


def _named(advice: Advice, bases: Sequence[Basis]) -> Bilingual:
    return advice.vocabulary.sourced((basis.concept, basis.teacher.id if basis.teacher else "") for basis in bases)


def _series(advice: Advice) -> Bilingual:
    """Returns `part 2 of 9, after hardware/11; continues with memory/15`."""
    if not advice.series:
        return same("")
    place = advice.series.index(advice.stop.article)
    parts = [Bilingual(f"part {place + 1} of {len(advice.series)}", f"第 {place + 1}/{len(advice.series)} 部分")]
    if place:
        before = advice.series[place - 1]
        unread = same("") if before.status == "done" else Bilingual(" (not read)", "（未读）")
        parts.append(Bilingual(f"after {before.id}{unread.en}", f"上接 {before.id}{unread.zh}"))
    if advice.following:
        parts.append(Bilingual(f"continues with {advice.following.id}", f"下接 {advice.following.id}"))
    return Bilingual(", ".join(part.en for part in parts), "，".join(part.zh for part in parts))


INDENT: Final = "    "


def write_path(terminal: Terminal, report: PathReport, output_format: str) -> None:
    """Writes the path in the format; if there is none, says why on standard error, and how the goal was understood."""
    if report.note:
        terminal.notice(report.note)
    if output_format != "table":
        write_listing(terminal, _path_listing(report), output_format)
    elif report.stops:
        _write_steps(terminal, report)
    if not report.stops:
        terminal.notice(_there_already(report))


def _write_steps(terminal: Terminal, report: PathReport) -> None:
    count = len(report.stops)
    heading = Bilingual(f"To {report.goal.en}: {counted(count, 'article')}", f"通往“{report.goal.zh}”，共 {count} 篇")
    room = max(width(stop.article.id) for stop in report.stops)
    lines: list[tuple[str, str]] = [(one_line(terminal.say(heading)), "bold")]
    for stop in report.stops:
        article = stop.article
        lines.append((f"{pad(article.id, room)}  {one_line(article.title)}", ""))
        lines += [(INDENT + one_line(terminal.say(reason)), "dim") for reason in reasons(stop, report)]
    lines += [(one_line(terminal.say(other)), "") for other in _other_ends(report)]
    terminal.write_styled(lines)


def reasons(stop: PathStop, report: PathReport) -> Iterator[Bilingual]:
    """Yields what the step teaches later ones, what it builds on, and what it needs that nothing before it teaches."""
    articles, step = report.articles, stop.step
    if not report.concept and stop is report.stops[-1]:
        yield Bilingual("the goal", "目标")
    if step.teaches_for:
        given = _grouped(step.teaches_for, articles, report)
        yield Bilingual(f"teaches {given.en}", f"讲解 {given.zh}")
    built = [(concept, articles[number].id) for concept, number in step.builds_on if number is not None]
    if built:
        named = report.vocabulary.sourced(built)
        yield Bilingual(f"builds on {named.en}", f"基于 {named.zh}")
    if step.gaps:
        gaps = report.vocabulary.names(step.gaps)
        yield Bilingual(f"also needs {gaps.en}, which nothing before it teaches", f"另需 {gaps.zh}，此前没有文章讲解")
    if stop.article.status == "skipped":
        yield Bilingual("you skipped it, and nothing else leads there", "你曾跳过它，但没有其他文章可以代替")
    elif stop.is_above:
        yield Bilingual("above your level, and nothing else leads there", "高于你的难度，但没有其他文章可以代替")


def _other_ends(report: PathReport) -> Iterator[Bilingual]:
    if report.shortest:
        article, count = report.articles[report.shortest.number], report.shortest.lessons
        yield Bilingual(
            f"the shortest way ends at {article.id} {article.title}: {counted(count, 'article')}",
            f"最短的路径止于 {article.id} {article.title}，共 {count} 篇",
        )
    if report.best:
        article, count = report.articles[report.best.number], report.best.lessons
        yield Bilingual(
            f"{article.id} {article.title}, the best article on it, is {counted(count, 'more article')}",
            f"讲得最好的是 {article.id} {article.title}，还需再读 {count} 篇",
        )


def _grouped(supports: Iterable[Support], articles: dict[int, Article], report: PathReport) -> Bilingual:
    """Returns `coalescing (for memory/4, memory/6), transpose (for memory/6)`."""
    users: defaultdict[str, list[str]] = defaultdict(list)
    for concept, number in supports:
        users[concept] += [articles[number].id] if number is not None else []
    names = {concept: report.vocabulary.name(concept) for concept in users}
    en = [f"{names[c].en} (for {', '.join(ids)})" if ids else f"{names[c].en} (the goal)" for c, ids in users.items()]
    reasons = [(said_in_short(names[c].zh), f"用于 {'、'.join(ids)}" if ids else "目标") for c, ids in users.items()]
    zh = [f"{name}（{reason}）" for name, reason in reasons]
    return Bilingual(", ".join(en), "、".join(zh))


def _there_already(report: PathReport) -> Bilingual:
    if not report.reached_by:
        return Bilingual(f"{report.goal.en} is assumed to be known", f"“{report.goal.zh}”视为读者已有的基础")
    by = listed([article.id for article in report.reached_by])
    return Bilingual(
        f"You already know {report.goal.en} (read: {by.en})", f"你已掌握“{report.goal.zh}”（已读：{by.zh}）"
    )


def _path_listing(report: PathReport) -> Listing:
    def why(stop: PathStop) -> Bilingual:
        told = list(reasons(stop, report)) or [NOTHING]
        return Bilingual("; ".join(reason.en for reason in told), "；".join(reason.zh for reason in told))

    of_article: list[Column[PathStop]] = [column_of(column, lambda stop: stop.article) for column in (ID, TITLE, LEVEL)]
    columns = (*of_article, Column(Bilingual("why", "理由"), why, folds=True))
    return Listing(
        report.stops,
        columns,
        lambda stop: _path_record(stop, report),
        ids=lambda stop: stop.article.id,
        urls=lambda stop: stop.article.url,
    )


def _path_record(stop: PathStop, report: PathReport) -> dict[str, Any]:
    def supports(some: Iterable[Support], key: str) -> list[dict[str, str | None]]:
        return [{"concept": c, key: report.articles[n].id if n is not None else None} for c, n in some]

    return {
        **article_json(stop.article),
        "path_position": stop.position,
        "teaches_for": supports(stop.step.teaches_for, "article"),
        "builds_on": supports(stop.step.builds_on, "article"),
        "gaps": list(stop.step.gaps),
        **(_other_ends_record(report) if stop is report.stops[-1] else {}),
    }


def _other_ends_record(report: PathReport) -> dict[str, Any]:
    others = {"shortest": report.shortest, "best": report.best}
    return {
        name: other and {"id": report.articles[other.number].id, "articles": other.lessons}
        for name, other in others.items()
    }
