"""Runs httpx over connections that the guard has checked: they go to the very addresses that it let through."""

import ssl
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any, Final

import httpcore
import httpx

from gpucat.net.failures import is_hang_up
from gpucat.net.guard import Guard
from gpucat.net.lenient import ask_leniently

_FIRST_TRY_S: Final = 4.0
_KEPT_OPEN: Final = 32


class GuardedBackend(httpcore.AsyncNetworkBackend):
    """Opens connections by name, only to checked addresses, one after the other."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._inner = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        addresses = await self._guard.addresses(host)
        for address in addresses[:-1]:
            try:
                return await self._inner.connect_tcp(address, port, _FIRST_TRY_S, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue  # as browsers do: a host with a dead IPv6 address is reached over IPv4
        return await self._inner.connect_tcp(addresses[-1], port, timeout, local_address, socket_options)

    async def sleep(self, seconds: float) -> None:
        await self._inner.sleep(seconds)


class _Body(httpx.AsyncByteStream):
    def __init__(self, response: httpcore.Response) -> None:
        self._response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in self._response.aiter_stream():
            yield part

    async def aclose(self) -> None:
        await self._response.aclose()


class GuardedTransport(httpx.AsyncBaseTransport):
    """An httpx transport over a connection pool of httpcore, whose errors it passes through."""

    def __init__(
        self, guard: Guard, *, context: ssl.SSLContext, max_connections: int, proxy: str | None = None
    ) -> None:
        self._backend = GuardedBackend(guard)
        self._context = context
        self._can_ask_again = proxy is None
        options: dict[str, Any] = {
            "ssl_context": context,
            "max_connections": max_connections,
            "max_keepalive_connections": _KEPT_OPEN,  # the pool examines all of them at every request
            "keepalive_expiry": 5.0,
            "network_backend": self._backend,
        }
        self._pool = httpcore.AsyncHTTPProxy(proxy, **options) if proxy else httpcore.AsyncConnectionPool(**options)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        try:
            response = await self._pool.handle_async_request(
                httpcore.Request(
                    method=request.method,
                    url=httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
                    headers=request.headers.raw,
                    extensions=request.extensions,
                )
            )
        except httpcore.RemoteProtocolError as error:
            if not self._can_ask_again or is_hang_up(error):
                raise
            return await ask_leniently(self._backend, self._context, request)
        extensions = response.extensions
        return httpx.Response(response.status, headers=response.headers, stream=_Body(response), extensions=extensions)

    async def aclose(self) -> None:
        await self._pool.aclose()


def tls_context(ca_file: Path | None = None) -> ssl.SSLContext:
    """Returns a context with the usual certificates and those of `ca_file`; raises OSError or ssl.SSLError."""
    context = httpx.create_ssl_context()
    if ca_file is not None:
        context.load_verify_locations(cafile=str(ca_file))
    return context
