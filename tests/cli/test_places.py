"""Tests where databases and backups are created: never in a folder that a mistyped path names."""

from pathlib import Path

import pytest
from tests.conftest import Gpucat

from gpucat.__main__ import main


@pytest.mark.parametrize("words", [["list"], ["stats"], ["mark", "memory/1", "done"], ["db", "create"]])
def test_a_mistyped_place_makes_no_folder(gpucat: Gpucat, tmp_path: Path, words: list[str]) -> None:
    result = gpucat(*words, db=tmp_path / "nosuch" / "x" / "y.db")
    assert (result.code, result.out) == (3, "")
    assert f"the folder {tmp_path}/nosuch/x does not exist\nhint: create it first: mkdir -p" in result.err
    assert not (tmp_path / "nosuch").exists()
    (tmp_path / "nosuch" / "x").mkdir(parents=True)
    assert gpucat(*words, db=tmp_path / "nosuch" / "x" / "y.db").code == 0


def test_the_default_place_is_made_on_first_use(tmp_path: Path) -> None:
    assert main(["stats"]) == 0
    assert (tmp_path / "data" / "gpucat" / "gpucat.db").exists()


def test_backups_go_into_folders_that_are_there(gpucat: Gpucat, tmp_path: Path) -> None:
    result = gpucat("db", "backup", "nosuch/x.bak")
    assert (result.code, "the folder nosuch does not exist" in result.err) == (3, True)
    assert gpucat("db", "backup", "x.bak").code == 0
    lost = gpucat("db", "restore", "x.bak", "--yes", db=tmp_path / "nosuch" / "y.db")
    assert (lost.code, "does not exist" in lost.err) == (3, True)
    assert not (tmp_path / "nosuch").exists()


@pytest.mark.parametrize("mode", [0o600, 0o640])
@pytest.mark.parametrize("before", ["whole", "damaged", "gone"])
def test_a_restored_database_keeps_its_mode(gpucat: Gpucat, db: Path, tmp_path: Path, mode: int, before: str) -> None:
    db.chmod(mode)
    assert gpucat("db", "backup", "x.bak").code == 0
    if before == "damaged":
        db.write_bytes(b"no database" * 1000)
    elif before == "gone":
        db.unlink()
    assert gpucat("db", "restore", "x.bak", "--yes").code == 0
    assert (tmp_path / "x.bak").stat().st_mode & 0o777 == 0o600
    assert db.stat().st_mode & 0o777 == (0o600 if before == "gone" else mode)


def test_what_cannot_be_repaired_is_not_told_to_be_repaired(gpucat: Gpucat, db: Path) -> None:
    db.write_bytes(b"SQLite format 3\0" + b"nonsense" * 10_000)
    result = gpucat("db", "check", "--repair")
    assert (result.code, "db restore" in result.err, "--repair" in result.err) == (3, True, False)
    assert "--repair" in gpucat("list").err
