"""Finds the concepts that are meant by names, and proposes those of a new article."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from gpucat.catalog.article import Article
from gpucat.catalog.catalogue import Concept, Learning
from gpucat.catalog.concepts import ConceptNames
from gpucat.catalog.fields import RELATIONS, FieldError, learning_from_fields
from gpucat.catalog.unknown import did_you_mean
from gpucat.errors import FieldValueError
from gpucat.language import Bilingual
from gpucat.services.prominent_terms import prominent_terms
from gpucat.services.term_list import read_vocabulary
from gpucat.store.catalogue import read_learning
from gpucat.store.connection import Reader, path_of

MOST_PROPOSED: Final = 3


class Concepts:
    """The concepts that articles may name: those of the list, of its term list, and of a file that brings its own."""

    def __init__(self, vocabulary: ConceptNames, own: Iterable[Concept] = ()) -> None:
        self._vocabulary = vocabulary
        self._own = {concept.name: concept for concept in own}

    @classmethod
    def of(cls, connection: Reader, own: Iterable[Concept] = ()) -> "Concepts":
        """Returns the concepts of the catalogue and its term list."""
        return cls(read_vocabulary(connection, path_of(connection)), own)

    def meant(self, named: Learning) -> Learning:
        """Returns the concepts by their own names; raises FieldValueError for a name that is none."""
        teaches, needs = (
            dict.fromkeys(self._meant(name, relation) for name in names)
            for relation, names in zip(RELATIONS, (named.teaches, named.needs), strict=True)
        )
        depth = {self._meant(name, "depth"): how for name, how in named.depth.items()}
        return Learning(tuple(teaches), tuple(name for name in needs if name not in teaches), depth)

    def rows(self, learning: Learning) -> list[Concept]:
        """Returns the concepts as the list has them, or is to have them."""
        return [
            self._own.get(name) or Concept(name, self._vocabulary.name(name).zh)
            for name in (*learning.teaches, *learning.needs)
        ]

    def _meant(self, name: str, field: str) -> str:
        if name in self._own or not self._vocabulary.concepts:  # a list without concepts takes them as they are written
            return name
        if meant := self._vocabulary.meant_by(name):
            return meant[0]
        guess = did_you_mean(name, self._vocabulary.all_names)
        raise FieldValueError(
            field,
            Bilingual(f"no concept {name!r}", f"没有概念“{name}”"),
            Bilingual(
                f"{guess.en}`gpucat terms` lists the concepts, `gpucat terms --edit` adds a term",
                f"{guess.zh}`gpucat terms` 列出概念，`gpucat terms --edit` 可添加术语",
            ),
        )

    @property
    def vocabulary(self) -> ConceptNames:
        """The concepts of the list and its term list with their names."""
        return self._vocabulary


def given_learning(connection: Reader, given: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Returns the typed relations with the concepts meant; raises FieldValueError."""
    typed = {name: given[name] for name in RELATIONS if name in given}
    try:
        named = learning_from_fields(typed)
    except FieldError as error:
        raise FieldValueError(error.field, error.reason, error.hint) from None
    if named is None:
        return {}
    meant = Concepts.of(connection).meant(named)
    return {name: getattr(meant, name) for name in typed}


def revised(before: Learning, given: Mapping[str, tuple[str, ...]]) -> Learning:
    """Returns the concepts with the given relations replaced; a depth stays with its concept, and none needs what it teaches."""
    teaches, needs = given.get("teaches", before.teaches), given.get("needs", before.needs)
    depth = {name: how for name, how in before.depth.items() if name in teaches}
    return Learning(teaches, tuple(name for name in needs if name not in teaches), depth)


def propose_learning(connection: Reader, article: Article, near: Sequence[Article], text: str = "") -> Learning:
    """Proposes concepts: it teaches what its title, keywords and text name, and needs what most of its neighbours need."""
    teaches = concepts_in(connection, article, text)
    needed: Counter[str] = Counter()
    for other in near:
        needed.update(read_learning(connection, other.number).get(other.url, Learning()).needs)
    needs = [name for name, count in needed.most_common() if 2 * count > len(near) and name not in teaches]
    return Learning(teaches, tuple(needs[:MOST_PROPOSED]))


def concepts_in(connection: Reader, article: Article, text: str) -> tuple[str, ...]:
    """Returns the concepts of the list that an article is about, by its title and text, or its keywords without a text."""
    vocabulary = Concepts.of(connection).vocabulary
    names = {name: vocabulary.spoken_names(name) for name in vocabulary.concepts if name not in vocabulary.assumed}
    title = article.title if text else " | ".join((article.title, *article.keywords))
    return tuple(prominent_terms(connection, names, title, text)[:MOST_PROPOSED])
