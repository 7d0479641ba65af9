"""Tells a dead link from a dead network: as long as nobody has answered, nobody is called dead."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from gpucat.errors import NetworkError
from gpucat.language import Bilingual
from gpucat.links.probe import Failure

if TYPE_CHECKING:
    from gpucat.net.guard import Guard
    from gpucat.services.link_results import LinkResult

_OFFLINE: Final = frozenset({Failure.NAME_NOT_FOUND, Failure.NAME_UNCERTAIN, Failure.UNREACHABLE})
_NO_PROXY: Final = _OFFLINE | {Failure.REFUSED, Failure.RESET, Failure.TIMEOUT}
_SILENT: Final = frozenset({Failure.TIMEOUT, Failure.BAD_ADDRESS, Failure.FORBIDDEN_ADDRESS, Failure.NOT_ASKED})
_ENOUGH_HOSTS: Final = 8
_KNOWN_NAMES: Final = ("example.com", "www.wikipedia.org")


class NetworkWatch:
    """Holds back results that a missing network would explain, until a host answers or a known name resolves."""

    def __init__(self, hosts: set[str], keep: "Callable[[int, LinkResult], None]", *, is_proxied: bool) -> None:
        self._hosts = hosts
        self._keep = keep
        self._offline = _NO_PROXY if is_proxied else _OFFLINE
        self._failed: set[str] = set()
        self._held: list[tuple[int, LinkResult]] = []
        self._is_online = False

    async def see(self, host: str, failure: Failure | None, guard: "Guard") -> None:
        """Takes note of an attempt; raises NetworkError when no host can be reached and no known name resolves."""
        if self._is_online:
            return
        if failure in self._offline:
            self._failed.add(host)
            if len(self._failed) >= min(_ENOUGH_HOSTS, len(self._hosts)):
                await self._decide(guard)
        elif failure not in _SILENT:
            self._release()

    def keep(self, index: int, result: "LinkResult", failure: Failure | None) -> None:
        """Keeps a result at once when somebody has answered; before that, only an answer is kept."""
        if self._is_online or failure is None:
            self._keep(index, result)
        else:
            self._held.append((index, result))

    async def close(self, guard: "Guard") -> None:
        """The run is over: what is still held back is decided now."""
        if self._failed:
            await self._decide(guard)
        self._release()

    async def _decide(self, guard: "Guard") -> None:
        if self._is_online:
            return
        lookups = await asyncio.gather(*map(guard.addresses, _KNOWN_NAMES), return_exceptions=True)
        if self._offline is _NO_PROXY or all(isinstance(found, Exception) for found in lookups):
            raise NetworkError(
                "no_network",
                Bilingual("there is no network: no host name resolves", "没有网络：任何主机名都无法解析"),
                Bilingual("nothing was marked as dead; try again when connected", "没有链接被判为失效；请联网后重试"),
            )
        self._release()

    def _release(self) -> None:
        self._is_online = True
        for index, result in self._held:
            self._keep(index, result)
        self._held.clear()
