"""What the rules get right today about the labelled pairs and page titles must stay right; known misses are listed.

`--update` writes today's verdicts into the files, to keep better ones.
"""

from collections import Counter
from functools import cache

import pytest

from gpucat.duplicates.candidates import find_duplicates
from gpucat.duplicates.evidence import PairEvidence
from gpucat.duplicates.verdict import WEIGHTS, measure, measure_at_best
from gpucat.titles.page_title import TITLE_VERDICTS, compare_titles
from tests.judged import (
    ALONE,
    FOLDER,
    PageTitle,
    read_catalogue,
    read_pairs,
    read_records,
    read_titles,
    verdicts,
    works_of,
)

LEVELS = ("-", "maybe", "likely", "same")
QUICK = ("kinds", "blind1")
SETS = [pytest.param(name, marks=() if name in QUICK else pytest.mark.rules) for name in read_pairs()]
"""All sets of labelled pairs; the large ones are judged with `./check rules`."""
STRANGERS = {"blind1": (7, 20), "blind2": (0, 4), "blind3": (0, 5), "papers": (4, 20)}
"""How many unlabelled pairs of a set, probably two works, are called likely, and how many maybe."""


@cache
def found(name: str) -> dict[tuple[int, int], str]:
    return verdicts(name, read_records()[name], read_pairs()[name])


def judged(row: PageTitle) -> str:
    return compare_titles(row.title, row.page, (row.author, row.source)).verdict


@pytest.fixture(scope="module")
def is_update(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update"))


def write_verdicts(name: str, told: list[str]) -> None:
    path = FOLDER / name
    lines = path.read_text("utf-8").splitlines()
    left = iter(told)
    lines = [line if line.startswith("#") else f"{line.rpartition(chr(9))[0]}\t{next(left)}" for line in lines]
    path.write_text("\n".join(lines) + "\n", "utf-8")


def test_today_s_verdicts_are_written(is_update: bool) -> None:
    if is_update:
        pairs = [(name, pair) for name, judged in read_pairs().items() for pair in judged]
        write_verdicts("pairs.tsv", [found(name).get((pair.one, pair.other), "-") for name, pair in pairs])
        write_verdicts("titles.tsv", [judged(row) for row in read_titles()])


@pytest.mark.parametrize("name", SETS)
def test_no_pair_is_judged_worse_than_before(name: str) -> None:
    worse = []
    for pair in read_pairs()[name]:
        now = found(name).get((pair.one, pair.other), "-")
        step = LEVELS.index(now) - LEVELS.index(pair.verdict)
        if step > 0 if pair.duplicate == "0" else step < 0:
            worse.append((pair, now))
    assert worse == []


@pytest.mark.parametrize("name", SETS)
def test_no_pair_reaches_more_than_its_bound(name: str) -> None:
    records = read_records()[name]
    over = []
    for pair in read_pairs()[name]:
        evidence = PairEvidence(records[pair.one], records[pair.other])
        reached, bound = (
            sum(WEIGHTS[key] * value for key, value in measured.items())
            for measured in (measure(evidence), measure_at_best(evidence))
        )
        if reached > bound + 1e-9:
            over.append((pair, reached, bound))
    assert over == []


@pytest.mark.parametrize("name", [one for one in SETS if one.values[0] not in ALONE])
def test_strangers_stay_strangers(name: str) -> None:
    pairs = read_pairs()[name]
    known, work = {(pair.one, pair.other) for pair in pairs}, works_of(pairs)
    alarms = Counter(
        verdict for key, verdict in found(name).items() if key not in known and work[key[0]] != work[key[1]]
    )
    likely, maybe = STRANGERS[name]
    assert alarms["same"] + alarms["likely"] <= likely
    assert alarms.total() <= maybe


def test_the_catalogue_has_no_duplicate() -> None:
    assert find_duplicates(read_catalogue()) == []


def test_no_page_title_is_judged_worse_than_before() -> None:
    worse = []
    for row in read_titles():
        now = judged(row)
        step = TITLE_VERDICTS.index(now) - TITLE_VERDICTS.index(row.verdict)  # type: ignore[arg-type]
        if step > 0 if row.is_same else step < 0:
            worse.append((row, now))
    assert worse == []
