"""Reads from a file only what duplicates are found by: title, address, authors, date and site. Pure.

Lines of JSON that are no articles are read leniently: only the title is required, and an invalid date counts as unknown.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.dates import parse_date
from gpucat.catalog.fields import FieldError, refuse_half_characters
from gpucat.catalog.logins import without_login, without_logins
from gpucat.duplicates.records import Record
from gpucat.errors import GpucatError
from gpucat.formats.files import KnownText
from gpucat.formats.jsonl import NOT_AN_OBJECT, numbered_records
from gpucat.formats.reading import Problem
from gpucat.language import Bilingual

_AUTHORS: Final = re.compile(r"\s*[、;；]\s*|,\s+|，\s*")


class RecordLine(NamedTuple):
    """A record and its line in the file."""

    line: int
    record: Record


def read_records(known: KnownText) -> tuple[list[RecordLine], list[Problem]]:
    """Returns the records of a file and the lines that hold none; lines of a kind other than `article` are skipped."""
    reading = known.parsed()
    records = [RecordLine(line.line, record_of(line.article)) for line in reading.articles]
    if known.format != "jsonl":
        return records, list(reading.problems)
    read = {line for line, _ in records}
    others, problems = _titled_records(known.text)
    records += [record for record in others if record.line not in read]
    return sorted(records, key=lambda record: record.line), [found for found in problems if found.line not in read]


def record_of(article: Article) -> Record:
    """Returns the fields of an article that are compared."""
    return Record(article.title, article.url, article.authors, article.published, article.source)


def _titled_records(text: str) -> tuple[list[RecordLine], list[Problem]]:
    records: list[RecordLine] = []
    problems: list[Problem] = []
    for number, fields in numbered_records(enumerate(text.split("\n"), 1)):
        if not isinstance(fields, dict):
            problems.append(Problem(number, None, fields if isinstance(fields, Bilingual) else NOT_AN_OBJECT))
        elif fields.get("kind", "article") == "article":
            try:
                records.append(RecordLine(number, _record(fields)))
            except FieldError as error:
                problems.append(Problem(number, error.field, error.reason))
    return records, problems


def _record(fields: Mapping[str, Any]) -> Record:
    refuse_half_characters(fields)
    title = fields.get("title")
    if not isinstance(title, str) or not title.strip():
        raise FieldError("title", Bilingual("missing", "缺失"))
    return Record(
        without_logins(title),
        without_login(_text(fields, "url")),
        _authors(fields),
        _date(fields),
        _text(fields, "source") or None,
    )


def _text(fields: Mapping[str, Any], name: str) -> str:
    value = fields.get(name)
    return value if isinstance(value, str) else ""


def _authors(fields: Mapping[str, Any]) -> tuple[str, ...]:
    value = fields.get("authors")
    named = _AUTHORS.split(value) if isinstance(value, str) else value if isinstance(value, list) else []
    return tuple(name for name in named if isinstance(name, str) and name.strip())


def _date(fields: Mapping[str, Any]) -> str | None:
    value = fields.get("published")
    try:
        return parse_date(str(value)[:10]) if value else None
    except GpucatError:
        return None
