"""Writes a listing in every format: table, json, jsonl, csv, tsv, markdown, urls, ids."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, Final

from gpucat.catalog.unknown import unknown
from gpucat.errors import UsageError
from gpucat.language import Bilingual, Language
from gpucat.render.columns import INDENT, Column, Listing
from gpucat.render.terminal import Terminal
from gpucat.render.text import Alignment, one_line, visible, width

FORMATS: Final = ("table", "json", "jsonl", "csv", "tsv", "markdown", "urls", "ids")
MEASURED_ROWS: Final = 500
WIDEST_COLUMN: Final = 200


def write_listing(terminal: Terminal, listing: Listing, output_format: str) -> int:
    """Writes the listing in the format and returns its number of items; raises UsageError for an unknown format."""
    items = _Counted(listing.items)
    counted = listing._replace(items=items)
    if output_format == "table":
        _write_table(terminal, counted)
    elif output_format in ("json", "jsonl"):
        write_json(terminal, (listing.record(item) for item in items), lines=output_format == "jsonl")
    elif output_format in ("csv", "tsv"):
        from gpucat.formats.delimited import write_csv, write_tsv

        terminal.write_raw((write_csv if output_format == "csv" else write_tsv)(_flat_rows(counted)))
    elif output_format == "markdown":
        terminal.write(_markdown(counted, terminal.language))
    elif output_format in ("urls", "ids"):
        name = listing.urls if output_format == "urls" else listing.ids
        if name is None:
            raise UsageError(
                "format_not_here",
                Bilingual(f"this listing has no {output_format}", f"此列表没有 {output_format}"),
                Bilingual("use --format table, json, csv or tsv", "请用 --format table、json、csv 或 tsv"),
            )
        terminal.write(one_line(name(item)) for item in items)
    else:
        raise unknown("format", output_format, FORMATS, Bilingual("format", "格式"))
    return items.count


def check_format(output_format: str, formats: Sequence[str] = FORMATS) -> str:
    """Returns the format; raises UsageError if it is unknown."""
    if output_format not in formats:
        raise unknown("format", output_format, formats, Bilingual("format", "格式"))
    return output_format


def write_json(terminal: Terminal, records: Iterable[dict[str, Any]], *, lines: bool = False) -> None:
    """Writes the records as they come: as one JSON array with a record per line, or as JSON Lines."""
    if lines:
        terminal.write(json_text(record) for record in records)
        return
    opening = "["
    for record in records:
        terminal.write_raw((opening, "\n  ", json_text(record)))
        opening = ","
    terminal.write_raw(("[]\n" if opening == "[" else "\n]\n",))


def json_text(value: Any) -> str:  # noqa: ANN401  any JSON value
    """Returns JSON on one line, in which no character can steer a terminal."""
    import json

    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else "".join(c if c.isprintable() else _escaped(c) for c in text)


def cell_text(column: Column[Any], item: Any, language: Language) -> str:  # noqa: ANN401
    """Returns what stands in a cell, as it is."""
    value = column.cell(item)
    return value.text(language) if isinstance(value, Bilingual) else value


class _Counted:
    """Counts the items that it passes on."""

    def __init__(self, items: Iterable[Any]) -> None:
        self._items = items
        self.count = 0

    def __iter__(self) -> Iterator[Any]:
        for item in self._items:
            self.count += 1
            yield item


def _write_table(terminal: Terminal, listing: Listing) -> None:
    if terminal.is_rich:
        from rich.text import Text

        from gpucat.render.rich_table import draw_table

        table = draw_table(listing, terminal.language, terminal.columns)
        if table is None:
            return
        if listing.title:
            terminal.draw(Text(terminal.say(listing.title), style="bold"))
        terminal.draw(table)
    else:
        terminal.write(_plain_table(listing, terminal.language))


def _plain_table(listing: Listing, language: Language) -> Iterator[str]:
    """Yields an item per line and what stands below it, uncut; columns are as wide as the first rows need, up to 200 cells;
    longer cells push the rest.
    """
    columns, below = listing.columns, listing.below or (lambda _item: ())

    def row(item: Any) -> tuple[list[str], list[str]]:  # noqa: ANN401
        cells = [one_line(cell_text(column, item, language)) for column in columns]
        return cells, [INDENT + one_line(text.text(language)) for text in below(item)]

    items = iter(listing.items)
    head: tuple[list[str], list[str]] = [column.heading.text(language) for column in columns], []
    first = [row(item) for item in islice(items, MEASURED_ROWS)]
    if not first:
        return
    if listing.title:
        yield listing.title.text(language)
    measured = (cells for cells, _ in (head, *first))
    widths = [min(max(map(width, cells)), WIDEST_COLUMN) for cells in zip(*measured, strict=True)]
    alignment = Alignment(widths, [column.is_number for column in columns])
    for cells, lines in chain([head], first, map(row, items)):
        yield alignment.line(cells)
        yield from lines


def _flat_rows(listing: Listing) -> Iterator[dict[str, str]]:
    flat = listing.row or (lambda item: {key: _flat(value) for key, value in listing.record(item).items()})
    for item in listing.items:
        yield {key: visible(value) for key, value in flat(item).items()}


def _flat(value: Any) -> str:  # noqa: ANN401  any JSON value
    if isinstance(value, list):
        return ", ".join(_flat(item) for item in value)
    return "" if value is None else str(value)


def _markdown(listing: Listing, language: Language) -> Iterator[str]:
    from gpucat.formats.markdown import escape_text, link

    columns = listing.columns
    yield "| " + " | ".join(column.heading.text(language) for column in columns) + " |"
    yield "|" + "".join("---:|" if column.is_number else "---|" for column in columns)
    for item in listing.items:
        cells = []
        for column in columns:
            text = visible(cell_text(column, item, language))
            cells.append(link(text, column.link(item)) if column.link else escape_text(text))
        yield "| " + " | ".join(cells) + " |"


def _escaped(character: str) -> str:
    if character == " ":
        return character
    return "".join(f"\\u{unit:04x}" for unit in _units(character))


def _units(character: str) -> list[int]:
    data = character.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(data[index : index + 2], "big") for index in range(0, len(data), 2)]
