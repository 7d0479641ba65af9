"""Guides through an experiment: what to do and measure, a folder to begin with, and what a measurement means."""

import math
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from gpucat.catalog.article import Article
from gpucat.catalog.measurement import CeilingShare, Chip, Facts, find_chip, standing_of, with_rates, worked_out
from gpucat.errors import FileError, UsageError
from gpucat.language import Bilingual, Language
from gpucat.resources import data_file, data_rows
from gpucat.store.articles import articles_by_number
from gpucat.store.connection import Reader
from gpucat.store.lookup import number_of_url

_ASKING_S: Final = 5.0
KINDS: Final = ("cuda", "cute-dsl")
"""In what the folders are written; those of 4 and 5 are in CuTe DSL, the others in CUDA C++."""
_LIBRARY: Final = "cublas"
_ENDINGS: Final = {"cuda": ".cuh", "cute-dsl": ".py"}


class Counter(NamedTuple):
    """What to count with Nsight Compute: `metric` (a sum with factors), divided by `divisor` if that is not empty.

    A value from `least` to `most` is good; `chips` are compute capabilities (empty: all).
    """

    name: Bilingual
    metric: str
    divisor: str
    unit: str
    chips: tuple[str, ...]
    least: float
    most: float
    meaning: Bilingual
    article: Article | None

    def value(self, metrics: Mapping[str, float]) -> float | None:
        """Returns the value from the counters of a launch; None if one of them is missing."""
        above = worked_out(self.metric, metrics)
        below = worked_out(self.divisor, metrics) if self.divisor else 1.0
        return above / below if above is not None and below else None

    def is_good(self, value: float) -> bool:
        return self.least <= value <= self.most

    @property
    def has_bounds(self) -> bool:
        return self.least > -math.inf or self.most < math.inf


class Rung(NamedTuple):
    """A step of the solution: its idea, the article that explains it, and what was measured of it, by metric."""

    step: str
    idea: Bilingual
    article: Article | None
    measured: Mapping[str, str]
    """The values as they are kept, with their units; `gpu` and `date` say where and when."""

    @property
    def share(self) -> float | None:
        """The share of the ceiling that was measured, from 0 to 1."""
        told = self.measured.get("%peak")
        return float(told) / 100 if told else None


class Guide(NamedTuple):
    """What an experiment asks: steps, counters and the ladder.

    `least` is the lowest compute capability, `dtype` the type of operands where a measurement does not say.
    """

    number: int
    dtype: str
    least: str
    needs: Bilingual
    steps: tuple[Bilingual, ...]
    counters: tuple[Counter, ...]
    rungs: tuple[Rung, ...]


class Judged(NamedTuple):
    """A measurement with its rates, its GPU (None if the ceilings are not known) and how near it comes to the ceiling.

    `rung` is the step of the ladder that it is nearest to, `following` the one after it.
    """

    facts: Facts
    chip: Chip | None
    standing: CeilingShare | None
    rung: Rung | None
    following: Rung | None
    counted: tuple[tuple[Counter, float], ...]


def read_guide(connection: Reader, number: int) -> Guide:
    """Returns the guide through an experiment; an empty one for an experiment of another list."""
    rows = [row for row in data_rows("practice/guide.tsv") if row[1] == str(number)]
    counters = [row for row in data_rows("practice/metrics.tsv") if str(number) in row[0].split(",")]
    articles = _articles(connection, {row[-1] for row in (*rows, *counters) if row[-1].startswith("http")})
    [(least, needs)] = [(row[2], Bilingual(row[3], row[4])) for row in rows if row[0] == "least"] or [
        ("", Bilingual("", ""))
    ]
    measured = _measured(number)
    return Guide(
        number=number,
        dtype=next((row[2] for row in rows if row[0] == "dtype"), ""),
        least=least,
        needs=needs,
        steps=tuple(Bilingual(row[2], row[3]) for row in rows if row[0] == "do"),
        counters=tuple(_counter(row, articles) for row in counters),
        rungs=tuple(
            Rung(row[2], Bilingual(row[3], row[4]), articles.get(row[5]), measured.get(row[2], {}))
            for row in rows
            if row[0] == "rung"
        ),
    )


def _counter(row: Sequence[str], articles: Mapping[str, Article]) -> Counter:
    _, en, zh, metric, divisor, unit, chips, bounds, meaning_en, meaning_zh, url = row
    least, _, most = bounds.partition("..")
    return Counter(
        name=Bilingual(en, zh),
        metric=metric,
        divisor=divisor,
        unit=unit,
        chips=() if chips == "all" else tuple(chips.split(",")),
        least=float(least or -math.inf),
        most=float(most or math.inf),
        meaning=Bilingual(meaning_en, meaning_zh),
        article=articles.get(url),
    )


def _measured(number: int) -> dict[str, dict[str, str]]:
    """Returns what was measured of each step of the solutions."""
    if not data_file("practice/measured.tsv").exists():
        return {}
    found: dict[str, dict[str, str]] = {}
    for experiment, step, metric, value, _unit, chip, *_, day in data_rows("practice/measured.tsv"):
        if experiment == str(number):
            found.setdefault(step, {"gpu": chip, "date": day})[metric] = value
    return found


def _articles(connection: Reader, urls: Iterable[str]) -> dict[str, Article]:
    numbers = {url: number for url in urls if (number := number_of_url(connection, url)) is not None}
    found = articles_by_number(connection, list(numbers.values()))
    return {url: found[number] for url, number in numbers.items() if number in found}


def gpu_here() -> str | None:
    """Returns the name of this machine's first GPU, as nvidia-smi tells it; None if there is none."""
    if shutil.which("nvidia-smi") is None:
        return None
    command = ["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"]
    try:
        told = subprocess.run(
            command, capture_output=True, encoding="utf-8", errors="replace", timeout=_ASKING_S, check=True
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    return told.splitlines()[0].strip() if told.strip() else None


def judge(guide: Guide, facts: Facts, chip: Chip | None = None) -> Judged:
    """Judges a measurement: `chip` is its GPU, where the facts do not say which."""
    known = with_rates({"dtype": guide.dtype, **facts})
    on = find_chip(str(known.get("gpu", ""))) or chip
    standing = standing_of(known, on) if on else None
    rung = _rung_of(guide, known, standing)
    place = guide.rungs.index(rung) + 1 if rung else 0
    metrics: Mapping[str, float] = known.get("metrics") or {}
    counted = ((counter, counter.value(metrics)) for counter in guide.counters)
    return Judged(
        facts=known,
        chip=on,
        standing=standing,
        rung=rung,
        following=guide.rungs[place] if 0 < place < len(guide.rungs) else None,
        counted=tuple((counter, value) for counter, value in counted if value is not None),
    )


def _rung_of(guide: Guide, facts: Facts, standing: CeilingShare | None) -> Rung | None:
    """Returns the rung that the measurement names, else the one whose share of its ceiling is nearest."""
    named = next((rung for rung in guide.rungs if rung.step == facts.get("step")), None)
    if named is not None or standing is None or standing.is_impossible or facts.get("step") == _LIBRARY:
        return named  # what a library reaches is no step of ours
    near = [(abs(math.log(standing.share / share)), rung) for rung in guide.rungs if (share := rung.share)]
    return min(near, key=lambda pair: pair[0])[1] if near else None


def start_folder(number: int, folder: Path, language: Language, kind: str | None) -> list[Path]:
    """Makes a folder to begin the experiment in and returns its files; raises FileError rather than write over one."""
    source = data_file(f"practice/{number}")
    if not source.is_dir():
        raise UsageError(
            "no_folder_for_it",
            Bilingual(f"experiment {number} has no folder to begin with", f"实践 {number} 没有可用的起始目录"),
        )
    _check_kind(source, number, kind)
    if folder.exists():
        raise FileError(
            "already_there",
            Bilingual(f"{folder} already exists; nothing was written", f"{folder} 已存在；未写入"),
            Bilingual("name another folder, or remove this one", "请指定其他目录，或先删除它"),
        )
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", dir=folder.parent) as beside:
            whole = Path(beside) / folder.name
            files = list(_copied(source, whole, language))
            whole.rename(folder)  # whole, or not at all
    except OSError as error:
        from gpucat.system_errors import cannot_write

        raise cannot_write(folder, error) from error
    return files


def _check_kind(source: Path, number: int, kind: str | None) -> None:
    there = [name for name in KINDS if any(file.suffix == _ENDINGS[name] for file in source.glob("starter.*"))]
    if kind is not None and kind not in there:
        raise UsageError(
            "not_in_this_language",
            Bilingual(f"experiment {number} is not in {kind}", f"实践 {number} 没有 {kind} 版本"),
            Bilingual(f"it is in {', '.join(there)}", f"它使用 {'、'.join(there)}"),
        )


def _copied(source: Path, folder: Path, language: Language) -> Iterator[Path]:
    """Copies the files of the experiment and those that all have in common, with the README in the reader's language."""
    used = {file.suffix for file in source.glob("starter*")} | {""}
    for root in (source, source.parent / "common"):
        for file in sorted(root.rglob("*")):
            place = file.relative_to(root)
            if file.is_dir() or "__pycache__" in place.parts or (root != source and place.suffix not in used):
                continue
            if place.name in ("README.en.md", "README.zh.md"):
                if place.name != f"README.{language}.md":
                    continue
                place = place.with_name("README.md")
            target = folder / place
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
            target.chmod(0o755 if target.name == "measure" else 0o644)
            yield target


def with_gpu(found: Iterable[Mapping[str, Any]], gpu: str | None) -> list[dict[str, Any]]:
    """Returns the facts with the GPU where they do not name one."""
    return [{**({"gpu": gpu} if gpu else {}), **facts} for facts in found]
