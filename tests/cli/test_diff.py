"""Tests differences between versions in any format: what was added, removed and changed."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.conftest import LIST, Gpucat

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import Catalogue, Texts
from gpucat.catalog.comparison import Version, compare_versions
from gpucat.language import NOTHING
from gpucat.resources import data_file


def diff(gpucat: Gpucat, *words: object) -> dict[str, Any]:
    result = gpucat("diff", *map(str, words), "--json")
    assert result.code == 0, result.err
    found: dict[str, Any] = json.loads(result.out)
    return found


@pytest.mark.parametrize("old", [LIST, data_file("seed.jsonl")])
def test_the_catalogue_and_its_document_are_alike(gpucat: Gpucat, db: Path, old: Path) -> None:
    for new in ((), (db,), (LIST,)):
        assert diff(gpucat, old, *new) == {"added": [], "removed": [], "changed": [], "parts": []}
    assert gpucat("diff", str(LIST), "--check").code == 0


@pytest.mark.parametrize("form", ["markdown", "jsonl", "database"])
def test_added_removed_and_changed_are_told_from_every_form(
    gpucat: Gpucat, db: Path, tmp_path: Path, form: str
) -> None:
    old = tmp_path / {"markdown": "old.md", "jsonl": "old.jsonl", "database": "old.bak"}[form]
    if form == "database":
        assert gpucat("db", "backup", str(old)).code == 0
    else:
        gpucat("export", form, "-o", str(old))
    (tmp_path / "new.jsonl").write_text('{"title": "New", "url": "https://a.example/n", "module": "gemm"}', "utf-8")
    gpucat("import", "new.jsonl")
    gpucat("remove", "memory/2", "--yes")
    gpucat("edit", "layout/2", "--level", "advanced", "--url", "https://moved.example/layout")
    gpucat("edit", "compiler/9", "--position", "1")
    gpucat("edit", "profiling/3", "--start")
    found = diff(gpucat, old)
    assert [article["title"] for article in found["added"]] == ["New"]
    assert [article["title"] for article in found["removed"]] == ["CUDA Vectorized Memory Access"]
    changed = {article["id"]: sorted(article["fields"]) for article in found["changed"]}
    assert changed == {"layout/2": ["level", "url"], "compiler/1": ["position"]}
    assert [part["part"] for part in found["parts"]] == ["module profiling start"]
    assert gpucat("diff", str(old), "--check").code == 1
    table = gpucat("diff", str(old))
    assert "1 added, 1 removed, 2 changed, 1 other change" in table.err
    back = diff(gpucat, db, old)
    assert [article["title"] for article in back["removed"]] == ["New"]


def test_a_field_that_a_form_cannot_hold_is_no_difference(gpucat: Gpucat, tmp_path: Path) -> None:
    gpucat("export", "bookmarks", "-o", "old.html")
    found = diff(gpucat, "old.html")
    assert (found["added"], found["removed"], found["changed"]) == ([], [], [])


def test_a_missing_or_strange_version_is_refused(gpucat: Gpucat, tmp_path: Path) -> None:
    assert gpucat("diff", "missing.md").code == 3
    (tmp_path / "strange.db").write_bytes(b"SQLite format 3\x00 and nothing else")
    assert gpucat("diff", "strange.db").code == 3


@given(st.permutations(range(8)))
def test_as_few_moves_as_explain_the_new_order(order: list[int]) -> None:
    def version(numbers: list[int]) -> Version:
        articles = [
            Article(number=n + 1, title=f"T{n}", url=f"https://a.example/{n}", module="m", position=place)
            for place, n in enumerate(numbers, 1)
        ]
        return Version(Catalogue(texts=Texts(NOTHING), modules=[], articles=articles), {}, is_whole=False)

    old = list(range(8))
    comparison = compare_versions(version(old), version(order))
    moved = {changed.after.number - 1 for changed in comparison.changed}
    assert [n for n in order if n not in moved] == [n for n in old if n not in moved]
    assert comparison.is_empty == (order == old)
