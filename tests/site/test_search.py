"""The page's search against the command's: the same tokens, the same hits in the same order."""

import json
import math
import sqlite3
from typing import TYPE_CHECKING

import pytest
from tests.site.conftest import Site
from tests.site.test_browser import ask, open_site

from gpucat.resources import data_file
from gpucat.search.han import SIMPLIFIED, WRITTEN
from gpucat.search.tokens import atoms, phrase_tokens
from gpucat.services.opening import this_year
from gpucat.services.search import SearchRequest, search
from gpucat.site.pages import asset
from gpucat.store.connection import connect_for_reading

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
QUERIES = """
    tensor core|张量核心|寄存器溢出怎么办|why is my kernel slow when threads branch|warp divergense|wrap shuffle|gong xiang nei cun
    记忆体频宽|flashattention 3|"matrix multiplication"|"copy atom" OR tiler|-cutlass gemm|+hopper pipeline|layo*|title:layout
    author:mao swizzle|作者:mao 难度:入门|level:advanced module:gemm|date:2024..2025 softmax|date:>=2026|number:3..5|memory/6
    url:siboehm.com|2025 年的 CUTLASS 文章|since 2026 cuda|part 2|第 3 讲|for beginners|https://leimao.github.io/blog/CuTe-Swizzle/
    c++|1×1|stream-k|H2D/D2H|cp.async|CUDA_LAUNCH_BLOCKING=1|RMSNorm|rmsnorm|矩阵成法|向量化|的|(gemm|tma*"|foo:bar
    how do i stop two threads fighting over the same bank|跑得慢|kernel 启动开销太大|并行归约|triton vs cuda|level:..入门|module:9
    latest hopper|ｇｅｍｍ|Ｌａｙｏｕｔ 代数|étude|ワープ|執行緒束|occupency|persistant kernal|in depth ptx|status:todo sass
    2025年上半年 cuda|summer 2025 triton|in December|十二月的文章|早于 2020|newer than 2025 gemm|二〇二四年的 profiling|undated
    第十讲|lecture nine|chapter iv|last year cute|近三年 tensor core|gpu is idle|显存不够用|q2 2024
    关于2024年的文章|24年5月|no later than 2021|没写日期|three years ago|assert: "no such sentence about swizzle"|2022年前 cuda
    multiplying two tables is slower than the official library|每轮都申请内存很慢|walking down a column is ten times slower
"""


def test_the_page_finds_what_the_command_finds(page: "Page", site: Site) -> None:
    connection = connect_for_reading(site.database)
    open_site(page, site, "en.html")
    agreement = {}
    for query in filter(None, (query.strip() for line in QUERIES.splitlines() for query in line.split("|"))):
        request = SearchRequest(text=query, limit=0, this_year=this_year())
        report = search(connection, site.database, request, lambda _notice: None)
        expected = [hit.article.id for hit in report.hits]
        found = ask(page, query)
        agreement[query] = likeness(expected, found)
    connection.close()
    worst = sorted(agreement.items(), key=lambda item: item[1])[:5]
    assert sum(agreement.values()) / len(agreement) > 0.98, worst
    assert worst[0][1] > 0.5, worst


def test_a_query_that_asks_nothing_shows_the_list(page: "Page", site: Site) -> None:
    open_site(page, site)
    for query in ('"', "-", "AND", "~"):
        assert len(ask(page, query)) == 149


def likeness(expected: list[str], found: list[str]) -> float:
    """The command's first ten, discounted by place as in nDCG, as far as the page has them among its first ten."""
    if not expected:
        return float(not found)
    gains = {place: 1 / math.log2(rank + 2) for rank, place in enumerate(expected[:10])}
    ideal = sum(gain / math.log2(rank + 2) for rank, gain in enumerate(gains.values()))
    return sum(gains.get(place, 0) / math.log2(rank + 2) for rank, place in enumerate(found[:10])) / ideal


def test_both_sides_cut_a_text_into_the_same_tokens(page: "Page", seeded_texts: list[str]) -> None:
    page.goto("about:blank")
    script = f"""(texts) => {{
        {asset("tokens.js")}
        const {{ atoms, phraseTokens }} = makeTokeniser({json.dumps([WRITTEN, SIMPLIFIED])});
        const piece = ({{ text, isHan, isJoined }}) => (isJoined ? "+" : "-") + (isHan ? "h" : "l") + text;
        return texts.map((text) => [...phraseTokens(text), ...atoms(text).map(piece)].join(" "));
    }}"""
    found = page.evaluate(script, seeded_texts)
    for text, pieces in zip(seeded_texts, found, strict=True):
        marked = [("+" if a.is_joined else "-") + ("h" if a.is_han else "l") + a.text for a in atoms(text)]
        assert pieces == " ".join([*phrase_tokens(text), *marked]), text


@pytest.fixture
def seeded_texts(site: Site) -> list[str]:
    """All texts of the list, of the term list, and some that are meant to part the two sides."""
    with sqlite3.connect(site.database) as connection:
        rows = connection.execute("SELECT title, summary, why, summary_en, why_en FROM article").fetchall()
    connection.close()
    terms = data_file("terms.tsv").read_text("utf-8").splitlines()
    tricky = [
        "FlashAttention-3, cuBLAS & RMSNorm",
        "ﬁne-tuning Ⅻ ½",
        "naïve Straße ﬀ",
        "ｇｅｍｍ１",
        "×\0·",
        "執行緒の記憶體ー",
        "a_b__c d''e’s",
    ]
    return [text for row in rows for text in row] + terms + tricky
