"""Tests that a merge keeps the order of the articles that stay in the list."""

import json
from itertools import permutations

import pytest
from tests.conftest import Gpucat


def order(gpucat: Gpucat, module: str) -> list[int]:
    return [article["number"] for article in json.loads(gpucat("list", "--module", module, "--json").out)]


@pytest.mark.parametrize(
    ("keep", "drops"),
    [("memory/6", ("memory/5",)), ("memory/16", ("memory/1", "memory/3")), ("memory/1", ("memory/16", "memory/2"))]
    + [(keep, tuple(drops)) for keep, *drops in permutations(("memory/4", "memory/5", "memory/6"))],
)
def test_the_articles_that_stay_keep_their_order(gpucat: Gpucat, keep: str, drops: tuple[str, ...]) -> None:
    before = order(gpucat, "memory")
    dropped = {before[int(name.partition("/")[2]) - 1] for name in drops}
    assert gpucat("merge", keep, *drops, "--yes").code == 0
    assert order(gpucat, "memory") == [number for number in before if number not in dropped]


def test_an_article_that_takes_the_module_of_another_takes_its_place(gpucat: Gpucat) -> None:
    memory, layout = order(gpucat, "memory"), order(gpucat, "layout")
    assert gpucat("merge", "memory/6", "layout/9", "layout/2", "--take", "module=layout/9", "--yes").code == 0
    expected = [memory[5] if number == layout[8] else number for number in layout if number != layout[1]]
    assert order(gpucat, "layout") == expected
    assert order(gpucat, "memory") == [number for number in memory if number != memory[5]]
