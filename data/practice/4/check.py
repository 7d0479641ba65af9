"""Checks, times and profiles one kernel file of experiment 4: `python3 check.py FILE check | time | once`."""

import sys
from pathlib import Path

sys.path += [str(Path(__file__).parent / folder) for folder in (".", "../common")]
from bench import main

sys.exit(main(4, checked=[(128, 128, 64), (256, 384, 512)], shape=(4096, 4096, 4096)))
