"""Fits the weights of `gpucat.duplicates.verdict` to the labelled pairs of tests/yardsticks, and prints their results.

usage: python tools/fit_duplicates.py [--apart]

`--apart` also fits once without each blind set, and prints the results for the set that was left out. Starting from
plain weights, one weight at a time moves by quarters as long as that improves the verdicts. Each set counts equally; a
wrong `likely` costs more than a missed one, a missed `maybe` more than a wrong one. Records of a set that no pair joins
are strangers and must stay so, and the catalogue's own articles must raise nothing. Deterministic; takes some minutes.
"""

import argparse
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.judged import ALONE, read_catalogue, read_pairs, read_records, works_of

from gpucat.duplicates.candidates import candidate_pairs
from gpucat.duplicates.evidence import PairEvidence
from gpucat.duplicates.records import Record
from gpucat.duplicates.verdict import WEIGHTS, is_ruled_out, measure

NAMES: Final = tuple(WEIGHTS)
AGAINST: Final = ("dates apart", "one host", "recurring")
CATALOGUE: Final = "catalogue"
WANTED: Final = {"1": 1.0, "?": 0.5, "0": 0.0}
STEPS: Final = (-2.0, -1.0, -0.5, -0.25, 0.25, 0.5, 1.0, 2.0)
ROUNDS: Final = 12
LARGEST: Final = 5.0
BETA_OF_LIKELY: Final = 0.6
BETA_OF_MAYBE: Final = 2.0
SHARE_OF_LIKELIHOOD: Final = 0.08
"""How much the likelihood of the verdicts counts next to their number; it separates weights that decide alike."""
PRICE_OF_ALARM: Final = 0.05


class Case(NamedTuple):
    """Pairs with the same evidence, and how many of them are one work and how many two."""

    values: tuple[float, ...]
    ones: int
    twos: int


class Yardstick(NamedTuple):
    """The cases of a set, how many of its pairs are one work, and how many of these the address alone tells."""

    cases: list[Case]
    duplicates: int
    certain: int


class Model(NamedTuple):
    weights: tuple[float, ...]
    likely: float
    maybe: float

    def moved(self, place: int, step: float) -> "Model":
        """Returns the model with one weight changed, or one threshold, as these come after the weights."""
        if place < len(NAMES):
            return self._replace(
                weights=(*self.weights[:place], self.weights[place] + step, *self.weights[place + 1 :])
            )
        return (
            self._replace(likely=self.likely + step) if place == len(NAMES) else self._replace(maybe=self.maybe + step)
        )

    @property
    def is_sound(self) -> bool:
        """Says whether every weight has the right sign and a moderate size."""
        signs = zip(NAMES, self.weights, strict=True)
        return self.maybe < self.likely and all(
            -LARGEST <= weight <= 0 if name in AGAINST else 0 <= weight <= LARGEST for name, weight in signs
        )

    def points(self, case: Case) -> float:
        return sum(weight * value for weight, value in zip(self.weights, case.values, strict=True))


def read_yardsticks() -> dict[str, Yardstick]:
    records, pairs = read_records(), read_pairs()
    found = {}
    for name, judged in pairs.items():
        wanted = {(pair.one, pair.other): WANTED[pair.duplicate] for pair in judged}
        keys: Iterable[tuple[int, int]] = wanted
        if name not in (
            *ALONE,
            "made",
        ):  # texts made from neighbouring articles are no strangers
            numbers, work = sorted(records[name]), works_of(judged)
            together = candidate_pairs([records[name][number] for number in numbers])
            keys = [(numbers[one], numbers[other]) for one, other in together]
            keys = [key for key in keys if key in wanted or work[key[0]] != work[key[1]]]
        examples = [(records[name][one], records[name][other], wanted.get((one, other), 0.0)) for one, other in keys]
        found[name] = measured(examples, sum(map(bool, wanted.values())))
    shelf = read_catalogue()
    found[CATALOGUE] = measured([(shelf[one], shelf[other], 0.0) for one, other in candidate_pairs(shelf)], 0)
    return found


def measured(examples: Sequence[tuple[Record, Record, float]], duplicates: int) -> Yardstick:
    ones, twos, certain = Counter[tuple[float, ...]](), Counter[tuple[float, ...]](), 0
    for one, other, wanted in examples:
        evidence = PairEvidence(one, other)
        if evidence.address == "same":
            certain += wanted > 0
        elif not is_ruled_out(evidence):
            (ones if wanted else twos)[tuple(measure(evidence).values())] += 1
    cases = [Case(values, ones[values], twos[values]) for values in sorted(ones.keys() | twos.keys())]
    return Yardstick(cases, duplicates, certain)


def found_above(model: Model, threshold: float, yardstick: Yardstick) -> tuple[int, int]:
    """Counts the pairs from the threshold on that are one work, and those that are two."""
    above = [case for case in yardstick.cases if model.points(case) >= threshold]
    return sum(case.ones for case in above) + yardstick.certain, sum(case.twos for case in above)


def f_score(right: int, wrong: int, all_right: int, beta: float) -> float:
    return (1 + beta**2) * right / ((right + wrong) + beta**2 * all_right)


def likelihood(model: Model, yardstick: Yardstick) -> float:
    """Returns the mean logarithm of the cases' likelihood; those of one work and of two count equally."""
    middle = (model.likely + model.maybe) / 2
    sums, counts = [0.0, 0.0], [0, 0]
    for case in yardstick.cases:
        distance = max(min(model.points(case) - middle, 30.0), -30.0)
        for side, (count, sign) in enumerate(((case.ones, -1), (case.twos, 1))):
            sums[side] -= count * math.log1p(math.exp(sign * distance))
            counts[side] += count
    return sum(total / count for total, count in zip(sums, counts, strict=True) if count) / sum(map(bool, counts))


def how_likely(model: Model, yardsticks: Iterable[Yardstick]) -> float:
    found = [likelihood(model, yardstick) for yardstick in yardsticks]
    return sum(found) / len(found)


def how_good(model: Model, yardsticks: Sequence[Yardstick]) -> float:
    total = 0.0
    for yardstick in yardsticks:
        sure, told = (found_above(model, threshold, yardstick) for threshold in (model.likely, model.maybe))
        if yardstick.duplicates:
            total += f_score(*sure, yardstick.duplicates, BETA_OF_LIKELY)
            total += f_score(*told, yardstick.duplicates, BETA_OF_MAYBE)
        else:
            total -= PRICE_OF_ALARM * (sure[1] + told[1]) * len(yardsticks)
    return total / len(yardsticks) + SHARE_OF_LIKELIHOOD * how_likely(model, yardsticks)


def climb(model: Model, yardsticks: Sequence[Yardstick], value: Callable[[Model, Sequence[Yardstick]], float]) -> Model:
    """Moves the model step by step as long as its value grows."""
    best = value(model, yardsticks)
    for _ in range(ROUNDS):
        before = best
        for place in range(len(NAMES) + 2):
            for step in STEPS:
                other = model.moved(place, step)
                if other.is_sound and (found := value(other, yardsticks)) > best + 1e-6:
                    model, best = other, found
        if best - before < 1e-5:
            break
    return model


def fit(yardsticks: Mapping[str, Yardstick]) -> Model:
    start = Model(tuple(-1.0 if name in AGAINST else 1.0 for name in NAMES), 3.0, 1.5)
    sets = list(yardsticks.values())
    return climb(climb(start, sets, how_likely), sets, how_good)


def show(model: Model, yardsticks: Mapping[str, Yardstick]) -> None:
    for name, yardstick in yardsticks.items():
        told = []
        for threshold in (model.likely, model.maybe):
            right, wrong = found_above(model, threshold, yardstick)
            told.append(f"{right:4} of {yardstick.duplicates} and {wrong:3} wrong")
        print(f"  {name:10} likely {told[0]}; with maybe {told[1]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--apart", action="store_true", help="fit without each blind set, and try the weights on it")
    arguments = parser.parse_args()
    yardsticks = read_yardsticks()
    model = fit(yardsticks)
    print(*(f"{name!r}: {weight}," for name, weight in zip(NAMES, model.weights, strict=True)), sep="\n")
    print(f"likely {model.likely}, maybe {model.maybe}")
    show(model, yardsticks)
    for held in (name for name in yardsticks if name.startswith("blind") and arguments.apart):
        print(f"without {held}:")
        show(fit({name: found for name, found in yardsticks.items() if name != held}), {held: yardsticks[held]})


if __name__ == "__main__":
    main()
