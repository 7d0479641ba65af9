"""Places measurements under the roofline: `python3 roofline.py ../1/results.jsonl ../2/results.jsonl results.jsonl …`.

Each line of results has the least bytes and the operations of its kernel; `--gbs` and `--tflops` give your GPU's ceilings.
"""

import argparse
import json
from pathlib import Path


def main() -> None:
    """Prints intensity, rates and the share of what the roofline allows, for each measurement with a cold L2."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--gbs", type=float, required=True, help="memory bandwidth, GB/s")
    parser.add_argument("--tflops", type=float, required=True, help="FP32 rate, TFLOP/s")
    said = parser.parse_args()
    print(f"ridge: {1000 * said.tflops / said.gbs:.1f} FLOP/B")
    print(f"{'step':24}{'FLOP/B':>10}{'GB/s':>10}{'TFLOP/s':>10}{'roof':>10}{'share':>8}")
    for path in said.files:
        for line in map(json.loads, Path(path).read_text("utf-8").splitlines()):
            if line["l2"] == "cold" and line["flop"]:
                intensity = line["flop"] / line["bytes"]
                roof = min(said.tflops, intensity * said.gbs / 1000)
                name = f"{line['step']} {line['kernel']}"
                rates = f"{intensity:10.2f}{line['GB/s']:10.0f}{line['TFLOP/s']:10.2f}{roof:10.2f}"
                print(f"{name:24}{rates}{100 * line['TFLOP/s'] / roof:7.0f}%")


if __name__ == "__main__":
    main()
