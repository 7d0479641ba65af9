"""Filters match the same articles in Python and in SQL."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpucat.catalog.article import SOURCE_TYPES, STATUSES
from gpucat.catalog.filters import ArticleFilter
from gpucat.catalog.levels import LevelSpan
from gpucat.store.articles import StoredArticles, count_articles, find_articles


@pytest.fixture(scope="module")
def opened(seeded: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(seeded)
    yield connection
    connection.close()


def some(values: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(values, max_size=2).map(tuple)


spans = st.tuples(st.integers(0, 2), st.integers(0, 2)).map(lambda ends: LevelSpan(min(ends), max(ends)))
dates = st.none() | st.sampled_from(["2019", "2022", "2024-05", "2024-05-14", "2025-12-31", "2026-08"])
filters = st.builds(
    ArticleFilter,
    modules=some(st.sampled_from(["memory", "gemm", "inbox", "nothing"])),
    levels=st.lists(spans, max_size=2).map(tuple),
    authors=some(st.sampled_from(["Lei Mao", "lei", "GORDIĆ", "gordić", "@below", "%", "_", "'", ""])),
    sources=some(st.sampled_from(["blog", "Log Book", "’s", "colfax"])),
    source_types=some(st.sampled_from(sorted(SOURCE_TYPES))),
    keywords=some(st.sampled_from(["GEMM", "gemm", "swizzle", "shared memory", "C++/CUDA", "İ"])),
    since=dates,
    until=dates,
    statuses=some(st.sampled_from(STATUSES)),
    links=some(st.sampled_from(["ok", "broken", "unchecked"])),
    numbers=st.lists(st.integers(0, 150), max_size=3).map(tuple),
)


@settings(max_examples=200, deadline=None)
@given(wanted=filters)
def test_sql_finds_what_matches_finds(opened: sqlite3.Connection, wanted: ArticleFilter) -> None:
    everything = list(find_articles(opened, ArticleFilter()))
    found = list(find_articles(opened, wanted))
    assert found == [article for article in everything if wanted.matches(article)]
    assert count_articles(opened, wanted) == len(found)
    assert list(StoredArticles(opened, wanted)) == found
