"""Rules earn their place: without a weight or a turn of phrase, some labelled pair or page title is judged worse.

Lists of the class "closed" or "plain" stay whole: articles, months and data types, and what a kind of work is called.
"""

from collections.abc import Iterable

import pytest

from gpucat.duplicates import verdict
from gpucat.resources import data_rows
from tests.rules.deletions import Example, read_examples, rules_without, touched_by

pytestmark = pytest.mark.rules

PHRASES = "work_phrases.tsv"


@pytest.fixture(scope="module")
def examples() -> list[Example]:
    return read_examples()


@pytest.fixture(scope="module")
def errors(examples: list[Example]) -> list[int]:
    return [found.error() for found in examples]


def is_noticed(examples: list[Example], errors: list[int], numbers: Iterable[int]) -> bool:
    return any(examples[number].error() > errors[number] for number in numbers)


def without(place: int):
    """Returns a change of the phrases: it removes the row at a place."""

    def change(name: str, rows: list[list[str]]) -> list[list[str]]:
        return rows[:place] + rows[place + 1 :] if name == PHRASES else rows

    return change


def test_each_turn_of_phrase_is_needed(examples: list[Example], errors: list[int]) -> None:
    idle = []
    for place, (kind, origin, phrase) in enumerate(data_rows(PHRASES)):
        if origin != "told":
            continue
        numbers = touched_by(examples, phrase)
        with rules_without(without(place)):
            if not is_noticed(examples, errors, numbers):
                idle.append(f"{kind}: {phrase}")
    assert idle == []


@pytest.mark.parametrize("name", verdict.WEIGHTS)
def test_each_weight_is_needed(
    name: str, examples: list[Example], errors: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verdict, "WEIGHTS", {**verdict.WEIGHTS, name: 0.0})
    assert is_noticed(examples, errors, range(len(examples)))
