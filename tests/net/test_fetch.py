"""Tests one attempt on an address: redirects, limits, failures. The network is a function."""

import asyncio
from collections.abc import Callable

import httpcore
import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gpucat.links.probe import Failure, Probe
from gpucat.net.fetch import Fetched
from gpucat.net.session import open_session
from gpucat.net.settings import NetSettings

Answering = Callable[[httpx.Request], httpx.Response]


def fetch(answering: Answering, address: str = "http://a.example/x", **given: object) -> Fetched:
    async def go() -> Fetched:
        told = NetSettings(transport=httpx.MockTransport(answering), host_interval_s=0, **given)  # type: ignore[arg-type]
        async with open_session(told) as session:
            return await session.fetcher.fetch(address)

    return asyncio.run(go())


def ask(answering: Answering, address: str = "http://a.example/x") -> Probe:
    return fetch(answering, address).probe


def redirect(location: bytes, status: int = 301) -> httpx.Response:
    return httpx.Response(status, headers=[(b"Location", location)])


def by_path(**answers: httpx.Response) -> Answering:
    return lambda request: answers[request.url.path.strip("/")]


def test_redirects_are_followed_and_named():
    probe = ask(
        by_path(x=redirect(b"/y"), y=redirect("/z/张".encode(), 302), **{"z/张": httpx.Response(200, text="hi")})
    )
    assert [hop.rule for hop in probe.hops] == ["301", "302"]
    assert (probe.final_url, probe.status) == ("http://a.example/z/%E5%BC%A0", 200)


@pytest.mark.parametrize(
    ("location", "failure"),
    [
        (b"/x", Failure.LOOP),
        (b"", Failure.NO_LOCATION),
        (b"mailto:x@y.example", Failure.BAD_LOCATION),
        (b"file:///etc/passwd", Failure.BAD_LOCATION),
        (b"http://[", Failure.BAD_LOCATION),
        (b"\xff\xfe://\x80", Failure.BAD_LOCATION),
    ],
)
def test_redirects_that_lead_nowhere(location: bytes, failure: Failure):
    probe = ask(lambda request: redirect(location) if request.url.path == "/x" else httpx.Response(200))
    assert probe.failure in {failure, None if location.startswith(b"\xff") else failure}


def test_redirect_without_a_location():
    assert ask(lambda request: httpx.Response(302)).failure == Failure.NO_LOCATION


def test_twenty_redirects_are_enough():
    def answering(request: httpx.Request) -> httpx.Response:
        step = int(request.url.params.get("n", 0))
        return redirect(b"/x?n=%d" % (step + 1), 302) if step < limit else httpx.Response(200)

    limit = 20
    assert ask(answering).status == 200
    limit = 21
    assert ask(answering).failure == Failure.TOO_MANY_REDIRECTS


def test_a_cookie_that_is_asked_for_is_given_back():
    def answering(request: httpx.Request) -> httpx.Response:
        if "seen=1" in request.headers.get("cookie", ""):
            return httpx.Response(200)
        return httpx.Response(302, headers={"Location": "/x", "Set-Cookie": "seen=1; Path=/"})

    assert ask(answering).status == 200


def test_requests_say_who_they_are_and_keep_the_fragment_to_themselves():
    seen: list[httpx.Request] = []

    def answering(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(200)

    ask(answering, "http://ada:p%20w@a.example/x#part")
    (request,) = seen
    assert "gpucat" in request.headers["user-agent"]
    assert request.headers["accept-language"].startswith("en")
    assert (request.url.userinfo, "authorization" in request.headers) == (b"", False)
    assert request.url.fragment == ""
    assert "cookie" not in request.headers


def test_large_body_stops_at_a_megabyte():
    assert len(fetch(lambda request: httpx.Response(200, content=b"x" * 3_000_000)).body) == 1 << 20


@pytest.mark.parametrize(
    ("error", "failure"),
    [
        (httpcore.ConnectError("refused"), Failure.RESET),
        (httpcore.ReadError("reset"), Failure.RESET),
        (httpcore.RemoteProtocolError("Server disconnected without sending a response."), Failure.RESET),
        (httpcore.RemoteProtocolError("illegal status line"), Failure.PROTOCOL),
        (httpx.ConnectTimeout("slow"), Failure.TIMEOUT),
        (TimeoutError(), Failure.TIMEOUT),
        (ConnectionRefusedError(), Failure.REFUSED),
        (OSError(101, "unreachable"), Failure.UNREACHABLE),
        (UnicodeError(), Failure.BAD_ADDRESS),
        (LookupError(), Failure.BAD_ADDRESS),
    ],
)
def test_no_failure_raises(error: Exception, failure: Failure):
    def answering(request: httpx.Request) -> httpx.Response:
        raise error

    assert ask(answering).failure == failure


@pytest.mark.parametrize("address", ["", "words", "ftp://a.example", "http://", "http://a:99999/"])
def test_what_is_no_address_is_not_asked(address: str):
    assert ask(lambda request: pytest.fail("asked"), address).failure == Failure.BAD_ADDRESS


def test_a_silent_host_takes_no_longer_than_the_deadline():
    async def wait(request: httpx.Request) -> httpx.Response:
        await asyncio.sleep(60)
        return httpx.Response(200)

    assert fetch(wait, deadline_s=0.05).probe.failure == Failure.TIMEOUT  # type: ignore[arg-type]


@given(st.binary(max_size=80).filter(lambda value: not set(value) & {0, 10, 13}))
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=60)
def test_any_location_gives_a_probe(location: bytes):
    probe = ask(lambda request: redirect(location) if request.url.path == "/x" else httpx.Response(200))
    assert probe.failure or probe.status == 200


@given(st.text(max_size=60))
@settings(deadline=None, max_examples=60)
def test_any_address_gives_a_probe(address: str):
    probe = ask(lambda request: httpx.Response(200), address)
    assert probe.failure or probe.status == 200


@pytest.mark.parametrize(
    "inner", ["http://localhost:9200/_cat", "http://printer/", "http://127.1/", "http://%31%32%37.0.0.1/"]
)
@pytest.mark.parametrize("is_redirect", [False, True])
def test_a_proxy_never_hears_of_private_places(inner: str, is_redirect: bool):
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.host)
        return redirect(inner.encode()) if request.url.host == "a.example" else httpx.Response(200)

    start = "http://a.example/x" if is_redirect else inner
    probe = fetch(answer, start, proxy="http://localhost:8080").probe
    assert probe.failure == Failure.FORBIDDEN_ADDRESS
    assert set(asked) <= {"a.example"}
