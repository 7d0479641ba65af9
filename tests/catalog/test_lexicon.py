"""Tests the term list that ships with gpucat, and how it is compiled."""

import json
import re

import pytest

from gpucat.resources import data_file
from gpucat.search.lexicon import key_of
from gpucat.search.term_rows import Term, compile_lexicon, conflicts, read_pairs, read_terms
from gpucat.search.tokens import fold_han


@pytest.fixture(scope="module")
def terms() -> list[Term]:
    return read_terms(data_file("terms.tsv").read_text("utf-8"))


def test_the_rows_are_whole(terms: list[Term]) -> None:
    names = [term.name for term in terms]
    assert len(names) == len(set(names)) > 250
    assert all(name in names for term in terms for name in term.near if not name.startswith("!"))


def test_no_two_rows_claim_a_form(terms: list[Term]) -> None:
    assert [text.en for text in conflicts(terms)] == []


def test_a_conflict_is_reported() -> None:
    rows = [Term("stream", ("流",)), Term("flow", ("流",))]
    assert [text.en for text in conflicts(rows)] == ["'流' stands for stream and flow"]


def test_the_pinyin_table_is_of_these_terms(terms: list[Term]) -> None:
    """Fails until tools/pinyin_table.py is run after a change of terms.tsv."""
    names = {fold_han(name) for term in terms for name in term.in_chinese}
    wanted = {name for name in names if len(name) > 1 and all("\u4e00" <= character <= "\u9fff" for character in name)}
    assert {name for name, _ in read_pairs(data_file("pinyin.tsv").read_text("utf-8"))} == wanted


@pytest.mark.parametrize(
    ("typed", "key"),
    [("Shared-Memory", "share memori"), ("bank 冲突", "bank冲突"), ("CUDA 流", "cuda流"), ("記憶體", "记忆体")],
)
def test_keys_are_alike_however_a_form_is_written(typed: str, key: str) -> None:
    assert key_of(typed) == key


def test_every_form_leads_to_the_others() -> None:
    lexicon = compile_lexicon([Term("warp", ("线程束",), ("WP",), ("warps",))])
    for form in ("warp", "线程束", "wp"):
        (entry,) = [entry for entry in lexicon[key_of(form)] if entry.kind == "same"]
        assert [f.text for f in entry.forms] == ["warp", "线程束", "WP", "warps"]


def test_marks_on_forms() -> None:
    """A form marked ~ is understood but not searched for; one marked + is searched for but does not lead here."""
    lexicon = compile_lexicon([Term("thread block", (), (), ("~block", "+CTA"))])
    assert [form.text for form in lexicon["block"][0].forms] == ["thread block", "CTA"]
    assert "cta" not in lexicon


def test_one_mistyped_character_of_a_chinese_name_is_forgiven() -> None:
    assert compile_lexicon([Term("gemm", ("矩阵乘法",))])["矩阵_法"][0].concept == "矩阵乘法"


def test_everyday_words_and_terms_make_the_meaning_of_a_symptom() -> None:
    terms = [Term("warmup", symptoms=("first run of the kernel is slow",)), Term("kernel")]
    lexicon = compile_lexicon(terms, everyday=[("slow", "slow|takes long"), ("first time", "first run")])
    (entry,) = lexicon["?#slow"]
    assert set(entry.told.split("|")) == {"#first time", "@kernel", "#slow"}
    assert entry.concept == "warmup"


def test_troubles_of_one_concept_told_alike_are_one() -> None:
    terms = [Term("warmup", symptoms=("the first run is slow", "slow on the first run"))]
    lexicon = compile_lexicon(terms, everyday=[("slow", "slow"), ("first time", "first run")])
    (entry,) = lexicon["?#slow"]
    assert lexicon["the first run is slow"] == lexicon["slow on the first run"] == [entry]


def test_everyday_words_of_a_subject_are_kept_apart_from_those_that_tell_little() -> None:
    terms = [Term("transpose", symptoms=("turn a matrix around",))]
    lexicon = compile_lexicon(terms, everyday=[("=matrix", "matrix|矩阵"), ("slow", "slow")])
    assert [lexicon[key][0].kind for key in ("matrix", "矩阵", "slow")] == ["subject", "subject", "plain"]
    assert "#=matrix" in lexicon["?#=matrix"][0].told


def test_rows_of_one_name_add_up() -> None:
    lexicon = compile_lexicon([Term("swizzle", ("地址重排",)), Term("swizzle", (), (), ("slosh",))])
    assert [form.text for form in lexicon["slosh"][0].forms] == ["swizzle", "地址重排", "slosh"]


def test_initials_lead_to_a_name() -> None:
    (entry,) = compile_lexicon([Term("out of bounds")])["^oob"]
    assert (entry.kind, entry.concept) == ("initials", "out of bounds")


def test_a_word_said_in_english_is_shown_with_its_chinese_name() -> None:
    (term,) = read_terms("Tensor Memory Accelerator\tTMA（张量内存加速器）\tTMA\n")
    assert term.chinese == ("TMA（张量内存加速器）",)
    assert term.forms == ("Tensor Memory Accelerator", "张量内存加速器", "TMA")


def test_the_main_meaning_of_another_word_is_known_to_the_glossary_alone() -> None:
    rows = [Term("swizzle"), Term("tile order", (), (), ("?swizzle",))]
    assert [entry.concept for entry in compile_lexicon(rows)["swizzl"]] == ["swizzle"]
    assert list(conflicts(rows)) == []
    assert rows[1].told == ("?swizzle",)


def test_names_are_in_the_script_of_their_region(terms: list[Term]) -> None:
    """A Japanese name has no simplified characters, so that Shift JIS can write it."""
    japanese = [name for term in terms for name in term.chinese if re.search("[\u3040-\u30ff]", name)]
    assert len(japanese) > 100
    assert [name for name in japanese if "?" in name.encode("shift_jis", "replace").decode("shift_jis")] == []


def test_the_list_shows_the_names_of_the_terms(terms: list[Term]) -> None:
    shown = {term.name: term.chinese[0] for term in terms if term.chinese}
    rows = map(json.loads, data_file("seed.jsonl").read_text("utf-8").splitlines())
    concepts = [row for row in rows if row["kind"] == "concept"]
    known = {term.name for term in terms}
    assert [row["name"] for row in concepts if row["name"] not in known] == []
    different = [row["name"] for row in concepts if row["zh"] not in (row["name"], shown.get(row["name"]))]
    assert different == []
