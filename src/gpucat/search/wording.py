"""A run of plain words read in the list's own words: regional words, pinyin, everyday words, misspelt words. Pure.

A word is read otherwise only where no term of the list is at least as long, and a Latin word is mended only where no
article has it.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Protocol

from gpucat.language import Bilingual, same
from gpucat.search.keys import LONGEST_KEY, growing_keys, is_pinyin_key, pinyin_keys
from gpucat.search.lexicon import Entry, Lexicon, LexiconReader
from gpucat.search.repair import Spellings, repair_word
from gpucat.search.stopwords import is_particle, is_stop_word
from gpucat.search.tokens import Atom, atoms, fold_word, phrase_tokens

_MOST_ROUNDS: Final = 3
_TERM_KINDS: Final = ("same", "near", "fact")


class Index(Spellings, LexiconReader, Protocol):
    """What reading a query asks of a search index."""


class Wording(NamedTuple):
    """The words as they are searched: atoms (each at the place it has in `text`), and the entries of their stretches.

    `keys` are the keys of the stretches of one atom, two, … that begin at each place. `readings` are the places in `text` that were read as something else, `notes` what the reader is told about it.
    """

    text: str
    atoms: tuple[Atom, ...]
    lexicon: Lexicon
    keys: tuple[list[str], ...] = ()
    readings: frozenset[tuple[int, int]] = frozenset()
    notes: tuple[Bilingual, ...] = ()

    def longest(self, place: int) -> tuple[int, list[Entry]]:
        """The longest term or stop word that begins at `place`: how many atoms it has, and a term's entries."""
        keys = self.keys[place]
        for length, key in zip(range(len(keys), 0, -1), reversed(keys), strict=True):
            entries = [entry for entry in self.lexicon.get(key, ()) if entry.kind in _TERM_KINDS]
            if entries:
                return length, entries
            if is_stop_word(key) or (length == 1 and is_particle(key)):
                return length, []
        return 0, []

    def shown(self, stretch: Sequence[Atom]) -> str:
        """The stretch as it was typed."""
        return self.text[stretch[0].start : stretch[-1].end]


def read_words(text: str, sequence: Sequence[Atom], index: Index) -> Wording:
    """The atoms of `text` in the list's words, read until nothing more is found."""
    wording = _worded(Wording(text, tuple(sequence), {}), sequence, index)
    for _ in range(_MOST_ROUNDS):
        changed = _reworded(wording, index)
        if changed.atoms == wording.atoms:
            changed = _mended(wording, index)
        if changed.atoms == wording.atoms:
            break
        wording = changed
    return wording


def word_terms(text: str, sequence: Sequence[Atom], index: Index) -> list[Entry]:
    """The terms that a text names, longest match first, without reading its words otherwise."""
    wording = _worded(Wording(text, (), {}), sequence, index)
    found: list[Entry] = []
    place = 0
    while place < len(wording.atoms):
        length, entries = wording.longest(place)
        found += (entry for entry in entries if entry.kind == "same")
        place += max(length, 1)
    return found


def _worded(wording: Wording, sequence: Iterable[Atom], index: Index) -> Wording:
    """The wording with these atoms, and the entries that belong to them."""
    kept = tuple(sequence)
    if kept == wording.atoms and wording.keys:
        return wording
    stretches = [kept[place : place + LONGEST_KEY] for place in range(len(kept))]
    keys = tuple(growing_keys(stretch) for stretch in stretches)
    wanted = {key for several in keys for key in several}
    wanted.update(key for stretch in stretches for key in pinyin_keys(wording.text, stretch) if key)
    return wording._replace(atoms=kept, keys=keys, lexicon=index.entries(wanted))


def _reworded(wording: Wording, index: Index) -> Wording:
    result: list[Atom] = []
    readings, notes = set(wording.readings), list(wording.notes)
    place = 0
    while place < len(wording.atoms):
        length, meaning = _reading(wording, place, index)
        if meaning:
            stretch = wording.atoms[place : place + length]
            readings.add((stretch[0].start, stretch[-1].end))
            notes.append(same(f"{wording.shown(stretch)} = {meaning}"))
            result += _at(meaning, stretch)
        else:
            length = max(wording.longest(place)[0], 1)
            result += wording.atoms[place : place + length]
        place += length
    return _worded(wording._replace(readings=frozenset(readings), notes=tuple(notes)), result, index)


def _reading(wording: Wording, place: int, index: Index) -> tuple[int, str]:
    """The longest stretch at `place` that is to be read as another word; none if a term is at least as long."""
    longest_term = wording.longest(place)[0]
    keys = wording.keys[place]
    spelt = pinyin_keys(wording.text, wording.atoms[place : place + len(keys)])
    for length in range(len(keys), longest_term, -1):
        for key in (keys[length - 1], spelt[length - 1]):
            for entry in wording.lexicon.get(key, ()):
                is_known = is_pinyin_key(key) and _are_known(wording.atoms[place : place + length], index)
                if entry.kind == "word" and not is_known:
                    return length, entry.concept
    return 0, ""


def _mended(wording: Wording, index: Index) -> Wording:
    """The wording with misspelt Latin words replaced: those that no term covers and no article has."""
    result: list[Atom] = []
    notes = list(wording.notes)
    place = 0
    while place < len(wording.atoms):
        length = max(wording.longest(place)[0], 1)
        stretch = wording.atoms[place : place + length]
        shown = wording.shown(stretch)
        meant = _meant(shown, index) if length == 1 and _is_strange(stretch[0], wording.lexicon, index) else ""
        if meant:
            notes.append(Bilingual(f"searched {meant} instead of {shown}", f"以“{meant}”代替“{shown}”搜索"))
        result += _at(meant, stretch) if meant else stretch
        place += length
    return _worded(wording._replace(notes=tuple(notes)), result, index)


def _at(text: str, stretch: Sequence[Atom]) -> list[Atom]:
    """The atoms of `text`, at the place of the stretch that they stand for."""
    return [atom._replace(start=stretch[0].start, end=stretch[-1].end) for atom in atoms(text)]


def _are_known(stretch: Iterable[Atom], index: Index) -> bool:
    return all(index.frequency((atom.text,)) for atom in stretch)


def _is_strange(atom: Atom, lexicon: Lexicon, index: Index) -> bool:
    return not (atom.is_han or is_stop_word(atom.text) or lexicon.get(atom.text)) and not _are_known([atom], index)


def _meant(shown: str, index: Index) -> str:
    if len(phrase_tokens(shown)) > 1 and index.frequency(phrase_tokens(shown.lower())):
        return ""  # a CamelCase word that articles write without capitals
    return " ".join(repair_word(fold_word(shown), index))
