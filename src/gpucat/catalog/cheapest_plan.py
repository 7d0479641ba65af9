"""Finds the cheapest set of lessons that leads to an aim, and proves it if that takes no more than EFFORT. Pure.

A lesson can be taken once what it needs is known, and nothing is forgotten; so this is planning without deletions,
which is NP-hard. The first plan comes from Knuth's generalization of Dijkstra's algorithm (1977): to each concept the
cheapest set of lessons that is the union of the sets to what its last lesson needs. The proof uses landmarks, sets of
lessons of which every plan has one: the cheapest choice with one of each landmark costs no more than any plan, and if
it is a plan, it is the cheapest; otherwise what it does not reach gives another landmark (Haslum, Slaney, Thiébaux:
Minimal Landmarks for Optimal Delete-Free Planning, ICAPS 2012; the cuts as in Helmert, Domshlak, ICAPS 2009).
"""

import functools
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from operator import or_
from typing import Final, NamedTuple

EFFORT: Final = 600_000
"""After how many elementary steps the search for a proof ends: a tenth of a second or two."""

MOST_PROVEN: Final = 1000
"""Among how many lessons a proof is tried; among more it would hardly end."""


class Unit(NamedTuple):
    """A lesson as the search sees it: sets of concepts as bits of integers, and a price."""

    teaches: int
    needs: int
    price: int


class Chosen(NamedTuple):
    """The places of the chosen units in their order, and whether it is proven that nothing is cheaper."""

    places: tuple[int, ...]
    is_proven: bool


def cheapest_plan(units: Sequence[Unit], aim: int, effort: int = EFFORT) -> Chosen | None:
    """Returns the cheapest units that reach the aim, one bit; None if all of them do not reach it."""
    kept = _leading_to(units, aim)
    if len(kept) <= MOST_PROVEN:
        kept = _undominated(units, kept)
    found = _Search([units[place] for place in kept], aim, effort).run()
    return found and Chosen(tuple(kept[place] for place in found.places), found.is_proven)


def bits_of(bits: int) -> Iterator[int]:
    """Yields each bit, lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest
        bits ^= lowest


def places_of(bits: int) -> Iterator[int]:
    """Yields the place of each bit, from 0."""
    return (bit.bit_length() - 1 for bit in bits_of(bits))


def _teachers(units: Sequence[Unit]) -> defaultdict[int, list[int]]:
    teachers: defaultdict[int, list[int]] = defaultdict(list)
    for place, unit in enumerate(units):
        for concept in bits_of(unit.teaches):
            teachers[concept].append(place)
    return teachers


def _leading_to(units: Sequence[Unit], aim: int) -> list[int]:
    """Returns the places of the units that the aim may build on."""
    teachers, wanted, waiting = _teachers(units), aim, [aim]
    found: set[int] = set()
    while waiting:
        for place in teachers[waiting.pop()]:
            if place not in found:
                found.add(place)
                waiting += bits_of(units[place].needs & ~wanted)
                wanted |= units[place].needs
    return sorted(found)


def _undominated(units: Sequence[Unit], places: Sequence[int]) -> list[int]:
    """Leaves out units for which another one does as well: it teaches no less, needs no more and costs no more."""
    wanted = 0
    for place in places:
        wanted |= units[place].needs
    teachers = _teachers([units[place] for place in places])

    def serves(place: int, other: int) -> bool:
        unit, better = units[place], units[other]
        gives_less = unit.teaches & wanted & ~better.teaches & ~unit.needs
        return not gives_less and not better.needs & ~unit.needs and better.price <= unit.price

    def is_dominated(place: int) -> bool:
        rivals = min((teachers[concept] for concept in bits_of(units[place].teaches)), key=len)
        others = (places[rival] for rival in rivals if places[rival] != place)
        return any(serves(place, other) and (other < place or not serves(other, place)) for other in others)

    return [place for place in places if not is_dominated(place)]


class _TooMuchWork(Exception):
    """Ends a search that has used up its effort."""


class _Search:
    def __init__(self, units: Sequence[Unit], aim: int, effort: int) -> None:
        self.units, self.aim, self.effort = units, aim, effort
        self.teachers = _teachers(units)
        self.needs = [tuple(bits_of(unit.needs)) for unit in units]
        self.users: defaultdict[int, list[int]] = defaultdict(list)
        for place, needs in enumerate(self.needs):
            for concept in needs:
                self.users[concept].append(place)
        self.last = sum(1 << place for place in self.teachers[aim])
        self.of_price: defaultdict[int, int] = defaultdict(int)
        for place, unit in enumerate(units):
            if not unit.teaches & aim:  # prices of the last ones differ, all others have few
                self.of_price[unit.price] |= 1 << place
        self.left = 0
        """What is left of the effort."""

    def run(self) -> Chosen | None:
        self.left = sys.maxsize
        sets = self._cheapest_sets(0, 0)
        if self.aim not in sets:
            return None
        self.cheapest = {concept: self._price(chosen) for concept, chosen in sets.items()}
        self.best = self._pruned(sets[self.aim])
        is_proven = len(self.units) <= MOST_PROVEN and self._ends_in_time(self._prove)
        if not is_proven:
            self._ends_in_time(self._improve)
        return Chosen(tuple(places_of(self.best)), is_proven)

    def _ends_in_time(self, search: Callable[[], None]) -> bool:
        self.left = self.effort
        try:
            search()
        except _TooMuchWork:
            return False
        return True

    def _prove(self) -> None:
        """Makes the best plan the cheapest one."""
        landmarks: list[int] = []
        while (chosen := self._cheapest_hit(landmarks, self._price(self.best))) is not None:
            self._complete(chosen, landmarks)

    def _improve(self) -> None:
        """Replaces each unit of the best plan in turn by what costs less beside the others, once."""
        for place in reversed([*places_of(self.best)]):
            rest = self.best & ~(1 << place)
            sets = self._cheapest_sets(rest, 1 << place) if self.best >> place & 1 else {}
            if self.aim in sets:
                self.best = min(self.best, self._pruned(rest | sets[self.aim]), key=self._price)

    def _price(self, chosen: int) -> int:
        price = sum(self.units[place].price for place in places_of(chosen & self.last))
        for each, having in self.of_price.items():
            price += each * (chosen & having).bit_count()
        return price

    def _spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise _TooMuchWork

    def _reached(self, chosen: int, known: int = 0) -> int:
        """Returns what is known after taking those of the chosen units that can be taken."""
        waiting = list(places_of(chosen))
        while True:
            left = []
            for place in waiting:
                if self.units[place].needs & ~known:
                    left.append(place)
                else:
                    known |= self.units[place].teaches
            if len(left) == len(waiting):
                return known
            waiting = left

    def _cheapest_sets(self, free: int, barred: int) -> dict[int, int]:
        """Returns the cheapest set to each concept up to the aim if some units are free and others barred."""
        sets: dict[int, int] = {}
        missing = [len(needs) for needs in self.needs]
        queue: list[tuple[int, int, int]] = []

        def take(place: int) -> None:
            chosen = 1 << place
            for concept in self.needs[place]:
                chosen |= sets[concept]
            if not chosen & barred:
                heappush(queue, (self._price(chosen & ~free), place, chosen))

        for place, needs in enumerate(self.needs):
            if not needs:
                take(place)
        while queue and self.aim not in sets:
            _, place, chosen = heappop(queue)
            for concept in bits_of(self.units[place].teaches):
                if concept not in sets:
                    sets[concept] = chosen
                    for user in self.users[concept]:
                        missing[user] -= 1
                        if not missing[user]:
                            take(user)
        self._spend(100 * len(sets))
        return sets

    def _pruned(self, chosen: int) -> int:
        """Leaves out units that the others do without, the dearest and latest first."""
        wanted, once, twice = self.aim, 0, 0
        for place in places_of(chosen):
            wanted |= self.units[place].needs
            twice |= once & self.units[place].teaches
            once |= self.units[place].teaches
        idle = [place for place in places_of(chosen) if not self.units[place].teaches & wanted & ~twice]
        for place in sorted(idle, key=lambda place: (self.units[place].price, place), reverse=True):
            without = chosen & ~(1 << place)
            if self._reached(without) & self.aim:
                chosen = without
        return chosen

    def _complete(self, chosen: int, landmarks: list[int]) -> None:
        """Makes a plan of the chosen units by a unit of each landmark that they miss, and adds these landmarks.

        The plan is the best one if it is cheaper.
        """
        known = self._reached(chosen)
        while not known & self.aim:
            landmark = self._landmark(known)
            landmarks.append(landmark)
            chosen |= 1 << min(places_of(landmark), key=lambda place: (self.units[place].price, self._use(place)))
            known = self._reached(chosen, known)
        self.best = min(self.best, self._pruned(chosen), key=self._price)

    def _use(self, place: int) -> tuple[int, int]:
        return -self.units[place].teaches.bit_count(), place

    def _landmark(self, known: int) -> int:
        """Returns units that can be taken now, one of which every plan takes: it enters the zone before the aim.

        Each other unit that teaches a concept of the zone also needs one of the zone, the dearest it can.
        """
        zone, waiting, landmark = self.aim, [self.aim], 0
        seen: set[int] = set()
        while waiting:
            for place in self.teachers[waiting.pop()]:
                if place in seen:
                    continue
                seen.add(place)
                missing = self.units[place].needs & ~known
                if not missing:
                    landmark |= 1 << place
                elif not missing & zone:
                    dearest = max(bits_of(missing), key=lambda concept: (self.cheapest.get(concept, 0), concept))
                    zone |= dearest
                    waiting.append(dearest)
        self._spend(4 * len(seen))
        return landmark

    def _cheapest_hit(self, landmarks: Sequence[int], below: int) -> int | None:
        """Returns the cheapest units with one of each landmark; None if they cost `below` or more. Branches and bounds."""
        best, least = None, below

        def visit(landmarks: Sequence[int], chosen: int, price: int, barred: int) -> None:
            nonlocal best, least
            self._spend(len(landmarks) + 1)
            open_ones = [landmark & ~barred for landmark in landmarks if not landmark & chosen]
            if not all(open_ones) or price + self._least_price(open_ones) >= least:
                return
            if forced := functools.reduce(or_, (one for one in open_ones if one.bit_count() == 1), 0):
                chosen, price = chosen | forced, price + self._price(forced)
                open_ones = [landmark for landmark in open_ones if not landmark & forced]
            if not open_ones:
                best, least = chosen, price
                return
            smallest = min(open_ones, key=int.bit_count)
            hits = {place: sum(landmark >> place & 1 for landmark in open_ones) for place in places_of(smallest)}
            for place in sorted(hits, key=lambda place: (self.units[place].price / hits[place], place)):
                visit(open_ones, chosen | 1 << place, price + self.units[place].price, barred)
                barred |= 1 << place

        visit(_minimal(landmarks), 0, 0, 0)
        return best

    def _least_price(self, landmarks: Sequence[int]) -> int:
        """Returns what landmarks without a common unit cost at least."""
        price = used = 0
        for landmark in sorted(landmarks, key=int.bit_count):
            if not landmark & used:
                used |= landmark
                price += min(self.units[place].price for place in places_of(landmark))
        return price


def _minimal(sets: Sequence[int]) -> list[int]:
    """Leaves out sets that contain another one."""
    kept: list[int] = []
    for one in sorted(set(sets), key=int.bit_count):
        if not any(smaller & one == smaller for smaller in kept):
            kept.append(one)
    return kept
