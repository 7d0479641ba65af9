"""Tests addresses in the form in which they are requested."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpucat.net.wire import BadAddressError, join, to_wire


@pytest.mark.parametrize(
    ("written", "wire"),
    [
        ("https://a.example", "https://a.example/"),
        ("HTTP://A.Example/Path", "http://a.example/Path"),
        ("https://a.example/a b", "https://a.example/a%20b"),
        ("https://a.example/张?q=量", "https://a.example/%E5%BC%A0?q=%E9%87%8F"),
        ("https://a.example/100%25/a%2Fb/caf%c3%a9", "https://a.example/100%25/a%2Fb/caf%c3%a9"),
        ("https://a.example/100%", "https://a.example/100%25"),
        ("https://a.example//x//y?q=c++&b=%20#part", "https://a.example//x//y?q=c++&b=%20"),
        ("https://a.example/x=1/(y)[z]", "https://a.example/x=1/(y)[z]"),
        ("http:\\\\a.example\\x", "http://a.example/x"),
        ("http:/a.example/x", "http://a.example/x"),
        ("http://１２７.０.０.１:80/x", "http://127.0.0.1:80/x"),
        ("http://bücher.example/", "http://xn--bcher-kva.example/"),
        ("http://❤.example/", "http://xn--qei.example/"),
        ("http://ada:pw@a.example/x", "http://a.example/x"),
        ("http://[::1]:80/", "http://[::1]:80/"),
        (" https://a.example/x\n", "https://a.example/x"),
        ("https://a.example/x?", "https://a.example/x?"),
    ],
)
def test_addresses_are_mended_as_browsers_do(written: str, wire: str):
    assert to_wire(written) == wire
    assert to_wire(wire) == wire


@pytest.mark.parametrize(
    "written",
    ["", "words", "ftp://a.example/", "file:///etc/passwd", "javascript:alert(1)", "http://", "http:///", "http://a:99999/", "http://[::1", "http://a b.example/", "http://" + "a" * 70 + ".example", "http://a.example/" + "x" * 9000],
)  # fmt: skip
def test_what_is_no_web_address_is_refused(written: str):
    with pytest.raises(BadAddressError):
        to_wire(written)


@pytest.mark.parametrize(
    ("location", "target"),
    [
        ("/new", "https://a.example/new"),
        ("../new", "https://a.example/new"),
        ("?v=2", "https://a.example/posts/warps?v=2"),
        ("//b.example/x", "https://b.example/x"),
        ("\\\\b.example\\x", "https://b.example/x"),
        ("/a b\tc", "https://a.example/a%20bc"),
        ("HTTP://b.example", "http://b.example/"),
        ("https://b.example/x#top", "https://b.example/x"),
    ],
)
def test_redirect_targets(location: str, target: str):
    assert join("https://a.example/posts/warps", location) == target


@pytest.mark.parametrize(
    "location", ["", "  ", "mailto:x@y.example", "data:text/html,x", "javascript:x", "file:///x", "http://"]
)
def test_redirect_targets_that_cannot_be_followed(location: str):
    with pytest.raises(BadAddressError):
        join("https://a.example/posts/warps", location)


@given(st.text(max_size=80))
def test_any_location_is_an_address_or_refused(location: str):
    with contextlib.suppress(BadAddressError):
        assert join("https://a.example/", location).isascii()
