"""Tests `texts` as a user sees it, against a local server: what is kept, what is not and why, and what is asked again."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.cli.test_verify_links import HOST, title
from tests.conftest import Gpucat, Result
from tests.links.cases import page
from tests.links.hostile_server import HostileServer, Request, answer

from gpucat.catalog.url import canonical_url
from gpucat.services.text_worker import TextWorker

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
    assert "Removed 1" in gpucat("texts", "remove", "hardware/1").err
    missing = gpucat("texts", "show", "hardware/1")
    assert (missing.code, "gpucat texts fetch hardware/1" in missing.err) == (2, True)


def test_nothing_is_fetched_unless_it_is_asked_for(gpucat: Gpucat, db: Path) -> None:
    refused = gpucat("texts", "fetch")
    assert (refused.code, "--all" in refused.err) == (2, True)
    for command in ("list", "show 6", "search swizzle", "texts list"):
        gpucat(*command.split())
    assert not db.with_name("catalogue.texts.db").exists()


REFUSED = {
    "another article": (lambda t: answer(article("How to bake bread with old dough")), "title"),
    "short": (lambda t: answer(article(t, "<p>Soon.</p>")), "80"),
    "asks not to be kept": (lambda t: answer(article(t, head='<meta name="robots" content="noarchive">')), "noarchive"),
    "header asks it": (lambda t: answer(article(t), "X-Robots-Tag: noarchive"), "noarchive"),
    "large": (lambda t: answer(article(t, PROSE * 5000)), "3 MB"),
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


def test_a_page_that_takes_too_long_costs_only_its_own_text() -> None:
    body = article("Banks").encode()
    with TextWorker(longest_s=0) as hurried:
        assert "limits" in str(hurried.extract(body, "text/html", "https://a.example/"))
    with TextWorker() as worker:
        text = worker.extract(body, "text/html", "https://a.example/")
        assert not isinstance(text, tuple) or hasattr(text, "markdown")


def test_all_texts_are_removed_after_a_question(fetch: Fetch, gpucat: Gpucat, db: Path) -> None:
    fetch("1", a=answer(article(title(1, db))))
    assert gpucat("texts", "clear").code == 2
    assert gpucat("texts", "clear", "--yes").code == 0
    assert not db.with_name("catalogue.texts.db").exists()


def test_a_link_check_keeps_what_it_reads_if_it_is_told_to(fetch: Fetch, gpucat: Gpucat, db: Path) -> None:
    fetch("--dry-run", "1", a=answer(article(title(1, db))))
    gpucat("verify-links", "1", *HOST)
    assert not db.with_name("catalogue.texts.db").exists()
    assert gpucat("verify-links", "1", "--keep-texts", *HOST).code == 0
    assert "1 code block" in gpucat("texts", "show", "1").out
