"""Writes what belongs to the reader: reading states, ratings, notes, the state of experiments.

Every function says what it changed; what is already so is not written, so its time of change stays what it was.
"""

from collections.abc import Sequence

from gpucat.catalog.reading import ReadingState, marked
from gpucat.store.reader_models import Note, PracticeNote, PracticeState, Rating, Reading
from gpucat.store.writing import Writer


def mark_articles(writer: Writer, numbers: Sequence[int], status: str) -> list[int]:
    """Gives the articles the status; returns the numbers of those that did not have it."""
    changed = []
    for number in numbers:
        row = writer.session.get(Reading, number)
        before = ReadingState(row.status, row.started_at, row.finished_at) if row else ReadingState()
        after = marked(before, status, writer.now)
        if after != before:
            writer.session.merge(Reading(article_number=number, **after._asdict(), changed_at=writer.now))
            changed.append(number)
    return changed


def rate_articles(writer: Writer, numbers: Sequence[int], stars: int) -> list[int]:
    """Gives the articles the rating (1 to 5); returns the numbers of those that had another or none."""
    changed = []
    for number in numbers:
        row = writer.session.get(Rating, number)
        if row is None or row.stars != stars:
            writer.session.merge(Rating(article_number=number, stars=stars, changed_at=writer.now))
            changed.append(number)
    return changed


def save_note(writer: Writer, number: int, text: str) -> bool:
    """Writes the note on an article; an empty one removes it. Returns whether that changed anything."""
    note = Note(article_number=number, text=text, changed_at=writer.now)
    return _save_text(writer, writer.session.get(Note, number), note)


def mark_practices(writer: Writer, numbers: Sequence[int], *, is_done: bool) -> list[int]:
    """Marks experiments done or not done; returns the numbers of those that were not so."""
    changed = []
    for number in numbers:
        row = writer.session.get(PracticeState, number)
        if is_done != bool(row and row.done_at):
            done_at = writer.now if is_done else None
            writer.session.merge(PracticeState(practice_number=number, done_at=done_at, changed_at=writer.now))
            changed.append(number)
    return changed


def save_practice_note(writer: Writer, number: int, text: str) -> bool:
    """Writes the note on an experiment; an empty one removes it. Returns whether that changed anything."""
    note = PracticeNote(practice_number=number, text=text, changed_at=writer.now)
    return _save_text(writer, writer.session.get(PracticeNote, number), note)


def _save_text(writer: Writer, before: Note | PracticeNote | None, after: Note | PracticeNote) -> bool:
    if after.text == (before.text if before else ""):
        return False
    writer.session.merge(after)
    return True
