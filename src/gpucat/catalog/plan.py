"""From a query to what is looked for: word groups with their alternatives. Pure.

Order inside a run of words: facts asked for in words, then terms (longest match first), then stop words, then what is
left word by word. A group is one thing the reader wants; any of its alternatives gives it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from gpucat.catalog.asked import AskedFact, asked_facts
from gpucat.catalog.lexicon import (
    LONGEST_KEY,
    MANNERS,
    Entry,
    Lexicon,
    LexiconReader,
    described,
    gap_keys,
    join_key,
    key_of,
    meaning_in,
    pinyin_key,
    symptom_keys,
    token_rarity,
)
from gpucat.catalog.query import Piece, Query
from gpucat.catalog.repair import Spellings, repair_word
from gpucat.catalog.stopwords import is_particle, is_stop_word
from gpucat.catalog.tokens import Atom, atoms, fold_word, pairs, phrase_tokens
from gpucat.language import Bilingual, same

FULL_KINDS: Final = frozenset({"literal", "same", "fact", "repair", "pairs"})
"""Kinds of alternatives that count as the word itself; `near` and `part` only help the order."""
WEIGHTS: Final = {"literal": 1.0, "same": 0.95, "fact": 1.0, "repair": 0.9, "pairs": 1.0, "near": 0.4, "part": 0.15}
_ROUNDS_OF_READING: Final = 3
_SYMPTOM_SHARE: Final = 0.5
_WORD_FOR_WORD: Final = 2.0
_TELLING: Final = 10.0
_LEAST_TELLING: Final = 5.0
_PLAIN_WEIGHT: Final = 0.4
_MANNER_WEIGHT: Final = 0.5
_MOST_SYMPTOMS: Final = 4
_OF_THE_BEST: Final = 0.8


class Index(Spellings, LexiconReader, Protocol):
    """What planning asks of a search index."""


class Alternative(NamedTuple):
    """One way to give a group: consecutive tokens in any column, or in `column` only.

    `kind`: literal, same (a synonym), near (a related term), fact, repair, pairs (a Chinese run, found when its pairs
    cover every character), part (a word of a longer term).
    """

    tokens: tuple[str, ...]
    kind: str = "literal"
    shown: str = ""
    column: str | None = None
    is_prefix: bool = False
    apart: tuple[tuple[str, ...], ...] = ()
    """Longer names that only look like this one: inside them it does not count."""

    @property
    def weight(self) -> float:
        return WEIGHTS[self.kind]


class Group(NamedTuple):
    """One thing that is looked for. A soft group helps the order and is not needed for a full match."""

    shown: str
    alternatives: tuple[Alternative, ...]
    is_required: bool = False
    is_soft: bool = False
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Plan:
    """What is looked for, what must be absent, and what the reader is told about it."""

    groups: tuple[Group, ...] = ()
    excluded: tuple[Alternative, ...] = ()
    places: tuple[str, ...] = ()
    urls: tuple[str, ...] = ()
    notes: tuple[Bilingual, ...] = ()


@dataclass(slots=True)
class _Drawing:
    index: Index
    is_literal: bool
    this_year: int
    groups: list[Group] = field(default_factory=list)
    notes: list[Bilingual] = field(default_factory=list)
    meanings: list[str] = field(default_factory=list)
    """What the words say, as `lexicon.described` has it."""
    plain: set[str] = field(default_factory=set)
    """Keys of everyday words, which tell less than a subject's own."""
    symptoms: list[Entry] = field(default_factory=list)
    """Symptoms that stand in the query word for word."""


def make_plan(query: Query, index: Index, *, this_year: int, is_literal: bool = False) -> Plan:
    """The groups that `query` asks for. With `is_literal`, words stand for themselves only, stop words included."""
    drawing = _Drawing(index, is_literal, this_year)
    plain: list[str] = []
    urls: list[str] = []
    places: list[str] = []
    for clause in query.clauses:
        first = clause.pieces[0]
        if len(clause.pieces) == 1 and not clause.is_required and first.kind == "word" and first.column is None:
            plain.append(first.text)
            continue
        _draw_run(drawing, plain)
        plain = []
        if first.kind in ("url", "place"):
            (urls if first.kind == "url" else places).extend(p.text for p in clause.pieces if p.kind == first.kind)
            continue
        found = tuple(a for piece in clause.pieces for a in _piece_alternatives(drawing, piece))
        shown = " | ".join(piece.text for piece in clause.pieces)
        drawing.groups.append(Group(shown, _unique(found), clause.is_required))
    _draw_run(drawing, plain)
    excluded = tuple(a for piece in query.excluded for a in _excluded_alternatives(drawing, piece))
    return Plan(
        tuple(_without_repeats(drawing.groups)),
        excluded,
        tuple(places),
        tuple(urls),
        tuple(dict.fromkeys(drawing.notes)),
    )


def _unique(alternatives: Iterable[Alternative]) -> tuple[Alternative, ...]:
    kept: dict[tuple[object, ...], Alternative] = {}
    for alternative in alternatives:
        kept.setdefault((alternative.tokens, alternative.column, alternative.is_prefix), alternative)
    return tuple(kept.values())


def _without_repeats(groups: Iterable[Group]) -> list[Group]:
    kept: dict[tuple[Alternative, ...], Group] = {}
    for group in groups:
        kept.setdefault(group.alternatives, group)
    return list(kept.values())


def _literal(text: str, column: str | None = None, is_prefix: bool = False) -> list[Alternative]:
    tokens = phrase_tokens(text)
    # A lone Chinese character is only ever the beginning of a pair.
    is_lone_han = len(tokens) == 1 and len(tokens[0]) == 1 and not tokens[0].isascii()
    return [Alternative(tokens, "literal", text, column, is_prefix or is_lone_han)] if tokens else []


def _piece_alternatives(drawing: _Drawing, piece: Piece) -> Iterator[Alternative]:
    yield from _literal(piece.text, piece.column, piece.kind == "prefix")
    whole = fold_word(piece.text)
    if piece.kind != "phrase" and whole.isalnum():
        yield from _whole_word(piece.text, piece.column)
    if piece.kind == "word" and not drawing.is_literal:
        key = join_key(tuple(atoms(piece.text)))
        for entry in drawing.index.entries([key]).get(key, ()):
            yield from _from_entry(entry, piece.column)


def _excluded_alternatives(drawing: _Drawing, piece: Piece) -> Iterator[Alternative]:
    return (a for a in _piece_alternatives(drawing, piece) if a.kind in ("literal", "same"))


def _whole_word(word: str, column: str | None = None) -> Iterator[Alternative]:
    """A CamelCase word is also found where it is written in one word without capitals."""
    parts, whole = phrase_tokens(word), phrase_tokens(word.lower())
    if whole and parts != whole:
        yield Alternative(whole, "literal", word, column)


def _from_entry(entry: Entry, column: str | None = None) -> Iterator[Alternative]:
    for form in entry.forms:
        if entry.kind == "fact":
            yield Alternative((form,), "fact", form, column)
        elif entry.kind in ("same", "near") and (tokens := phrase_tokens(form)):
            apart = tuple(phrase_tokens(name) for name in entry.apart)
            yield Alternative(tokens, entry.kind, form, column, apart=tuple(n for n in apart if _holds(n, tokens)))


def _holds(longer: tuple[str, ...], tokens: tuple[str, ...]) -> bool:
    return f" {' '.join(tokens)} " in f" {' '.join(longer)} "


# --- a run of plain words ---------------------------------------------------------------------------------------


class _Run(NamedTuple):
    """Plain words in sequence: their atoms, and for each atom the place of the reading it came from (or -1)."""

    text: str
    atoms: tuple[Atom, ...]
    origins: tuple[int, ...]


def _draw_run(drawing: _Drawing, words: Sequence[str]) -> None:
    if not words:
        return
    text = " ".join(words)
    if drawing.is_literal:
        for word in words:
            found = (*_literal(word), *_whole_word(word))
            drawing.groups.append(Group(word, _unique(found)))
        return
    before = len(drawing.groups)
    sequence = tuple(atoms(text))
    facts = list(asked_facts(text, drawing.this_year))
    _draw_stretch(drawing, text, sequence, facts)
    _draw_symptoms(drawing)
    _soften(drawing, before)
    if len(drawing.groups) == before:  # stop words only: then they are what is asked
        drawing.groups += [Group(word, _unique((*_literal(word), *_whole_word(word)))) for word in words]


def _soften(drawing: _Drawing, begin: int) -> None:
    """Where everyday words alone led to a concept, having those words is no full match."""
    drawn = drawing.groups[begin:]
    if any(group.is_soft for group in drawn) and all(group.is_soft or group.weight < 1 for group in drawn):
        drawing.groups[begin:] = [group._replace(is_soft=True) for group in drawn]


def _draw_stretch(drawing: _Drawing, text: str, sequence: tuple[Atom, ...], facts: list[AskedFact]) -> None:
    """Draws the atoms between asked facts as words, and each fact as a group of its own."""
    place = 0
    for fact in sorted(facts):
        inside = [n for n, atom in enumerate(sequence) if fact.start <= atom.start < fact.end and n >= place]
        if not inside:
            continue
        _draw_words(drawing, text, sequence[place : inside[0]])
        shown = text[fact.start : fact.end]
        found = [*_literal(shown), *(Alternative((token,), "fact", token) for token in fact.tokens)]
        found += [Alternative(phrase_tokens(phrase), "same", phrase) for phrase in fact.phrases]
        drawing.groups.append(Group(shown, _unique(found), is_soft=fact.is_soft, weight=0.5 if fact.is_soft else 1.0))
        place = inside[-1] + 1
    _draw_words(drawing, text, sequence[place:])


def _draw_words(drawing: _Drawing, text: str, sequence: tuple[Atom, ...]) -> None:
    sequence, lexicon, readings = _read_words(drawing, text, sequence)
    drawing.plain.update(key for key in lexicon if any(entry.kind == "plain" for entry in lexicon[key]))
    drawing.meanings += described(sequence, meaning_in(lexicon))
    drawing.symptoms += (e for key in sorted(lexicon) for e in lexicon[key] if e.kind == "symptom")
    rest: list[Atom] = []
    place = 0
    while place < len(sequence):
        length, entries = _longest(sequence, place, lexicon)
        if entries:
            _draw_rest(drawing, text, rest)
            rest = []
            _draw_term(drawing, text, sequence[place : place + length], entries, readings)
        elif length:
            _draw_rest(drawing, text, rest)
            rest = []
        else:
            rest.append(sequence[place])
        place += max(length, 1)
    _draw_rest(drawing, text, rest)


def _longest(sequence: Sequence[Atom], place: int, lexicon: Lexicon) -> tuple[int, list[Entry]]:
    """The longest term or stop word that begins at `place`: how many atoms, and a term's entries."""
    for length in range(min(LONGEST_KEY, len(sequence) - place), 0, -1):
        key = join_key(sequence[place : place + length])
        entries = [entry for entry in lexicon.get(key, ()) if entry.kind in ("same", "near", "fact")]
        if entries:
            return length, entries
        if is_stop_word(key) or (length == 1 and is_particle(key)):
            return length, []
    return 0, []


def _read_words(
    drawing: _Drawing, text: str, sequence: tuple[Atom, ...]
) -> tuple[tuple[Atom, ...], Lexicon, set[tuple[int, int]]]:
    """Regional words, pinyin and everyday words read as the list's words, until nothing more is found.

    Returns the new atoms, the lexicon entries for them, and which stretches of the text were read as something else.
    """
    readings: set[tuple[int, int]] = set()
    lexicon = _entries(drawing, text, sequence)
    for _ in range(_ROUNDS_OF_READING):
        changed = _read_once(drawing, text, sequence, lexicon, readings)
        if changed == sequence:
            changed = _mend(drawing, text, sequence, lexicon)
        if changed == sequence:
            break
        sequence = changed
        lexicon = _entries(drawing, text, sequence)
    return sequence, lexicon, readings


def _read_once(
    drawing: _Drawing,
    text: str,
    sequence: tuple[Atom, ...],
    lexicon: Lexicon,
    readings: set[tuple[int, int]],
) -> tuple[Atom, ...]:
    result: list[Atom] = []
    place = 0
    while place < len(sequence):
        length, meaning = _reading(drawing, text, sequence, place, lexicon)
        if not meaning:
            known, _ = _longest(sequence, place, lexicon)
            length = max(known, 1)
            result += sequence[place : place + length]
        else:
            start, end = sequence[place].start, sequence[place + length - 1].end
            shown = text[start:end]
            readings.add((start, end))
            drawing.notes.append(same(f"{shown} = {meaning}"))
            result += (Atom(a.text, start, end, a.is_han, a.is_joined) for a in atoms(meaning))
        place += length
    return tuple(result)


def _mend(drawing: _Drawing, text: str, sequence: tuple[Atom, ...], lexicon: Lexicon) -> tuple[Atom, ...]:
    """The atoms with misspelt Latin words replaced: those that no term covers and no article has."""
    result: list[Atom] = []
    place = 0
    while place < len(sequence):
        length = max(_longest(sequence, place, lexicon)[0], 1)
        atom = sequence[place]
        shown = text[atom.start : atom.end]
        repair = _repair(drawing, shown) if length == 1 and _is_unknown(drawing, atom, lexicon) else None
        if repair is None:
            result += sequence[place : place + length]
        else:
            drawing.notes.append(Bilingual(f"searched {repair} instead of {shown}", f"以“{repair}”代替“{shown}”搜索"))
            result += (Atom(a.text, atom.start, atom.end, a.is_han, a.is_joined) for a in atoms(repair))
        place += length
    return tuple(result)


def _is_unknown(drawing: _Drawing, atom: Atom, lexicon: Lexicon) -> bool:
    return not (atom.is_han or is_stop_word(atom.text) or lexicon.get(atom.text)) and not drawing.index.frequency(
        (atom.text,)
    )


def _repair(drawing: _Drawing, shown: str) -> str | None:
    whole = phrase_tokens(shown.lower())
    if len(phrase_tokens(shown)) > 1 and drawing.index.frequency(whole):
        return None
    repair = repair_word(fold_word(shown), drawing.index)
    return " ".join(repair) if repair else None


def _reading(drawing: _Drawing, text: str, sequence: Sequence[Atom], place: int, lexicon: Lexicon) -> tuple[int, str]:
    """The longest stretch at `place` that is to be read as another word; none if a term is at least as long."""
    longest_term = _longest(sequence, place, lexicon)[0]
    for length in range(min(LONGEST_KEY, len(sequence) - place), longest_term, -1):
        stretch = sequence[place : place + length]
        for key in (join_key(stretch), pinyin_key(text, stretch)):
            for entry in lexicon.get(key, ()) if key else ():
                is_pinyin = key.startswith("%")
                if entry.kind == "word" and (not is_pinyin or _has_unknown(drawing, stretch)):
                    return length, entry.concept
    return 0, ""


def _has_unknown(drawing: _Drawing, stretch: Sequence[Atom]) -> bool:
    return not all(drawing.index.frequency((atom.text,)) for atom in stretch)


def _entries(drawing: _Drawing, text: str, sequence: Sequence[Atom]) -> Lexicon:
    keys = set()
    for place in range(len(sequence)):
        for length in range(1, min(LONGEST_KEY, len(sequence) - place) + 1):
            stretch = sequence[place : place + length]
            keys.add(join_key(stretch))
            keys.add(pinyin_key(text, stretch))
    return drawing.index.entries(keys - {""})


def _draw_term(
    drawing: _Drawing,
    text: str,
    stretch: Sequence[Atom],
    entries: Sequence[Entry],
    readings: set[tuple[int, int]],
) -> None:
    key = join_key(stretch)
    shown = text[stretch[0].start : stretch[-1].end]
    found = [a for entry in entries for a in _from_entry(entry)]
    apart = tuple(dict.fromkeys(name for alternative in found for name in alternative.apart))
    literal = _literal(key)
    found = [a._replace(apart=tuple(n for n in apart if _holds(n, a.tokens))) for a in literal] + found
    if (stretch[0].start, stretch[-1].end) in readings:
        found += _literal(shown)
    parts = [phrase_tokens(atom.text) for atom in stretch if not atom.is_han] if len(stretch) > 1 else []
    run = "".join(atom.text for atom in stretch if atom.is_han)
    parts += [(pair,) for pair in pairs(run)] if len(run) > 2 else []
    found += (Alternative(part, "part", part[0]) for part in parts if not is_stop_word(part[0]))
    is_manner = any(entry.concept in MANNERS for entry in entries)
    drawing.groups.append(Group(shown, _unique(found), weight=_MANNER_WEIGHT if is_manner else 1.0))
    others = dict.fromkeys(entry.concept for entry in entries if entry.kind == "same" and key_of(entry.concept) != key)
    if others:
        drawing.notes.append(same(f"{shown} = {' = '.join(others)}"))


def _draw_rest(drawing: _Drawing, text: str, rest: Sequence[Atom]) -> None:
    """Words that no term covers: Latin words joined by punctuation as one, a run of Chinese characters as one."""
    chunk: list[Atom] = []
    for atom in (*rest, None):
        if chunk and (atom is None or not atom.is_joined or atom.is_han != chunk[-1].is_han):
            _draw_chunk(drawing, text, chunk)
            chunk = []
        if atom is not None:
            chunk.append(atom)


def _draw_chunk(drawing: _Drawing, text: str, chunk: Sequence[Atom]) -> None:
    if chunk[0].is_han:
        _draw_han(drawing, "".join(atom.text for atom in chunk))
        return
    shown = text[chunk[0].start : chunk[-1].end]
    tokens = tuple(atom.text for atom in chunk)
    host = f"={shown.lower().removeprefix('www.')}"
    if "." in shown and drawing.index.frequency((host,)):
        drawing.groups.append(Group(shown, (Alternative((host,), "fact", shown),)))
        return
    if len(tokens) > 1 and not drawing.index.frequency(tokens):
        for atom in chunk:
            if not is_stop_word(atom.text):
                _draw_word(drawing, atom.text, (atom.text,))
        return
    _draw_word(drawing, shown, tokens)


def _draw_word(drawing: _Drawing, shown: str, tokens: tuple[str, ...]) -> None:
    found = [Alternative(tokens, "literal", shown), *_whole_word(shown)]
    tells_little = tokens[0] in drawing.plain or "".join(tokens).isdigit()
    drawing.groups.append(Group(shown, _unique(found), weight=_PLAIN_WEIGHT if tells_little else 1.0))


def _draw_han(drawing: _Drawing, run: str) -> None:
    if len(run) == 1:
        return
    tokens = tuple(pairs(run))
    known = [token for token in tokens if drawing.index.frequency((token,))]
    if len(known) < len(tokens) and (meant := _meant(drawing, run)):
        drawing.notes.append(Bilingual(f"searched {meant} instead of {run}", f"以“{meant}”代替“{run}”搜索"))
        key = meant
        entries = drawing.index.entries([key]).get(key, ())
        found = [Alternative(phrase_tokens(meant), "repair", meant), *(a for e in entries for a in _from_entry(e))]
        drawing.groups.append(Group(run, _unique(found)))
        return
    weight = _PLAIN_WEIGHT if run in drawing.plain else 1.0
    found = (Alternative(tokens, "pairs" if len(tokens) > 1 else "literal", run),)
    drawing.groups.append(Group(run, found, weight=weight))


def _meant(drawing: _Drawing, run: str) -> str | None:
    """The Chinese term that differs from the whole run in one character."""
    keys = gap_keys(run)
    found = drawing.index.entries(keys)
    return next((entry.concept for key in keys for entry in found.get(key, ())), None)


def _draw_symptoms(drawing: _Drawing) -> None:
    """Concepts whose symptoms or tasks the words describe, as soft groups, the best described first."""
    likeness = {entry: _WORD_FOR_WORD * _likeness(entry, entry.weight) for entry in drawing.symptoms}
    for entry, share in _described(drawing):
        likeness.setdefault(entry, share)
    best: dict[str, tuple[float, Entry]] = {}
    for entry, share in likeness.items():
        best[entry.concept] = max(best.get(entry.concept, (share, entry)), (share, entry))
    ranked = sorted(best.items(), key=lambda item: (-item[1][0], item[0]))
    for concept, (share, entry) in ranked[:_MOST_SYMPTOMS]:
        key = key_of(concept)
        near = (a for e in drawing.index.entries([key]).get(key, ()) if e.kind == "near" for a in _from_entry(e))
        alternatives = _unique((*(Alternative(phrase_tokens(f), "same", f) for f in entry.forms[1:]), *near))
        is_said = any(alternatives[0].tokens == a.tokens for group in drawing.groups for a in group.alternatives)
        if (share > 1.0 or not is_said) and share >= _OF_THE_BEST * ranked[0][1][0]:
            drawing.groups.append(Group(concept, alternatives, is_soft=True, weight=share))
            drawing.notes.append(Bilingual(f"this may be about {concept}", f"可能与 {concept} 有关"))


def _likeness(entry: Entry, matched: float) -> float:
    """How much a symptom is what the query says: the share of it that is said, and how telling that is."""
    return matched / entry.weight * min(matched / _TELLING, 1.0)


def _described(drawing: _Drawing) -> Iterator[tuple[Entry, float]]:
    """Symptoms most of whose meanings are in the query, with their likeness.

    The terms that a symptom names must all be in the query, and one other meaning with them.
    """
    tokens = list(dict.fromkeys(drawing.meanings))
    keys = symptom_keys(tokens)
    found = drawing.index.entries(keys)
    matched: dict[Entry, float] = {}
    for key in keys:
        for entry in dict.fromkeys(found.get(key, ())):
            matched[entry] = matched.get(entry, 0.0) + token_rarity(len(found[key]))
    said = set(tokens)
    for entry, weight in matched.items():
        own = entry.forms[0].split(" ")
        terms = {token for token in own if token.startswith("@")}
        is_told = terms <= said and not said.isdisjoint(set(own) - terms)
        if is_told and weight >= _SYMPTOM_SHARE * entry.weight and weight >= _LEAST_TELLING:
            yield entry, _likeness(entry, weight)
