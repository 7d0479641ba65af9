"""Every rule earns its place: whatever is taken out of one, some labelled pair or page title is judged worse.

Lists of the class "closed" or "plain" stay whole: articles, months and numbers, and what a kind of work is called.
"""

import pytest

from gpucat.duplicates import verdict
from gpucat.resources import data_rows
from tests.rules.deletions import Example, read_examples, rules_without, touched_by

pytestmark = pytest.mark.rules

CHECKED = {
    "title_lists.tsv": lambda row: row[1] == "told",
    "work_phrases.tsv": lambda row: row[1] == "told",
    "edition_words.tsv": lambda _row: True,
}


@pytest.fixture(scope="module")
def examples() -> list[Example]:
    return read_examples()


@pytest.fixture(scope="module")
def errors(examples: list[Example]) -> list[int]:
    return [found.error() for found in examples]


def is_noticed(examples: list[Example], errors: list[int], numbers: object) -> bool:
    return any(examples[number].error() > errors[number] for number in numbers)  # type: ignore[attr-defined]


def without(table: str, place: int, word: str):
    """A change of one table: a row without a word, or without its row where that was all."""

    def change(name: str, rows: list[list[str]]) -> list[list[str]]:
        if name != table:
            return rows
        row = rows[place]
        words = row[-1].split("|") if table == "title_lists.tsv" else []
        left = [*row[:-1], "|".join(other for other in words if other != word)]
        return [*rows[:place], *([left] if len(words) > 1 else []), *rows[place + 1 :]]

    return change


def words_of(table: str, row: list[str]) -> list[str]:
    return row[-1].split("|") if table == "title_lists.tsv" else [row[0] if table == "edition_words.tsv" else row[-1]]


@pytest.mark.parametrize("table", CHECKED)
def test_each_word_is_needed(table: str, examples: list[Example], errors: list[int]) -> None:
    idle = []
    for place, row in enumerate(data_rows(table)):
        for word in words_of(table, row) if CHECKED[table](row) else []:
            with rules_without(without(table, place, word)):
                if not is_noticed(examples, errors, touched_by(examples, word)):
                    idle.append(f"{row[0]}: {word}")
    assert idle == []


@pytest.mark.parametrize("name", verdict.WEIGHTS)
def test_each_weight_is_needed(
    name: str, examples: list[Example], errors: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verdict, "WEIGHTS", {**verdict.WEIGHTS, name: 0.0})
    assert is_noticed(examples, errors, range(len(examples)))
