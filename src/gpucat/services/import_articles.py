"""Imports what files hold: all or nothing, matched by canonical address, every row accounted for."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.fields import LIST_FIELDS
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.unknown import unknown
from gpucat.catalog.url import canonical_url
from gpucat.errors import GpucatError
from gpucat.files import write_whole
from gpucat.formats.reading import ArticleLine, Problem, Reading
from gpucat.language import Bilingual
from gpucat.services.dedupe import Entry, Finding, find_across, record_of
from gpucat.store.articles import find_articles
from gpucat.store.connection import Reader
from gpucat.store.list_reads import read_modules
from gpucat.store.lookup import number_of_url

if TYPE_CHECKING:
    from gpucat.store.writing import Writer

ON_DUPLICATE: Final = ("skip", "update", "error")


class FileProblem(NamedTuple):
    """A line of a file that cannot be imported."""

    path: Path
    problem: Problem

    @property
    def text(self) -> Bilingual:
        return self.problem.text(str(self.path))


class Row(NamedTuple):
    """One article of a file and what becomes of it: `add`, `revive`, `update`, `same` or `skip` (it differs)."""

    path: Path
    line: int
    action: str
    article: Article
    changed: tuple[str, ...] = ()
    duplicates: tuple[Finding, ...] = ()
    """Articles of the catalogue that a new one is likely, or may be, under another address."""


class ImportPlan(NamedTuple):
    """What an import would do. `readings` are the files that carry the list itself."""

    rows: tuple[Row, ...]
    problems: tuple[FileProblem, ...]
    readings: tuple[Reading, ...]

    def count(self, *actions: str) -> int:
        """How many rows have one of the actions."""
        return sum(row.action in actions for row in self.rows)


def plan_import(connection: Reader, readings: Sequence[tuple[Path, Reading]], on_duplicate: str = "skip") -> ImportPlan:
    """What importing the files would do to this catalogue; changes nothing."""
    planner = _Planner(connection, on_duplicate)
    for path, reading in readings:
        planner.take(path, reading)
    planner.look_for_duplicates()
    whole = tuple(reading for _, reading in readings if reading.is_whole)
    return ImportPlan(tuple(planner.rows), tuple(planner.problems), whole)


def carry_out(plan: ImportPlan, writer: "Writer", *, is_empty: bool) -> None:
    """Does what the plan says. Into an empty catalogue a file that carries a whole list goes with all its texts."""
    from gpucat.store.article_writes import add_articles, numbers_by_key, renumber, replace_article
    from gpucat.store.list_writes import save_frame, save_structure
    from gpucat.store.route_writes import place_on_route

    connection = writer.connection
    whole = plan.readings[0].catalogue if is_empty and plan.readings else None
    if whole:
        save_frame(connection, whole)
    numbers = add_articles(connection, [row.article for row in plan.rows if row.action == "add"], writer.now)
    for row in plan.rows:
        if row.action in ("update", "revive"):
            replace_article(connection, row.article)
    renumber(connection)
    if whole:
        save_structure(connection, whole, numbers_by_key(connection))
    place_on_route(connection, numbers)


class _Planner:
    def __init__(self, connection: Reader, on_duplicate: str) -> None:
        self.connection = connection
        self.on_duplicate = on_duplicate
        self.modules = {module.slug for module in read_modules(connection)}
        self.seen: dict[str, tuple[Path, int]] = {}
        self.rows: list[Row] = []
        self.problems: list[FileProblem] = []

    def take(self, path: Path, reading: Reading) -> None:
        self.problems += [FileProblem(path, problem) for problem in reading.problems]
        known = self.modules | ({module.slug for module in reading.catalogue.modules} if not self.modules else set())
        for line in reading.articles:
            reason = self._objection(path, line, known)
            if reason is not None:
                self.problems.append(FileProblem(path, Problem(line.line, *reason)))
            else:
                self.rows.append(self._row(path, line))

    def look_for_duplicates(self) -> None:
        """Judges the new rows against the catalogue; only an equal address is ever acted on without asking."""
        new = [index for index, row in enumerate(self.rows) if row.action == "add"]
        found: dict[str | int, list[Finding]] = {}
        for finding in find_across([Entry(i, None, record_of(self.rows[i].article)) for i in new], self.connection):
            found.setdefault(finding.a.label, []).append(finding)
        refused = set()
        for index in new:
            row = self.rows[index]._replace(duplicates=tuple(found.get(index, ())))
            self.rows[index] = row
            likely = next((f for f in row.duplicates if f.judgement.verdict != "maybe"), None)
            if likely is not None and self.on_duplicate == "error":
                refused.add(index)
                reason = Bilingual(f"is likely {likely.b.label} again", f"很可能与 {likely.b.label} 重复")
                self.problems.append(FileProblem(row.path, Problem(row.line, "title", reason)))
        self.rows = [row for index, row in enumerate(self.rows) if index not in refused]

    def _objection(self, path: Path, line: ArticleLine, known: set[str]) -> tuple[str, Bilingual] | None:
        article = line.article
        try:
            key = canonical_url(article.url)
        except GpucatError as error:
            return "url", error.message
        first = self.seen.setdefault(key, (path, line.line))
        if first != (path, line.line):
            place = f"{first[0]}:{first[1]}"
            return "url", Bilingual(f"is the address of {place} again", f"与 {place} 的网址相同")
        if article.module and article.module not in known:
            listed = ", ".join(sorted(known))
            return "module", Bilingual(
                f"no module {article.module!r} (there are: {listed})", f"没有模块“{article.module}”（现有：{listed}）"
            )
        if self.on_duplicate == "error" and (number := number_of_url(self.connection, article.url)):
            return "url", Bilingual(f"is already article {number}", f"已是第 {number} 篇文章")
        return None

    def _row(self, path: Path, line: ArticleLine) -> Row:
        number = number_of_url(self.connection, line.article.url)
        if number is None:
            return Row(path, line.line, "add", line.article)
        stored = next(iter(find_articles(self.connection, ArticleFilter(numbers=(number,)))), None)
        if stored is None:
            return Row(path, line.line, "revive", line.article._replace(number=number))
        merged = merge_fields(stored, line)
        changed = tuple(name for name in LIST_FIELDS if getattr(merged, name) != getattr(stored, name))
        if merged.extra != stored.extra:
            changed += ("extra",)
        action = "same" if not changed else "update" if self.on_duplicate == "update" else "skip"
        return Row(path, line.line, action, merged, changed)


def merge_fields(stored: Article, line: ArticleLine) -> Article:
    """The stored article with the fields that the file gives; the English half of a text that changed is dropped.

    The stored address stays: another spelling of it is no change.
    """
    taken: dict[str, Any] = {
        name: getattr(line.article, name) for name in LIST_FIELDS if name in line.given and name != "url"
    }
    if line.article.module is None:
        taken.pop("module", None)
        taken.pop("position", None)
    for text in ("summary", "why"):
        english = f"{text}_en"
        if text in taken and taken[text] != getattr(stored, text) and english not in line.given:
            taken[english] = ""
    return stored._replace(**taken, extra={**stored.extra, **line.article.extra})


def check_on_duplicate(choice: str) -> str:
    """The choice itself; raises UsageError for one that is none of ON_DUPLICATE."""
    if choice not in ON_DUPLICATE:
        raise unknown("choice", choice, ON_DUPLICATE, Bilingual("choice", "选项"))
    return choice


def is_empty(connection: Reader) -> bool:
    """Whether the catalogue has no list yet: then a file may bring one."""
    return not read_modules(connection)


def write_rejected(problems: Iterable[FileProblem]) -> tuple[Path, ...]:
    """Writes the lines that could not be used beside their files, each with its reason; returns the files written."""
    by_file: dict[Path, list[Problem]] = {}
    for path, problem in problems:
        by_file.setdefault(path, []).append(problem)
    for path, rejected in by_file.items():
        lines = path.read_text("utf-8-sig", errors="replace").split("\n")
        records = (
            {"line": p.line, "field": p.field, "reason": p.reason.en, "text": lines[p.line - 1].rstrip("\r")}
            for p in sorted(rejected)
        )
        text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
        write_whole(rejected_file(path), text)
    return tuple(rejected_file(path) for path in by_file)


def rejected_file(path: Path) -> Path:
    """Where the rejected lines of a file go."""
    return path.with_name(f"{path.name}.rejected.jsonl")
