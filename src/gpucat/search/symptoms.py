"""Finds the concepts behind a problem or a task described in plain words. Pure.

The term list gives symptoms for each concept. Query and symptom are compared as sets of meanings (terms, everyday
words, other words); a rare meaning counts more than a common one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Final

from gpucat.language import Bilingual
from gpucat.search.groups import WordGroup, from_entry, group_of
from gpucat.search.lexicon import LexiconReader, TermEntry, key_of, symptom_keys, token_rarity

LEAST_SHARE: Final = 0.5
"""The least share of a symptom that the query has to mention."""
LEAST_TELLING: Final = 5.0
"""The least total rarity of what is mentioned: about two common meanings, or one rare one."""
LEAST_MEANINGS: Final = 2
"""One word of several, however rare, is not what is told: `shuffle` alone asks for no reordering of addresses."""
SENTENCE: Final = 4
"""From this many meanings on, the words are a sentence and not just keywords."""
GUESSED_SHARE: Final = 0.3
GUESSED_TELLING: Final = 4.0
SHORT: Final = 8
BESIDE_A_TERM: Final = 0.6
"""In a question of up to SHORT meanings that names a term, the likeness of what is told without any counts so much."""
TERM_MARK: Final = "@"
"""Precedes a concept among the meanings of a sentence."""
TELLING: Final = 10.0
"""Total rarity above which more makes no difference."""
WORD_FOR_WORD: Final = 2.0
OF_THE_BEST: Final = 0.6
MOST_CONCEPTS: Final = 4


def symptom_groups(
    meanings: Iterable[str], quoted: Iterable[TermEntry], drawn: Sequence[WordGroup], reader: LexiconReader
) -> Iterator[tuple[WordGroup, Bilingual]]:
    """Yields soft groups for the concepts that the query describes, the best first, each with a note for the reader.

    `quoted` are symptoms that the query has word for word; concepts that `drawn` already looks for are left out.
    """
    likeness = {entry: WORD_FOR_WORD * _likeness(entry, entry.weight) for entry in quoted}
    for entry, like in _told(list(dict.fromkeys(meanings)), reader).items():
        likeness.setdefault(entry, like)
    best: dict[str, tuple[float, TermEntry]] = {}
    for entry, like in likeness.items():
        best[entry.concept] = max(best.get(entry.concept, (like, entry)), (like, entry))
    ranked = sorted(best.items(), key=lambda item: (-item[1][0], item[0]))
    said = {alternative.tokens for group in drawn for alternative in group.alternatives}
    for concept, (like, entry) in ranked[:MOST_CONCEPTS]:
        group = _concept_group(entry, like, reader)
        is_new = like > 1.0 or group.alternatives[0].tokens not in said
        if is_new and like >= OF_THE_BEST * ranked[0][1][0]:
            yield group, Bilingual(f"this may be about {concept}", f"可能与 {concept} 有关")


def _concept_group(entry: TermEntry, like: float, reader: LexiconReader) -> WordGroup:
    key = key_of(entry.concept)
    meant = [other for other in reader.entries([key]).get(key, ()) if other.concept == entry.concept]
    group = group_of(entry.concept, (a for other in meant for a in from_entry(other)), weight=like)
    return group._replace(is_soft=True)


def _likeness(entry: TermEntry, said: float) -> float:
    """Returns how well a symptom fits the query: the share that is mentioned, weighted by how rare it is."""
    return said / entry.weight * min(said / TELLING, 1.0)


def _told(meanings: Sequence[str], reader: LexiconReader) -> dict[TermEntry, float]:
    """Returns the matching symptoms with their likeness, with lower limits for a sentence without any term."""
    found = dict(_described(meanings, reader, LEAST_SHARE, LEAST_TELLING))
    is_plain_sentence = len(meanings) >= SENTENCE and not any(map(_is_term, meanings))
    if not found and is_plain_sentence:
        found = dict(_described(meanings, reader, GUESSED_SHARE, GUESSED_TELLING))
    if len(meanings) <= SHORT and any(map(_is_term, meanings)):
        found |= {entry: BESIDE_A_TERM * like for entry, like in found.items() if TERM_MARK not in entry.told}
    return found


def _is_term(meaning: str) -> bool:
    return meaning.startswith(TERM_MARK)


def _described(
    meanings: Sequence[str], reader: LexiconReader, least_share: float, least_telling: float
) -> Iterator[tuple[TermEntry, float]]:
    """Yields the symptoms that the meanings mention enough of.

    All terms that a symptom names must be mentioned, and some other meaning too: terms alone describe no problem.
    """
    found = dict(zip(meanings, _symptoms_of(meanings, reader), strict=True))
    rarities = {meaning: token_rarity(len(entries)) for meaning, entries in found.items() if entries}
    for entry in dict.fromkeys(entry for meaning in _leading(rarities, least_telling) for entry in found[meaning]):
        own = set(entry.told.split("|"))
        weight = sum(rarity for meaning, rarity in rarities.items() if meaning in own)
        if weight < max(least_share * entry.weight, least_telling):
            continue
        if len(own) > 1 and len(own & rarities.keys()) < LEAST_MEANINGS:
            continue
        terms = set(filter(_is_term, own))
        if terms.issubset(meanings) and not (own - terms).isdisjoint(meanings):
            yield entry, _likeness(entry, weight)


def _symptoms_of(meanings: Sequence[str], reader: LexiconReader) -> Iterator[Sequence[TermEntry]]:
    keys = symptom_keys(meanings)
    found = reader.entries(keys)
    return (found.get(key, ()) for key in keys)


def _leading(rarities: Mapping[str, float], least_telling: float) -> list[str]:
    """Returns the meanings to look up: every matching symptom has one of them.

    These are all but the commonest, whose rarities together stay below the limit.
    """
    ranked = sorted(rarities, key=rarities.__getitem__)
    sums = accumulate(map(rarities.__getitem__, ranked))
    return [meaning for meaning, weight in zip(ranked, sums, strict=True) if weight >= least_telling]
