"""Tests that only public addresses are connected to."""

import asyncio
import ipaddress
import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucat.net.guard import ForbiddenAddressError, Guard, NameNotFoundError, is_public, parse_allowed


@pytest.mark.parametrize("text", ["8.8.8.8", "1.1.1.1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_public_addresses(text: str):
    assert is_public(ipaddress.ip_address(text))


@pytest.mark.parametrize(
    "text",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "192.0.0.8",
        "198.18.0.1", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "fec0::1", "ff02::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::", "64:ff9b::7f00:1", "2001:db8::1",
    ],
)  # fmt: skip
def test_inner_addresses_in_any_wrapping(text: str):
    assert not is_public(ipaddress.ip_address(text))


@pytest.mark.parametrize("host", ["127.0.0.66", "2130706498", "0x7f000042", "0177.0.0.66", "127.66", "[::1]", "[::ffff:127.0.0.66]"])  # fmt: skip
def test_number_forms_are_seen_through(host: str):
    guard = Guard(parse_allowed(["127.0.0.1"]))
    with pytest.raises(ForbiddenAddressError):
        asyncio.run(guard.addresses(host))
    with pytest.raises(ForbiddenAddressError):
        asyncio.run(guard.check_unresolved(host))


def test_names_that_resolve_inward_are_refused_and_allowed_addresses_pass():
    with pytest.raises(ForbiddenAddressError):
        asyncio.run(Guard().addresses("localhost"))
    assert asyncio.run(Guard(parse_allowed(["127.0.0.0/8", "::1"])).addresses("localhost"))


INNER_NAMES = [
    "localhost", "LOCALHOST.", "db.localhost", "printer.local", "metadata.google.internal", "nas.home.arpa", "router.lan",
    "wiki.corp", "intranet", "127.0.0.1.",
]  # fmt: skip


def no_such_name(*_: object, **__: object) -> list[object]:
    raise socket.gaierror(socket.EAI_NONAME, "unknown")


@pytest.mark.parametrize("host", INNER_NAMES)
@pytest.mark.parametrize("is_known", [False, True])
def test_a_proxy_is_not_asked_for_names_of_inner_networks(monkeypatch: pytest.MonkeyPatch, host: str, is_known: bool):
    rows = [(2, 1, 6, "", ("127.0.0.1", 0))]
    monkeypatch.setattr("socket.getaddrinfo", (lambda *_, **__: rows) if is_known else no_such_name)
    with pytest.raises(ForbiddenAddressError):
        asyncio.run(Guard(trusted_hosts=["localhost"]).check_unresolved(host))
    if is_known:
        asyncio.run(Guard(parse_allowed(["127.0.0.1"])).check_unresolved(host))


@pytest.mark.parametrize("host", ["a.example", "local.example", "internal.example.org", "8.8.8.8", "[2606:4700::1111]"])
def test_a_proxy_looks_other_names_up_by_itself(monkeypatch: pytest.MonkeyPatch, host: str):
    monkeypatch.setattr("socket.getaddrinfo", no_such_name)
    asyncio.run(Guard().check_unresolved(host))


def test_one_inner_address_among_public_ones_refuses_the_host(monkeypatch: pytest.MonkeyPatch):
    rows = [(2, 1, 6, "", ("8.8.8.8", 0)), (2, 1, 6, "", ("10.0.0.1", 0))]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: rows)
    with pytest.raises(ForbiddenAddressError):
        asyncio.run(Guard().addresses("two-faced.example"))


def test_a_name_is_looked_up_once_a_run(monkeypatch: pytest.MonkeyPatch):
    asked: list[str] = []

    def look_up(host: str, *_: object, **__: object) -> list[object]:
        asked.append(host)
        return [(2, 1, 6, "", ("8.8.8.8", 0))]

    monkeypatch.setattr("socket.getaddrinfo", look_up)
    guard = Guard()

    async def twice() -> None:
        await asyncio.gather(guard.addresses("a.example"), guard.addresses("a.example"))
        await guard.addresses("a.example")

    asyncio.run(twice())
    assert asked == ["a.example"]


@pytest.mark.parametrize("host", ["no-such-host.invalid", "a" * 70 + ".invalid", "..", "\0"])
def test_names_without_an_address(host: str):
    with pytest.raises(NameNotFoundError):
        asyncio.run(Guard().addresses(host))


@given(st.integers(0, 2**32 - 1))
def test_mapped_addresses_are_as_public_as_what_they_hold(number: int):
    inner = ipaddress.IPv4Address(number)
    assert is_public(ipaddress.IPv6Address(f"::ffff:{inner}")) == is_public(inner)
