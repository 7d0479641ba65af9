"""Writes files whole or not at all."""

import os
from collections.abc import Iterable
from itertools import count
from pathlib import Path

from gpucat.errors import FileError, UsageError
from gpucat.language import Bilingual


def write_whole(path: Path, pieces: Iterable[str]) -> None:
    """Writes UTF-8 text beside the target and moves it into place; raises FileError and leaves the target as it was.

    A link stays a link to the file that is written. What is no regular file (a device, a pipe) is written to as it is.
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
        raise  # a reader that went away is no failure
    except OSError as error:
        from gpucat.system_errors import cannot_write

        raise cannot_write(path, error) from error


def _take_mode(new: Path, old: Path) -> None:
    """A new file is readable as any other; one that replaces another keeps that one's permissions."""
    umask = os.umask(0)
    os.umask(umask)
    new.chmod(old.stat().st_mode & 0o777 if old.exists() else 0o666 & ~umask)


def check_is_other(path: Path, own: Path) -> None:
    """Raises UsageError where the file to write is `own`, the database in use."""
    if path.exists() and own.exists() and path.samefile(own):
        raise UsageError(
            "own_database",
            Bilingual(f"{path} is the database itself", f"{path} 就是数据库本身"),
            Bilingual("name another file", "请指定其他文件"),
        )


def check_folder(path: Path) -> None:
    """Raises FileError where the folder to write the file in does not exist: a mistyped path makes no folders."""
    if not path.parent.exists():
        raise FileError(
            "no_folder",
            Bilingual(f"there is no folder {path.parent}", f"没有文件夹 {path.parent}"),
            Bilingual(f"make it first: mkdir -p '{path.parent}'", f"请先创建：mkdir -p '{path.parent}'"),
        )


def check_is_free(path: Path) -> None:
    """Raises FileError where something is at the path already."""
    if path.exists():
        raise FileError(
            "already_there",
            Bilingual(f"{path} is there already; nothing was written", f"{path} 已存在；没有写入"),
            Bilingual("name another file, or replace it with --force", "请指定其他文件，或用 --force 替换"),
        )


def free_name(path: Path) -> Path:
    """The path, or where it is taken the first of `name-2.ext`, `name-3.ext` … that is not."""
    counted = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return path if not path.exists() else next(other for other in counted if not other.exists())
