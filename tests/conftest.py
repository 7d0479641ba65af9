"""Holds what all tests share: an isolated home, no network but loopback, and gpucat run as its user runs it.

Costly things that are the same for all tests are made only once: databases are copied, the lexicon is kept.
"""

import gc
import os
import shutil
import socket
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, settings

import gpucat as gpucat_package
from gpucat.__main__ import main

# How long an example takes says something of the machine, and nothing of the program; and the same code gets the same
# answer, twice. What is new every time is tried in tests/trust/test_fuzz.py.
settings.register_profile("gpucat", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("gpucat")

LIST = Path(__file__).parent / "list.md"
SOURCES = Path(gpucat_package.__file__).parent.parent


class Result(NamedTuple):
    """The result of a run: exit code, standard output and standard error."""

    code: int
    out: str
    err: str


Gpucat = Callable[..., Result]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write golden files and transcripts anew")


def pytest_report_header() -> str:
    return f"SQLite {sqlite3.sqlite_version}"


def pytest_collection_finish() -> None:
    """Freezes the thousands of collected tests, so that the garbage collector need not visit them each time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def lexicon_kept() -> Iterator[None]:
    """Keeps a compiled lexicon: it depends only on its tables and takes longer to compile than most tests."""
    from gpucat.services import term_list

    compiled: dict[tuple[tuple[Any, ...], ...], dict[str, list[Any]]] = {}
    compile_lexicon = term_list.compile_lexicon

    def kept(*tables: Any) -> dict[str, list[Any]]:
        rows = tuple(map(tuple, tables))
        if rows not in compiled:
            compiled[rows] = compile_lexicon(*rows)
        return {key: list(entries) for key, entries in compiled[rows].items()}  # a test may change its own

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(term_list, "compile_lexicon", kept)
        yield


@pytest.fixture(autouse=True)
def isolated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets a home, a locale and a terminal that are the same on every machine, and blocks all network but loopback."""
    for name in [name for name in os.environ if name.startswith(("GPUCAT_", "LC_", "_GPUCAT"))]:
        monkeypatch.delenv(name)
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)  # would hide what cannot be written until the end
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)  # each process would compile all of gpucat anew
    settings = {
        "HOME": tmp_path / "home",
        "XDG_DATA_HOME": tmp_path / "data",
        "LANG": "C.UTF-8",
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "TERM": "dumb",
        "PYTHONPATH": SOURCES,
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, str(value))
    monkeypatch.chdir(tmp_path)
    connect = socket.socket.connect

    def only_loopback(self: socket.socket, address: object) -> None:
        if isinstance(address, tuple) and not str(address[0]).startswith(("127.", "::1", "localhost")):
            raise AssertionError(f"a test reached for the network: {address}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", only_loopback)


@pytest.fixture(scope="session")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the built-in list; copy it, do not change it."""
    from gpucat.services.opening import ensure_catalogue

    path = tmp_path_factory.mktemp("seeded") / "catalogue.db"
    ensure_catalogue(path, lambda _text: None)
    return whole(path)


@pytest.fixture(scope="session")
def without_articles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without articles; copy it, do not change it."""
    path = tmp_path_factory.mktemp("empty") / "catalogue.db"
    assert main(["--db", str(path), "db", "create", "--empty"]) == 0
    return whole(path)


@pytest.fixture(scope="session")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ready-made database that a wheel carries."""
    from gpucat.services.first_use import write_ready_database

    return write_ready_database(tmp_path_factory.mktemp("ready"))


def whole(path: Path) -> Path:
    """Puts the database into a single file, to be copied."""
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return path


@pytest.fixture
def db(seeded: Path, tmp_path: Path) -> Path:
    """A fresh copy of the built-in catalogue."""
    return Path(shutil.copyfile(seeded, tmp_path / "catalogue.db"))


@pytest.fixture
def empty(without_articles: Path, tmp_path: Path) -> Path:
    """A fresh database without articles."""
    return Path(shutil.copyfile(without_articles, tmp_path / "empty.db"))


@pytest.fixture(scope="session")
def kept_texts(seeded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of texts of the built-in list, in each of which stands `tests.kept_texts.CANARY`; copy it, do not change it."""
    from tests.kept_texts import keep_texts

    return whole(keep_texts(Path(shutil.copyfile(seeded, tmp_path_factory.mktemp("texts") / "catalogue.db"))))


@pytest.fixture
def with_texts(kept_texts: Path, db: Path) -> Path:
    """The fresh catalogue with a text of each of its articles beside it."""
    from gpucat.paths import texts_path

    shutil.copyfile(kept_texts, texts_path(db))
    return db


@pytest.fixture
def gpucat(db: Path, capsys: pytest.CaptureFixture[str]) -> Gpucat:
    """Runs a command on a fresh copy of the built-in catalogue, through the same boundary as the installed program."""

    def run(*words: str, db: Path = db) -> Result:
        capsys.readouterr()
        code = main(["--db", str(db), *words])
        captured = capsys.readouterr()
        return Result(code, captured.out, captured.err)

    return run
