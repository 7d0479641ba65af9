"""Every rule earns its place: if anything is removed, some labelled pair or page title is judged worse.

Lists of the class "closed" or "plain" stay whole: articles, months and data types, and what a kind of work is called.
"""

from collections.abc import Iterable

import pytest

from gpucat.duplicates import verdict
from gpucat.resources import data_rows
from tests.rules.deletions import Example, read_examples, rules_without, touched_by

pytestmark = pytest.mark.rules

TABLES = ("title_lists.tsv", "work_phrases.tsv")


@pytest.fixture(scope="module")
def examples() -> list[Example]:
    return read_examples()


@pytest.fixture(scope="module")
def errors(examples: list[Example]) -> list[int]:
    return [found.error() for found in examples]


def is_noticed(examples: list[Example], errors: list[int], numbers: Iterable[int]) -> bool:
    return any(examples[number].error() > errors[number] for number in numbers)


def without(table: str, place: int, word: str):
    """Returns a change of one table: it removes a word from a row, or the row if that was its only word."""

    def change(name: str, rows: list[list[str]]) -> list[list[str]]:
        if name != table:
            return rows
        left = [other for other in words_of(table, rows[place]) if other != word]
        return [*rows[:place], *([[*rows[place][:-1], "|".join(left)]] if left else []), *rows[place + 1 :]]

    return change


def words_of(table: str, row: list[str]) -> list[str]:
    """Returns the words of a row; a phrase, which may have alternatives, is a row of its own."""
    return row[-1].split("|") if table == "title_lists.tsv" else [row[-1]]


@pytest.mark.parametrize("table", TABLES)
def test_each_word_is_needed(table: str, examples: list[Example], errors: list[int]) -> None:
    idle = []
    for place, row in enumerate(data_rows(table)):
        for word in words_of(table, row) if row[1] == "told" else []:
            if numbers := touched_by(examples, word):
                with rules_without(without(table, place, word)):
                    is_needed = is_noticed(examples, errors, numbers)
            if not numbers or not is_needed:
                idle.append(f"{row[0]}: {word}")
    assert idle == []


@pytest.mark.parametrize("name", verdict.WEIGHTS)
def test_each_weight_is_needed(
    name: str, examples: list[Example], errors: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verdict, "WEIGHTS", {**verdict.WEIGHTS, name: 0.0})
    assert is_noticed(examples, errors, range(len(examples)))
