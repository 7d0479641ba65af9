"""Tests what sketches tell of two texts: the shares they estimate, whatever the lengths, and the same on every machine."""

import random

import pytest

from gpucat.texts.sketch import overlap_of, sketch_of


def text(words: int, seed: int = 1) -> list[str]:
    chosen = random.Random(seed)
    return [f"word{chosen.randrange(5000)}" for _ in range(words)]


def shares(one: list[str], other: list[str]) -> tuple[float, float, int]:
    found = overlap_of(sketch_of(" ".join(one)), sketch_of(" ".join(other)))
    return found.jaccard, found.containment, found.sample


def test_a_sketch_is_small_and_the_same_everywhere() -> None:
    assert len(sketch_of(" ".join(text(20_000)))) == 2048
    assert sketch_of("Shared memory has [banks](https://a.example) for") == sketch_of(
        "shared MEMORY has [banks](b) for:"
    )
    assert sketch_of("one two three four five six").hex() == "3bfd6d18be250dba3e1da6133e7d53e7"


@pytest.mark.parametrize(("kept", "added"), [(3000, 0), (2700, 300), (1500, 1500), (600, 2400), (0, 3000)])
def test_shares_are_estimated_well(kept: int, added: int) -> None:
    before = text(3000)
    jaccard, containment, _ = shares(before, before[:kept] + text(added, seed=2))
    assert jaccard == pytest.approx(kept / (3000 + added), abs=0.09)
    assert containment == pytest.approx(kept / 3000, abs=0.09)


def test_a_part_of_a_long_text_is_found_in_it_and_a_small_sample_is_told() -> None:
    whole = text(8000)
    _, containment, sample = shares(whole, whole[:1600])
    assert (containment, sample > 30) == (1.0, True)
    assert shares(whole, text(100, seed=3))[2] < 16


@pytest.mark.parametrize("tiny", ["", "swizzle", "one two three four", "共享内存"])
def test_tiny_texts_are_compared_whole(tiny: str) -> None:
    found = overlap_of(sketch_of(tiny), sketch_of(tiny))
    assert (found.jaccard, found.sample) == (float(bool(tiny)), int(bool(tiny)))
    assert overlap_of(sketch_of(tiny), sketch_of("another text")).containment == 0.0


def test_chinese_is_compared_by_its_characters() -> None:
    one = sketch_of("共享内存分为三十二个存储体，同一线程束的线程同时访问。")
    other = sketch_of("共享内存分为三十二个存储体，同一线程束里的线程同时访问。")
    assert 0.5 < overlap_of(one, other).jaccard < 1
