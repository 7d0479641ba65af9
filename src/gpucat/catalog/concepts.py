"""Finds concepts by any of their names. Pure."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from gpucat.catalog.catalogue import Concept
from gpucat.language import Bilingual


class ConceptNames:
    """The concepts of the list with all their names; `forms` are further names from the term list, by concept."""

    def __init__(self, concepts: Iterable[Concept], forms: Mapping[str, Sequence[str]] | None = None) -> None:
        self.concepts = {concept.name: concept for concept in concepts}
        self._names: defaultdict[str, list[str]] = defaultdict(list)
        self._terms: defaultdict[str, list[str]] = defaultdict(list)
        self._forms = forms or {}
        for concept in self.concepts.values():
            for name in filter(None, (concept.name, concept.zh, *self._forms.get(concept.name, ()))):
                self._names[_folded(name)].append(concept.name)
        for term in self._forms.keys() - self.concepts.keys():
            for name in (term, *self._forms[term]):
                self._terms[_folded(name)].append(term)

    def other_names(self, name: str) -> tuple[str, ...]:
        """Returns the further names of a concept or term, without its main name in either language."""
        return tuple(form for form in dict.fromkeys(self._forms.get(name, ())) if form not in self.name(name))

    @property
    def assumed(self) -> set[str]:
        """The concepts that readers are expected to know."""
        return {concept.name for concept in self.concepts.values() if concept.is_assumed}

    @property
    def all_names(self) -> list[str]:
        """Every concept's name in both languages."""
        return [name for concept in self.concepts.values() for name in concept[:2] if name]

    def name(self, concept: str) -> Bilingual:
        """Returns the concept's name in both languages."""
        known = self.concepts.get(concept)
        chinese = known.zh if known else next(filter(_has_han, self._forms.get(concept, ())), "")
        return Bilingual(concept, chinese or concept)

    def names(self, concepts: Iterable[str]) -> Bilingual:
        """Returns several names in a row."""
        pairs = [self.name(concept) for concept in concepts]
        return Bilingual(", ".join(pair.en for pair in pairs), "、".join(pair.zh for pair in pairs))

    def sourced(self, concepts: Iterable[tuple[str, str]]) -> Bilingual:
        """Returns names in a row, each with the article that it comes from: `tile (gemm/1), warp (hardware/3)`."""
        pairs = [(self.name(concept), article) for concept, article in concepts]
        return Bilingual(
            ", ".join(f"{name.en} ({article})" if article else name.en for name, article in pairs),
            "、".join(f"{name.zh}（{article}）" if article else name.zh for name, article in pairs),
        )

    def find(self, name: str) -> list[str]:
        """Finds the concepts with this name, ignoring case, spaces and hyphens; else those whose names contain it."""
        wanted = _folded(name)
        for key in (wanted, wanted.removesuffix("s"), wanted.removesuffix("es")):
            if key in self._names:
                return list(dict.fromkeys(self._names[key]))
        parts = (found for key, found in self._names.items() if len(wanted) > 2 and wanted in key)
        return list(dict.fromkeys(concept for found in parts for concept in found))

    def find_terms(self, name: str) -> list[str]:
        """Finds the terms of that name in the term list that no article is marked as teaching."""
        return sorted(set(self._terms.get(_folded(name), ())))


def _has_han(name: str) -> bool:
    return any("\u3400" <= character <= "\u9fff" for character in name)


def _folded(name: str) -> str:
    return re.sub(r"[^\w+#]+|_", "", name).casefold()
