"""Writes the card of an article: labelled lines for people, JSON for programs."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, Final

from gpucat.catalog.article import SOURCE_TYPES, STATUS_LABELS, Article
from gpucat.catalog.facets import HAS
from gpucat.catalog.fields import article_json
from gpucat.catalog.levels import label_level
from gpucat.language import Bilingual, listed, same
from gpucat.render.labelled import Line, write_labelled, write_note
from gpucat.render.route_parts import place_named
from gpucat.render.terminal import Terminal
from gpucat.render.text import about_minutes, day_of, minute_of
from gpucat.services.cards import Card

_BEGUN: Final = Bilingual("begun", "开始于")
_READ: Final = Bilingual("read", "读完于")
_KINDS: Final = {"dead": "失效", "unknown": "状态不明"}


def draw_cards(terminal: Terminal, cards: Sequence[Card]) -> None:
    """Writes the cards with an empty line between two."""
    for index, card in enumerate(cards):
        if index:
            terminal.write([""])
        _draw(terminal, card)


def card_record(card: Card) -> dict[str, Any]:
    """Returns the card as JSON: the article's fields and what surrounds it."""
    place = card.place
    return {
        **article_json(card.article),
        "teaches": list(card.learning.teaches),
        "needs": list(card.learning.needs),
        "questions": list(card.article.questions),
        "questions_en": list(card.article.questions_en),
        "origins": dict(card.article.origins),
        "stage": place.stage if place else None,
        "step": place.step_title.zh if place else None,
        "route_position": place.route_position if place else None,
        "position_in_step": place.position if place else None,
        "minutes": card.minutes,
        "placed_by_gpucat": place.is_placed if place else False,
        "series": [member.id for member in card.series],
        "started_at": card.state.started_at,
        "finished_at": card.state.finished_at,
        "related": [
            {"id": near.article.id, "title": near.article.title, "because": near.reason.en} for near in card.related
        ],
        "note": card.note.text if card.note else None,
        "note_changed_at": card.note.changed_at if card.note else None,
        "rating": card.rating,
        "link_history": [
            {
                "checked_at": check.checked_at,
                "verdict": check.verdict,
                "reason": check.reason.en,
                "status": check.status,
                "final_url": check.final_url,
                "page_title": check.page_title,
                "title_match": check.title_match,
            }
            for check in card.links
        ],
    }


def _draw(terminal: Terminal, card: Card) -> None:
    write_labelled(terminal, f"{card.article.id}  {card.article.title}", card_lines(card), card.article.url)
    if card.note:
        minute = minute_of(card.note.changed_at)
        write_note(terminal, Bilingual(f"Note ({minute})", f"笔记（{minute}）"), card.note.text)


def card_lines(card: Card) -> Iterator[Line]:
    """Yields the labelled lines of the card, all but its note; a line without a value is not shown."""
    article = card.article
    yield Bilingual("number", "编号"), str(article.number)
    yield Bilingual("URL", "网址"), article.url
    yield Bilingual("authors", "作者"), "、".join(article.authors)
    yield Bilingual("source", "来源"), _source(article)
    yield Bilingual("date", "日期"), article.published or Bilingual("unknown", "未标注")
    yield Bilingual("level", "难度"), label_level(article.level) if article.level else ""
    yield Bilingual("keywords", "关键词"), listed(article.keywords)
    yield Bilingual("summary", "摘要"), article.summaries
    yield Bilingual("why", "为什么适合"), article.reasons
    yield Bilingual("teaches", "讲解"), card.vocabulary.names(card.learning.teaches)
    yield Bilingual("needs", "先修"), card.vocabulary.names(card.learning.needs)
    yield from _facets(article)
    yield from _surroundings(card)
    yield Bilingual("takes", "阅读时间"), about_minutes(card.minutes) if card.minutes else ""
    yield Bilingual("state", "状态"), _state(card)
    yield Bilingual("rating", "评分"), f"{card.rating}/5" if card.rating else ""
    yield from _link_lines(card)
    for name, value in article.extra.items():
        yield same(name), str(value)


def _facets(article: Article) -> Iterator[Line]:
    """Yields what it answers, in the reader's language if it has questions in it, and what it uses, covers and has."""
    asked = zip_longest(article.questions_en or article.questions, article.questions or article.questions_en)
    for en, zh in asked:
        yield Bilingual("answers", "回答"), Bilingual(en or "", zh or "")
    yield Bilingual("uses", "用到"), listed(article.uses)
    yield Bilingual("covers", "涉及架构"), listed(article.covers)
    yield Bilingual("has", "含有"), listed(HAS[name] for name in article.has)


def _surroundings(card: Card) -> Iterator[Line]:
    """Yields its place on the route, its series, and its related articles."""
    if card.place:
        yield Bilingual("route", "路线"), place_named(card.place)
    if card.series:
        yield (
            Bilingual("series", "系列"),
            "  ".join(
                f"[{member.id}]" if member.number == card.article.number else member.id for member in card.series
            ),
        )
    for near in card.related:
        because = near.reason
        yield (
            Bilingual("related", "相近"),
            Bilingual(
                f"{near.article.id}  {near.article.title} ({because.en})",
                f"{near.article.id}  {near.article.title}（{because.zh}）",
            ),
        )


def _link_lines(card: Card) -> Iterator[Line]:
    if streak := _streak(card):
        yield Bilingual("links", "链接历史"), streak
    for check in card.links[:3]:
        is_told = not check.page_title or f"“{check.page_title}”" in check.reason.en
        page = "" if is_told else f" “{check.page_title}”"
        when = f"{check.checked_at}  {check.verdict}"
        yield (
            Bilingual("link", "链接"),
            Bilingual(f"{when}: {check.reason.en}{page}", f"{when}：{check.reason.zh}{page}"),
        )


def _state(card: Card) -> Bilingual:
    """Returns the status with its dates: `done (begun 2026-08-14, read 2026-08-15)`."""
    label = STATUS_LABELS[card.state.status]
    times = [
        Bilingual(f"{word.en} {day_of(moment)}", f"{word.zh} {day_of(moment)}")
        for word, moment in ((_BEGUN, card.state.started_at), (_READ, card.state.finished_at))
        if moment
    ]
    if not times:
        return label
    return Bilingual(
        f"{label.en} ({', '.join(time.en for time in times)})", f"{label.zh}（{'，'.join(time.zh for time in times)}）"
    )


def _streak(card: Card) -> Bilingual | None:
    """Says since when the link has not been alive, if more than one check found so."""
    if len(card.links) < 2:
        return None
    from gpucat.links.verdicts import ALIVE, find_streak

    streak = find_streak((check.checked_at, check.verdict) for check in card.links)
    if streak is None or streak.kind == ALIVE or streak.checks < 2:
        return None
    day, checks = streak.since[:10], streak.checks
    return Bilingual(
        f"{streak.kind} since {day} ({checks} checks in a row)", f"自 {day} 起{_KINDS[streak.kind]}（连续 {checks} 次）"
    )


def _source(article: Article) -> Bilingual:
    name = article.source or ""
    if not article.source_type:
        return same(name)
    kind = SOURCE_TYPES[article.source_type]
    return Bilingual(f"{name} ({kind.en})", f"{name}（{kind.zh}）")
