"""Tests host names: the key of a page names the very host that is requested."""

from urllib.parse import urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gpucat.catalog.url import UnusableUrlError, canonical_url, to_ascii
from gpucat.net.wire import BadAddressError, to_wire


@pytest.mark.parametrize(
    ("host", "form"),
    [
        ("Blog.EXAMPLE.org.", "blog.example.org"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("faß.example", "xn--fa-hia.example"),
        ("ｂｌｏｇ。example", "blog.example"),
        ("%62log%2Eexample", "blog.example"),
        ("soft\u00adhyphen.example", "softhyphen.example"),
        ("a\u200db.example", "ab.example"),
        ("نامه\u200cای.example", "xn--mgba3gch31f060k.example"),  # here the joiner tells two words apart
        ("👨\u200d👩\u200d👧.ws", "xn--pq8hbd.ws"),
        ("❤\ufe0f.ws", "xn--qei.ws"),
        ("a_ü.example", "xn--a_-yka.example"),
        ("2001:DB8::0:1", "[2001:db8::1]"),
    ],
)
def test_the_form_of_a_host(host: str, form: str):
    assert to_ascii(host) == form
    assert to_ascii(form) == form


@pytest.mark.parametrize("host", ["", ".", "a b.example", "a%2Fb.example", "a／ü.example", "%ff.example", "\ufffd.example", "::g", "%25.example"])  # fmt: skip
def test_what_no_host_can_be(host: str):
    with pytest.raises(ValueError, match=r".+"):
        to_ascii(host)


def key_host(host: str) -> str | None:
    try:
        return urlsplit(canonical_url(f"https://{host}/x")).hostname
    except UnusableUrlError:
        return None


def wire_host(host: str) -> str | None:
    try:
        return urlsplit(to_wire(f"https://{host}/x")).hostname
    except BadAddressError:
        return None


hosts = st.builds(
    "{}.{}".format,
    st.one_of(
        st.text(
            st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="/\\?#@:[]"), min_size=1, max_size=12
        ),
        st.text(alphabet="aBwW.-_%41中ßİéأ۰क्ष．。ａ\u200c\u200d\ufe0f\u00ad\u0301❤👨👩·１", min_size=1, max_size=12),
    ),
    st.sampled_from(["example", "example.", "中国", "WS", "ws:443"]),
)


@given(hosts)
@example("a\u200db.example")
@example("👨\u200d👩\u200d👧.ws")
@example("www.❤\ufe0f.ws")
@example("127%2E1")
def test_the_host_of_a_key_is_the_host_that_is_asked(host: str):
    key, wire = key_host(host), wire_host(host)
    while wire and wire.startswith("www.") and "." in wire[4:]:
        wire = wire[4:]
    assert key == wire
    assert key is None or to_ascii(key) == key
