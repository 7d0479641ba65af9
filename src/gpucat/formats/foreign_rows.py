"""Turns a row of a table or a record of JSON into an article, by whatever names another program calls its fields. Pure.

What stands under one of gpucat's own names must be right; what stands under another is kept as it is where it cannot be
read, as in any collection of links.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from gpucat.catalog.article import Article, source_type_code
from gpucat.catalog.dates import parse_date
from gpucat.catalog.fields import RELATIONS, FieldError, article_from_fields, clean_text, learning_from_fields
from gpucat.errors import UsageError
from gpucat.formats.dates import read_date
from gpucat.formats.field_names import HEADINGS, Columns, columns_of
from gpucat.formats.links import NO_PAGE, bare_address, is_other_scheme
from gpucat.formats.marks import is_shelf, read_marks
from gpucat.formats.reading import ArticleLine, LeftOut, Marks
from gpucat.language import Bilingual

_NO_SUCH_DAY: Final = re.compile(r"\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?")
_PYTHON_LIST: Final = re.compile(r"\[(?:'[^']*'(?:, )?)+\]")
_NO_ADDRESS: Final = Bilingual("a note without an address", "没有网址的笔记")
_CONCEPTS: Final = (*RELATIONS, "depth")
_NAMES: Final = ("name", "label", "tag", "title", "literal")
_PAPERS: Final = frozenset({
    "article", "articlejournal", "book", "chapter", "conferencepaper", "journalarticle", "manuscript", "paperconference",
    "preprint", "report", "thesis",
})  # fmt: skip
_SOURCE_TYPES: Final = {
    **dict.fromkeys(_PAPERS, "paper"), "video": "video", "videorecording": "video", "computerprogram": "code", "software": "code",
}  # fmt: skip


def article_of_record(line: int, record: Mapping[str, Any]) -> ArticleLine | LeftOut:
    """Returns the article that a JSON record describes, or the one object within it that has an address."""
    columns = columns_of(tuple(record))
    if "url" not in columns.fields:
        inner = [value for value in record.values() if isinstance(value, Mapping)]
        for found in inner:
            if "url" in columns_of(tuple(found)).fields:
                outer = {name: value for name, value in record.items() if value is not found and value}
                record = {**found, **outer}
                columns = columns_of(tuple(record))
                break
        else:
            if isinstance(record.get("content"), Mapping):
                return LeftOut(line, str(record.get("title") or next(iter(_texts(inner[0])), "")), _NO_ADDRESS)
    return article_of_row(line, columns, list(record.values()))


def article_of_row(line: int, columns: Columns, values: Sequence[Any]) -> ArticleLine | LeftOut:
    """Returns the article that the values of a row describe; a link to no web page is left out. Raises FieldError."""
    headings: list[str] = []
    fields: dict[str, Any] = {}
    for field, heading, value in zip(columns.fields, columns.headings, values, strict=False):
        if field is None or value in (None, "", [], [""], {}):
            continue
        if field == HEADINGS:
            headings += _texts(value)
        elif field in columns.own or (known := _known(field, value)) is None:
            fields[heading if field not in columns.own and field in _CONVERTED else field] = _own(field, value)
        else:
            fields[field] = known
    _complete(fields, columns, values)
    if (address := fields.get("url")) and isinstance(address, str) and is_other_scheme(address):
        return LeftOut(line, str(fields["title"]), NO_PAGE)
    marks = _marks(columns, values, headings)
    learning = learning_from_fields(fields)
    listed = {name: value for name, value in fields.items() if name not in _CONCEPTS}
    article = _article(listed, columns.own)
    above = tuple(heading for heading in headings if not is_shelf(heading))
    return ArticleLine(
        line, article, frozenset(listed) | (fields.keys() & set(_CONCEPTS)), above, learning, marks=marks
    )


def _article(fields: dict[str, Any], own: frozenset[str]) -> Article:
    """Returns the article; a value under a foreign name that cannot be read is kept as it is."""
    while True:
        try:
            return article_from_fields(fields)
        except FieldError as error:
            given = str(fields.get(error.field))
            is_kept = error.field in fields and error.field not in own and error.field not in ("title", "url")
            if not is_kept or _NO_SUCH_DAY.fullmatch(given):
                raise
            fields[f"{error.field}_as_given"] = fields.pop(error.field)


def _own(field: str, value: object) -> object:
    """Returns a value under gpucat's own name, of which only dates and people are read more freely."""
    if field == "published" and isinstance(value, str | int):
        return _date(str(value))
    people = _known(field, value) if field in ("authors", "keywords") and isinstance(value, list | Mapping) else None
    return value if people is None else people


def _known(field: str, value: object) -> object | None:
    """Returns the value of a field in gpucat's form; None if it has another form."""
    convert = _CONVERTED.get(field)
    return value if convert is None else convert(value) or None


def _people(value: object) -> str | list[str] | None:
    if isinstance(value, str):
        return value
    listed = value if isinstance(value, list) else [value]
    return list(filter(None, map(_person, listed)))


def _person(value: object) -> str:
    if not isinstance(value, Mapping):
        return value if isinstance(value, str) else ""
    if text := next((value[name] for name in _NAMES if isinstance(value.get(name), str)), ""):
        return text
    names = (
        value.get(part) for part in ("given", "firstName", "non-dropping-particle", "family", "lastName", "suffix")
    )
    given = [name for name in names if isinstance(name, str) and name]
    is_chinese = bool(given) and all("\u3400" <= sign <= "\u9fff" for sign in "".join(given))
    return "".join(reversed(given)) if is_chinese else " ".join(given)


def _words(value: object) -> str | list[str] | None:
    """Returns keywords: a text, a list, or the names of an object or of its values."""
    if isinstance(value, Mapping):
        value = list(value)
    if isinstance(value, str) and _PYTHON_LIST.fullmatch(value):
        return re.findall(r"'([^']*)'", value)
    return _people(value)


def _texts(value: object) -> list[str]:
    found = _words(value)
    return [found.strip()] if isinstance(found, str) else found or []


def _text(value: object) -> str | None:
    return next(iter(_texts(value)), None)


def _date(value: object) -> str | None:
    """Returns the date; a text that is none comes back as it is."""
    if isinstance(value, Mapping):
        parts = value.get("date-parts")
        if isinstance(parts, list) and parts and isinstance(parts[0], list):
            return "-".join(str(part).zfill(2) for part in parts[0] if part is not None)
        value = value.get("raw") or value.get("literal")
    text = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
    try:
        return parse_date(text)
    except UsageError:
        return read_date(text) or text or None


def _source_type(value: object) -> str | None:
    if not isinstance(value, str):
        return None
    return source_type_code(value) or _SOURCE_TYPES.get(value.casefold().replace("-", "").replace("_", ""))


_CONVERTED: Final = {
    "title": _text, "url": _text, "authors": _people, "source": _text, "source_type": _source_type, "published": _date,
    "keywords": _words, "summary": _text,
}  # fmt: skip


def _complete(fields: dict[str, Any], columns: Columns, values: Sequence[Any]) -> None:
    """Adds the address that a DOI gives, and the title that an address stands in for; mends what only one program does."""
    named = {heading.casefold(): value for heading, value in zip(columns.headings, values, strict=False)}
    doi = named.get("doi")
    if not fields.get("url") and isinstance(doi, str) and doi.strip():
        fields["url"] = doi if "://" in doi else f"https://doi.org/{doi.strip()}"
    if "extended" in named and "description" in named and "title" not in columns.fields:
        # The services that follow Delicious call the title description, and part tags by blanks.
        fields["title"] = named["description"]
        fields["summary"] = fields.pop("extended", None) or ""
        if isinstance(fields.get("keywords"), str) and "," not in fields["keywords"]:
            fields["keywords"] = fields["keywords"].split()
    address = fields.get("url")
    title = fields.get("title")
    if isinstance(address, str) and (title in (None, address) or (isinstance(title, str) and not clean_text(title))):
        fields["title"] = bare_address(address)


def _marks(columns: Columns, values: Sequence[Any], shelves: Sequence[str]) -> Marks | None:
    given = {mark: values[place] for mark, place in columns.marks if place < len(values)}
    is_percent = "readingProgress" in columns.headings
    return read_marks(given, shelves, is_percent=is_percent) if given or shelves else None
