"""Tests that every term is explained in both languages, and that whoever asks gets the explanation."""

import json
import re

from gpucat.resources import data_file, data_rows
from gpucat.services.meanings import meaning_of

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
