"""Compares two versions of the list, and applies changes to an article. Pure."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import Catalogue
from gpucat.catalog.facets import FACETS
from gpucat.catalog.fields import LIST_FIELDS
from gpucat.catalog.url import canonical_url
from gpucat.language import NOTHING, Bilingual, Language

_ALL: Final = frozenset((*LIST_FIELDS, "extra"))
Pair = tuple[Article, Article]


class PartChange(NamedTuple):
    """A change to one part of the list: its text before and after (empty if it was not there)."""

    part: str
    before: Bilingual
    after: Bilingual


class Version(NamedTuple):
    """One version: its catalogue, and the fields known of each article (by canonical address).

    All fields are known of an article that is not in `known`. `is_whole` if texts, modules and route are known too.
    """

    catalogue: Catalogue
    known: Mapping[str, frozenset[str]]
    is_whole: bool

    def fields_of(self, article: Article) -> frozenset[str]:
        """Returns the fields that this version knows of the article."""
        return self.known.get(canonical_url(article.url), _ALL)


class Changed(NamedTuple):
    """An article in both versions, and the names of the fields in which they differ."""

    before: Article
    after: Article
    fields: tuple[str, ...]


class Comparison(NamedTuple):
    """Everything that differs, each in the list's order."""

    added: tuple[Article, ...]
    removed: tuple[Article, ...]
    changed: tuple[Changed, ...]
    parts: tuple[PartChange, ...]

    @property
    def is_empty(self) -> bool:
        """Whether the versions are equal."""
        return not any(self)


def compare_versions(old: Version, new: Version) -> Comparison:
    """Returns how the new version differs from the old one.

    Articles are matched by canonical address, else by a title that is unique on each side. A position counts as changed
    if the article moved past others, not if others came or went before it.
    """
    pairs, removed, added = _match(old.catalogue.articles, new.catalogue.articles)
    moved = _moved(pairs)
    changed = []
    for index, (before, after) in enumerate(pairs):
        told = old.fields_of(before) & new.fields_of(after)
        fields = [name for name in changed_fields(before, after) if name in told and _differs(name, before, after)]
        if index in moved and "position" in told:
            fields.append("position")
        if fields:
            changed.append(Changed(before, after, tuple(fields)))
    parts = _part_changes(old.catalogue, new.catalogue) if old.is_whole and new.is_whole else []
    return Comparison(tuple(added), tuple(removed), tuple(changed), tuple(parts))


def revise(article: Article, given: Mapping[str, Any], extra: Mapping[str, Any] | None = None) -> Article:
    """Returns the article with the given list fields replaced and with `extra` added to what it has already.

    An English text is dropped if its Chinese original changes and no new one is given. A new module without a position
    leaves the position open: the article goes to the module's end. An origin goes with its value.
    """
    taken = dict(given)
    if "module" in taken and taken["module"] != article.module:
        taken.setdefault("position", None)
    for text in ("summary", "why"):
        english = f"{text}_en"
        if text in taken and taken[text] != getattr(article, text):
            taken.setdefault(english, "")
        if english in taken and taken[english] == taken.get(text, getattr(article, text)):
            taken[english] = ""  # an English document shows the original if there is no translation
    values = {value for facet in FACETS for value in taken.get(facet, getattr(article, facet))}
    origins = {value: origin for value, origin in article.origins.items() if value in values}
    return article._replace(**{"origins": origins, **taken}, extra={**article.extra, **(extra or {})})


def changed_fields(before: Article, after: Article) -> tuple[str, ...]:
    """Returns the names of the list fields in which the two differ, in the list's order; `extra` last."""
    changed = tuple(name for name in LIST_FIELDS if getattr(before, name) != getattr(after, name))
    return (*changed, "extra") if before.extra != after.extra else changed


def _part_changes(old: Catalogue, new: Catalogue) -> list[PartChange]:
    """Returns every part that differs, in the order of the document; halves unknown to one side are not compared."""
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
        steps = [step for step in stage.steps if not step.is_placed]  # others are not in the document
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


def _differs(name: str, before: Article, after: Article) -> bool:
    """Whether a field with another value means something else; an English text that repeats the original does not.

    Positions are compared elsewhere, by the positions of all articles.
    """
    if name == "summary_en":
        return before.summaries.text("en") != after.summaries.text("en")
    if name == "why_en":
        return before.reasons.text("en") != after.reasons.text("en")
    return name != "position"


def _match(old: Collection[Article], new: Collection[Article]) -> tuple[list[Pair], list[Article], list[Article]]:
    """Returns the matching articles in the new order, those only in the old version, and those only in the new one."""
    left = {canonical_url(article.url): article for article in old}
    matches = [left.pop(canonical_url(article.url), None) for article in new]
    alone = [article for article, match in zip(new, matches, strict=True) if match is None]
    gone, come = _by_title(list(left.values())), _by_title(alone)
    pairs, removed, added = [], {canonical_url(a.url): a for a in left.values()}, []
    for article, match in zip(new, matches, strict=True):
        title = article.title.casefold()
        if match is None and title in come and title in gone:
            match = removed.pop(canonical_url(gone[title].url))
        if match is None:
            added.append(article)
        else:
            pairs.append((match, article))
    return pairs, list(removed.values()), added


def _by_title(articles: Sequence[Article]) -> dict[str, Article]:
    """Returns the articles by those titles that only one of them has."""
    counts = Counter(article.title.casefold() for article in articles)
    return {article.title.casefold(): article for article in articles if counts[article.title.casefold()] == 1}


def _moved(pairs: Sequence[Pair]) -> set[int]:
    """Returns the indexes of the fewest pairs whose moves within their modules explain the new order."""
    moved: set[int] = set()
    modules: dict[str, list[int]] = {}
    for index, (before, after) in enumerate(pairs):
        if after.module and before.module == after.module:
            modules.setdefault(after.module, []).append(index)
    for members in modules.values():
        in_old_order = sorted(members, key=lambda index: (pairs[index][0].position or 0, index))
        stayed = _longest_rise([pairs[index][1].position or 0 for index in in_old_order])
        moved |= {index for place, index in enumerate(in_old_order) if place not in stayed}
    return moved


def _longest_rise(values: Sequence[int]) -> set[int]:
    """Returns the indexes of a longest increasing subsequence (patience sorting)."""
    ends: list[int] = []
    places: list[int] = []
    before: list[int] = []
    for place, value in enumerate(values):
        length = bisect_left(ends, value)
        before.append(places[length - 1] if length else -1)
        ends[length : length + 1] = [value]
        places[length : length + 1] = [place]
    rise: set[int] = set()
    place = places[-1] if places else -1
    while place >= 0:
        rise.add(place)
        place = before[place]
    return rise
