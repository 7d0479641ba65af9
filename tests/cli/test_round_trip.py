"""What goes in comes out: the user's document, the seed, the database."""

import json
from pathlib import Path

import pytest
from tests.conftest import LIST, Gpucat

from gpucat.resources import data_file


def test_exported_markdown_is_the_users_document(gpucat: Gpucat) -> None:
    assert gpucat("export", "markdown").out.encode() == LIST.read_bytes()


def test_exported_jsonl_is_the_seed(gpucat: Gpucat) -> None:
    assert gpucat("export", "jsonl").out == data_file("seed.jsonl").read_text("utf-8")


@pytest.mark.parametrize("source", ["document", "seed"])
def test_a_list_imported_into_an_empty_database_comes_out_again(gpucat: Gpucat, tmp_path: Path, source: str) -> None:
    empty = tmp_path / "empty.db"
    path, form = (LIST, "markdown") if source == "document" else (data_file("seed.jsonl"), "jsonl")
    assert gpucat("db", "create", "--empty", db=empty).code == 0
    assert gpucat("import", str(path), db=empty).code == 0
    assert gpucat("export", form, db=empty).out == path.read_text("utf-8")


def test_importing_the_list_again_changes_nothing(gpucat: Gpucat) -> None:
    result = gpucat("import", str(LIST), "--on-duplicate", "update")
    assert "148 unchanged" in result.err
    assert gpucat("export", "markdown").out == LIST.read_text("utf-8")


def test_counts_in_the_document_follow_an_added_article(gpucat: Gpucat, tmp_path: Path) -> None:
    line = {"title": "A new one", "url": "https://a.example/new", "module": "memory", "level": "advanced"}
    (tmp_path / "new.jsonl").write_text(json.dumps(line), "utf-8")
    assert gpucat("import", "new.jsonl").code == 0
    document = gpucat("export", "markdown").out
    for said in (
        "新增 **41 篇**；当前唯一文章数：**149 篇**；共 9 个模块",
        "GPU内存层次与访存优化（17 篇）",
        "| [GPU内存层次与访存优化](#memory) | 17 |",
        "- 唯一文章数：**149**；正文 URL 数：**149**。",
        "| 17 | [A new one](https://a.example/new) |",
    ):
        assert said in document


def test_an_imported_article_gets_a_place_on_the_route(gpucat: Gpucat, tmp_path: Path) -> None:
    line = {"title": "A new one", "url": "https://a.example/new", "module": "memory", "level": "beginner"}
    (tmp_path / "new.jsonl").write_text(json.dumps(line), "utf-8")
    gpucat("import", "new.jsonl")
    stops = json.loads(gpucat("route", "--json").out)
    assert len(stops) == 149
    assert [stop["stage"] for stop in stops if stop["id"] == "memory/17"] == [1]
