"""Gathers the evidence that two records give together, each piece once, when first needed. Symmetric, pure."""

import re
from functools import cached_property
from typing import Final

from gpucat.catalog.url import loose_key
from gpucat.duplicates.records import (
    PASSING_ON,
    AddressRelation,
    DateRelation,
    Record,
    common_authors,
    is_discussion,
    is_earlier,
    is_within_days,
    name_stems,
    relate_addresses,
    relate_authors,
    relate_dates,
)
from gpucat.duplicates.titles import (
    Substance,
    TitleLikeness,
    is_recurring_title,
    is_repost,
    liken_titles,
    people_named,
    substance_of,
    without_common_date,
    without_people,
)
from gpucat.titles.contradictions import Contradiction, find_contradictions
from gpucat.titles.names import NameRelation, names_translator
from gpucat.titles.parts import Known, Title, is_translated_title, known_names, parse_title, telling_stems
from gpucat.titles.places import Place, place_of
from gpucat.titles.relation import Relation, relate_titles
from gpucat.titles.tables import ANNOUNCEMENTS

_HALF: Final = 0.5
_BEGINNING: Final = 4
_CATEGORY: Final = re.compile(r"/(?:tags?|categor(?:y|ies)|topics?|labels?)/[^/?]+$")
_FOLDER: Final = re.compile(
    r"/(?:tutorials?|docs?|guides?|blogs?|posts?|articles|courses?|series|examples|lectures)(?:/[^/?]+)?$"
)
_ONE_PAGE: Final = ("spelling", "language", "edition", "parameters")


class PairEvidence:
    """Two records compared, in a fixed order."""

    def __init__(self, one: Record, other: Record) -> None:
        first, second = sorted((one, other), key=_order)
        self.records = first, second

    @cached_property
    def address(self) -> AddressRelation:
        return relate_addresses(*self.records)

    @cached_property
    def authors(self) -> NameRelation:
        return relate_authors(*self.records)

    @cached_property
    def dates(self) -> DateRelation:
        """Returns how far apart the records are dated; the date on which a text was passed on does not count."""
        return "unknown" if self.is_passed_on else relate_dates(*self.records)

    @cached_property
    def places(self) -> tuple[Place, Place]:
        one, other = self.records
        return place_of(one.url), place_of(other.url)

    @cached_property
    def titles(self) -> tuple[Title, Title]:
        one, other = without_common_date(*(record.title for record in self.records))
        return parse_title(one), parse_title(other)

    @property
    def most_shared(self) -> Substance:
        """Returns what the titles share at most, known before they are compared; as in `Relation`, the first is weighed."""
        one, other = (substance_of(record.title) for record in self.records)
        return one._replace(rarity=min(one.rarity, other.rarity))

    @cached_property
    def relation(self) -> Relation:
        """Compares the titles without the names that both have."""
        return without_people(relate_titles(*self.titles, self._known), self._people)

    @cached_property
    def _known(self) -> Known:
        one, other = (known_names(filter(None, (record.source, *record.authors))) for record in self.records)
        return one.union(other)

    @cached_property
    def contradiction(self) -> Contradiction | None:
        """Returns the clearest sign in the titles that they are two works."""
        return next(find_contradictions(self.relation), None)

    @cached_property
    def likeness(self) -> TitleLikeness:
        return liken_titles(*self.titles, self.relation, self._known.stems | self._people)

    @cached_property
    def _people(self) -> frozenset[str]:
        """Returns the words of the names of people, both authors and those in the titles."""
        one, other = (name_stems(record.authors) | people_named(parse_title(record.title)) for record in self.records)
        return one | other

    @property
    def is_one_page(self) -> bool:
        """Says whether both addresses are of one page: with parameters, in two languages, or next to a new edition."""
        return self.address in _ONE_PAGE

    @property
    def by_one_author(self) -> bool:
        return self.authors in ("same", "compatible")

    @property
    def on_one_host(self) -> bool:
        """Says whether both are on one site, where two addresses usually mean two articles."""
        one, other = self.places
        return bool(one.host) and one.host == other.host and not one.is_shared

    @property
    def is_passed_on(self) -> bool:
        """Says whether one is a discussion or an archived copy: same title, but maybe other ends, date and author."""
        return any(place.kind in PASSING_ON for place in self.places)

    @cached_property
    def _marks(self) -> list[bool]:
        """Says for each record whether it calls itself a translation, in its title or next to its author."""
        sides = zip(self.records, self.relation.sides, strict=True)
        return [side.calls_itself_translation or names_translator(record.authors) for record, side in sides]

    @property
    def is_later_edition(self) -> bool:
        """Says whether one names its edition, is by the other's author, and has another date."""
        return self.by_one_author and self.likeness.tells_edition and self.dates != "same"

    @cached_property
    def is_of_two_series(self) -> bool:
        """Says whether both are numbered parts that have no telling word in common: `Lecture 1` of two courses."""
        is_numbered = any(word.is_part_number for word in self.relation.one.shared)
        return is_numbered and not self.likeness.rarity and not self.by_one_author

    @cached_property
    def is_list_of_the_other(self) -> bool:
        """Says whether one address is that of a category, or of the folder of tutorials in which the other stands."""
        shorter, longer = sorted((loose_key(record.url) or "" for record in self.records), key=len)
        is_folder = bool(_FOLDER.search(shorter)) and longer.startswith(f"{shorter}/")
        return is_folder or bool(_CATEGORY.search(shorter)) != bool(_CATEGORY.search(longer))

    @cached_property
    def is_announcement_of_part(self) -> bool:
        """Says whether one title announces or opens a series of which the other is a numbered part."""
        sides = self.relation.sides
        opens = [any(mark in part.shown.lower() for part in side.left for mark in ANNOUNCEMENTS) for side in sides]
        numbered = [bool(side.left_parts) for side in sides]
        return (opens[0] and numbered[1]) or (opens[1] and numbered[0])

    @property
    def shares_only_names(self) -> bool:
        """Says whether two titles on one host have no word in common but names of things, as two articles on one topic do."""
        one, other = self.places
        return one.host == other.host and not (self.is_one_page or self.relation.translations)

    @property
    def recurs(self) -> bool:
        """Says whether it is a column that repeats one title, without a team of authors that identifies one issue."""
        common = common_authors(*self.records)
        is_of_team = common.number > 1 and common.of_longer >= _HALF
        return not is_of_team and all(map(is_recurring_title, self.titles))

    @property
    def has_unlike_places(self) -> bool:
        """Says whether one is a video, a talk, code or a paper, and the other is not."""
        kinds = {place.kind for place in self.places}
        return bool(kinds - PASSING_ON - {"page"}) and len(kinds) > 1 and not any(map(is_repost, self.relation.sides))

    @property
    def copy_precedes(self) -> bool:
        """Says whether one passes on or copies a text but is older than the other, so its source is another text."""
        marks = [mark or is_repost(side) for mark, side in zip(self._marks, self.relation.sides, strict=True)]
        copies = [mark or place.kind in PASSING_ON for mark, place in zip(marks, self.places, strict=True)]
        # A text newer than a discussion in another language may be a translation that does not say so.
        if copies[0] == copies[1] or not (any(self._marks) or self.likeness.kind != "translated"):
            return False
        original, copy = self.records if copies[1] else self.records[::-1]
        return is_earlier(copy, original)

    @cached_property
    def is_plainly_unlike(self) -> bool:
        """Says whether the shorter title shares too few telling words with the other for the two to be one work.

        Half of them may be missing if the authors may be the same, a third if they differ. Translations, and what one
        author wrote within days, never count as unlike. This spares most pairs the costly comparison.
        """
        one, other = self.records
        if self.address != "other" or (
            (any(map(is_discussion, self.records)) or is_within_days(one, other)) and self.by_one_author
        ):
            return False
        first, second = telling_stems(one.title), telling_stems(other.title)
        missing, size = min(len(first - second), len(second - first)), min(len(first), len(second))
        strict, lenient = size // 3, (size + 1) // 2
        if missing <= strict or is_translated_title(one.title) or is_translated_title(other.title):
            return False
        # The authors are compared last, because that takes the longest.
        missing -= _written_together(first - second, second - first)
        return missing > lenient or (missing > strict and self.authors == "different")


def _order(record: Record) -> tuple[str, str, tuple[str, ...], str, str]:
    return record.title, record.url, record.authors, record.published or "", record.source or ""


def _written_together(one: frozenset[str], other: frozenset[str]) -> int:
    """Counts words whose other half may be in a word of the other title: `layer normalization`, `layernorm`."""
    beginnings = {word[:_BEGINNING] for word in one}
    return sum(len(word) >= _BEGINNING and word[:_BEGINNING] in beginnings for word in other)
