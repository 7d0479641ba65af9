"""Writes files whole or not at all, and reads what may have no end."""

import os
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import BinaryIO, Final, TextIO

from gpucat.errors import FileError, UsageError
from gpucat.language import Bilingual

LARGEST: Final = 256 << 20
"""How many bytes are read at once at most: a pipe or a device may have no end."""


def read_all(stream: BinaryIO, name: str) -> bytes:
    """Returns all bytes of the stream; raises FileError, with this name, if there are more than LARGEST."""
    content = stream.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise _too_large(name)
    return content


def read_lines(stream: TextIO, name: str) -> Iterator[str]:
    """Yields the lines of the stream; raises FileError, with this name, if one is longer than LARGEST."""
    while line := stream.readline(LARGEST):
        if len(line) == LARGEST:
            raise _too_large(name)
        yield line


def _too_large(name: str) -> FileError:
    most = LARGEST >> 20
    return FileError(
        "too_large",
        Bilingual(
            f"{name}: more than {most} MiB, the most that is read at once",
            f"{name}：超过 {most} MiB，一次最多读取这么多",
        ),
        Bilingual(
            "split it; files of JSON Lines or CSV in UTF-8 are read line by line and may be larger",
            "请拆分；UTF-8 编码的 JSON Lines 或 CSV 文件逐行读取，可以更大",
        ),
    )


def write_whole(path: Path, pieces: Iterable[str]) -> None:
    """Writes UTF-8 text to a temporary file and moves it into place; raises FileError and leaves the target unchanged.

    Keeps a symbolic link and replaces the file that it points to. Writes directly to a device or a pipe.
    """
    from tempfile import mkstemp

    try:
        if path.exists() and not path.is_file():
            with path.open("w", encoding="utf-8", newline="") as stream:
                stream.writelines(pieces)
            return
        path = path.resolve()
        handle, name = mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
                file.writelines(pieces)
            _take_mode(Path(name), path)
            Path(name).replace(path)
        finally:
            Path(name).unlink(missing_ok=True)
    except BrokenPipeError:
        raise  # a reader that went away is not a failure
    except OSError as error:
        from gpucat.system_errors import cannot_write

        raise cannot_write(path, error) from error


def _take_mode(new: Path, old: Path) -> None:
    """Gives a new file the usual permissions, or those of the file that it replaces."""
    umask = os.umask(0)
    os.umask(umask)
    new.chmod(old.stat().st_mode & 0o777 if old.exists() else 0o666 & ~umask)


def check_is_other(path: Path, own: Path) -> None:
    """Raises UsageError if the file to write is `own`, the database in use."""
    if path.exists() and own.exists() and path.samefile(own):
        raise UsageError(
            "own_database",
            Bilingual(f"{path} is the database itself", f"{path} 就是数据库本身"),
            Bilingual("choose another file", "请指定其他文件"),
        )


def check_folder(path: Path) -> None:
    """Raises FileError if the file's folder does not exist: a mistyped path creates no folders."""
    if not path.parent.exists():
        raise FileError(
            "no_folder",
            Bilingual(f"the folder {path.parent} does not exist", f"文件夹 {path.parent} 不存在"),
            Bilingual(f"create it first: mkdir -p '{path.parent}'", f"请先创建：mkdir -p '{path.parent}'"),
        )


def check_is_free(path: Path) -> None:
    """Raises FileError if something already exists at the path."""
    if path.exists():
        raise FileError(
            "already_there",
            Bilingual(f"{path} already exists; nothing was written", f"{path} 已存在；未写入"),
            Bilingual("choose another file, or replace this one with --force", "请指定其他文件，或用 --force 替换"),
        )


def free_name(path: Path) -> Path:
    """Returns the path, or if it is taken the first free one of `name-2.ext`, `name-3.ext` …"""
    counted = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return path if not path.exists() else next(other for other in counted if not other.exists())
