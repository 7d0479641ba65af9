"""Writes addresses as they are requested, and decompresses bodies within a limit."""

import re
import zlib
from typing import Final
from urllib.parse import SplitResult, quote, urljoin, urlsplit

from gpucat.catalog.url import to_ascii

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]+")
_SPECIAL: Final = re.compile(r"^(https?):[/\\]*", re.IGNORECASE)
_SAFE: Final = "/:?#[]@!$&'()*+,;=%~-._"
_BARE_PERCENT: Final = re.compile(r"%(?![0-9A-Fa-f]{2})")
_MAX_LENGTH: Final = 8000
_LONGEST_LABEL: Final = 63  # RFC 1035
_ZLIB_OR_GZIP: Final = 47
_RAW_DEFLATE: Final = -15
_PACKED: Final = frozenset({"gzip", "x-gzip", "deflate"})
_UNREADABLE: Final = frozenset({"br", "zstd", "compress", "x-compress", "dcb", "dcz"})


class BadAddressError(ValueError):
    """The text is not an http or https address that can be requested; the message says why."""


def to_wire(address: str) -> str:
    """Returns the address as it is requested, in ASCII, without its fragment and its login; raises BadAddressError."""
    cleaned = _SPECIAL.sub(r"\1://", _CONTROL.sub("", address.strip()))
    if len(cleaned) > _MAX_LENGTH:
        raise BadAddressError("longer than 8000 characters")
    head, mark, query = cleaned.partition("?")
    try:
        parts = urlsplit(head.replace("\\", "/") + mark + query)
        port = parts.port
        host = _host(parts)
    except (ValueError, UnicodeError) as error:
        raise BadAddressError(str(error)) from error
    if parts.scheme not in {"http", "https"}:
        raise BadAddressError(f"{parts.scheme or 'no'} scheme")
    place = f"{host}:{port}" if port is not None else host
    query = f"?{_escape(parts.query)}" if parts.query or cleaned.partition("#")[0].endswith("?") else ""
    return f"{parts.scheme}://{place}{_escape(parts.path) or '/'}{query}"


def join(base: str, location: str) -> str:
    """Returns the target of a redirect from `base`; raises BadAddressError if it is not an http address."""
    cleaned = _CONTROL.sub("", location.strip())
    if not cleaned:
        raise BadAddressError("empty")
    if not _SPECIAL.match(cleaned):
        head, mark, query = cleaned.partition("?")
        cleaned = head.replace("\\", "/") + mark + query
    try:
        joined = cleaned if _SPECIAL.match(cleaned) else urljoin(base, cleaned)
    except ValueError as error:
        raise BadAddressError(str(error)) from error
    return to_wire(joined)


def _escape(text: str) -> str:
    return _BARE_PERCENT.sub("%25", quote(text, safe=_SAFE + "|"))


def _host(parts: SplitResult) -> str:
    host = to_ascii(parts.hostname or "")
    if any(len(label) > _LONGEST_LABEL for label in host.split(".")) and ":" not in host:
        raise BadAddressError(f"a part of the host name is longer than {_LONGEST_LABEL} characters")
    return host


class BadEncodingError(Exception):
    """The body is not compressed the way its header says."""


class Unpacker:
    """Takes a body piece by piece and returns at most `limit` decompressed bytes in total."""

    def __init__(self, content_encoding: str, limit: int) -> None:
        names = [name.strip().lower() for name in content_encoding.split(",")]
        self.is_readable = not _UNREADABLE.intersection(names)
        self._left = limit
        self._layers = [_Layer() for name in names if name in _PACKED] if self.is_readable else []

    @property
    def is_full(self) -> bool:
        return self._left <= 0

    def feed(self, piece: bytes) -> bytes:
        """Returns what a piece decompresses to; raises BadEncodingError."""
        for layer in reversed(self._layers):
            piece = layer.feed(piece, self._left)
        piece = piece[: self._left]
        self._left -= len(piece)
        return piece


class _Layer:
    """One layer of gzip or deflate, which may have several members or lack a header."""

    def __init__(self) -> None:
        self._inflate = zlib.decompressobj(_ZLIB_OR_GZIP)
        self._has_begun = False

    def feed(self, piece: bytes, limit: int) -> bytes:
        parts: list[bytes] = []
        while piece and limit > 0:
            part = self._step(piece, limit)
            parts.append(part)
            limit -= len(part)
            piece = self._inflate.unused_data.lstrip(b"\0") if self._inflate.eof else b""
            if piece:
                self._inflate = zlib.decompressobj(_ZLIB_OR_GZIP)
        return b"".join(parts)

    def _step(self, piece: bytes, limit: int) -> bytes:
        try:
            part = self._inflate.decompress(piece, limit)
        except zlib.error as error:
            if self._has_begun:
                return b""  # garbage after a complete member
            self._inflate = zlib.decompressobj(_RAW_DEFLATE)
            try:
                part = self._inflate.decompress(piece, limit)
            except zlib.error:
                raise BadEncodingError(str(error)) from error
        self._has_begun = True
        return part
