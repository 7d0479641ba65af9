"""Measures searches in lists of up to 1,000,000 articles, next to raw FTS5 on the same words in the same run.

usage: python benchmarks/search.py [--sizes 148 1000 10000 100000] [--seed N] [--folder DIR]

The articles are recombined from the built-in ones: title, keywords, summary and so on come from different ones. Reported
are CPU milliseconds (p50, p95) of a mixed set of queries, the time to build the index against a bare `executemany` of
the same tokens, the sizes on disk, and the peak memory. The ratios count, not the absolute numbers of one machine.
"""

import argparse
import json
import random
import resource
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from gpucat.search.ranking import COLUMNS
from gpucat.search.tokens import index_tokens
from gpucat.services.opening import create_new
from gpucat.services.search import SearchRequest
from gpucat.services.term_files import term_signature
from gpucat.services.term_list import compile_terms
from gpucat.services.wishes import ask as search
from gpucat.store.connection import connect, connect_for_reading
from gpucat.store.search_index import build_index
from gpucat.store.search_state import fingerprint

QUERIES = (
    "swizzle", "bank conflict", "shared memory", "gemm", "规约", "矩阵乘法 优化", "flash attention", "TMA", "warp shuffle",
    "how to avoid shared memory bank conflicts", "why is my kernel slow", "怎样避免 bank conflict", "swizle",
    "nsight compute", "Lei Mao swizzle", "Simon Veitner", "GPU MODE Lecture 8", "title:cuda -memory", '"from scratch"',
    "cuda kernel performance on gpu", "matrix multiplication tensor core hopper", "异步拷贝 流水线", "for beginners 2024",
    "共享記憶體", "gongxiang neicun", "H100 wgmma", "CUDA error: an illegal memory access was encountered",
    "level:advanced date:2024.. layout", "softmax", "register spilling", "the gpu waits for the cpu", "cuda",
)  # fmt: skip
FIELDS = ("title", "summary", "why", "summary_en", "why_en", "published", "level_low", "level_high", "source_id")
EPOCH = "2026-01-01T00:00:00+00:00"


def cpu() -> float:
    return time.process_time()


def recombine(seeded: sqlite3.Connection, count: int, seed: int) -> Iterator[tuple[tuple, list[int], list[int]]]:
    """Article rows with their authors and keywords, as ids."""
    rows = seeded.execute(f"SELECT {', '.join(FIELDS)} FROM article ORDER BY number").fetchall()
    links = {}
    for table, column in (("article_author", "author_id"), ("article_keyword", "keyword_id")):
        by_article: dict[int, list[int]] = {}
        for number, identity in seeded.execute(f"SELECT article_number, {column} FROM {table} ORDER BY 1, position"):
            by_article.setdefault(number, []).append(identity)
        links[table] = list(by_article.values())
    choose = random.Random(seed)
    for _ in range(count):
        mixed = tuple(choose.choice(rows)[place] for place in range(len(FIELDS)))
        low, high = sorted(mixed[6:8])
        keywords = list(
            dict.fromkeys(choose.choice(links["article_keyword"]) + choose.choice(links["article_keyword"])[:1])
        )
        yield (*mixed[:6], low, high, mixed[8]), choose.choice(links["article_author"]), keywords


def fill(path: Path, count: int, seed: int) -> None:
    """A database of so many articles, without an index."""
    create_new(path, lambda _: None, empty=False)
    connection = connect(path)
    made = recombine(connection, count - 148, seed)
    connection.execute("BEGIN")
    for number, (row, authors, keywords) in enumerate(made, 149):
        connection.execute(
            f"INSERT INTO article (number, url, url_key, {', '.join(FIELDS)}, extra, added_at) VALUES"
            f" (?, ?, ?, {', '.join('?' * len(FIELDS))}, '{{}}', '{EPOCH}')",
            (number, f"https://example.org/{number}", f"https://example.org/{number}", *row),
        )
        connection.executemany(
            "INSERT INTO article_author VALUES (?, ?, ?)", [(number, p, a) for p, a in enumerate(authors, 1)]
        )
        connection.executemany(
            "INSERT INTO article_keyword VALUES (?, ?, ?)", [(number, p, k) for p, k in enumerate(keywords, 1)]
        )
    connection.execute("COMMIT")
    connection.close()


def build(path: Path) -> float:
    """CPU seconds to build the index."""
    lexicon, made_with = compile_terms(path), fingerprint(term_signature(path))
    connection = connect(path)
    begun = cpu()
    connection.execute("BEGIN IMMEDIATE")
    build_index(connection, lexicon, made_with)
    connection.execute("COMMIT")
    spent = cpu() - begun
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return spent


def insert_bare(path: Path, folder: Path) -> tuple[float, float]:
    """CPU seconds of a bare executemany of the same tokens into a full-text table, and its size in MB."""
    tokens = connect(path).execute("SELECT * FROM search_text").fetchall()
    bare = folder / "bare.db"
    connection = sqlite3.connect(bare)
    connection.execute(f"CREATE VIRTUAL TABLE t USING fts5({', '.join(COLUMNS)})")
    begun = cpu()
    connection.executemany(f"INSERT INTO t (rowid, {', '.join(COLUMNS)}) VALUES ({', '.join('?' * 12)})", tokens)
    connection.commit()
    spent = cpu() - begun
    connection.close()
    size = bare.stat().st_size / 1e6
    bare.unlink()
    return spent, size


def percentiles(ask: Callable[[str], object]) -> tuple[float, float]:
    """p50 and p95 in CPU milliseconds of one query each, after a first round that warms the caches."""
    spent = []
    for is_warm in (False, True):
        for query in QUERIES:
            begun = cpu()
            ask(query)
            if is_warm:
                spent.append((cpu() - begun) * 1000)
    spent.sort()
    return spent[len(spent) // 2], spent[int(len(spent) * 0.95)]


def measure(count: int, seed: int, folder: Path) -> dict[str, float]:
    path = folder / f"{count}.db"
    fill(path, count, seed)
    before = path.stat().st_size
    built = build(path)
    bare, bare_size = insert_bare(path, folder)
    connection = connect_for_reading(path)
    connection.execute("PRAGMA cache_size = -64000")

    def ours(query: str) -> None:
        search(connection, path, SearchRequest(query, 2026), lambda _: None)

    def raw(query: str) -> None:
        words = " OR ".join(f'"{token}"' for token in index_tokens(query))
        connection.execute(
            "SELECT rowid FROM article_fts WHERE article_fts MATCH ? ORDER BY bm25(article_fts) LIMIT 20", (words,)
        ).fetchall()

    p50, p95 = percentiles(ours)
    raw_p50, raw_p95 = percentiles(raw)
    connection.close()
    return {
        "articles": count, "p50_ms": p50, "p95_ms": p95, "raw_p50_ms": raw_p50, "raw_p95_ms": raw_p95, "build_s": built,
        "bare_s": bare, "build_ratio": built / bare, "bare_mb": bare_size, "index_mb": (path.stat().st_size - before) / 1e6,
        "file_mb": path.stat().st_size / 1e6, "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[148, 1_000, 10_000, 100_000])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        for count in arguments.sizes:
            print(
                json.dumps(
                    {name: round(value, 2) for name, value in measure(count, arguments.seed, Path(folder)).items()}
                ),
                flush=True,
            )


if __name__ == "__main__":
    main()
