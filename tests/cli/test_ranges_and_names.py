"""Tests errors for impossible ranges, levels, dates and names: each says what is wrong and what to write."""

import pytest
from tests.conftest import Gpucat


@pytest.mark.parametrize(
    ("words", "said", "said_zh"),
    [
        ("show memory/1..9999", "memory/1..9999: no article 'memory/17'\nhint: memory goes from memory/1 to memory/16",
         "memory/1..9999：没有文章“memory/17”\n提示：memory 从 memory/1 到 memory/16"),
        ("mark 140..160 done", "140..160: no article '149'\nhint: numbers go from 1 to 148", "140..160：没有文章“149”"),
        ("show memory/5..1", "the range 'memory/5..1' runs backwards\nhint: write memory/1..5", "范围“memory/5..1”首尾颠倒\n提示：请写作 memory/1..5"),
        ("show 5..1", "the range '5..1' runs backwards\nhint: write 1..5", "首尾颠倒"),
        ("show memory/1..gemm/3", "starts and ends in different modules\nhint: write a range as memory/1..5", "首尾不在同一模块"),
        ("show 1..99999", "covers more than 10000 articles", "超过 10000 篇"),
        ("show 1..", "'1..' is an incomplete range\nhint: write a range as memory/1..5 or 20..30", "不是完整的范围"),
        ("show memory/1..x", "is an incomplete range", "不是完整的范围"),
        ("note memory/1..5 x", "names several articles, but only one is allowed here", "此处只能指定一篇"),
        ("list --level advanced..beginner", "runs backwards\nhint: write beginner..advanced", "请写作 beginner..advanced"),
        ("list --level begginer", "no level 'begginer'\nhint: did you mean beginner?", "你是指 beginner 吗？"),
        ("list --since 2025 --until 2020", "runs backwards\nhint: write --since 2020 --until 2025", "首尾颠倒"),
    ],
)  # fmt: skip
def test_an_argument_that_cannot_be_meant(gpucat: Gpucat, words: str, said: str, said_zh: str) -> None:
    result = gpucat(*words.split())
    assert (result.code, result.out) == (2, "")
    assert said in result.err
    assert said_zh in gpucat("--lang", "zh", *words.split()).err


@pytest.mark.parametrize("words", ["list --since 2024-05 --until 2024", "list --since 2024 --until 2024", "show 3..3"])
def test_a_range_may_be_short(gpucat: Gpucat, words: str) -> None:
    result = gpucat(*words.split())
    assert result.code == 0
    assert result.out


@pytest.mark.parametrize(
    ("query", "said", "said_zh"),
    [
        ("number:abc", "'abc' is not an article number; write number:18 or number:1..20", "“abc”不是文章编号；请写作 number:18"),
        ("number:5..1", "the range '5..1' runs backwards; write number:1..5", "范围“5..1”首尾颠倒；请写作 number:1..5"),
        ("module:memry", "no module 'memry'; did you mean memory? modules: hardware, memory", "没有模块“memry”；你是指 memory 吗？"),
        ("module:memory,zzz", "no module 'zzz'; modules: hardware", "没有模块“zzz”；模块：hardware"),
        ("level:begginer", "no level 'begginer'; did you mean beginner? levels: ", "没有难度“begginer”；你是指 beginner 吗？"),
        ("level:advanced..beginner", "runs backwards; write beginner..advanced", "首尾颠倒"),
        ("date:soon", "'soon' is not a valid date; use 2024, 2024-05 or 2024-05-14", "“soon”不是有效的日期；日期写作"),
        ("date:2025..2020", "the range '2025..2020' runs backwards; write date:2020..2025", "首尾颠倒"),
        ("status:dnoe", "no status 'dnoe'; did you mean done? choose from: todo", "没有状态“dnoe”；你是指 done 吗？"),
        ("memory/99", "no article 'memory/99'; memory goes from memory/1 to memory/16", "没有文章“memory/99”；memory 从"),
    ],
)  # fmt: skip
def test_a_query_answers_and_says_what_it_does_not_know(gpucat: Gpucat, query: str, said: str, said_zh: str) -> None:
    result = gpucat("search", query)
    assert (result.code, result.out) == (0, "")
    assert said in result.err.splitlines()[0]
    assert said_zh in gpucat("--lang", "zh", "search", query).err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--date x", "--date: 'x' is not a valid date\nhint: use 2024, 2024-05 or 2024-05-14"),
        ("--level zz", "--level: no level 'zz'\nhint: levels: beginner"),
        ("--source-type foo", "--source-type: 'foo' is not one of personal-blog"),
        ("--position x", "--position: 'x' is not a valid position"),
    ],
)
@pytest.mark.parametrize("command", ["edit 6", "add https://a.example/x --no-fetch --dry-run --title T"])
def test_a_field_that_cannot_be_used_names_its_option(gpucat: Gpucat, command: str, words: str, said: str) -> None:
    result = gpucat(*command.split(), *words.split())
    assert (result.code, result.out) == (2, "")
    assert f"gpucat: {said}" in result.err


@pytest.mark.parametrize("words", ["--title x", "--position 3", "--start"])
def test_what_one_article_has_names_its_option(gpucat: Gpucat, words: str) -> None:
    assert (
        f"{words.split()[0]}: can be set for only one article at a time" in gpucat("edit", "6", "7", *words.split()).err
    )
    assert f"{words.split()[0]}：一次只能为一篇文章设置" in gpucat("--lang", "zh", "edit", "6", "7", *words.split()).err
