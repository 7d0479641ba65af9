"""Judges the labelled pairs and page titles by rules with something removed."""

import importlib
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

from gpucat import resources
from tests.catalog import test_titles as page_cases
from tests.judged import read_pairs, read_records, read_titles

RULES = ("gpucat.titles", "gpucat.duplicates")
LEVELS = {None: 0, "maybe": 1, "likely": 2, "same": 2, "match": 0, "decorated": 0, "changed": 1, "mismatch": 2}


class Example(NamedTuple):
    """Something to judge by `compare_records` or `compare_titles`; `low` and `high` limit the right level."""

    text: str
    arguments: tuple[Any, ...]
    is_pair: bool
    low: int
    high: int

    def judged(self) -> int:
        """Returns the level of today's verdict."""
        if self.is_pair:
            verdict = importlib.import_module("gpucat.duplicates.verdict").compare_records(*self.arguments)
            return LEVELS[verdict and verdict.verdict]
        return LEVELS[importlib.import_module("gpucat.titles.page_title").compare_titles(*self.arguments).verdict]

    def error(self) -> int:
        """Returns by how many levels today's verdict is wrong."""
        level = self.judged()
        return max(self.low - level, level - self.high, 0)


def read_examples() -> list[Example]:
    records = read_records()
    bounds = {"1": (2, 2), "?": (1, 1), "0": (0, 0)}
    examples = [
        example((records[name][pair.one], records[name][pair.other]), True, *bounds[pair.duplicate])
        for name, pairs in read_pairs().items()
        for pair in pairs
    ]
    for row in read_titles():
        examples.append(
            example((row.title, row.page, (row.source, row.author)), False, *((0, 0) if row.is_same else (2, 2)))
        )
    cases = ((page_cases.ACCEPTED, 0), (page_cases.TO_LOOK_AT, 1), (page_cases.OTHER_PAGES, 2))
    for found, level in cases:
        for title, page in found.values():
            arguments = (title, page, page_cases.NAMES, page_cases.SIBLINGS)
            examples.append(example(arguments, False, level, level))
    return examples


def example(arguments: tuple[Any, ...], is_pair: bool, low: int, high: int) -> Example:
    return Example(" ".join(map(str, arguments)).casefold(), arguments, is_pair, low, high)


@contextmanager
def rules_without(change: Callable[[str, list[list[str]]], list[list[str]]]) -> Iterator[None]:
    """Reloads the rules from changed tables, and restores them at the end."""
    kept = {name: module for name, module in sys.modules.items() if name.startswith(RULES)}
    whole = resources.data_rows
    for name in kept:
        del sys.modules[name]
    try:
        with patch.object(resources, "data_rows", lambda name: change(name, whole(name))):
            for name in ("gpucat.duplicates.verdict", "gpucat.titles.page_title"):
                importlib.import_module(name)
            yield
    finally:
        for name in [name for name in sys.modules if name.startswith(RULES)]:
            del sys.modules[name]
        sys.modules.update(kept)


def touched_by(examples: Sequence[Example], word: str) -> list[int]:
    """Returns the examples that may contain the word or phrase: its longest run of letters, without an ending."""
    run = max(re.findall(r"[^\W\d_]+", re.sub(r"\\.|\(\?[<!=:]+", " ", word)) or [""], key=len)
    key = run[: max(3, len(run) - 3)].casefold()
    return [number for number, found in enumerate(examples) if key in found.text]
