"""Prints the lowest allowed version of each direct dependency in pyproject.toml, as constraints for pip.

usage: python tools/lowest.py > constraints.txt
"""

import re
import tomllib
from pathlib import Path

PROJECT = tomllib.loads(Path(__file__).parents[1].joinpath("pyproject.toml").read_text("utf-8"))["project"]


def main() -> None:
    """Prints a line for each requirement; fails if one has no lower bound."""
    extras = (requirement for group in PROJECT["optional-dependencies"].values() for requirement in group)
    for requirement in (*PROJECT["dependencies"], *extras):
        bound = re.match(r"([\w.-]+)>=([\w.]+)", requirement)
        assert bound, f"{requirement} has no lower bound"
        print(f"{bound[1]}=={bound[2]}")


if __name__ == "__main__":
    main()
