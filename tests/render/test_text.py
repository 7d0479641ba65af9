"""Tests how text is broken into lines, in both scripts."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucat.render.text import width, wrapped

CHINESE = st.tuples(
    st.sampled_from(["", "（", "“", "《"]), st.sampled_from(["规约", "内"]), st.sampled_from(["", "，", "”。", "……"])
)
LATIN = st.tuples(
    st.sampled_from(["", "(", "（"]),
    st.sampled_from(["memory/6", "CuTe", "3.5%"]),
    st.sampled_from([" ", "。", "，", ") "]),
)
NEVER_FIRST = "，。、；：？！）》」』】”’…—％"
NEVER_LAST = "（《「『【“‘"


def test_a_text_is_broken_as_its_script_is() -> None:
    text = "不仅是“张量形状”，还包含映射；CuTe 的 shape 应与地址（见 memory/6）一起看。"
    assert wrapped(text, 20) == [
        "不仅是“张量形状”，还",
        "包含映射；CuTe 的",
        "shape 应与地址（见",
        "memory/6）一起看。",
    ]
    assert wrapped("A warp is a group of 32 threads.", 12) == ["A warp is a", "group of 32", "threads."]


@pytest.mark.parametrize("text", ["", "word", "词"])
def test_a_short_text_stays_as_it_is(text: str) -> None:
    assert wrapped(text, 10) == ([text] if text else [])


def test_lines_stay_lines() -> None:
    assert wrapped("one\n\n二", 10) == ["one", "", "二"]


@given(st.lists((CHINESE | LATIN).map("".join), max_size=40).map("".join), st.integers(24, 40))
def test_nothing_is_lost_and_marks_stand_where_they_may(text: str, cells: int) -> None:
    lines = wrapped(text, cells)
    assert re.sub(r"\s", "", "".join(lines)) == re.sub(r"\s", "", text)
    assert all(width(line) <= cells for line in lines)
    assert [line for line in lines[1:] if line[0] in NEVER_FIRST] == []
    assert [line for line in lines[:-1] if line[-1] in NEVER_LAST] == []
    assert {word for line in lines for word in re.findall(r"[\w/.%]+", line, re.ASCII)} <= {"memory/6", "CuTe", "3.5%"}
