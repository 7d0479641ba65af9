"""Tests that every term is explained in both languages, and that whoever asks gets the explanation."""

import json
import re

import pytest

from gpucat.resources import data_file, data_rows
from gpucat.services.meanings import meaning_of
from tests.conftest import Gpucat

TERMS = [row[0].strip() for row in data_rows("terms.tsv")]
AWRY = re.compile(r"[，。、；：（）] | [，。、；：（）]|[\u4e00-\u9fff][,;:?!()]|[,;:?!()][\u4e00-\u9fff]|您")
"""Half-width marks beside Chinese, blanks beside full-width ones, and a formal you."""
SEED = [json.loads(line) for line in data_file("seed.jsonl").read_text("utf-8").splitlines()]


def test_every_concept_and_term_has_a_meaning() -> None:
    concepts = [row["name"] for row in SEED if row["kind"] == "concept"]
    assert [name for name in (*TERMS, *concepts) if meaning_of(name) is None] == []


def test_no_meaning_is_of_nothing_or_told_twice() -> None:
    names = [row[0] for row in data_rows("meanings.tsv")]
    assert sorted(names) == sorted(TERMS)


def test_a_meaning_is_a_sentence_or_two_in_each_language() -> None:
    for name, english, chinese in data_rows("meanings.tsv"):
        assert english[-1] in ".)", name
        assert chinese[-1] == "。", name
        assert 25 < len(english) < 340, name
        assert 12 < len(chinese) < 180, name
        assert len(re.findall(r"[.!?] (?=[A-Z])", english)) <= 2, name
        assert not AWRY.search(chinese), name


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("what is a warp", ["warp"]),
        ("what is a warp?", ["warp"]),
        ("What are warps", ["warp"]),
        ("what does swizzle mean", ["swizzle", "tile rasterization"]),
        ("什么是warp", ["warp"]),
        ("warp 是什么？", ["warp"]),
        ("什麼是執行緒", ["thread"]),
        ("什麼是線程束", ["warp"]),
        ("共有メモリとは", ["shared memory"]),
        ("TMA是什么意思", ["Tensor Memory Accelerator"]),
        ("what is a barrier", ["barrier", "mbarrier"]),
        ("bank冲突是什么", ["bank conflict"]),
        ("what is the difference between warp and thread", []),
        ("what is the best article", []),
        ("warp", []),
        ("什么是", []),
        ("", []),
    ],
)
def test_who_asks_what_a_term_means_is_told(gpucat: Gpucat, query: str, names: list[str]) -> None:
    shown = gpucat("search", query, "--limit", "1")
    assert shown.code == 0
    headings = re.findall(r"^(.+?)  .+\nmeaning  ", shown.out, re.MULTILINE)
    assert headings == names
    assert gpucat("search", query, "--limit", "1", "--format", "urls").out.count("\n") <= 1


def test_the_meaning_stands_above_the_hits_in_the_language_in_use(gpucat: Gpucat) -> None:
    lines = gpucat("--lang", "zh", "search", "什么是warp", "--limit", "2").out.splitlines()
    meaning = meaning_of("warp")
    assert meaning is not None
    assert lines[:3] == ["warp  线程束", f"含义  {meaning.zh}", ""]
