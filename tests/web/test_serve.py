"""Tests `gpucat serve`: pages and data of the live catalogue over a real socket."""

import asyncio
import json
import re
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from urllib.parse import urlencode

import pytest
from tests.conftest import Gpucat
from tests.kept_texts import CANARY

from gpucat.services import serve as serving

pytest.importorskip("datasette", reason="these tests need the extra gpucat[web]")
Ask = Callable[..., str]
NO_HEADERS: Mapping[str, str] = MappingProxyType({})


@pytest.fixture
def ask(db: Path) -> Iterator[Ask]:
    """Asks a server on the fresh catalogue and gives what it answers."""
    import uvicorn

    listening = serving.listen("127.0.0.1", 0)
    config = uvicorn.Config(serving.web_application(db, "en"), log_level="warning", lifespan="on")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"

    def answer(path: str, headers: Mapping[str, str] = NO_HEADERS, method: str = "GET", **parameters: str) -> str:
        own = {name: value.replace("OWN", address) for name, value in headers.items()}
        url = f"{address}/{path}" + (f"?{urlencode(parameters)}" if parameters else "")
        request = urllib.request.Request(url, headers=own, method=method)
        with urllib.request.urlopen(request, timeout=120) as response:
            return str(response.read().decode())

    yield answer
    server.should_exit = True
    thread.join()
    listening.close()


def rows(text: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(text)
    return found


def test_the_search_is_the_commands(ask: Ask, gpucat: Gpucat) -> None:
    for query in ("bank conflict", "规约", "swizle", '"from scratch" -cuda', "'; drop table article --"):
        found = rows(ask("catalogue/search.json", q=query, _shape="array"))
        expected = json.loads(gpucat("search", "--limit", "0", "--json", "--", query).out)
        assert [row["id"] for row in found] == [hit["id"] for hit in expected]
        assert [row["match"] for row in found] == [hit["match"] for hit in expected]


def test_articles_by_module_level_and_author(ask: Ask) -> None:
    asked = {"module": "layout", "level": "advanced", "author": "lei", "_shape": "array"}
    found = rows(ask("catalogue/articles.json", **asked))
    assert found
    assert all(str(row["id"]).startswith("layout/") and row["level_to"] == "advanced" for row in found)
    assert len(rows(ask("catalogue/articles.json", module="", level="", author="", _shape="array"))) == 148


def test_the_route_as_csv(ask: Ask) -> None:
    lines = ask("catalogue/route.csv").splitlines()
    assert len(lines) == 149
    assert lines[0].startswith("stage,stage_title")


def test_pages_have_titles_and_facets(ask: Ask) -> None:
    assert "GPU programming articles" in ask("")
    page = ask("catalogue/article")
    assert "GPU memory hierarchy" in page
    assert "personal-blog" in page
    assert "search_word" not in ask("catalogue").split("hidden table")[0]


def test_a_change_is_seen_at_once(ask: Ask, gpucat: Gpucat) -> None:
    gpucat("mark", "memory/6", "done")
    found = rows(ask("catalogue/search.json", q="memory/6", _shape="array"))
    assert [row["status"] for row in found] == ["done"]


def test_nothing_can_be_written(ask: Ask, db: Path) -> None:
    for sql in ("DELETE FROM article", "PRAGMA user_version = 7", "ATTACH 'x.db' AS x"):
        with pytest.raises(urllib.error.HTTPError):
            ask("catalogue.json", sql=sql)
    with pytest.raises(urllib.error.HTTPError, match="405"):
        ask("catalogue/search", method="POST")
    with sqlite3.connect(db) as connection:
        assert connection.execute("SELECT count(*) FROM article").fetchone()[0] == 148
    connection.close()


@pytest.mark.usefixtures("with_texts")
def test_no_text_is_served(ask: Ask) -> None:
    for path in ("", "catalogue", "catalogue/article/18", "catalogue/route.csv", "-/databases.json"):
        assert CANARY not in ask(path)
    assert CANARY not in ask("catalogue/search.json", q="swizzle", _shape="array")
    assert [one["name"] for one in rows(ask("-/databases.json"))] == ["catalogue"]


def test_no_login_is_served(ask: Ask, db: Path) -> None:
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE article SET url = 'https://ann:s3cret@a.example/x' WHERE number = 6")
    connection.close()
    for path in (
        "catalogue/article/6",
        "catalogue/article.csv",
        "catalogue/articles.json?_shape=array&module=&level=&author=",
    ):
        text = ask(path)
        assert ("***@a.example/x" in text, "s3cret" in text) == (True, False), path


def test_another_name_is_refused(ask: Ask) -> None:
    assert ask("", {"Host": "localhost:8001"})
    with pytest.raises(urllib.error.HTTPError, match="421"):
        ask("", {"Host": "evil.example"})


@pytest.mark.parametrize(
    ("name", "value", "is_answered"),
    [
        ("Sec-Fetch-Site", "none", True), ("Sec-Fetch-Site", "same-origin", True), ("Sec-Fetch-Site", "same-site", False),
        ("Sec-Fetch-Site", "cross-site", False), ("Sec-Fetch-Site", "Cross-Site", False), ("Origin", "OWN", True),
        ("Origin", "https://evil.example", False), ("Origin", "null", False), ("Origin", "http://localhost:1", False),
    ],
)  # fmt: skip
def test_a_page_of_another_site_gets_nothing(ask: Ask, name: str, value: str, is_answered: bool) -> None:
    if is_answered:
        assert ask("catalogue/article.json", {name: value})
    else:
        with pytest.raises(urllib.error.HTTPError, match="403"):
            ask("catalogue/article.json", {name: value})


def test_a_query_takes_neither_all_memory_nor_all_time(ask: Ask) -> None:
    for value in ("zeroblob(10000001)", "randomblob(900000000)", "'x' LIKE replace(hex(zeroblob(500)), '0', '%_')"):
        with pytest.raises(urllib.error.HTTPError, match="400"):
            ask("catalogue.json", sql=f"SELECT length({value})")
    assert ask("catalogue.json", sql="SELECT length(zeroblob(9000000))", _shape="array")


async def status_of(application: serving.Application, path: str, query: str) -> int:
    """Returns the status with which an application answers a request from the network."""
    sent: list[dict[str, object]] = []

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, object]) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": query.encode(),
             "headers": [(b"host", b"lists.example:8001")], "scheme": "http", "http_version": "1.1"}  # fmt: skip
    await application(scope, receive, send)
    return int(str(sent[0]["status"]))


def test_others_may_ask_only_what_is_ready_made(db: Path) -> None:
    application = serving.web_application(db, "en", is_local=False)
    assert asyncio.run(status_of(application, "/catalogue/search.json", "q=swizzle")) == 200
    assert asyncio.run(status_of(application, "/catalogue.json", "sql=select+1")) == 403


def test_a_client_that_leaves_early_is_no_news(db: Path) -> None:
    command = [sys.executable, "-m", "gpucat", "--db", str(db), "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr
        port = int(re.findall(r":(\d+)/", server.stderr.readline())[0])
        for _ in range(3):
            with socket.create_connection(("127.0.0.1", port)) as client:
                client.send(b"GET /catalogue/article.csv?_stream=1&_size=max HTTP/1.1\r\nHost: localhost\r\n\r\n")
                assert client.recv(10) == b"HTTP/1.1 2"
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/-/versions.json", timeout=60) as response:
            assert "sqlite" in json.load(response)
        server.send_signal(signal.SIGINT)
        assert server.communicate(timeout=60) == ("", "")


def test_a_busy_port_and_a_missing_extra_are_said(gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving.listen("127.0.0.1", 0) as busy:
        result = gpucat("serve", "--port", str(busy.getsockname()[1]))
    assert (result.code, "--port" in result.err) == (3, True)
    monkeypatch.setattr(serving, "find_spec", lambda _name: None)
    result = gpucat("serve")
    assert (result.code, ".venv/bin/python -m pip install '.[web]'" in result.err) == (3, True)


def test_a_path_with_strange_characters_is_served(tmp_path: Path, db: Path) -> None:
    strange = tmp_path / "my list.v2.db"
    strange.write_bytes(db.read_bytes())
    assert serving.web_application(strange, "zh")


@pytest.mark.parametrize("path", ["nothing", "nothing/article", "catalogue/nothing", "catalogue/article/999999"])
def test_a_wrong_address_is_no_traceback(ask: Ask, capfd: pytest.CaptureFixture[str], path: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as error:
        ask(path)
    error.value.close()
    assert error.value.code == 404
    assert capfd.readouterr() == ("", "")
