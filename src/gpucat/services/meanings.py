"""What terms mean: a sentence or two for each, and the questions that ask for it."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from gpucat.language import Bilingual
from gpucat.resources import data_rows
from gpucat.search.lexicon import LexiconReader, key_of
from gpucat.store.connection import Reader


class ExplainedTerm(NamedTuple):
    """A term by its name, and what it means."""

    name: Bilingual
    meaning: Bilingual


def meaning_of(concept: str) -> Bilingual | None:
    """Returns what the concept or term means, if gpucat knows it."""
    return _meanings().get(concept)


def asked_meanings(connection: Reader, database: Path, index: LexiconReader, text: str) -> Iterator[ExplainedTerm]:
    """Yields the terms whose meaning the text asks for, as "what is a warp" does; a word may mean several."""
    if word := asked_word(text):
        from gpucat.services.term_list import read_vocabulary

        vocabulary = read_vocabulary(connection, database)
        key = key_of(word)
        named = [entry.concept for entry in index.entries([key]).get(key, ()) if entry.kind == "same"]
        for concept in dict.fromkeys((*named, *vocabulary.meant_by(word))):
            if meaning := meaning_of(concept):
                yield ExplainedTerm(vocabulary.name(concept), meaning)


def asked_word(text: str) -> str:
    """Returns the word whose meaning the text asks for, or nothing if it asks something else."""
    asked = " ".join(text.casefold().split()).rstrip("?？.。!！ ")
    for before, after in _questions():
        word = asked[len(before) : len(asked) - len(after)]
        if word and asked == before + word + after:
            return word.strip(' "“”')
    return ""


@cache
def _meanings() -> dict[str, Bilingual]:
    return {name: Bilingual(en, zh) for name, en, zh in data_rows("meanings.tsv")}


@cache
def _questions() -> list[tuple[str, str]]:
    """Returns what stands around the word, the longest first; English stands apart from it."""
    around = [
        (before + " " * _is_english(before), " " * _is_english(after) + after)
        for before, after in data_rows("meaning_questions.tsv")
    ]
    return sorted(around, key=lambda pair: -len("".join(pair)))


def _is_english(text: str) -> bool:
    return text != "" and text.isascii()
