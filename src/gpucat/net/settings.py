"""Holds the user's network settings and their defaults; imports nothing, so that `--help` can show them."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx


@dataclass(frozen=True, slots=True, kw_only=True)
class NetSettings:
    """The network settings, with times in seconds.

    `allow` lists addresses or networks that need not be public, `retries` is the number of further attempts.
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
    transport: "httpx.AsyncBaseTransport | None" = field(default=None, repr=False)
