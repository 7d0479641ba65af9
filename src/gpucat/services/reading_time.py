"""Knows how long articles take to read, as far as their texts are kept; without texts it costs a look at one file."""

from typing import NamedTuple

from gpucat.errors import StoreError
from gpucat.paths import texts_path
from gpucat.store.connection import Reader, path_of


class ReadingTime(NamedTuple):
    """Minutes of the articles whose texts are kept: of those that are read, of those left, and how many there are."""

    read: int
    left: int
    articles: int


def known_minutes(reader: Reader) -> dict[int, int]:
    """Returns the minutes by article where they are known.

    A file of texts that cannot be used gives none here; the commands that need texts say why.
    """
    try:
        return minutes_by_article(reader)
    except StoreError:
        return {}


def minutes_by_article(reader: Reader) -> dict[int, int]:
    """Returns the minutes that reading takes at the reader's speed, by number of the articles whose texts are kept.

    Raises StoreError if the file of texts cannot be used.
    """
    database = path_of(reader)
    if not texts_path(database).exists():
        return {}
    from gpucat.services.settings import reading_speed
    from gpucat.store.text_file import attach_texts
    from gpucat.store.texts import facts_by_article
    from gpucat.texts.volume import minutes_of

    kept = facts_by_article(reader) if attach_texts(reader, database) else {}
    speed = reading_speed(reader)
    return {number: minutes_of(facts.volume, speed) for number, facts in kept.items()}


def read_time(reader: Reader) -> ReadingTime:
    """Returns how long was read and how long is left to read."""
    from gpucat.store.articles import articles_by_number

    minutes = known_minutes(reader)
    statuses = {number: article.status for number, article in articles_by_number(reader, list(minutes)).items()}
    return ReadingTime(
        read=sum(minutes[number] for number, status in statuses.items() if status == "done"),
        left=sum(minutes[number] for number, status in statuses.items() if status in ("todo", "reading")),
        articles=len(statuses),
    )
