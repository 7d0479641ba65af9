"""Tells what went wrong from an exception of the network libraries."""

import errno
import ssl
from collections.abc import Iterator
from typing import Final

import httpcore
import httpx

from gpucat.links.probe import Failure
from gpucat.net.guard import ForbiddenAddressError, NameNotFoundError

FAILURES: Final = (
    httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException, httpcore.UnsupportedProtocol, httpcore.ProxyError,
    httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, ForbiddenAddressError, NameNotFoundError, TimeoutError, OSError,
    UnicodeError, LookupError, ValueError,
)  # fmt: skip
OURS: Final = (httpcore.LocalProtocolError, httpcore.UnsupportedProtocol)
"""Errors that no server causes: a request that cannot be sent as it is, or a proxy that cannot be spoken to."""
_TIMEOUTS: Final = (TimeoutError, httpcore.TimeoutException, httpx.TimeoutException)
_PROTOCOL: Final = (httpcore.ProtocolError, httpx.ProtocolError)
_NETWORK: Final = (httpcore.NetworkError, httpx.NetworkError, httpx.ProxyError, httpcore.ProxyError)
_UNREACHABLE: Final = frozenset({errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EADDRNOTAVAIL})
_HUNG_UP: Final = ("disconnected", "without sending", "incomplete", "closed", "eof")


def failure_of(error: BaseException) -> tuple[Failure, str]:
    """Returns the kind of failure and a detail worth showing (a host, a certificate's fault) or an empty text."""
    causes = list(_causes(error))
    for cause in causes:
        if isinstance(cause, ForbiddenAddressError):
            return (Failure.FORBIDDEN_ADDRESS if cause.is_place else Failure.BAD_ADDRESS), str(cause)
        if isinstance(cause, NameNotFoundError):
            return (Failure.NAME_NOT_FOUND if cause.is_certain else Failure.NAME_UNCERTAIN), str(cause)
        if isinstance(cause, ssl.SSLCertVerificationError):
            return Failure.BAD_CERTIFICATE, cause.verify_message
        if isinstance(cause, ssl.SSLError):
            return Failure.TLS, (cause.reason or "").lower().replace("_", " ")
        if isinstance(cause, ConnectionRefusedError):
            return Failure.REFUSED, ""
        if isinstance(cause, OSError) and cause.errno in _UNREACHABLE:
            return Failure.UNREACHABLE, ""
    if any(isinstance(cause, _TIMEOUTS) for cause in causes):
        return Failure.TIMEOUT, ""
    if isinstance(error, _PROTOCOL):
        return (Failure.RESET if is_hang_up(error) else Failure.PROTOCOL), ""
    if isinstance(error, (*_NETWORK, OSError)):
        return Failure.RESET, ""
    return Failure.BAD_ADDRESS, ""


def is_hang_up(error: BaseException) -> bool:
    """Whether a protocol error means that the server closed the connection, rather than sent something invalid."""
    return any(word in str(error).lower() for word in _HUNG_UP)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yields the exception, its causes and theirs; exception groups are opened."""
    waiting, seen = [error], set[int]()
    while waiting:
        current = waiting.pop(0)
        if id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        if isinstance(current, BaseExceptionGroup):
            waiting.extend(current.exceptions)
        waiting.extend(each for each in (current.__cause__, current.__context__) if each is not None)
