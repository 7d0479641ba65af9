"""Tests faults of disks, files and other programs: exit code 3, the way out, and an unchanged file."""

import ctypes
import os
import random
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpucat.store import connection as connections
from gpucat.store import transaction
from tests.conftest import Gpucat, Result

pytestmark = pytest.mark.trust

READS = (
    "list --format ids", "show 6", "search warp", "route", "stats", "next", "progress", "export jsonl", "audit",
    "dedupe", "db info", "db check", "related 6",
)  # fmt: skip
WRITES = ("mark 6 done", "note 6 text", "edit 6 --title New", "remove 6 --yes", "merge 6 7 --yes", "distinct 6 7")


def _give_up_the_right_to_everything() -> None:
    """Makes permissions apply to root too, by dropping the capabilities DAC_OVERRIDE and DAC_READ_SEARCH."""
    if os.getuid() == 0:
        library = ctypes.CDLL(None, use_errno=True)
        for capability in (1, 2):
            library.prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP


def run_unprivileged(*words: str, db: Path | None = None, home: Path | None = None) -> Result:
    """gpucat as a user to whom permissions apply."""
    environment = os.environ | ({"HOME": str(home), "XDG_DATA_HOME": str(home / "share")} if home else {})
    words = ("--db", str(db), *words) if db else words
    done = subprocess.run(
        [sys.executable, "-m", "gpucat", *words],
        capture_output=True, text=True, env=environment, timeout=600, stdin=subprocess.DEVNULL,
        preexec_fn=_give_up_the_right_to_everything,
    )  # fmt: skip
    return Result(done.returncode, done.stdout, done.stderr)


def assert_refused(result: Result) -> None:
    assert result.code == 3, result
    assert "hint:" in result.err
    assert "Traceback" not in result.err


@pytest.fixture(params=["folder and file", "file", "folder"])
def read_only(request: pytest.FixtureRequest, db: Path, tmp_path: Path) -> Iterator[Path]:
    """The catalogue where it cannot be written."""
    folder = tmp_path / "shelf"
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    path = folder / "catalogue.db"
    db.rename(path)
    path.chmod(0o444 if "file" in request.param else 0o666)
    if "folder" in request.param:
        folder.chmod(0o555)
    yield path
    folder.chmod(0o777)


def test_what_cannot_be_written_can_be_read(read_only: Path) -> None:
    before = read_only.read_bytes()
    for command in READS:
        result = run_unprivileged(*command.split(), db=read_only)
        assert result.code in (0, 1), (command, result)
        assert "cannot be" not in result.err
    for command in WRITES:
        assert_refused(run_unprivileged(*command.split(), db=read_only))
    assert read_only.read_bytes() == before
    read_only.parent.chmod(0o777)
    read_only.chmod(0o666)
    assert run_unprivileged("mark", "6", "done", db=read_only).code == 0, "what a reader left behind blocks the writer"


def test_a_file_that_may_not_be_read_is_named(db: Path) -> None:
    db.chmod(0)
    result = run_unprivileged("list", db=db)
    assert_refused(result)
    assert str(db) in result.err


def test_a_home_that_cannot_be_written_is_said_and_another_place_named(tmp_path: Path) -> None:
    home = tmp_path / "locked"
    home.mkdir(mode=0o555)
    result = run_unprivileged("list", home=home)
    assert_refused(result)
    assert "--db" in result.err


def test_the_default_backup_goes_beside_the_database_and_says_when_it_cannot(read_only: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere").chmod(0o777)
    assert run_unprivileged("db", "backup", str(tmp_path / "elsewhere" / "b.bak"), db=read_only).code == 0
    if not os.access(read_only.parent, os.W_OK) or read_only.parent.stat().st_mode & 0o222 == 0:
        assert run_unprivileged("db", "backup", db=read_only).code == 3


@pytest.mark.parametrize("path", ["x" * 300, "x" * 5000, "x/" * 3000 + "a.db"])
def test_a_path_that_is_too_long_is_refused_in_few_words(gpucat: Gpucat, path: str) -> None:
    result = gpucat("list", db=Path(path))
    assert_refused(result)
    assert len(result.err) < 1000


def test_a_link_to_the_database_is_the_database(gpucat: Gpucat, db: Path, tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(db)
    assert gpucat("mark", "6", "done", db=tmp_path / "link.db").code == 0
    assert gpucat("list", "--status", "done", "--format", "ids").out == "hardware/6\n"
    assert (tmp_path / "link.db").is_symlink()
    (tmp_path / "loop.db").symlink_to(tmp_path / "loop.db")
    (tmp_path / "nowhere.db").symlink_to(tmp_path / "missing" / "x.db")
    for name in ("loop.db", "nowhere.db"):
        assert_refused(gpucat("list", db=tmp_path / name))


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Returns a catalogue whose database cannot grow."""

    def connect(path: Path, kind: type[sqlite3.Connection]) -> sqlite3.Connection:
        opened = connections.connect(path, kind)
        opened.execute("PRAGMA max_page_count = 1")  # SQLite makes it the present size
        return opened

    monkeypatch.setattr(transaction, "connect", connect)


@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_changes_nothing(gpucat: Gpucat, db: Path, tmp_path: Path) -> None:
    lines = [f'{{"title": "T{n}", "url": "https://a.example/{n}", "summary": "{"word " * 50}"}}\n' for n in range(3000)]
    (tmp_path / "new.jsonl").write_text("".join(lines), "utf-8")
    result = gpucat("import", "new.jsonl")
    assert_refused(result)
    assert "disk is full" in result.err
    assert "148 articles" in gpucat("list").err
    assert gpucat("db", "check").code == 0


def test_a_read_that_has_no_room_for_its_shared_memory_says_so(db: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gpucat", "--db", str(db), "list"],
        capture_output=True, text=True, timeout=600,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY)),
    )  # fmt: skip
    assert_refused(Result(done.returncode, done.stdout, done.stderr))
    assert "disk is full" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("command", ["export csv", "list", "show 6", "route --json", "search warp", "stats"])
def test_a_full_disk_behind_standard_output_is_said(db: Path, command: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "gpucat", "--db", str(db), *command.split()],
            stdout=full, stderr=subprocess.PIPE, text=True, timeout=600,
        )  # fmt: skip
    assert_refused(Result(done.returncode, "", done.stderr))


def test_a_file_is_written_whole_or_not_at_all(gpucat: Gpucat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "real.csv").write_text("as it was")
    (tmp_path / "link.csv").symlink_to(tmp_path / "real.csv")
    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        assert gpucat("export", "csv", "-o", "real.csv").code == 3
    assert (tmp_path / "real.csv").read_text() == "as it was"
    assert not list(tmp_path.glob(".real*"))
    assert gpucat("export", "csv", "-o", "link.csv").code == 0
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "real.csv").read_text("utf-8").startswith("number,")


def test_what_is_no_file_is_written_and_not_replaced(db: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    words = [sys.executable, "-m", "gpucat", "--db", str(db), "export", "csv", "-o", str(pipe)]
    with subprocess.Popen(words, stderr=subprocess.DEVNULL) as process:
        assert pipe.read_text("utf-8").startswith("number,")
        assert process.wait(60) == 0
    assert pipe.is_fifo()


@pytest.mark.parametrize("seed", range(12))
def test_a_damaged_page_never_is_a_bug_and_a_backup_comes_back(gpucat: Gpucat, db: Path, seed: int) -> None:
    chance = random.Random(seed)
    backup = db.with_name("whole.bak")
    backup.write_bytes(db.read_bytes())
    size = 4096
    content = bytearray(db.read_bytes())
    for _ in range(3):
        page = chance.randrange(len(content) // size)
        content[page * size + (100 if page == 0 else 0) : (page + 1) * size] = chance.randbytes(
            size - (100 if page == 0 else 0)
        )
    db.write_bytes(content)
    for command in (*READS, *WRITES[:2]):
        result = gpucat(*command.split())
        assert result.code in (0, 1, 2, 3), (command, result)
    assert gpucat("db", "check").code in (1, 3)
    assert gpucat("db", "restore", str(backup), "--yes").code == 0
    assert gpucat("db", "check").code == 0
    assert gpucat("list", "--format", "ids").out.count("\n") == 148


@pytest.mark.parametrize("kept", [0, 1, 50, 100, 512, 4096, 5000, 0.3, 0.9])
def test_a_truncated_file_never_is_a_bug_and_is_left_alone(gpucat: Gpucat, db: Path, kept: float) -> None:
    whole = db.read_bytes()
    content = whole[: int(kept if kept >= 1 or not kept else kept * len(whole))]
    db.write_bytes(content)
    for command in ("list", "search warp", "db check"):
        result = gpucat(*command.split())
        if content:
            assert_refused(result)
            assert db.read_bytes() == content
        else:
            assert result.code == 0, result
    backup = db.with_name("whole.bak")
    backup.write_bytes(whole)
    assert gpucat("db", "restore", str(backup), "--yes").code == 0
    assert gpucat("db", "check").code == 0


def execute(db: Path, *statements: str) -> None:
    opened = sqlite3.connect(db)
    for statement in statements:
        opened.execute(statement)
    opened.commit()
    opened.close()


DAMAGES = {
    "keys": ["UPDATE article SET url_key = 'lost:' || number, loose_key = NULL WHERE number < 5"],
    "numbering": ["UPDATE article SET position = position + 3 WHERE position > 2"],
    "search index": ["DELETE FROM search_text WHERE article_number < 9"],
    "sqlite index": [
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_schema SET sql = 'CREATE INDEX ix_article_published ON article (title)'"
        " WHERE name = 'ix_article_published'",
    ],
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES)
def test_repair_rebuilds_what_follows_from_the_rest_after_a_backup(gpucat: Gpucat, db: Path, damage: str) -> None:
    gpucat("mark", "6", "done")
    listed = gpucat("list", "--json").out
    found = gpucat("search", "warp shuffle", "--json").out
    execute(db, *DAMAGES[damage])
    result = gpucat("db", "check")
    assert result.code == 1, result
    assert result.out
    result = gpucat("db", "check", "--repair")
    assert result.code == 0, result
    assert "kept in" in result.err
    assert len(list(db.parent.glob("*.bak"))) == 1
    assert gpucat("list", "--json").out == listed
    assert gpucat("search", "warp shuffle", "--json").out == found
    assert gpucat("show", "https://leimao.github.io/blog/CUDA-Shared-Memory-Swizzling/").code == 0


@pytest.mark.parametrize("made_with", ["value", "'an older gpucat'"])
def test_a_database_whose_sqlite_lost_its_full_text_search_still_works(
    gpucat: Gpucat, db: Path, made_with: str
) -> None:
    with_index = gpucat("search", "warp shuffle", "--format", "ids").out
    execute(
        db,
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_schema SET sql = replace(sql, 'USING fts5', 'USING fts0') WHERE name = 'article_fts'",
        f"UPDATE search_state SET value = {made_with} WHERE key = 'fingerprint'",
    )
    result = gpucat("search", "warp shuffle", "--format", "ids")
    assert set(result.out.split()) == set(with_index.split())
    assert "no FTS5" in result.err
    for command in (*WRITES[:3], "search new", "db info", "undo"):
        assert gpucat(*command.split()).code in (0, 2), command


def test_full_text_search_that_was_away_is_made_anew_when_it_is_back(gpucat: Gpucat, db: Path) -> None:
    rename = "UPDATE sqlite_schema SET sql = replace(sql, 'USING {}', 'USING {}') WHERE name = 'article_fts'"
    execute(db, "PRAGMA writable_schema = ON", rename.format("fts5", "fts0"))
    assert gpucat("edit", "6", "--title", "Quokka kernels").code == 0
    assert gpucat("search", "quokka", "--format", "ids").out == "hardware/6\n"
    execute(db, "PRAGMA writable_schema = ON", rename.format("fts0", "fts5"))
    result = gpucat("search", "quokka", "--format", "ids")
    assert (result.out, "no FTS5" in result.err) == ("hardware/6\n", False)


def test_backups_of_the_same_moment_do_not_replace_one_another(gpucat: Gpucat, db: Path) -> None:
    names = {gpucat("db", "backup").out for _ in range(3)}
    assert len(names) == 3
    assert gpucat("db", "restore", str(db), "--yes").code == 2
