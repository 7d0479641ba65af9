"""Reads the properties of notes: front matter, and lines such as `tags:: cuda, gpu`. Pure."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from gpucat.formats.field_names import HEADINGS, name_columns
from gpucat.formats.pieces import MarkdownPiece, lines_of, text_of

_FRONT_MATTER: Final = re.compile(r"\A---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*$", re.S | re.M)
_PAGE: Final = re.compile(r"\A(?:[\w-]{1,30}:: .*(?:\n|\Z))+")
_PROPERTY: Final = re.compile(r"\s*\[?([\w-]{1,30}):: *(.*?)\]?\s*")
_OF_PROGRAMS: Final = frozenset({"id", "collapsed", "heading", "icon", "aliases", "cssclass", "cssclasses"})
_KEPT: Final = frozenset({"title", "url", "authors", "source", "published", "level", "keywords", "summary"})
_WEB: Final = re.compile(r"https?://", re.I)
_LONGEST: Final = 20_000
"""How many characters of front matter are read: more is no note's."""


class NoteText(NamedTuple):
    """A note's text, its properties taken out line by line, and these by field."""

    body: str
    fields: Mapping[str, Any]


class Properties(NamedTuple):
    """The pieces of an item without its properties, and these by field."""

    pieces: Sequence[MarkdownPiece]
    fields: Mapping[str, Any]


def read_note(text: str) -> NoteText:
    """Takes front matter, or the properties with which a page begins, out of the text."""
    if found := _FRONT_MATTER.match(text):
        return NoteText("\n" * found[0].count("\n") + text[found.end() :], _named(_front_matter(found[1])))
    if found := _PAGE.match(text):
        pairs = (_PROPERTY.fullmatch(line) for line in found[0].splitlines())
        fields = _named({pair[1]: pair[2] for pair in pairs if pair})
        return (
            NoteText("\n" * found[0].count("\n") + text[found.end() :], fields)
            if "url" in fields
            else NoteText(text, fields)
        )
    return NoteText(text, {})


def take_properties(pieces: Sequence[MarkdownPiece]) -> Properties:
    """Takes the lines that are properties out of an item; the address that one of them gives stays a link."""
    if not any(":: " in piece.text for piece in pieces):
        return Properties(pieces, {})
    kept: list[MarkdownPiece] = []
    given: dict[str, str] = {}
    for line in lines_of(pieces):
        if found := _PROPERTY.fullmatch(text_of(line)):
            given[found[1]] = found[2]
            kept += [piece for piece in line if piece.url]
        else:
            kept += [*line, MarkdownPiece(" ")]
    return Properties(kept, {name: value for name, value in _named(given).items() if name != "url"})


def _front_matter(source: str) -> Mapping[Any, Any]:
    import yaml

    try:
        read = yaml.safe_load(source[:_LONGEST])
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}


def _named(given: Mapping[Any, Any]) -> dict[str, Any]:
    """Returns the properties by the fields that they are; an address under `source` is the article's."""
    names = [name for name in given if isinstance(name, str) and name.casefold() not in _OF_PROGRAMS]
    fields: dict[str, Any] = {}
    for name, field in zip(names, name_columns(names), strict=True):
        value = given[name]
        texts = [str(part) for part in (value if isinstance(value, list) else [value]) if part is not None]
        if field == "keywords":
            fields[field] = [word for text in texts for word in re.split(r"[,，]\s*|\s+(?=#)", text) if word]
        elif field in _KEPT and texts:
            fields[field] = texts if field == "authors" and isinstance(value, list) else ", ".join(texts)
    address = next((name for name in ("url", "source") if _WEB.match(fields.get(name, ""))), "")
    given_address = {"url": fields.pop(address)} if address else {}
    fields = {name: value for name, value in fields.items() if name != "url"} | given_address
    return {name: _plain(value) for name, value in fields.items() if name != HEADINGS}


def _plain(value: Any) -> Any:  # noqa: ANN401  a text or texts
    if isinstance(value, list):
        return [_plain(text) for text in value]
    return re.sub(r"\[\[(?:[^\[\]|]*\|)?([^\[\]]*)\]\]", r"\1", value).lstrip("#")
