"""Tests that robots.txt is read as its standard says (RFC 9309): groups, the longest match, wildcards, spellings."""

import pytest

from gpucat.formats.robots import parse_robots

RULES = {
    "": "/a",
    "Disallow: /": "/a",  # of nobody's group
    "User-agent: *\nDisallow:": "/a",
    "User-agent: other\nDisallow: /": "/a",
    "User-agent: *\nDisallow: /\n\nUser-agent: GPUcat/1.0\nAllow: /": "/a",
    "User-agent: *\nDisallow: /\nAllow: /blog": "/blog/a",
    "User-agent: *\nDisallow: /a\nAllow: /a": "/a",
    "User-agent: *\nDisallow: /*.pdf$": "/a.pdf.html",
    "User-agent: *\nDisallow: /a$": "/ab",
    "User-agent: *\nDisallow: /*a*bb$": "/ab",
    "User-agent: other\nSitemap: /s\nDisallow: /": "/a",
}
FORBIDDEN = {
    "User-agent: *\nDisallow: /": "/a",
    "\ufeffUser-agent: *\r\nDisallow: / # all of it": "/a",
    "User-agent: *\nAllow: /\nDisallow: /private": "/private/a",
    "User-agent: gpucat\nUser-agent: other\nDisallow: /a": "/a",
    "User-agent: gpucat\nDisallow: /a\n\nUser-agent: *\nDisallow:\n\nUser-agent: gpucat\nDisallow: /b": "/b",
    "USER-AGENT : gpucat\nCrawl-delay: 9\nuser-agent: other\nDISALLOW : /a": "/a",
    "User-agent: *\nDisallow: /*.pdf$": "/x/a.pdf",
    "User-agent: *\nDisallow: /*?print=": "/a?print=1",
    "User-agent: *\nDisallow: /文章": "/%e6%96%87%E7%AB%A0/1",
    "User-agent: *\nDisallow: /%7eme/": "/~me/a",
    "User-agent: *\nDisallow: /*a*b": "/xaxbx",
}


@pytest.mark.parametrize("text", RULES)
def test_what_no_rule_forbids_is_allowed(text: str) -> None:
    assert parse_robots(text, "gpucat").allow(f"https://a.example{RULES[text]}")


@pytest.mark.parametrize("text", FORBIDDEN)
def test_what_a_rule_forbids_is_not(text: str) -> None:
    assert not parse_robots(text, "gpucat").allow(f"https://a.example{FORBIDDEN[text]}")


def test_many_wildcards_take_no_time() -> None:
    rules = parse_robots("User-agent: *\nDisallow: /" + "*a" * 5000 + "b\n", "gpucat")
    assert rules.allow("https://a.example/" + "a" * 100_000)
