"""From a query to what is looked for: word groups with their alternatives. Pure.

Order inside a run of plain words: facts asked for in words, then terms (longest match first), then stop words, then
what is left word by word. A group is one thing the reader wants; any of its alternatives gives it.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from gpucat.language import Bilingual, same
from gpucat.search.asked import AskedFact, asked_facts
from gpucat.search.groups import Alternative, Group, as_one_word, as_typed, from_entry, group_of, keeping_apart
from gpucat.search.keys import gap_keys, initials_key, join_key, key_of
from gpucat.search.lexicon import MANNERS, Entry, described, meaning_in
from gpucat.search.query import Piece, Query
from gpucat.search.stopwords import is_stop_word
from gpucat.search.symptoms import symptom_groups
from gpucat.search.tokens import Atom, atoms, pairs, phrase_tokens
from gpucat.search.wording import Index, Wording, read_words

PLAIN_WEIGHT: Final = 0.4
"""An everyday word or a bare number against a subject's own word."""
MANNER_WEIGHT: Final = 0.5
WISH_WEIGHT: Final = 0.5


class Plan(NamedTuple):
    """What is looked for, what must be absent, articles named by place or address, and notes for the reader."""

    groups: tuple[Group, ...] = ()
    excluded: tuple[Alternative, ...] = ()
    named: tuple[str, ...] = ()
    notes: tuple[Bilingual, ...] = ()


class _Drawing:
    """A plan in the making. `meanings` and `quoted` are what the words say of troubles (see symptoms), `plain` the keys
    of everyday words, which tell less than a subject's own."""

    def __init__(self, index: Index, this_year: int, is_literal: bool) -> None:
        self.index = index
        self.this_year = this_year
        self.is_literal = is_literal
        self.groups: list[Group] = []
        self.named: list[str] = []
        self.notes: list[Bilingual] = []
        self.meanings: list[str] = []
        self.quoted: list[Entry] = []
        self.plain: set[str] = set()


def make_plan(query: Query, index: Index, *, this_year: int, is_literal: bool = False) -> Plan:
    """The groups that `query` asks for. With `is_literal`, words stand for themselves only, stop words included.

    `this_year` is what "last year" is counted from.
    """
    drawing = _Drawing(index, this_year, is_literal)
    plain: list[str] = []
    for clause in query.clauses:
        first = clause.pieces[0]
        if first == Piece(first.text) and len(clause.pieces) == 1 and not clause.is_required:
            plain.append(first.text)
            continue
        if (
            clause.pieces == (Piece(first.text, "phrase"),)
            and not clause.is_required
            and _is_nowhere(drawing, first.text)
        ):
            drawing.groups.append(group_of(first.text, as_typed(first.text)))  # so that no hit claims to hold it
            plain.append(first.text)
            continue
        _draw_run(drawing, plain)
        plain = []
        if first.kind in ("url", "place"):
            drawing.named += (piece.text for piece in clause.pieces)
            continue
        found = [a for piece in clause.pieces for a in _alternatives(drawing, piece)]
        shown = " | ".join(piece.text for piece in clause.pieces)
        drawing.groups.append(group_of(shown, found)._replace(is_required=clause.is_required))
    _draw_run(drawing, plain)
    barred = [a for piece in query.excluded for a in _alternatives(drawing, piece) if a.kind in ("literal", "same")]
    return Plan(_once_each(drawing.groups), tuple(barred), tuple(drawing.named), tuple(dict.fromkeys(drawing.notes)))


def _is_nowhere(drawing: _Drawing, phrase: str) -> bool:
    """Whether no article holds the phrase, as with the quoted part of an error message: its words then stand alone."""
    return not drawing.is_literal and not drawing.index.frequency(phrase_tokens(phrase))


def _once_each(groups: Iterable[Group]) -> tuple[Group, ...]:
    """The groups without those that look for the same, whatever form of a word asked for it."""
    kept: dict[tuple[Alternative, ...], Group] = {}
    for group in groups:
        kept.setdefault(tuple(alternative._replace(shown="") for alternative in group.alternatives), group)
    return tuple(kept.values())


def _alternatives(drawing: _Drawing, piece: Piece) -> Iterator[Alternative]:
    """What gives a piece that stands by itself: a phrase, a field's value, one side of an OR."""
    yield from as_typed(piece.text, piece.column, is_prefix=piece.kind == "prefix")
    if piece.kind == "phrase":
        return
    yield from as_one_word(piece.text, piece.column)
    if piece.kind == "word" and not drawing.is_literal:
        key = key_of(piece.text)
        for entry in drawing.index.entries([key]).get(key, ()):
            yield from from_entry(entry, piece.column)


def _draw_run(drawing: _Drawing, words: Sequence[str]) -> None:
    if not words:
        return
    text = " ".join(words)
    before = len(drawing.groups)
    if not drawing.is_literal:
        _draw_facts_and_words(drawing, text)
        for group, note in symptom_groups(drawing.meanings, drawing.quoted, drawing.groups, drawing.index):
            drawing.groups.append(group)
            drawing.notes.append(note)
        _soften(drawing, before)
    if len(drawing.groups) == before:  # literal, or stop words only: then they are what is asked
        drawing.groups += (group_of(word, [*as_typed(word), *as_one_word(word)]) for word in words)


def _soften(drawing: _Drawing, begin: int) -> None:
    """Where everyday words alone led to a concept, having those words is no full match."""
    drawn = drawing.groups[begin:]
    if any(group.is_soft for group in drawn) and all(group.is_soft or group.weight < 1 for group in drawn):
        drawing.groups[begin:] = [group._replace(is_soft=True) for group in drawn]


def _draw_facts_and_words(drawing: _Drawing, text: str) -> None:
    """Draws each asked fact as a group of its own, and the words between them."""
    sequence = tuple(atoms(text))
    place = 0
    for fact in sorted(asked_facts(text, drawing.this_year)):
        inside = [n for n, atom in enumerate(sequence) if fact.start <= atom.start < fact.end and n >= place]
        if inside:
            _draw_words(drawing, text, sequence[place : inside[0]])
            drawing.groups.append(_fact_group(text, fact))
            place = inside[-1] + 1
    _draw_words(drawing, text, sequence[place:])


def _fact_group(text: str, fact: AskedFact) -> Group:
    shown = text[fact.start : fact.end]
    facts = [Alternative((token,), "fact", token) for token in fact.tokens]
    parts = [Alternative(phrase_tokens(phrase), "same", phrase) for phrase in fact.phrases]
    group = group_of(shown, [*as_typed(shown), *facts, *parts], weight=WISH_WEIGHT if fact.is_soft else 1.0)
    return group._replace(is_soft=fact.is_soft)


def _draw_words(drawing: _Drawing, text: str, sequence: Sequence[Atom]) -> None:
    wording = read_words(text, sequence, drawing.index)
    lexicon = wording.lexicon
    drawing.notes += wording.notes
    drawing.plain.update(key for key in lexicon if any(entry.kind == "plain" for entry in lexicon[key]))
    drawing.meanings += described(wording.atoms, meaning_in(lexicon))
    drawing.quoted += (entry for key in sorted(lexicon) for entry in lexicon[key] if entry.kind == "symptom")
    rest: list[Atom] = []
    place = 0
    while place < len(wording.atoms):
        length, entries = wording.longest(place)
        if not length:
            rest.append(wording.atoms[place])
        else:
            _draw_rest(drawing, text, rest)
            rest = []
        if entries:
            _draw_term(drawing, wording, wording.atoms[place : place + length], entries)
        place += max(length, 1)
    _draw_rest(drawing, text, rest)


def _draw_term(drawing: _Drawing, wording: Wording, stretch: Sequence[Atom], entries: Sequence[Entry]) -> None:
    key, shown = join_key(stretch), wording.shown(stretch)
    meant = [alternative for entry in entries for alternative in from_entry(entry)]
    apart = dict.fromkeys(name for alternative in meant for name in alternative.apart)
    found = [*(keeping_apart(alternative, apart) for alternative in as_typed(key)), *meant]
    if (stretch[0].start, stretch[-1].end) in wording.readings:
        found += as_typed(shown)
    is_manner = any(entry.concept in MANNERS for entry in entries)
    weight = MANNER_WEIGHT if is_manner else 1.0
    drawing.groups.append(group_of(shown, [*found, *_parts(stretch)], weight))
    others = dict.fromkeys(entry.concept for entry in entries if entry.kind == "same" and key_of(entry.concept) != key)
    if others:
        drawing.notes.append(same(f"{shown} = {' = '.join(others)}"))


def _parts(stretch: Sequence[Atom]) -> Iterator[Alternative]:
    """The words of a term of several words."""
    run = "".join(atom.text for atom in stretch if atom.is_han)
    words = [atom.text for atom in stretch if not atom.is_han] if len(stretch) > 1 else []
    for token in words + (pairs(run) if len(run) > 2 else []):
        if not is_stop_word(token):
            yield Alternative((token,), "part", token)


def _draw_rest(drawing: _Drawing, text: str, rest: Sequence[Atom]) -> None:
    """Words that no term covers: Latin words joined by punctuation as one, a run of Chinese characters as one."""
    chunk: list[Atom] = []
    for atom in (*rest, None):
        if chunk and (atom is None or not atom.is_joined or atom.is_han != chunk[-1].is_han):
            if chunk[0].is_han:
                _draw_han(drawing, "".join(atom.text for atom in chunk))
            else:
                _draw_latin(drawing, text, chunk)
            chunk = []
        if atom is not None:
            chunk.append(atom)


def _draw_latin(drawing: _Drawing, text: str, chunk: Sequence[Atom]) -> None:
    shown = text[chunk[0].start : chunk[-1].end]
    tokens = tuple(atom.text for atom in chunk)
    host = f"={shown.lower().removeprefix('www.')}"
    if "." in shown and drawing.index.frequency((host,)):
        drawing.groups.append(group_of(shown, [Alternative((host,), "fact", shown)]))
    elif len(tokens) == 1 or drawing.index.frequency(tokens):
        _draw_word(drawing, shown, tokens)
    else:  # joined words that stand nowhere side by side are looked for one by one
        for token in tokens:
            if not is_stop_word(token):
                _draw_word(drawing, token, (token,))


def _draw_word(drawing: _Drawing, shown: str, tokens: tuple[str, ...]) -> None:
    tells_little = tokens[0] in drawing.plain or "".join(tokens).isdigit()
    found = [Alternative(tokens, "literal", shown), *as_one_word(shown)]
    key = initials_key(shown)
    if key and not drawing.index.frequency(tokens):
        found += (a for entry in drawing.index.entries([key]).get(key, ()) for a in from_entry(entry))
    drawing.groups.append(group_of(shown, found, PLAIN_WEIGHT if tells_little else 1.0))


def _draw_han(drawing: _Drawing, run: str) -> None:
    if len(run) == 1:
        return
    tokens = tuple(pairs(run))
    if not all(drawing.index.frequency((token,)) for token in tokens) and (meant := _meant_run(drawing, run)):
        drawing.notes.append(Bilingual(f"searched {meant} instead of {run}", f"以“{meant}”代替“{run}”搜索"))
        entries = drawing.index.entries([meant]).get(meant, ())
        drawing.groups.append(group_of(run, [*as_typed(meant), *(a for e in entries for a in from_entry(e))]))
        return
    found = Alternative(tokens, "pairs" if len(tokens) > 1 else "literal", run)
    drawing.groups.append(group_of(run, [found], PLAIN_WEIGHT if run in drawing.plain else 1.0))


def _meant_run(drawing: _Drawing, run: str) -> str | None:
    """The Chinese term that differs from the whole run in one character."""
    keys = gap_keys(run)
    found = drawing.index.entries(keys)
    return next((entry.concept for key in keys for entry in found.get(key, ())), None)
