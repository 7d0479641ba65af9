"""The cookies of one walk along redirects: enough for pages that ask for one back, forgotten afterwards. Pure."""

from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

_MOST: Final = 60
_LONGEST: Final = 4000
_HEADER_LIMIT: Final = 8000


class WalkCookies:
    """Cookies by host; a `Domain` attribute is honoured for the host's own parents of two labels or more."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], tuple[str, bool]] = {}

    def take(self, url: str, headers: Iterable[str]) -> None:
        """Keeps what a response from `url` sets."""
        host = urlsplit(url).hostname or ""
        for header in headers:
            pair, *attributes = (part.strip() for part in header.split(";"))
            name, mark, value = pair.partition("=")
            if not mark or not name or len(pair) > _LONGEST or not (pair.isascii() and pair.isprintable()):
                continue
            told = {key.strip().lower(): text.strip() for key, _, text in (each.partition("=") for each in attributes)}
            domain = told.get("domain", "").lstrip(".").lower()
            is_parent = "." in domain and (host == domain or host.endswith(f".{domain}"))
            if len(self._kept) < _MOST or (domain or host, name) in self._kept:
                self._kept[f".{domain}" if is_parent else host, name] = (value, "secure" in told)

    def header(self, url: str) -> str:
        """The `Cookie` header for `url`; empty where none applies."""
        parts = urlsplit(url)
        host, sent = parts.hostname or "", ""
        for (domain, name), (value, is_secure) in self._kept.items():
            applies = domain == host or (domain.startswith(".") and f".{host}".endswith(domain))
            if (
                applies
                and (parts.scheme == "https" or not is_secure)
                and len(sent) + len(name) + len(value) < _HEADER_LIMIT
            ):
                sent += f"{'; ' if sent else ''}{name}={value}"
        return sent
