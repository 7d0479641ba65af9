"""The query language: every text gives a query."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucat.search.query import LONGEST_QUERY, MOST_WORDS, QueryPiece, parse_query

W = QueryPiece


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("bank conflict", [[W("bank")], [W("conflict")]]),
        ('"bank conflict"', [[W("bank conflict", "phrase")]]),
        ("“bank conflict” 「冲突」", [[W("bank conflict", "phrase")], [W("冲突", "phrase")]]),
        ('swizzle"', [[W("swizzle")]]),
        ('"swizzle', [[W("swizzle")]]),
        ('"" "b"', [[W("b", "phrase")]]),
        ("gemm OR matmul hopper", [[W("gemm"), W("matmul")], [W("hopper")]]),
        ("gemm | matmul", [[W("gemm"), W("matmul")]]),
        ("OR gemm OR", [[W("gemm")]]),
        ("swizzle AND", [[W("swizzle")]]),
        ("swizz*", [[W("swizz", "prefix")]]),
        ('tma*"', [[W("tma", "prefix")]]),
        ("title:swizzle", [[W("swizzle", column="title")]]),
        ('标题："矩阵 转置"', [[W("矩阵 转置", "phrase", "title")]]),
        ("作者:mao", [[W("mao", column="authors")]]),
        ("foo:bar", [[W("foo:bar")]]),
        ("{title}: tma", [[W("{title}:")], [W("tma")]]),
        ("memory/6", [[W("memory/6", "place")]]),
        ("https://a.org/b?c", [[W("https://a.org/b?c", "url")]]),
        ("C++ 1x1 std::move", [[W("C++")], [W("1x1")], [W("std::move")]]),
        ("- ! ~ ^ ( )", []),
        ("and", [[W("and")]]),
        ("swizzle\0x", [[W("swizzle")], [W("x")]]),
    ],
)
def test_clauses(text: str, clauses: list[list[QueryPiece]]) -> None:
    assert [list(clause.pieces) for clause in parse_query(text).clauses] == clauses


@pytest.mark.parametrize("text", ["-cuda swizzle", "!cuda swizzle", "^cuda swizzle", "NOT cuda swizzle"])
def test_what_must_be_absent(text: str) -> None:
    query = parse_query(text)
    assert [piece.text for piece in query.excluded] == ["cuda"]
    assert [clause.pieces[0].text for clause in query.clauses] == ["swizzle"]


def test_a_plus_makes_a_word_required() -> None:
    assert [clause.is_required for clause in parse_query("+swizzle bank").clauses] == [True, False]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("date:2024", lambda f: (f.since, f.until) == ("2024", "2024")),
        ("date:2024..2025", lambda f: (f.since, f.until) == ("2024", "2025")),
        ("日期:..2023-05", lambda f: (f.since, f.until) == (None, "2023-05")),
        ("date:>=2024", lambda f: f.since == "2024"),
        ("date:>2024", lambda f: f.since == "2025"),
        ("level:入门", lambda f: [tuple(span) for span in f.levels] == [(0, 0)]),
        ("难度:中级..", lambda f: [tuple(span) for span in f.levels] == [(1, 2)]),
        ("module:gemm,kernels", lambda f: f.modules == ("gemm", "kernels")),
        ("status:done", lambda f: f.statuses == ("done",)),
    ],
)
def test_conditions(text: str, kept) -> None:
    (condition,) = parse_query(text).conditions.filters
    assert kept(condition)


def test_numbers_and_addresses() -> None:
    query = parse_query("number:1..5,9 url:https://www.Leimao.github.io/blog/")
    assert query.conditions.numbers == (((1, 5), (9, 9)),)
    assert query.conditions.urls == ("leimao.github.io/blog",)


@pytest.mark.parametrize("text", ["date:soon", "level:guru", "number:x", "status:lost"])
def test_a_value_that_cannot_be_read_finds_nothing_and_says_so(text: str) -> None:
    query = parse_query(text)
    assert query.conditions.is_impossible
    assert len(query.notes) == 1


@pytest.mark.parametrize("text", ["", "   ", '"', '""', "AND", "NOT", "OR", "~", "-"])
def test_nothing_asked(text: str) -> None:
    assert parse_query(text).is_empty


def test_a_long_query_is_cut_and_says_so() -> None:
    query = parse_query(" ".join(f"w{n}" for n in range(400)))
    assert len(query.clauses) == MOST_WORDS
    assert len(query.notes) == 2
    assert parse_query("x" * (LONGEST_QUERY + 1)).notes


@given(st.text(max_size=2000))
def test_any_text_is_a_query(text: str) -> None:
    assert parse_query(text) == parse_query(text)


@given(
    st.lists(
        st.sampled_from(['"', "-", "+", "OR", "NOT", "(", ")", "*", ":", "title:", "date:", "..", "a", "规约", " "])
    )
)
def test_any_heap_of_signs_is_a_query(parts: list[str]) -> None:
    parse_query("".join(parts))
    parse_query(" ".join(parts))
