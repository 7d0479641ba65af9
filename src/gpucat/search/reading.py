"""Reads a run of plain words in the list's own words: facts, regional words, pinyin, misspelt words, terms. Pure.

Facts are read first, then terms (longest match first), then stop words, then the remaining words one by one. A word is
replaced only where no term of the list is at least as long, and a Latin word is corrected only if no article has it.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, Protocol

from gpucat.language import Bilingual, same
from gpucat.search.asked import AskedFact, asked_facts
from gpucat.search.lexicon import (
    LONGEST_KEY,
    Lexicon,
    LexiconReader,
    TermEntry,
    cut,
    described,
    growing_keys,
    meaning_in,
    pinyin_keys,
    terms_in,
)
from gpucat.search.repair import Spellings, repair_word
from gpucat.search.tokens import Atom, atoms, fold_word, phrase_tokens

_MOST_ROUNDS: Final = 3


class SearchIndex(Spellings, LexiconReader, Protocol):
    """What reading a query needs from a search index."""

    def is_known(self, tokens: tuple[str, ...], least_texts: int = 1) -> bool: ...


class ReadPart(NamedTuple):
    """One thing that a run of words names: a fact, a term with its entries, or text that no term covers.

    Such text is Latin words joined by punctuation, or a run of Chinese characters. `is_reread` says that other words
    were typed for the term.
    """

    shown: str
    atoms: tuple[Atom, ...] = ()
    entries: tuple[TermEntry, ...] = ()
    fact: AskedFact | None = None
    is_reread: bool = False


class ReadRun(NamedTuple):
    """What a run of plain words says: its parts in order, and the meanings and quoted symptoms that describe problems.

    `quoted` are symptoms that appear word for word (see symptoms). `plain` holds the keys of everyday words, which
    weigh less than a subject's.
    """

    parts: tuple[ReadPart, ...] = ()
    meanings: tuple[str, ...] = ()
    quoted: tuple[TermEntry, ...] = ()
    plain: frozenset[str] = frozenset()
    notes: tuple[Bilingual, ...] = ()

    def and_then(self, other: "ReadRun") -> "ReadRun":
        """Appends the reading of the words that follow."""
        return ReadRun(
            self.parts + other.parts,
            self.meanings + other.meanings,
            self.quoted + other.quoted,
            self.plain | other.plain,
            self.notes + other.notes,
        )


class _Wording(NamedTuple):
    """The words to search for: atoms, each with its place in `text`, and the entries of their stretches.

    `readings` are the places in `text` that were read as something else, `notes` what the reader is told about it.
    """

    text: str
    atoms: tuple[Atom, ...]
    lexicon: Lexicon
    readings: frozenset[tuple[int, int]] = frozenset()
    notes: tuple[Bilingual, ...] = ()

    def shown(self, stretch: Sequence[Atom]) -> str:
        """Returns the stretch as it was typed."""
        return self.text[stretch[0].start : stretch[-1].end]


def read_run(text: str, index: SearchIndex, this_year: int) -> ReadRun:
    """Reads each fact as a part of its own, and the words between them; "last year" is counted from `this_year`."""
    sequence = tuple(atoms(text))
    read = ReadRun()
    place = 0
    for fact in sorted(asked_facts(text, this_year)):
        inside = [n for n, atom in enumerate(sequence) if fact.start <= atom.start < fact.end and n >= place]
        if inside:
            read = read.and_then(_read_words(text, sequence[place : inside[0]], index))
            read = read.and_then(ReadRun((ReadPart(text[fact.start : fact.end], fact=fact),)))
            place = inside[-1] + 1
    return read.and_then(_read_words(text, sequence[place:], index))


def named_terms(text: str, index: LexiconReader) -> list[TermEntry]:
    """Finds the terms that a text names, longest match first, without replacing any word."""
    sequence = tuple(atoms(text))
    found = cut(sequence, terms_in(_entries(text, sequence, index)))
    return [entry for _, entries in found for entry in entries or () if entry.kind == "same"]


def _read_words(text: str, sequence: tuple[Atom, ...], index: SearchIndex) -> ReadRun:
    if not sequence:
        return ReadRun()
    wording = _Wording(text, sequence, _entries(text, sequence, index))
    for _ in range(_MOST_ROUNDS):
        changed = _reread(wording, index)
        if changed.atoms == wording.atoms:
            break
        wording = changed
    lexicon = wording.lexicon
    return ReadRun(
        tuple(_parts(wording)),
        tuple(described(wording.atoms, meaning_in(lexicon))),
        tuple(entry for key in sorted(lexicon) for entry in lexicon[key] if entry.kind == "symptom"),
        frozenset(key for key in lexicon if any(entry.kind == "plain" for entry in lexicon[key])),
        wording.notes,
    )


def _entries(text: str, sequence: Sequence[Atom], index: LexiconReader) -> Lexicon:
    """Looks up all stretches of the sequence."""
    stretches = [sequence[place : place + LONGEST_KEY] for place in range(len(sequence))]
    wanted = {key for stretch in stretches for key in growing_keys(stretch)}
    wanted.update(key for stretch in stretches for key in pinyin_keys(text, stretch) if key)
    return index.entries(wanted)


def _reread(wording: _Wording, index: SearchIndex) -> _Wording:
    """Replaces regional, everyday and misspelt words by the list's words."""
    term_at = terms_in(wording.lexicon)

    def reading_at(key: str, stretch: Sequence[Atom]) -> str | None:
        return "" if term_at(key, stretch) is not None else _other_word(wording, key, stretch, index)

    result: list[Atom] = []
    readings, notes = set(wording.readings), list(wording.notes)
    for stretch, reading in cut(wording.atoms, reading_at):
        shown = wording.shown(stretch)
        meant = _meant(stretch[0], shown, wording.lexicon, index) if reading is None else ""
        if reading:
            readings.add((stretch[0].start, stretch[-1].end))
            notes.append(same(f"{shown} = {reading}"))
        if meant:
            notes.append(Bilingual(f"searched for {meant} instead of {shown}", f"以“{meant}”代替“{shown}”搜索"))
        result += _at(reading or meant, stretch) if reading or meant else stretch
    atoms_now = tuple(result)
    if atoms_now == wording.atoms:
        return wording
    lexicon = _entries(wording.text, atoms_now, index)
    return _Wording(wording.text, atoms_now, lexicon, frozenset(readings), tuple(notes))


def _other_word(wording: _Wording, key: str, stretch: Sequence[Atom], index: SearchIndex) -> str | None:
    """Finds the list's word for a regional word, or for pinyin whose letters no article has."""
    pinyin = pinyin_keys(wording.text, stretch)[-1]
    for way in (key, pinyin):
        for entry in wording.lexicon.get(way, ()):
            if entry.kind == "word" and (way == key or not _are_known(stretch, index)):
                return entry.concept
    return None


def _at(text: str, stretch: Sequence[Atom]) -> list[Atom]:
    """Gives the atoms of `text` the place of the stretch they replace."""
    return [atom._replace(start=stretch[0].start, end=stretch[-1].end) for atom in atoms(text)]


def _are_known(stretch: Iterable[Atom], index: SearchIndex) -> bool:
    # What stands in one text alone may be a slip of its author: it is corrected, if a word of the list is close.
    return all(index.is_known((atom.text,), least_texts=2) for atom in stretch)


def _meant(atom: Atom, shown: str, lexicon: Lexicon, index: SearchIndex) -> str:
    """Corrects a Latin word that no term covers and no article has."""
    if atom.is_han or lexicon.get(atom.text) or _are_known([atom], index):
        return ""
    if len(phrase_tokens(shown)) > 1 and index.frequency(phrase_tokens(shown.lower())):
        return ""  # a CamelCase word that articles write without capitals
    return " ".join(repair_word(fold_word(shown), index))


def _parts(wording: _Wording) -> Iterator[ReadPart]:
    """Cuts the words into terms, joined Latin words, and runs of Chinese characters, without stop words."""
    rest: list[Atom] = []
    for stretch, entries in cut(wording.atoms, terms_in(wording.lexicon)):
        is_more = entries is None and rest and stretch[0].is_joined and stretch[0].is_han == rest[-1].is_han
        if rest and not is_more:
            yield ReadPart(wording.shown(rest), tuple(rest))
            rest = []
        if entries is None:
            rest += stretch
        elif entries:
            is_reread = (stretch[0].start, stretch[-1].end) in wording.readings
            yield ReadPart(wording.shown(stretch), tuple(stretch), tuple(entries), is_reread=is_reread)
    if rest:
        yield ReadPart(wording.shown(rest), tuple(rest))
