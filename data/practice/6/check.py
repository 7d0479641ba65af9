"""Checks the verdicts of a regression check: `python3 check.py FILE check`; `time` runs it on baseline.jsonl."""

import importlib.util
import sys

CASES = [  # time and spread before, time and spread now, verdict
    ((100, 0.1), (102, 0.1), "same"),  # within 3 %
    ((100, 0.1), (104, 0.1), "slower"),
    ((100, 5.0), (104, 0.1), "same"),  # within twice the spread of the baseline
    ((100, 0.1), (104, 5.0), "same"),  # or of the new measurement
    ((100, 5.0), (120, 5.0), "slower"),
    ((100, 0.1), (90, 0.1), "faster"),
    ((100, 8.0), (90, 0.1), "same"),
]


def load(path: str):
    """Imports a file by its path."""
    spec = importlib.util.spec_from_file_location("regress", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check(path: str) -> int:
    """Prints PASS or FAIL for each case; returns 1 if one fails."""
    verdict, failed = load(path).verdict, 0
    for before, now, right in CASES:
        said = verdict(*({"time_us": time, "iqr_us": iqr} for time, iqr in (before, now)))
        failed += said != right
        print(f"{'PASS' if said == right else 'FAIL'}: {before} -> {now} us (time, iqr): {said}, expected {right}")
    return 1 if failed else 0


if __name__ == "__main__":
    file, verb = sys.argv[1:3]
    sys.exit(check(file) if verb == "check" else load(file).main("baseline.jsonl", "results.jsonl"))
