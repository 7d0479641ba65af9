"""Keeps notes on articles and experiments, and the progress of the experiments."""

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import Practice
from gpucat.catalog.concepts import ConceptNames
from gpucat.catalog.reading import added
from gpucat.catalog.unknown import unknown
from gpucat.errors import FileError, RefusedError
from gpucat.files import free_name, write_whole
from gpucat.language import Bilingual
from gpucat.services.opening import Notice
from gpucat.store.articles import articles_by_number
from gpucat.store.catalogue import read_concepts, read_practices
from gpucat.store.connection import Reader
from gpucat.store.lookup import number_of_url
from gpucat.store.reading import Note, practice_notes, practices_done

MEASUREMENT: Final = Bilingual(
    "GPU:\nCUDA / compiler:\nData type:\nShapes, batch:\nWarmup, statistics:\nBaseline:\nResult:",
    "GPU 型号：\nCUDA/编译器版本：\n数据类型：\n矩阵形状、batch：\nwarmup 与统计方式：\n基线：\n结果：",
)
"""A template of what a measurement should state, after the list's own hint that every benchmark has its limits."""


class Typed(NamedTuple):
    """A text that was typed, to append to the note or to replace it.

    In an editor (`is_edited`) the reader started from the note `before`, perhaps an hour ago.
    """

    text: str
    before: Note | None
    is_added: bool = False
    is_edited: bool = False

    def upon(self, now: Note | None) -> str:
        """Returns the new note, given the stored one; raises RefusedError rather than overwrite another change."""
        if self.is_added:
            return added(now.text if now else "", self.text)
        if self.is_edited and now != self.before:
            raise RefusedError(
                "note_changed",
                Bilingual(
                    "the note was changed while you were editing; it was not overwritten",
                    "笔记在你编辑期间已被修改，未予覆盖",
                ),
                Bilingual("look at it with `gpucat show`, then edit again", "请用 `gpucat show` 查看后重新编辑"),
            )
        return self.text


@contextmanager
def kept_where_it_fails(typed: Typed, path: Path, name: str, notice: Notice) -> Iterator[None]:
    """Saves a text from an editor in a file beside the database at `path` if it could not be stored, and says where."""
    is_stored = False
    try:
        yield
        is_stored = True
    finally:
        if typed.is_edited and typed.text and not is_stored:
            file = _write_beside(path, f"{path.stem}-{name.replace('/', '-')}.md", typed.text)
            notice(Bilingual(f"Your text was saved to {file}", f"你写的内容已保存到 {file}"))


def _write_beside(path: Path, name: str, text: str) -> Path:
    file = free_name(path.with_name(name))
    try:
        write_whole(file, [text + "\n"])
    except FileError:
        file = free_name(Path(tempfile.gettempdir()) / name)
        write_whole(file, [text + "\n"])
    return file


class Experiment(NamedTuple):
    """An experiment with the reader's progress; `prepares` are the articles that prepare for it, in order."""

    practice: Practice
    prepares: tuple[Article, ...]
    done_at: str | None
    note: Note | None
    vocabulary: ConceptNames

    @property
    def number(self) -> int:
        return self.practice.number

    @property
    def unread(self) -> list[Article]:
        """The preparing articles that are not read yet."""
        return [article for article in self.prepares if article.status != "done"]


def read_experiments(connection: Reader, numbers: Sequence[int] = ()) -> list[Experiment]:
    """Returns the experiments with these numbers (all if none given); raises UsageError for an unknown number."""
    practices = {practice.number: practice for practice in read_practices(connection)}
    for number in numbers:
        if number not in practices:
            raise unknown("practice", str(number), map(str, practices), Bilingual("experiment", "实践"))
    articles = _articles_at(connection, {url for practice in practices.values() for url in practice.prepares})
    done, notes = practices_done(connection), practice_notes(connection)
    vocabulary = ConceptNames(read_concepts(connection))
    return [
        Experiment(
            practice=practices[number],
            prepares=tuple(articles[url] for url in practices[number].prepares),
            done_at=done.get(number),
            note=notes.get(number),
            vocabulary=vocabulary,
        )
        for number in dict.fromkeys(numbers or sorted(practices))
    ]


def _articles_at(connection: Reader, urls: Iterable[str]) -> dict[str, Article]:
    numbers = {url: number for url in urls if (number := number_of_url(connection, url)) is not None}
    articles = articles_by_number(connection, list(numbers.values()))
    return {url: articles[number] for url, number in numbers.items()}


def without_blanks(text: str) -> str:
    """Returns a measurement without the template's lines that were left blank."""
    blanks = {line for half in MEASUREMENT for line in half.split("\n")}
    return "\n".join(line for line in text.split("\n") if line.strip() not in blanks).strip("\n")
