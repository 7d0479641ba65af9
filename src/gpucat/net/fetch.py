"""Fetches an address: follows redirects itself, guarded, with cookies, within limits of time and size."""

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import httpcore
import httpx

from gpucat import __version__
from gpucat.catalog.logins import without_login
from gpucat.errors import NetworkError
from gpucat.language import Bilingual
from gpucat.links.probe import Failure, Hop, Probe
from gpucat.net.failures import FAILURES, OURS, failure_of
from gpucat.net.guard import Guard
from gpucat.net.pace import Lane, Lanes, parse_retry_after
from gpucat.net.settings import BODY_LIMIT
from gpucat.net.wire import BadAddressError, BadEncodingError, Unpacker, join, to_wire

_MOST: Final = 60
_LONGEST: Final = 4000
_HEADER_LIMIT: Final = 8000
USER_AGENT: Final = f"Mozilla/5.0 (compatible; gpucat/{__version__})"
"""It names no page, since there is none that is surely ours; `--user-agent` can name the maintainer's."""
MAX_HOPS: Final = 20
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_REQUEST_HEADERS: Final = {
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "Accept-Language": "en-US,en;q=0.9,zh-CN;q=0.8,zh;q=0.7,*;q=0.5",
    "Accept-Encoding": "gzip, deflate",
    "Connection": "keep-alive",
}
_SLOW_BODY_S: Final = 5.0
_SILENT_S: Final = 5.0
_HEADERS_KEPT: Final = frozenset({
    "content-type", "content-encoding", "location", "retry-after", "refresh", "server", "www-authenticate", "cf-mitigated",
    "x-amzn-waf-action", "x-vercel-mitigated", "x-datadome", "x-sucuri-block", "x-robots-tag", "etag", "last-modified",
})  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchSettings:
    """The limits of one attempt; the clock of `deadline_s` stops while waiting for a host's turn."""

    deadline_s: float
    user_agent: str
    is_proxied: bool
    body_limit: int = BODY_LIMIT
    validators: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


class Fetched(NamedTuple):
    """The result of an attempt: the probe, and the decompressed body (empty after a failure)."""

    probe: Probe
    body: bytes


class WalkCookies:
    """Cookies by host; a `Domain` attribute counts if it is a parent of the host with at least two labels."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], tuple[str, bool]] = {}

    def take(self, url: str, headers: Iterable[str]) -> None:
        """Keeps the cookies that a response from `url` sets."""
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
        """Returns the `Cookie` header for `url`; empty if none applies."""
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


@dataclass(slots=True)
class _Walk:
    """The state of one walk along redirects."""

    asked: str
    url: str
    left_s: float
    hops: list[Hop] = field(default_factory=list)
    cookies: WalkCookies = field(default_factory=WalkCookies)
    seen: set[tuple[str, str]] = field(default_factory=set)
    status: int | None = None
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    cut_by: Failure | None = None
    retry_after_s: float | None = None
    timer: asyncio.Timeout | None = None
    paused_s: float = 0.0


async def _pause(walk: _Walk, lane: Lane) -> None:
    """Waits until the host may be asked; the deadline's clock stops meanwhile."""
    assert walk.timer is not None
    when = walk.timer.when()
    walk.timer.reschedule(None)
    waited_s = await lane.claim_moment()
    walk.paused_s += waited_s
    walk.timer.reschedule(when + waited_s if when is not None else None)


class Fetcher:
    """Fetches addresses through one transport; `now` gives the time of day for `Retry-After` dates.

    It does without an httpx client, which would read every `Location` itself and refuse odd ones.
    """

    def __init__(
        self,
        transport: httpx.AsyncBaseTransport,
        guard: Guard,
        lanes: Lanes,
        settings: FetchSettings,
        now: Callable[[], datetime] | None = None,
    ) -> None:
        self._transport = transport
        self._guard = guard
        self._lanes = lanes
        self._settings = settings
        self._now = now or (lambda: datetime.now(UTC))

    async def fetch(self, address: str, *, hops: tuple[Hop, ...] = ()) -> Fetched:
        """Makes one attempt; `hops` are redirects followed before (by a page that redirects its reader itself).

        Raises NetworkError if the request cannot be sent at all, which is no fault of the address.
        """
        walk = _Walk(asked=address, url=address, left_s=self._settings.deadline_s, hops=list(hops))
        failure, detail = None, ""
        try:
            walk.url = to_wire(address)
            failure = await self._walk(walk)
        except BadAddressError as error:
            failure, detail = Failure.BAD_ADDRESS, str(error)
        except OURS as error:
            raise NetworkError(
                "cannot_ask",
                Bilingual(f"could not send the request: {error}", f"无法发送请求：{error}"),
                Bilingual("check --proxy and --user-agent", "请检查 --proxy 和 --user-agent"),
            ) from error
        except FAILURES as error:
            failure, detail = failure_of(error)
        spent_ms = round((self._settings.deadline_s - walk.left_s) * 1000)
        probe = Probe(
            url=address, final_url=walk.url, hops=tuple(walk.hops), status=walk.status, headers=walk.headers, failure=failure,
            detail=detail, cut_by=walk.cut_by, retry_after_s=walk.retry_after_s, elapsed_ms=spent_ms,
        )  # fmt: skip
        return Fetched(probe, b"" if failure else walk.body)

    async def first_redirect(self, address: str) -> str | None:
        """Returns where the address redirects to; None if it does not, or not in time."""
        walk = _Walk(asked=address, url=address, left_s=self._settings.deadline_s)
        try:
            walk.url = to_wire(address)
            location = await self._step(walk)
            return join(walk.url, location) if location else None
        except (BadAddressError, *FAILURES):
            return None

    async def _walk(self, walk: _Walk) -> Failure | None:
        while True:
            place = (walk.url, walk.cookies.header(walk.url))
            if place in walk.seen:
                return Failure.LOOP
            walk.seen.add(place)
            location = await self._step(walk)
            if location is None:
                return None
            if not location:
                return Failure.NO_LOCATION
            if len(walk.hops) >= MAX_HOPS:
                return Failure.TOO_MANY_REDIRECTS
            walk.hops.append(Hop(walk.url, str(walk.status)))
            try:
                walk.url = join(walk.url, location)
            except BadAddressError:
                walk.url = without_login(location)[:500]
                return Failure.BAD_LOCATION

    async def _step(self, walk: _Walk) -> str | None:
        """Makes one request; returns the redirect's target (empty if it names none), or None at the end of the walk."""
        lane = self._lanes.of(urlsplit(walk.url).hostname or "")
        async with lane.turn():
            begun, walk.paused_s = time.monotonic(), 0.0
            left_s = min(walk.left_s, _SILENT_S) if lane.is_silent else walk.left_s
            try:
                async with asyncio.timeout(left_s) as walk.timer:
                    return await self._exchange(walk, lane)
            except TimeoutError:
                if walk.status is None or not walk.body:
                    raise
                walk.cut_by = Failure.TIMEOUT
                return None
            finally:
                walk.left_s = max(walk.left_s - (time.monotonic() - begun) + walk.paused_s, 0.0)
                if walk.status == 429:
                    lane.slow_down(walk.retry_after_s)
                else:
                    lane.note(answered=walk.status is not None)

    async def _exchange(self, walk: _Walk, lane: Lane) -> str | None:
        walk.status, walk.body, walk.headers = None, b"", {}
        if self._settings.is_proxied:
            await self._guard.check_unresolved(urlsplit(walk.url).hostname or "")
        request = httpx.Request("GET", walk.url, headers=self._request_headers(walk))
        response = await self._send(request, walk, lane)
        try:
            walk.status = response.status_code
            walk.headers = {name: value for name, value in response.headers.items() if name in _HEADERS_KEPT}
            walk.retry_after_s = parse_retry_after(response.headers.get("retry-after"), self._now())
            walk.cookies.take(walk.url, response.headers.get_list("set-cookie"))
            if walk.status in _REDIRECTS or (walk.status == 300 and "location" in response.headers):
                return _location(response)
            await self._read_body(response, walk)
            return None
        finally:
            await response.aclose()

    async def _send(self, request: httpx.Request, walk: _Walk, lane: Lane) -> httpx.Response:
        """Sends the request, a second time if a kept connection turns out to have been closed by the server."""
        is_fresh = False

        async def trace(event: str, _: object) -> None:
            nonlocal is_fresh
            is_fresh = is_fresh or event.startswith("connection.connect_tcp")
            if event == "http11.send_request_headers.started":
                await _pause(walk, lane)

        request.extensions["trace"] = trace
        try:
            return await self._transport.handle_async_request(request)
        except (httpcore.NetworkError, httpcore.RemoteProtocolError):
            if is_fresh:
                raise
            return await self._transport.handle_async_request(request)

    def _request_headers(self, walk: _Walk) -> dict[str, str]:
        headers = {**_REQUEST_HEADERS, "User-Agent": self._settings.user_agent}
        headers |= self._settings.validators.get(walk.url, {})
        if cookie := walk.cookies.header(walk.url):
            headers["Cookie"] = cookie
        return headers

    async def _read_body(self, response: httpx.Response, walk: _Walk) -> None:
        """Reads into `walk.body` until the end or the limit, or until a slow body has shown its head where that is enough."""
        is_head_enough = self._settings.body_limit <= BODY_LIMIT
        unpacker = Unpacker(walk.headers.get("content-encoding", ""), self._settings.body_limit)
        if not unpacker.is_readable:
            walk.headers["content-type"] = "application/x-unreadable"
        begun = time.monotonic()
        parts: list[bytes] = []
        try:
            assert isinstance(response.stream, httpx.AsyncByteStream)
            async for piece in response.stream:
                parts.append(unpacker.feed(piece))
                if unpacker.is_full:
                    break
                if is_head_enough and time.monotonic() - begun > _SLOW_BODY_S and _shows_its_head(b"".join(parts)):
                    walk.cut_by = Failure.TIMEOUT
                    break
        except BadEncodingError:
            walk.cut_by = Failure.BAD_ENCODING
        except FAILURES as error:
            walk.cut_by = failure_of(error)[0]
        finally:
            walk.body = b"".join(parts)


def with_refresh(probe: Probe, rule: str) -> tuple[Hop, ...]:
    """Returns the hops so far and the page that redirects its reader itself."""
    return (*probe.hops, Hop(probe.final_url, rule))


def _shows_its_head(body: bytes) -> bool:
    lowered = body[: 1 << 16].lower()
    return b"</head" in lowered or b"</h1" in lowered or (b"</title" in lowered and b"<body" in lowered)


def _location(response: httpx.Response) -> str:
    """Returns the raw header as text: servers send UTF-8 where the standard demands ASCII."""
    for name, value in response.headers.raw:
        if name.lower() == b"location":
            try:
                return value.decode("utf-8")
            except UnicodeDecodeError:
                return value.decode("latin-1")
    return ""
