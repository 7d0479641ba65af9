"""Repeats a request whose response is not strict HTTP, and reads it as forgivingly as browsers do.

It accepts header names with spaces, lines without a colon, folded lines, contradictory lengths and headers of up to 256
KB: the page is there all the same, and "broken" would be wrong. Each request has its own connection.
"""

import re
import ssl
from collections.abc import AsyncIterator
from typing import Final

import httpcore
import httpx

_HEAD_LIMIT: Final = 1 << 18
_READ_SIZE: Final = 1 << 16
_STATUS: Final = re.compile(rb"HTTP/\d(?:\.\d)?\s+(\d{3})\b")
_END_OF_HEAD: Final = re.compile(rb"\r?\n\r?\n")
_TOKEN: Final = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_SIZE: Final = re.compile(rb"\s*([0-9A-Fa-f]{1,12})[^\n]*\n")


async def ask_leniently(
    backend: httpcore.AsyncNetworkBackend, context: ssl.SSLContext, request: httpx.Request
) -> httpx.Response:
    """Returns the response with its body unread; raises httpcore.RemoteProtocolError if it is not HTTP at all."""
    url = request.url
    port = url.port or (443 if url.scheme == "https" else 80)
    stream = await backend.connect_tcp(url.raw_host.decode("ascii"), port)
    try:
        if url.scheme == "https":
            stream = await stream.start_tls(context, server_hostname=url.raw_host.decode("ascii"))
        await stream.write(_request_head(request))
        status, headers, rest = await _read_head(stream)
    except BaseException:
        await stream.aclose()
        raise
    return httpx.Response(status, headers=headers, stream=_LooseBody(stream, headers, rest))


def _request_head(request: httpx.Request) -> bytes:
    lines = [b"GET %s HTTP/1.1" % request.url.raw_path]
    lines += [b"%s: %s" % (name, value) for name, value in request.headers.raw if name.lower() != b"connection"]
    return b"\r\n".join([*lines, b"Connection: close", b"", b""])


async def _read_head(stream: httpcore.AsyncNetworkStream) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """Reads the status, the headers and the start of the body; interim responses (103) are skipped."""
    read = b""
    while True:
        end = _END_OF_HEAD.search(read)
        if end is None:
            piece = await stream.read(_READ_SIZE)
            if not piece or len(read) > _HEAD_LIMIT or (len(read) >= 5 and not read.startswith(b"HTTP/")):
                raise httpcore.RemoteProtocolError("no HTTP answer")
            read += piece
            continue
        head, read = read[: end.start()], read[end.end() :]
        status = _STATUS.match(head)
        if status is None:
            raise httpcore.RemoteProtocolError("no HTTP status")
        if not status[1].startswith(b"1"):
            return int(status[1]), _headers(head), read


def _headers(head: bytes) -> list[tuple[bytes, bytes]]:
    headers: list[tuple[bytes, bytes]] = []
    for line in head.split(b"\n")[1:]:
        name, colon, value = line.rstrip(b"\r").replace(b"\0", b"").partition(b":")
        if line[:1] in b" \t" and headers:
            headers[-1] = (headers[-1][0], headers[-1][1] + b" " + line.strip())
        elif colon and _TOKEN.fullmatch(name.strip()):
            headers.append((name.strip().lower(), value.strip()))
    return headers


class _LooseBody(httpx.AsyncByteStream):
    """A body that ends with its chunks, its first usable length, or the connection."""

    def __init__(self, stream: httpcore.AsyncNetworkStream, headers: list[tuple[bytes, bytes]], rest: bytes) -> None:
        self._stream = stream
        self._rest = rest
        self._is_chunked = any(name == b"transfer-encoding" and b"chunked" in value.lower() for name, value in headers)
        told = [value for name, value in headers if name == b"content-length" and re.fullmatch(rb"\d{1,18}", value)]
        lengths = [int(value) for value in told]
        self._left = lengths[0] if lengths and not self._is_chunked else None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        if self._is_chunked:
            async for piece in self._chunks():
                yield piece
            return
        while self._left is None or self._left > 0:
            piece = self._rest or await self._stream.read(_READ_SIZE)
            self._rest = b""
            if not piece:
                return
            if self._left is not None:
                piece = piece[: self._left]
                self._left -= len(piece)
            yield piece

    async def _chunks(self) -> AsyncIterator[bytes]:
        read = self._rest
        while True:
            size = _SIZE.match(read)
            if size is None:
                piece = await self._stream.read(_READ_SIZE)
                if not piece or len(read) > _READ_SIZE:
                    return
                read += piece
                continue
            read, left = read[size.end() :], int(size[1], 16)
            if left == 0:
                return
            while left > 0:
                read = read or await self._stream.read(_READ_SIZE)
                if not read:
                    return
                yield read[:left]
                read, left = read[left:], left - len(read[:left])
            read = read.removeprefix(b"\r\n")

    async def aclose(self) -> None:
        await self._stream.aclose()
