"""Tests what real pages say: what is the same in other words, and what the list's owner should see."""

import pytest

from gpucat.catalog.article import Article
from gpucat.links.observed import ObservedFact, difference

ARTICLE = Article(number=1, title="", url="https://warps.example/post", authors=("Ann Lee",), source="Ann Lee’s Blog")

SAME_TITLE = {
    "registered signs": ("Fast GEMM on NVIDIA Hopper GPUs", "Fast GEMM on NVIDIA® Hopper™ GPUs"),
    "curly quotes": ("A User's Guide to Tiles", "A User’s Guide to Tiles"),
    "an ampersand": ("Tiles and Warps in Practice", "Tiles & Warps in Practice"),
    "the site behind a dash": ("Tiles in Practice", "Tiles in Practice – Ann Lee’s Blog"),
    "the author behind a bar": ("Tiles in Practice", "Tiles in Practice | Ann Lee"),
    "a dot between": ("Tiles in Practice", "Tiles in Practice · Ann Lee"),
}
OTHER_TITLE = {
    "another part": ("Tiles in Practice, Part 1", "Tiles in Practice, Part 2"),
    "another article of the blog": ("Tiles in Practice", "Warps in Practice"),
}
DATES = {
    "more exact": ("2022", "2022-03-15", "more exact"),
    "a month for a day": ("2022-12-31", "2022-12", None),
    "another day": ("2022-12-31", "2022-12-30", "differs"),
    "an unknown date": (None, "2022-12-30", None),
}
AUTHORS = {
    "a full name behind a short one": (("Jay",), "Jay Shah", None),
    "turned round": (("Ann Lee",), "Lee, Ann", None),
    "three people for a laboratory": (("Hazy Lab",), "Ann Lee、Bo Chen、Cy Dee", "differs"),
    "another person": (("Ann Lee",), "Bo Chen", "differs"),
}


def told(article: Article, field: str, value: str) -> str | None:
    said = difference(article, ObservedFact(1, field, "page h1", value, "2026-01-01T00:00:00+00:00"))
    return said.en if said else None


@pytest.mark.parametrize("kind", SAME_TITLE)
def test_a_title_in_other_dress_is_the_same(kind: str) -> None:
    listed, page = SAME_TITLE[kind]
    assert told(ARTICLE._replace(title=listed), "title", page) is None


@pytest.mark.parametrize("kind", OTHER_TITLE)
def test_another_title_is_told(kind: str) -> None:
    listed, page = OTHER_TITLE[kind]
    assert page in (told(ARTICLE._replace(title=listed), "title", page) or "")


@pytest.mark.parametrize("kind", DATES)
def test_dates(kind: str) -> None:
    listed, page, expected = DATES[kind]
    said = told(ARTICLE._replace(published=listed), "published", page)
    assert (said is None) if expected is None else (said is not None and f"published {expected}" in said)


@pytest.mark.parametrize("kind", AUTHORS)
def test_authors(kind: str) -> None:
    listed, page, expected = AUTHORS[kind]
    said = told(ARTICLE._replace(authors=listed), "authors", page)
    assert (said is None) if expected is None else (said is not None and f"authors {expected}" in said)
