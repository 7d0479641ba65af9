"""Compares two records apart from their titles: addresses, authors, dates and places. Symmetric, pure."""

import re
from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from gpucat.catalog.url import canonical_url, loose_key, slug_words
from gpucat.titles.names import (
    NameRelation,
    folded_name,
    handles_of,
    is_organisation,
    is_person,
    names_in,
    names_translator,
    relate_names,
    unbracketed,
)
from gpucat.titles.parts import parse_title
from gpucat.titles.places import Place, place_of
from gpucat.titles.tables import REPOST_WORDS
from gpucat.titles.words import FILLER_STEMS, stem, words_of


class Record(NamedTuple):
    """What is compared: an article of the catalogue or a row of a file; `published` is a partial date as in `dates`."""

    title: str
    url: str = ""
    authors: tuple[str, ...] = ()
    published: str | None = None
    source: str | None = None


AddressRelation = Literal["same", "spelling", "parameters", "language", "edition", "slug", "named", "other"]

_TELLING_SLUG_WORDS: Final = 3
NAMING_WORDS: Final = 4
"""How many words of a title an address needs to name it."""
_NEARLY: Final = 0.8


@lru_cache(maxsize=16384)
def canonical_key(url: str) -> str | None:
    """Returns the canonical address, or None if there is none."""
    try:
        return canonical_url(url)
    except ValueError:
        return None


@lru_cache(maxsize=16384)
def _loose(url: str) -> str | None:
    return loose_key(url)


@lru_cache(maxsize=16384)
def slug_of(url: str) -> tuple[str, ...]:
    return slug_words(url)


def relate_addresses(one: Record, other: Record) -> AddressRelation:
    keys = canonical_key(one.url), canonical_key(other.url)
    if keys[0] is not None and keys[0] == keys[1]:
        return "same"
    loose = _loose(one.url), _loose(other.url)
    if loose[0] is not None and loose[1] is not None:
        if loose[0] == loose[1]:
            return "spelling"
        bare = [key.partition("?")[0] for key in loose if key is not None]
        has_query = [key is not None and "?" in key for key in loose]
        if bare[0] == bare[1] and has_query[0] != has_query[1] and "/" in bare[0].rstrip("/"):
            return "parameters"
        if language_free(loose[0]) == language_free(loose[1]) != "" and place_of(one.url).kind == "page":
            return "language"
        if _EDITION.sub("", bare[0]) == _EDITION.sub("", bare[1]):
            return "edition"
    slugs = slug_of(one.url), slug_of(other.url)
    if slugs[0] == slugs[1] and len(slugs[0]) >= _TELLING_SLUG_WORDS:
        return "slug"
    return "named" if _names(one.url, other.title) or _names(other.url, one.title) else "other"


_LANGUAGE: Final = re.compile(
    r"/(?:en|zh|ja|jp|ko|kr|ru|fr|de|es|pt|it|cn|tw|zh-(?:cn|tw|hans|hant|hk)|pt-br|en-us)(?=/)", re.IGNORECASE
)


_EDITION: Final = re.compile(
    r"[-_](?:v\d|r\d|rev(?:ision)?[-_]?\d*|revised|updated?|rewritten|refresh(?:ed)?|new|fixed|corrected|20\d\d)(?=/?$|\.\w+$)"
)
"""How the address of a new edition ends where the old one stays online."""


def language_free(key: str) -> str:
    """Returns an address key without its language part; an empty text if it has none, or nothing else."""
    path, mark, query = key.partition("?")
    free = _LANGUAGE.sub("", path)
    return free + mark + query if "/" in free.rstrip("/") else ""


def _names(url: str, title: str) -> bool:
    """Says whether the last part of an address consists of nearly all of a title's words, or all and a few more."""
    slug, told = slug_stems(url), told_stems(title)
    common = len(slug & told)
    is_whole = common == len(told) and 2 * common >= len(slug)
    return common >= NAMING_WORDS and (is_whole or common >= _NEARLY * max(len(slug), len(told)))


@lru_cache(maxsize=16384)
def slug_stems(url: str) -> frozenset[str]:
    """Returns the words with meaning in the last telling part of an address."""
    return frozenset(map(stem, slug_of(url))) - FILLER_STEMS


@lru_cache(maxsize=16384)
def told_stems(title: str) -> frozenset[str]:
    """Returns the words of a title that carry meaning."""
    return frozenset(word.stem for word in parse_title(title).words if word.weight)


def relate_authors(one: Record, other: Record) -> NameRelation:
    """Returns the closest relation between an author of one record and one of the other; unknown if either names none.

    The person who submits a link to a discussion is not its author, so such a name counts only if it matches. The
    other's handle in an address, the other's author in a title, or the group on whose site the other stands, counts as
    the name. A translator's name and a newsletter's own contradict no author.
    """
    places = place_of(one.url), place_of(other.url)
    signed = names_in(one.authors), names_in(other.authors)
    found = {relate_names(mine, yours) for mine in signed[0] for yours in signed[1]}
    if "same" in found:
        return "same"
    if "compatible" in found or _handle_of_other(signed, places) or _credits(one, other) or _signs_for(one, other):
        return "compatible"
    if not found or any(place.kind in PASSING_ON for place in places):
        return "unknown"
    if "unknown" in found:
        return "different" if _signs_own_site(one, other, signed) else "unknown"
    says_nothing = any(names_translator(record.authors) for record in (one, other)) or any(
        map(_signs_as_site, (one, other))
    )
    return "unknown" if says_nothing else "different"


@lru_cache(maxsize=16384)
def name_stems(authors: tuple[str, ...]) -> frozenset[str]:
    """Returns the words of authors' full names; in a title they name a person, not a subject."""
    people = [name for name in names_in(authors) if " " in name and not is_organisation(name)]
    return frozenset(word.stem for name in people for word in words_of(name))


class CommonAuthors(NamedTuple):
    """How many authors of the shorter list are in the longer one, and their share of the longer."""

    number: int
    of_longer: float


def common_authors(one: Record, other: Record) -> CommonAuthors:
    short, long = sorted((names_in(one.authors), names_in(other.authors)), key=len)
    count = sum(any(relate_names(mine, yours) in ("same", "compatible") for yours in long) for mine in short)
    return CommonAuthors(count, count / (len(long) or 1))


PASSING_ON: Final = frozenset({"discussion", "copy"})
"""Places that show or discuss what others wrote."""


def _credits(one: Record, other: Record) -> bool:
    """Says whether one title names the other's author or site: `译自 Lei Mao`, `… - Lei Mao's Log Book`."""
    for record, there in ((one, other), (other, one)):
        title = f" {folded_name(unbracketed(record.title))} "
        known = names_in(there.authors) + ((folded_name(there.source),) if there.source else ())
        if any(f" {name}" in title for name in known if len(name) > 4 and name not in folded_name(there.title)):
            return True
        if _passes_on(record) and _callings(there).intersection(
            re.findall(r"\w+?(?='s\b|\b)", title.replace("’", "'"))
        ):
            return True
    return False


def is_discussion(record: Record) -> bool:
    """Says whether a record is a discussion of a link."""
    return place_of(record.url).kind == "discussion"


def _passes_on(record: Record) -> bool:
    """Says whether it shows what others wrote, by its place or its title."""
    return place_of(record.url).kind in PASSING_ON or not REPOST_WORDS.isdisjoint(record.title.lower().split())


_LETTERS_OF_NAME: Final = 5


def _callings(record: Record) -> set[str]:
    """Returns the names and handles by which its author is called in passing, except words of its own title."""
    people = [name for name in names_in(record.authors) if not is_organisation(name)]
    found = {part for name in people for part in (*name.split(), *handles_of(name))} | place_of(record.url).handles
    return {name for name in found if len(name) >= _LETTERS_OF_NAME} - set(folded_name(record.title).split())


def _signs_as_site(record: Record) -> bool:
    """Says whether it is signed with the name of its own site, as newsletters are."""
    site = folded_name(record.source or "")
    return bool(site) and not is_person(record.source or "") and names_in(record.authors) == (site,)


def _signs_for(one: Record, other: Record) -> bool:
    """Says whether one is signed by the group on whose site the other stands, as `Colfax Research` for its people."""
    for record, there in ((one, other), (other, one)):
        site = folded_name(there.source or "")
        if is_organisation(site) and site in names_in(record.authors):
            return True
    return False


def _handle_of_other(names: tuple[tuple[str, ...], ...], places: tuple[Place, Place]) -> bool:
    """Says whether the address of one record contains a name or handle of the other's author."""
    pairs = ((names[0], places[1]), (names[1], places[0]))
    return any(place.handles & handles_of(name) for found, place in pairs for name in found)


def _signs_own_site(one: Record, other: Record, names: tuple[tuple[str, ...], ...]) -> bool:
    """Says whether one is signed by a group and the other by a person on that person's own site."""
    for record, mine, yours, there in ((one, names[0], names[1], other), (other, names[1], names[0], one)):
        source = (record.source or "").casefold()
        own = any(
            word in source for name in mine if not is_organisation(name) for word in name.split() if len(word) > 2
        )
        if own and any(is_organisation(name) for name in yours) and source != (there.source or "").casefold():
            return True
    return False


_CLOSE_DAYS: Final = 120
DateRelation = Literal["same", "close", "unknown", "far", "other year"]


def relate_dates(one: Record, other: Record) -> DateRelation:
    """Returns how far apart two records are dated; two different bare years mean two editions or two venues."""
    if not one.published or not other.published:
        return "unknown"
    shorter = min(len(one.published), len(other.published))
    if one.published[:shorter] == other.published[:shorter]:
        return "same" if shorter == _TO_THE_DAY else "close"
    if shorter == 4:
        return "other year"
    days = abs((_day(one.published) - _day(other.published)).days)
    return "close" if days <= _CLOSE_DAYS else "far"


_FEW_DAYS: Final = 14
_SLACK_DAYS: Final = 7
_TO_THE_DAY: Final = len("2024-05-14")


def is_within_days(one: Record, other: Record) -> bool:
    """Says whether both have a full date, and at most two weeks lie between them."""
    days = [record.published or "" for record in (one, other)]
    return all(len(day) == _TO_THE_DAY for day in days) and abs((_day(days[0]) - _day(days[1])).days) <= _FEW_DAYS


def months_of_authors(record: Record) -> Iterator[tuple[str, str]]:
    """Yields each author, by name and by handle, with the month of the text and of two weeks earlier.

    Two texts that one author wrote within days share such a pair.
    """
    if len(record.published or "") != _TO_THE_DAY:
        return
    day = _day(record.published or "")
    earlier = date.fromordinal(max(day.toordinal() - _FEW_DAYS, 1))
    months = {earlier.isoformat()[:7], day.isoformat()[:7]}
    names = names_in(record.authors)
    called = {*names, *place_of(record.url).handles}.union(*map(handles_of, names))
    yield from ((name, month) for name in sorted(called) for month in sorted(months))


def is_earlier(one: Record, other: Record) -> bool:
    """Says whether one is dated before the other by more than a week, or by a whole unit of the coarser date."""
    if not one.published or not other.published:
        return False
    shorter = min(len(one.published), len(other.published))
    if shorter < _TO_THE_DAY:
        return one.published[:shorter] < other.published[:shorter]
    return (_day(other.published) - _day(one.published)).days > _SLACK_DAYS


def _day(published: str) -> date:
    year, month, day = (*published.split("-"), "1", "1")[:3]
    return date(int(year), int(month), int(day))
