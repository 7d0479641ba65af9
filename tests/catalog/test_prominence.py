"""Tests which terms a text is said to be about."""

from gpucat.catalog.prominence import find_mentions, most_prominent, without_parts

NAMES = {
    "warp": ["warp", "线程束"],
    "warp shuffle": ["warp shuffle", "SHFL"],
    "shared memory": ["shared memory", "共享内存"],
    "swizzle": ["swizzle"],
}


def about(title: str, text: str, holders: dict[str, int] | None = None, least: float = 0.0) -> list[str]:
    return most_prominent(find_mentions(NAMES, title, text), holders or {}, 40, least)


def test_a_name_within_a_longer_one_or_a_word_does_not_count() -> None:
    assert about("", "A warp shuffle, two warp shuffles, and shfl; swizzled swizzlers warped") == ["warp shuffle"]


def test_names_of_both_languages_count_and_once_is_too_few() -> None:
    assert about("", "共享内存与 shared memory；一个线程束") == ["shared memory"]
    assert about("线程束", "") == ["warp"]


def test_the_title_and_what_few_other_texts_have_come_first() -> None:
    text = "warp warp warp shared memory, shared memory, shared memory"
    assert about("Swizzle", text, {"warp": 40})[:2] == ["swizzle", "shared memory"]
    assert about("Swizzle", text, {"warp": 40}, least=0.3) == ["swizzle", "shared memory"]


def test_parts_of_chosen_terms_are_left_out() -> None:
    assert without_parts(["warp shuffle", "warp", "swizzle", "TMA"], 2) == ("warp shuffle", "swizzle")
