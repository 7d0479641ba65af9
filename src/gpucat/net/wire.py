"""Turns an address as people write it into the form that goes over the wire, as browsers do. Pure.

Kept as they are: escapes (`%2F` stays `%2F`), doubled slashes, the order of a query. Mended: spaces, raw Unicode, full-width
and international host names, backslashes, a missing second slash.
"""

import re
from typing import Final
from urllib.parse import SplitResult, quote, urljoin, urlsplit

from gpucat.catalog.hosts import to_ascii

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]+")
_SPECIAL: Final = re.compile(r"^(https?):[/\\]*", re.IGNORECASE)
_SAFE: Final = "/:?#[]@!$&'()*+,;=%~-._"
_BARE_PERCENT: Final = re.compile(r"%(?![0-9A-Fa-f]{2})")
_MAX_LENGTH: Final = 8000
_LONGEST_LABEL: Final = 63  # RFC 1035


class BadAddressError(ValueError):
    """The text is no http or https address that can be asked for; the message says why."""


def to_wire(address: str) -> str:
    """The address as it is asked for, in ASCII and without fragment; raises BadAddressError."""
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
    user = f"{quote(parts.netloc.rpartition('@')[0], safe=_SAFE)}@" if "@" in parts.netloc else ""
    place = f"{host}:{port}" if port is not None else host
    query = f"?{_escape(parts.query)}" if parts.query or cleaned.partition("#")[0].endswith("?") else ""
    return f"{parts.scheme}://{user}{place}{_escape(parts.path) or '/'}{query}"


def join(base: str, location: str) -> str:
    """The address a redirect from `base` leads to; raises BadAddressError for what is no http address."""
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
        raise BadAddressError("a host name longer than a name server knows")
    return host
