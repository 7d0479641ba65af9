"""Measures what size costs: CPU as a ratio to a bare interpreter, peak memory and growth of the main commands.

usage: python benchmarks/scale.py [--sizes 10000,100000] [--titles made|alike] [--skip dedupe]

Each command runs in its own process on its own database, in a temporary folder; each line of the table is printed as soon
as it is measured. The exponent is that of the growth since the size before: 1 is linear, 2 grows with the square. `alike`
titles are recombined from those of the built-in list, so that many are nearly the same.
"""

import argparse
import json
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from made_titles import made_title, vocabulary

MODULES = ("hardware", "memory", "layout", "parallel", "gemm", "pipeline", "kernels", "compiler", "profiling")
LEVELS = ("beginner", "intermediate", "advanced", "beginner..intermediate")
WORDS = [
    "warp",
    "shuffle",
    "reduction",
    "tensor",
    "core",
    "swizzle",
    "bank",
    "conflict",
    "shared",
    "memory",
    "tile",
    "pipeline",
    "kernel",
    "fusion",
    "occupancy",
    "register",
    "layout",
    "algebra",
    "copy",
    "async",
    "barrier",
    "cluster",
    "epilogue",
    "prefetch",
    "roofline",
    "latency",
    "throughput",
    "scheduler",
    "compiler",
    "profile",
]
SEED = Path(__file__).parents[1] / "data" / "seed.jsonl"
COMMANDS = {
    "import": ["import", "articles.jsonl"],
    "import again": ["import", "articles.jsonl"],
    "search": ["search", "warp shuffle"],
    "gpucat": [],
    "progress": ["progress"],
    "route": ["route"],
    "route all": ["route", "--all"],
    "next": ["next"],
    "show": ["show", "memory/6"],
    "stats": ["stats"],
    "audit": ["audit"],
    "links dry run": ["verify-links", "--dry-run"],
    "list": ["list", "--format", "ids"],
    "list csv": ["list", "--format", "csv"],
    "list json": ["list", "--json"],
    "export jsonl": ["export", "jsonl", "-o", "out.jsonl"],
    "export csv": ["export", "csv", "-o", "out.csv"],
    "export opml": ["export", "opml", "-o", "out.opml"],
    "export bookmarks": ["export", "bookmarks", "-o", "out.html"],
    "export bibtex": ["export", "bibtex", "-o", "out.bib"],
    "export markdown": ["export", "markdown", "-o", "out.md"],
    "import list": ["--db", "again.db", "import", "out.jsonl"],
    "import csv": ["import", "out.csv", "--dry-run"],
    "import opml": ["import", "out.opml", "--dry-run"],
    "import bookmarks": ["import", "out.html", "--dry-run"],
    "import bibtex": ["import", "out.bib", "--dry-run"],
    "db check": ["db", "check"],
    "dedupe": ["dedupe", "--json"],
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="10000,100000")
    parser.add_argument("--titles", choices=("made", "alike"), default="made")
    parser.add_argument("--skip", default="", help="commands to leave out, with commas")
    arguments = parser.parse_args()
    print(f"{'articles':>9}  {'command':<17}{'CPU s':>9}{'x bare':>9}{'peak MB':>9}{'exponent':>9}")
    before: dict[str, tuple[int, float]] = {}
    for size in map(int, arguments.sizes.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            measure(Path(folder), size, arguments.titles, set(arguments.skip.split(",")), before)


def measure(folder: Path, size: int, titles: str, skipped: set[str], before: dict[str, tuple[int, float]]) -> None:
    """Prints a line for each command on a catalogue of this size; `before` has the sizes and seconds of the last one."""
    with (folder / "articles.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(lines(size, titles))
    gpucat = [sys.executable, "-m", "gpucat"]
    bare = statistics.median(cost(folder, [sys.executable, "-c", "pass"])[1] for _ in range(9))
    cost(folder, [*gpucat, "db", "info"])
    cost(folder, [*gpucat, "--db", "again.db", "db", "create", "--empty"])
    for name, words in COMMANDS.items():
        if name in skipped:
            continue
        code, seconds, peak = cost(folder, [*gpucat, *words])
        smaller, earlier = before.get(name, (size, seconds))
        growth = f"{math.log(seconds / earlier) / math.log(size / smaller):.2f}" if size != smaller else ""
        failed = f"  exit {code}" if code else ""
        print(f"{size:>9}  {name:<17}{seconds:>9.2f}{seconds / bare:>9.0f}{peak:>9.0f}{growth:>9}{failed}", flush=True)
        before[name] = size, seconds


def recombined(generator: random.Random, titles: list[list[str]]) -> str:
    """The beginning of one title and the end of another."""
    one, other = generator.choice(titles), generator.choice(titles)
    return " ".join(one[: generator.randint(1, len(one))] + other[generator.randint(0, len(other) - 1) :])


def lines(size: int, titles: str) -> Iterator[str]:
    """Articles as JSON Lines, no two with one address; one in ten waits in the inbox."""
    generator = random.Random(7)
    words = vocabulary(generator)
    records = map(json.loads, SEED.read_text("utf-8").splitlines())
    known = [record["title"].split() for record in records if record.get("kind") == "article"]
    for number in range(size):
        chosen = [WORDS[number * step % len(WORDS)] for step in (1, 3, 7, 11)]
        record = {
            "title": made_title(words, generator) if titles == "made" else recombined(generator, known),
            "url": f"https://site{number % 997}.example/posts/{number}",
            "authors": [f"Author {number % 4999}"],
            "source": f"Site {number % 997}",
            "level": LEVELS[number % len(LEVELS)],
            "published": str(2010 + number % 15),
            "keywords": chosen[:2],
            "summary": f"What {' and '.join(chosen)} have to do with each other, measured on number {number}.",
        }
        if number % 10:
            record["module"] = MODULES[number % len(MODULES)]
        yield json.dumps(record) + "\n"


def cost(folder: Path, words: list[str]) -> tuple[int, float, float]:
    """Exit code, CPU seconds and peak MB of one command, its output thrown away."""
    process = subprocess.Popen(
        words,
        cwd=folder,
        env=os.environ | {"GPUCAT_DB": "scale.db"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


if __name__ == "__main__":
    main()
