"""Tests undoing merges in every order: whole merges, single members, and the undoing itself."""

import json
from pathlib import Path

import pytest
from tests.cli.test_undo import content
from tests.conftest import Gpucat


@pytest.fixture
def merged(gpucat: Gpucat) -> Gpucat:
    """A catalogue in which articles 38 and 17 are merged into 18."""
    assert gpucat("merge", "18", "38", "17", "--yes").code == 0
    return gpucat


def test_a_merge_stands_again_when_the_taking_out_of_a_member_is_taken_back(
    merged: Gpucat, db: Path, seeded: Path
) -> None:
    whole = content(db)
    assert merged("undo", "--member", "38").code == 0
    assert merged("undo").code == 0
    assert content(db) == whole
    assert [change["undone_at"] is None for change in json.loads(merged("history", "--json").out)] == [False, True]
    result = merged("undo")
    assert (result.code, "merge 18 38 17" in result.err) == (0, True), result.err
    assert content(db) == content(seeded)


def test_a_merge_that_stands_again_can_be_named(merged: Gpucat, db: Path, seeded: Path) -> None:
    merged("undo", "--member", "38")
    assert merged("undo", "1").code == 2
    merged("undo", "2")
    assert merged("undo", "1").code == 0
    assert content(db) == content(seeded)


def test_members_are_taken_out_one_after_the_other(merged: Gpucat, db: Path, seeded: Path) -> None:
    whole = content(db)
    assert merged("undo", "--member", "38").code == 0
    one_out = content(db)
    assert merged("undo", "--member", "17").code == 0
    assert content(db) == content(seeded)
    assert merged("undo").code == 0
    assert content(db) == one_out
    assert merged("undo").code == 0
    assert content(db) == whole
    assert merged("undo").code == 0
    assert content(db) == content(seeded)
