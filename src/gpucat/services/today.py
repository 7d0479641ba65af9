"""Collects what `gpucat` alone shows: the reader's day. What varies does so from day to day, and never within one."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, NamedTuple, TypeVar

from gpucat.catalog.article import Article
from gpucat.catalog.concepts import ConceptNames
from gpucat.language import Bilingual
from gpucat.services.meanings import meaning_of
from gpucat.services.next_reading import Advice, Aim, Ending, advise, look_ahead, read_aim
from gpucat.services.notes import Experiment, read_experiments
from gpucat.services.progress import Standing, read_standing
from gpucat.store.articles import articles_by_number
from gpucat.store.catalogue import read_concepts, read_learning
from gpucat.store.connection import Reader
from gpucat.store.counts import StageCount, count_stages
from gpucat.store.reading import read_activity, read_begun, read_finishes, read_notes_before, read_state

_RECENT: Final = 3
"""From how many of the articles read last a term is taken."""
_NOTE_DAYS: Final = 3
"""How many days old a note is before it is shown again."""
Choice = TypeVar("Choice")


class Begun(NamedTuple):
    """An article that is being read, for so many days."""

    article: Article
    days: int


class TermOfDay(NamedTuple):
    """A concept that an article read lately teaches, and what it means."""

    concept: str
    name: Bilingual
    meaning: Bilingual
    article: Article


class OldNote(NamedTuple):
    """A note of so many days ago."""

    article: Article
    text: str
    days: int


class Today(NamedTuple):
    """The reader's day. `end` says why nothing is `ahead`; `is_new` if nothing was done yet; `days` counts those in a row
    on which something was finished, noted or tried out.
    """

    day: date
    aim: Aim
    standing: Standing
    begun: tuple[Begun, ...]
    ahead: Advice | None
    end: Ending | None
    is_lost: bool
    experiment: Experiment | None
    term: TermOfDay | None
    note: OldNote | None
    days: int
    is_new: bool


def read_today(connection: Reader, now: datetime) -> Today:
    """Returns the reader's day at `now` (aware)."""
    aim = read_aim(connection)
    ahead = look_ahead(connection, aim)
    number = next(ahead.numbers, None)
    vocabulary = ConceptNames(read_concepts(connection))
    standing = read_standing(connection, aim, ahead)
    activity, stages = read_activity(connection), count_stages(connection)
    return Today(
        day=now.date(),
        aim=aim,
        standing=standing,
        begun=tuple(_begun(connection, now)),
        ahead=advise(connection, number, vocabulary)._replace(is_next=True, path=ahead.path) if number else None,
        end=ahead.end if number is None else None,
        is_lost=ahead.is_lost,
        experiment=next((one for one in read_experiments(connection) if _is_ready(one, aim, stages)), None),
        term=_of_the_day(_terms(connection, vocabulary), now),
        note=_note(connection, now),
        days=days_in_a_row((_day(moment, now) for moment in activity), now.date()),
        is_new=not activity and standing.whole.counts["todo"] == standing.whole.total,
    )


def days_in_a_row(days: Iterable[date], today: date) -> int:
    """Counts the days up to today, or up to yesterday, without a gap; `days` come latest first."""
    count, expected = 0, today
    for day in days:
        if count == 0 and day == today - timedelta(days=1):
            expected = day
        if day == expected:
            count, expected = count + 1, day - timedelta(days=1)
        elif day < expected:
            break
    return count


def _is_ready(experiment: Experiment, aim: Aim, stages: Sequence[StageCount]) -> bool:
    """Says whether an experiment that is not done can be: its stage is read, or what prepares it.

    Of what prepares it, only what suits the reader's level must be read, if that is at least half.
    """
    if experiment.done_at is not None:
        return False
    unread = [article for article in experiment.prepares if article.status in ("todo", "reading")]
    is_prepared = 2 * len(unread) <= len(experiment.prepares) and not any(aim.suits(one.level) for one in unread)
    return (bool(experiment.prepares) and is_prepared) or any(
        stage.number == experiment.practice.stage and not stage.counts.keys() & {"todo", "reading"} for stage in stages
    )


def _begun(connection: Reader, now: datetime) -> Iterator[Begun]:
    numbers = read_begun(connection)
    articles = articles_by_number(connection, numbers)
    for number in numbers:
        started = read_state(connection, number).started_at
        yield Begun(articles[number], (now.date() - _day(started, now)).days if started else 0)


def _terms(connection: Reader, vocabulary: ConceptNames) -> Iterator[TermOfDay]:
    """Yields the explained terms of the articles read last; of those being read, if none is finished."""
    numbers = [number for number, _ in read_finishes(connection, _RECENT)] or read_begun(connection)[:_RECENT]
    articles = articles_by_number(connection, numbers)
    seen: set[str] = set()
    for number in numbers:
        learning = read_learning(connection, number).get(articles[number].url)
        for concept in learning.teaches if learning else ():
            meaning = meaning_of(concept)
            if meaning is not None and concept not in seen:
                seen.add(concept)
                yield TermOfDay(concept, vocabulary.name(concept), meaning, articles[number])


def _note(connection: Reader, now: datetime) -> OldNote | None:
    first_too_young = datetime.combine(now.date() - timedelta(days=_NOTE_DAYS - 1), time(), now.tzinfo)
    found = _of_the_day(
        read_notes_before(connection, first_too_young.astimezone(UTC).isoformat(timespec="seconds")), now
    )
    if found is None:
        return None
    number, note = found
    article = articles_by_number(connection, [number])[number]
    return OldNote(article, note.text, (now.date() - _day(note.changed_at, now)).days)


def _of_the_day(choices: Iterable[Choice], now: datetime) -> Choice | None:
    """Returns another choice each day, all in turn."""
    listed = list(choices)
    return listed[now.date().toordinal() % len(listed)] if listed else None


def _day(moment: str, now: datetime) -> date:
    """Returns the reader's day of a moment (UTC)."""
    parsed = datetime.fromisoformat(moment)
    return (parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)).astimezone(now.tzinfo).date()
