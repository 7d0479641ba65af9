"""Finds the files that travel with the package, in an installed wheel as in a checkout."""

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parent
_CHECKOUT = _PACKAGE.parent.parent


@cache
def _folder(installed: str, checkout: str) -> Path:
    inside = _PACKAGE / installed
    return inside if inside.is_dir() else _CHECKOUT / checkout


def data_file(name: str) -> Path:
    """A file of the package's data, such as `seed.jsonl` or `terms.tsv`."""
    return _folder("_data", "data") / name


def data_rows(name: str) -> list[list[str]]:
    """Reads the rows of a table of the data: columns parted by tabs; a line that begins with # is a comment."""
    lines = data_file(name).read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def migrations_folder() -> Path:
    """Alembic's script folder."""
    return _folder("_migrations", "migrations")
