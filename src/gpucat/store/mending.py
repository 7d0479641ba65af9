"""Mends rows in which one bit turned over: their checksum tells which. Standard library only.

A CRC is linear: what a turned bit adds to it depends only on how many bytes follow. So the bit is found by following
what it would add, from the end of the row to its beginning.
"""

import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from gpucat.store.checksums import SEPARATOR, Difference, accept, bytes_of_row, find_differences
from gpucat.store.tables import read_tables

_STEPS: Final = tuple(zlib.crc32(bytes([byte])) ^ zlib.crc32(b"\0") for byte in range(256))
"""What a byte adds to the CRC if no byte follows."""
_CRC_BITS: Final = 32
_INTEGER_BITS: Final = 63
Value = bytes | int | float | None


class _Mended(NamedTuple):
    """A value that a column of a row had before a bit turned over."""

    rowid: int
    column: str
    value: str | int


def mend(connection: sqlite3.Connection) -> None:
    """Puts back what one turned bit changed, in a row or in a checksum, inside the caller's transaction."""
    for found in list(find_differences(connection)):
        size = abs(found.amount)
        if size & (size - 1) == 0 and size < 1 << _CRC_BITS:  # a power of two: it is the checksum that was damaged
            accept(connection, [found])
        elif not found.table.startswith(("search", "sqlite")):
            candidates = list(_candidates(connection, found))
            if len(candidates) == 1:
                rowid, column, value = candidates[0]
                connection.execute(f'UPDATE "{found.table}" SET "{column}" = ? WHERE rowid = ?', (value, rowid))


def _candidates(connection: sqlite3.Connection, found: Difference) -> Iterator[_Mended]:
    columns = read_tables(connection, (found.table,))[found.table].columns
    listed = ", ".join(f'"{column}"' for column in columns)
    kept = connection.text_factory
    connection.text_factory = bytes
    try:
        rows = connection.execute(
            f'SELECT rowid, {listed} FROM "{found.table}" WHERE CAST("{found.by}" AS TEXT) = ?', (found.bucket,)
        ).fetchall()
    finally:
        connection.text_factory = kept
    for rowid, *values in rows:
        wanted = zlib.crc32(bytes_of_row(_stored(values))) - found.amount
        for place, value in (*_texts(values, wanted), *_integers(values, wanted)):
            yield _Mended(rowid, columns[place], value)


def _stored(values: Sequence[Value]) -> list[bytes | None]:
    return [str(value).encode() if isinstance(value, int | float) else value for value in values]


def _texts(values: Sequence[Value], wanted: int) -> Iterator[tuple[int, str | int]]:
    """Yields the column and the text that a turned bit in a text would have made from what is wanted."""
    content = bytes_of_row(_stored(values))
    for at, bit in _turned(zlib.crc32(content) ^ wanted, len(content)):
        mended = bytearray(content)
        mended[at] ^= 1 << bit
        place = content.count(SEPARATOR, 0, at)
        parts = bytes(mended).split(SEPARATOR)
        if len(parts) == len(values) and isinstance(values[place], bytes):
            try:
                yield place, parts[place].decode()
            except UnicodeDecodeError:
                continue


def _integers(values: Sequence[Value], wanted: int) -> Iterator[tuple[int, str | int]]:
    """Yields the column and the integer that a turned bit in an integer would have made from what is wanted."""
    for place, value in enumerate(values):
        if not isinstance(value, int):
            continue
        for bit in range(_INTEGER_BITS):
            mended = value ^ (1 << bit)
            if zlib.crc32(bytes_of_row(_stored([*values[:place], mended, *values[place + 1 :]]))) == wanted:
                yield place, mended


def _turned(difference: int, length: int) -> Iterator[tuple[int, int]]:
    """Yields the byte and bit that, turned over in so many bytes, change their CRC by this difference."""
    added = [_STEPS[1 << bit] for bit in range(8)]
    for at in range(length - 1, -1, -1):
        if difference in added:
            yield at, added.index(difference)
        added = [_STEPS[one & 0xFF] ^ (one >> 8) for one in added]
