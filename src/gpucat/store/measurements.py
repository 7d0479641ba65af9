"""Reads and writes what the reader measured in the experiments."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from gpucat.store.transaction import put_row

if TYPE_CHECKING:
    from gpucat.store.journal import Writer


class StoredMeasurement(NamedTuple):
    """A measurement of an experiment and when it was recorded (UTC); see catalog.measurement for its facts."""

    practice: int
    facts: Mapping[str, Any]
    recorded_at: str


def read_measurements(connection: sqlite3.Connection, practice: int) -> list[StoredMeasurement]:
    """Returns the measurements of an experiment, oldest first."""
    rows = connection.execute(
        "SELECT practice_number, facts, recorded_at FROM measurement WHERE practice_number = ?"
        " ORDER BY recorded_at, rowid",
        (practice,),
    )
    return [StoredMeasurement(number, json.loads(facts), recorded_at) for number, facts, recorded_at in rows]


def save_measurements(writer: "Writer", practice: int, found: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Keeps the measurements and returns those that are new; the same measurement is kept once."""
    new = []
    for facts in found:
        text = json.dumps(facts, ensure_ascii=False, sort_keys=True)
        key = blake2b(text.encode(), digest_size=8).hexdigest()
        is_there = "SELECT 1 FROM measurement WHERE practice_number = ? AND key = ?"
        if writer.connection.execute(is_there, (practice, key)).fetchone() is None:
            row = {"practice_number": practice, "key": key, "facts": text, "recorded_at": writer.now}
            put_row(writer.connection, "measurement", row, "practice_number", "key")
            new.append(facts)
    return new
