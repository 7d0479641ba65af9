"""Reads measurements: the CSV of Nsight Compute, the JSON of a timing script, or a line typed as `gpu=… time_us=…`. Pure."""

import csv
import json
import math
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from gpucat.catalog.measurement import NUMBERS, TEXTS
from gpucat.errors import FileError, UsageError
from gpucat.language import Bilingual, listed

_LONGEST: Final = 200
_FACTORS: Final = {
    "nsecond": 1, "usecond": 1e3, "msecond": 1e6, "second": 1e9, "ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9,
    "byte": 1, "kbyte": 1e3, "mbyte": 1e6, "gbyte": 1e9, "tbyte": 1e12, "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9,
}  # fmt: skip
"""What a unit of Nsight Compute is in nanoseconds or bytes; its prefixes are decimal."""
_NUMBER: Final = re.compile(r"-?\d{1,3}(?:[,\u202f]\d{3})+(?:\.\d+)?|-?\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?")
_FILE_HINT: Final = Bilingual(
    "give the CSV of `ncu --csv`, the JSON of the folder's `measure`, or a line such as 'gpu=h100 time_us=70 GB/s=3000'",
    "请给出 `ncu --csv` 的 CSV、实践目录中 `measure` 的 JSON，或类似 'gpu=h100 time_us=70 GB/s=3000' 的一行",
)


def read_measurements(text: str, name: str) -> list[dict[str, Any]]:
    """Returns the facts of the measurements in a file; raises FileError if there are none, or for an impossible value."""
    lines = text.lstrip("\ufeff").splitlines()
    if any(line.lstrip().startswith(("{", "[")) for line in lines):
        found = list(_json(text, name))
    else:
        found = list(_ncu(lines, name))
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
        if not mark or key not in (*TEXTS, *NUMBERS):
            known = listed((*TEXTS, *NUMBERS))
            raise UsageError(
                "bad_measurement",
                Bilingual(f"{word!r} is no part of a measurement", f"“{word}”不是测量结果的一部分"),
                Bilingual(f"write NAME=VALUE with one of {known.en}", f"写作 名称=值，名称为 {known.zh}"),
            )
        if value:
            facts[key] = value[:_LONGEST] if key in TEXTS else _positive(key, value)
    return facts


def _json(text: str, name: str) -> Iterator[dict[str, Any]]:
    for number, record in _records(text, name):
        facts: dict[str, Any] = {}
        for key in TEXTS:
            if isinstance(value := record.get(key), str) and value:
                facts[key] = value[:_LONGEST]
        for key in NUMBERS:
            if isinstance(value := record.get(key), (int, float)) and not isinstance(value, bool) and value:
                try:
                    facts[key] = _positive(key, str(value))
                except UsageError as error:
                    raise _at(name, number, error) from None
        if facts.keys() & {"time_us", "GB/s", "TFLOP/s"}:
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
    rows = [row for row in csv.reader(line for line in lines if not line.startswith("==")) if row]
    head = next((place for place, row in enumerate(rows) if "Kernel Name" in row), None)
    if head is None:
        return
    columns = {column: place for place, column in enumerate(rows[head])}
    width, body = len(rows[head]), rows[head + 1 :]
    for number, row in enumerate(body, start=head + 2):
        if len(row) != width:
            raise _broken(name, number, f"{len(row)} values where {width} are named")
    if "Metric Name" in columns:
        yield from _by_metric(body, columns)
    elif body:
        units, *launches = body
        for row in launches:
            pairs = ((column, units[place], row[place]) for column, place in columns.items() if "__" in column)
            yield _launch(row, columns, pairs)


def _by_metric(body: Iterable[list[str]], columns: Mapping[str, int]) -> Iterator[dict[str, Any]]:
    launches: dict[str, list[list[str]]] = {}
    for row in body:
        launches.setdefault(row[columns["ID"]] if "ID" in columns else row[columns["Kernel Name"]], []).append(row)
    for rows in launches.values():
        pairs = (
            (row[columns["Metric Name"]], row[columns["Metric Unit"]], row[columns["Metric Value"]]) for row in rows
        )
        yield _launch(rows[0], columns, pairs)


def _launch(row: list[str], columns: Mapping[str, int], pairs: Iterable[tuple[str, str, str]]) -> dict[str, Any]:
    facts: dict[str, Any] = {"kernel": row[columns["Kernel Name"]][:_LONGEST]}
    for key, column in (("cc", "CC"), ("host", "Host Name")):
        if column in columns and row[columns[column]]:
            facts[key] = row[columns[column]][:_LONGEST]
    counted = {name: value for name, unit, text in pairs if (value := _counted(text, unit)) is not None}
    return {**facts, "metrics": counted}


def _counted(text: str, unit: str) -> float | None:
    """Returns a counter in base units; None for one that was not counted (`n/a`, `nan`)."""
    found = _NUMBER.fullmatch(text.strip())
    if found is None:
        return None
    digits = found[0].replace("\u202f", "")
    digits = digits.replace(",", "") if re.search(r",\d{3}(?:\D|$)", digits) else digits.replace(",", ".")
    whole, _, share = unit.strip().casefold().partition("/")
    return float(digits) * (_FACTORS.get(whole, 1) if not share else 1)


def _positive(key: str, value: str) -> float:
    """Returns a number that is above nothing and finite; raises UsageError."""
    try:
        number = float(value.replace(",", ""))
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
