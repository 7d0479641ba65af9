"""The glossary: every concept with its names, what it means, and the articles that teach and need it."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import GlossaryEntry
from gpucat.catalog.concepts import ConceptNames
from gpucat.catalog.unknown import nearest
from gpucat.language import NOTHING, Bilingual
from gpucat.services.meanings import meaning_of
from gpucat.services.opening import Notice, this_year
from gpucat.store.catalogue import read_glossary, read_learning
from gpucat.store.connection import Reader
from gpucat.store.stops import read_lessons

MOST_NEAR: Final = 3


class TermCard(NamedTuple):
    """A term: its name in both languages, other names, what it means, and articles in reading order."""

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


def read_terms(
    connection: Reader, vocabulary: ConceptNames, word: str | None = None, *, wants_all: bool = False
) -> TermCards:
    """Returns the terms that the word names, without hints, or all concepts of the list, in its order.

    With `wants_all`, also the terms that the list does not teach.
    """
    entries = read_glossary(connection)
    listed, alone = _explanations(entries, vocabulary)
    teachers, users = _articles(connection)
    if word is not None:
        wanted = vocabulary.meant_by(word) or vocabulary.find(word)
    else:
        wanted = [*vocabulary.concepts, *(vocabulary.further_terms if wants_all else ())]
    terms = [
        TermCard(
            name=vocabulary.name(concept),
            forms=vocabulary.other_names(concept),
            explanation=_joined(meaning_of(concept) or NOTHING, listed.get(concept, NOTHING)),
            taught_by=tuple(teachers.get(concept, ())),
            needed_by=tuple(users.get(concept, ())),
            is_assumed=concept in vocabulary.assumed,
        )
        for concept in wanted
    ]
    terms += [
        TermCard(entry.head, (), entry.body, (), ())
        for entry in alone
        if word is None or any(word.strip().casefold() in half.casefold() for half in entry.head)
    ]
    hints = tuple(entry for entry in entries if entry.kind == "hint")
    return TermCards(tuple(terms), hints if word is None else ())


def nearest_terms(connection: Reader, path: Path, vocabulary: ConceptNames, word: str, notice: Notice) -> list[str]:
    """Returns the terms that a search for the word would look for, or else those spelled most like it."""
    from gpucat.search.plan import make_plan
    from gpucat.search.query import parse_query
    from gpucat.services.search_index import open_search_index

    index = open_search_index(connection, path, False, notice)
    plan = make_plan(parse_query(word), index, this_year=this_year())
    forms = (form.shown for group in plan.groups for form in group.alternatives if form.kind == "same")
    found = dict.fromkeys(concept for form in forms for concept in vocabulary.meant_by(form)[:1])
    return list(found)[:MOST_NEAR] or list(nearest(word, vocabulary.all_names, 1))


def _joined(meaning: Bilingual, listed: Bilingual) -> Bilingual:
    """Returns what the term means, and then what the list itself says of it."""
    return Bilingual(" ".join(filter(None, (meaning.en, listed.en))), meaning.zh + listed.zh)


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
    for article in read_lessons(connection):
        for concept in learning[article.url].teaches:
            teachers[concept].append(article)
        for concept in learning[article.url].needs:
            users[concept].append(article)
    return teachers, users
