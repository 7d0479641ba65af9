"""Fills a new database: from one that was made when the wheel was built or, where there is none, by importing the list.

The built-in list, the term list and the migrations stay the source. The ready-made database bears in its name what it was
made from; one that was made from other files than those at hand is left aside.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from gpucat.resources import checksum, data_file, migrations_folder
from gpucat.search.lexicon import LEXICON_VERSION
from gpucat.services.term_files import INDEX_FILES, term_signature
from gpucat.store.connection import SCHEMA_VERSION, URL_KEY_VERSION
from gpucat.store.search_state import fingerprint

if TYPE_CHECKING:
    from sqlite3 import Connection

_LIST: Final = "seed.jsonl"
_WHEN_BUILT: Final = "1970-01-01T00:00:00+00:00"
"""Stands for the time of the first use in the ready-made database, so that two builds make the same."""


def fill(connection: "Connection", path: Path, now: str, *, empty: bool) -> int:
    """Fills the new database at `path` with the built-in list (nothing with `empty`); returns how many articles it has."""
    from gpucat.store.migrate import is_sound, take_over

    ready = None if empty else ready_database()
    if ready and is_sound(ready):
        return take_over(connection, ready, now)
    return fill_anew(connection, path, now, empty=empty)


def fill_anew(connection: "Connection", path: Path, now: str, *, empty: bool) -> int:
    """Does the same by migrations, the import of the list, and compiling the term list."""
    from gpucat.store.migrate import run_migrations

    run_migrations(connection)
    count = 0 if empty else _import_list(connection, now)
    index_anew(connection, path)
    return count


def index_anew(connection: "Connection", path: Path) -> None:
    """Makes the search index of the database at `path`, with the term list in use."""
    from gpucat.services.term_list import compile_terms
    from gpucat.store.search_index import build_index

    build_index(connection, compile_terms(path), fingerprint(term_signature(path)))


def ready_database() -> Path | None:
    """The ready-made database; None where there is none of the files at hand, as in a checkout."""
    found = any(data_file(_LIST).parent.glob("first-*.db"))
    ready = data_file(_ready_name()) if found else None
    return ready if ready and ready.exists() else None


def write_ready_database(folder: Path) -> Path:
    """Makes the ready-made database in a folder, for the wheel that is being built; returns the file."""
    from gpucat.store.backup import write_single_file
    from gpucat.store.migrate import create

    path = folder / _ready_name()
    create(path, lambda connection: fill_anew(connection, path, _WHEN_BUILT, empty=False), lambda: None)
    write_single_file(path)
    return path


def _ready_name() -> str:
    """What changes whenever another database would be made: the versions of the rules, and what the files hold."""
    files = [data_file(name) for name in (_LIST, *INDEX_FILES)]
    migrations = sorted((migrations_folder() / "versions").glob("*.py"))
    versions = f"{SCHEMA_VERSION}.{URL_KEY_VERSION}.{fingerprint(str(LEXICON_VERSION))}"
    return f"first-{versions}-{checksum([*files, *migrations])}.db"


def _import_list(connection: "Connection", now: str) -> int:
    from gpucat.formats.jsonl import read_catalogue
    from gpucat.store.list_import import import_catalogue

    reading = read_catalogue(data_file(_LIST).read_text("utf-8"))
    assert not reading.problems, reading.problems
    return import_catalogue(connection, reading.catalogue, now)
