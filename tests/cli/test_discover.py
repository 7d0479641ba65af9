"""Tests discovering new articles on the sites of the list, against a server on loopback."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conftest import Gpucat
from tests.links.cases import page
from tests.links.hostile_server import HostileServer, answer

ALLOW = ("--allow-address", "127.0.0.1", "--host-interval", "0")
RSS = """<?xml version="1.0"?><rss version="2.0"><channel><title>Blog</title>
<item><title>Swizzle &amp;amp; bank conflicts in shared memory</title><link>{0}/new?id=1&amp;region=2</link>
<pubDate>Mon, 03 Jun 2024 23:30:00 -0700</pubDate><author>Ann Lee</author></item>
<item><title>Baking bread</title><link>{0}/bread</link></item>
<item><title>Listed already</title><link>{0}/listed/</link></item>
<item><title>No address</title></item><item><title>Mail me</title><link>mailto:a@a.example</link></item></channel></rss>"""
ATOM = """<?xml version="1.0" encoding="utf-8"?><!-- made by hand --><feed xmlns="http://www.w3.org/2005/Atom"><entry>
<title type="html">Tiles of a &lt;em&gt;kind&lt;/em&gt;</title><link href="/tiles"/><published>2025-01-02T03:04:05Z</published>
<author><name>李雷</name></author></entry></feed>"""
JSON_FEED = {
    "version": "https://jsonfeed.org/version/1.1",
    "items": [
        {"title": "Warp shuffles", "url": "/w", "date_published": "2025-05-06T00:10:00+08:00", "authors": [{"name": "B"}]},
        {"title": 7, "url": "/odd"},
        "no item",
    ],
}  # fmt: skip
SITEMAP = """<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>{0}/old</loc>
<lastmod>2020-01-01</lastmod></url><url><loc>{0}/young</loc><lastmod>2026-01-01</lastmod></url></urlset>"""
INDEX = (
    "<nav><a href='/about-this-site'>About this whole site</a></nav>"
    + "".join(f"<a href='/post/{n}'>A post of number {n}</a>" for n in range(4))
    + "<a href='/post/9'>9</a><a href='https://b.example/x'>Another site entirely</a>"
)


@pytest.fixture
def server() -> Iterator[HostileServer]:
    with HostileServer() as running:
        yield running


def listed(gpucat: Gpucat, empty: Path, server: HostileServer) -> None:
    file = empty.with_name("list.jsonl")
    file.write_text(json.dumps({"title": "Listed", "url": server.url("/listed"), "source": "A blog"}), "utf-8")
    assert gpucat("import", str(file), db=empty).code == 0


def discovered(gpucat: Gpucat, db: Path, *words: str) -> list[dict[str, object]]:
    result = gpucat("discover", *words, "--json", db=db)
    assert result.code == 0, result.err
    found: list[dict[str, object]] = json.loads(result.out)
    return found


def test_a_feed_shows_what_is_new_and_not_in_the_list_once(gpucat: Gpucat, empty: Path, server: HostileServer) -> None:
    listed(gpucat, empty, server)
    base = server.url("")
    head = '<link rel="alternate" type="application/rss+xml" href="/rss">'
    server.routes |= {
        "/": lambda _: answer(page("Blog", head=head)),
        "/rss": lambda _: answer(RSS.format(base), media="text/xml"),
    }
    found = {str(one["title"]): one for one in discovered(gpucat, empty, *ALLOW)}
    assert set(found) == {"Swizzle & bank conflicts in shared memory", "Baking bread"}
    swizzle = found["Swizzle & bank conflicts in shared memory"]
    assert (swizzle["url"], swizzle["published"]) == (f"{base}/new?id=1&region=2", "2024-06-03")
    assert discovered(gpucat, empty, *ALLOW) == [], "a look shows only what came since the last one"
    assert server.asked["127.0.0.1", "/"] == 1, "the feed is known from the first look"
    assert len(discovered(gpucat, empty, "--seen")) == 2
    added = gpucat("add", str(swizzle["id"]), "--no-fetch", "--yes", "--json", db=empty)
    assert added.code == 0, added.err
    assert json.loads(added.out)["published"] == "2024-06-03"
    assert [one["title"] for one in discovered(gpucat, empty, "--seen")] == ["Baking bread"]


def forms(base: str) -> dict[str, dict[str, bytes]]:
    return {
        "atom": {"/atom.xml": answer(ATOM, media="application/atom+xml")},
        "json": {"/feed.json": answer(json.dumps(JSON_FEED), media="application/json")},
        "sitemap": {"/sitemap.xml": answer(SITEMAP.format(base), media="text/xml")},
        "index": {"/": answer(page("Blog", INDEX))},
    }


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("atom", [("Tiles of a kind", "/tiles", "2025-01-02")]),
        ("json", [("Warp shuffles", "/w", "2025-05-06"), ("", "/odd", None)]),
        ("sitemap", [("", "/young", None), ("", "/old", None)]),
        ("index", [(f"A post of number {n}", f"/post/{n}", None) for n in range(4)]),
    ],
)
def test_every_form_in_which_a_site_names_its_articles_is_read(
    gpucat: Gpucat, empty: Path, server: HostileServer, form: str, expected: list[tuple[str, str, str | None]]
) -> None:
    listed(gpucat, empty, server)
    base = server.url("")
    for path, body in ({"/": answer(page("Blog", "<p>Hello</p>"))} | forms(base)[form]).items():
        server.routes[path] = lambda _, body=body: body
    found = [(one["title"], one["url"], one["published"]) for one in discovered(gpucat, empty, *ALLOW)]
    assert sorted(found, key=str) == sorted(((title, base + path, day) for title, path, day in expected), key=str)


def test_what_a_site_forbids_or_breaks_is_said_and_harms_nothing(
    gpucat: Gpucat, empty: Path, server: HostileServer
) -> None:
    listed(gpucat, empty, server)
    server.routes["/robots.txt"] = lambda _: answer("User-agent: *\nDisallow: /", media="text/plain")
    result = gpucat("discover", *ALLOW, db=empty)
    assert (result.code, result.out) == (0, "")
    assert "robots.txt does not allow it" in result.err
    for body in (
        b"<rss><channel><item><title>" + b"<b>" * 9000,
        b"{" * 9000,
        b"<?xml version='1.0'?><urlset><url>",
        b"\0",
    ):
        server.routes |= {"/robots.txt": lambda _: answer(status=404), "/feed.xml": lambda _, body=body: answer(body)}
        assert gpucat("discover", *ALLOW, db=empty).code == 0


def test_sites_are_named_by_a_part_of_host_or_source(gpucat: Gpucat) -> None:
    roots = gpucat("discover", "--dry-run").out.split()
    assert len(roots) == len(set(roots)) > 20
    assert gpucat("discover", "siboehm", "--dry-run").out.split() == ["https://siboehm.com/"]
    assert gpucat("discover", "Lei Mao", "--dry-run").out.split() == ["https://leimao.github.io/"]
    refused = gpucat("discover", "no-such-site", "--dry-run")
    assert refused.code == 2
    assert "no site 'no-such-site'" in refused.err
    assert gpucat("add", "new/7", "--yes").code == 2
