"""Candidate pairs among very many records in linear time and memory: neighbours in three orders, pairs with a rare word, and
pairs with one address. Strings only, so that the costly judgement sees few pairs. Uses rapidfuzz."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from gpucat.duplicates.evidence import Record, language_free

_NEIGHBOURS: Final = 3
_RARE: Final = 4
"""A word is rare up to this many titles."""
_ALIKE: Final = 80
_WORD: Final = re.compile(r"[^\W_]+")
_ADDRESS: Final = re.compile(r"(?:\w+:)?/*(?:www\.|m\.)?([^?#]*?)/?(?:index\.\w+)?(?:[?#].*)?$", re.DOTALL)


def streamed_pairs(records: Sequence[Record]) -> Iterator[tuple[int, int]]:
    """Pairs of indexes, the smaller one first, each pair once."""
    from rapidfuzz.fuzz import ratio

    titles = [" ".join(_WORD.findall(record.title.lower())) for record in records]
    ordered = [" ".join(sorted(title.split())) for title in titles]
    total = len(records)
    seen: set[int] = set()
    for one, other in _with_one_address(records):
        seen.add(one * total + other)
        yield one, other
    for one, other in chain(_neighbours(titles), _with_a_rare_word(titles)):
        if not ratio(ordered[one], ordered[other], score_cutoff=_ALIKE):
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
    """Each title with the next few in the order of its words, of its words from behind, and of its sorted words."""
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
        yield from _pairs(indexes)


def _pairs(indexes: Sequence[int]) -> Iterable[tuple[int, int]]:
    return ((one, other) for position, one in enumerate(indexes) for other in indexes[position + 1 :])
