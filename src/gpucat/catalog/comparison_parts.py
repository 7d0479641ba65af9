"""Changes of the list besides its articles: its texts, modules, route, glossary and practice list. Pure."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gpucat.catalog.catalogue import Catalogue
from gpucat.language import NOTHING, Bilingual, Language


class PartChange(NamedTuple):
    """A change of one part of the list: its text before and after (empty: it was not there)."""

    part: str
    before: Bilingual
    after: Bilingual


def part_changes(old: Catalogue, new: Catalogue) -> list[PartChange]:
    """Every part that differs, in the order of the document. A half that one side does not know is not compared."""
    language: Language = "zh" if all(entry.head.zh for entry in (*old.glossary, *new.glossary)) else "en"
    before, after = dict(_parts(old, language)), dict(_parts(new, language))
    changes = [
        PartChange(part, before.get(part, NOTHING), after.get(part, NOTHING))
        for part in dict.fromkeys((*before, *after))
    ]
    return [change for change in changes if not _agree(change.before, change.after)]


def _agree(one: Bilingual, other: Bilingual) -> bool:
    if (one == NOTHING) != (other == NOTHING):
        return False
    return all(a == b for a, b in zip(one, other, strict=True) if a and b)


def _parts(catalogue: Catalogue, language: Language) -> Iterator[tuple[str, Bilingual]]:
    texts = catalogue.texts
    yield "title", texts.title
    yield from _numbered("intro", texts.intro)
    yield from _numbered("rule", texts.rules)
    for stage in catalogue.stages:
        yield f"stage {stage.number}", stage.title
        steps = [step for step in stage.steps if not step.is_placed]  # the document does not show what gpucat placed
        yield from _numbered(f"stage {stage.number} step", [step.title for step in steps])
    for module in catalogue.modules:
        yield f"module {module.slug}", module.title
        yield f"module {module.slug} how to read", module.how_to_read
        yield f"module {module.slug} start", Bilingual(module.start or "", module.start or "")
    yield from _numbered("quality", texts.quality)
    for entry in catalogue.glossary:
        yield f"{entry.kind} {entry.head.text(language)}", entry.body
    yield "practice", texts.practice_intro
    for practice in catalogue.practices:
        yield f"practice {practice.number}", practice.experiment
        yield from _numbered(f"practice {practice.number} metric", practice.metrics)


def _numbered(part: str, lines: Sequence[Bilingual]) -> Iterator[tuple[str, Bilingual]]:
    return ((f"{part} {number}", line) for number, line in enumerate(lines, 1))
