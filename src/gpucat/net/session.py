"""Opens everything that a run of requests needs: guard, transport, pace and limits."""

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from gpucat.errors import NetworkError, UsageError
from gpucat.language import Bilingual
from gpucat.net.fetch import USER_AGENT, Fetcher, FetchSettings
from gpucat.net.guard import Guard, Network, parse_allowed
from gpucat.net.pace import Lanes, PaceSettings
from gpucat.net.settings import NetSettings
from gpucat.net.transport import GuardedTransport, tls_context


@dataclass(frozen=True, slots=True)
class Session:
    """An open session: what fetches, what keeps the pace, and what resolves names."""

    fetcher: Fetcher
    lanes: Lanes
    guard: Guard


@asynccontextmanager
async def open_session(settings: NetSettings) -> AsyncIterator[Session]:
    """Opens a session for the duration of the block; raises UsageError or NetworkError for unusable settings."""
    proxy_host = _proxy_host(settings.proxy) if settings.proxy else None
    user_agent = _sendable(settings.user_agent or USER_AGENT)
    guard = Guard(_networks(settings.allow), trusted_hosts=[proxy_host] if proxy_host else [])
    lanes = Lanes(PaceSettings(per_host=settings.per_host, interval_s=settings.host_interval_s))
    transport = settings.transport or GuardedTransport(
        guard, context=_context(settings.ca_file), max_connections=settings.concurrency + 8, proxy=settings.proxy
    )
    limits = FetchSettings(
        deadline_s=settings.deadline_s,
        user_agent=user_agent,
        is_proxied=settings.proxy is not None,
        body_limit=settings.body_limit,
        validators=settings.validators,
    )
    async with transport:
        yield Session(Fetcher(transport, guard, lanes, limits), lanes, guard)


def _networks(allowed: tuple[str, ...]) -> tuple[Network, ...]:
    try:
        return parse_allowed(allowed)
    except ValueError as error:
        raise UsageError(
            "bad_address",
            Bilingual(f"--allow-address: {error}", f"--allow-address：{error}"),
            Bilingual(
                "use an address or a network: 127.0.0.1, 10.0.0.0/8, ::1",
                "请使用地址或网段：127.0.0.1、10.0.0.0/8、::1",
            ),
        ) from error


def _proxy_host(proxy: str) -> str:
    """Returns the proxy's host; raises UsageError if the address is not an HTTP proxy's."""
    try:
        parts = urlsplit(proxy)
        is_usable = parts.scheme in ("http", "https") and proxy.isascii() and proxy.isprintable() and parts.port != 0
        host = parts.hostname if is_usable else None
    except ValueError:
        host = None
    if host is None or " " in host:
        raise UsageError(
            "bad_proxy",
            Bilingual(f"--proxy: {proxy!r} is not an HTTP proxy", f"--proxy：“{proxy}”不是 HTTP 代理"),
            Bilingual("a proxy looks like http://127.0.0.1:8080", "代理形如 http://127.0.0.1:8080"),
        )
    return host


def _sendable(user_agent: str) -> str:
    """Returns the name itself; raises UsageError if no header can carry it."""
    if user_agent.isascii() and user_agent.isprintable() and user_agent.strip() == user_agent:
        return user_agent
    raise UsageError(
        "bad_user_agent",
        Bilingual(
            f"--user-agent: {user_agent!r} cannot be sent in a header", f"--user-agent：“{user_agent}”不能用作请求头"
        ),
        Bilingual("use one line of printable ASCII characters", "请使用一行可打印的 ASCII 字符"),
    )


def _context(ca_file: Path | None) -> ssl.SSLContext:
    try:
        return tls_context(ca_file)
    except (OSError, ssl.SSLError) as error:
        raise NetworkError(
            "bad_ca_file",
            Bilingual(f"cannot read certificates from {ca_file}: {error}", f"无法从 {ca_file} 读取证书：{error}"),
            Bilingual("--ca-file needs a PEM file", "--ca-file 需要 PEM 文件"),
        ) from error
