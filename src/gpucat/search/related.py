"""What an article is about, as word groups: with them the articles nearest to it are found. Pure."""

from collections.abc import Iterable
from typing import Final

from gpucat.search.groups import Group, from_entry, group_of
from gpucat.search.keys import key_of
from gpucat.search.lexicon import MANNERS, Entry
from gpucat.search.tokens import atoms
from gpucat.search.wording import Index, word_terms

_TELLING_COLUMNS: Final = ("title", "keywords", "concepts")
_TOO_COMMON: Final = frozenset({"GPU", "kernel", "CUDA programming", "performance", "optimization"})


def subject_groups(title: str, keywords: Iterable[str], concepts: Iterable[str], index: Index) -> list[Group]:
    """The terms that the title and the keywords name and the concepts that are taught; each found in the columns that
    say what an article is about."""
    subjects: dict[str, Entry] = {}
    for concept in concepts:
        key = key_of(concept)
        found = [entry for entry in index.entries([key]).get(key, ()) if entry.kind == "same"]
        subjects.update((entry.concept, entry) for entry in found)
    for text in (title, *keywords):
        for entry in word_terms(text, tuple(atoms(text)), index):
            subjects.setdefault(entry.concept, entry)
    return [
        group_of(concept, (a for column in _TELLING_COLUMNS for a in from_entry(entry, column)))
        for concept, entry in subjects.items()
        if concept not in MANNERS and concept not in _TOO_COMMON
    ]
