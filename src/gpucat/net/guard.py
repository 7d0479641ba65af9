"""Keeps every connection away from addresses that are not public, right before it is made.

The check happens where a name becomes an address, and the connection goes to the very addresses that were checked: a
name server cannot answer the check differently from the connection. This covers redirects and pages alike. Behind a
proxy, the proxy looks names up: the guard then sees only the addresses and names of inner networks.
"""

import asyncio
import ipaddress
import socket
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")
_THIS_NETWORK: Final = ipaddress.ip_network("0.0.0.0/8")
_SITE_LOCAL_ONLY: Final = (ipaddress.ip_network("192.0.0.0/24"), ipaddress.ip_network("fec0::/10"), _NAT64)
_INNER_ZONES: Final = (
    "localhost", "local", "internal", "home.arpa",  # RFC 6761, RFC 6762, ICANN's resolution of 2024, RFC 8375
    "intranet", "private", "corp", "home", "lan",  # RFC 6762, appendix G: used in private networks
)  # fmt: skip


class ForbiddenAddressError(Exception):
    """The host leads to an address that is not public; `is_place` is false where nothing can be: 0.0.0.0/8, `::`."""

    def __init__(self, address: str, *, is_place: bool) -> None:
        super().__init__(address)
        self.is_place = is_place


class NameNotFoundError(Exception):
    """The host name has no address; `is_certain` tells the name server's "no" from its silence."""

    def __init__(self, host: str, *, is_certain: bool) -> None:
        super().__init__(host)
        self.is_certain = is_certain


def parse_allowed(texts: Iterable[str]) -> tuple[Network, ...]:
    """Parses the addresses or networks to let through; raises ValueError."""
    return tuple(ipaddress.ip_network(text.strip(), strict=False) for text in texts)


def is_public(address: Address) -> bool:
    """Whether the address belongs to the public internet; an IPv4 address inside an IPv6 one is checked too."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
        if inner is None and address in _NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
            return is_public(inner)
        if inner is not None:
            return is_public(inner)
    inside = any(address.version == network.version and address in network for network in _SITE_LOCAL_ONLY)
    return address.is_global and not (inside or address.is_multicast or address.is_reserved or address.is_unspecified)


class Guard:
    """Resolves each host name once per run, and lets only public and explicitly allowed addresses through."""

    def __init__(self, allowed: Sequence[Network] = (), trusted_hosts: Iterable[str] = ()) -> None:
        self._allowed = allowed
        self._trusted = frozenset(trusted_hosts)
        self._lookups: dict[str, asyncio.Future[list[str]]] = {}

    async def addresses(self, host: str) -> list[str]:
        """Returns the host's checked addresses; raises NameNotFoundError or ForbiddenAddressError."""
        name = host.strip("[]")
        found = await self._look_up(name)
        if name not in self._trusted:
            self.check(found)
        return found

    async def _look_up(self, name: str) -> list[str]:
        lookup = self._lookups.get(name)
        if lookup is None:
            lookup = self._lookups[name] = _resolve(name)
            lookup.add_done_callback(lambda done: self._forget_failure(name, done))
        return await asyncio.shield(lookup)

    def check(self, addresses: Iterable[str]) -> None:
        """Raises ForbiddenAddressError unless every address may be connected to."""
        for text in addresses:
            address = ipaddress.ip_address(text.partition("%")[0])
            inner = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
            if not is_public(address) and not any(
                each in network for each in (address, inner) if each for network in self._allowed
            ):
                is_place = not address.is_unspecified and address not in _THIS_NETWORK
                raise ForbiddenAddressError(text, is_place=is_place)

    async def check_unresolved(self, host: str) -> None:
        """Raises ForbiddenAddressError for a host that a proxy must not be asked for.

        That is an inner address in any notation, or an inner network's name, unless it resolves here to allowed
        addresses. Any other name is resolved by the proxy; whether it leads inward there cannot be known here.
        """
        name = host.strip("[]").rstrip(".")
        with suppress(OSError, ValueError):
            return self.check([socket.inet_ntoa(socket.inet_aton(name))])
        with suppress(ValueError):
            return self.check([str(ipaddress.ip_address(name.partition("%")[0]))])
        if _is_inner_name(name):
            try:
                self.check(await self._look_up(name))
            except NameNotFoundError as error:
                raise ForbiddenAddressError(name, is_place=True) from error

    def _forget_failure(self, name: str, done: "asyncio.Future[list[str]]") -> None:
        if done.cancelled() or done.exception() is not None:
            self._lookups.pop(name, None)


def _is_inner_name(host: str) -> bool:
    """Whether only an inner network gives the host name a meaning: `printer`, `wiki.internal`, `localhost`."""
    name = host.rstrip(".").lower()
    return "." not in name or any(name.endswith(f".{zone}") for zone in _INNER_ZONES)


def _resolve(host: str) -> "asyncio.Future[list[str]]":
    """Looks the addresses up in a daemon thread, so that a silent name server does not delay the end of the run."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[list[str]] = loop.create_future()

    def tell(found: list[str] | Exception) -> None:
        if not answer.done():
            answer.set_exception(found) if isinstance(found, Exception) else answer.set_result(found)

    def look_up() -> None:
        found: list[str] | Exception
        try:
            rows = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
            found = list(dict.fromkeys(str(row[4][0]) for row in rows))
        except socket.gaierror as error:
            found = NameNotFoundError(host, is_certain=error.errno == socket.EAI_NONAME)
        except (OSError, UnicodeError):
            found = NameNotFoundError(host, is_certain=True)
        with suppress(RuntimeError):  # the run may be over
            loop.call_soon_threadsafe(tell, found)

    threading.Thread(target=look_up, name=f"resolve {host}", daemon=True).start()
    return answer
