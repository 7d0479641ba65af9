"""Tests what counts as one word."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gpucat.search.tokens import atoms, camel_parts, index_tokens, phrase_tokens, surface_words


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("C++/CUDA", ["c++", "cuda"]),
        ("1×1 １ｘ１ 1x1", ["1x1", "1x1", "1x1"]),
        ("CUDA_LAUNCH_BLOCKING=1", ["cuda", "launch", "block", "1"]),
        ("FlashAttention-3", ["flash", "attent", "3", "flashattent", "3"]),
        ("RMSNorm", ["rm", "norm", "rmsnorm"]),
        ("CuTe PyTorch cuBLAS", ["cute", "pytorch", "cubla"]),
        ("共享内存", ["共享", "享内", "内存"]),
        ("流", ["流"]),
        ("共享記憶體", ["共享", "享记", "记忆", "忆体"]),
        ("転置", ["转置"]),
        ("カーネル", ["カネ", "ネル"]),
        ("ｶｰﾈﾙ", ["カネ", "ネル"]),
        ("Aleksa Gordić", ["aleksa", "gordic"]),
        ("Aleksa Gordic\u0301", ["aleksa", "gordic"]),
        ("用TMA搬运", ["用", "tma", "搬运"]),
        ("a\0b", ["a", "b"]),
        ("…，。！", []),
    ],
)
def test_a_text_has_these_tokens(text: str, tokens: list[str]) -> None:
    assert index_tokens(text) == tokens


def test_a_pair_that_only_looks_like_a_word_is_no_token() -> None:
    """量化 (quantise) is not found in 向量化 (vectorise)."""
    assert "量化" not in index_tokens("向量化访存")
    assert "量化" in index_tokens("权重量化")


def test_words_joined_by_punctuation_are_told_from_words_in_a_list() -> None:
    assert [atom.is_joined for atom in atoms("H2D/D2H a, b")] == [False, True, False, False]


@pytest.mark.parametrize(("word", "parts"), [("FlashAttention2", 3), ("OutOfMemoryError", 1), ("cudaMemcpyAsync", 3)])
def test_camel_case_splits_only_into_real_words(word: str, parts: int) -> None:
    assert len(camel_parts(word)) == parts


def test_spellings_are_kept_as_written() -> None:
    assert list(surface_words("Swizzling RMSNorm 重排")) == ["swizzling", "rmsnorm", "rms", "norm"]


@given(st.text())
@example("归/约 归约-重排")
def test_a_phrase_stands_in_its_own_text(text: str) -> None:
    """A search finds the very text that its words were taken from."""
    assert f" {' '.join(phrase_tokens(text))} " in f" {' '.join(index_tokens(text))} "


@given(st.text())
def test_atoms_know_their_place(text: str) -> None:
    places = [(atom.start, atom.end) for atom in atoms(text)]
    assert places == sorted(places)
    assert all(0 <= start < end <= len(text) for start, end in places)
