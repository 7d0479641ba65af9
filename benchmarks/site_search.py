"""Compares the exported page's search with `gpucat search`: nDCG@10 of both on judged queries, in a real browser.

usage: python benchmarks/site_search.py QUERIES.jsonl [--browser /usr/bin/chromium]

A line of the file is `{"q": query, "rel": {article id: grade}}`, grades from 1 to 3; a query without `rel` is left out.
Prints both means and their ratio, and each query where the page finds less.
"""

import argparse
import json
import math
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from gpucat.catalog.filters import ArticleFilter
from gpucat.services.opening import ensure_catalogue, this_year
from gpucat.services.search import SearchRequest
from gpucat.services.site import export_site
from gpucat.services.wishes import ask as search
from gpucat.store.connection import connect_for_reading


def ndcg(found: list[str], relevant: dict[str, int]) -> float:
    """Of the first ten, with gain 2^grade - 1 (Järvelin and Kekäläinen 2002)."""

    def summed(gains: list[int]) -> float:
        return sum(gain / math.log2(rank + 2) for rank, gain in enumerate(gains[:10]))

    ideal = sorted((2**grade - 1 for grade in relevant.values()), reverse=True)
    return summed([2 ** relevant.get(article, 0) - 1 for article in found]) / summed(ideal)


def on_page(page: Page, query: str) -> list[str]:
    page.fill("#q", query)
    page.evaluate("new Promise(requestAnimationFrame)")
    return page.locator("#results .place").all_inner_texts()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("queries", type=Path)
    parser.add_argument("--browser", default="/usr/bin/chromium")
    arguments = parser.parse_args()
    judged = [json.loads(line) for line in arguments.queries.read_text("utf-8").splitlines()]
    judged = [case for case in judged if case.get("rel")]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as engine:
        database, site = Path(folder) / "catalogue.db", Path(folder) / "site"
        ensure_catalogue(database, lambda _notice: None)
        connection = connect_for_reading(database)
        export_site(connection, database, site, ArticleFilter(), "en", lambda _notice: None)
        browser = engine.chromium.launch(executable_path=arguments.browser, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.goto((site / "index.html").as_uri())
        sums = [0.0, 0.0]
        for case in judged:
            request = SearchRequest(text=case["q"], limit=10, this_year=this_year())
            hits = search(connection, database, request, lambda _notice: None).hits
            scores = [ndcg([hit.article.id for hit in hits], case["rel"]), ndcg(on_page(page, case["q"]), case["rel"])]
            sums = [total + score for total, score in zip(sums, scores, strict=True)]
            if scores[1] < scores[0] - 1e-9:
                print(f"  {scores[0]:.3f} -> {scores[1]:.3f}  {case['q']}")
        browser.close()
        connection.close()
    command, shown = (total / len(judged) for total in sums)
    print(f"{len(judged)} queries: command {command:.4f}, page {shown:.4f}, ratio {shown / command:.4f}")


if __name__ == "__main__":
    main()
