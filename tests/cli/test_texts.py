"""Tests `texts` as a user sees it, against a local server: what is kept, what is not and why, and what is asked again."""

import asyncio
import gzip
import json
import signal
import sqlite3
import threading
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.cli.test_verify_links import HOST, title
from tests.conftest import Gpucat, Result
from tests.links.cases import page
from tests.links.hostile_server import HostileServer, Request, answer

from gpucat.catalog.url import canonical_url
from gpucat.language import Bilingual
from gpucat.paths import texts_path
from gpucat.services import text_worker
from gpucat.services.text_worker import ExtractedText, TextWorker

Patch = pytest.MonkeyPatch

NOARCHIVE = '<meta name="robots" content="noarchive">'
PACKED = "Content-Encoding: gzip"
PROSE = "<p>" + "Thirty-two banks serve the lanes of one warp at the same time. " * 12 + "</p>"
CODE = '<pre><code class="language-cuda">__shared__ float tile[32][33];\nint x = 1;</code></pre>'


def article(heading: str, body: str = PROSE + CODE, head: str = "") -> str:
    return page(heading, f"<article><h1>{heading}</h1>{body}</article>", head=head)


@pytest.fixture
def server() -> Iterator[HostileServer]:
    with HostileServer() as running:
        running.routes["/robots.txt"] = lambda request: answer(status=404)
        yield running


Fetch = Callable[..., Result]


@pytest.fixture
def fetch(gpucat: Gpucat, db: Path, server: HostileServer) -> Fetch:
    """Gives articles 1, 2, … addresses on the server and fetches the texts of those that have one."""

    def run(*words: str, **answers: bytes) -> Result:
        with sqlite3.connect(db) as connection:
            for number, (name, said) in enumerate(answers.items(), 1):
                server.routes.setdefault(f"/{name}", lambda request, said=said: said)  # type: ignore[misc]
                url = server.url(f"/{name}")
                connection.execute(
                    "UPDATE article SET url = ?, url_key = ? WHERE number = ?", (url, canonical_url(url), number)
                )
        connection.close()
        return gpucat("texts", "fetch", *words, *HOST)

    return run


def test_a_text_is_kept_listed_shown_and_removed(fetch: Fetch, gpucat: Gpucat, db: Path) -> None:
    done = fetch("1", "2", "--json", a=answer(article(title(1, db))), b=answer(status=404))
    first, second = json.loads(done.out)
    assert (done.code, first["outcome"], first["code_blocks"]) == (0, "kept", 1)
    assert first["words"] > 100
    assert (second["outcome"], second["reason"]) == ("refused", "404: not found")
    assert "1 kept, 1 refused" in done.err
    listed = gpucat("texts", "list")
    assert "1 code block" in listed.out
    assert "not kept: 404: not found" in listed.out
    assert "1 code block" in gpucat("texts", "show", "hardware/1").out
    assert gpucat("texts", "remove", "Compute Capability").code == 2  # a piece of a title does not change anything
    assert "Removed 1 text" in gpucat("texts", "remove", "hardware/1").err
    missing = gpucat("texts", "show", "hardware/1")
    assert (missing.code, "gpucat texts fetch hardware/1" in missing.err) == (2, True)


def test_nothing_is_fetched_unless_it_is_asked_for(gpucat: Gpucat, db: Path) -> None:
    refused = gpucat("texts", "fetch")
    assert (refused.code, "--all" in refused.err) == (2, True)
    for command in ("list", "show 6", "search swizzle", "texts list"):
        gpucat(*command.split())
    assert not db.with_name("catalogue.texts.db").exists()


async def endless(heading: str) -> AsyncIterator[bytes]:
    yield f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>{heading}</title>".encode()
    while True:
        yield PROSE.encode()


REFUSED = {
    "another article": (lambda t: answer(article("How to bake bread with old dough")), "title"),
    "short": (lambda t: answer(article(t, "<p>Soon.</p>")), "80"),
    "asks not to be kept": (lambda t: answer(article(t, head=NOARCHIVE)), "noarchive"),
    "header asks it": (lambda t: answer(article(t), "X-Robots-Tag: noarchive"), "noarchive"),
    "large": (lambda t: answer(article(t, PROSE * 5000)), "3 MB"),
    "packed to be small": (lambda t: answer(gzip.compress(article(t, PROSE * 50_000).encode()), PACKED), "3 MB"),
    "endless": (endless, "3 MB"),
    "no HTML": (lambda t: answer(b"%PDF-1.7 ...", media="application/pdf"), "not HTML"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_may_not_be_kept_is_not_and_says_why(fetch: Fetch, db: Path, kind: str) -> None:
    make, told = REFUSED[kind]
    [found] = json.loads(fetch("1", "--json", a=make(title(1, db))).out)
    assert found["outcome"] == "refused"
    assert told in found["reason"]


def test_robots_are_asked_first(fetch: Fetch, db: Path, server: HostileServer) -> None:
    rules = "User-agent: *\nDisallow: /a\n\nUser-agent: gpucat\nDisallow: /b\n"
    server.routes["/robots.txt"] = lambda request: answer(rules, media="text/plain")
    found = json.loads(fetch("1", "2", "--json", a=answer(article(title(1, db))), b=answer(article(title(2, db)))).out)
    assert [one["outcome"] for one in found] == ["kept", "refused"]
    assert "robots.txt" in found[1]["reason"]
    assert server.asked["127.0.0.1", "/b"] == 0
    assert server.asked["127.0.0.1", "/robots.txt"] == 1


def test_what_is_kept_is_not_asked_again_unless_it_is_old(fetch: Fetch, db: Path, server: HostileServer) -> None:
    def since(request: Request) -> bytes:
        if request.headers.get("if-none-match") == '"v1"':
            return answer(status=304, media=None)
        return answer(article(title(1, db)), 'ETag: "v1"')

    server.routes["/a"] = since
    assert "1 kept" in fetch("--module", "hardware", "--until", "2000", "1", a=b"").err
    assert "Skipped 1 kept already" in fetch("--module", "hardware", "--dry-run").err
    again = fetch("1", "--json")
    assert json.loads(again.out)[0]["outcome"] == "unchanged"
    assert server.asked["127.0.0.1", "/a"] == 2


def test_a_page_that_lies_about_its_charset_is_read_right(fetch: Fetch, db: Path) -> None:
    body = article(title(1, db), "<p>" + "共享内存的存储体冲突会让访问变慢，" * 30 + "</p>" + PROSE).encode("gbk")
    assert "1 kept" in fetch("1", a=answer(body, media="text/html; charset=utf-8")).err
    with closing(sqlite3.connect(texts_path(db))) as connection:
        markdown = zlib.decompress(connection.execute("SELECT markdown FROM text").fetchone()[0]).decode()
    assert "共享内存的存储体冲突" in markdown


def test_characters_that_are_none_are_no_bug(fetch: Fetch, db: Path) -> None:
    odd = "&#0; &#xD800; &#x110000; &#27;[31m \0 \x1b[31m"
    done = fetch("1", "2", a=answer(article(title(1, db), odd + PROSE)), b=answer(article(title(2, db))))
    assert (done.code, "2 kept" in done.err) == (0, True), done.err
    assert "\x1b" not in done.out


def test_a_slow_page_is_read_to_its_end(fetch: Fetch, db: Path, server: HostileServer, monkeypatch: Patch) -> None:
    monkeypatch.setattr("gpucat.net.fetch._SLOW_BODY_S", 0)
    whole = answer(article(title(1, db)))

    async def slowly() -> AsyncIterator[bytes]:
        for piece in whole[:-200], whole[-200:]:
            yield piece
            await asyncio.sleep(0.05)

    server.routes["/a"] = lambda request: slowly()
    assert "1 kept" in fetch("1", a=b"").err


def test_a_proxy_is_used_for_pages_and_robots(fetch: Fetch, gpucat: Gpucat, db: Path, server: HostileServer) -> None:
    fetch("--dry-run", "1", a=b"")
    url = "http://warps.example/a"
    assert gpucat("edit", "1", "--url", url).code == 0
    server.routes[url] = lambda request: answer(article(title(1, db)))
    assert "1 kept" in fetch("1", "--proxy", server.url("")).err
    asked = {path for _, path in server.asked}
    assert asked == {url, "http://warps.example/robots.txt"}


def test_a_page_that_takes_too_long_costs_only_its_own_text() -> None:
    body = article("Banks").encode()
    with TextWorker(longest_s=0) as hurried:
        assert "limits" in str(hurried.extract(body, "text/html", "https://a.example/"))
    with TextWorker() as worker:
        text = worker.extract(body, "text/html", "https://a.example/")
        assert isinstance(text, ExtractedText)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="this system stops no processes")
def test_an_extraction_can_be_given_up() -> None:
    page = (article("Banks").encode(), "text/html", "https://a.example/")
    with TextWorker() as worker:
        assert isinstance(worker.extract(*page), ExtractedText)
        assert worker._process
        worker._process.send_signal(signal.SIGSTOP)
        threading.Timer(0.1, worker.give_up).start()
        assert isinstance(worker.extract(*page), Bilingual)
        assert isinstance(worker.extract(*page), ExtractedText)  # by another process


def test_nothing_in_the_folder_of_the_command_is_run(tmp_path: Path) -> None:
    for name in ("pickle", "lxml", "gpucat", "sitecustomize"):
        (tmp_path / f"{name}.py").write_text("open('ran', 'w').close()\n")
    with TextWorker() as worker:
        assert isinstance(worker.extract(article("Banks").encode(), "text/html", "https://a.example/"), ExtractedText)
    assert not (tmp_path / "ran").exists()


def test_a_fault_of_the_extractor_costs_only_the_text_of_that_page(monkeypatch: Patch) -> None:
    def fail(*_: object) -> None:
        raise ValueError

    monkeypatch.setattr("gpucat.texts.extraction.extract", fail)
    assert "cannot be read" in str(text_worker._answer(b"", "text/html", "https://a.example/"))


def test_all_texts_are_removed_after_a_question(fetch: Fetch, gpucat: Gpucat, db: Path) -> None:
    fetch("1", a=answer(article(title(1, db))))
    assert gpucat("texts", "clear").code == 2
    assert gpucat("texts", "clear", "--yes").code == 0
    assert not db.with_name("catalogue.texts.db").exists()


def test_a_link_check_keeps_what_it_reads_if_it_is_told_to(fetch: Fetch, gpucat: Gpucat, db: Path) -> None:
    fetch("--dry-run", "1", a=answer(article(title(1, db))))
    gpucat("verify-links", "1", *HOST)
    assert gpucat("texts", "show", "1").code == 2
    done = gpucat("verify-links", "1", "--keep-texts", *HOST)
    assert (done.code, "Texts: 1 kept" in done.err) == (0, True)
    assert "1 code block" in gpucat("texts", "show", "1").out


def test_a_link_check_says_which_texts_it_could_not_keep(fetch: Fetch, gpucat: Gpucat, db: Path) -> None:
    fetch("--dry-run", "1", "2", a=answer(article(title(1, db), head=NOARCHIVE)), b=answer(status=404))
    assert "Texts: 2 refused" in gpucat("verify-links", "1", "2", "--keep-texts", *HOST).err
    refused = [row["refused"] for row in json.loads(gpucat("texts", "list", "--json").out)]
    assert refused == ["the page asks not to be kept (noarchive)", "404: not found"]


def test_what_is_removed_is_gone_under_its_earlier_addresses_too(
    fetch: Fetch, gpucat: Gpucat, db: Path, server: HostileServer
) -> None:
    fetch("1", a=answer(article(title(1, db))))
    server.routes["/new"] = server.routes["/a"]
    gpucat("edit", "1", "--url", server.url("/new"))
    assert "1 kept" in gpucat("texts", "fetch", "1", *HOST).err
    assert "Removed 2" in gpucat("texts", "remove", "1").err
    assert gpucat("texts", "show", "1").code == 2
