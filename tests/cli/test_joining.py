"""Tests that new articles join the graph of concepts: by add, edit and import."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import Gpucat

NEW = "https://a.example/tcgen05"


def card(gpucat: Gpucat, article: str) -> dict[str, Any]:
    [found] = json.loads(gpucat("show", article, "--json").out)
    return dict(found)


def add(gpucat: Gpucat, *more: str) -> None:
    result = gpucat("add", NEW, "--title", "Notes of mine", "--module", "gemm", "--no-fetch", "--yes", *more)
    assert result.code == 0, result.err


def test_an_added_article_is_on_the_way(gpucat: Gpucat) -> None:
    add(gpucat, "--teaches", "UMMA", "--teaches", "tensor memory", "--needs", "warpgroup MMA", "--needs", "mbarrier")
    found = card(gpucat, NEW)
    assert (found["teaches"], found["needs"]) == (["UMMA", "tensor memory"], ["warpgroup MMA", "mbarrier"])
    way = gpucat("route", "--to", NEW, "--format", "ids").out.split()
    assert way[-1] == found["id"]
    assert len(way) > 2
    assert found["id"] in gpucat("terms", "tensor memory").out
    gpucat("undo")
    assert found["id"] not in gpucat("terms", "tensor memory").out


@pytest.mark.parametrize("name", ["TMA", "Tensor Memory Accelerator", "tensor-memory accelerator", "张量内存加速器"])
def test_a_concept_has_any_of_its_names(gpucat: Gpucat, name: str) -> None:
    gpucat("edit", "hardware/7", "--teaches", name)
    assert card(gpucat, "hardware/7")["teaches"] == ["Tensor Memory Accelerator"]


def test_an_edit_replaces_clears_and_is_taken_back(gpucat: Gpucat) -> None:
    before = card(gpucat, "gemm/9")
    result = gpucat("edit", "gemm/9", "--needs", "CuTe", "--teaches", "swizzle", "--json")
    [changed] = json.loads(result.out)
    assert changed["changed"]["needs"] == {"before": before["needs"], "after": ["CuTe"]}
    assert card(gpucat, "gemm/9")["teaches"] == ["swizzle"]
    gpucat("edit", "gemm/9", "--needs", "")
    assert card(gpucat, "gemm/9")["needs"] == []
    gpucat("undo")
    gpucat("undo")
    assert card(gpucat, "gemm/9") == before
    assert "already says so" in gpucat("edit", "gemm/9", *(f"--needs={need}" for need in before["needs"])).err


def test_a_term_that_nobody_taught_becomes_a_concept(gpucat: Gpucat) -> None:
    add(gpucat, "--teaches", "cuTile")
    assert gpucat("route", "--to", "cuTile", "--format", "urls").out.splitlines()[-1] == NEW
    assert gpucat("undo").code == 0


def test_an_unknown_concept_is_refused_with_the_nearest(gpucat: Gpucat) -> None:
    result = gpucat("edit", "gemm/9", "--teaches", "swizle")
    assert result.code == 2
    assert "--teaches: no concept 'swizle'" in result.err
    assert "did you mean swizzle" in result.err
    assert gpucat("history").err.startswith("No changes")


def test_the_title_and_the_nearest_articles_propose_concepts(gpucat: Gpucat) -> None:
    result = gpucat(
        "add", NEW, "--title", "Swizzle and bank conflict, step by step", "--module", "memory", "--no-fetch", "--yes"
    )
    assert result.code == 0
    found = card(gpucat, NEW)
    assert set(found["teaches"]) == {"swizzle", "bank conflict"}
    assert not set(found["needs"]) & set(found["teaches"])


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_an_import_takes_concepts(gpucat: Gpucat, tmp_path: Path, form: str) -> None:
    row = {"title": "Notes", "url": NEW, "module": "gemm", "teaches": "FlashAttention-2, UMMA", "needs": "ldmatrix"}
    if form == "jsonl":
        listed = {**row, "teaches": row["teaches"].split(", "), "needs": ["ldmatrix"], "depth": {"UMMA": "introduces"}}
        text = json.dumps(listed) + "\n"
    else:
        text = ",".join(row) + "\n" + ",".join(f'"{value}"' for value in row.values()) + "\n"
    (tmp_path / f"new.{form}").write_text(text, "utf-8")
    result = gpucat("import", str(tmp_path / f"new.{form}"))
    assert result.code == 0, result.err
    found = card(gpucat, NEW)
    assert (found["teaches"], found["needs"]) == (["FlashAttention-2", "UMMA"], ["ldmatrix"])
    gpucat("edit", NEW, "--teaches", "swizzle")
    assert card(gpucat, NEW)["teaches"] == ["swizzle"]
    gpucat("import", str(tmp_path / f"new.{form}"), "--on-duplicate", "update")
    assert card(gpucat, NEW) == found


def test_an_unknown_concept_in_a_file_is_named_with_its_line(gpucat: Gpucat, tmp_path: Path) -> None:
    rows = [
        {"title": "A", "url": "https://a.example/1"},
        {"title": "B", "url": "https://a.example/2", "needs": ["zzz"]},
    ]
    (tmp_path / "new.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    result = gpucat("import", str(tmp_path / "new.jsonl"))
    assert result.code == 1
    assert "new.jsonl:2: needs: no concept 'zzz'" in result.err
    assert gpucat("show", "https://a.example/1").code == 2


def test_what_joined_goes_out_and_comes_back(gpucat: Gpucat, empty: Path, tmp_path: Path) -> None:
    add(gpucat, "--teaches", "cuTile", "--teaches", "UMMA", "--needs", "swizzle")
    gpucat("export", "jsonl", "-o", "list.jsonl")
    assert gpucat("import", "list.jsonl", db=empty).code == 0
    back = json.loads(gpucat("show", NEW, "--json", db=empty).out)[0]
    assert (back["teaches"], back["needs"]) == (["cuTile", "UMMA"], ["swizzle"])


def test_a_whole_list_brings_its_concepts_to_one_that_stands(gpucat: Gpucat, tmp_path: Path) -> None:
    lines = [
        {"kind": "concept", "name": "my own concept", "zh": "自有概念", "assumed": False},
        {"kind": "article", "title": "Notes", "url": NEW, "module": "gemm", "teaches": ["my own concept"], "needs": []},
    ]
    (tmp_path / "own.jsonl").write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")
    assert gpucat("import", str(tmp_path / "own.jsonl")).code == 0
    assert gpucat("route", "--to", "自有概念", "--format", "urls").out.split() == [NEW]


def audited(gpucat: Gpucat, rule: str) -> tuple[str, dict[str, str]]:
    found = next(one for one in json.loads(gpucat("audit", "--json").out) if one["rule"] == rule)
    return found["result"], {one["id"]: one["what"] for one in found["findings"]}


def test_the_audit_names_articles_without_concepts(gpucat: Gpucat) -> None:
    assert audited(gpucat, "concepts")[0] == "pass"
    gpucat("edit", "gemm/9", "--teaches", "", "--needs", "")
    assert audited(gpucat, "concepts")[0] == "note"
    assert list(audited(gpucat, "concepts")[1]) == ["gemm/9"]


def test_the_audit_names_needs_that_nobody_teaches(gpucat: Gpucat) -> None:
    gpucat("edit", "gemm/9", "--needs", "cuTile")
    result, found = audited(gpucat, "acyclic")
    assert result == "fail"
    assert found["gemm/9"] == "needs cuTile, which nobody teaches"


def test_the_audit_names_a_circle(gpucat: Gpucat) -> None:
    gpucat("edit", "layout/10", "--teaches", "cuTile", "--needs", "Helion")
    gpucat("edit", "layout/11", "--teaches", "Helion", "--needs", "cuTile")
    result, found = audited(gpucat, "acyclic")
    assert result == "fail"
    assert found["layout/10"] == "a circle of needs: layout/10 (Helion) → layout/11 (cuTile) → layout/10"
    assert gpucat("route", "--to", "Helion").code == 0


def test_unknown_fields_are_named_kept_and_exported(gpucat: Gpucat, tmp_path: Path) -> None:
    rows = [{"title": f"Notes {n}", "url": f"https://a.example/{n}", "module": "gemm", "colour": "red"} for n in (1, 2)]
    rows[1]["shape"] = "round"
    (tmp_path / "new.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    result = gpucat("import", str(tmp_path / "new.jsonl"))
    assert "Kept fields that gpucat does not know: colour (2), shape (1)" in result.err
    exported = [json.loads(line) for line in gpucat("export", "jsonl").out.splitlines()]
    [second] = [one for one in exported if one.get("url") == "https://a.example/2"]
    assert (second["colour"], second["shape"]) == ("red", "round")
    assert "does not know" not in gpucat("import", str(tmp_path / "new.jsonl")).err


ADDRESS = "https://research.colfax-intl.com/cutlass-tutorial-wgmma-hopper/"
PARTIAL = {
    "jsonl": json.dumps({"title": "x", "url": ADDRESS, "needs": ["swizzle"]}) + "\n",
    "csv": f"title,url,needs\nx,{ADDRESS},swizzle\n",
}


@pytest.mark.parametrize("is_removed", [False, True])
@pytest.mark.parametrize("form", PARTIAL)
def test_a_file_that_gives_one_relation_leaves_the_other(
    gpucat: Gpucat, tmp_path: Path, form: str, is_removed: bool
) -> None:
    before = card(gpucat, "gemm/9")
    assert before["teaches"]
    if is_removed:
        gpucat("remove", "gemm/9", "--yes")
    (tmp_path / f"new.{form}").write_text(PARTIAL[form], "utf-8")
    assert gpucat("import", str(tmp_path / f"new.{form}"), "--on-duplicate", "update").code == 0
    after = card(gpucat, ADDRESS)
    assert (after["teaches"], after["needs"]) == (before["teaches"], ["swizzle"])
    row = next(
        one for one in gpucat("export", "jsonl").out.splitlines() if f'"{ADDRESS}"' in one and '"article"' in one
    )
    assert json.loads(row)["depth"] == {"warpgroup MMA": "masters"}


def test_a_removed_article_that_is_added_again_keeps_what_is_not_given(gpucat: Gpucat) -> None:
    before = card(gpucat, "gemm/9")
    gpucat("remove", "gemm/9", "--yes")
    assert gpucat("add", ADDRESS, "--needs", "swizzle", "--no-fetch", "--force", "--yes").code == 0
    after = card(gpucat, ADDRESS)
    assert (after["teaches"], after["needs"]) == (before["teaches"], ["swizzle"])


def test_an_article_never_needs_what_it_teaches(gpucat: Gpucat) -> None:
    gpucat("edit", "gemm/9", "--teaches", "swizzle")
    gpucat("edit", "gemm/9", "--needs", "swizzle", "--needs", "CuTe")
    assert card(gpucat, "gemm/9")["needs"] == ["CuTe"]
