"""What a reader typed for a note, until it is stored: it is set upon the note as that is by then, and never lost."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from gpucat.catalog.reading_state import added
from gpucat.errors import FileError, RefusedError
from gpucat.files import free_name, write_whole
from gpucat.language import Bilingual
from gpucat.services.opening import Notice
from gpucat.store.reading import Note


class Typed(NamedTuple):
    """A text that was typed: to be added to the note, or to stand in its place.

    In an editor (`is_edited`) the reader had the note `before` before their eyes, and may have typed for an hour.
    """

    text: str
    before: Note | None
    is_added: bool = False
    is_edited: bool = False

    def upon(self, now: Note | None) -> str:
        """The note as it is to be, where it is `now`; raises RefusedError where another one than was edited would be lost."""
        if self.is_added:
            return added(now.text if now else "", self.text)
        if self.is_edited and now != self.before:
            raise RefusedError(
                "note_changed",
                Bilingual("the note was changed while you wrote; it was left so", "您编辑期间笔记已有改动；未覆盖"),
                Bilingual("look at it with `gpucat show`, and write again", "请用 `gpucat show` 查看后重新编辑"),
            )
        return self.text


@contextmanager
def kept_where_it_fails(typed: Typed, path: Path, name: str, notice: Notice) -> Iterator[None]:
    """Keeps a text from an editor in a file beside the database at `path` where it could not be stored, and says which."""
    is_stored = False
    try:
        yield
        is_stored = True
    finally:
        if typed.is_edited and typed.text and not is_stored:
            file = _write_beside(path, f"{path.stem}-{name.replace('/', '-')}.md", typed.text)
            notice(Bilingual(f"What you wrote is kept in {file}", f"您写的内容已保存在 {file}"))


def _write_beside(path: Path, name: str, text: str) -> Path:
    file = free_name(path.with_name(name))
    try:
        write_whole(file, [text + "\n"])
    except FileError:
        file = free_name(Path(tempfile.gettempdir()) / name)
        write_whole(file, [text + "\n"])
    return file
