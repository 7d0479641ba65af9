"""Measures what size costs: CPU seconds, peak memory and cost per article of the main commands, from 1,000 articles up.

usage: python benchmarks/scale.py [--sizes 1000,10000,100000] [--skip dedupe]

Each command runs in its own process on its own database, in a temporary folder; each line of the table is printed as soon
as it is measured. What counts is that the cost per article stays the same: CPU seconds depend on the machine.
"""

import argparse
import json
import os
import random
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
COMMANDS = {
    "import": ["import", "articles.jsonl"],
    "import again": ["import", "articles.jsonl"],
    "search": ["search", "warp shuffle"],
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
    parser.add_argument("--sizes", default="1000,10000,100000,1000000")
    parser.add_argument("--skip", default="", help="commands to leave out, with commas")
    arguments = parser.parse_args()
    print(f"{'articles':>9}  {'command':<17}{'CPU s':>9}{'peak MB':>9}{'ms each':>9}")
    for size in map(int, arguments.sizes.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            measure(Path(folder), size, set(arguments.skip.split(",")))


def measure(folder: Path, size: int, skipped: set[str]) -> None:
    """Prints a line for each command on a catalogue of this size."""
    with (folder / "articles.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(lines(size))
    cost(folder, ["db", "info"])
    cost(folder, ["--db", "again.db", "db", "create", "--empty"])
    for name, words in COMMANDS.items():
        if name not in skipped:
            code, seconds, peak = cost(folder, words)
            failed = f"  exit {code}" if code else ""
            print(f"{size:>9}  {name:<17}{seconds:>9.2f}{peak:>9.0f}{seconds / size * 1000:>9.3f}{failed}", flush=True)


def lines(size: int) -> Iterator[str]:
    """Articles as JSON Lines, no two alike; one in ten waits in the inbox."""
    generator = random.Random(7)
    words = vocabulary(generator)
    for number in range(size):
        chosen = [WORDS[number * step % len(WORDS)] for step in (1, 3, 7, 11)]
        record = {
            "title": made_title(words, generator),
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
        [sys.executable, "-m", "gpucat", *words],
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
