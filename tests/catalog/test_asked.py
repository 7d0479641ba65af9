"""Tests years, months, levels and parts asked for in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucat.catalog.levels import LevelSpan
from gpucat.search.asked import asked_facts, fact_tokens, host_of, site_words


def tokens_of(text: str) -> set[str]:
    return {token for fact in asked_facts(text, 2026) for token in fact.tokens}


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("2024年5月的文章", {"=2024-05"}),
        ("published in May 2024", {"=2024-05"}),
        ("posts of Sept. 2023", {"=2023-09"}),
        ("articles from 2022", {"=2022"}),
        ("2021年", {"=2021"}),
        ("二〇二一年的文章", {"=2021"}),
        ("early 2024", {f"=2024-0{month}" for month in range(1, 5)}),
        ("2024 Q3", {"=2024-07", "=2024-08", "=2024-09"}),
        ("summer of 2025", {"=2025-06", "=2025-07", "=2025-08"}),
        ("in December", {"=month-12"}),
        ("十二月的文章", {"=month-12"}),
        ("articles without a date", {"=undated"}),
        ("近两年", {"=2024", "=2025", "=2026"}),
        ("between 2021 and 2022", {"=2021", "=2022"}),
        ("2023年上半年", {f"=2023-0{month}" for month in range(1, 7)}),
        ("last year", {"=2025"}),
        ("three years ago", {"=2023"}),
        ("两年前", {"=2024"}),
        ("关于2024年的文章", {"=2024"}),
        ("24年5月写的", {"=2024-05"}),
        ("25年的文章", {"=2025"}),
        ("用了20年", set()),
        ("March 12, 2019", {"=2019-03"}),
        ("2019-03-12", {"=2019-03"}),
        ("2023、2024 年", {"=2023", "=2024"}),
        ("没写日期的是哪篇", {"=undated"}),
        ("今年的文章", {"=2026"}),
        ("latest articles", {"=2025", "=2026"}),
        ("RTX 2080", set()),
        ("a 2048x2048 matrix", set()),
    ],
)
def test_dates(text: str, tokens: set[str]) -> None:
    assert tokens_of(text) == tokens


def test_open_spans_reach_to_the_end() -> None:
    assert {"=2025", "=2026"} <= tokens_of("since 2025")
    assert "=2024" not in tokens_of("2025年以后")
    assert {"=2019", "=2018"} <= tokens_of("before 2019")
    assert {"=2019", "=2018"} <= tokens_of("2019年前写的")
    assert tokens_of("no later than 2021") == tokens_of("截至2021年")
    assert "=2025" in tokens_of("no earlier than 2022")
    assert tokens_of("2022年前后") == {"=2022"}


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("GPU MODE 第 8 讲", "lecture 8"),
        ("第十二部分", "part 12"),
        ("part three", "part iii"),
        ("Lecture 4", "lecture 4"),
    ],
)
def test_parts_of_a_series(text: str, phrase: str) -> None:
    assert phrase in {phrase for fact in asked_facts(text, 2026) for phrase in fact.phrases}


def test_what_an_article_is_found_by() -> None:
    assert fact_tokens("2024-05-14", LevelSpan(0, 1), "a.org", None) == (
        "=2024 =2024-05 =month-05 =beginner =intermediate =a.org"
    )
    assert fact_tokens(None, LevelSpan(2, 2)) == "=undated =advanced =all-advanced"


@pytest.mark.parametrize(
    ("url", "host", "words"),
    [
        ("https://www.Siboehm.com/articles/22", "siboehm.com", "siboehm"),
        ("https://veitner.bearblog.dev/tma/", "veitner.bearblog.dev", "veitner bearblog"),
        ("https://github.com/someone/repo", "github.com", "someone"),
        ("https://medium.com/@writer/post", "medium.com", "@writer"),
        ("not an address", "", ""),
    ],
)
def test_sites(url: str, host: str, words: str) -> None:
    assert host_of(url) == host
    assert site_words(url) == words


@given(st.text(max_size=300))
def test_any_text_can_be_asked(text: str) -> None:
    assert all(0 <= fact.start < fact.end <= len(text) for fact in asked_facts(text, 2026))
