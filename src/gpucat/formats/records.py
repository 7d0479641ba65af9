"""Reads JSON Lines only for comparing: title, address, authors, date and site of each line, and nothing else. Pure.

Lenient where a comparison can do without: only the title is required, a date that is none counts as unknown.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from gpucat.catalog.dates import parse_date
from gpucat.catalog.fields import FieldError, refuse_half_characters
from gpucat.duplicates.evidence import Record
from gpucat.errors import GpucatError
from gpucat.formats.reading import Problem
from gpucat.language import Bilingual

_AUTHORS: Final = re.compile(r"\s*[、;；]\s*|,\s+|，\s*")


class RecordLine(NamedTuple):
    """A record and its line in the file."""

    line: int
    record: Record


def read_records(text: str) -> tuple[list[RecordLine], list[Problem]]:
    """The records of a text, and the lines that hold none. Lines of a kind other than `article` are passed over."""
    records: list[RecordLine] = []
    problems: list[Problem] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError):
            problems.append(Problem(number, None, Bilingual("is no JSON", "不是 JSON")))
            continue
        if not isinstance(fields, dict):
            problems.append(Problem(number, None, Bilingual("is no JSON object", "不是 JSON 对象")))
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
        raise FieldError("title", Bilingual("is missing", "缺失"))
    return Record(title, _text(fields, "url"), _authors(fields), _date(fields), _text(fields, "source") or None)


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
