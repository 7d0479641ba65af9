"""Writes what belongs to the reader: reading states, ratings, notes, the state of experiments.

Every function says what it changed; what is already so is not written, so its time of change stays what it was.
"""

from collections.abc import Sequence

from gpucat.catalog.reading_state import ReadingState, marked
from gpucat.store.reader_state import practice_notes, practices_done, read_note, read_rating, read_state
from gpucat.store.transaction import put_row
from gpucat.store.writing import Writer


def mark_articles(writer: Writer, numbers: Sequence[int], status: str) -> list[int]:
    """Gives the articles the status; returns the numbers of those that did not have it."""
    states = {number: marked(read_state(writer.connection, number), status, writer.now) for number in numbers}
    return [number for number, state in states.items() if save_state(writer, number, state)]


def save_state(writer: Writer, number: int, state: ReadingState) -> bool:
    """Gives the article the state; returns whether it had another."""
    if state == read_state(writer.connection, number):
        return False
    row = {"article_number": number, **state._asdict(), "changed_at": writer.now}
    put_row(writer.connection, "reading", row, "article_number")
    return True


def rate_articles(writer: Writer, numbers: Sequence[int], stars: int) -> list[int]:
    """Gives the articles the rating (1 to 5); returns the numbers of those that had another or none."""
    changed = [number for number in numbers if read_rating(writer.connection, number) != stars]
    for number in changed:
        row = {"article_number": number, "stars": stars, "changed_at": writer.now}
        put_row(writer.connection, "rating", row, "article_number")
    return changed


def save_note(writer: Writer, number: int, text: str) -> bool:
    """Writes the note on an article; an empty one removes it. Returns whether that changed anything."""
    before = read_note(writer.connection, number)
    if text == (before.text if before else ""):
        return False
    row = {"article_number": number, "text": text, "changed_at": writer.now}
    put_row(writer.connection, "note", row, "article_number")
    return True


def mark_practices(writer: Writer, numbers: Sequence[int], *, is_done: bool) -> list[int]:
    """Marks experiments done or not done; returns the numbers of those that were not so."""
    done = practices_done(writer.connection)
    changed = [number for number in numbers if is_done != (number in done)]
    for number in changed:
        row = {"practice_number": number, "done_at": writer.now if is_done else None, "changed_at": writer.now}
        put_row(writer.connection, "practice_state", row, "practice_number")
    return changed


def save_practice_note(writer: Writer, number: int, text: str) -> bool:
    """Writes the note on an experiment; an empty one removes it. Returns whether that changed anything."""
    before = practice_notes(writer.connection).get(number)
    if text == (before.text if before else ""):
        return False
    row = {"practice_number": number, "text": text, "changed_at": writer.now}
    put_row(writer.connection, "practice_note", row, "practice_number")
    return True
