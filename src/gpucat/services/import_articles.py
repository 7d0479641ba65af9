"""What becomes of each article of an imported file: matched by canonical address, compared with what is there."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import Module
from gpucat.catalog.comparison import changed_fields, revise
from gpucat.catalog.fields import LIST_FIELDS
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.headings import module_and_keywords, module_named
from gpucat.catalog.screening import screen
from gpucat.catalog.unknown import unknown
from gpucat.catalog.url import kept_url, names_user, web_key
from gpucat.errors import GpucatError
from gpucat.formats.reading import ArticleLine, LeftOut, Problem, Reading
from gpucat.language import Bilingual
from gpucat.services.dedupe import Entry, Finding, catalogue_entries, find_across, record_of
from gpucat.store.articles import articles_by_number, count_articles
from gpucat.store.connection import Reader
from gpucat.store.list_reads import read_modules
from gpucat.store.lookup import number_of_url
from gpucat.store.removed import find_removed
from gpucat.store.seen_addresses import SeenAddresses

ON_DUPLICATE: Final = ("skip", "update", "error")
MOST_COMPARED: Final = 20_000
"""So many new articles are compared by more than their addresses, with a catalogue of up to so many."""


class FileProblem(NamedTuple):
    """A line of a file that cannot be imported."""

    path: Path
    problem: Problem

    @property
    def text(self) -> Bilingual:
        return self.problem.text(str(self.path))


class FileLeftOut(NamedTuple):
    """A link of a file that is no article of its own."""

    path: Path
    left_out: LeftOut


class Row(NamedTuple):
    """One article of a file and what becomes of it: `add`, `revive`, `update`, `same` or `skip` (it differs)."""

    path: Path
    line: int
    action: str
    article: Article
    changed: tuple[str, ...] = ()
    duplicates: tuple[Finding, ...] = ()
    """Articles of the catalogue that a new one is likely, or may be, under another address."""

    @property
    def objections(self) -> list[Bilingual]:
        """What the list's own rules have against a new article; it is told, and `audit` tells it again."""
        if self.action not in ("add", "revive"):
            return []
        return [objection.reason for objection in screen(self.article.url, self.article.title)]

    @property
    def warnings(self) -> list[Bilingual]:
        """What the reader should look at in a new article, though nothing speaks against it."""
        if self.action in ("add", "revive") and names_user(self.article.url):
            return [Bilingual("its address holds a user's name or password", "其网址含有用户名或密码")]
        return []


Outcome = Row | FileProblem | FileLeftOut


class Judge:
    """Says of each article of the files what becomes of it, by the catalogue as it is inside the import's transaction."""

    def __init__(self, connection: Reader, on_duplicate: str) -> None:
        self.connection = connection
        self.on_duplicate = on_duplicate
        self.modules = read_modules(connection)
        self.seen = SeenAddresses(connection)
        is_small = count_articles(connection, ArticleFilter()) <= MOST_COMPARED
        self.stored = catalogue_entries(connection) if is_small else None
        """What new articles are compared with: the catalogue before the import; None where it is too large for that."""
        self._left = MOST_COMPARED

    def judge(self, path: Path, line: ArticleLine, reading: Reading) -> Outcome:
        """What becomes of one article."""
        modules = self.modules or reading.catalogue.modules
        again = self._first_place(path, line)
        if again is not None and reading.is_collection and self.on_duplicate != "error":
            return FileLeftOut(path, LeftOut(line.line, line.article.title, again))
        try:
            article = line.article._replace(url=kept_url(line.article.url))
        except GpucatError as error:
            return FileProblem(path, Problem(line.line, "url", error.message))
        placed = line._replace(article=_with_module(article, modules))
        reason = ("url", again) if again else self._objection(placed, modules)
        if reason is not None:
            return FileProblem(path, Problem(line.line, *reason))
        return self._row(path, placed, modules)

    def _first_place(self, path: Path, line: ArticleLine) -> Bilingual | None:
        """Says where the line's address stood before in these files; None where it did not."""
        try:
            key = web_key(line.article.url)
        except GpucatError:
            return None
        place = self.seen.first_place(key, f"{path}:{line.line}")
        return None if place is None else Bilingual(f"is the address of {place} again", f"与 {place} 的网址相同")

    @property
    def compares_all(self) -> bool:
        """Whether every new article so far was compared by its title too."""
        return self.stored is not None and self._left >= 0

    def compare(self, rows: Sequence[Row]) -> list[Row | FileProblem]:
        """The rows, the new ones with what they may be again; only an equal address is ever acted on without asking."""
        new = [index for index, row in enumerate(rows) if row.action == "add"]
        self._left -= len(new)
        if not self.compares_all:
            return list(rows)
        found: dict[str | int, list[Finding]] = {}
        for finding in find_across([Entry(i, None, record_of(rows[i].article)) for i in new], self.stored or ()):
            found.setdefault(finding.a.label, []).append(finding)
        return [self._compared(row, tuple(found.get(index, ()))) for index, row in enumerate(rows)]

    def _compared(self, row: Row, duplicates: tuple[Finding, ...]) -> Row | FileProblem:
        likely = next((f for f in duplicates if f.judgement.verdict != "maybe"), None)
        if likely is not None and self.on_duplicate == "error":
            reason = Bilingual(f"is likely {likely.b.label} again", f"很可能与 {likely.b.label} 重复")
            return FileProblem(row.path, Problem(row.line, "title", reason))
        return row._replace(duplicates=duplicates)

    def _objection(self, line: ArticleLine, modules: Sequence[Module]) -> tuple[str, Bilingual] | None:
        article = line.article
        slugs = [module.slug for module in modules]
        if article.module and article.module not in slugs:
            listed = ", ".join(sorted(slugs))
            return "module", Bilingual(
                f"no module {article.module!r} (there are: {listed})", f"没有模块“{article.module}”（现有：{listed}）"
            )
        if self.on_duplicate == "error" and (number := number_of_url(self.connection, article.url)):
            return "url", Bilingual(f"is already article {number}", f"已是第 {number} 篇文章")
        return None

    def _row(self, path: Path, line: ArticleLine, modules: Sequence[Module]) -> Row:
        number = number_of_url(self.connection, line.article.url)
        if number is None:
            return Row(path, line.line, "add", _under_headings(line, modules))
        if removed := find_removed(self.connection, number):
            return Row(path, line.line, "revive", _brought_back(removed.article, line, modules))
        stored = articles_by_number(self.connection, [number])[number]
        merged = merge_fields(stored, line)
        changed = changed_fields(stored, merged)
        action = "same" if not changed else "update" if self.on_duplicate == "update" else "skip"
        return Row(path, line.line, action, merged, changed)


def _with_module(article: Article, modules: Sequence[Module]) -> Article:
    """The article with its module by slug, where the file names it by title."""
    if article.module is None or any(module.slug == article.module for module in modules):
        return article
    return article._replace(module=module_named(modules, article.module) or article.module)


def _under_headings(line: ArticleLine, modules: Sequence[Module]) -> Article:
    """A new article with what its headings say of it: a module, where it has none, and keywords."""
    module, words = module_and_keywords(modules, line.headings)
    article = line.article
    keywords = dict.fromkeys((*article.keywords, *words))
    return article._replace(module=article.module or module, keywords=tuple(keywords))


def _brought_back(removed: Article, line: ArticleLine, modules: Sequence[Module]) -> Article:
    """The removed article with the fields that the file gives; headings place it only where it was in no module."""
    merged = merge_fields(removed, line)
    return merged if merged.module else _under_headings(line._replace(article=merged), modules)


def merge_fields(stored: Article, line: ArticleLine) -> Article:
    """The stored article with the fields that the file gives.

    The stored address stays (another spelling of it is no change), and so does its place where the file has none.
    """
    taken: dict[str, Any] = {
        name: getattr(line.article, name) for name in LIST_FIELDS if name in line.given and name != "url"
    }
    if line.article.module is None:
        taken.pop("module", None)
        taken.pop("position", None)
    return revise(stored, taken, _new_extra(stored, line.article.extra))


def _new_extra(stored: Article, extra: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the file tells besides the fields, but for what an export made up: that is no news."""
    entry = extra.get("bibtex")
    if not entry or "bibtex" in stored.extra:
        return extra
    from gpucat.formats.bibtex import is_as_written

    return {name: value for name, value in extra.items() if name != "bibtex"} if is_as_written(stored, entry) else extra


def check_on_duplicate(choice: str) -> str:
    """The choice itself; raises UsageError for one that is none of ON_DUPLICATE."""
    if choice not in ON_DUPLICATE:
        raise unknown("choice", choice, ON_DUPLICATE, Bilingual("choice", "可选值"))
    return choice


def is_empty(connection: Reader) -> bool:
    """Whether the catalogue has no list yet: then a file may bring one."""
    return not read_modules(connection)
