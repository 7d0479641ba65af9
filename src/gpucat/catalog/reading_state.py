"""What becomes of a reader's state and notes when they are changed. Pure; times are ISO 8601 texts in UTC."""

import re
from typing import Final, NamedTuple

_UNWRITABLE: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class ReadingState(NamedTuple):
    """How far an article is read: a status of catalog.article.STATUSES, when it was begun and when it was finished."""

    status: str = "todo"
    started_at: str | None = None
    finished_at: str | None = None


def marked(before: ReadingState, status: str, now: str) -> ReadingState:
    """The state after it was marked at `now`; the same state where it has that status already.

    Reading again keeps the first beginning; what is to be read again from the start (`todo`) has no times.
    """
    if status == before.status:
        return before
    if status == "reading":
        return ReadingState(status, before.started_at or now)
    if status == "done":
        return ReadingState(status, before.started_at, now)
    return ReadingState(status, before.started_at if status == "skipped" else None)


def clean_note(text: str) -> str:
    """A note as it is stored: line feeds only, no control characters but tabs, no half characters, no blank ends."""
    whole = text.encode("utf-8", "replace").decode("utf-8")
    lines = re.sub(r"\r\n?", "\n", whole).split("\n")
    return "\n".join(_UNWRITABLE.sub("", line).rstrip() for line in lines).strip("\n")


def added(before: str, text: str) -> str:
    """The note with one more paragraph."""
    return f"{before}\n\n{text}" if before and text else before or text
