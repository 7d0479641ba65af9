"""Tests what `gpucat search` answers to a wish that names no topic, and that ordinary questions are no wishes."""

import json

import pytest
from tests.conftest import Gpucat


def ids(gpucat: Gpucat, query: str) -> list[str]:
    result = gpucat("search", "--json", "--", query)
    assert result.code == 0
    return [hit["id"] for hit in json.loads(result.out)]


@pytest.mark.parametrize(
    "query",
    [
        "where should I begin?",
        "从哪里入手",
        "what to learn first",
        "我是新手，先看哪一篇",
        "I have never written a kernel",
        "想转行做算子开发",
    ],
)
def test_who_asks_where_to_begin_gets_the_beginning_of_the_route(gpucat: Gpucat, query: str) -> None:
    assert ids(gpucat, query)[:4] == ["hardware/10", "hardware/2", "hardware/11", "compiler/13"]
    assert "for a beginner first" in gpucat("search", "--", query).err


def test_only_what_a_beginner_can_read_answers_where_to_begin(gpucat: Gpucat) -> None:
    hits = json.loads(gpucat("search", "--json", "--limit", "0", "where do I start?").out)
    assert {hit["level"][0] for hit in hits} == {"beginner"}


def test_what_is_for_me_follows_what_is_read(gpucat: Gpucat) -> None:
    first = ids(gpucat, "what should I read next")
    gpucat("mark", first[0], "done")
    assert ids(gpucat, "接下来看什么") == [*first[1:], ids(gpucat, "接下来看什么")[-1]]


@pytest.mark.parametrize(
    ("query", "field", "value"),
    [
        ("the hardest articles", "level", ["advanced"]),
        ("简单一点的文章", "level", ["beginner"]),
        ("newest posts", "published", "2026-07-01"),
        ("最老的文章", "published", "2019-03-12"),
    ],
)
def test_level_and_date_answer_what_is_harder_easier_newer_or_older(
    gpucat: Gpucat, query: str, field: str, value: object
) -> None:
    assert json.loads(gpucat("search", "--json", "--limit", "1", query).out)[0][field] == value


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("what do I need to know before reading pipeline/4", "pipeline/2"),
        ("FlashAttention-3 之前要先看什么", "pipeline/2"),
        ("what should I read after CUDA Reduction?", "parallel/10"),
        ("看完 CUDA Reduction 再看什么", "parallel/10"),
        ("what builds on swizzle", "layout/11"),
    ],
)
def test_the_graph_answers_what_comes_before_and_after(gpucat: Gpucat, query: str, expected: str) -> None:
    assert expected in ids(gpucat, query)[:5]
    assert "builds on" in gpucat("search", "--", query).err


def test_reading_times_answer_what_is_short_once_texts_are_kept(gpucat: Gpucat) -> None:
    assert "once its text is kept" in gpucat("search", "a 20 minute read").err


def test_beside_a_topic_a_wish_only_lifts_what_fulfils_it(gpucat: Gpucat) -> None:
    plain, easier = ids(gpucat, "softmax"), ids(gpucat, "something easier about softmax")
    assert set(easier[:5]) <= set(plain)
    assert ids(gpucat, "newest articles about attention") != ids(gpucat, "oldest articles about attention")


@pytest.mark.parametrize(
    "query",
    [
        "do I need __syncthreads before reading shared memory",
        "how do I start a kernel",
        "first touch of a page",
        "kernel runs slower after warmup",
        "hard limit of registers per thread",
        "is it easier to use streams or graphs",
        "new features of Hopper",
        "time between the end of one kernel and the start of the next",
        "下一个 kernel 什么时候开始",
        "为什么第一次运行特别慢",
    ],
)
def test_ordinary_questions_with_such_words_are_no_wishes(gpucat: Gpucat, query: str) -> None:
    said = gpucat("search", "--", query).err
    assert "first, in the order" not in said
    assert "builds on" not in said
    assert "next for you" not in said
