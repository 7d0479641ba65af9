"""The bilingual term list: reads its rows and compiles them for look-up. Pure.

Four small tables feed it: terms (one concept a row, with its names in both languages, short forms and symptoms), words
(regional and everyday words with the list's word for them), pinyin of the terms' Chinese names, and the reader's own
terms. Once compiled, an entry is found by one key, so a search loads none of the tables.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from gpucat.language import Bilingual
from gpucat.search.asked import fact_words
from gpucat.search.lexicon import (
    INITIALS_MARK,
    PINYIN_MARK,
    TermEntry,
    TermForm,
    described,
    gap_keys,
    key_of,
    meaning_in,
    symptom_keys,
    token_rarity,
)
from gpucat.search.tokens import atoms, phrase_tokens

_QUERY_ONLY: Final = "~"
_SEARCH_ONLY: Final = "+"
_GLOSSARY_ONLY: Final = "?"
_APART: Final = "!"
_SUBJECT: Final = "="
"""Precedes the name of an everyday meaning whose words weigh as much as a subject's own."""


class Term(NamedTuple):
    """One row of the term list.

    A form that starts with `~` is understood in a query but not searched for, because it is too common (`block` for
    thread block); one that starts with `+` is searched for but does not lead here (the architecture of a chip); one
    that starts with `?` is another word's main meaning, which only the glossary lists here (swizzle for the order of
    tiles). `near` names related concepts, or, after `!`, concepts whose longer name only looks like this one (Stream-K
    is not a stream). The first of `chinese` is what people see: "swizzle（地址重排）" for a word that Chinese says in English.
    """

    name: str
    chinese: tuple[str, ...] = ()
    short: tuple[str, ...] = ()
    english: tuple[str, ...] = ()
    symptoms: tuple[str, ...] = ()
    near: tuple[str, ...] = ()

    @property
    def in_chinese(self) -> tuple[str, ...]:
        """Returns the Chinese and Japanese names; of "swizzle（地址重排）" only what is Chinese."""
        first = [name.partition("（")[2].removesuffix("）") or name for name in self.chinese[:1]]
        return (*first, *self.chinese[1:])

    @property
    def forms(self) -> tuple[str, ...]:
        """Returns all names with the same meaning, the concept's own first."""
        names = (self.name, *self.in_chinese, *self.short, *self.english)
        return tuple(name for name in names if not name.startswith(_GLOSSARY_ONLY))

    @property
    def told(self) -> tuple[str, ...]:
        """Returns the names that the glossary lists beside the concept's own, as people see them."""
        names = dict.fromkeys((*self.chinese, *self.in_chinese, *self.short, *self.english))
        return tuple(name for name in names if name != self.name and name[0] not in (_QUERY_ONLY, _SEARCH_ONLY))


def read_terms(text: str) -> list[Term]:
    """Reads the rows of a term list: tab-separated, `|` between alternatives, `#` starts a comment line."""
    return [_term(line) for line in text.splitlines() if line.strip() and not line.startswith("#")]


def _term(line: str) -> Term:
    columns = [column.strip() for column in line.split("\t")]
    lists = [tuple(part for piece in column.split("|") if (part := piece.strip())) for column in columns[1:6]]
    return Term(columns[0], *lists)


def read_pairs(text: str) -> list[tuple[str, str]]:
    """Reads rows of two columns: a word, and the word or Chinese name it stands for."""
    rows = (line.split("\t") for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return [(row[0].strip(), row[1].strip()) for row in rows if len(row) > 1]


def read_languages(text: str) -> list[tuple[str, str]]:
    """Reads rows of a word and its names in other languages, one column each, as pairs of a name and the word."""
    rows = (line.split("\t") for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return [(name, word) for word, *columns in rows for column in columns for name in column.split("|") if name]


def compile_lexicon(
    terms: Iterable[Term],
    words: Iterable[tuple[str, str]] = (),
    pinyin: Iterable[tuple[str, str]] = (),
    everyday: Iterable[tuple[str, str]] = (),
    wishes: Iterable[tuple[str, str]] = (),
) -> dict[str, list[TermEntry]]:
    """Compiles the tables into entries by key, in the order of the lists."""
    lexicon: defaultdict[str, list[TermEntry]] = defaultdict(list)
    rows = _merged(terms)
    for name, forms in everyday:
        kind = "subject" if name.startswith(_SUBJECT) else "plain"
        for form in forms.split("|"):
            lexicon[key_of(form)].append(TermEntry(kind, f"#{name}"))
    names = {term.name: term for term in rows}
    for term in rows:
        searched = _searched_forms(term, term.name)
        near = tuple(form for name in term.near for form in _searched_forms(names.get(name), name) if name[0] != _APART)
        apart = tuple(phrase_tokens(name) for name in term.near if name[0] == _APART)
        for form in dict.fromkeys(_keys(term.forms)):
            lexicon[form].append(TermEntry("same", term.name, searched, apart=apart))
            if near:
                lexicon[form].append(TermEntry("near", term.name, near))
        for letters in _initials(term):
            lexicon[letters].append(TermEntry("initials", term.name, searched))
        for form in term.in_chinese:
            for key in gap_keys(key_of(form)):
                lexicon[key].append(TermEntry("gap", key_of(form)))
    for word, meaning in words:
        lexicon[key_of(word)].append(TermEntry("word", meaning))
    for chinese, spelling in pinyin:
        lexicon[PINYIN_MARK + spelling].append(TermEntry("word", chinese))
    for way, wish in wishes:
        lexicon[key_of(way)].append(TermEntry("wish", wish))
    _compile_levels(lexicon)
    _compile_symptoms(lexicon, rows)
    return {key: lexicon[key] for key in lexicon if key}


def _compile_levels(lexicon: defaultdict[str, list[TermEntry]]) -> None:
    for level, words in fact_words("level"):
        forms = tuple(TermForm(fact, (fact,)) for fact in (f"={level}", f"=all-{level}"))
        for form in words:
            lexicon[key_of(form)].append(TermEntry("fact", level, forms))


def _merged(terms: Iterable[Term]) -> list[Term]:
    """Merges rows of the same name, so that a reader's row adds to the built-in one."""
    rows: dict[str, Term] = {}
    for term in terms:
        before = rows.get(term.name)
        rows[term.name] = term if before is None else Term(term.name, *map(tuple.__add__, before[1:], term[1:]))
    return list(rows.values())


def _compile_symptoms(lexicon: defaultdict[str, list[TermEntry]], rows: Iterable[Term]) -> None:
    meaning = meaning_in(lexicon)
    alike: defaultdict[tuple[str, tuple[str, ...]], list[str]] = defaultdict(list)
    for term in rows:
        for symptom in term.symptoms:
            alike[term.name, tuple(sorted(described(tuple(atoms(symptom)), meaning)))].append(key_of(symptom))
    counts = Counter(token for _, tokens in alike for token in tokens)
    compiled: defaultdict[str, list[TermEntry]] = defaultdict(list)
    for (concept, tokens), sentences in alike.items():
        weight = sum(token_rarity(counts[token]) for token in tokens)
        entry = TermEntry("symptom", concept, told="|".join(tokens), weight=weight)
        for key in dict.fromkeys((*sentences, *symptom_keys(tokens))):
            compiled[key].append(entry)
    for key, entries in compiled.items():
        lexicon[key] += entries


def conflicts(terms: Iterable[Term]) -> Iterator[Bilingual]:
    """Finds forms that several rows claim; a search for such a form finds all of them."""
    owners: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for term in terms:
        for form in term.forms:
            if form.startswith(_SEARCH_ONLY):
                continue
            owners[key_of(form.removeprefix(_QUERY_ONLY))].setdefault(term.name, form.removeprefix(_QUERY_ONLY))
    for key in sorted(owners):
        claims = owners[key]
        if len(claims) > 1:
            form, names = next(iter(claims.values())), list(claims)
            yield Bilingual(f"{form!r} stands for {' and '.join(names)}", f"“{form}”同时属于 {'、'.join(names)}")


def _initials(term: Term) -> set[str]:
    """Returns the keys for the initials of the term's English names of several words."""
    names = [re.findall(r"[A-Za-z]+", name) for name in (term.name, *term.english) if name.isascii()]
    return {INITIALS_MARK + "".join(word[0] for word in words).lower() for words in names if len(words) > 1}


def _searched_forms(term: Term | None, name: str) -> tuple[TermForm, ...]:
    forms = term.forms if term is not None else (name,)
    texts = (form.removeprefix(_SEARCH_ONLY) for form in forms if not form.startswith(_QUERY_ONLY))
    return tuple(TermForm(text, tokens) for text in texts if (tokens := phrase_tokens(text)))


def _keys(forms: Iterable[str]) -> Iterator[str]:
    """Yields the keys of each form; a CamelCase form may also be typed as one word without capitals."""
    for form in forms:
        if form.startswith(_SEARCH_ONLY):
            continue
        bare = form.removeprefix(_QUERY_ONLY)
        yield key_of(bare)
        yield key_of(bare.lower())
