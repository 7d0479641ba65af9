"""Holds the user's network settings and their defaults; imports nothing, so that `--help` can show them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import httpx


BODY_LIMIT: Final = 1 << 20
"""How many bytes of a page are read, decompressed: enough to judge it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NetSettings:
    """The network settings, with times in seconds.

    `allow` lists addresses or networks that need not be public, `retries` is the number of further attempts.
    `body_limit` is in bytes; `validators` are the headers by which addresses are asked only for what has changed since.
    """

    concurrency: int = 48
    per_host: int = 2
    host_interval_s: float = 0.2
    deadline_s: float = 20.0
    retries: int = 2
    allow: tuple[str, ...] = ()
    ca_file: Path | None = None
    proxy: str | None = None
    user_agent: str | None = None
    body_limit: int = BODY_LIMIT
    validators: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    transport: "httpx.AsyncBaseTransport | None" = field(default=None, repr=False)
