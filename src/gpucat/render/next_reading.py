"""What to read next: for people with the reasons, for programs as a listing."""

from collections.abc import Iterator, Sequence
from typing import Any

from gpucat.catalog.levels import label_level
from gpucat.language import Bilingual, same
from gpucat.render.columns import Listing
from gpucat.render.labelled import Line, write_labelled
from gpucat.render.listing import write_listing
from gpucat.render.route import route_listing, stop_record
from gpucat.render.terminal import Terminal
from gpucat.services.next_reading import Advice, Basis


def write_advice(terminal: Terminal, advice: Sequence[Advice], output_format: str) -> None:
    """Writes the articles to read in the format."""
    if output_format != "table":
        write_listing(terminal, _listing(advice), output_format)
        return
    for index, piece in enumerate(advice):
        if index:
            terminal.write([""])
        article = piece.stop.article
        write_labelled(terminal, f"{article.id}  {article.title}", _lines(piece), article.url)


def _listing(advice: Sequence[Advice]) -> Listing:
    shape = route_listing(piece.stop for piece in advice)
    records = {piece.stop.article.number: _record(piece) for piece in advice}
    return shape._replace(record=lambda stop: records[stop.article.number])


def _record(advice: Advice) -> dict[str, Any]:
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
    yield Bilingual("teaches", "讲授"), advice.vocabulary.names(advice.learning.teaches)
    yield Bilingual("builds on", "基于已读"), _named(advice, advice.builds_on)
    yield Bilingual("not read yet", "尚未读过"), _named(advice, advice.missing)
    yield Bilingual("series", "系列"), _series(advice)


def _named(advice: Advice, bases: Sequence[Basis]) -> Bilingual:
    return advice.vocabulary.sourced((basis.concept, basis.teacher.id if basis.teacher else "") for basis in bases)


def _series(advice: Advice) -> Bilingual:
    """`part 2 of 9, after hardware/11; goes on with memory/15`."""
    if not advice.series:
        return same("")
    place = advice.series.index(advice.stop.article)
    parts = [Bilingual(f"part {place + 1} of {len(advice.series)}", f"第 {place + 1}/{len(advice.series)} 部分")]
    if place:
        before = advice.series[place - 1]
        unread = same("") if before.status == "done" else Bilingual(" (not read)", "（未读）")
        parts.append(Bilingual(f"after {before.id}{unread.en}", f"上接 {before.id}{unread.zh}"))
    if advice.following:
        parts.append(Bilingual(f"goes on with {advice.following.id}", f"下接 {advice.following.id}"))
    return Bilingual(", ".join(part.en for part in parts), "，".join(part.zh for part in parts))
