"""Measures finding duplicates, by number of records: CPU seconds, peak memory and the share of planted ones found.

usage: python benchmarks/duplicates.py [--sizes 148 10000 100000 1000000] [--planted 0.02]

Titles are made from a fixed vocabulary; a share of them is planted again, changed as copies on other sites are. Each size
runs in its own process, so that peak memory is measured separately. Up to 10,000 records, `rapidfuzz.process.cdist` over all
pairs runs as a yardstick (if numpy is installed); then one record is looked up among all, as `add` does.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import time
from importlib.util import find_spec

from made_titles import made_title, vocabulary

from gpucat.duplicates.candidates import find_duplicates, nearest_titles
from gpucat.duplicates.records import Record
from gpucat.duplicates.verdict import compare_records

CDIST_UP_TO = 10_000
HEADING = ("records", "CPU s", "peak MB", "planted found", "cdist CPU s", "one record ms")


def make_records(size: int, planted: float, generator: random.Random) -> tuple[list[Record], set[tuple[int, int]]]:
    words = vocabulary(generator)
    copies = int(size * planted)
    records = []
    for index in range(size - copies):
        title = made_title(words, generator)
        date = f"20{generator.randint(10, 25)}-{generator.randint(1, 12):02}-{generator.randint(1, 28):02}"
        records.append(
            Record(title, f"https://{generator.choice(words)}.example/{index}", (f"Ada {index % 977}",), date)
        )
    pairs = set()
    for number in range(copies):
        original = generator.randrange(size - copies)
        pairs.add((original, len(records)))
        title = decorate(records[original].title, generator)
        records.append(records[original]._replace(title=title, url=f"https://medium.com/p/{number}"))
    return records, pairs


def decorate(title: str, generator: random.Random) -> str:
    first, last = title.split(" ", 1)
    forms = (
        title.upper(),
        f"{title} | Medium",
        f"[Updated] {title}",
        f"{title} (2024)",
        f"{title[:-1]}{title[-1] * 2}",
        f"{first}: {last}",
    )
    return generator.choice(forms)


def measure(size: int, planted: float) -> dict[str, float | int | None]:
    records, pairs = make_records(size, planted, random.Random(7))
    start = time.process_time()
    found = {(pair.one, pair.other) for pair in find_duplicates(records)}
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yardstick = measure_cdist(records) if size <= CDIST_UP_TO else None
    titles = [record.title.lower() for record in records]
    start = time.process_time()
    new = Record(records[0].title + " | Medium", "https://medium.com/p/x")
    for index in nearest_titles(new.title, titles):
        compare_records(new, records[index])
    one = (time.process_time() - start) * 1000
    return {
        "seconds": seconds,
        "peak": peak,
        "found": len(found & pairs) / max(1, len(pairs)),
        "cdist": yardstick,
        "one": one,
    }


def measure_cdist(records: list[Record]) -> float | None:
    if find_spec("numpy") is None:
        return None
    from rapidfuzz import fuzz, process

    titles = [record.title for record in records]
    start = time.process_time()
    process.cdist(titles, titles, scorer=fuzz.token_sort_ratio, score_cutoff=80, dtype="uint8")
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[148, 10_000, 100_000, 1_000_000])
    parser.add_argument("--planted", type=float, default=0.02)
    parser.add_argument("--measure", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        print(json.dumps(measure(arguments.measure, arguments.planted)))
        return
    print("  ".join(f"{name:>13}" for name in HEADING))
    for size in arguments.sizes:
        command = [sys.executable, __file__, "--measure", str(size), "--planted", str(arguments.planted)]
        result = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        cdist = "-" if result["cdist"] is None else f"{result['cdist']:.2f}"
        cells = (
            f"{size:,}",
            f"{result['seconds']:.2f}",
            f"{result['peak']:.0f}",
            f"{result['found']:.1%}",
            cdist,
            f"{result['one']:.1f}",
        )
        print("  ".join(f"{cell:>13}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
