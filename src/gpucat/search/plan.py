"""Turns a query or an article into word groups with their alternatives. Pure.

A group is one thing the reader wants, and any of its alternatives satisfies it. `reading` finds what the words mean;
the groups are built from that.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from gpucat.language import Bilingual, same
from gpucat.search.asked import AskedFact
from gpucat.search.code_words import concept_of_code
from gpucat.search.groups import (
    FULL_KINDS,
    Alternative,
    WordGroup,
    as_one_word,
    as_typed,
    from_entry,
    group_of,
    keeping_apart,
)
from gpucat.search.lexicon import MANNERS, TermEntry, gap_keys, initials_key, is_stop_word, join_key, key_of
from gpucat.search.query import Clause, Query, QueryPiece
from gpucat.search.reading import ReadPart, ReadRun, SearchIndex, named_terms, read_run
from gpucat.search.symptoms import symptom_groups
from gpucat.search.tokens import Atom, by_script, pairs, phrase_tokens
from gpucat.search.wishes import OF_SOMETHING, SHORT, Wish

PLAIN_WEIGHT: Final = 0.4
"""Weight of an everyday word or a bare number, where a subject's own word weighs 1."""
MANNER_WEIGHT: Final = 0.5
WISH_WEIGHT: Final = 0.5
SENTENCE_WORDS: Final = 3
"""From this many typed words on, everyday words alone are a sentence."""
_TELLING_COLUMNS: Final = ("title", "keywords", "concepts")
DIFFERENCE: Final = "#difference"
EITHER: Final = (" or ", "还是")
COMPARED: Final = (2, 3)
"""How many things are set against each other; of more, each is a word of a longer question."""
TOO_COMMON: Final = frozenset({"GPU", "cuda", "kernel", "CUDA programming", "performance", "optimization"})

WEAK: Final = MANNERS | TOO_COMMON | {"thread", "error checking"}
"""Terms that nearly every question could name: they weigh less than a subject, and alone make no full match of a sentence."""


class Plan(NamedTuple):
    """What to look for, what must be absent, articles named by place or address, and notes for the reader.

    A `wish` without a topic leaves no groups.
    """

    groups: tuple[WordGroup, ...] = ()
    excluded: tuple[Alternative, ...] = ()
    named: tuple[str, ...] = ()
    notes: tuple[Bilingual, ...] = ()
    wish: Wish | None = None


class _Drawn(NamedTuple):
    """Groups, the notes about them for the reader, and a wish that the words tell."""

    groups: Sequence[WordGroup] = ()
    notes: Sequence[Bilingual] = ()
    wish: Wish | None = None


def make_plan(query: Query, index: SearchIndex, *, this_year: int, is_literal: bool = False) -> Plan:
    """Builds the groups that `query` asks for; "last year" is counted from `this_year`.

    With `is_literal`, words stand only for themselves, stop words included.
    """
    groups: list[WordGroup] = []
    named: list[str] = []
    notes: list[Bilingual] = []
    plain: list[str] = []
    wish: Wish | None = None

    def draw_plain() -> None:
        nonlocal wish
        drawn = _Drawn(_as_they_stand(plain)) if is_literal else _draw_run(plain, groups, index, this_year)
        groups.extend(drawn.groups)
        notes.extend(drawn.notes)
        wish = drawn.wish or wish
        plain.clear()

    for clause in query.clauses:
        first = clause.pieces[0]
        is_alone = first.column is None and len(clause.pieces) == 1 and not clause.is_required
        is_nowhere = is_alone and first.kind == "phrase" and not is_literal and _is_nowhere(first.text, index)
        if is_nowhere:
            groups.append(group_of(first.text, as_typed(first.text)))  # so that no hit counts as having it
        if is_nowhere or (is_alone and first.kind == "word"):
            plain.append(first.text)
            continue
        draw_plain()
        if first.kind in ("url", "place"):
            named += (piece.text for piece in clause.pieces)
            continue
        groups.append(_clause_group(clause, index, is_literal))
    draw_plain()
    barred = [a for piece in query.excluded for a in _alternatives(piece, index, is_literal)]
    excluded = tuple(alternative for alternative in barred if alternative.kind in ("literal", "same"))
    if wish is not None and wish.name in OF_SOMETHING and not wish.of:
        wish = wish._replace(of=named[0]) if named else None
    return Plan(_once_each(groups), excluded, tuple(named), tuple(dict.fromkeys(notes)), wish)


def subject_groups(title: str, keywords: Iterable[str], concepts: Iterable[str], index: SearchIndex) -> list[WordGroup]:
    """Builds groups for the subject of an article, to find similar articles.

    They are the terms named in its title and keywords and the concepts it teaches, looked for in the columns that say
    what an article is about.
    """
    subjects: dict[str, TermEntry] = {}
    for concept in concepts:
        key = key_of(concept)
        found = [entry for entry in index.entries([key]).get(key, ()) if entry.kind == "same"]
        subjects.update((entry.concept, entry) for entry in found)
    for text in (title, *keywords):
        for entry in named_terms(text, index):
            subjects.setdefault(entry.concept, entry)
    return [
        group_of(concept, (a for column in _TELLING_COLUMNS for a in from_entry(entry, column)))
        for concept, entry in subjects.items()
        if concept not in MANNERS and concept not in TOO_COMMON
    ]


def _clause_group(clause: Clause, index: SearchIndex, is_literal: bool) -> WordGroup:
    found = [a for piece in clause.pieces for a in _alternatives(piece, index, is_literal)]
    shown = " | ".join(f"{piece.column}:{piece.text}" if piece.column else piece.text for piece in clause.pieces)
    is_required = clause.is_required or all(piece.column for piece in clause.pieces)
    return group_of(shown, found)._replace(is_required=is_required)


def _is_nowhere(phrase: str, index: SearchIndex) -> bool:
    """Says whether no article has the phrase, as with a quoted error message; its words are then searched singly."""
    return not index.is_known(phrase_tokens(phrase))


def _once_each(groups: Iterable[WordGroup]) -> tuple[WordGroup, ...]:
    """Drops groups that look for the same thing as an earlier group, even if another form of a word asked for it."""
    kept: dict[tuple[Alternative, ...], WordGroup] = {}
    for group in groups:
        kept.setdefault(tuple(alternative._replace(shown="") for alternative in group.alternatives), group)
    return tuple(kept.values())


def _alternatives(piece: QueryPiece, index: SearchIndex, is_literal: bool) -> Iterator[Alternative]:
    """Finds the alternatives for a piece on its own: a phrase, a field's value, one side of an OR."""
    yield from as_typed(piece.text, piece.column, is_prefix=piece.kind == "prefix")
    if piece.kind == "phrase":
        return
    yield from as_one_word(piece.text, piece.column)
    if piece.kind == "word" and not is_literal:
        key = key_of(piece.text)
        for entry in index.entries([key]).get(key, ()):
            yield from from_entry(entry, piece.column)


def _as_they_stand(words: Iterable[str]) -> list[WordGroup]:
    pieces = [piece for word in words for piece in by_script(word)]
    return [group_of(piece, [*as_typed(piece), *as_one_word(piece)]) for piece in pieces]


def _draw_run(words: Sequence[str], before: Sequence[WordGroup], index: SearchIndex, this_year: int) -> _Drawn:
    """Builds groups for plain words: what they name and the concepts they describe, or else the stop words."""
    if not words:
        return _Drawn()
    text = " ".join(words)
    run = read_run(text, index, this_year)
    wish = _wish_of(run, text, this_year)
    if (
        wish is not None
        and wish.name not in OF_SOMETHING
        and not any(_is_topic(part, run, index) for part in run.parts)
    ):
        return _Drawn(wish=wish)
    drawn = [_draw_part(part, run, index) for part in run.parts]
    groups = [group for several in drawn for group in several.groups]
    told = list(symptom_groups(run.meanings, run.quoted, [*before, *groups], index))
    notes = [*run.notes, *(note for several in drawn for note in several.notes), *(note for _, note in told)]
    groups += (group for group, _ in told)
    groups = _softened(groups, words) or _as_they_stand(words)
    return _Drawn(_set_against(groups, index) if _compares(run, text) else groups, notes, wish)


def _compares(run: ReadRun, text: str) -> bool:
    """Says whether the words ask how things differ or which to take."""
    return DIFFERENCE in run.meanings or any(word in text.lower() for word in EITHER)


def _set_against(groups: list[WordGroup], index: SearchIndex) -> list[WordGroup]:
    """Lets an article on one of the things that are compared be a full match; one on both has the score of both."""
    sides = [group for group in groups if not group.is_soft and group.weight == 1]
    are_found = all(any(index.frequency(a.tokens) for a in side.full_alternatives) for side in sides)
    if len(sides) not in COMPARED or not are_found:
        return groups
    of_all = [a for side in sides for a in side.alternatives]
    of_all.sort(key=lambda a: a.kind not in FULL_KINDS)  # what is near one side may be the other side itself
    either = group_of(" / ".join(side.shown for side in sides), of_all, weight=0)
    return [either, *(group._replace(is_soft=True) for group in groups)]


def _wish_of(run: ReadRun, text: str, this_year: int) -> Wish | None:
    """Returns the wish that the words tell, one about an article before any other."""
    wishing = [(part, entry.concept) for part in run.parts for entry in part.entries if entry.kind == "wish"]
    for part, name in wishing:
        if name in OF_SOMETHING:
            return _wish_about(name, part, run, text)
    facts = [part.fact for part in run.parts if part.fact is not None and part.fact.is_soft]
    if minutes := sum(fact.minutes for fact in facts):
        return Wish(SHORT, minutes=minutes)
    names = [name for _, name in wishing]
    names += ("newest" if f"={this_year}" in fact.tokens else "oldest" for fact in facts)
    return Wish(names[0]) if names else None


def _wish_about(name: str, wishing: ReadPart, run: ReadRun, text: str) -> Wish | None:
    """Returns the wish with the words that name what it is about; in English they follow it."""
    naming = [part for part in run.parts if len(part.shown) > 1 and not any(e.kind == "wish" for e in part.entries)]
    is_before = any(not part.atoms or part.atoms[0].start < wishing.atoms[0].start for part in naming)
    if any(part.fact for part in naming) or (is_before and wishing.shown.isascii()):
        return None
    return Wish(name, text[naming[0].atoms[0].start : naming[-1].atoms[-1].end] if naming else "")


def _is_topic(part: ReadPart, run: ReadRun, index: SearchIndex) -> bool:
    """Says whether the part names what an article may be about, and not everything that the list is about."""
    if part.fact is not None:
        return not part.fact.is_soft
    if part.entries:
        return any(e.kind == "same" and e.concept not in MANNERS and e.concept not in TOO_COMMON for e in part.entries)
    key = join_key(part.atoms)
    is_word = key.isascii() or any(index.frequency((pair,)) for pair in pairs(key))  # a Chinese run may be grammar
    return is_word and key not in run.plain | TOO_COMMON


def _softened(groups: list[WordGroup], words: Sequence[str]) -> list[WordGroup]:
    """Makes all groups soft if only everyday words led to a concept or stand in a sentence: having them is no full match."""
    is_told = any(group.is_soft for group in groups) or len(words) >= SENTENCE_WORDS
    if is_told and all(group.is_soft or group.weight < 1 for group in groups):
        return [group._replace(is_soft=True) for group in groups]
    return groups


def _draw_part(part: ReadPart, run: ReadRun, index: SearchIndex) -> _Drawn:
    if part.fact is not None:
        return _Drawn([] if part.fact.minutes else [_fact_group(part.shown, part.fact)])
    if any(entry.kind == "wish" for entry in part.entries):
        part = part._replace(entries=tuple(entry for entry in part.entries if entry.kind != "wish"))
        return _draw_term(part) if part.entries else _Drawn()
    if part.entries:
        return _draw_term(part)
    if part.atoms[0].is_han:
        return _draw_han("".join(atom.text for atom in part.atoms), run.plain, index)
    tokens = tuple(atom.text for atom in part.atoms)
    if not index.is_known(tokens) and (concept := concept_of_code(part.shown)):
        return _draw_code(part.shown, tokens, concept, index)
    return _Drawn(_latin_groups(part.shown, tokens, run.plain, index))


def _fact_group(shown: str, fact: AskedFact) -> WordGroup:
    facts = [Alternative((token,), "fact", token) for token in fact.tokens]
    parts = [Alternative(phrase_tokens(phrase), "same", phrase) for phrase in fact.phrases]
    group = group_of(shown, [*as_typed(shown), *facts, *parts], weight=WISH_WEIGHT if fact.is_soft else 1.0)
    return group._replace(is_soft=fact.is_soft)


def _draw_term(part: ReadPart) -> _Drawn:
    key = join_key(part.atoms)
    meant = [alternative for entry in part.entries for alternative in from_entry(entry)]
    apart = dict.fromkeys(name for alternative in meant for name in alternative.apart)
    typed = [keeping_apart(alternative, apart) for alternative in as_typed(key)]
    typed_first = as_typed(part.shown) if part.is_reread else []
    is_weak = any(entry.concept in WEAK for entry in part.entries)
    found = [*typed, *meant, *typed_first, *_words_of(part.atoms)]
    same_as = [entry.concept for entry in part.entries if entry.kind == "same" and key_of(entry.concept) != key]
    notes = [same(" = ".join([part.shown, *dict.fromkeys(same_as)]))] if same_as else []
    return _Drawn([group_of(part.shown, found, MANNER_WEIGHT if is_weak else 1.0)], notes)


def _words_of(stretch: Sequence[Atom]) -> Iterator[Alternative]:
    """Returns the words of a term that has several."""
    run = "".join(atom.text for atom in stretch if atom.is_han)
    words = [atom.text for atom in stretch if not atom.is_han] if len(stretch) > 1 else []
    for token in words + (pairs(run) if len(run) > 2 else []):
        if not is_stop_word(token):
            yield Alternative((token,), "part", token)


def _latin_groups(shown: str, tokens: tuple[str, ...], plain: frozenset[str], index: SearchIndex) -> list[WordGroup]:
    """Builds one group for joined Latin words, or one for each if no article has them side by side."""
    host = f"={shown.lower().removeprefix('www.')}"
    if "." in shown and index.frequency((host,)):
        return [group_of(shown, [Alternative((host,), "fact", shown)])]
    if len(tokens) == 1 or index.frequency(tokens):
        return [_word_group(shown, tokens, plain, index)]
    if _is_identifier(shown) and index.is_known(tokens):  # in texts, where only its words together are what was meant
        parts = [Alternative((token,), "part", token) for token in tokens if not is_stop_word(token)]
        return [group_of(shown, [*as_typed(shown), *as_one_word(shown), *parts])]
    return [_word_group(token, (token,), plain, index) for token in tokens if not is_stop_word(token)]


def _draw_code(shown: str, tokens: Iterable[str], concept: str, index: SearchIndex) -> _Drawn:
    """Builds the group of a program's name that no article has, which is near what it belongs to."""
    parts = [Alternative((token,), "part", token) for token in tokens if not is_stop_word(token)]
    key = key_of(concept)
    meant = [a._replace(kind="near") for entry in index.entries([key]).get(key, ()) for a in from_entry(entry)]
    note = Bilingual(f"{shown} belongs to {concept}", f"{shown} 属于 {concept}")
    return _Drawn([group_of(shown, [*as_typed(shown), *as_one_word(shown), *meant, *parts])], [note])


def _is_identifier(shown: str) -> bool:
    """Says whether a joined word is one of a program: `cp.async`, `std::mutex`, `quad_mask`, `cudaFuncSetAttribute`."""
    return any(mark in shown for mark in ("_", "::", ".")) or any(
        before.islower() and after.isupper() for before, after in pairwise(shown)
    )


def _word_group(shown: str, tokens: tuple[str, ...], plain: frozenset[str], index: SearchIndex) -> WordGroup:
    tells_little = tokens[0] in plain or "".join(tokens).isdigit()
    found = [Alternative(tokens, "literal", shown), *as_one_word(shown)]
    key = initials_key(shown)
    if key and not index.frequency(tokens):
        found += (a for entry in index.entries([key]).get(key, ()) for a in from_entry(entry))
    return group_of(shown, found, PLAIN_WEIGHT if tells_little else 1.0)


def _draw_han(run: str, plain: frozenset[str], index: SearchIndex) -> _Drawn:
    """Builds groups for a run of Chinese characters; a run one character away from a term stands for the term."""
    if len(run) == 1:
        return _Drawn()
    tokens = tuple(pairs(run))
    if not all(index.frequency((token,)) for token in tokens) and (meant := _meant_run(run, index)):
        entries = index.entries([meant]).get(meant, ())
        group = group_of(run, [*as_typed(meant), *(a for entry in entries for a in from_entry(entry))])
        note = Bilingual(f"searched for {meant} instead of {run}", f"以“{meant}”代替“{run}”搜索")
        return _Drawn([group], [note])
    found = Alternative(tokens, "pairs" if len(tokens) > 1 else "literal", run)
    return _Drawn([group_of(run, [found], PLAIN_WEIGHT if run in plain else 1.0)])


def _meant_run(run: str, index: SearchIndex) -> str | None:
    keys = gap_keys(run)
    found = index.entries(keys)
    return next((entry.concept for key in keys for entry in found.get(key, ())), None)
