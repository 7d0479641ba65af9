"""Reads and writes CSV and TSV: the dialect, the rows, and which column holds which field. Pure."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from gpucat.catalog.fields import FieldError
from gpucat.formats.field_names import Columns, columns_of, knows_columns, repeated_heading
from gpucat.formats.foreign_rows import article_of_row
from gpucat.formats.reading import (
    FileRow,
    Lines,
    OpenFile,
    ParsedFile,
    Problem,
    open_collection,
    parsed_articles,
    parsed_collection,
)  # fmt: skip
from gpucat.language import Bilingual

_DELIMITERS: Final = ",\t;|"
_SAMPLE: Final = 50
_SAMPLED: Final = 100_000
"""So many characters of so many lines tell the delimiter; together they are less than the largest cell."""
_LARGEST_CELL: Final = 1 << 24
_UNCLOSED: Final = Bilingual("a quotation mark opened in this row is never closed", "此行开始的引号没有结束")
_TOO_LARGE: Final = Bilingual("a cell is larger than 16 MiB", "单元格大于 16 MiB")
_TWO_COLUMNS: Final = Bilingual("two columns have this heading", "有两列使用此表头")
_SEPARATOR_LINE: Final = re.compile(r"\ufeff?\"?sep=.\"?\s*", re.I)
_NO_ADDRESS: Final = Bilingual(
    "no column is named url, and none holds addresses", "没有名为 url 的列，也没有内容为网址的列"
)
# A spreadsheet evaluates a cell that begins like this, unless an apostrophe comes first. One is also added to cells
# that begin with apostrophes already, so that reading always removes exactly one.
_FORMULA: Final = re.compile(r"'*[=+\-@\t\r]")
_CALMED: Final = re.compile(r"'+[=+\-@\t\r]")
_ADDRESS: Final = re.compile(r"(?:https?:)?//\S+", re.I)


class DelimitedRow(NamedTuple):
    """The cells of a row, and the line (from 1) on which it begins."""

    line: int
    cells: list[str]


def read_delimited(text: str) -> ParsedFile:
    """Reads every row as an article; the columns are known by the header or, without one, by what they hold."""
    rows, problems = _read_rows(text)
    columns, body = _columns(rows)
    if problem := _fault(rows, columns, body):
        return parsed_articles([], [problem])
    found: list[FileRow] = [*problems, *(_article(row, columns) for row in body)]
    return parsed_collection(sorted(found, key=lambda row: row.line))


def stream_delimited(given: Lines) -> OpenFile | None:
    """Reads as read_delimited does, row by row; returns None if the text must be read whole."""

    def lines() -> Iterator[str]:
        return _without_separator_line(given())

    rows = _stream_rows(lines)
    sample = list(islice(rows(), _SAMPLE + 1)) if rows else []
    columns, body = _columns(sample)
    if rows is None or not sample or _fault(sample, columns, body):
        return None
    below = islice(rows(), len(sample) - len(body), None)
    return open_collection(_article(row, columns) for row in below)


def write_csv(rows: Iterable[Mapping[str, str]]) -> Iterator[str]:
    """Writes RFC 4180 with LF line ends and a header; a cell that a spreadsheet would evaluate gets an apostrophe."""
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
    """Writes tab-separated rows with a header; white space in a cell becomes one space, and formulas get an apostrophe.

    Only cells that begin with a quotation mark are quoted, so the simplest tools can cut out all others.
    """

    def cell(text: str) -> str:
        plain = _calm(" ".join(text.split()))
        return '"' + plain.replace('"', '""') + '"' if plain.startswith('"') else plain

    return _lines(rows, lambda cells: "\t".join(map(cell, cells)) + "\n")


def _columns(rows: Sequence[DelimitedRow]) -> tuple[Columns, Sequence[DelimitedRow]]:
    """Returns the columns' fields and the rows below the header."""
    if not rows:
        return columns_of(()), rows
    first = rows[0].cells
    if knows_columns(first) and not any(_ADDRESS.match(cell) for cell in first):
        return columns_of(tuple(first)), rows[1:]
    sample = [row.cells for row in rows[:_SAMPLE]]
    width = max(len(cells) for cells in sample)
    held = [[cells[column].strip() for cells in sample if column < len(cells)] for column in range(width)]
    columns = [f"column {number}" for number in range(1, width + 1)]
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
    return columns_of(tuple(columns)), rows


def _fault(rows: Sequence[DelimitedRow], columns: Columns, body: Sequence[DelimitedRow]) -> Problem | None:
    """Returns why no article can be read: no column holds addresses, or two have the same heading."""
    if rows and "url" not in columns.fields:
        return Problem(rows[0].line, "url", _NO_ADDRESS)
    repeated = repeated_heading(rows[0].cells) if len(body) < len(rows) else None
    return Problem(rows[0].line, repeated, _TWO_COLUMNS) if repeated else None


def _article(row: DelimitedRow, columns: Columns) -> FileRow:
    if any(cell.strip() for cell in row.cells[len(columns.fields) :]):
        counts = len(row.cells), len(columns.fields)
        en = "the row has {} cells, but the header has {}".format(*counts)
        return Problem(row.line, None, Bilingual(en, "该行有 {} 个单元格，而表头有 {} 列".format(*counts)))
    try:
        return article_of_row(row.line, columns, [_as_it_was(cell).strip() for cell in row.cells])
    except FieldError as error:
        return Problem(row.line, error.field, error.reason)


def _lines(rows: Iterable[Mapping[str, str]], line: Callable[[Iterable[str]], str]) -> Iterator[str]:
    for index, row in enumerate(rows):
        if index == 0:
            yield line(row)
        yield line(row.values())


def _calm(cell: str) -> str:
    return "'" + cell if _FORMULA.match(cell) else cell


def _as_it_was(cell: str) -> str:
    return cell[1:] if _CALMED.match(cell) else cell


def _read_rows(text: str) -> tuple[list[DelimitedRow], list[Problem]]:
    """Returns every row that is not empty, and the lines where quoting goes wrong."""
    lines = list(_without_separator_line(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")))
    delimiter = _find_delimiter(lines)
    problems: list[Problem] = []
    rows = list(_rows(lines, delimiter, problems))
    if delimiter == "\t" and (problems or _misfits(rows)):
        # Tab-separated text is often written without quoting: a quotation mark is then an ordinary character.
        bare = [DelimitedRow(n, line.split("\t")) for n, line in enumerate(lines, 1) if line.strip()]
        if problems or _misfits(bare) < _misfits(rows):
            return bare, []
    return rows, problems


def _without_separator_line(lines: Iterable[str]) -> Iterator[str]:
    """Blanks the first line if it names the separator (`sep=;`), which a spreadsheet writes for itself."""
    for number, line in enumerate(lines):
        yield "\n" if number == 0 and _SEPARATOR_LINE.fullmatch(line) else line


def _stream_rows(lines: Lines) -> Callable[[], Iterator[DelimitedRow]] | None:
    """Returns a function that yields the rows one by one, or None if the text must be read whole.

    It must be where quoting goes wrong, and where tab-separated rows differ in length.
    """
    delimiter = _find_delimiter(list(islice(lines(), _SAMPLE)))
    widths = set()
    try:
        for cells in csv.reader(lines(), delimiter=delimiter, strict=True):
            if any(cell.strip() for cell in cells):
                widths.add(len(cells))
    except csv.Error:
        return None
    return None if delimiter == "\t" and len(widths) > 1 else lambda: _stream(lines, delimiter)


def _stream(lines: Lines, delimiter: str) -> Iterator[DelimitedRow]:
    reader, done = csv.reader(lines(), delimiter=delimiter), 0
    for cells in reader:
        first, done = done, reader.line_num
        if any(cell.strip() for cell in cells):
            yield DelimitedRow(first + 1, cells)


def _find_delimiter(lines: Sequence[str]) -> str:
    """Returns the character that splits most of the first rows into the same number of cells."""
    csv.field_size_limit(_LARGEST_CELL)
    sample = [line[:_SAMPLED] for line in lines[:_SAMPLE] if line.strip()]

    def fitness(delimiter: str) -> tuple[int, int]:
        counts = [len(cells) for cells in csv.reader(sample, delimiter=delimiter)]
        usual = max(counts, key=counts.count, default=1)
        return (counts.count(usual) if usual > 1 else 0), usual

    return max(_DELIMITERS, key=fitness)


def _rows(lines: Sequence[str], delimiter: str, problems: list[Problem]) -> Iterator[DelimitedRow]:
    begin = 0
    while begin < len(lines):
        reader = csv.reader((line + "\n" for line in lines[begin:]), delimiter=delimiter)
        done = 0
        try:
            for cells in reader:
                first, done = begin + done, reader.line_num
                if begin + done == len(lines) and _is_open(lines[first:], delimiter):
                    problems.append(Problem(first + 1, None, _UNCLOSED))
                    begin = first + 1
                    break
                if any(cell.strip() for cell in cells):
                    yield DelimitedRow(first + 1, cells)
            else:
                return
        except csv.Error:
            problems.append(Problem(begin + done + 1, None, _TOO_LARGE))
            begin += reader.line_num


def _is_open(lines: Sequence[str], delimiter: str) -> bool:
    """Whether the row on these lines ends inside quotation marks."""
    try:
        for _ in csv.reader((line + "\n" for line in lines), delimiter=delimiter, strict=True):
            pass
    except csv.Error as error:
        return "unexpected end" in str(error)
    return False


def _misfits(rows: Sequence[DelimitedRow]) -> int:
    """Counts the rows that have more or fewer cells than the first."""
    return sum(len(row.cells) != len(rows[0].cells) for row in rows)
