"""Step 3, fails if a kernel has become slower than its baseline: over 3 %, and over twice the spread, so that noise passes.

    python3 solution/step3_regress.py baseline.jsonl results.jsonl

The key of a measurement is what was measured; the last one of a key counts. A file of another GPU, driver or CUDA is another
baseline: its lines do not match.
"""

import json
import sys
from pathlib import Path

KEY = ("experiment", "step", "kernel", "gpu", "cuda", "driver", "dtype", "shape", "l2")
SLOWER = 0.03  # the share of time that counts as a regression
SPREADS = 2  # and how many times the larger distance between quartiles


def verdict(base: dict, now: dict) -> str:
    """Returns "slower", "faster" or "same" for two measurements of one key."""
    change = now["time_us"] - base["time_us"]
    enough = max(SLOWER * base["time_us"], SPREADS * max(base["iqr_us"], now["iqr_us"]))
    if abs(change) <= enough:
        return "same"
    return "slower" if change > 0 else "faster"


def read(path: str) -> dict[tuple, dict]:
    """Returns the last measurement of each key."""
    lines = [json.loads(line) for line in Path(path).read_text("utf-8").splitlines() if line.startswith("{")]
    return {tuple(line[name] for name in KEY): line for line in lines}


def main(baseline: str, results: str) -> int:
    """Prints a line for each measurement that both files have; returns 1 where one is slower."""
    if not Path(baseline).exists():
        print(f"no {baseline} yet: keep today's results as one (cp {results} {baseline})")
        return 1
    old, new = read(baseline), read(results)
    verdicts = {key: verdict(old[key], new[key]) for key in new if key in old}
    for key, said in verdicts.items():
        before, after = old[key]["time_us"], new[key]["time_us"]
        print(
            f"{said:6}  {before:10.2f} -> {after:10.2f} us  {100 * (after / before - 1):+6.1f} %  {key[1]} {key[2]} {key[8]}"
        )
    for key in new.keys() - old.keys():
        print(f"new     {key[1]} {key[2]} {key[8]}")
    return 1 if "slower" in verdicts.values() or not verdicts else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
