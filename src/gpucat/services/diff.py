"""Reads two versions of the list to compare: each is a database or a file in any format that import reads."""

import tempfile
from pathlib import Path

from gpucat.catalog.comparison import Version
from gpucat.catalog.url import canonical_url
from gpucat.errors import GpucatError
from gpucat.formats.files import read_file
from gpucat.formats.reading import Problem
from gpucat.services.opening import Notice, open_catalogue
from gpucat.store.catalogue import read_catalogue
from gpucat.store.connection import Gate, Reader, check_gate, connect_for_reading

_SQLITE = b"SQLite format 3\x00"


def version_of(connection: Reader) -> Version:
    """Returns the version that an open catalogue holds."""
    return Version(read_catalogue(connection), {}, is_whole=True)


def read_version(path: Path, notice: Notice) -> Version:
    """Returns the version in a file and tells `notice` about unreadable lines. Raises FileError or StoreError."""
    if _is_database(path):
        return _read_database(path)
    reading = read_file(path)
    known: dict[str, frozenset[str]] = {}
    unusable: list[Problem] = []
    for line in reading.articles:
        try:
            known[canonical_url(line.article.url)] = line.given
        except GpucatError as error:
            unusable.append(Problem(line.line, "url", error.message))
    for problem in sorted([*reading.problems, *unusable], key=lambda problem: problem.line):
        notice(problem.text(str(path)))
    left_out = {problem.line for problem in unusable}
    articles = [line.article for line in reading.articles if line.line not in left_out]
    return Version(reading.catalogue._replace(articles=articles), known, is_whole=reading.is_whole)


def _is_database(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except OSError as error:
        from gpucat.system_errors import cannot_read

        raise cannot_read(path, error) from error


def _read_database(path: Path) -> Version:
    """Reads a database as it is, or through an upgraded copy if its schema is older."""
    connection = connect_for_reading(path)
    try:
        if check_gate(connection, path) is not Gate.OLD:
            return version_of(connection)
    finally:
        connection.close()
    from gpucat.store.backup import write_backup

    with tempfile.TemporaryDirectory() as folder:
        copy = open_catalogue(write_backup(path, Path(folder) / path.name), lambda _text: None)
        try:
            return version_of(copy)
        finally:
            copy.close()
