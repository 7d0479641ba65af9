"""Writes the text of an article: what it is, its contents, the text from one section on, and its footnotes."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from gpucat.language import Bilingual, Language, listed
from gpucat.render.listing import json_text
from gpucat.render.terminal import Terminal
from gpucat.render.text import about_minutes, one_line
from gpucat.render.texts import facts_record, quality_of
from gpucat.services.opened_text import OpenedText
from gpucat.texts.sections import TextSection
from gpucat.texts.volume import minutes_of, volume_of


def write_text(terminal: Terminal, opened: OpenedText, start: int, terms: Sequence[Bilingual], speed: int) -> None:
    """Writes the text from section `start` on: drawn on a terminal, as Markdown elsewhere."""
    head = list(_head(opened, start, speed, terminal.language))
    if not terminal.is_rich:
        terminal.write([*head, ""])
        terminal.write_document([opened.part(start).rstrip("\n") + "\n"])
        return
    from rich.text import Text

    from gpucat.render.rich_markdown import MarkdownDrawing

    drawing = MarkdownDrawing(terms, terminal.language)
    first, *rest = head
    terminal.draw(Text(first, style="bold"), *(Text(line, style="dim") for line in rest), Text())
    terminal.draw_uncut(drawing.draw(opened.part(start)))
    terminal.draw_uncut(drawing.footnotes())
    if drawing.mentions.found:
        told = listed([terminal.say(name) for name in drawing.mentions.found])
        explained = Bilingual(f"`gpucat terms WORD` explains: {told.en}", f"`gpucat terms 词` 可解释：{told.zh}")
        terminal.write_styled([(terminal.say(explained), "dim")])


def write_raw_text(terminal: Terminal, opened: OpenedText, start: int) -> None:
    """Writes the Markdown that is kept."""
    terminal.write_document([opened.part(start)])


def write_text_json(terminal: Terminal, opened: OpenedText, start: int, speed: int) -> None:
    """Writes the text's facts, its sections with their Markdown from `start` on, and the minutes each takes."""
    record: dict[str, Any] = {
        "id": opened.article.id,
        "number": opened.article.number,
        **facts_record(opened.facts),
        "minutes": minutes_of(opened.facts.volume, speed),
        "stopped_at": opened.stopped_at,
        "sections": [_section_record(opened, section, speed) for section in opened.sections[start - 1 :]],
    }
    terminal.write([json_text(record)])


def _section_record(opened: OpenedText, section: TextSection, speed: int) -> dict[str, Any]:
    markdown = opened.markdown[section.start : section.end]
    return {
        "position": section.position,
        "path": list(section.path),
        "minutes": minutes_of(volume_of(markdown), speed),
        "markdown": markdown,
    }


def _head(opened: OpenedText, start: int, speed: int, language: Language) -> Iterator[str]:
    """Yields the title, how long the text is, and its contents."""
    article = opened.article
    yield one_line(f"{article.id}  {article.title}")
    quality, time = quality_of(opened.facts.volume), about_minutes(minutes_of(opened.facts.volume, speed))
    told = Bilingual(f"{quality.en}, {time.en}", f"{quality.zh}，{time.zh}")
    yield one_line("  ".join(filter(None, ("、".join(article.authors), article.published or "", told.text(language)))))
    if start > 1:
        total = len(opened.sections)
        yield Bilingual(
            f"from section {start} of {total}; --section 1 begins at the beginning",
            f"从第 {start} 节读起，共 {total} 节；--section 1 从头读起",
        ).text(language)
    yield from _contents(opened.sections)


def _contents(sections: Iterable[TextSection]) -> Iterator[str]:
    """Yields the numbers of the sections with their headings; a part of a longer section has no line of its own."""
    shown: tuple[str, ...] | None = None
    for section in sections:
        if section.path and section.path != shown:
            yield one_line(f"{section.position:>4}  {'  ' * (len(section.path) - 1)}{section.path[-1]}")
        shown = section.path
