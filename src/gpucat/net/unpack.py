"""Unpacks a compressed body as it arrives, with a ceiling: two megabytes of gzip can hold two gigabytes. Pure."""

import zlib
from typing import Final

_ZLIB_OR_GZIP: Final = 47
_RAW_DEFLATE: Final = -15
_PACKED: Final = frozenset({"gzip", "x-gzip", "deflate"})
_UNREADABLE: Final = frozenset({"br", "zstd", "compress", "x-compress", "dcb", "dcz"})


class BadEncodingError(Exception):
    """The body is not packed the way its header says."""


class Unpacker:
    """Takes a body's pieces and hands out at most `limit` unpacked bytes."""

    def __init__(self, content_encoding: str, limit: int) -> None:
        names = [name.strip().lower() for name in content_encoding.split(",")]
        self.is_readable = not _UNREADABLE.intersection(names)
        self._left = limit
        self._layers = [_Layer() for name in names if name in _PACKED] if self.is_readable else []

    @property
    def is_full(self) -> bool:
        return self._left <= 0

    def feed(self, piece: bytes) -> bytes:
        """The bytes that a piece unpacks to; raises BadEncodingError."""
        for layer in reversed(self._layers):
            piece = layer.feed(piece, self._left)
        piece = piece[: self._left]
        self._left -= len(piece)
        return piece


class _Layer:
    """One layer of gzip or deflate; files of several members and deflate without a header are read too."""

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
                return b""  # rubbish behind a whole member
            self._inflate = zlib.decompressobj(_RAW_DEFLATE)
            try:
                part = self._inflate.decompress(piece, limit)
            except zlib.error:
                raise BadEncodingError(str(error)) from error
        self._has_begun = True
        return part
