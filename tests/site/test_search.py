"""The page's search against the command's: the same tokens, the same hits in the same order."""

import json
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.site.conftest import Site
from tests.site.test_browser import ask, open_site

from gpucat.resources import data_file
from gpucat.search.stems import RUSSIAN_ENDINGS, STEPS
from gpucat.search.tokens import atoms, han_pairs, phrase_tokens
from gpucat.services.opening import this_year
from gpucat.services.search import SearchRequest
from gpucat.services.wishes import ask as search
from gpucat.site.pages import SCRIPTS, asset
from gpucat.store.connection import Reader, connect_for_reading

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
QUERIES = [json.loads(line) for line in Path(__file__).with_name("queries.jsonl").read_text("utf-8").splitlines()]
"""Queries that people judged the answers of, inputs that break a naive search, and all kinds of what the query language has."""


def test_the_page_finds_what_the_command_finds(page: "Page", site: Site) -> None:
    """All hits of every query, in the same order, and the same of them full matches."""
    connection = connect_for_reading(site.database)
    expected = {query: found_by_command(connection, site, query) for query in QUERIES}
    connection.close()
    open_site(page, site, "en.html")
    found = dict(zip(QUERIES, page.evaluate(ASK, [QUERIES, this_year()]), strict=True))
    assert {query: hits for query, hits in found.items() if hits != expected[query]} == {}


ASK = f"""([queries, thisYear]) => {{
    {"".join(asset(f"{name}.js") for name in SCRIPTS if name != "page")}
    const data = JSON.parse(document.getElementById("catalogue").textContent).search;
    const search = makeSearch(data);
    const hit = ({{ document, isFull }}) => [data.articles[document].id, isFull];
    return queries.map((query) => search(query, {{ thisYear, statusOf: () => "todo" }}).hits.map(hit));
}}"""


def found_by_command(connection: Reader, site: Site, query: str) -> list[list[object]]:
    request = SearchRequest(text=query, limit=0, this_year=this_year())
    return [[hit.article.id, hit.is_full] for hit in search(connection, site.database, request, lambda _: None).hits]


def test_the_form_shows_what_was_found(page: "Page", site: Site) -> None:
    connection = connect_for_reading(site.database)
    open_site(page, site, "en.html")
    for query in ("swizle", "怎样避免 bank conflict", "level:advanced module:gemm", "memory/6", "-cutlass gemm"):
        assert ask(page, query) == [place for place, _ in found_by_command(connection, site, query)]
    connection.close()


def test_a_query_that_asks_nothing_shows_the_list(page: "Page", site: Site) -> None:
    open_site(page, site)
    for query in ('"', "-", "AND", "~"):
        assert len(ask(page, query)) == 149


def test_both_sides_cut_a_text_into_the_same_tokens(page: "Page", seeded_texts: list[str]) -> None:
    page.goto("about:blank")
    tables = {"han": han_pairs(), "stemming": STEPS, "russianEndings": RUSSIAN_ENDINGS}
    script = f"""(texts) => {{
        {asset("tokens.js")}
        const {{ atoms, phrase }} = makeTokeniser({json.dumps(tables)});
        const piece = ({{ text, isHan, isJoined }}) => (isJoined ? "+" : "-") + (isHan ? "h" : "l") + text;
        return texts.map((text) => [phrase(text), ...atoms(text).map(piece)].filter(Boolean).join(" "));
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
        "공유 메모리를 쓰는 커널, \u1109\u1173\u1110\u1173\u1105\u1175\u11b7",
        "Быстрый доступ к разделяемой памяти: варпы и ёмкость",
        "a_b__c d''e’s",
    ]
    return [text for row in rows for text in row] + terms + tricky
