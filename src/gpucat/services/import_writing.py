"""Writes what an import takes, and sets aside what could not be used."""

import json
from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gpucat.files import write_whole
from gpucat.formats.files import STANDARD_INPUT, can_be_read_again, lines_of
from gpucat.formats.reading import Problem
from gpucat.services.import_articles import FileProblem, Row

if TYPE_CHECKING:
    from gpucat.catalog.catalogue import Catalogue
    from gpucat.store.journal import Writer


class ImportWriter:
    """Writes the judged rows of an import. Into an empty catalogue a file that carries a whole list goes with its texts.

    `whole` is that list; `has_list` tells whether any file carries one: its articles go to the positions it gives.
    """

    def __init__(self, writer: "Writer", whole: "Catalogue | None", *, has_list: bool) -> None:
        from gpucat.store.list_import import import_frame

        self._writer = writer
        self._whole = whole
        self._has_list = has_list
        self._added = array("q")  # of a million numbers eight bytes each
        self._moved: list[int] = []
        self._has_stored = False
        if whole:
            import_frame(writer.connection, whole)

    def write(self, rows: Sequence[Row]) -> None:
        """Writes a batch: new articles at their modules' ends, those that are there already in their place."""
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
        """Arranges the modules, writes a whole list's route and texts, and gives new and moved articles a place on it."""
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


def write_rejected(problems: Iterable[FileProblem]) -> tuple[Path, ...]:
    """Writes the lines that could not be used beside their files, each with its reason; returns the files written."""
    by_file: dict[Path, list[Problem]] = {}
    for path, problem in problems:
        by_file.setdefault(path, []).append(problem)
    for path, rejected in by_file.items():
        write_whole(rejected_file(path), _rejected_lines(path, rejected))
    return tuple(rejected_file(path) for path in by_file)


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
            "text": text.rstrip("\r\n"),
        }
        yield json.dumps(record, ensure_ascii=False) + "\n"


def rejected_file(path: Path) -> Path:
    """Where the rejected lines of a file go: beside it, or here for a pipe or device, beside which nobody can write."""
    name = f"{'stdin' if path == STANDARD_INPUT else path.name}.rejected.jsonl"
    is_beside = can_be_read_again(path) and not path.is_relative_to("/dev")
    return path.with_name(name) if is_beside else Path(name)
