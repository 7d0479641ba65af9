"""Reads and writes CSV and TSV: the dialect, the rows, and which column holds which field. Pure."""

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from gpucat.catalog.fields import DERIVED_FIELDS, RELATIONS, FieldError, article_from_fields, learning_from_fields
from gpucat.formats.links import bare_address
from gpucat.formats.reading import ArticleLine, Lines, OpenFile, ParsedFile, Problem, parsed_articles
from gpucat.language import Bilingual

_DELIMITERS: Final = ",\t;|"
_SAMPLE: Final = 50
_SAMPLED: Final = 100_000
"""So many characters of so many lines tell the delimiter; together they are less than the largest cell."""
_LARGEST_CELL: Final = 1 << 24
_UNCLOSED: Final = Bilingual("a quotation mark opened in this row is never closed", "此行开始的引号没有结束")
_TOO_LARGE: Final = Bilingual("a cell is larger than 16 MiB", "单元格大于 16 MiB")
_TWO_COLUMNS: Final = Bilingual("two columns have this heading", "有两列使用此表头")
_NO_ADDRESS: Final = Bilingual(
    "no column is named url, and none holds addresses", "没有名为 url 的列，也没有内容为网址的列"
)
HEADINGS: Final = "headings"
_NAMES: Final = {
    "title": ("title", "article", "name", "post", "paper", "标题", "文章", "名称", "题目", "文章标题"),
    "url": ("url", "link", "href", "address", "uri", "web", "website", "page", "where", "链接", "网址", "地址", "文章链接"),
    "authors": ("authors", "author", "by", "writer", "creator", "who", "作者"),
    "source": ("source", "site", "blog", "publisher", "venue", "来源", "站点", "网站", "博客"),
    "source_type": ("source_type", "type", "类型", "来源类型"),
    "module": ("module", "模块"),
    "position": ("position", "位置"),
    "level": ("level", "difficulty", "难度", "级别"),
    "published": ("published", "date", "publication_date", "published_at", "year", "posted", "日期", "发布日期", "时间", "年份"),
    "keywords": ("keywords", "keyword", "tags", "tag", "labels", "关键词", "标签", "关键字"),
    "summary": (
        "summary", "description", "abstract", "notes", "note", "comment", "excerpt", "摘要", "核心摘要", "说明", "描述",
        "简介", "备注",
    ),
    "why": ("why", "why_for_cute_dsl", "reason", "为什么适合_cute_dsl", "推荐理由"),
    "summary_en": ("summary_en",),
    "why_en": ("why_en",),
    HEADINGS: ("category", "section", "topic", "folder", "group", "subject", "分类", "主题", "类别", "章节", "文件夹"),
}  # fmt: skip
_FIELDS: Final = {name: field for field, names in _NAMES.items() for name in names}
_NOTHING: Final = frozenset({"", "#", "no", "no.", "序号", "编号", *DERIVED_FIELDS})
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
    articles: list[ArticleLine] = []
    for row in body:
        taken = _article(row, columns)
        if isinstance(taken, Problem):
            problems.append(taken)
        else:
            articles.append(taken)
    return parsed_articles(articles, sorted(problems, key=lambda problem: problem.line))


def stream_delimited(lines: Lines) -> OpenFile | None:
    """Reads as read_delimited does, row by row; returns None if the text must be read whole."""
    rows = _stream_rows(lines)
    sample = list(islice(rows(), _SAMPLE + 1)) if rows else []
    columns, body = _columns(sample)
    if rows is None or not sample or _fault(sample, columns, body):
        return None
    below = islice(rows(), len(sample) - len(body), None)
    return OpenFile(parsed_articles([]), (_article(row, columns) for row in below))


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


def name_columns(headings: Sequence[str]) -> list[str | None]:
    """Returns the field of each column: one of the list's, `headings` for a category, or its own heading.

    None stands for a column that only numbers the rows. Of two columns for one field the first gets it; of two with the
    same heading the second gets a number.
    """
    named: list[str | None] = []
    taken: set[str | None] = set()
    for column, heading in enumerate(headings, 1):
        folded = _folded(heading)
        field = _FIELDS.get(folded) or (None if folded in _NOTHING else heading.strip())
        if field in taken and field not in (None, HEADINGS):
            field = heading.strip() if heading.strip() not in taken else f"{heading.strip()} ({column})"
        named.append(field)
        taken.add(field)
    return named


def knows_columns(headings: Sequence[str]) -> bool:
    """Whether the texts are the headings of a table of articles: one of them names an address or a title."""
    return bool({"url", "title"} & set(name_columns(headings)))


def fields_of_row(columns: Sequence[str | None], cells: Sequence[str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Returns the fields of a row by name, and the headings its article belongs under; an empty cell gives nothing."""
    pairs = [(column, cell.strip()) for column, cell in zip(columns, cells, strict=False) if column]
    fields = {column: cell for column, cell in pairs if column != HEADINGS and cell}
    return fields, tuple(cell for column, cell in pairs if column == HEADINGS and cell)


def _repeated_heading(headings: Sequence[str]) -> str | None:
    """Returns the heading of a field that two columns have, so that it is unclear which one is meant."""
    counts = Counter(heading for heading in map(_folded, headings) if _FIELDS.get(heading, HEADINGS) != HEADINGS)
    return next((heading for heading, count in counts.items() if count > 1), None)


def _columns(rows: Sequence[DelimitedRow]) -> tuple[list[str | None], Sequence[DelimitedRow]]:
    """Returns the columns' fields and the rows below the header."""
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


def _fault(rows: Sequence[DelimitedRow], columns: Sequence[str | None], body: Sequence[DelimitedRow]) -> Problem | None:
    """Returns why no article can be read: no column holds addresses, or two have the same heading."""
    if rows and "url" not in columns:
        return Problem(rows[0].line, "url", _NO_ADDRESS)
    repeated = _repeated_heading(rows[0].cells) if len(body) < len(rows) else None
    return Problem(rows[0].line, repeated, _TWO_COLUMNS) if repeated else None


def _article(row: DelimitedRow, columns: Sequence[str | None]) -> ArticleLine | Problem:
    if any(cell.strip() for cell in row.cells[len(columns) :]):
        counts = len(row.cells), len(columns)
        en = "the row has {} cells, but the header has {}".format(*counts)
        return Problem(row.line, None, Bilingual(en, "该行有 {} 个单元格，而表头有 {} 列".format(*counts)))
    fields, headings = fields_of_row(columns, [_as_it_was(cell) for cell in row.cells])
    if "title" not in columns and "url" in fields:
        fields["title"] = bare_address(fields["url"])
    try:
        learning = learning_from_fields(fields)
        listed = {name: value for name, value in fields.items() if name not in RELATIONS}
        return ArticleLine(row.line, article_from_fields(listed), frozenset(fields), headings, learning)
    except FieldError as error:
        return Problem(row.line, error.field, error.reason)


def _folded(heading: str) -> str:
    return re.sub(r"[\s-]+", "_", heading.strip().casefold())


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
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    delimiter = _find_delimiter(lines)
    problems: list[Problem] = []
    rows = list(_rows(lines, delimiter, problems))
    if delimiter == "\t" and (problems or _misfits(rows)):
        # Tab-separated text is often written without quoting: a quotation mark is then an ordinary character.
        bare = [DelimitedRow(n, line.split("\t")) for n, line in enumerate(lines, 1) if line.strip()]
        if problems or _misfits(bare) < _misfits(rows):
            return bare, []
    return rows, problems


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
