"""Lets a month pass with a clock: what `gpucat` alone proposes to a reader who reads, skips, begins and notes."""

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from gpucat.catalog.levels import LevelSpan
from gpucat.services.next_reading import Ending
from gpucat.services.today import Today, days_in_a_row, read_today
from gpucat.store.connection import connect_for_reading
from gpucat.store.journal import Writer, write
from gpucat.store.reading import mark_articles, save_note
from gpucat.store.settings import save_setting

FIRST = datetime(2026, 3, 1, 20, 15, tzinfo=UTC)
TURN = 12
"""The day on which the reader goes on from beginner to intermediate."""


def seen(db: Path, now: datetime) -> Today:
    with closing(connect_for_reading(db)) as connection:
        return read_today(connection, now)


def act(writer: Writer, today: Today, day: int) -> None:
    """What the reader does on a day: skips every seventh proposal, begins every fifth, and notes every third day."""
    if day == TURN:
        save_setting(writer, "level", "intermediate")
    begun = [one.article.number for one in today.begun]
    mark_articles(writer, begun, "done")
    if today.ahead is None:
        return
    number = today.ahead.article.number
    if day % 10 != 9:  # now and then a day is lost
        mark_articles(writer, [number], "skipped" if day % 7 == 3 else "reading" if day % 5 == 2 else "done")
    if day % 3 == 0:
        save_note(writer, number, f"What I learned on day {day}")


def told(today: Today) -> tuple[object, ...]:
    """What the screen shows of a day."""
    return today.ahead and today.ahead.article, today.term, today.note, today.days, today.begun, today.standing


@pytest.fixture(scope="module")
def month(seeded: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Today]:
    """The thirty screens, each seen before the reader acts on it."""
    db, days = Path(shutil.copyfile(seeded, tmp_path_factory.mktemp("month") / "catalogue.db")), []
    with write(db, "begin", FIRST.isoformat()) as writer:
        save_setting(writer, "level", "beginner")
    for day in range(30):
        now = FIRST + timedelta(days=day)
        days.append(seen(db, now))
        if day % 10 == 0:
            assert told(days[-1]) == told(seen(db, now + timedelta(hours=3))), "within a day nothing changes by itself"
        with write(db, f"day {day}", now.isoformat()) as writer:
            act(writer, days[-1], day)
    return days


def test_nothing_is_proposed_above_the_level_nor_what_is_read_nor_twice_without_cause(month: list[Today]) -> None:
    proposed = [today.ahead.article for today in month if today.ahead]
    assert len(proposed) == len(month)
    for day, article in enumerate(proposed):
        assert article.level is not None
        assert not article.level.is_above(LevelSpan(0, 0) if day <= TURN else LevelSpan(1, 1)), (day, article.id)
        assert article.status == "todo"
    acted_on = [article.number for day, article in enumerate(proposed) if day % 10 != 9]
    assert len(set(acted_on)) == len(acted_on), "only what was left unread comes again"


def test_term_and_note_vary_and_days_are_counted(month: list[Today]) -> None:
    terms = [today.term.concept for today in month if today.term]
    assert len(terms) >= len(month) - 2
    assert len(set(terms)) > len(month) // 3
    notes = [today.note for today in month if today.note]
    assert len({note.text for note in notes}) > 5
    assert all(note.days >= 3 for note in notes)
    assert [today.days for today in month[:12]] == [0, 1, 2, 0, 1, 2, 3, 4, 0, 1, 2, 0], "skipping is no day of reading"
    assert [day for day, today in enumerate(month) if today.is_new] == [0]


def test_at_the_end_of_a_level_the_next_is_proposed_with_the_experiment(db: Path) -> None:
    with write(db, "begin", FIRST.isoformat()) as writer:
        save_setting(writer, "level", "beginner")
        rows = writer.connection.execute("SELECT number FROM article WHERE level_low = 0")
        mark_articles(writer, [number for (number,) in rows.fetchall()], "done")
    today = seen(db, FIRST)
    assert today.ahead is None
    assert today.end == Ending("level", "intermediate")
    assert today.experiment
    assert today.experiment.number == 1


def test_a_goal_is_followed_and_what_leads_beyond_the_level_is_named(db: Path) -> None:
    with write(db, "begin", FIRST.isoformat()) as writer:
        save_setting(writer, "goal", "TMA")
        save_setting(writer, "level", "beginner")
    for level, end in (("advanced", Ending("above", "advanced")), ("advanced", Ending("goal"))):
        while (today := seen(db, FIRST)).ahead is not None:
            assert today.ahead.path
            assert today.ahead.article.number in {stop.article.number for stop in today.ahead.path.stops}
            with write(db, "read", FIRST.isoformat()) as writer:
                mark_articles(writer, [today.ahead.article.number], "done")
        assert today.end == end
        with write(db, "level", FIRST.isoformat()) as writer:
            save_setting(writer, "level", level)
    assert today.standing.to_goal == 0


def test_a_goal_that_the_list_has_lost_leads_back_to_the_route(db: Path) -> None:
    with sqlite3.connect(db) as opened:
        opened.execute("INSERT INTO setting VALUES ('goal', 'a concept of another list', ?)", (FIRST.isoformat(),))
    opened.close()
    today = seen(db, FIRST)
    assert today.is_lost
    assert today.ahead
    assert today.ahead.place
    assert today.ahead.place.route_position == 1


@pytest.mark.parametrize(
    ("days", "count"),
    [([], 0), ([0], 1), ([1], 1), ([2], 0), ([0, 0, 1, 1, 2, 4], 3), ([1, 2, 3, 5], 3)],
)
def test_days_in_a_row_end_today_or_yesterday(days: list[int], count: int) -> None:
    today = date(2026, 3, 30)
    assert days_in_a_row((today - timedelta(days=back) for back in days), today) == count
