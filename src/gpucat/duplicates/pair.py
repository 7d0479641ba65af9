"""All that two records say together, gathered before anything is decided. Symmetric if the two come in a fixed order, pure."""

from typing import Final, NamedTuple

from gpucat.duplicates.contradictions import Likeness
from gpucat.duplicates.records import (
    PASSING_ON,
    AddressRelation,
    CommonAuthors,
    DateRelation,
    Record,
    common_authors,
    follows,
    is_earlier,
    is_short_address,
    is_within_days,
    name_stems,
    relate_dates,
)
from gpucat.duplicates.titles import TitleEvidence, is_recurring_title, weigh_titles
from gpucat.titles.names import NameRelation, names_translator
from gpucat.titles.parts import Known, known_names, parse_title
from gpucat.titles.places import place_of
from gpucat.titles.relation import relate_titles

_HALF: Final = 0.5
_MONTH: Final = len("2024-05")
APART: Final = ("far", "other year")
"""What speaks against one work in its dates."""


class Evidence(NamedTuple):
    title: TitleEvidence
    address: AddressRelation
    authors: NameRelation
    common: CommonAuthors
    dates: DateRelation
    is_dated: bool
    """Both are dated to the month at least, so that close dates are close indeed."""
    is_within_days: bool
    """Both are dated to the day, two weeks apart at most."""
    one_host: bool
    """Both lie on one site, where two addresses are usually two articles."""
    has_short_address: bool
    """One address is a number or a file's, which a site has beside the article's own: `/?p=12`, an uploaded PDF."""
    two_owners: bool
    """Each lies on a site of its own with another name."""
    passed_on: bool
    """One is a discussion or an archived copy, which keeps the title and changes its ends, its date and its author."""
    is_fresh: bool
    """One is a discussion, begun within days of the other's date."""
    unlike_places: bool
    """One is a video, a talk, code or a paper, and the other is not."""
    precedes: bool
    """One passes on or calls itself a copy, and is older than the other: it is a copy of something else."""
    is_translation: bool
    """One calls itself a translation, in its title or beside its author."""
    recurs: bool
    """A column or a digest that bears one title again and again."""

    @property
    def by_one_team(self) -> bool:
        """Whether several authors are in common, which no other work of one of them has."""
        return self.common.number > 1 and self.common.of_longer >= _HALF

    @property
    def is_later_edition(self) -> bool:
        """Whether one is by the other's author, of another day, and says which edition it is."""
        return self.by_one_author and self.title.tells_edition and self.dates != "same"

    @property
    def by_one_author(self) -> bool:
        return self.authors in ("same", "compatible")


def gather(one: Record, other: Record, address: AddressRelation, authors: NameRelation) -> Evidence:
    known = _known_to(one).union(_known_to(other))
    titles = parse_title(one.title), parse_title(other.title)
    places = place_of(one.url), place_of(other.url)
    apart = {place.kind for place in places} - PASSING_ON - {"page"}
    passed_on = any(place.kind in PASSING_ON for place in places)
    title = weigh_titles(*titles, relate_titles(*titles, known), name_stems(one) | name_stems(other), known.stems)
    marks = [
        marked or names_translator(record.authors) for record, marked in zip((one, other), title.marks, strict=True)
    ]
    copies = [marked or place.kind in PASSING_ON for place, marked in zip(places, marks, strict=True)]
    # What a discussion in another language is older than may be a translation that does not say so.
    has_original = copies[0] != copies[1] and (any(marks) or title.likeness is not Likeness.TRANSLATED)
    return Evidence(
        title,
        address,
        authors,
        common_authors(one, other),
        "unknown" if passed_on else relate_dates(one, other),
        is_dated=all(len(record.published or "") >= _MONTH for record in (one, other)),
        is_within_days=is_within_days(one, other),
        one_host=bool(places[0].host) and places[0].host == places[1].host and not places[0].is_shared,
        has_short_address=any(map(is_short_address, (one.url, other.url))),
        precedes=has_original and (is_earlier(one, other) if copies[0] else is_earlier(other, one)),
        two_owners=_are_two_sites(one, other),
        passed_on=passed_on,
        is_fresh=any(
            place.kind == "discussion" and follows(talk, text)
            for place, talk, text in ((places[0], one, other), (places[1], other, one))
        ),
        is_translation=title.is_translation or any(marks),
        recurs=all(is_recurring_title(title) for title in titles),
        unlike_places=bool(apart) and places[0].kind != places[1].kind and not title.is_repost,
    )


def _known_to(record: Record) -> Known:
    return known_names(name for name in (record.source, *record.authors) if name)


def _are_two_sites(one: Record, other: Record) -> bool:
    places = place_of(one.url), place_of(other.url)
    own = all(place.host and not place.is_shared and place.kind == "page" for place in places)
    sources = [(record.source or "").casefold() for record in (one, other)]
    named = all(sources) and all((one.authors, other.authors))
    return own and places[0].host != places[1].host and named and sources[0] != sources[1]
