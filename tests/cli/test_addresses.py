"""Tests giving an article another address: a free one, one of a merged copy, one of another article."""

import json
from pathlib import Path

import pytest
from tests.cli.test_edit import card
from tests.cli.test_undo import content
from tests.conftest import Gpucat


@pytest.fixture
def addresses(gpucat: Gpucat) -> tuple[str, str]:
    """Returns the addresses of articles 18 and 38; every test merges the second into the first."""
    return card(gpucat, "18")["url"], card(gpucat, "38")["url"]


def assert_all_lead_to_18(gpucat: Gpucat, url: str, *others: str) -> None:
    assert card(gpucat, "18")["url"] == url
    for name in (url, *others, "38"):
        assert card(gpucat, name)["number"] == 18, name


def test_a_merge_takes_the_address_of_a_copy(gpucat: Gpucat, db: Path, addresses: tuple[str, str]) -> None:
    kept, copy = addresses
    before = content(db)
    result = gpucat("merge", "18", "38", "17", "--take", "url=38", "--yes")
    assert result.code == 0, result.err
    assert_all_lead_to_18(gpucat, copy, kept)
    assert gpucat("undo").code == 0
    assert content(db) == before


def test_an_edit_takes_the_address_of_a_copy_and_gives_it_back(
    gpucat: Gpucat, db: Path, addresses: tuple[str, str]
) -> None:
    kept, copy = addresses
    gpucat("merge", "18", "38", "--yes")
    states = [content(db)]
    for url in (copy, kept, "https://a.example/third", copy):
        result = gpucat("edit", "18", "--url", url)
        assert result.code == 0, result.err
        assert_all_lead_to_18(gpucat, url, kept, copy)
        states.append(content(db))
    assert card(gpucat, "https://a.example/third")["number"] == 18
    while states:
        assert content(db) == states.pop()
        gpucat("undo")


def test_a_copy_with_another_address_than_its_own_is_taken_out_again(
    gpucat: Gpucat, db: Path, addresses: tuple[str, str], seeded: Path
) -> None:
    gpucat("merge", "18", "38", "--take", "url=38", "--yes")
    assert gpucat("undo", "--member", "38").code == 0
    assert content(db) == content(seeded)


def test_a_merge_is_told_from_a_later_change_of_the_copy_s_address(gpucat: Gpucat, addresses: tuple[str, str]) -> None:
    gpucat("merge", "18", "38", "--yes")
    gpucat("edit", "18", "--url", addresses[1])
    result = gpucat("undo", "--member", "38")
    assert (result.code, "2, edit 18 --url" in result.err) == (1, True), result.err


@pytest.mark.parametrize("spelling", ["{}#part", "{}?utm_source=x"])
def test_another_spelling_of_a_copy_s_address_is_that_address(
    gpucat: Gpucat, addresses: tuple[str, str], spelling: str
) -> None:
    gpucat("merge", "18", "38", "--yes")
    url = spelling.format(addresses[1])
    result = gpucat("edit", "18", "--url", url, "--json")
    assert result.code == 0, result.err
    assert json.loads(gpucat("show", addresses[0], "--json").out)[0]["number"] == 18


def test_the_address_of_another_article_s_copy_is_refused(gpucat: Gpucat, db: Path, addresses: tuple[str, str]) -> None:
    gpucat("merge", "18", "38", "--yes")
    before = content(db)
    result = gpucat("edit", "6", "--url", addresses[1])
    assert (result.code, "article 18" in result.err) == (2, True), result.err
    assert content(db) == before
