"""Writes files whole or not at all."""

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from gpucat.errors import FileError
from gpucat.language import Bilingual


def write_whole(path: Path, pieces: Iterable[str]) -> None:
    """Writes UTF-8 text beside the target and moves it into place; raises FileError and leaves the target as it was."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
                file.writelines(pieces)
            _take_mode(Path(name), path)
            Path(name).replace(path)
        finally:
            Path(name).unlink(missing_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise FileError(
            "cannot_write", Bilingual(f"cannot write {path}: {reason}", f"无法写入 {path}：{reason}")
        ) from error


def _take_mode(new: Path, old: Path) -> None:
    """A new file is readable as any other; one that replaces another keeps that one's permissions."""
    umask = os.umask(0)
    os.umask(umask)
    new.chmod(old.stat().st_mode & 0o777 if old.exists() else 0o666 & ~umask)
