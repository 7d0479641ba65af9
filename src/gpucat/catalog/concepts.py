"""Finds concepts by any of their names. Pure."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from gpucat.catalog.catalogue import Concept
from gpucat.language import Bilingual

_FOREIGN: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
"""A character of Chinese or Japanese."""
_SLIP: Final = 0.9
"""How alike a name and its misspelling are, by the longest common parts."""
_LESSER: Final = "?"
"""Precedes a form whose main meaning is another concept."""
_NOT_ITS_NAME: Final = ("~", "+")
"""Precede a form that is too common a word, and one of which this is only an example."""


class ConceptNames:
    """The concepts of the list with all their names; `forms` are further names from the term list, by concept."""

    def __init__(self, concepts: Iterable[Concept], forms: Mapping[str, Sequence[str]] | None = None) -> None:
        self.concepts = {concept.name: concept for concept in concepts}
        self._names: defaultdict[str, list[str]] = defaultdict(list)
        self._terms: defaultdict[str, list[str]] = defaultdict(list)
        self._forms = forms or {}
        self._lesser: defaultdict[str, list[str]] = defaultdict(list)
        for concept in self.concepts.values():
            for name in filter(None, (concept.name, concept.zh, *self._main_forms(concept.name))):
                self._names[_folded(name)].append(concept.name)
        for term in self._forms.keys() - self.concepts.keys():
            for name in (term, *self._main_forms(term)):
                self._terms[_folded(name)].append(term)
        for term, names in self._forms.items():
            for name in names:
                if name.startswith(_LESSER):
                    self._lesser[_folded(name)].append(term)

    def other_names(self, name: str) -> tuple[str, ...]:
        """Returns the further names of a concept or term, without its main name in either language."""
        return tuple(form for form in dict.fromkeys(self._main_forms(name)) if form not in self.name(name))

    def spoken_names(self, name: str) -> tuple[str, ...]:
        """Returns the names under which a text may mention what has this name, in both languages."""
        meant = self.meant_by(name)
        if not meant:
            return (name,)
        known = self.name(meant[0])
        forms = (form for form in self.other_names(meant[0]) if not form.startswith(_NOT_ITS_NAME))
        return tuple(dict.fromkeys((name, *known, said_in_short(known.zh), *forms)))

    def _main_forms(self, name: str) -> list[str]:
        return [form for form in self._forms.get(name, ()) if not form.startswith(_LESSER)]

    @property
    def assumed(self) -> set[str]:
        """The concepts that readers are expected to know."""
        return {concept.name for concept in self.concepts.values() if concept.is_assumed}

    @property
    def further_terms(self) -> list[str]:
        """The terms of the term list that are no concepts of the list, in order."""
        return [term for term in self._forms if term not in self.concepts]

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
            "、".join(f"{said_in_short(name.zh)}（{article}）" if article else name.zh for name, article in pairs),
        )

    def find(self, name: str) -> list[str]:
        """Finds the concepts with this name, ignoring case, spaces and hyphens; else those whose names contain it."""
        wanted = _folded(name)
        for key in _singular(name):
            if key in self._names:
                return list(dict.fromkeys(self._names[key]))
        parts = (found for key, found in self._names.items() if len(wanted) > 2 and wanted in key)
        return list(dict.fromkeys(concept for found in parts for concept in found))

    def meant_by(self, name: str) -> list[str]:
        """Returns all concepts and terms of exactly that name: the main meaning first, then what it also means."""
        for key in _singular(name):
            found = [*self._names.get(key, ()), *sorted(self._terms.get(key, ())), *self._lesser.get(key, ())]
            if found:
                return list(dict.fromkeys(found))
        return []

    def misspelled(self, name: str) -> list[str]:
        """Finds the concepts whose name differs from this one only by a slip; digits must be the same."""
        from difflib import get_close_matches

        wanted = _folded(name)
        alike = [key for key in self._names if _digits(key) == _digits(wanted)]
        return [concept for key in get_close_matches(wanted, alike, 1, _SLIP) for concept in self._names[key]]


def said_in_short(name: str) -> str:
    """Returns a Chinese name without the gloss of a word said in English: swizzle for "swizzle（地址重排）"."""
    return name.partition("（")[0]


def latin_names(name: Bilingual, forms: Iterable[str]) -> list[str]:
    """Returns the forms in Latin letters, each spelling once, without the name itself."""
    spellings = {_folded(half): "" for half in (*name, said_in_short(name.zh))}
    for form in forms:
        if not _FOREIGN.search(form):
            spellings.setdefault(_folded(form), form)
    return [form for form in spellings.values() if form]


def _singular(name: str) -> tuple[str, ...]:
    """Returns the keys of a name as it stands and without the ending of a plural."""
    wanted = _folded(name)
    return wanted, wanted.removesuffix("s"), wanted.removesuffix("es")


def _has_han(name: str) -> bool:
    return any("\u3400" <= character <= "\u9fff" for character in name)


def _digits(name: str) -> str:
    return re.sub(r"\D", "", name)


def _folded(name: str) -> str:
    return re.sub(r"[^\w+#]+|_", "", name).casefold()
