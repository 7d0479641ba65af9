"""Finds the files that ship with the package, in an installed wheel and in a checkout."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parent
_CHECKOUT = _PACKAGE.parent.parent


@cache
def _folder(installed: str, checkout: str) -> Path:
    inside = _PACKAGE / installed
    return inside if inside.is_dir() else _CHECKOUT / checkout


def data_file(name: str) -> Path:
    """Returns a data file of the package, such as `seed.jsonl` or `terms.tsv`."""
    return _folder("_data", "data") / name


def data_rows(name: str) -> list[list[str]]:
    """Reads the rows of a table of the data: columns parted by tabs; a line that begins with # is a comment."""
    lines = data_file(name).read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def migrations_folder() -> Path:
    """Returns Alembic's script folder."""
    return _folder("_migrations", "migrations")


def checksum(files: Iterable[Path]) -> str:
    """A number for what the files hold, one after the other."""
    import zlib

    found = 0
    for file in files:
        found = zlib.crc32(file.read_bytes(), found)
    return f"{found:08x}"
