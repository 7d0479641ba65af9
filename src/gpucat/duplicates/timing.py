"""What the dates of two records say: how far apart they are, which is older, what a talk follows, who wrote within days. Pure."""

from collections.abc import Iterator
from datetime import date
from typing import Final, Literal

from gpucat.duplicates.evidence import Record
from gpucat.titles.people import handles_of, names_in
from gpucat.titles.places import place_of

_CLOSE_DAYS: Final = 120
DateRelation = Literal["same", "close", "unknown", "far", "other year"]


def relate_dates(one: Record, other: Record) -> DateRelation:
    """How far apart two records are dated; two bare years that differ are two editions or two venues."""
    if not one.published or not other.published:
        return "unknown"
    shorter = min(len(one.published), len(other.published))
    if one.published[:shorter] == other.published[:shorter]:
        return "same" if shorter == _TO_THE_DAY else "close"
    if shorter == 4:
        return "other year"
    days = abs((_day(one.published) - _day(other.published)).days)
    return "close" if days <= _CLOSE_DAYS else "far"


_FRESH_DAYS: Final = 21
_FEW_DAYS: Final = 14
_SLACK_DAYS: Final = 7
_TO_THE_DAY: Final = len("2024-05-14")


def is_within_days(one: Record, other: Record) -> bool:
    """Whether both are dated to the day, two weeks apart at most."""
    days = [record.published or "" for record in (one, other)]
    return all(len(day) == _TO_THE_DAY for day in days) and abs((_day(days[0]) - _day(days[1])).days) <= _FEW_DAYS


def months_of_authors(record: Record) -> Iterator[tuple[str, str]]:
    """Each author, by name and as an address would call them, with the month of the text and of two weeks before: two texts
    of one author within days share such a pair."""
    if len(record.published or "") != _TO_THE_DAY:
        return
    day = _day(record.published or "")
    earlier = date.fromordinal(max(day.toordinal() - _FEW_DAYS, 1))
    months = {earlier.isoformat()[:7], day.isoformat()[:7]}
    names = names_in(record.authors)
    called = {*names, *place_of(record.url).handles}.union(*map(handles_of, names))
    yield from ((name, month) for name in sorted(called) for month in sorted(months))


def follows(talk: Record, record: Record) -> bool:
    """Whether one is dated right after the other, as what is said of a new text: within three weeks, or one coarser date."""
    if not talk.published or not record.published or len(talk.published) == 4 or len(record.published) == 4:
        return False
    if len(talk.published) != len(record.published) or len(talk.published) < _TO_THE_DAY:
        return talk.published[:7] == record.published[:7]
    return -1 <= (_day(talk.published) - _day(record.published)).days <= _FRESH_DAYS


def is_earlier(one: Record, other: Record) -> bool:
    """Whether one is dated before the other by more than a week, or by a whole unit of the coarser date."""
    if not one.published or not other.published:
        return False
    shorter = min(len(one.published), len(other.published))
    if shorter < _TO_THE_DAY:
        return one.published[:shorter] < other.published[:shorter]
    return (_day(other.published) - _day(one.published)).days > _SLACK_DAYS


def _day(published: str) -> date:
    year, month, day = (*published.split("-"), "1", "1")[:3]
    return date(int(year), int(month), int(day))
