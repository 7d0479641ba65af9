"""Writes the reader's day, which `gpucat` alone shows: at most 24 lines of 80 columns."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from gpucat.catalog.fields import article_json
from gpucat.language import NOTHING, Bilingual
from gpucat.render.labelled import Line, write_labelled
from gpucat.render.listing import json_text
from gpucat.render.next_reading import advice_record, end_of, lost_goal, step_to_goal
from gpucat.render.reading import aim_text, standing_record
from gpucat.render.terminal import Terminal
from gpucat.render.text import counted, one_line, pad, shortened, width
from gpucat.services.next_reading import Advice
from gpucat.services.today import Today

_MOST_BEGUN: Final = 3
_LONGEST: Final = 160
"""In characters: what an excerpt may take of the screen."""
_MOST_BASES: Final = 3


def write_today(terminal: Terminal, today: Today, commands: Sequence[tuple[str, Bilingual]]) -> None:
    """Writes the day, and the commands to try if nothing was done yet."""
    write_labelled(terminal, terminal.say(_heading(today)), _lines(today))
    if today.is_lost:
        terminal.notice(lost_goal(today.aim.goal or ""))
    if today.is_new:
        room = max(width(command) for command, _ in commands) + 2
        terminal.write(["", *(f"  {pad(command, room)}{terminal.say(text)}" for command, text in commands)])


def write_today_json(terminal: Terminal, today: Today) -> None:
    """Writes the day as one JSON object."""
    terminal.write([json_text(_record(today))])


def _heading(today: Today) -> Bilingual:
    whole = today.standing.whole
    parts = [Bilingual(f"{whole.done} of {whole.total} read", f"共 {whole.total} 篇，已读 {whole.done} 篇")]
    parts.append(aim_text(today.standing))
    if today.days > 1:
        parts.append(Bilingual(f"{today.days} days in a row", f"连续 {today.days} 天"))
    return Bilingual("; ".join(part.en for part in parts if part.en), "；".join(part.zh for part in parts if part.zh))


def _lines(today: Today) -> Iterator[Line]:
    reading = Bilingual("reading", "在读")
    for begun in today.begun[:_MOST_BEGUN]:
        name = f"{begun.article.id}  {begun.article.title}"
        since = Bilingual(f" ({counted(begun.days, 'day')})", f"（{begun.days} 天）") if begun.days else NOTHING
        yield reading, Bilingual(name + since.en, name + since.zh)
        reading = NOTHING
    if (more := len(today.begun) - _MOST_BEGUN) > 0:
        yield NOTHING, Bilingual(f"and {more} more", f"另有 {more} 篇")
    yield from _ahead(today.ahead) if today.ahead else _end(today)
    yield from _practice(today)
    if term := today.term:
        en, zh = (
            f"{term.name.en}: {term.meaning.en} ({term.article.id})",
            f"{term.name.zh}：{term.meaning.zh}（{term.article.id}）",
        )
        yield Bilingual("term", "术语"), Bilingual(en, zh)
    if note := today.note:
        text = shortened(one_line(note.text), _LONGEST)
        yield (
            Bilingual("note", "笔记"),
            Bilingual(
                f"{note.article.id}, {note.days} days ago: {text}", f"{note.article.id}，{note.days} 天前：{text}"
            ),
        )


def _ahead(advice: Advice) -> Iterator[Line]:
    article = advice.article
    yield Bilingual("next", "下一篇"), f"{article.id}  {article.title}"
    why = article.reasons
    yield NOTHING, Bilingual(shortened(why.en, _LONGEST), shortened(why.zh, _LONGEST))
    yield NOTHING, step_to_goal(advice)
    sourced = [(basis.concept, basis.teacher.id if basis.teacher else "") for basis in advice.builds_on[:_MOST_BASES]]
    if sourced:
        named = advice.vocabulary.sourced(sourced)
        yield NOTHING, Bilingual(f"builds on {named.en}", f"基于已读的 {named.zh}")


def _end(today: Today) -> Iterator[Line]:
    if today.end is not None:
        yield Bilingual("next", "下一篇"), end_of(today.end, today.aim.goal)


def _practice(today: Today) -> Iterator[Line]:
    if (experiment := today.experiment) is None:
        return
    name, number = experiment.practice.experiment, experiment.number
    yield (
        Bilingual("practice", "实践"),
        Bilingual(
            f"{number} {name.text('en')} is ready: `gpucat practice show {number}`",
            f"可以做实践 {number}“{name.text('zh')}”了：`gpucat practice show {number}`",
        ),
    )


def _record(today: Today) -> dict[str, Any]:
    experiment, term, note = today.experiment, today.term, today.note
    return {
        "date": today.day.isoformat(),
        **standing_record(today.standing),
        "reading_now": [{**article_json(begun.article), "days": begun.days} for begun in today.begun],
        "next": advice_record(today.ahead) if today.ahead else None,
        "end": today.end._asdict() if today.end else None,
        "practice": {
            "number": experiment.number,
            "title": experiment.practice.experiment.zh,
            "title_en": experiment.practice.experiment.en,
        }
        if experiment
        else None,
        "term": {
            "concept": term.concept,
            "name": term.name.zh,
            "meaning": term.meaning.zh,
            "meaning_en": term.meaning.en,
            "article": term.article.id,
        }
        if term
        else None,
        "note": {"article": note.article.id, "text": note.text, "days": note.days} if note else None,
        "days_in_a_row": today.days,
    }
