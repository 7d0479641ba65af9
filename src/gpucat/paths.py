"""Finds the user's files; creates no folder."""

import os
from pathlib import Path


def data_folder() -> Path:
    """Returns the user's data folder for gpucat (XDG_DATA_HOME is honoured)."""
    from platformdirs import user_data_path

    return user_data_path("gpucat", appauthor=False)


def database_path(option: Path | None = None) -> Path:
    """Returns the database in use: the option, else GPUCAT_DB, else gpucat.db in the user's data folder."""
    if option is not None:
        return option.expanduser()
    if chosen := os.environ.get("GPUCAT_DB"):
        return Path(chosen).expanduser()
    return data_folder() / "gpucat.db"


def texts_path(database: Path) -> Path:
    """Returns the file of kept texts beside a database: `gpucat.texts.db` for `gpucat.db`."""
    return database.with_name(f"{database.name.removesuffix('.db')}.texts.db")
