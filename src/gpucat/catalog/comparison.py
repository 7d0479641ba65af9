"""What differs between two versions of the list: articles added, removed and changed, and changes of its other parts. Pure."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import Catalogue
from gpucat.catalog.comparison_parts import PartChange, part_changes
from gpucat.catalog.fields import LIST_FIELDS
from gpucat.catalog.revision import changed_fields
from gpucat.catalog.url import canonical_url

_ALL: Final = frozenset((*LIST_FIELDS, "extra"))
Pair = tuple[Article, Article]


class Version(NamedTuple):
    """One version: its catalogue, and the fields that each article is known by (by canonical address).

    An article that is not in `known` is known by all fields. `is_whole` where texts, modules and route are known too.
    """

    catalogue: Catalogue
    known: Mapping[str, frozenset[str]]
    is_whole: bool

    def fields_of(self, article: Article) -> frozenset[str]:
        """The fields that this version tells of the article."""
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
        """Whether the versions are alike."""
        return not any(self)


def compare_versions(old: Version, new: Version) -> Comparison:
    """How the new version differs from the old one.

    Articles are one by their canonical address, else by a title that only one article has on each side. A place counts
    as changed where the article moved past others, not where others came or went before it.
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
    parts = part_changes(old.catalogue, new.catalogue) if old.is_whole and new.is_whole else []
    return Comparison(tuple(added), tuple(removed), tuple(changed), tuple(parts))


def _differs(name: str, before: Article, after: Article) -> bool:
    """Whether a field with another value tells something else: an English text that stands for the original does not.

    A place is judged by the places of all articles.
    """
    if name == "summary_en":
        return before.summaries.text("en") != after.summaries.text("en")
    if name == "why_en":
        return before.reasons.text("en") != after.reasons.text("en")
    return name != "position"


def _match(old: Collection[Article], new: Collection[Article]) -> tuple[list[Pair], list[Article], list[Article]]:
    """The articles of both versions in the new order, those only in the old one, and those only in the new one."""
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
    """The articles by those titles that only one of them has."""
    counts = Counter(article.title.casefold() for article in articles)
    return {article.title.casefold(): article for article in articles if counts[article.title.casefold()] == 1}


def _moved(pairs: Sequence[Pair]) -> set[int]:
    """The indexes of the pairs that moved past others of their module: as few as explain the new order."""
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
    """The places of a longest rising subsequence (patience sorting)."""
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
