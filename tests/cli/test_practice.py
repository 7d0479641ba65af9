"""Experiments and the glossary."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.test_mark import editor, type_in
from tests.cli.test_undo import content
from tests.conftest import Gpucat

from gpucat.resources import data_file


def experiments(gpucat: Gpucat) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(gpucat("practice", "--json").out)
    return found


def test_the_six_experiments_with_metrics_and_preparation(gpucat: Gpucat) -> None:
    gpucat("mark", "memory/1", "done")
    found = experiments(gpucat)
    assert [e["number"] for e in found] == [1, 2, 3, 4, 5, 6]
    assert all(e["metrics"] and e["metrics_en"] and e["concepts"] and e["prepared_by"] for e in found)
    assert "memory/1" in found[0]["prepared_by"]
    assert "memory/1" not in found[0]["unread"]
    assert "11 articles, 1 read" in gpucat("practice").out
    shown = gpucat("practice", "show", "1").out
    assert "v  memory/1" in shown
    assert "CUDA Shared Memory Swizzling" in shown


def test_experiments_are_done_and_undone(gpucat: Gpucat, db: Path) -> None:
    before = content(db)
    assert gpucat("practice", "done", "1", "3").code == 0
    assert [bool(e["done_at"]) for e in experiments(gpucat)] == [True, False, True, False, False, False]
    assert "2 of 6 experiments done" in gpucat("progress").out
    assert "[done]" in gpucat("route", "--stage", "1").out
    assert gpucat("practice", "todo", "3").code == 0
    assert not experiments(gpucat)[2]["done_at"]
    assert (gpucat("undo").code, gpucat("undo").code) == (0, 0)
    assert content(db) == before


def test_an_unknown_experiment_is_named(gpucat: Gpucat) -> None:
    for words in (["done", "7"], ["show", "0"], ["note", "9", "x"]):
        result = gpucat("practice", *words)
        assert result.code == 2
        assert "choose from: 1, 2, 3, 4, 5, 6" in result.err


def test_measurements_are_noted_in_a_form_that_asks_for_what_matters(
    gpucat: Gpucat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor(tmp_path, monkeypatch, "sed -i 's/^GPU:/GPU: RTX 4090/' \"$1\"")
    gpucat("practice", "note", "2")
    assert experiments(gpucat)[1]["note"] == "GPU: RTX 4090"
    type_in(monkeypatch, b"48 TFLOPS\n")
    gpucat("practice", "note", "2", "--append", "-")
    assert experiments(gpucat)[1]["note"] == "GPU: RTX 4090\n\n48 TFLOPS"
    assert "GPU: RTX 4090 …" in gpucat("practice").out
    assert "\n48 TFLOPS\n" in gpucat("practice", "show", "2").out
    gpucat("practice", "note", "2", "")
    assert experiments(gpucat)[1]["note"] is None


def test_a_form_left_blank_is_no_note(gpucat: Gpucat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor(tmp_path, monkeypatch, "true")
    assert "note unchanged" in gpucat("--lang", "en", "practice", "note", "2").err
    assert experiments(gpucat)[1]["note"] is None


def test_every_term_has_both_names_and_its_teachers(gpucat: Gpucat) -> None:
    terms = json.loads(gpucat("terms", "--json").out)
    assert len(terms) > 140
    assert all(term["term"] and term["zh"] and (term["taught_by"] or term["assumed"]) for term in terms)
    assert len(gpucat("terms").out.splitlines()) > len(terms)
    assert "Study hints" in gpucat("terms").out
    assert "学习提示" in gpucat("--lang", "zh", "terms").out


@pytest.mark.parametrize("word", ["bank conflict", "存储体冲突", "Bank-Conflicts"])
def test_a_term_is_found_by_any_name(gpucat: Gpucat, word: str) -> None:
    gpucat("mark", "memory/4", "done")
    shown = gpucat("terms", word).out
    assert "bank conflict  存储体冲突" in shown
    assert "memory/4 CUDA Shared Memory Bank (done)" in shown
    assert "needed by" in shown


def test_the_lists_own_words_explain_a_term(gpucat: Gpucat) -> None:
    assert "Not just the" in gpucat("terms", "layout").out
    assert "多级局部工作集" in gpucat("--lang", "zh", "terms", "tiler").out


def test_a_list_without_concepts_keeps_its_glossary(gpucat: Gpucat, empty: Path) -> None:
    gpucat("import", str(Path(__file__).parents[1] / "list.md"), db=empty)
    terms = json.loads(gpucat("terms", "--json", db=empty).out)
    assert [term["term"] for term in terms] == ["Layout", "Tiler / Local Partition"]
    assert "\nTiler / Local Partition\n" in gpucat("terms", "tiler", db=empty).out


def test_a_term_that_is_none_says_the_nearest(gpucat: Gpucat) -> None:
    result = gpucat("terms", "sharedmemori")
    assert (result.code, result.out) == (0, "")
    assert "Did you mean shared memory?" in result.err


def test_a_term_that_no_article_teaches_is_explained_too(gpucat: Gpucat) -> None:
    terms = {line.partition("\t")[0] for line in data_file("terms.tsv").read_text("utf-8").splitlines()}
    concepts = {term["term"] for term in json.loads(gpucat("terms", "--json").out)}
    titles = gpucat("list", "--format", "tsv").out.casefold()
    names = sorted(name for name in terms - concepts if name[:1].isalpha() and name != "term")
    other = next(name for name in names if name.casefold() not in titles)
    shown = gpucat("terms", other)
    assert "no article is marked as teaching it" in shown.out
    assert "no article is marked as teaching" in gpucat("route", "--to", other).err


def test_the_readers_own_terms_are_names_too(gpucat: Gpucat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor(tmp_path, monkeypatch, "printf 'bank conflict\\t\\tclash-o-banks\\n' >> \"$1\"")
    assert gpucat("terms", "--edit").code == 0
    assert gpucat("terms", "clash o banks").out.startswith("bank conflict")
    assert gpucat("route", "--to", "clash-o-banks", "--format", "ids").out.endswith("memory/4\n")


def test_a_number_alone_shows_the_experiment(gpucat: Gpucat) -> None:
    assert gpucat("practice", "2").out == gpucat("practice", "show", "2").out != ""
    assert gpucat("practice", "2", "--json").out == gpucat("practice", "show", "2", "--json").out
