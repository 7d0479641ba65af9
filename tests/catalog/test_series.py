"""Tests that series are recognized by titles."""

import pytest
from tests.conftest import Gpucat

from gpucat.catalog.series import Part, part_of


@pytest.mark.parametrize(
    ("title", "part"),
    [
        ("Flash Attention from Scratch Part 6: FP Instruction Fusion", Part("flash attention from scratch", 6)),
        ("Flash Attention from Scratch: Appendix B - Block Size", Part("flash attention from scratch", 1002)),
        ("GPU MODE Lecture 12: Flash Attention", Part("gpu mode", 12)),
        ("Learn CUTLASS the hard way - part 2!", Part("learn cutlass the hard way", 2)),
        ("Triton Kernels - Fused Softmax - 2", Part("triton kernels fused softmax", 2)),
        ("Chipmunk: Deep Dive on Systems (Part III)", Part("chipmunk deep dive on systems", 3)),
        ("pegainfer (3): From Launch Overhead to CUDA Graph (Part 1)", Part("pegainfer", 3)),
        ("深入 CuTe 第十二讲", Part("深入 cute", 12)),
        ("FlashAttention-3: Fast and Accurate Attention", None),
        ("The One Billion Row Challenge in CUDA: from 17m to 17s", None),
        ("Part 7", None),
        ("Deep kernels Part XI", Part("deep kernels", 11)),
        ("Deep kernels, part xiv: lanes", Part("deep kernels", 14)),
        ("Deep kernels, part vx", Part("deep kernels", 5)),
    ],
)
def test_a_part_is_told_from_its_title(title: str, part: Part | None) -> None:
    assert part_of(title) == part


@pytest.mark.parametrize(
    ("article", "series"),
    [
        ("gemm/16", "[gemm/16]  gemm/17"),
        ("kernels/7", "kernels/6  [kernels/7]"),
        ("layout/14", "gemm/29  [layout/14]"),
        ("kernels/16", "[kernels/16]  profiling/14  compiler/18  hardware/12"),
    ],
)
def test_a_card_shows_the_parts_in_order(gpucat: Gpucat, article: str, series: str) -> None:
    assert series in gpucat("show", article).out


def test_an_article_that_stands_alone_has_no_series(gpucat: Gpucat) -> None:
    assert "series" not in gpucat("show", "memory/6").out


def test_a_title_of_thousands_of_words_has_a_card(gpucat: Gpucat) -> None:
    title = " ".join(f"word{n}" for n in range(4000)) + " part 2"
    assert gpucat("add", "https://a.example/long", "--title", title, "--no-fetch", "--yes", "--force").code == 0
    assert gpucat("show", "https://a.example/long").code == 0
    assert gpucat("next", "-n", "0").code == 0
