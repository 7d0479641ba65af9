"""What one look at an address gave, before anything is concluded from it. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

PERMANENT: Final = frozenset({301, 308})


class Failure(StrEnum):
    """Why there was no answer that could be read. The value is stored and printed, so it is never renamed."""

    BAD_ADDRESS = "bad-address"
    FORBIDDEN_ADDRESS = "forbidden-address"
    NAME_NOT_FOUND = "name-not-found"
    NAME_UNCERTAIN = "name-uncertain"
    UNREACHABLE = "unreachable"
    REFUSED = "refused"
    RESET = "reset"
    BAD_CERTIFICATE = "bad-certificate"
    TLS = "tls"
    PROTOCOL = "protocol"
    BAD_ENCODING = "bad-encoding"
    TIMEOUT = "timeout"
    LOOP = "redirect-loop"
    TOO_MANY_REDIRECTS = "too-many-redirects"
    NO_LOCATION = "no-location"
    BAD_LOCATION = "bad-location"
    NOT_ASKED = "not-asked"


class Hop(NamedTuple):
    """One redirect that was followed: the address that gave it, and how (`301`, `302`, `refresh`, `meta`, `script`)."""

    url: str
    rule: str

    @property
    def is_permanent(self) -> bool:
        """Whether the redirect says that the page has moved for good; an immediate meta refresh is read so too."""
        return self.rule == "meta" or self.rule in {str(status) for status in PERMANENT}


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """One attempt on an address, redirects included. Without `failure` there is a `status`.

    `headers` are lower-case. `is_cut` says that the body ended early (broken off, too slow or too large) and `cut_by`
    why; `retry_after_s` is what the server asked for; `earlier` are the failures of attempts before this one.
    """

    url: str
    final_url: str
    hops: tuple[Hop, ...] = ()
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    failure: Failure | None = None
    detail: str = ""
    cut_by: Failure | None = None
    retry_after_s: float | None = None
    elapsed_ms: int = 0
    attempts: int = 1
    earlier: tuple[str, ...] = ()

    @property
    def outcome(self) -> str:
        """The failure, or the status: what a log line calls this attempt."""
        return self.failure.value if self.failure else str(self.status)
