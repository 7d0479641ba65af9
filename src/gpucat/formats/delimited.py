"""CSV and TSV: rows of named texts out; in, whatever spreadsheets and databases write, columns in any order. Pure."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from gpucat.catalog.fields import FieldError, article_from_fields
from gpucat.formats.columns import fields_of_row, knows_columns, name_columns, repeated_heading
from gpucat.formats.delimited_rows import Row, read_rows, stream_rows
from gpucat.formats.links import bare_address
from gpucat.formats.reading import ArticleLine, Lines, OpenFile, Problem, Reading, reading_of
from gpucat.language import Bilingual

# A spreadsheet calculates a cell that begins so. An apostrophe before it makes it text; one is put before those that
# begin with apostrophes already, so that reading takes exactly one away.
_FORMULA: Final = re.compile(r"'*[=+\-@\t\r]")
_CALMED: Final = re.compile(r"'+[=+\-@\t\r]")
_SAMPLE: Final = 50
_ADDRESS: Final = re.compile(r"(?:https?:)?//\S+", re.I)
_TWO_COLUMNS: Final = Bilingual("two columns have this heading", "有两列使用此标题")
_NO_ADDRESS: Final = Bilingual("no column is named url, and none holds addresses", "没有名为 url 的列，也没有网址列")


def write_csv(rows: Iterable[Mapping[str, str]]) -> Iterator[str]:
    """RFC 4180 with LF line ends, a header first; a cell that a spreadsheet would calculate gets an apostrophe."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")

    def line(cells: Iterable[str]) -> str:
        writer.writerow([_calm(cell.replace("\r\n", "\n").replace("\r", "\n")) for cell in cells])
        text = buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
        return text

    return _lines(rows, line)


def write_tsv(rows: Iterable[Mapping[str, str]]) -> Iterator[str]:
    """Tab-separated, a header first; white space inside a cell becomes one space, and formulas are calmed as in CSV.

    Only a cell that begins with a quotation mark is quoted: all others can be cut out with the simplest tools.
    """

    def cell(text: str) -> str:
        plain = _calm(" ".join(text.split()))
        return '"' + plain.replace('"', '""') + '"' if plain.startswith('"') else plain

    return _lines(rows, lambda cells: "\t".join(map(cell, cells)) + "\n")


def read_delimited(text: str) -> Reading:
    """Every row as an article, its columns known by the header or, without one, by what they hold."""
    rows, problems = read_rows(text)
    columns, body = _columns(rows)
    if problem := _fault(rows, columns, body):
        return reading_of([], [problem])
    articles: list[ArticleLine] = []
    for row in body:
        taken = _article(row, columns)
        if isinstance(taken, Problem):
            problems.append(taken)
        else:
            articles.append(taken)
    return reading_of(articles, sorted(problems, key=lambda problem: problem.line))


def stream_delimited(lines: Lines) -> OpenFile | None:
    """As read_delimited, row by row; None for a text that has to be seen whole."""
    rows = stream_rows(lines)
    sample = list(islice(rows(), _SAMPLE + 1)) if rows else []
    columns, body = _columns(sample)
    if rows is None or not sample or _fault(sample, columns, body):
        return None
    below = islice(rows(), len(sample) - len(body), None)
    return OpenFile(reading_of([]), (_article(row, columns) for row in below))


def _lines(rows: Iterable[Mapping[str, str]], line: Callable[[Iterable[str]], str]) -> Iterator[str]:
    for index, row in enumerate(rows):
        if index == 0:
            yield line(row)
        yield line(row.values())


def _calm(cell: str) -> str:
    return "'" + cell if _FORMULA.match(cell) else cell


def _as_it_was(cell: str) -> str:
    return cell[1:] if _CALMED.match(cell) else cell


def _columns(rows: Sequence[Row]) -> tuple[list[str | None], Sequence[Row]]:
    """The columns' fields, and the rows below the header."""
    if not rows:
        return [], rows
    first = rows[0].cells
    if knows_columns(first) and not any(_ADDRESS.match(cell) for cell in first):
        return name_columns(first), rows[1:]
    sample = [row.cells for row in rows[:_SAMPLE]]
    width = max(len(cells) for cells in sample)
    held = [[cells[column].strip() for cells in sample if column < len(cells)] for column in range(width)]
    columns: list[str | None] = [f"column {number}" for number in range(1, width + 1)]
    addresses = [sum(bool(_ADDRESS.match(cell)) for cell in cells) for cells in held]
    if max(addresses) * 2 >= len(sample):
        columns[addresses.index(max(addresses))] = "url"
    texts = [
        column for column, cells in enumerate(held)
        if columns[column] != "url" and sum(bool(re.search(r"[^\W\d]", cell)) for cell in cells) * 2 > len(sample)
    ]  # fmt: skip
    if texts:
        phrases = [column for column in texts if sum(len(cell.split()) > 1 for cell in held[column]) * 2 >= len(sample)]
        columns[(phrases or texts)[0]] = "title"
    return columns, rows


def _fault(rows: Sequence[Row], columns: Sequence[str | None], body: Sequence[Row]) -> Problem | None:
    """Why no article can be read of the rows: no column holds addresses, or two say that they hold the same."""
    if rows and "url" not in columns:
        return Problem(rows[0].line, "url", _NO_ADDRESS)
    repeated = repeated_heading(rows[0].cells) if len(body) < len(rows) else None
    return Problem(rows[0].line, repeated, _TWO_COLUMNS) if repeated else None


def _article(row: Row, columns: Sequence[str | None]) -> ArticleLine | Problem:
    if any(cell.strip() for cell in row.cells[len(columns) :]):
        counts = len(row.cells), len(columns)
        en = "has {} cells, the header {}".format(*counts)
        return Problem(row.line, None, Bilingual(en, "有 {} 个单元格，而表头有 {} 列".format(*counts)))
    fields, headings = fields_of_row(columns, [_as_it_was(cell) for cell in row.cells])
    if "title" not in columns and "url" in fields:
        fields["title"] = bare_address(fields["url"])
    try:
        return ArticleLine(row.line, article_from_fields(fields), frozenset(fields), headings)
    except FieldError as error:
        return Problem(row.line, error.field, error.reason)
