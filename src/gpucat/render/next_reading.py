"""Writes what to read next, and the path to a goal."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from gpucat.catalog.article import Article
from gpucat.catalog.concepts import said_in_short
from gpucat.catalog.fields import article_json, article_row
from gpucat.catalog.learning_path import Support
from gpucat.catalog.levels import LABELS, LEVELS, label_level
from gpucat.language import NOTHING, Bilingual, listed, same
from gpucat.render.articles import ARTICLE_COLUMNS, ID, LEVEL, TITLE, column_of
from gpucat.render.columns import Column, Listing
from gpucat.render.labelled import Line, write_labelled
from gpucat.render.listing import write_listing
from gpucat.render.route import place_record
from gpucat.render.route_parts import place_named
from gpucat.render.terminal import Terminal
from gpucat.render.text import about_minutes, counted, one_line, pad, width
from gpucat.services.learning_path import PathReport, PathStop
from gpucat.services.next_reading import Advice, Basis, Ending
from gpucat.store.route import RoutePlace

_MOST_TAUGHT: Final = 3


def write_advice(terminal: Terminal, advice: Sequence[Advice], output_format: str) -> None:
    """Writes the articles to read next in the format."""
    if output_format != "table":
        write_listing(terminal, _advice_listing(advice), output_format)
        return
    for index, piece in enumerate(advice):
        if index:
            terminal.write([""])
        article = piece.article
        write_labelled(terminal, f"{article.id}  {article.title}", _lines(piece), article.url)


def _advice_listing(advice: Sequence[Advice]) -> Listing:
    columns: list[Column[Advice]] = [column_of(column, lambda piece: piece.article) for column in ARTICLE_COLUMNS]
    return Listing(
        advice,
        columns,
        advice_record,
        ids=lambda piece: piece.article.id,
        urls=lambda piece: piece.article.url,
        row=lambda piece: {
            "stage": str(piece.place.stage) if piece.place else "",
            "step": piece.place.step_title.zh if piece.place else "",
            "route_position": str(piece.place.route_position) if piece.place else "",
            **article_row(piece.article),
        },
    )


def advice_record(advice: Advice) -> dict[str, Any]:
    """Returns the article as JSON, with its place and what speaks for reading it."""
    return {
        **article_json(advice.article),
        **_place_record(advice.place),
        "is_next": advice.is_next,
        "minutes": advice.minutes,
        "teaches": list(advice.learning.teaches),
        "builds_on": _bases(advice.builds_on),
        "missing": _bases(advice.missing),
        "series": [member.id for member in advice.series],
        "continues_with": advice.following.id if advice.following else None,
    }


def _place_record(place: RoutePlace | None) -> dict[str, Any]:
    if place is None:
        return dict.fromkeys(("stage", "step", "route_position"))
    return place_record(place.stage, place.stage_title, place.step_title, place.route_position, place.is_placed)


def _bases(bases: Sequence[Basis]) -> list[dict[str, str | None]]:
    return [{"concept": basis.concept, "article": basis.teacher.id if basis.teacher else None} for basis in bases]


def _lines(advice: Advice) -> Iterator[Line]:
    article, place = advice.article, advice.place
    if article.status == "reading":
        yield Bilingual("state", "状态"), Bilingual("you are reading it", "正在阅读")
    yield Bilingual("URL", "网址"), article.url
    yield Bilingual("by", "作者"), "、".join(article.authors)
    yield Bilingual("level", "难度"), label_level(article.level) if article.level else ""
    yield Bilingual("takes", "阅读时间"), about_minutes(advice.minutes) if advice.minutes else ""
    yield Bilingual("why", "为什么读"), article.reasons
    if place:
        yield Bilingual("route", "路线"), place_named(place)
    yield Bilingual("goal", "目标"), step_to_goal(advice)
    yield Bilingual("teaches", "讲解"), advice.vocabulary.names(advice.learning.teaches)
    yield Bilingual("builds on", "基于已读"), _named(advice, advice.builds_on)
    yield Bilingual("not read yet", "尚未读过"), _named(advice, advice.missing)
    yield Bilingual("series", "系列"), _series(advice)


def step_to_goal(advice: Advice) -> Bilingual:
    """Returns which step to the goal the article is, and what it teaches on the way; nothing if it is none."""
    path = advice.path
    stop = next((stop for stop in path.stops if stop.article.number == advice.article.number), None) if path else None
    if path is None or stop is None:
        return NOTHING
    concepts = dict.fromkeys(support.concept for support in stop.step.teaches_for)
    taught = path.vocabulary.names(list(concepts)[:_MOST_TAUGHT])
    step, total, goal = stop.position, len(path.stops), path.goal
    en, zh = f"step {step} of {total} to {goal.en}", f"通往“{goal.zh}”的第 {step}/{total} 篇"
    return Bilingual(f"{en}: teaches {taught.en}", f"{zh}：讲解{taught.zh}") if concepts else Bilingual(en, zh)


def end_of(end: Ending, goal: str | None) -> Bilingual:
    """Says why nothing unread is left, and what to do now."""
    level = LABELS[end.level] if end.level else NOTHING
    to_set = f"gpucat config level {end.level}"
    match end.kind:
        case "goal":
            return Bilingual(
                f"Nothing is left to read for {goal}; go on with the route: `gpucat config goal --unset`",
                f"“{goal}”已没有要读的文章；回到路线：`gpucat config goal --unset`",
            )
        case "above":
            return Bilingual(
                f"What leads on to {goal} is {level.en}: `{to_set}`",
                f"通往“{goal}”的后续文章难度为{level.zh}：`{to_set}`",
            )
        case "level":
            read = LABELS[LEVELS[LEVELS.index(end.level) - 1]]
            return Bilingual(
                f"Nothing is left to read for {read.en}; go on with {level.en}: `{to_set}`",
                f"{read.zh}文章都读过了；进入{level.zh}：`{to_set}`",
            )
    return Bilingual("Nothing left to read here.", "这里没有未读的文章了。")


def none_fits(minutes: int) -> Bilingual:
    """Says that nothing unread is known to fit into the time, and how more becomes known."""
    return Bilingual(
        f"Nothing unread is known to take {minutes} minutes or less; `gpucat texts fetch --all` makes more times known",
        f"没有已知 {minutes} 分钟内能读完的未读文章；`gpucat texts fetch --all` 可得知更多文章的阅读时间",
    )


def lost_goal(goal: str) -> Bilingual:
    """Says that the list no longer has the goal that was set."""
    return Bilingual(
        f"Your goal {goal!r} is no longer in the list; this follows the route: `gpucat config goal --unset`",
        f"你的目标“{goal}”已不在清单中，以下按路线：`gpucat config goal --unset`",
    )


def _named(advice: Advice, bases: Sequence[Basis]) -> Bilingual:
    return advice.vocabulary.sourced((basis.concept, basis.teacher.id if basis.teacher else "") for basis in bases)


def _series(advice: Advice) -> Bilingual:
    """Returns `part 2 of 9, after hardware/11; continues with memory/15`."""
    if not advice.series:
        return same("")
    place = advice.series.index(advice.article)
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
