"""The glossary: every concept with its names, what the list says of it, and the articles that teach and need it."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import GlossaryEntry
from gpucat.catalog.concepts import ConceptNames
from gpucat.language import NOTHING, Bilingual
from gpucat.services.route import read_stops
from gpucat.store.catalogue import read_glossary, read_learning
from gpucat.store.connection import Reader


class TermCard(NamedTuple):
    """A term: its name in both languages, other names, the list's explanation, and articles in reading order."""

    name: Bilingual
    forms: tuple[str, ...]
    explanation: Bilingual
    taught_by: tuple[Article, ...]
    needed_by: tuple[Article, ...]
    is_assumed: bool = False


class TermCards(NamedTuple):
    """The terms, and the list's hints on how to study."""

    terms: tuple[TermCard, ...]
    hints: tuple[GlossaryEntry, ...]


def read_terms(connection: Reader, vocabulary: ConceptNames, word: str | None = None) -> TermCards:
    """Returns the terms that the word names, without hints, or all terms in the order of the vocabulary."""
    entries = read_glossary(connection)
    explained, alone = _explanations(entries, vocabulary)
    teachers, users = _articles(connection)
    wanted = list(vocabulary.concepts) if word is None else vocabulary.find(word)
    terms = [
        TermCard(
            name=vocabulary.name(concept),
            forms=vocabulary.other_names(concept),
            explanation=explained.get(concept, NOTHING),
            taught_by=tuple(teachers.get(concept, ())),
            needed_by=tuple(users.get(concept, ())),
            is_assumed=concept in vocabulary.assumed,
        )
        for concept in wanted or vocabulary.find_terms(word or "")
    ]
    terms += [
        TermCard(entry.head, (), entry.body, (), ())
        for entry in alone
        if word is None or any(word.strip().casefold() in half.casefold() for half in entry.head)
    ]
    hints = tuple(entry for entry in entries if entry.kind == "hint")
    return TermCards(tuple(terms), hints if word is None else ())


def _explanations(
    entries: Sequence[GlossaryEntry], vocabulary: ConceptNames
) -> tuple[dict[str, Bilingual], list[GlossaryEntry]]:
    """Returns the list's explanations by concept, and those about no concept of the vocabulary."""
    explained: dict[str, Bilingual] = {}
    alone = []
    for entry in entries:
        if entry.kind != "term":
            continue
        concepts = [concept for part in entry.head.text("en").split("/") for concept in vocabulary.find(part)[:1]]
        explained |= dict.fromkeys(concepts, entry.body)
        if not concepts:
            alone.append(entry)
    return explained, alone


def _articles(connection: Reader) -> tuple[dict[str, list[Article]], dict[str, list[Article]]]:
    """Returns the articles that teach and that need each concept, in reading order."""
    learning = read_learning(connection)
    teachers: defaultdict[str, list[Article]] = defaultdict(list)
    users: defaultdict[str, list[Article]] = defaultdict(list)
    for stop in read_stops(connection):
        if stop.article.url in learning:
            for concept in learning[stop.article.url].teaches:
                teachers[concept].append(stop.article)
            for concept in learning[stop.article.url].needs:
                users[concept].append(stop.article)
    return teachers, users
