"""Tests decompression, Retry-After and cookies."""

import contextlib
import gzip
import zlib
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucat.net.fetch import WalkCookies
from gpucat.net.pace import parse_retry_after
from gpucat.net.wire import BadEncodingError, Unpacker

TEXT = b"The tile is copied to shared memory. " * 50
NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def unpack(encoding: str, packed: bytes, limit: int = 1 << 20, step: int = 7) -> bytes:
    unpacker = Unpacker(encoding, limit)
    return b"".join(unpacker.feed(packed[at : at + step]) for at in range(0, len(packed), step))


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


@pytest.mark.parametrize(
    ("encoding", "packed"),
    [
        ("", TEXT), ("identity", TEXT), ("gzip", gzip.compress(TEXT)), ("x-gzip", gzip.compress(TEXT)),
        ("deflate", zlib.compress(TEXT)), ("deflate", raw_deflate(TEXT)), ("GZIP, gzip", gzip.compress(gzip.compress(TEXT))),
        ("gzip", gzip.compress(TEXT[:99]) + gzip.compress(TEXT[99:])), ("gzip", gzip.compress(TEXT) + b"\0" * 20),
    ],
    ids=["none", "identity", "gzip", "x-gzip", "zlib", "raw deflate", "twice", "two members", "padded"],
)  # fmt: skip
def test_bodies_are_unpacked(encoding: str, packed: bytes):
    assert unpack(encoding, packed) == TEXT


def test_a_bomb_stops_at_the_limit():
    unpacker = Unpacker("gzip", 1000)
    assert len(unpacker.feed(gzip.compress(b"\0" * 5_000_000))) == 1000
    assert unpacker.is_full


def test_what_is_not_packed_as_it_says_is_refused():
    with pytest.raises(BadEncodingError):
        unpack("gzip", TEXT, step=10_000)


@given(st.text(max_size=20), st.binary(max_size=200))
def test_any_body_under_any_encoding_is_unpacked_or_refused(encoding: str, body: bytes):
    with contextlib.suppress(BadEncodingError):
        assert len(unpack(encoding, body)) <= 1 << 20


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        (None, None), ("120", 120.0), (" 2 ", 2.0), ("0.5", 0.5), ("-5", 0.0), ("soon", None), ("", None), ("nan", None),
        ("1e99", 366 * 86400.0), ("Fri, 02 Jan 2026 03:04:15 GMT", 10.0), ("Fri, 02 Jan 2026 03:00:00 GMT", 0.0),
        ("Fri, 99 Foo 2026", None),
    ],
)  # fmt: skip
def test_retry_after(value: str | None, seconds: float | None):
    assert parse_retry_after(value, NOW) == seconds


@given(st.text(max_size=40))
def test_any_retry_after_is_seconds_or_nothing(value: str):
    seconds = parse_retry_after(value, NOW)
    assert seconds is None or 0 <= seconds <= 366 * 86400


def test_cookies_go_back_to_their_host_only():
    cookies = WalkCookies()
    cookies.take("https://www.a.example/x", ["s=1; Path=/", "d=2; Domain=.a.example; Secure", "t=3; Domain=.example", "bad", "=x"])  # fmt: skip
    assert cookies.header("https://www.a.example/y") == "s=1; d=2; t=3"
    assert cookies.header("http://www.a.example/y") == "s=1; t=3"
    assert cookies.header("https://b.a.example/") == "d=2"
    assert cookies.header("https://b.example/") == ""


def test_a_storm_of_cookies_is_kept_small():
    cookies = WalkCookies()
    cookies.take("http://a.example/", [f"c{number}={'v' * 300}" for number in range(500)])
    assert len(cookies.header("http://a.example/")) <= 8000
