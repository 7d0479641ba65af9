"""Tests the table of page phrases: it is well-formed and folded, and each kind is known and used."""

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gpucat.links
from gpucat.links.landing import is_language_tag
from gpucat.links.phrases import first_of, fold, is_mostly, parts, phrases, read_phrases
from gpucat.resources import data_file

ROWS = list(read_phrases(data_file("page_phrases.tsv").read_text("utf-8")))
RULES = [Path(gpucat.links.__file__).with_name(f"{name}.py") for name in ("phrases",)]
CHARSETS = {"ja": "shift_jis", "ko": "euc_kr", "ru": "koi8_r", "el": "iso8859-7", "he": "iso8859-8", "th": "tis-620"}


def test_a_row_is_a_phrase_in_folded_letters_of_its_language():
    bare = [(language, re.sub(r"\\.", "", phrase)) for _, language, phrase in ROWS]
    assert not [row for row in bare if not (row[0] == "-" or is_language_tag(row[0])) or fold(row[1]) != row[1]]
    assert not [row for row in bare if row[0] in CHARSETS and not is_written_in(CHARSETS[row[0]], row[1])]
    assert not [phrase for _, _, phrase in ROWS if re.compile(phrase).groups]


def is_written_in(charset: str, text: str) -> bool:
    """Whether the language's own charset has all the letters; if not, another language has slipped in."""
    return text.encode(charset, "replace").decode(charset) == text


def test_no_phrase_stands_twice():
    assert not [row for row, times in Counter((kind, phrase) for kind, _, phrase in ROWS).items() if times > 1]


def test_rows_stand_together_by_kind_and_language():
    places = [(kind, language) for kind, language, _ in ROWS]
    assert len(set(places)) == sum(1 for one, other in zip([None, *places], places, strict=False) if one != other)


def test_each_kind_is_used_and_each_that_is_used_is_there():
    source = "".join(path.read_text("utf-8") for path in RULES)
    kinds = {kind for kind, _, _ in ROWS}
    assert not [kind for kind in kinds if f'"{kind}"' not in source and f"'{kind}'" not in source]
    assert all(phrases(kind).pattern for kind in kinds)
    with pytest.raises(KeyError):
        phrases("no-such-kind")


def test_a_heading_and_its_parts():
    assert parts("Page not found | A site") == ["Page not found | A site", "Page not found", "A site"]
    assert parts("Captcha: a history") == ["Captcha: a history"] * 2
    assert "Page not found" in parts("Oops: Page not found", at_colons=True)


@pytest.mark.parametrize(
    ("heading", "is_said"),
    [("404 Not Found", True), ("Sorry, the page you requested was not found", True), ("Why nothing is ever not found in a cache of a GPU", False), ("", False), ("…", False)],
)  # fmt: skip
def test_a_phrase_is_most_of_a_heading(heading: str, is_said: bool):
    assert is_mostly(heading, phrases("not-found"), phrases("greeting")) is is_said


@given(st.text(max_size=60), st.sampled_from(sorted({kind for kind, _, _ in ROWS})))
def test_what_is_found_is_in_the_text(text: str, kind: str):
    found = first_of(text, phrases(kind))
    assert found is None or found in fold(text)
