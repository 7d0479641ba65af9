"""Tests adding a removed article again: what is not given anew is as it was."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.test_edit import card, titles
from tests.conftest import Gpucat

PLACE = ("id", "position", "stage", "step", "position_in_step", "route_position")


def add(gpucat: Gpucat, tmp_path: Path, fields: dict[str, Any], way: str) -> None:
    """Adds the article in one of the possible ways."""
    if way == "add":
        options = [word for name, value in fields.items() if name != "url" for word in (f"--{name}", str(value))]
        result = gpucat("add", fields["url"], *options, "--no-fetch", "--yes")
    elif way == "jsonl":
        (tmp_path / "again.jsonl").write_text(json.dumps({"title": "CuTe", **fields}), "utf-8")
        result = gpucat("import", "again.jsonl")
    else:
        text = f"## Some links\n\n- [CuTe]({fields['url']})\n"
        (tmp_path / "again.md").write_text(text, "utf-8")
        result = gpucat("import", "again.md")
    assert result.code == 0, result.err


@pytest.mark.parametrize("way", ["add", "jsonl", "markdown"])
@pytest.mark.parametrize("name", ["memory/6", "layout/1", "gemm/3"])
def test_an_address_alone_brings_all_of_it_back_to_the_end_of_its_module(
    gpucat: Gpucat, tmp_path: Path, name: str, way: str
) -> None:
    gpucat("mark", name, "done")
    was, order = card(gpucat, name), titles(gpucat, name.partition("/")[0])
    gpucat("remove", name, "--yes")
    add(gpucat, tmp_path, {"url": was["url"]}, way)
    back = card(gpucat, was["url"])
    renamed = {"title"} if way != "add" else set()
    differing = {field for field in was if back[field] != was[field]}
    assert differing <= {*PLACE, *renamed}
    assert back["id"] == f"{was['module']}/{len(order)}"
    assert titles(gpucat, was["module"])[:-1] == [title for title in order if title != was["title"]]
    assert back["stage"] is not None


@pytest.mark.parametrize("way", ["add", "jsonl"])
def test_what_is_given_anew_is_taken(gpucat: Gpucat, tmp_path: Path, way: str) -> None:
    was = card(gpucat, "memory/6")
    gpucat("remove", "memory/6", "--yes")
    add(gpucat, tmp_path, {"url": was["url"], "module": "gemm", "level": "beginner", "summary": "新"}, way)
    back = card(gpucat, was["url"])
    assert (back["module"], back["level"], back["summary"], back["summary_en"]) == ("gemm", ["beginner"], "新", "")
    assert (back["keywords"], back["why"]) == (was["keywords"], was["why"])


def test_one_of_the_inbox_comes_back_into_it(gpucat: Gpucat, tmp_path: Path) -> None:
    (tmp_path / "new.jsonl").write_text(json.dumps({"title": "X", "url": "https://a.example/x"}), "utf-8")
    gpucat("import", "new.jsonl")
    gpucat("remove", "149", "--yes")
    add(gpucat, tmp_path, {"url": "https://a.example/x"}, "jsonl")
    assert card(gpucat, "149")["id"] == "inbox/149"


def test_removed_twice_it_remembers_the_last_module(gpucat: Gpucat, tmp_path: Path) -> None:
    was = card(gpucat, "memory/6")
    number = str(was["number"])
    gpucat("remove", number, "--yes")
    add(gpucat, tmp_path, {"url": was["url"], "module": "gemm"}, "add")
    gpucat("remove", number, "--yes")
    add(gpucat, tmp_path, {"url": was["url"]}, "add")
    assert card(gpucat, number)["module"] == "gemm"


def test_a_removed_article_is_told_from_one_that_never_was(gpucat: Gpucat) -> None:
    was = card(gpucat, "13")
    gpucat("remove", "13", "--yes")
    for name in ("13", "inbox/13", was["url"]):
        result = gpucat("show", name)
        assert result.code == 2
        assert f"“{was['title']}” was removed from the list" in result.err
        assert f"`gpucat undo 1` or `gpucat add {was['url']}`" in result.err
    assert "numbers go from 1 to 148" in gpucat("show", "149").err
    assert gpucat("undo", "1").code == 0
    assert card(gpucat, "13") == was


def test_the_way_back_of_a_removal_that_was_made_again_is_the_latest(gpucat: Gpucat) -> None:
    gpucat("remove", "13", "--yes")
    gpucat("undo")
    gpucat("remove", "13", "--yes")
    assert "`gpucat undo 2`" in gpucat("show", "13").err


def test_where_nothing_is_no_range_is_named(gpucat: Gpucat, empty: Path) -> None:
    gpucat("edit", "memory/1..16", "--module", "gemm", "--yes")
    assert "memory has no articles" in gpucat("show", "memory/1").err
    assert "no articles yet" in gpucat("show", "1", db=empty).err
