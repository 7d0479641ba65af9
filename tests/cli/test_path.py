"""Tests `route --to`: the path from what is read to a goal."""

import json
from typing import Any

import pytest
from tests.conftest import Gpucat


def path(gpucat: Gpucat, goal: str, *words: str) -> list[dict[str, Any]]:
    result = gpucat("route", "--to", goal, *words, "--json")
    assert result.code == 0, result.err
    steps: list[dict[str, Any]] = json.loads(result.out)
    return steps


@pytest.mark.parametrize(
    ("names", "last"),
    [
        (["FlashAttention", "flash attention", "flash-attention"], "kernels/13"),
        (["bank conflict", "bank conflicts", "存储体冲突"], "memory/4"),
        (["TMA", "Tensor Memory Accelerator", "tensor-memory accelerator"], "pipeline/10"),
        (["memory/6", "18", "https://leimao.github.io/blog/CUDA-Shared-Memory-Swizzling"], "memory/6"),
        (["CuTe Tiled Copy"], "layout/13"),
    ],
)
def test_a_goal_is_a_concept_in_any_form_or_an_article(gpucat: Gpucat, names: list[str], last: str) -> None:
    paths = [[step["id"] for step in path(gpucat, name)] for name in names]
    assert all(steps == paths[0] for steps in paths)
    assert paths[0][-1] == last


def test_every_need_is_met_before_and_nothing_read_comes_again(gpucat: Gpucat) -> None:
    assumed = {"C++", "Python", "PyTorch", "linear algebra", "attention", "convolution", "container"}
    gpucat("mark", "hardware/11", "memory/7", "done")
    known = {
        word for card in json.loads(gpucat("show", "hardware/11", "memory/7", "--json").out) for word in card["teaches"]
    }
    steps = path(gpucat, "persistent kernel")
    assert not {"hardware/11", "memory/7"} & {step["id"] for step in steps}
    for step in steps:
        [card] = json.loads(gpucat("show", step["id"], "--json").out)
        assert set(card["needs"]) <= known | assumed
        assert step["teaches_for"]
        known |= set(card["teaches"])
    assert "persistent kernel" in known


def test_reading_on_shortens_the_path(gpucat: Gpucat) -> None:
    steps = path(gpucat, "ldmatrix")
    gpucat("mark", steps[0]["id"], "done")
    assert [step["id"] for step in path(gpucat, "ldmatrix")] == [step["id"] for step in steps[1:]]


def test_a_level_takes_what_lower_ones_teach_as_known(gpucat: Gpucat) -> None:
    lengths = [len(path(gpucat, "ldmatrix", "--level", level)) for level in ("beginner", "intermediate", "advanced")]
    assert lengths[0] == len(path(gpucat, "ldmatrix"))
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[2] < lengths[0]


def test_a_skipped_article_is_gone_round_or_named(gpucat: Gpucat) -> None:
    steps = [step["id"] for step in path(gpucat, "Tensor Memory Accelerator")]
    gpucat("mark", steps[-1], "skipped")
    assert path(gpucat, "Tensor Memory Accelerator")[-1]["id"] != steps[-1]
    gpucat("mark", "pipeline/5", "skipped")
    assert "you skipped it, and nothing else leads there" in gpucat("route", "--to", "persistent kernel").out


def test_a_goal_that_is_reached_says_by_what(gpucat: Gpucat) -> None:
    gpucat("mark", "memory/6", "done")
    for goal in ("swizzle", "memory/6"):
        result = gpucat("route", "--to", goal)
        assert (result.code, result.out) == (0, "")
        assert "memory/6" in result.err
    assert "assumed to be known" in gpucat("route", "--to", "python").err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["flashattenton"], "did you mean FlashAttention?"),
        (["flash"], "FlashAttention; FlashAttention-2"),
        (["memory/99"], "memory goes from memory/1 to memory/16"),
        (["nothing of the kind"], "neither"),
        ([""], "--to is empty"),
        (["ldmatrix", "--module", "gemm"], "--to only works with --level"),
    ],
)
def test_a_goal_that_is_none_says_what_there_is(gpucat: Gpucat, words: list[str], said: str) -> None:
    result = gpucat("route", "--to", *words)
    assert result.code == 2
    assert said in result.err


def test_the_reasons_are_told_in_both_languages(gpucat: Gpucat) -> None:
    assert "teaches bank conflict (the goal)" in gpucat("route", "--to", "bank conflict").out
    assert "（目标）" in gpucat("--lang", "zh", "route", "--to", "bank conflict").out
    for form in ("ids", "urls", "csv", "markdown"):
        assert gpucat("route", "--to", "bank conflict", "--format", form).out.count("\n") >= 5
