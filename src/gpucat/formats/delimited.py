"""CSV and TSV: rows of named texts out. Pure."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def write_csv(rows: Iterable[Mapping[str, str]]) -> Iterator[str]:
    """RFC 4180 with LF line ends, a header first; a cell that a spreadsheet would calculate gets an apostrophe."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")

    def line(cells: Iterable[str]) -> str:
        writer.writerow([_calm(cell) for cell in cells])
        text = buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
        return text

    for index, row in enumerate(rows):
        if index == 0:
            yield line(row)
        yield line(row.values())


def write_tsv(rows: Iterable[Mapping[str, str]]) -> Iterator[str]:
    """Tab-separated, a header first; white space inside a cell becomes one space."""
    for index, row in enumerate(rows):
        if index == 0:
            yield "\t".join(row) + "\n"
        yield "\t".join(" ".join(cell.split()) for cell in row.values()) + "\n"


def _calm(cell: str) -> str:
    return "'" + cell if cell.startswith(_FORMULA) else cell
