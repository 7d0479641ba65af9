"""Tests the start of a module: it must be one of the module's own articles, wherever articles move."""

import json
from pathlib import Path

from tests.cli.test_undo import content
from tests.conftest import Gpucat


def start_of(gpucat: Gpucat, slug: str) -> str | None:
    lines = map(json.loads, gpucat("export", "jsonl").out.splitlines())
    [module] = [line for line in lines if line.get("kind") == "module" and line["slug"] == slug]
    start: str | None = module.get("start")
    return start


def number_of(gpucat: Gpucat, url: str) -> str:
    return str(json.loads(gpucat("show", url, "--json").out)[0]["number"])


def test_a_start_that_is_removed_is_the_start_again_when_it_comes_back(gpucat: Gpucat, db: Path) -> None:
    start = start_of(gpucat, "memory") or ""
    before = content(db)
    removed = gpucat("remove", start, "--yes")
    assert "memory no longer has a start; set one with `gpucat edit ARTICLE --start`." in removed.err
    assert not start_of(gpucat, "memory")
    assert "memory has no start" in gpucat("audit").out
    assert gpucat("undo").code == 0
    assert content(db) == before
    assert start_of(gpucat, "memory") == start
    gpucat("remove", start, "--yes")
    assert gpucat("add", start, "--no-fetch", "--yes", "--force").code == 0
    assert start_of(gpucat, "memory") == start


def test_a_start_that_comes_back_does_not_push_the_new_one_out(gpucat: Gpucat) -> None:
    start = start_of(gpucat, "memory") or ""
    gpucat("remove", start, "--yes")
    gpucat("edit", "memory/3", "--start")
    new = start_of(gpucat, "memory")
    gpucat("add", start, "--no-fetch", "--yes", "--force")
    assert start_of(gpucat, "memory") == new != start


def test_a_start_that_moves_leaves_its_module_without(gpucat: Gpucat, db: Path) -> None:
    start, there = start_of(gpucat, "memory") or "", start_of(gpucat, "gemm")
    before = content(db)
    number = number_of(gpucat, start)
    assert "memory 现在没有推荐起点" in gpucat("--lang", "zh", "edit", number, "--module", "gemm").err
    assert not start_of(gpucat, "memory")
    assert start_of(gpucat, "gemm") == there
    audit = gpucat("audit")
    assert audit.code == 1
    assert "memory has no start" in audit.out
    assert "is the start of memory" not in audit.out
    assert gpucat("undo").code == 0
    assert content(db) == before
    assert start_of(gpucat, "memory") == start


def test_an_edit_that_moves_no_start_says_nothing_of_starts(gpucat: Gpucat) -> None:
    assert "start" not in gpucat("edit", "memory/5", "--module", "gemm").err
    assert "start" not in gpucat("remove", "gemm/3", "--yes").err
