"""Fuzzes the parsers with coverage feedback: no input may make them fail. `./check trust` does not need it.

usage: python tools/fuzz.py [--runs 20000] [PARSER ...]        (pip install atheris)

Each parser starts from its files in tests/corpus and reads the given number of inputs. An input that makes it fail is saved
in the current folder as `crash-…`, and the exit code is 1.
"""

import argparse
import contextlib
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["gpucat"]):
    from gpucat.charset import decode_page
    from gpucat.formats.bibtex import read_bibtex
    from gpucat.formats.bookmarks import read_bookmarks
    from gpucat.formats.delimited import read_delimited
    from gpucat.formats.feeds import feeds_named_in, read_feed, read_index
    from gpucat.formats.jsonl import read_array, read_catalogue
    from gpucat.formats.latex import address_from_latex, latex_from_plain, plain_from_latex
    from gpucat.formats.markdown_links import read_markdown
    from gpucat.formats.opml import read_opml
    from gpucat.formats.page_facts import read_page
    from gpucat.formats.robots import parse_robots
    from gpucat.search.query import parse_query
    from gpucat.texts.extraction import NoArticleError, extract

CORPUS = Path(__file__).parent.parent / "tests" / "corpus"
LONGEST = 4096


def of_text(parse: Callable[[str], object]) -> Callable[[bytes], None]:
    """Returns a function that decodes bytes and parses the text."""

    def run(content: bytes) -> None:
        parse(content.decode("utf-8", "replace"))

    return run


def of_page(content: bytes) -> None:
    """Reads the metadata, the text and the article of a page."""
    read_page(content, "", "https://a.example/")
    with contextlib.suppress(NoArticleError):
        extract(content, "", "https://a.example/").markdown.encode()


def of_feed(content: bytes) -> None:
    """Reads what a site says it has."""
    for read in (read_feed, read_index, feeds_named_in):
        read(content, "https://a.example/")


def of_latex(text: str) -> None:
    """Reads LaTeX; what is written for a text reads as it."""
    address_from_latex(text)
    plain = plain_from_latex(text)
    assert plain_from_latex(latex_from_plain(plain)) == plain


def of_charset(content: bytes) -> None:
    """Decodes a page in an unknown charset; the result must be encodable."""
    decode_page(content, "").text.encode("utf-8")


PARSERS: dict[str, tuple[Callable[[bytes], None], tuple[str, ...]]] = {
    "query": (of_text(parse_query), (".txt",)),
    "markdown": (of_text(read_markdown), (".md",)),
    "bookmarks": (of_text(read_bookmarks), (".html",)),
    "opml": (of_text(read_opml), (".opml",)),
    "bibtex": (of_text(read_bibtex), (".bib",)),
    "delimited": (of_text(read_delimited), (".csv", ".tsv")),
    "array": (of_text(read_array), (".json",)),
    "lines": (of_text(read_catalogue), (".jsonl",)),
    "page": (of_page, (".html",)),
    "feed": (of_feed, (".html", ".opml", ".json")),
    "latex": (of_text(of_latex), (".bib",)),
    "robots": (of_text(lambda text: parse_robots(text, "gpucat")), (".txt",)),
    "charset": (of_charset, (".html", ".md", ".txt")),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parsers", nargs="*", metavar="PARSER", help=", ".join(PARSERS))
    parser.add_argument("--runs", type=int, default=20_000)
    arguments = parser.parse_args()
    failed = [name for name in arguments.parsers or PARSERS if not survives(name, arguments.runs)]
    sys.exit(f"failed: {', '.join(failed)}" if failed else 0)


def survives(name: str, runs: int) -> bool:
    """Fuzzes one parser in a process of its own, because the fuzzer ends its process; returns whether it survived."""
    _, endings = PARSERS[name]
    with tempfile.TemporaryDirectory() as folder:
        for path in CORPUS.iterdir():
            if path.suffix in endings:
                (Path(folder) / path.name).write_bytes(path.read_bytes()[:LONGEST])
        fuzzer = [f"-runs={runs}", f"-max_len={LONGEST}", "-seed=1", "-timeout=20", "-print_final_stats=1", folder]
        done = subprocess.run([sys.executable, __file__, *fuzzer], input=name, text=True, check=False)
    print(f"{name}: {'survived' if done.returncode == 0 else 'FAILED'} {runs} runs", flush=True)
    return done.returncode == 0


def fuzz_here(name: str) -> None:
    """Turns this process into the fuzzer of one parser."""
    atheris.Setup(sys.argv, PARSERS[name][0])
    atheris.Fuzz()


if __name__ == "__main__":
    if any(word.startswith("-max_len") for word in sys.argv):
        fuzz_here(sys.stdin.read())
    else:
        main()
