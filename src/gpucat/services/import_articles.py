"""Decides what becomes of each article of an imported file, by its canonical address and what is stored already."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import Learning, Module
from gpucat.catalog.comparison import changed_fields, revise
from gpucat.catalog.fields import LIST_FIELDS, RELATIONS
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.headings import module_and_keywords, module_named
from gpucat.catalog.screening import screen
from gpucat.catalog.unknown import unknown
from gpucat.catalog.url import kept_url, web_key
from gpucat.errors import FieldValueError, GpucatError
from gpucat.formats.reading import ArticleLine, LeftOut, ParsedFile, Problem
from gpucat.formats.records import record_of
from gpucat.language import Bilingual, listed
from gpucat.services.dedupe import ComparedRecord, DuplicatePair, catalogue_records, find_across
from gpucat.services.teaching import Concepts, revised
from gpucat.store.articles import articles_by_number, count_articles
from gpucat.store.catalogue import read_learning, read_modules
from gpucat.store.connection import Reader
from gpucat.store.duplicates import SeenAddresses
from gpucat.store.lookup import find_removed, number_of_url

ON_DUPLICATE: Final = ("skip", "update", "error")
MOST_COMPARED: Final = 20_000
"""How many new articles are compared by title too, and with a catalogue of at most how many articles."""


class FileProblem(NamedTuple):
    """A line of a file that cannot be imported."""

    path: Path
    problem: Problem

    @property
    def text(self) -> Bilingual:
        return self.problem.text(str(self.path))


class FileLeftOut(NamedTuple):
    """A link of a file that is not an article of its own."""

    path: Path
    left_out: LeftOut


class ImportRow(NamedTuple):
    """An article of a file and what becomes of it: `add`, `revive`, `update`, `same` or `skip` (it differs)."""

    path: Path
    line: int
    action: str
    article: Article
    changed: tuple[str, ...] = ()
    duplicates: tuple[DuplicatePair, ...] = ()
    """Articles of the catalogue that a new one certainly or possibly duplicates under another address."""
    learning: Learning | None = None
    """The concepts that the file gives it."""
    had_login: bool = False
    """Whether a login was taken out of what the file has."""

    @property
    def objections(self) -> list[Bilingual]:
        """What the list's rules say against a new article; reported now, and again by `audit`."""
        if self.action not in ("add", "revive"):
            return []
        return [objection.reason for objection in screen(self.article.url, self.article.title)]

    @property
    def warnings(self) -> list[Bilingual]:
        """What the reader should know of an article that is written, although no rule forbids it."""
        if self.action in ("add", "revive", "update") and self.had_login:
            return [
                Bilingual("the user name and password in its address were left out", "其网址中的用户名和密码已去掉")
            ]
        return []


Outcome = ImportRow | FileProblem | FileLeftOut


class Judge:
    """Decides what becomes of each article of the files, against the catalogue inside the import's transaction."""

    def __init__(self, connection: Reader, on_duplicate: str) -> None:
        self.connection = connection
        self.on_duplicate = on_duplicate
        self.modules = read_modules(connection)
        self.seen = SeenAddresses(connection)
        is_small = count_articles(connection, ArticleFilter()) <= MOST_COMPARED
        self.stored = catalogue_records(connection) if is_small else None
        """What new articles are compared with: the catalogue before the import; None where it is too large for that."""
        self._left = MOST_COMPARED
        self._concepts: Concepts | None = None
        self.new_modules: dict[str, Module] = {}
        """The modules that articles name, where neither the catalogue nor the file has any."""

    def judge(self, path: Path, line: ArticleLine, reading: ParsedFile) -> Outcome:
        """Decides what becomes of one article."""
        modules = self.modules or reading.catalogue.modules or list(self.new_modules.values())
        again = self._first_place(path, line)
        if again is not None and reading.is_collection and self.on_duplicate != "error":
            return FileLeftOut(path, LeftOut(line.line, line.article.title, again))
        try:
            article = line.article._replace(url=kept_url(line.article.url))
        except GpucatError as error:
            return FileProblem(path, Problem(line.line, "url", error.message))
        if article.module and not self.modules and not reading.catalogue.modules:
            line, modules = self._with_new_module(line, article)
            article = line.article
        placed = _placed(line._replace(article=_with_module(article, modules)), modules)
        reason = ("url", again) if again else self._objection(placed, modules)
        if reason is not None:
            return FileProblem(path, Problem(line.line, *reason))
        try:
            meant = self.concepts(reading).meant(line.learning) if line.learning else None
        except FieldValueError as error:
            return FileProblem(path, Problem(line.line, error.field, error.reason))
        row = self._row(path, placed._replace(learning=meant), modules)
        return row._replace(had_login=line.had_login)

    def _with_new_module(self, line: ArticleLine, article: Article) -> tuple[ArticleLine, list[Module]]:
        """Makes the module that an article names, for a catalogue that has none; its title is the heading, if there is one."""
        assert article.module
        is_slug = re.fullmatch(r"[\w-]+", article.module)
        slug = article.module if is_slug else re.sub(r"[\W_]+", "-", article.module.casefold()).strip("-")
        title = line.headings[-1] if line.headings else article.module
        number = len(self.new_modules) + 1
        self.new_modules.setdefault(slug, Module(slug, number, Bilingual(title, title)))
        return line._replace(article=article._replace(module=slug)), list(self.new_modules.values())

    def concepts(self, reading: ParsedFile) -> Concepts:
        """Returns the concepts that lines may name: the list's and those that the first such file brings."""
        if self._concepts is None:
            self._concepts = Concepts.of(self.connection, reading.catalogue.concepts)
        return self._concepts

    def _first_place(self, path: Path, line: ArticleLine) -> Bilingual | None:
        """Returns a message saying where in these files the line's address came before; None if it is new."""
        try:
            key = web_key(line.article.url)
        except GpucatError:
            return None
        place = self.seen.first_place(key, f"{path}:{line.line}")
        return None if place is None else Bilingual(f"same address as {place}", f"与 {place} 的网址相同")

    @property
    def compares_all(self) -> bool:
        """Whether every new article so far was compared by title too."""
        return self.stored is not None and self._left >= 0

    def compare(self, rows: Sequence[ImportRow]) -> list[ImportRow | FileProblem]:
        """Returns the rows, new ones with their possible duplicates, which are never merged without asking."""
        new = [index for index, row in enumerate(rows) if row.action == "add"]
        self._left -= len(new)
        if not self.compares_all:
            return list(rows)
        found: dict[str | int, list[DuplicatePair]] = {}
        for finding in find_across(
            [ComparedRecord(i, None, record_of(rows[i].article)) for i in new], self.stored or ()
        ):
            found.setdefault(finding.a.label, []).append(finding)
        return [self._compared(row, tuple(found.get(index, ()))) for index, row in enumerate(rows)]

    def _compared(self, row: ImportRow, duplicates: tuple[DuplicatePair, ...]) -> ImportRow | FileProblem:
        likely = next((f for f in duplicates if f.judgement.verdict != "maybe"), None)
        if likely is not None and self.on_duplicate == "error":
            reason = Bilingual(f"probably a duplicate of {likely.b.label}", f"很可能与 {likely.b.label} 重复")
            return FileProblem(row.path, Problem(row.line, "title", reason))
        return row._replace(duplicates=duplicates)

    def _objection(self, line: ArticleLine, modules: Sequence[Module]) -> tuple[str, Bilingual] | None:
        article = line.article
        slugs = [module.slug for module in modules]
        if article.module and article.module not in slugs:
            known = listed(sorted(slugs))
            return "module", Bilingual(
                f"no module {article.module!r} (choose from: {known.en})",
                f"没有模块“{article.module}”（可选：{known.zh}）",
            )
        if self.on_duplicate == "error" and (number := number_of_url(self.connection, article.url)):
            return "url", Bilingual(f"already listed as article {number}", f"已在清单中（第 {number} 号文章）")
        return None

    def _row(self, path: Path, line: ArticleLine, modules: Sequence[Module]) -> ImportRow:
        number = number_of_url(self.connection, line.article.url)
        if number is None:
            return ImportRow(path, line.line, "add", _under_headings(line, modules), learning=line.learning)
        if removed := find_removed(self.connection, number):
            article = _brought_back(removed.article, line, modules)
            return ImportRow(path, line.line, "revive", article, learning=self._merged_learning(removed.article, line))
        stored = articles_by_number(self.connection, [number])[number]
        merged = _merge_fields(stored, line)
        changed = changed_fields(stored, merged)
        learning = self._merged_learning(stored, line)
        if learning:
            known = self._stored_learning(stored)
            changed += tuple(name for name in Learning._fields if getattr(known, name) != getattr(learning, name))
        action = "same" if not changed else "update" if self.on_duplicate == "update" else "skip"
        return ImportRow(path, line.line, action, merged, changed, learning=learning)

    def _merged_learning(self, stored: Article, line: ArticleLine) -> Learning | None:
        """Returns the stored concepts with those that the line gives; None if it gives none."""
        if line.learning is None:
            return None
        given: dict[str, tuple[str, ...]] = {
            name: getattr(line.learning, name) for name in RELATIONS if name in line.given
        }
        merged = revised(self._stored_learning(stored), given)
        return merged._replace(depth=line.learning.depth) if "depth" in line.given else merged

    def _stored_learning(self, stored: Article) -> Learning:
        return read_learning(self.connection, stored.number).get(stored.url, Learning())


def _placed(line: ArticleLine, modules: Sequence[Module]) -> ArticleLine:
    """Returns the line without a module that is not the list's and that only a folder of an export names."""
    is_known = any(module.slug == line.article.module for module in modules)
    return line if is_known or "module" in line.given else line._replace(article=line.article._replace(module=None))


def _with_module(article: Article, modules: Sequence[Module]) -> Article:
    """Returns the article with its module's slug, if the file gives the module's title."""
    if article.module is None or any(module.slug == article.module for module in modules):
        return article
    return article._replace(module=module_named(modules, article.module) or article.module)


def _under_headings(line: ArticleLine, modules: Sequence[Module]) -> Article:
    """Returns a new article with the module (if it has none) and the keywords that its headings give."""
    module, words = module_and_keywords(modules, line.headings)
    article = line.article
    keywords = dict.fromkeys((*article.keywords, *words))
    return article._replace(module=article.module or module, keywords=tuple(keywords))


def _brought_back(removed: Article, line: ArticleLine, modules: Sequence[Module]) -> Article:
    """Returns the removed article with the file's fields; headings place it only if it was in no module."""
    merged = _merge_fields(removed, line)
    return merged if merged.module else _under_headings(line._replace(article=merged), modules)


def _new_extra(stored: Article, extra: Mapping[str, Any]) -> Mapping[str, Any]:
    """Returns the file's unknown fields, without a BibTeX entry that only an export made up."""
    entry = extra.get("bibtex")
    if not entry or "bibtex" in stored.extra:
        return extra
    from gpucat.formats.bibtex import is_as_written

    return {name: value for name, value in extra.items() if name != "bibtex"} if is_as_written(stored, entry) else extra


def check_on_duplicate(choice: str) -> str:
    """Returns the choice itself; raises UsageError if it is not in ON_DUPLICATE."""
    if choice not in ON_DUPLICATE:
        raise unknown("choice", choice, ON_DUPLICATE, Bilingual("choice", "取值"))
    return choice


def is_empty(connection: Reader) -> bool:
    """Whether the catalogue holds no list yet, so that a file may bring one."""
    return not read_modules(connection)


def _merge_fields(stored: Article, line: ArticleLine) -> Article:
    """Returns the stored article with the fields that the file gives.

    The stored address stays (another spelling is no change), and so does its place if the file gives none.
    """
    taken: dict[str, Any] = {
        name: getattr(line.article, name) for name in LIST_FIELDS if name in line.given and name != "url"
    }
    if "origins" in line.given:
        taken["origins"] = {**stored.origins, **line.article.origins}
    if line.article.module is None:
        taken.pop("module", None)
        taken.pop("position", None)
    return revise(stored, taken, _new_extra(stored, line.article.extra))
