"""Tests `route --to`: the path from what is read to a goal."""

import json
from collections.abc import Callable
from pathlib import Path
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
    lengths = [len(path(gpucat, "swizzle", "--level", level)) for level in ("beginner", "intermediate", "advanced")]
    assert lengths[0] == len(path(gpucat, "swizzle"))
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[2] < lengths[0]


@pytest.fixture
def made(gpucat: Gpucat, empty: Path, tmp_path: Path) -> Callable[..., Path]:
    """Returns a database of these articles, which are read in this order; a title is also the end of the address."""

    def make(*articles: dict[str, Any]) -> Path:
        texts = next(row for row in gpucat("export", "jsonl").out.splitlines() if '"kind": "catalog"' in row)
        urls = [f"https://a.example/{article['title']}" for article in articles]
        title = {"zh": "一", "en": "one"}
        stage = {"kind": "stage", "title": title, "steps": [{"title": title, "articles": urls}]}
        lines = [{"kind": "article", "url": url, **article} for url, article in zip(urls, articles, strict=True)]
        (tmp_path / "list.jsonl").write_text("\n".join([texts, *map(json.dumps, [stage, *lines])]), "utf-8")
        assert gpucat("import", "list.jsonl", db=empty).code == 0
        return empty

    return make


def test_what_is_above_the_level_is_taken_only_if_nothing_else_leads_there(
    gpucat: Gpucat, made: Callable[..., Path]
) -> None:
    db = made(
        {"title": "Whole", "teaches": ["leg", "seat"], "level": "advanced"},
        {"title": "Legs", "teaches": ["leg"], "level": "beginner..intermediate"},
        {"title": "Seats", "teaches": ["seat"], "level": "beginner"},
        {"title": "Chairs", "teaches": ["chair"], "needs": ["leg", "seat"], "level": "advanced"},
    )
    assert gpucat("route", "--to", "chair", "--format", "ids", db=db).out.split() == ["inbox/1", "inbox/4"]
    told = gpucat("route", "--to", "chair", "--level", "beginner", db=db).out
    assert "Whole" not in told
    assert "above your level, and nothing else leads there" in told


def test_the_shortest_way_and_the_best_article_are_told_where_they_differ(
    gpucat: Gpucat, made: Callable[..., Path]
) -> None:
    chairs = {"title": "Chairs", "teaches": ["chair"], "needs": ["leg"], "depth": {"chair": "masters"}}
    furniture = {"title": "Furniture", "teaches": ["house", "bed", "chair"]}
    db = made(furniture, {"title": "Legs", "teaches": ["leg"]}, chairs)
    result = gpucat("route", "--to", "chair", db=db)
    assert "the shortest way ends at inbox/1 Furniture: 1 article" in result.out
    [*_, last] = json.loads(gpucat("route", "--to", "chair", "--json", db=db).out)
    assert (last["id"], last["shortest"], last["best"]) == ("inbox/3", {"id": "inbox/1", "articles": 1}, None)


def test_the_best_article_is_told_if_it_is_too_far(gpucat: Gpucat, made: Callable[..., Path]) -> None:
    needs = ["leg", "seat", "back", "arm"]
    chairs = {"title": "Chairs", "teaches": ["chair"], "needs": needs, "depth": {"chair": "masters"}}
    db = made({"title": "Sitting", "teaches": ["chair"]}, *({"title": n, "teaches": [n]} for n in needs), chairs)
    assert "inbox/6 Chairs, the best article on it, is 5 more articles" in gpucat("route", "--to", "chair", db=db).out
    assert "inbox/6" in gpucat("--lang", "zh", "route", "--to", "chair", db=db).out
    [last] = json.loads(gpucat("route", "--to", "chair", "--json", db=db).out)
    assert (last["id"], last["shortest"], last["best"]) == ("inbox/1", None, {"id": "inbox/6", "articles": 5})


def test_articles_that_need_each_other_are_read_all_the_same(gpucat: Gpucat, made: Callable[..., Path]) -> None:
    db = made(
        {"title": "Eggs", "teaches": ["egg"], "needs": ["hen"]}, {"title": "Hens", "teaches": ["hen"], "needs": ["egg"]}
    )
    assert "also needs hen, which nothing before it teaches" in gpucat("route", "--to", "hen", db=db).out


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
        (["flash"], "FlashAttention; FlashAttention-2"),
        (["memory/99"], "memory goes from memory/1 to memory/16"),
        (["kubernetes"], "neither"),
        ([""], "--to is empty"),
        (["ldmatrix", "--module", "gemm"], "--to only works with --level"),
    ],
)
def test_a_goal_that_is_none_says_what_there_is(gpucat: Gpucat, words: list[str], said: str) -> None:
    result = gpucat("route", "--to", *words)
    assert result.code == 2
    assert said in result.err


@pytest.mark.parametrize(
    ("words", "taken"),
    [
        ("triton softmax", "kernels/6 Triton Kernels - Fused Softmax"),
        ("matrix transpose hopper", "memory/16 Making matrix transpose really fast on Hopper GPUs"),
        ("怎么写一个快的softmax", "softmax"),
        ("flashattenton", "FlashAttention"),
        ("想学 TMA", "Tensor Memory Accelerator"),
    ],
)
def test_a_goal_in_other_words_is_searched_for(gpucat: Gpucat, words: str, taken: str) -> None:
    result = gpucat("route", "--to", words)
    assert f"'{words}' is taken as {taken}" in result.err
    assert result.out == gpucat("route", "--to", taken).out
    assert f"“{words}”按“" in gpucat("--lang", "zh", "route", "--to", words).err


@pytest.mark.parametrize("words", ["what is warp specialization", "什么是线程束", "CUTLASS from scratch matmul"])
def test_a_question_names_a_goal_or_brings_three_near(gpucat: Gpucat, words: str) -> None:
    result = gpucat("route", "--to", words)
    assert (result.code, result.err) == (0, "") or (result.code, result.err.count(";")) == (2, 2)


@pytest.mark.parametrize("words", ["tma on hopper", "fast softmax or layer norm", "nccl", "flash"])
def test_a_goal_that_is_not_clear_brings_goals_to_paste(gpucat: Gpucat, words: str) -> None:
    result = gpucat("route", "--to", words)
    assert result.code == 2
    _, choices = result.err.strip().split("choose one: ")
    for choice in choices.split(" (+")[0].split("; "):
        assert gpucat("route", "--to", choice).code == 0, choice


def test_the_reasons_are_told_in_both_languages(gpucat: Gpucat) -> None:
    assert "teaches bank conflict (the goal)" in gpucat("route", "--to", "bank conflict").out
    assert "（目标）" in gpucat("--lang", "zh", "route", "--to", "bank conflict").out
    for form in ("ids", "urls", "csv", "markdown"):
        assert gpucat("route", "--to", "bank conflict", "--format", form).out.count("\n") >= 3


@pytest.mark.parametrize(
    ("goal", "chinese", "most"),
    [
        ("TMA", "张量内存加速器", 7),
        ("persistent kernel", "常驻核函数", 8),
        ("warp specialization", "warp 特化", 16),
        ("CuTe DSL", "CuTe DSL", 22),
        ("FlashAttention-3", "FlashAttention-3", 24),
        ("flash attention", "FlashAttention", 8),
        ("throughput", "吞吐量", 2),
    ],
)
def test_a_path_from_nothing_is_short_in_both_languages(gpucat: Gpucat, goal: str, chinese: str, most: int) -> None:
    steps = [step["id"] for step in path(gpucat, goal)]
    assert 0 < len(steps) <= most
    assert [step["id"] for step in path(gpucat, chinese)] == steps


def test_the_route_teaches_what_an_article_needs_before_it(gpucat: Gpucat) -> None:
    order = gpucat("route", "--format", "ids").out.split()
    cards = {card["id"]: card for card in json.loads(gpucat("show", *order, "--json").out)}
    taught = {concept for card in cards.values() for concept in card["teaches"]}
    known: set[str] = set()
    for place in order:
        assert [need for need in cards[place]["needs"] if need in taught and need not in known] == [], place
        known |= set(cards[place]["teaches"])
