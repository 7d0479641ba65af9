"""Gathers what the reader did into a journal: read, rated, noted and measured, by day or by module."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final, NamedTuple

from gpucat.catalog.article import INBOX, INBOX_TITLE, Article
from gpucat.catalog.catalogue import Practice
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.reading import Item
from gpucat.catalog.unknown import unknown
from gpucat.formats.journal import Chapter, Deed, Entry, write_chapters
from gpucat.language import Bilingual, Language, same
from gpucat.store.articles import find_articles
from gpucat.store.catalogue import read_modules, read_practices
from gpucat.store.connection import Reader
from gpucat.store.reading import read_items

WAYS: Final = ("day", "module")
_KINDS: Final = ("reading", "rating", "note", "practice_state", "practice_note")
_EXPERIMENTS: Final = Bilingual("Experiments", "实践")


class _Done(NamedTuple):
    """One deed, and what it is about."""

    subject: Article | Practice
    deed: Deed


def pick_way(name: str) -> str:
    """Returns the way to order a journal; raises UsageError if it is not in WAYS."""
    if name not in WAYS:
        raise unknown("order", name, WAYS, Bilingual("order", "编排方式"))
    return name


def write_journal(connection: Reader, wanted: ArticleFilter, language: Language, way: str = "day") -> Iterator[str]:
    """Yields the journal as Markdown, about the filter's articles; without a filter, about the experiments too."""
    done = sorted(_all_done(connection, wanted), key=lambda one: (one.deed.moment, _order(one.subject)))
    chapters = _by_day(done) if way == "day" else _by_module(connection, done)
    yield from write_chapters(chapters, language, with_days=way != "day")


def _all_done(connection: Reader, wanted: ArticleFilter) -> Iterator[_Done]:
    articles = {article.number: article for article in find_articles(connection, wanted)}
    practices = {practice.number: practice for practice in read_practices(connection)}
    for (number, *_), item in read_items(connection, _KINDS):
        known: dict[int, Article] | dict[int, Practice] = articles
        if item.kind.startswith("practice"):
            known = practices if wanted == ArticleFilter() else {}
        if subject := known.get(int(number)):
            yield from (_Done(subject, deed) for deed in _deeds(item))


def _deeds(item: Item) -> Iterator[Deed]:
    values, moment = item.values, item.changed_at
    if item.kind == "reading":
        begun, finished = values["started_at"], values["finished_at"]
        if begun and (not finished or day_of(begun) != day_of(finished)):
            yield _deed(begun, Bilingual("begun", "开始读"))
        if finished:
            yield _deed(finished, Bilingual("read", "读完"))
    elif item.kind == "rating":
        yield _deed(moment, Bilingual(f"rated {values['stars']}/5", f"评分 {values['stars']}/5"))
    elif item.kind == "practice_state" and values["done_at"]:
        yield _deed(values["done_at"], Bilingual("done", "完成"))
    elif item.kind == "note" and values["text"]:
        yield _deed(moment, Bilingual("noted", "笔记"), values["text"])
    elif item.kind == "practice_note" and values["text"]:
        yield _deed(moment, Bilingual("measured", "实测"), values["text"])


def _deed(moment: str, words: Bilingual, text: str = "") -> Deed:
    return Deed(moment, day_of(moment), words, text)


def day_of(moment: str) -> str:
    """Returns the local day of a moment in UTC."""
    return datetime.fromisoformat(moment).astimezone().date().isoformat()


def _by_day(done: Iterable[_Done]) -> list[Chapter]:
    days: dict[str, list[_Done]] = {}
    for one in done:
        days.setdefault(one.deed.day, []).append(one)
    return [Chapter(same(day), _entries(several)) for day, several in days.items()]


def _by_module(connection: Reader, done: Iterable[_Done]) -> list[Chapter]:
    """Groups by module in the list's order, the inbox after them, the experiments last."""
    titles = {module.slug: module.title for module in read_modules(connection)} | {INBOX: INBOX_TITLE}
    modules: dict[str, list[_Done]] = {slug: [] for slug in (*titles, "")}
    for one in sorted(done, key=lambda one: _order(one.subject)):
        modules[(one.subject.module or INBOX) if isinstance(one.subject, Article) else ""].append(one)
    return [Chapter(titles.get(slug, _EXPERIMENTS), _entries(several)) for slug, several in modules.items() if several]


def _entries(done: Iterable[_Done]) -> tuple[Entry, ...]:
    """Joins the deeds about one thing, in the order of the first of each."""
    deeds: dict[tuple[int, int], list[_Done]] = {}
    for one in done:
        deeds.setdefault((isinstance(one.subject, Practice), one.subject.number), []).append(one)
    return tuple(Entry(several[0].subject, tuple(one.deed for one in several)) for several in deeds.values())


def _order(subject: Article | Practice) -> tuple[bool, int, int]:
    """Returns what sorts articles by their places in their modules, and experiments after them."""
    if isinstance(subject, Practice):
        return True, subject.number, 0
    return False, subject.position or 0, subject.number
