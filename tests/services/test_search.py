"""Tests properties of every search."""

import json
import random
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gpucat.catalog.article import Article
from gpucat.catalog.filters import ArticleFilter
from gpucat.services.search import SearchReport, SearchRequest
from gpucat.services.wishes import ask as search
from gpucat.store.articles import find_articles
from gpucat.store.connection import connect, connect_for_reading
from gpucat.store.search_index import build_index, changed_articles
from gpucat.store.search_reads import FullTextIndex, ScannedIndex, open_index

QUERIES = (
    "swizzle", "bank conflict", "how to avoid shared memory bank conflicts", "规约", "矩阵乘 -稀疏", "flash attention",
    "gemm OR matmul hopper", '"shared memory" +swizzle', "异步拷贝流水线", "level:入门", "title:cuda 2024", "swizle",
    "why is my kernel slow", "H100", "+hopper gemm", "-title:cuda level:advanced", "for beginners", "Lei Mao",
)  # fmt: skip


def ask(path: Path, text: str, **options) -> SearchReport:
    connection = connect_for_reading(path)
    try:
        return search(connection, path, SearchRequest(text, 2026, **options), lambda _: None)
    finally:
        connection.close()


def answers(path: Path, text: str) -> list[tuple[str, bool]]:
    return [(hit.article.title, hit.is_full) for hit in ask(path, text, limit=0).hits]


@pytest.fixture(scope="module")
def listed(seeded: Path) -> list[Article]:
    connection = connect_for_reading(seeded)
    yield list(find_articles(connection, ArticleFilter()))
    connection.close()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.one_of(st.text(max_size=2000), st.lists(st.sampled_from(QUERIES)).map(" ".join)))
def test_any_text_gives_an_answer(seeded: Path, text: str) -> None:
    report = ask(seeded, text)
    assert len(report.hits) <= 20
    assert [hit.is_full for hit in report.hits] == sorted((hit.is_full for hit in report.hits), reverse=True)
    ask(seeded, text, is_literal=True)


@pytest.mark.parametrize("query", QUERIES)
def test_a_scan_gives_the_answer_of_the_full_text_index(
    seeded: Path, query: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Covers SQLite without FTS5."""
    expected = ask(seeded, query, limit=0)
    monkeypatch.setattr("gpucat.store.search_reads.has_full_text", lambda _: False)
    scanned = ask(seeded, query, limit=0)
    assert [(hit.article.number, hit.score) for hit in scanned.hits] == [
        (h.article.number, h.score) for h in expected.hits
    ]


def test_a_database_without_a_full_text_table_is_scanned(db: Path) -> None:
    with sqlite3.connect(db) as connection:
        connection.execute("DROP TABLE article_fts")
    connection.close()
    reader = connect_for_reading(db)
    assert isinstance(open_index(reader), ScannedIndex)
    reader.close()
    assert ask(db, "swizzle").hits[0].article.id == "memory/6"


@pytest.mark.parametrize("query", QUERIES)
def test_the_best_are_the_same_whether_all_are_ranked_or_the_promising(seeded: Path, query: str) -> None:
    few, all_of_them = ask(seeded, query, limit=10), ask(seeded, query, limit=0)
    assert few.hits == all_of_them.hits[:10]
    assert few.total == all_of_them.total


@pytest.mark.parametrize("query", QUERIES)
def test_a_long_list_gives_the_full_matches_of_a_short_one(
    seeded: Path, query: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Covers candidates chosen by bm25, as in a list of a million."""
    short = ask(seeded, query, limit=10)
    monkeypatch.setattr("gpucat.services.search.COUNTED_WHOLE", 0)
    long = ask(seeded, query, limit=10)
    assert [hit.article.number for hit in long.hits if hit.is_full] == [
        hit.article.number for hit in short.hits if hit.is_full
    ]


def import_all(path: Path, articles: list[Article]) -> Path:
    from gpucat.store.article_writes import add_articles
    from gpucat.store.journal import write

    bare = [article._replace(number=0, module=None, position=None) for article in articles]
    with write(path, "test", "2026-01-01T00:00:00+00:00") as writer:
        add_articles(writer.connection, bare, writer.now)
    return path


def test_the_order_of_import_does_not_matter(listed: list[Article], empty: Path, tmp_path: Path) -> None:
    shuffled = random.Random(7).sample(listed, len(listed))
    other = import_all(Path(shutil.copyfile(empty, tmp_path / "other.db")), shuffled)
    one = import_all(empty, listed)
    for query in QUERIES:
        assert sorted(answers(one, query)) == sorted(answers(other, query))


def test_an_unrelated_article_takes_no_full_match_away(db: Path) -> None:
    from gpucat.store.article_writes import add_articles
    from gpucat.store.journal import write

    before = {query: {title for title, is_full in answers(db, query) if is_full} for query in QUERIES}
    with write(db, "test", "2026-01-01T00:00:00+00:00") as writer:
        add_articles(
            writer.connection,
            [Article(number=0, title="Growing tomatoes", url="https://example.org/tomatoes")],
            writer.now,
        )
    for query in QUERIES:
        assert before[query] <= {title for title, is_full in answers(db, query) if is_full}


@pytest.fixture
def writable(db: Path) -> Iterator[sqlite3.Connection]:
    connection = connect(db)
    yield connection
    connection.close()


def test_an_index_built_anew_is_the_one_that_followed_the_changes(db: Path, writable: sqlite3.Connection) -> None:
    from gpucat.services.term_list import compile_terms
    from gpucat.store.article_writes import update_article
    from gpucat.store.journal import write

    articles = list(find_articles(writable, ArticleFilter()))[:12]
    for article in articles:
        with write(db, "test", "2026-01-01T00:00:00+00:00") as writer:
            update_article(writer.connection, article._replace(title=article.title + " revisited", keywords=("zeta",)))
            assert list(changed_articles(writer.connection, writer.change_id)) == [article.number]
    followed = writable.execute("SELECT * FROM search_text ORDER BY 1").fetchall()
    hits = writable.execute("SELECT rowid FROM article_fts WHERE article_fts MATCH 'zeta' ORDER BY 1").fetchall()
    writable.execute("INSERT INTO article_fts (article_fts, rank) VALUES ('integrity-check', 1)")
    build_index(writable, compile_terms(db), "x")
    assert writable.execute("SELECT * FROM search_text ORDER BY 1").fetchall() == followed
    assert len(hits) == len(articles)
    assert isinstance(open_index(writable), FullTextIndex)


def test_the_answer_of_the_command_is_json_for_any_text(gpucat, db: Path) -> None:
    for text in (
        "\x07\x1b[31m",
        "'; DROP TABLE article; --",
        '{"a": 1}',
        "\ud800".encode("utf-8", "replace").decode(),
        "NEAR(a b)",
    ):
        result = gpucat("search", "--json", "--", text)
        assert result.code == 0
        json.loads(result.out)


def test_how_many_are_shown_changes_no_count(seeded: Path) -> None:
    for query in (*QUERIES, "+swizzle memory", "+hopper cuda kernel"):
        whole, few = ask(seeded, query, limit=0), ask(seeded, query, limit=3)
        assert (few.total, few.full) == (whole.total, whole.full), query
        assert few.hits == whole.hits[:3], query


def test_a_common_word_beside_an_unknown_one_is_found_in_a_long_list(
    seeded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gpucat.services.search.COUNTED_WHOLE", 0)
    monkeypatch.setattr("gpucat.store.search_reads.MOST_SCORED", 5)
    hits = ask(seeded, "why is my kernel slow").hits
    assert hits
    assert not any(hit.is_full for hit in hits)
