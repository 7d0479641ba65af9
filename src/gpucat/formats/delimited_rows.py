"""Takes delimited text apart: rows of cells with their lines, whatever the delimiter and however it quotes. Pure."""

import csv
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from gpucat.formats.reading import Lines, Problem
from gpucat.language import Bilingual

_DELIMITERS: Final = ",\t;|"
_SAMPLE: Final = 50
_LARGEST_CELL: Final = 1 << 24
_UNCLOSED: Final = Bilingual("a quotation mark that begins in this row is never closed", "此行开始的引号没有结束")
_TOO_LARGE: Final = Bilingual("a cell is larger than 16 MiB", "单元格大于 16 MiB")


class Row(NamedTuple):
    """The cells of a row, and the line (from 1) it begins on."""

    line: int
    cells: list[str]


def read_rows(text: str) -> tuple[list[Row], list[Problem]]:
    """Every row that is not empty, and the lines where quoting goes wrong."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    delimiter = find_delimiter(lines)
    problems: list[Problem] = []
    rows = list(_rows(lines, delimiter, problems))
    if delimiter == "\t" and (problems or _misfits(rows)):
        # Tab-separated text is often written without any quoting: then a quotation mark is one like any character.
        bare = [Row(n, line.split("\t")) for n, line in enumerate(lines, 1) if line.strip()]
        if problems or _misfits(bare) < _misfits(rows):
            return bare, []
    return rows, problems


def stream_rows(lines: Lines) -> Callable[[], Iterator[Row]] | None:
    """As read_rows, the rows one by one, from the first at each call; None for a text that has to be seen whole: where
    quoting goes wrong, and where tab-separated rows differ in length."""
    csv.field_size_limit(_LARGEST_CELL)
    delimiter = find_delimiter(list(islice(lines(), _SAMPLE)))
    widths = set()
    try:
        for cells in csv.reader(lines(), delimiter=delimiter, strict=True):
            if any(cell.strip() for cell in cells):
                widths.add(len(cells))
    except csv.Error:
        return None
    return None if delimiter == "\t" and len(widths) > 1 else lambda: _stream(lines, delimiter)


def _stream(lines: Lines, delimiter: str) -> Iterator[Row]:
    reader, done = csv.reader(lines(), delimiter=delimiter), 0
    for cells in reader:
        first, done = done, reader.line_num
        if any(cell.strip() for cell in cells):
            yield Row(first + 1, cells)


def find_delimiter(lines: Sequence[str]) -> str:
    """The character that separates the cells: the one that most of the first rows have in equal number."""
    sample = [line for line in lines[:_SAMPLE] if line.strip()]

    def fitness(delimiter: str) -> tuple[int, int]:
        counts = [len(cells) for cells in csv.reader(sample, delimiter=delimiter)]
        usual = max(counts, key=counts.count, default=1)
        return (counts.count(usual) if usual > 1 else 0), usual

    return max(_DELIMITERS, key=fitness)


def _rows(lines: Sequence[str], delimiter: str, problems: list[Problem]) -> Iterator[Row]:
    csv.field_size_limit(_LARGEST_CELL)
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
                    yield Row(first + 1, cells)
            else:
                return
        except csv.Error:
            problems.append(Problem(begin + done + 1, None, _TOO_LARGE))
            begin += reader.line_num


def _is_open(lines: Sequence[str], delimiter: str) -> bool:
    """Whether the row that these lines are ends inside quotation marks."""
    try:
        for _ in csv.reader((line + "\n" for line in lines), delimiter=delimiter, strict=True):
            pass
    except csv.Error as error:
        return "unexpected end" in str(error)
    return False


def _misfits(rows: Sequence[Row]) -> int:
    """How many rows have more or fewer cells than the first."""
    return sum(len(row.cells) != len(rows[0].cells) for row in rows)
