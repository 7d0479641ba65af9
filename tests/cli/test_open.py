"""Tests `open`: the article to read next, beginning to read, and many tabs."""

import json
import webbrowser

import pytest
from tests.conftest import Gpucat


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collects the addresses that would be opened."""
    urls: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda url, *_, **__: urls.append(url) or True)
    return urls


def status(gpucat: Gpucat, article: str) -> str:
    return str(json.loads(gpucat("show", article, "--json").out)[0]["status"])


def test_next_is_what_next_proposes(gpucat: Gpucat) -> None:
    assert gpucat("open", "next", "--print").out == gpucat("next", "-n", "1", "--format", "urls").out
    gpucat("config", "level", "beginner")
    assert gpucat("open", "next", "--print").out == gpucat("next", "-n", "1", "--format", "urls").out
    gpucat("mark", "1..148", "done", "--yes")
    result = gpucat("open", "next")
    assert (result.code, result.out) == (0, "")
    assert "Nothing is left" in result.err


def test_opening_begins_the_reading_where_it_is_wanted(gpucat: Gpucat, opened: list[str]) -> None:
    gpucat("open", "memory/6")
    assert status(gpucat, "memory/6") == "todo"
    gpucat("open", "memory/6", "--begin")
    assert status(gpucat, "memory/6") == "reading"
    gpucat("config", "open-begins", "yes")
    gpucat("open", "layout/1")
    gpucat("open", "layout/2", "--no-begin")
    gpucat("open", "layout/3", "--print")
    assert [status(gpucat, place) for place in ("layout/1", "layout/2", "layout/3")] == ["reading", "todo", "todo"]
    gpucat("mark", "layout/1", "done")
    gpucat("open", "layout/1")
    assert status(gpucat, "layout/1") == "done"
    assert len(opened) == 5


def test_many_tabs_are_asked_for(gpucat: Gpucat, opened: list[str]) -> None:
    result = gpucat("open", "layout/1..6")
    assert (result.code, opened) == (2, [])
    assert "--yes" in result.err
    assert gpucat("open", "layout/1..6", "--yes").code == 0
    assert len(opened) == 6
