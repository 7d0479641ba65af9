"""Reads measurements: the CSV of Nsight Compute, the JSON of a timing script, or a line typed as `gpu=… time_us=…`. Pure."""

import csv
import json
import math
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from gpucat.catalog.measurement import NUMBERS, TEXTS
from gpucat.errors import FileError, UsageError
from gpucat.language import Bilingual, listed

_LONGEST: Final = 200
_KERNEL: Final = "Kernel Name"
_FACTORS: Final = {
    "nsecond": 1, "usecond": 1e3, "msecond": 1e6, "second": 1e9, "ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9,
    "byte": 1, "kbyte": 1e3, "mbyte": 1e6, "gbyte": 1e9, "tbyte": 1e12, "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9,
}  # fmt: skip
"""What a unit of Nsight Compute is in nanoseconds or bytes; its prefixes are decimal."""
_PLAIN: Final = re.compile(r"\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_WITH_COMMAS: Final = re.compile(r"\d{1,3}(?:[,\u202f ]\d{3})+(?:\.\d+)?")
_CONTINENTAL: Final = re.compile(r"(?:\d{1,3}(?:[.\u202f ]\d{3})+|\d+),\d+|\d{1,3}(?:\.\d{3}){2,}")
_SURELY_CONTINENTAL: Final = re.compile(r"0,\d+|\d+,\d{1,2}|\d+,\d{4,}|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}")
"""A number that can only be written with a decimal comma; `69,600` may be either, and is what ncu writes in English."""
_LABELS: Final = {
    "Duration": "gpu__time_duration.sum",
    "DRAM Throughput": "dram__throughput.avg.pct_of_peak_sustained_elapsed",
    "Registers Per Thread": "launch__registers_per_thread",
}
"""What the sections of a report call a metric."""
_RATES: Final = frozenset({"time_us", "GB/s", "TFLOP/s"})
_IGNORED: Final = "%peak"
"""A line copied from a report may have it; it follows from the rest."""
_FILE_HINT: Final = Bilingual(
    "give the CSV of `ncu --csv`, the JSON of the folder's `measure`, or a line such as 'gpu=h100 time_us=70 GB/s=3000'",
    "请给出 `ncu --csv` 的 CSV、实践目录中 `measure` 的 JSON，或类似 'gpu=h100 time_us=70 GB/s=3000' 的一行",
)


def read_measurements(text: str, name: str) -> list[dict[str, Any]]:
    """Returns the facts of the measurements in a file; raises FileError if there are none, or for an impossible value."""
    lines = text.lstrip("\ufeff").splitlines()
    is_profile = any(_KERNEL in line for line in lines)
    found = list(_ncu(lines, name) if is_profile else _json(text, name))
    if not found:
        raise FileError(
            "no_measurement", Bilingual(f"{name}: no measurement in it", f"{name}：其中没有测量结果"), _FILE_HINT
        )
    return found


def read_typed(text: str) -> dict[str, Any]:
    """Returns the facts of a typed line; raises UsageError for an unknown name or a value that is no number."""
    facts: dict[str, Any] = {}
    try:
        words = shlex.split(text)
    except ValueError:
        words = text.split()
    for word in words:
        key, mark, value = word.partition("=")
        if not mark or key not in (*TEXTS, *NUMBERS, _IGNORED):
            known = listed((*TEXTS, *NUMBERS))
            raise UsageError(
                "bad_measurement",
                Bilingual(f"{word!r} is no part of a measurement", f"“{word}”不是测量结果的一部分"),
                Bilingual(f"write NAME=VALUE with one of {known.en}", f"写作 名称=值，名称为 {known.zh}"),
            )
        if value and key != _IGNORED:
            facts[key] = value[:_LONGEST] if key in TEXTS else _positive(key, value)
    if not facts.keys() & _RATES:
        raise UsageError(
            "no_rate",
            Bilingual(f"{text!r} measures nothing", f"“{text}”没有测量值"),
            Bilingual("give time_us, GB/s or TFLOP/s", "请给出 time_us、GB/s 或 TFLOP/s"),
        )
    return facts


def _json(text: str, name: str) -> Iterator[dict[str, Any]]:
    for number, record in _records(text, name):
        facts: dict[str, Any] = {}
        for key in TEXTS:
            if isinstance(value := record.get(key), str) and value:
                facts[key] = value[:_LONGEST]
        for key in NUMBERS:
            if isinstance(value := record.get(key), (int, float, str)) and not isinstance(value, bool) and value:
                try:
                    facts[key] = _positive(key, str(value))
                except UsageError as error:
                    raise _at(name, number, error) from None
        if facts.keys() & _RATES:
            yield facts


def _records(text: str, name: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yields the JSON objects of a file with their lines: one value, or an object a line among other lines."""
    try:
        whole = json.loads(text)
    except ValueError:
        for number, line in enumerate(text.splitlines(), start=1):
            if line.lstrip().startswith("{"):
                try:
                    yield number, json.loads(line)
                except (ValueError, RecursionError) as error:
                    raise _broken(name, number, str(error)) from None
        return
    except RecursionError:
        raise _broken(name, 1, "nested too deep") from None
    for record in whole if isinstance(whole, list) else [whole]:
        if isinstance(record, dict):
            yield 1, record


def _ncu(lines: Iterable[str], name: str) -> Iterator[dict[str, Any]]:
    """Reads both forms: a line for each metric (`--page details`), and a column for each (`--page raw`)."""
    try:
        rows = [row for row in csv.reader(lines) if row]
    except csv.Error as error:
        raise _broken(name, 1, str(error)) from None
    head = next(place for place, row in enumerate(rows) if _KERNEL in row)
    columns = {column: place for place, column in enumerate(rows[head])}
    body = []
    for number, row in enumerate(rows[head + 1 :], start=head + 2):
        if row == rows[head] or (len(row) == 1 and row[0].startswith("==")):
            continue  # a second profile, or what the profiler says between
        if len(row) != len(columns):
            raise _broken(name, number, f"{len(row)} values where {len(columns)} are named")
        body.append(row)
    if {"Metric Name", "Metric Unit", "Metric Value"} <= columns.keys():
        yield from _by_metric(body, columns, name)
    elif body:
        units, *launches = body
        counted = {column: place for column, place in columns.items() if "__" in column}
        is_continental = _is_continental(row[place] for row in launches for place in counted.values())
        for row in launches:
            pairs = ((column, units[place], row[place]) for column, place in counted.items())
            yield from _launch(row, columns, pairs, name, is_continental=is_continental)


def _by_metric(body: Sequence[list[str]], columns: Mapping[str, int], name: str) -> Iterator[dict[str, Any]]:
    launches: dict[tuple[str, str], list[list[str]]] = {}
    for row in body:
        identity = row[columns["ID"]] if "ID" in columns else ""
        launches.setdefault((identity, row[columns[_KERNEL]]), []).append(row)
    is_continental = _is_continental(row[columns["Metric Value"]] for row in body)
    for rows in launches.values():
        pairs = (
            (row[columns["Metric Name"]], row[columns["Metric Unit"]], row[columns["Metric Value"]]) for row in rows
        )
        yield from _launch(rows[0], columns, pairs, name, is_continental=is_continental)


def _launch(
    row: list[str],
    columns: Mapping[str, int],
    pairs: Iterable[tuple[str, str, str]],
    name: str,
    *,
    is_continental: bool,
) -> Iterator[dict[str, Any]]:
    """Yields the facts of a launch, if anything that is known was counted."""
    facts: dict[str, Any] = {"kernel": row[columns[_KERNEL]][:_LONGEST]}
    for key, column in (("cc", "CC"), ("host", "Host Name")):
        if column in columns and row[columns[column]]:
            facts[key] = row[columns[column]][:_LONGEST]
    counted = {}
    for label, unit, text in pairs:
        metric = _LABELS.get(label, label)
        if "__" in metric and (value := _counted(text, unit, is_continental=is_continental)) is not None:
            if not math.isfinite(value):
                raise FileError("bad_number", Bilingual(f"{name}: {metric} is {text}", f"{name}：{metric} 为 {text}"))
            counted[metric] = value
    if counted:
        yield {**facts, "metrics": counted}


def _is_continental(values: Iterable[str]) -> bool:
    """Says whether the numbers of a file have decimal commas, as one of them shows."""
    return any(_SURELY_CONTINENTAL.fullmatch(value.strip()) for value in values)


def _counted(text: str, unit: str, *, is_continental: bool) -> float | None:
    """Returns a counter in base units; None for one that was not counted (`n/a`, `nan`)."""
    digits = text.strip()
    if is_continental and _CONTINENTAL.fullmatch(digits):
        digits = re.sub(r"[.\u202f ]", "", digits).replace(",", ".")
    elif not is_continental and _WITH_COMMAS.fullmatch(digits):
        digits = re.sub(r"[,\u202f ]", "", digits)
    if not _PLAIN.fullmatch(digits):
        return None
    whole, _, share = unit.strip().casefold().partition("/")
    return float(digits) * (_FACTORS.get(whole, 1) if not share else 1)


def _positive(key: str, value: str) -> float:
    """Returns a number that is above nothing and finite; raises UsageError."""
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not (math.isfinite(number) and number > 0):
        raise UsageError(
            "bad_number",
            Bilingual(f"{key}={value}: not a positive number", f"{key}={value}：不是正数"),
            Bilingual("write it as in time_us=69.1", "写法如 time_us=69.1"),
        )
    return number


def _at(name: str, line: int, error: UsageError) -> FileError:
    return FileError(error.code, Bilingual(f"{name}:{line}: {error.message.en}", f"{name}:{line}：{error.message.zh}"))


def _broken(name: str, line: int, why: str) -> FileError:
    return FileError("not_a_measurement", Bilingual(f"{name}:{line}: {why}", f"{name}:{line}：{why}"), _FILE_HINT)
