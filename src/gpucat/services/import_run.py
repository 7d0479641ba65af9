"""Runs an import: reads the files, decides about each record, and writes what is accepted, all or nothing."""

import json
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from gpucat.catalog.catalogue import Catalogue, Module
from gpucat.catalog.logins import without_credentials
from gpucat.files import write_whole
from gpucat.formats.files import STANDARD_INPUT, can_be_read_again, lines_of
from gpucat.formats.reading import FileRow, ItemLine, LeftOut, OpenFile, Problem
from gpucat.services.import_articles import FileLeftOut, FileProblem, ImportRow, Judge, Outcome, is_empty
from gpucat.services.reading_transfer import marked_items
from gpucat.store.lookup import number_of_url

if TYPE_CHECKING:
    from gpucat.store.journal import Writer

_BATCH: Final = 2_000
_MOST_KEPT: Final = 10_000
LEFT_OUT: Final = "left-out"
PROBLEM: Final = "problem"


class ShortFile(NamedTuple):
    """A file that gave fewer rows than a second, simpler count of it finds."""

    path: Path
    rows: int
    counted: int


class ImportReport(NamedTuple):
    """What an import did or would do: each row of the files is an article, left out, or a problem.

    `rows`, `left_out` and `problems` are the first ones in the files' order; `counts` counts all by action. `charsets`
    names the files that are not UTF-8 with their codecs, `empty` those that hold nothing; `is_compared` tells whether
    new articles were compared by title too. `marked` are what the files say of their reader: read, starred, noted;
    `short` are the files that seem to hold more than was read.
    """

    rows: Sequence[ImportRow]
    left_out: Sequence[FileLeftOut]
    problems: Sequence[FileProblem]
    counts: Mapping[str, int]
    charsets: tuple[tuple[Path, str], ...] = ()
    is_compared: bool = True
    empty: tuple[Path, ...] = ()
    marked: Mapping[Path, Sequence[ItemLine]] = MappingProxyType({})
    short: tuple[ShortFile, ...] = ()

    def count(self, *actions: str) -> int:
        """Counts the rows with one of these actions."""
        return sum(self.counts.get(action, 0) for action in actions)

    @property
    def total(self) -> int:
        """The number of rows in the files."""
        return sum(self.counts.values())

    @property
    def shown(self) -> int:
        """The number of rows kept for display."""
        return len(self.rows) + len(self.left_out) + len(self.problems)


def run_import(
    writer: "Writer",
    files: Sequence[tuple[Path, OpenFile]],
    on_duplicate: str,
    *,
    keeps_problems: bool = False,
    tell: Callable[[int], None] = lambda _rows: None,
) -> ImportReport:
    """Writes every usable row of the files; the caller rolls back unless all of them should be kept.

    With `keeps_problems` all problems are kept, for the files of rejected lines. `tell` is called now and then with the
    number of rows done.
    """
    run = _Run(writer, files, on_duplicate, None if keeps_problems else _MOST_KEPT)
    for path, opened in files:
        for _ in run.take(path, opened):
            tell(run.counts.total())
    run.finish()
    file_order = {path: index for index, (path, _) in enumerate(files)}
    # A file's unreadable lines are known before its readable ones are judged.
    return ImportReport(
        run.rows,
        sorted(run.left_out, key=lambda left: (file_order[left.path], left.left_out.line)),
        sorted(run.problems, key=lambda problem: (file_order[problem.path], problem.problem.line)),
        run.counts,
        charsets=tuple((path, o.reading.charset) for path, o in files if o.reading.charset != "utf-8"),
        is_compared=run.judge.compares_all,
        empty=tuple(run.empty),
        marked=run.marked,
        short=tuple(run.short),
    )


def write_rejected(problems: Iterable[FileProblem]) -> tuple[Path, ...]:
    """Writes the unusable lines of each file, with reasons, to a file beside it; returns the files written."""
    by_file: dict[Path, list[Problem]] = {}
    for path, problem in problems:
        by_file.setdefault(path, []).append(problem)
    for path, rejected in by_file.items():
        write_whole(_rejected_file(path), _rejected_lines(path, rejected))
    return tuple(_rejected_file(path) for path in by_file)


class _Run:
    """The state of one import."""

    def __init__(
        self, writer: "Writer", files: Sequence[tuple[Path, OpenFile]], on_duplicate: str, most_problems: int | None
    ) -> None:
        self.rows: list[ImportRow] = []
        self.left_out: list[FileLeftOut] = []
        self.problems: list[FileProblem] = []
        self.counts: Counter[str] = Counter()
        self.empty: list[Path] = []
        self.short: list[ShortFile] = []
        self.marked: dict[Path, list[ItemLine]] = {}
        self._most_problems = most_problems
        self._now = writer.now
        self.judge = Judge(writer.connection, on_duplicate)
        lists = [o.reading.catalogue for _, o in files if o.reading.is_whole or o.reading.catalogue.modules]
        self._writing = ImportWriter(writer, self._first_list(lists, writer), has_list=bool(lists))

    def take(self, path: Path, opened: OpenFile) -> Iterator[None]:
        """Judges and writes the rows of one file, batch by batch."""
        before = self.counts.total()
        while batch := list(islice(opened.rows, _BATCH)):
            rows = []
            for outcome in self._judged(path, batch, opened):
                if isinstance(outcome, ImportRow):
                    rows.append(outcome)
                else:
                    self._keep(outcome)
            usable = []
            for compared in self.judge.compare(rows):
                self._keep(compared)
                if isinstance(compared, ImportRow):
                    usable.append(compared)
            self._writing.add_modules(self.judge.new_modules.values())
            self._writing.write(usable)
            self._write_learning(usable, opened)
            yield
        read, counted = self.counts.total() - before, opened.reading.counted or 0
        if counted > read and not opened.reading.is_whole:
            self.short.append(ShortFile(path, read, counted))
        if read == 0 and not (opened.reading.items or opened.reading.is_whole):
            self.empty.append(path)

    def _write_learning(self, rows: Sequence[ImportRow], opened: OpenFile) -> None:
        """Writes the concepts of articles, unless a whole list is written, which has them all at its end."""
        from gpucat.store.learning import save_learning

        connection = self.judge.connection
        for row in rows:
            if row.learning and row.action in ("add", "update", "revive") and not self._writing.is_whole:
                number = number_of_url(connection, row.article.url)
                assert number is not None
                save_learning(connection, number, row.learning, self.judge.concepts(opened.reading).rows(row.learning))

    def finish(self) -> None:
        """Writes what depends on all rows."""
        self._writing.finish()

    def _judged(self, path: Path, batch: Sequence[FileRow], opened: OpenFile) -> Iterator[Outcome]:
        for line in batch:
            if isinstance(line, Problem):
                yield FileProblem(path, line)
            elif isinstance(line, LeftOut):
                yield FileLeftOut(path, line)
            else:
                for item in marked_items(line, self._now):
                    self.marked.setdefault(path, []).append(item)
                yield self.judge.judge(path, line, opened.reading)

    def _keep(self, outcome: Outcome) -> None:
        if isinstance(outcome, ImportRow):
            self.counts[outcome.action] += 1
            if len(self.rows) < _MOST_KEPT:
                self.rows.append(outcome)
        elif isinstance(outcome, FileLeftOut):
            self.counts[LEFT_OUT] += 1
            if len(self.left_out) < _MOST_KEPT:
                self.left_out.append(outcome)
        else:
            self.counts[PROBLEM] += 1
            if self._most_problems is None or len(self.problems) < self._most_problems:
                self.problems.append(outcome)

    @staticmethod
    def _first_list(lists: Sequence[Catalogue], writer: "Writer") -> Catalogue | None:
        return lists[0] if lists and is_empty(writer.connection) else None


class ImportWriter:
    """Writes the accepted rows of an import; into an empty catalogue, a whole list is written with its texts.

    `whole` is that list; `has_list` tells whether any file carries one, whose articles then go to its positions.
    """

    def __init__(self, writer: "Writer", whole: "Catalogue | None", *, has_list: bool) -> None:
        from gpucat.store.list_import import import_frame

        self._writer = writer
        self._whole = whole
        self._has_list = has_list
        self._added = array("q")  # eight bytes a number, for imports of a million
        self._moved: list[int] = []
        self._has_stored = False
        self._modules: set[str] = set()
        if whole:
            import_frame(writer.connection, whole)

    @property
    def is_whole(self) -> bool:
        """Whether a whole list is written into an empty catalogue."""
        return self._whole is not None

    def add_modules(self, modules: Iterable[Module]) -> None:
        """Adds the modules that are not there yet."""
        from gpucat.store.list_import import import_modules

        new = [module for module in modules if module.slug not in self._modules]
        if new:
            import_modules(self._writer.connection, new)
            self._modules |= {module.slug for module in new}

    def write(self, rows: Sequence[ImportRow]) -> None:
        """Writes a batch: new articles at the ends of their modules, stored ones in place."""
        from gpucat.store.article_writes import ask_for_places, revive_article, update_article
        from gpucat.store.list_import import import_articles

        connection = self._writer.connection
        added = [row.article for row in rows if row.action == "add"]
        numbers = import_articles(connection, added, self._writer.now)
        self._added.extend(numbers)
        stored = [row for row in rows if row.action in ("update", "revive")]
        for row in stored:
            (revive_article if row.action == "revive" else update_article)(connection, row.article)
        self._has_stored = self._has_stored or bool(stored)
        self._moved += [row.article.number for row in stored if row.action == "revive" or "module" in row.changed]
        placed = [(row.article.number, row.article) for row in stored]
        if self._has_list:
            placed += zip(numbers, added, strict=True)
        ask_for_places(connection, ((number, a.position) for number, a in placed if a.module and a.position))

    def finish(self) -> None:
        """Arranges the modules, writes a whole list's route and texts, and places articles on the route."""
        from gpucat.store.article_writes import arrange
        from gpucat.store.list_import import import_structure
        from gpucat.store.route import drop_from_route, place_on_route

        connection = self._writer.connection
        if self._has_stored or self._has_list:
            arrange(connection)
        if self._whole:
            import_structure(connection, self._whole)
        drop_from_route(connection, self._moved)
        self._added.extend(self._moved)
        place_on_route(connection, self._added)


def _rejected_file(path: Path) -> Path:
    """Returns the path for a file's rejected lines: beside it, or in the current folder for a pipe or device."""
    name = f"{'stdin' if path == STANDARD_INPUT else path.name}.rejected.jsonl"
    is_beside = can_be_read_again(path) and not path.is_relative_to("/dev")
    return path.with_name(name) if is_beside else Path(name)


def _rejected_lines(path: Path, rejected: Iterable[Problem]) -> Iterator[str]:
    lines = enumerate(lines_of(path), 1)
    number, text = 0, ""
    for problem in sorted(rejected, key=lambda problem: problem.line):
        while number < problem.line:
            number, text = next(lines, (problem.line, ""))
        record = {
            "line": problem.line,
            "field": problem.field,
            "reason": problem.reason.en,
            "text": without_credentials(text.rstrip("\r\n")),
        }
        yield json.dumps(record, ensure_ascii=False) + "\n"
