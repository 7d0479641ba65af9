"""Finds the user's files; creates no folder."""

import os
from pathlib import Path

from gpucat.errors import FileError
from gpucat.language import Bilingual


def data_folder() -> Path:
    """Returns the user's data folder for gpucat (XDG_DATA_HOME is honoured)."""
    from platformdirs import user_data_path

    return user_data_path("gpucat", appauthor=False)


def database_path(option: Path | None = None) -> Path:
    """Returns the database in use: the option, else GPUCAT_DB, else gpucat.db in the user's data folder.

    Raises FileError for the home folder of a user that there is not.
    """
    chosen = option or os.environ.get("GPUCAT_DB")
    return _expanded(Path(chosen)) if chosen else data_folder() / "gpucat.db"


def _expanded(path: Path) -> Path:
    """Returns the path with the home folder in place of `~` or `~name`; raises FileError if there is none."""
    try:
        return path.expanduser()
    except RuntimeError:
        home = path.parts[0]
        raise FileError(
            "no_home",
            Bilingual(f"{path}: {home} is no user's home folder", f"{path}：{home} 不是任何用户的主文件夹"),
            Bilingual(f"a file whose name begins so is ./{path}", f"以此开头的文件名请写作 ./{path}"),
        ) from None


def texts_path(database: Path) -> Path:
    """Returns the file of kept texts beside a database: `gpucat.texts.db` for `gpucat.db`."""
    return database.with_name(f"{database.name.removesuffix('.db')}.texts.db")
