"""Tests adding an article: what its page tells, what is proposed, what is refused, and the form."""

import io
import json
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.cli.test_undo import content
from tests.conftest import Gpucat
from tests.links.cases import page
from tests.links.hostile_server import HostileServer, answer

from gpucat.render.terminal import Terminal

ALLOW = ("--allow-address", "127.0.0.1")
PAGE = """<html lang="en"><head><title>Warp reductions revisited | Thoughts</title>
<meta name="author" content="Jane Roe"><meta property="og:site_name" content="Thoughts">
<meta property="article:published_time" content="2024-06-01T10:00:00Z"></head>
<body><h1>Warp reductions revisited</h1><p>Reduction with warp shuffle. Another reduction, another warp shuffle.</p></body>"""
OFFLINE = ("--no-fetch", "--yes")


@pytest.fixture(scope="module")
def server() -> Iterator[HostileServer]:
    with HostileServer() as running:
        running.routes |= {
            "/post": lambda _request: answer(PAGE),
            "/gone": lambda _request: answer("<title>Not found</title>", status=404),
            "/soft": lambda _request: answer(
                page("404 Not Found", "<p>The page you are looking for does not exist.</p>")
            ),
            "/wall": lambda _request: answer(page("Just a moment...", "<p>Checking your browser</p>")),
            "/parked": lambda _request: answer(page("a.example", "<p>This domain is for sale! Buy this domain.</p>")),
            "/sitename": lambda _request: answer(
                "<title>Our Blog</title><div>Warps in pairs</div><p>" + "words. " * 80
            ),
            "/pdf": lambda _request: answer(b"%PDF-1.4 /Title (Tiling by hand)", media="application/pdf"),
            "/image": lambda _request: answer(b"\x89PNG rest", media="image/png"),
            "/untitled": lambda _request: answer("<p>" + "words " * 80),
            "/huge": lambda _request: answer("<title>Huge tiles</title><p>" + "words " * 2_000_000),
            "/gbk": lambda _request: answer(
                "<title>分块与流水线</title><p>".encode("gb18030")
                + "矩阵乘法的分块，流水线与同步。".encode("gb18030") * 20,
                media="text/html; charset=utf-8",
            ),
        }
        yield running


def added(gpucat: Gpucat, *words: str) -> dict[str, Any]:
    result = gpucat("add", *words, "--yes", "--json")
    assert result.code == 0, result.err
    record: dict[str, Any] = json.loads(result.out)
    return record


def test_the_page_tells_and_the_catalogue_proposes(gpucat: Gpucat, db: Path, server: HostileServer) -> None:
    before = content(db)
    article = added(gpucat, server.url("/post"), *ALLOW)
    assert {name: article[name] for name in ("title", "authors", "source", "published", "module", "id")} == {
        "title": "Warp reductions revisited",
        "authors": ["Jane Roe"],
        "source": "Thoughts",
        "published": "2024-06-01",
        "module": "parallel",
        "id": "parallel/12",
    }
    assert article["keywords"] == ["warp reduction", "warp shuffle"]
    assert article["grounds"]["authors"] == "meta author"
    assert "parallel/" in article["grounds"]["module"]
    stops = json.loads(gpucat("route", "--json").out)
    assert [stop["id"] for stop in stops if stop["title"] == article["title"]] == ["parallel/12"]
    assert gpucat("undo").code == 0
    assert content(db) == before


def test_what_the_page_said_is_kept_beside_what_the_person_said(
    gpucat: Gpucat, db: Path, server: HostileServer
) -> None:
    article = added(gpucat, server.url("/post"), *ALLOW, "--title", "Another title entirely", "--date", "2023")
    assert (article["title"], article["published"]) == ("Another title entirely", "2023")
    connection = sqlite3.connect(db)
    facts = dict(connection.execute("SELECT field, value FROM observed_fact WHERE article_number = 149"))
    connection.close()
    assert facts["title"] == "Warp reductions revisited"
    findings = next(r for r in json.loads(gpucat("audit", "--json").out) if r["rule"] == "observed")["findings"]
    assert len(findings) == 2


def test_a_dry_run_adds_nothing(gpucat: Gpucat, db: Path, server: HostileServer) -> None:
    before = content(db)
    result = gpucat("add", server.url("/post"), *ALLOW, "--dry-run")
    assert (result.code, "Would add" in result.err) == (0, True)
    assert "og:site_name" in result.out
    assert content(db) == before


@pytest.mark.parametrize(
    ("path", "title", "note"),
    [
        ("/pdf", "Tiling by hand", "the page is not HTML (pdf)"),
        ("/huge", "Huge tiles", None),
        ("/gbk", "分块与流水线", None),
    ],
)
def test_strange_pages_tell_what_they_can(
    gpucat: Gpucat, server: HostileServer, path: str, title: str, note: str | None
) -> None:
    article = added(gpucat, server.url(path), *ALLOW)
    assert article["title"] == title
    assert note is None or note in article["notes"]


@pytest.mark.parametrize(
    ("path", "code", "said"),
    [
        ("/gone", 3, "broken: 404"),
        ("/image", 2, "give it one with --title"),
        ("/untitled", 2, "give it one with --title"),
        ("/nowhere", 3, "--no-fetch"),
    ],
)
def test_a_page_that_cannot_be_added_says_why(
    gpucat: Gpucat, db: Path, server: HostileServer, path: str, code: int, said: str
) -> None:
    before = content(db)
    result = gpucat("add", server.url(path), *ALLOW, "--yes")
    assert (result.code, said in result.err) == (code, True), result.err
    assert content(db) == before


@pytest.mark.parametrize("path", ["/soft", "/wall", "/parked"])
def test_a_page_that_is_no_article_is_objected_to(gpucat: Gpucat, db: Path, server: HostileServer, path: str) -> None:
    before = content(db)
    for words in ((), ("--title", "Tiling by hand")):
        refused = gpucat("add", server.url(path), *ALLOW, "--yes", *words)
        assert (refused.code, "does not look like an article" in refused.err) == (1, True), refused.err
    assert content(db) == before
    assert len(added(gpucat, server.url(path), *ALLOW, "--force")["objections"]) == 1


def test_an_article_about_a_missing_page_is_one(gpucat: Gpucat, server: HostileServer) -> None:
    assert added(gpucat, server.url("/soft"), *ALLOW, "--title", "404 Not Found")["objections"] == []


def test_a_private_address_is_not_asked_for(gpucat: Gpucat, server: HostileServer) -> None:
    asked = server.asked.total()
    assert gpucat("add", server.url("/post"), "--yes").code == 3
    assert server.asked.total() == asked


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("https://leimao.github.io/blog/CuTe-Swizzle",), "is already listed as layout/10: CuTe Swizzle"),
        (("https://developer.nvidia.com/blog/tma", "--title", "TMA"), "an official NVIDIA page"),
        (("https://wccftech.com/gpu", "--title", "New GPU"), "wccftech.com publishes news"),
        (("https://a.example/x", "--title", "TMA", "--date", "2999"), "published: 2999 is in the future"),
        (("https://a.example/x", "--title", "【转】TMA"), "a reprint"),
        (("https://a.example/x-external/", "--title", "TMA"), "published elsewhere"),
        (("https://copy.example/x", "--title", "CuTe Swizzle", "--author", "Lei Mao"), "layout/10 CuTe Swizzle"),
    ],
)
def test_what_the_list_has_or_leaves_out_is_refused(
    gpucat: Gpucat, db: Path, words: tuple[str, ...], said: str
) -> None:
    before = content(db)
    result = gpucat("add", *words, *OFFLINE)
    assert (result.code, said in result.err) == (1, True), result.err
    assert content(db) == before
    if "already" not in said:
        assert gpucat("add", *words, *OFFLINE, "--force").code == 0


def test_a_title_that_names_only_the_site_is_said(gpucat: Gpucat, server: HostileServer) -> None:
    result = gpucat("add", server.url("/sitename"), *ALLOW, "--yes", "--dry-run")
    assert "“Our Blog”" in result.err
    assert "--title" in result.err
    assert "Warps in pairs" in result.out


@pytest.mark.parametrize("title", ["Warp speed", "Tile World", "流水线工人"])
def test_one_word_proposes_no_place(gpucat: Gpucat, title: str) -> None:
    article = added(gpucat, "https://a.example/post", "--title", title, "--no-fetch")
    assert (article["module"], article["level"], article.get("needs", [])) == (None, None, [])


def test_a_known_site_gives_source_type_and_author(gpucat: Gpucat) -> None:
    article = added(gpucat, "https://leimao.github.io/blog/New", "--no-fetch", "--title", "CuTe something new")
    assert (article["source"], article["source_type"], article["authors"]) == (
        "Lei Mao’s Log Book", "personal-blog", ["Lei Mao"],
    )  # fmt: skip


def test_adding_a_removed_article_brings_it_back(gpucat: Gpucat) -> None:
    gpucat("remove", "layout/10", "--yes")
    article = added(
        gpucat, "https://leimao.github.io/blog/CuTe-Swizzle/", "--no-fetch", "--title", "CuTe Swizzle",
        "--module", "layout", "--position", "10",
    )  # fmt: skip
    assert (article["number"], article["id"]) == (38, "layout/10")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("https://a.example/x", "--title", "T", "--level", "expert"), "level: no level"),
        (("https://a.example/x", "--title", "T", "--module", "nonsense"), "modules: hardware"),
        (("mailto:a@b.example", "--title", "T"), "addresses are not web pages"),
        (("https://a.example/x",), "--title"),
    ],
)
def test_a_value_that_cannot_be_used_is_refused(gpucat: Gpucat, words: tuple[str, ...], said: str) -> None:
    result = gpucat("add", *words, *OFFLINE)
    assert (result.code, said in result.err) == (2, True), result.err


def test_without_a_terminal_the_form_needs_yes(gpucat: Gpucat) -> None:
    result = gpucat("add", "https://a.example/x", "--title", "Tiles", "--no-fetch")
    assert (result.code, "--yes" in result.err) == (2, True)


def test_the_form_asks_for_what_was_not_given_and_again_after_a_mistake(
    gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Terminal, "is_interactive", property(lambda _self: True))
    answers = [
        "Ann Lee", "Her blog", "个人博客", "2024-13", "2024-12", "gemm", "入门..高级", "tiles, warps", "warp", "-", "-", "因为", "y",
    ]  # fmt: skip
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(answers) + "\n"))
    result = gpucat("add", "https://a.example/x", "--title", "Tiles and warps of mine", "--no-fetch")
    assert result.code == 0, result.err
    assert "'2024-13' is not a valid date" in result.err
    article = json.loads(gpucat("show", "https://a.example/x", "--json").out)[0]
    assert {name: article[name] for name in ("authors", "source", "source_type", "published", "module", "level")} == {
        "authors": ["Ann Lee"],
        "source": "Her blog",
        "source_type": "personal-blog",
        "published": "2024-12",
        "module": "gemm",
        "level": ["beginner", "advanced"],
    }
    assert (article["keywords"], article["summary"], article["why"]) == (["tiles", "warps"], "", "因为")
    assert (article["teaches"], article["needs"]) == (["warp"], [])


def test_the_catalogue_is_asked_before_the_network(gpucat: Gpucat, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_network(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked")

    before = content(db)
    monkeypatch.setattr("gpucat.services.add.look_at", no_network)
    for known in ("https://leimao.github.io/blog/CuTe-Swizzle", "leimao.github.io/blog/CuTe-Swizzle/?utm_source=x"):
        refused = gpucat("add", known, "--yes")
        assert (refused.code, "is already listed as layout/10" in refused.err) == (1, True), refused.err
    for wrong in ("javascript:alert(1)", "mailto:a@a.example", "not a url", "", "https://", "https://a.example/\nx"):
        refused = gpucat("add", "--yes", "--", wrong)
        assert (refused.code, "not a usable address" in refused.err) == (2, True), refused.err
    refused = gpucat("add", "http://user:pw@a.example/x", "--yes")
    assert (refused.code, "before the @" in refused.err, ":pw" in refused.err) == (2, True, False)
    assert content(db) == before


def test_an_address_is_stored_in_a_form_that_opens(gpucat: Gpucat) -> None:
    for written, stored in (
        ("a.example/x", "https://a.example/x"),
        ("https://a.example/b c", "https://a.example/b%20c"),
    ):
        assert added(gpucat, written, "--title", f"A title {written}", "--no-fetch")["url"] == stored


ONWARD = {
    "meta": lambda goal: answer(page("Moved", "<p>moved</p>", head=f'<meta http-equiv="refresh" content="0;{goal}">')),
    "slow meta": lambda goal: answer(page("Wait", "", head=f'<meta http-equiv="refresh" content="5;{goal}">')),
    "header": lambda goal: answer(page("Moved", "<p>moved</p>"), f"Refresh: 0; url={goal}"),
    "script": lambda goal: answer(page("Moved", f'<script>location.href = "{goal}"</script>')),
    "frame": lambda goal: answer(f'<html><frameset rows="100%"><frame src="{goal}"></frameset></html>'),
}


@pytest.mark.parametrize("kinds", [*((kind,) for kind in ONWARD), ("meta", "header", "script")])
def test_the_page_that_is_added_is_the_page_that_links_are_judged_by(
    gpucat: Gpucat, server: HostileServer, kinds: tuple[str, ...]
) -> None:
    server.routes["/warp-reductions"] = server.routes["/post"]
    for step, kind in enumerate(kinds):
        goal = f"/onward-{step + 1}" if step + 1 < len(kinds) else "/warp-reductions"
        server.routes[f"/onward-{step}"] = lambda _request, kind=kind, goal=goal: ONWARD[kind](goal)
    article = added(gpucat, server.url("/onward-0"), *ALLOW)
    assert article["title"] == "Warp reductions revisited"
    result = json.loads(gpucat("verify-links", article["id"], *ALLOW, "--json").out)[0]
    assert result["verdict"] in {"ok", "moved", "redirected"}
    assert result["page_title"].startswith(article["title"])


def test_a_page_that_sends_its_reader_round_is_not_added(gpucat: Gpucat, server: HostileServer) -> None:
    server.routes["/round-0"] = lambda _request: ONWARD["meta"]("/round-1")
    server.routes["/round-1"] = lambda _request: ONWARD["meta"]("/round-0")
    result = gpucat("add", server.url("/round-0"), "--yes", *ALLOW)
    assert (result.code, "redirects" in result.err) == (3, True), result.err
