"""Carries out what an import planned, and sets aside what could not be used."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gpucat.files import write_whole
from gpucat.formats.files import STANDARD_INPUT, read_text
from gpucat.formats.reading import Problem
from gpucat.services.import_articles import FileProblem, ImportPlan, Row

if TYPE_CHECKING:
    from gpucat.store.writing import Writer


def carry_out(plan: ImportPlan, writer: "Writer", *, is_empty: bool) -> None:
    """Does what the plan says. Into an empty catalogue a file that carries a whole list goes with all its texts."""
    from gpucat.store.article_writes import add_articles, numbers_by_key
    from gpucat.store.list_writes import save_frame, save_structure

    connection = writer.connection
    whole = plan.readings[0].catalogue if is_empty and plan.readings else None
    if whole:
        save_frame(connection, whole)
    added = [row for row in plan.rows if row.action == "add"]
    numbers = add_articles(connection, [row.article for row in added], writer.now)
    stored = [row for row in plan.rows if row.action in ("update", "revive")]
    rows = [row._replace(article=row.article._replace(number=n)) for row, n in zip(added, numbers, strict=True)]
    _write_stored(stored, rows if plan.readings else [], writer)
    if whole:
        save_structure(connection, whole, numbers_by_key(connection))
    _place_on_route(stored, numbers, writer)


def _write_stored(stored: Sequence[Row], added: Sequence[Row], writer: "Writer") -> None:
    """Writes articles that are there already, each at the position its file gives.

    Added ones stay at their modules' ends, but those of a file that carries the whole list (`added`) go where it has
    them.
    """
    from gpucat.store.article_writes import replace_article
    from gpucat.store.positions import arrange

    for row in stored:
        replace_article(writer.connection, row.article)
    placed = [row.article for row in (*stored, *added)]
    arrange(writer.connection, {a.number: a.position for a in placed if a.module and a.position})


def _place_on_route(stored: Sequence[Row], added: Sequence[int], writer: "Writer") -> None:
    """Gives new and revived articles a place on the route, and those that changed their module another one."""
    from gpucat.store.route_writes import drop_from_route, place_on_route

    moved = [row.article.number for row in stored if row.action == "revive" or "module" in row.changed]
    drop_from_route(writer.connection, moved)
    place_on_route(writer.connection, [*added, *moved])


def write_rejected(problems: Iterable[FileProblem]) -> tuple[Path, ...]:
    """Writes the lines that could not be used beside their files, each with its reason; returns the files written."""
    by_file: dict[Path, list[Problem]] = {}
    for path, problem in problems:
        by_file.setdefault(path, []).append(problem)
    for path, rejected in by_file.items():
        lines = [] if path == STANDARD_INPUT else read_text(path).text.split("\n")
        records = (
            {
                "line": p.line,
                "field": p.field,
                "reason": p.reason.en,
                "text": "".join(lines[p.line - 1 : p.line]).rstrip("\r"),
            }
            for p in sorted(rejected, key=lambda problem: problem.line)
        )
        text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
        write_whole(rejected_file(path), text)
    return tuple(rejected_file(path) for path in by_file)


def rejected_file(path: Path) -> Path:
    """Where the rejected lines of a file go."""
    name = "stdin" if path == STANDARD_INPUT else path.name
    return path.with_name(f"{name}.rejected.jsonl")
