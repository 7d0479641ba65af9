"""Opens everything a run of requests needs: guard, client, pace, limits."""

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
    """An open session: what asks, what keeps the pace, what resolves names."""

    fetcher: Fetcher
    lanes: Lanes
    guard: Guard


@asynccontextmanager
async def open_session(settings: NetSettings) -> AsyncIterator[Session]:
    """A session for the time of the block; raises UsageError or NetworkError for settings that cannot be used."""
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
                "give an address or a network: 127.0.0.1, 10.0.0.0/8, ::1",
                "请给出地址或网段：127.0.0.1、10.0.0.0/8、::1",
            ),
        ) from error


def _proxy_host(proxy: str) -> str:
    """The proxy's host; raises UsageError for what is no proxy that can be asked."""
    try:
        parts = urlsplit(proxy)
        is_usable = parts.scheme in ("http", "https") and proxy.isascii() and proxy.isprintable() and parts.port != 0
        host = parts.hostname if is_usable else None
    except ValueError:
        host = None
    if host is None or " " in host:
        raise UsageError(
            "bad_proxy",
            Bilingual(f"--proxy: {proxy!r} is no HTTP proxy", f"--proxy：“{proxy}”不是 HTTP 代理"),
            Bilingual("a proxy looks like http://127.0.0.1:8080", "代理形如 http://127.0.0.1:8080"),
        )
    return host


def _sendable(user_agent: str) -> str:
    """The name itself; raises UsageError for one that no header can carry."""
    if user_agent.isascii() and user_agent.isprintable() and user_agent.strip() == user_agent:
        return user_agent
    raise UsageError(
        "bad_user_agent",
        Bilingual(f"--user-agent: {user_agent!r} cannot be sent", f"--user-agent：“{user_agent}”无法发送"),
        Bilingual("give one line of plain ASCII", "请给出一行 ASCII 文本"),
    )


def _context(ca_file: Path | None) -> ssl.SSLContext:
    try:
        return tls_context(ca_file)
    except (OSError, ssl.SSLError) as error:
        raise NetworkError(
            "bad_ca_file",
            Bilingual(f"cannot read certificates from {ca_file}: {error}", f"无法从 {ca_file} 读取证书：{error}"),
            Bilingual("--ca-file takes a PEM file", "--ca-file 需要 PEM 文件"),
        ) from error
