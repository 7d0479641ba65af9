"""Tests `gpucat serve`: pages and data of the live catalogue over a real socket."""

import json
import sqlite3
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from tests.conftest import Gpucat
from tests.kept_texts import CANARY

from gpucat.services import serve as serving

pytest.importorskip("datasette", reason="these tests need the extra gpucat[web]")
Ask = Callable[..., str]


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

    def answer(path: str, host: str | None = None, method: str = "GET", **parameters: str) -> str:
        url = f"{address}/{path}" + (f"?{urlencode(parameters)}" if parameters else "")
        request = urllib.request.Request(url, headers={"Host": host} if host else {}, method=method)
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


def test_another_name_is_refused(ask: Ask) -> None:
    assert ask("", host="localhost:8001")
    with pytest.raises(urllib.error.HTTPError, match="421"):
        ask("", host="evil.example")


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
