"""Tests that our stems are those of Porter's algorithm as SQLite implements it."""

import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpucat.search.stems import stem

_WORDS = [
    "caresses",
    "ponies",
    "ties",
    "caress",
    "cats",
    "feed",
    "agreed",
    "plastered",
    "bled",
    "motoring",
    "sing",
    "conflated",
    "troubled",
    "sized",
    "hopping",
    "tanned",
    "falling",
    "hissing",
    "fizzed",
    "failing",
    "filing",
    "happy",
    "sky",
    "relational",
    "conditional",
    "rational",
    "valenci",
    "hesitanci",
    "digitizer",
    "conformabli",
    "radicalli",
    "differentli",
    "vileli",
    "analogousli",
    "vietnamization",
    "predication",
    "operator",
    "feudalism",
    "decisiveness",
    "hopefulness",
    "callousness",
    "formaliti",
    "sensitiviti",
    "sensibiliti",
    "triplicate",
    "formative",
    "formalize",
    "electriciti",
    "electrical",
    "hopeful",
    "goodness",
    "revival",
    "allowance",
    "inference",
    "airliner",
    "gyroscopic",
    "adjustable",
    "defensible",
    "irritant",
    "replacement",
    "adjustment",
    "dependent",
    "adoption",
    "homologou",
    "communism",
    "activate",
    "angulariti",
    "homologous",
    "effective",
    "bowdlerize",
    "probate",
    "rate",
    "cease",
    "controll",
    "roll",
    "swizzling",
    "vectorized",
    "coalesced",
    "tiling",
    "occupancy",
    "synchronization",
    "reductions",
    "generally",
    "y",
    "yes",
]


def porter(word: str) -> str:
    with sqlite3.connect(":memory:") as connection:
        connection.execute("CREATE VIRTUAL TABLE text USING fts5(word, tokenize = 'porter ascii')")
        connection.execute("CREATE VIRTUAL TABLE terms USING fts5vocab(text, 'row')")
        connection.execute("INSERT INTO text VALUES (?)", (word,))
        found: str = connection.execute("SELECT term FROM terms").fetchone()[0]
    connection.close()
    return found


@pytest.mark.parametrize("word", _WORDS)
def test_a_stem_is_porters(word: str) -> None:
    assert stem(word) == porter(word)


@settings(max_examples=200, deadline=None)
@given(st.text("abcdegilmnorstuvz", min_size=5, max_size=14))
def test_made_up_words_have_porters_stem(word: str) -> None:
    """Covers words longer than an ending; SQLite treats runs of y in its own way."""
    assert stem(word) == porter(word)


def test_a_word_with_digits_stays() -> None:
    assert stem("h100s") == "h100s"
