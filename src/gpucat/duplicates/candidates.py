"""Finds the pairs of records worth judging, and the groups that the judgements form. Pure.

Up to `EXHAUSTIVE` records, every pair is judged that shares anything a verdict could rest on, so the result does not
depend on the other records. Above that, a streaming pass takes neighbours in three orders and pairs that share a rare
word: nearly all the same pairs in linear time and memory. Only the streaming pass uses rapidfuzz.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Final, NamedTuple

from gpucat.catalog.url import loose_key
from gpucat.duplicates.records import (
    NAMING_WORDS,
    Record,
    canonical_key,
    is_discussion,
    language_free,
    months_of_authors,
    slug_of,
    slug_stems,
    told_stems,
)
from gpucat.duplicates.verdict import VERDICTS, DuplicateJudgement, compare_records
from gpucat.titles.languages import is_of_the_field, meanings
from gpucat.titles.parts import is_translated_title, parse_title, telling_stems
from gpucat.titles.places import place_of
from gpucat.titles.words import FILLER_STEMS, stem

_NEIGHBOURS: Final = 3
_RARE: Final = 4
"""A word is rare if no more titles than this have it."""
_ALIKE_IN_STREAM: Final = 80
_WORD: Final = re.compile(r"[^\W_]+")
_ADDRESS: Final = re.compile(r"(?:\w+:)?/*(?:www\.|m\.)?([^?#]*?)/?(?:index\.\w+)?(?:[?#].*)?$", re.DOTALL)


def streamed_pairs(records: Sequence[Record]) -> Iterator[tuple[int, int]]:
    """Yields each pair of indexes once, the smaller index first."""
    from rapidfuzz.fuzz import ratio

    titles = [" ".join(_WORD.findall(record.title.lower())) for record in records]
    ordered = [" ".join(sorted(title.split())) for title in titles]
    total = len(records)
    seen: set[int] = set()
    for one, other in _with_one_address(records):
        seen.add(one * total + other)
        yield one, other
    for one, other in chain(_neighbours(titles), _with_a_rare_word(titles)):
        if not ratio(ordered[one], ordered[other], score_cutoff=_ALIKE_IN_STREAM):
            continue
        code = one * total + other
        if code not in seen:
            seen.add(code)
            yield one, other


def _with_one_address(records: Sequence[Record]) -> Iterator[tuple[int, int]]:
    first: dict[str, int] = {}
    for index, record in enumerate(records):
        found = _ADDRESS.match(record.url)
        if not found or not found.group(1):
            continue
        address = found.group(1).lower()
        for key in {address, language_free(address) or address}:
            earlier = first.setdefault(key, index)
            if earlier != index:
                yield earlier, index


def _neighbours(titles: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yields each title with the next few in three orders: by its words, by its words reversed, by its sorted words."""
    for key in (str, _from_behind, _sorted_words):
        keys = [key(title) for title in titles]
        order = sorted(range(len(titles)), key=keys.__getitem__)
        for step in range(1, _NEIGHBOURS + 1):
            yield from (
                (one, other) if one < other else (other, one) for one, other in zip(order, order[step:], strict=False)
            )


def _from_behind(title: str) -> str:
    return title[::-1]


def _sorted_words(title: str) -> str:
    return " ".join(sorted(title.split(), key=len, reverse=True))


def _with_a_rare_word(titles: Sequence[str]) -> Iterator[tuple[int, int]]:
    counts = Counter(word for title in titles for word in set(title.split()))
    holders: dict[str, list[int]] = {}
    for index, title in enumerate(titles):
        for word in set(title.split()):
            if 1 < counts[word] <= _RARE:
                holders.setdefault(word, []).append(index)
    for indexes in holders.values():
        yield from _all_pairs(indexes)


def _all_pairs(indexes: Sequence[int]) -> Iterable[tuple[int, int]]:
    return ((one, other) for position, one in enumerate(indexes) for other in indexes[position + 1 :])


EXHAUSTIVE: Final = 5_000
_SHARE: Final = 0.5
_SHARE_OF_FREE_WORDING: Final = 0.3
_SHARE_OF_COMMON: Final = 0.75
_SHARE_OF_COMMON_IN_TRANSLATION: Final = 0.4
_TELLING: Final = 2
_FEW: Final = 4
_AFFIX: Final = 4
_TOLD: Final = 2_000
_NEAREST: Final = 20
_ALIKE_ENOUGH: Final = 60


class Pair(NamedTuple):
    """Two records by index, the smaller one first (or one from each of two sequences)."""

    one: int
    other: int
    judgement: DuplicateJudgement


class PairGroup(NamedTuple):
    """Records that `same` and `likely` pairs join into one work, and these pairs."""

    members: tuple[int, ...]
    links: tuple[Pair, ...]


def find_duplicates(
    records: Sequence[Record], other: Sequence[Record] | None = None, tell: Callable[[int], None] = lambda _pairs: None
) -> list[Pair]:
    """Judges the pairs within `records`, or across to `other`; strongest verdict first, then by index.

    `tell` is called from time to time with the number of pairs examined.
    """
    if not records:
        return []
    together = [*records, *other] if other is not None else records
    border = len(records) if other is not None else 0

    def wanted(one: int, two: int) -> bool:
        return not border or (one < border) != (two < border)

    candidates: Iterable[tuple[int, int]]
    if other is not None and len(other) <= EXHAUSTIVE:
        candidates = ((one, border + two) for one, two in _across(records, other))
    else:
        candidates = candidate_pairs(together) if len(together) <= EXHAUSTIVE else streamed_pairs(together)
    pairs = []
    for count, (one, two) in enumerate(candidates):
        if count % _TOLD == 0:
            tell(count)
        if wanted(one, two) and (judgement := compare_records(together[one], together[two])):
            pairs.append(Pair(one, two - border, judgement))
    return sort_pairs(pairs)


def sort_pairs(pairs: Iterable[Pair]) -> list[Pair]:
    """Returns the pairs, strongest verdict first, then by index."""
    return sorted(pairs, key=_strength)


def nearest_titles(title: str, lower_titles: Sequence[str]) -> list[int]:
    """Returns the indexes of the most similar titles, so that one new record can be compared with very many.

    `lower_titles` are in lower case.
    """
    from rapidfuzz import fuzz, process

    near = process.extract(title.lower(), lower_titles, scorer=fuzz.ratio, limit=_NEAREST, score_cutoff=_ALIKE_ENOUGH)
    return [index for _, _, index in near]


def _strength(pair: Pair) -> tuple[int, float, int, int]:
    return VERDICTS.index(pair.judgement.verdict), -pair.judgement.score, pair.one, pair.other


def group_pairs(pairs: Iterable[Pair], distinct: Iterable[tuple[int, int]] = ()) -> list[PairGroup]:
    """Joins records over `same` and `likely` pairs, strongest first, never over `maybe`.

    A pair in `distinct` never ends up in one group, not even through a third record.
    """
    apart = {frozenset(pair) for pair in distinct}
    member_of: dict[int, set[int]] = {}
    links: list[Pair] = []
    for pair in sort_pairs(pairs):
        if pair.judgement.verdict == "maybe":
            continue
        first = member_of.setdefault(pair.one, {pair.one})
        second = member_of.setdefault(pair.other, {pair.other})
        if first is not second and any(frozenset((one, two)) in apart for one in first for two in second):
            continue
        if frozenset((pair.one, pair.other)) in apart:
            continue
        links.append(pair)
        if first is not second:
            first |= second
            member_of.update(dict.fromkeys(second, first))
    groups = {id(members): members for members in member_of.values() if len(members) > 1}
    found = [
        PairGroup(tuple(sorted(members)), tuple(link for link in links if link.one in members))
        for members in groups.values()
    ]
    return sorted(found)


def candidate_pairs(records: Sequence[Record]) -> Iterator[tuple[int, int]]:
    """Yields all pairs of records on which a verdict could rest."""
    earlier = _Candidates()
    for index, record in enumerate(records):
        yield from ((one, index) for one in earlier.find(record))
        earlier.add(record)


def _across(records: Sequence[Record], other: Sequence[Record]) -> Iterator[tuple[int, int]]:
    """Yields the same pairs between the two sides; the work grows linearly with `records`."""
    there = _Candidates()
    for record in other:
        there.add(record)
    for index, record in enumerate(records):
        yield from ((index, two) for two in there.find(record))


class _Candidates:
    """Records indexed by the words of their titles and the keys of their addresses.

    Two are worth judging if one author wrote them within days on two sites, or if they share an address key, a word
    that only one writes apart, or half of the telling words of the shorter title (fewer for a translation or a
    discussion). A title with hardly any telling words is compared with every title that shares most of its words; so is
    a translation.
    """

    def __init__(self) -> None:
        self._telling, self._everyone, self._common = _Postings(), _Postings(), _Postings()
        self._joined: dict[str, list[int]] = {}
        self._keyed: dict[object, list[int]] = {}
        self._written: dict[tuple[str, str], list[tuple[int, str]]] = {}
        self._count = 0

    def add(self, record: Record) -> None:
        index = self._count
        self._count += 1
        words, known = telling_stems(record.title), _known_stems(record.title)
        self._telling.add(index, words, _share(record))
        for postings in (self._everyone, self._common) if _meets_everyone(record) else (self._everyone,):
            postings.add(index, known, _share_of_common(record))
        for word in _joined(record.title):
            self._joined.setdefault(word, []).append(index)
        for key in _keys(record):
            self._keyed.setdefault(key, []).append(index)
        for month in months_of_authors(record):
            self._written.setdefault(month, []).append((index, place_of(record.url).host))

    def find(self, record: Record) -> list[int]:
        """Returns the indexes of the added records that share enough with this one."""
        words, known = telling_stems(record.title), _known_stems(record.title)
        mates = self._everyone if _meets_everyone(record) else self._common
        found = self._telling.sharing(words, _share(record)) | mates.sharing(known, _share_of_common(record))
        found.update(index for word in words for index in self._joined.get(word, ()))
        found.update(index for word in _joined(record.title) for index in self._telling.holding(word))
        for key in _keys(record):
            found.update(self._keyed.get(key, ()))
        host = place_of(record.url).host
        for month in months_of_authors(record):
            found.update(index for index, other in self._written.get(month, ()) if other != host)
        return sorted(found)


def _joined(title: str) -> set[str]:
    """Returns pairs of neighbouring words joined, so that `RMS Norm` meets `RMSNorm`."""
    words = [word for word in parse_title(title).words if word.text.isalpha() and word.stem not in FILLER_STEMS]
    return {stem(one.text + two.text) for one, two in pairwise(words)}


def _share(record: Record) -> float:
    is_free = is_translated_title(record.title) or is_discussion(record)
    return _SHARE_OF_FREE_WORDING if is_free else _SHARE


def _share_of_common(record: Record) -> float:
    return _SHARE_OF_COMMON_IN_TRANSLATION if is_translated_title(record.title) else _SHARE_OF_COMMON


def _meets_everyone(record: Record) -> bool:
    """Says whether common words have to find its matches: it has few telling words, or they are translated."""
    return len(telling_stems(record.title)) < _TELLING or is_translated_title(record.title)


class _Postings:
    """An index of which records have which words, and which share enough with another record."""

    def __init__(self) -> None:
        self._holders: dict[str, list[int]] = {}
        self._sizes: dict[int, tuple[int, float]] = {}

    def add(self, index: int, words: Collection[str], share: float) -> None:
        self._sizes[index] = len(words), share
        for word in words:
            for piece in _pieces(word, len(words)):
                self._holders.setdefault(piece, []).append(index)

    def sharing(self, words: Collection[str], share: float) -> set[int]:
        """Returns the records that share enough of the shorter title's words, by the smaller of the two shares."""
        shared: Counter[int] = Counter()
        for word in words:
            shared.update(self._holding(word, len(words)))
        return {index for index, count in shared.items() if count >= self._needed(index, len(words), share)}

    def holding(self, word: str) -> Sequence[int]:
        """Returns the records that have exactly this word."""
        return self._holders.get(word, ())

    def _needed(self, index: int, size: int, share: float) -> float:
        other_size, other_share = self._sizes[index]
        return min(share, other_share) * min(size, other_size)

    def _holding(self, word: str, count: int) -> Iterable[int]:
        pieces = _pieces(word, count)
        if len(pieces) == 1:
            return self._holders.get(word, ())
        return {index for piece in pieces for index in self._holders.get(piece, ())}


def _known_stems(title: str) -> Collection[str]:
    """Returns words with a weight and the meanings of foreign ones, without untranslatable ones in other scripts."""
    words = parse_title(title).words
    meant = meanings(words)
    return meant.union(word.stem for word in words if word.weight and (not word.is_foreign or is_of_the_field(word)))


def _pieces(word: str, count: int) -> tuple[str, ...]:
    """Returns the word, and in a short title also its two ends, because a slip spares one of them."""
    if count > _FEW or len(word) <= _AFFIX:
        return (word,)
    return word, word[:_AFFIX] + "…", "…" + word[-_AFFIX:]


def _keys(record: Record) -> Iterator[object]:
    """Yields what two records of one work may share apart from telling words."""
    loose = loose_key(record.url)
    yield "words", told_stems(record.title)
    if len(named := slug_stems(record.url)) >= NAMING_WORDS:
        yield "words", named
    if loose is not None:
        yield canonical_key(record.url)
        yield loose.partition("?")[0]
        if free := language_free(loose):
            yield "language", free
    if len(slug := slug_of(record.url)) >= 3:
        yield slug
