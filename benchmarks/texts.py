"""Measures the extraction of articles: words kept, foreign words, code kept whole, its language, time and size.

usage: python benchmarks/texts.py [FOLDER…]

Without a folder it takes pages made from known Markdown. A folder has pairs of files: NAME.html, a page, and NAME.md, the
article as it should be. `kept` is the share of the article's words in the text, `foreign` the share of the text's words that
are not in the article; formulas and prose count, code does not. A block of code is whole if every line and all indentation
are as in the article.
"""

import re
import statistics
import sys
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from made_pages import MadePage, made_pages

from gpucat.texts.blocks import blocks_of, code_of
from gpucat.texts.extraction import NoArticleError, extract

WORD = re.compile(r"[^\W_\u3040-\u30ff\u3400-\u9fff]+|[\u3040-\u30ff\u3400-\u9fff]")
TARGET = re.compile(r"(\]\([^()\s]*\))")


class Score(NamedTuple):
    """What one page gave, in shares of 1; code and language are None for an article without code."""

    kept: float
    foreign: float
    code: float | None
    language: float | None
    ms: float
    stored: int


def words_of(markdown: str) -> Counter[str]:
    """Counts the words outside code; addresses of links do not count."""
    found: Counter[str] = Counter()
    for block in blocks_of(markdown):
        if block.kind != "code":
            found.update(WORD.findall(TARGET.sub("]", markdown[block.start : block.end].lower())))
    return found


def code_in(markdown: str) -> list[tuple[str, str]]:
    """Returns the blocks of code with their languages; blanks at the ends of lines do not count."""
    return [
        ("\n".join(line.rstrip() for line in code_of(markdown, block).split("\n")).strip("\n"), block.told)
        for block in blocks_of(markdown)
        if block.kind == "code"
    ]


def score(page: MadePage) -> Score:
    """Extracts the page and compares it with the truth."""
    begin = time.perf_counter()
    try:
        markdown = extract(page.html, "text/html", "https://example.org/a/").markdown
    except NoArticleError:
        markdown = ""
    ms = (time.perf_counter() - begin) * 1000
    truth, got = words_of(page.truth), words_of(markdown)
    codes, got_codes = code_in(page.truth), code_in(markdown)
    whole = Counter(code for code, _ in codes) & Counter(code for code, _ in got_codes)
    told = Counter(codes) & Counter(got_codes)
    return Score(
        (truth & got).total() / max(truth.total(), 1),
        (got - truth).total() / max(got.total(), 1),
        whole.total() / len(codes) if codes else None,
        told.total() / len(codes) if codes else None,
        ms,
        len(zlib.compress(markdown.encode())),
    )


def pairs(folder: Path) -> Iterator[MadePage]:
    """Yields the pages of a folder that have a truth beside them."""
    for path in sorted(folder.glob("*.html")):
        truth = path.with_suffix(".md")
        if truth.exists():
            yield MadePage(folder.name, path.stem, path.read_bytes(), truth.read_text("utf-8"))


def mean(values: Iterator[float | None]) -> str:
    """Returns the mean of what is known, in per cent."""
    known = [value for value in values if value is not None]
    return f"{statistics.mean(known) * 100:.1f}" if known else "-"


def main() -> None:
    """Prints a line for each engine or folder, and one for all."""
    pages = [page for folder in sys.argv[1:] for page in pairs(Path(folder))] or list(made_pages())
    scores = [(page, score(page)) for page in pages]
    print(f"{'pages of':18}{'n':>4}{'kept':>8}{'foreign':>9}{'code':>8}{'language':>10}{'ms':>7}{'stored':>9}")
    for engine in [*dict.fromkeys(page.engine for page in pages), "all"]:
        ours = [one for page, one in scores if engine in {page.engine, "all"}]
        print(
            f"{engine:18}{len(ours):4}{mean(one.kept for one in ours):>8}{mean(one.foreign for one in ours):>9}"
            f"{mean(one.code for one in ours):>8}{mean(one.language for one in ours):>10}"
            f"{statistics.median(one.ms for one in ours):7.0f}{statistics.mean(one.stored for one in ours):9.0f}"
        )


if __name__ == "__main__":
    main()
