"""Finds the records in a JSON object as other programs write it: a list in an object, a browser's tree of folders. Pure."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from gpucat.language import Bilingual

_NO_RECORDS: Final = Bilingual("the object holds no list of articles", "此 JSON 对象中没有文章列表")
_NOT_JSON: Final = Bilingual("not valid JSON", "不是有效的 JSON")
_ADDRESSES: Final = ("url", "uri", "URL", "link", "href", "source_url")
_ROOTS: Final = frozenset({"root", "menu", "toolbar", "unfiled", "mobile", "tags"})
_DEEPEST: Final = 200

Record = tuple[int, object]


def document_records(text: str) -> Iterator[Record]:
    """Yields the records of a document with their lines; lines of JSON under another name are read as such."""
    try:
        document = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        yield from _lines(text)
        return
    records = list(_records(document))
    if not records:
        yield 1, _NO_RECORDS
    places = _Places(text)
    for record in records:
        yield places.line_of(record), record


def _lines(text: str) -> Iterator[Record]:
    for number, line in enumerate(text.lstrip("\ufeff").split("\n"), 1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except (ValueError, RecursionError):
                yield number, _NOT_JSON


def _records(document: Mapping[str, Any]) -> Iterator[object]:
    if isinstance(roots := document.get("roots"), Mapping):
        for root in roots.values():
            yield from _tree(root, ())
    elif "children" in document:
        yield from _tree(document, ())
    elif lists := [value for value in document.values() if isinstance(value, list) and _holds_records(value)]:
        yield from max(lists, key=len)
    elif inner := [value for value in document.values() if isinstance(value, Mapping) and value]:
        # An object of objects, by their numbers, or one more object around the list.
        if all(_address(value) for value in inner):
            yield from inner
        else:
            yield from (record for value in inner for record in _records(value))
    elif _address(document):
        yield document


def _holds_records(values: list[Any]) -> bool:
    return bool(values) and any(isinstance(value, Mapping) and record_address(value) for value in values)


def record_address(record: Mapping[str, Any]) -> str | None:
    """Returns the address in a record or in the one object within it that has one."""
    return _address(record) or next(
        (_address(v) for v in record.values() if isinstance(v, Mapping) and _address(v)), None
    )


def _address(record: object) -> str | None:
    if not isinstance(record, Mapping):
        return None
    return next((record[name] for name in _ADDRESSES if isinstance(record.get(name), str)), None)


def _tree(node: object, above: tuple[str, ...]) -> Iterator[object]:
    """Yields the bookmarks in a browser's folder; the folders that every browser has are no headings."""
    if not isinstance(node, Mapping) or len(above) > _DEEPEST:
        return
    title = node.get("name", node.get("title"))
    address = _address(node)
    if address is not None:
        marked = {name: node[name] for name in ("tags", "date_added", "dateAdded") if name in node}
        yield {"title": title, "url": address, "folder": list(above), **marked}
    is_root = "root" in node or node.get("title") in _ROOTS or not title
    inside = above if is_root or not isinstance(title, str) else (*above, title)
    for child in node.get("children") or ():
        yield from _tree(child, inside)


class _Places:
    """Finds the lines of records, which come in the order of the text, by their addresses."""

    def __init__(self, text: str) -> None:
        self._text = text.replace("\\/", "/")
        self._position = 0
        self._line = 1

    def line_of(self, record: object) -> int:
        address = record_address(record) if isinstance(record, Mapping) else None
        found = self._text.find(json.dumps(address, ensure_ascii=False), self._position) if address else -1
        if found >= 0:
            self._line += self._text.count("\n", self._position, found)
            self._position = found
        return self._line
