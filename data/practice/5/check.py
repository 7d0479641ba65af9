"""Checks, times and profiles one kernel file of experiment 5: `python3 check.py FILE check | time | once`."""

import sys
from pathlib import Path

sys.path += [str(Path(__file__).parent / folder) for folder in (".", "../common")]
from bench import main

sys.exit(main(5, checked=[(1024, 512, 256), (1024, 768, 1024)], shape=(8192, 8192, 8192)))
