"""Tests that every example of every help page runs."""

import html
import io
import shlex
import sqlite3
from pathlib import Path

import httpx
import pytest
from tests.conftest import LIST, Gpucat
from tests.kept_texts import CANARY, SHOWS_TEXTS, assert_no_file_has_a_text

from gpucat.cli.app import build_app
from gpucat.cli.commands import COMMANDS, load
from gpucat.cli.help import help_of
from gpucat.language import set_language

STAYS_OPEN = ("gpucat browse", "gpucat serve")
ASKS = ("gpucat remove memory/6",)
PAGES = {
    "https://siboehm.com/articles/22/Fast-MMM-on-CPU": "Fast Multidimensional Matrix Multiplication on CPU from Scratch",
    "https://a.example/new": "A new one",
    "https://c.example/x": "A link",
}
FILES = {
    "articles.jsonl": '{"title": "A new one", "url": "https://a.example/new"}\n',
    "bookmarks.html": '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><DT><A HREF="https://b.example/x">A bookmark</A></DL>\n',
    "new.jsonl": '{"title": "Another one", "url": "https://e.example/new"}\n',
    "links.csv": "title,url\nA link,https://c.example/x\n",
    "links.md": "- [A link](https://c.example/x)\n",
    "refs.bib": "@misc{x, title = {A reference}, url = {https://d.example/x}}\n",
}


def commands() -> list[str]:
    """Returns every command, those of groups as `db path`."""
    import typer

    names = []
    for name, command in COMMANDS.items():
        found = load(command)
        if isinstance(found, typer.Typer):
            names += [f"{name} {inner.name}" for inner in found.registered_commands]
        else:
            names.append(name)
    return names


def examples() -> list[str]:
    """Returns the example lines of all help pages."""
    import typer

    set_language("en")
    epilogs = [build_app(["--help"]).info.epilog]  # type: ignore[attr-defined]
    for command in COMMANDS.values():
        found = load(command)
        if isinstance(found, typer.Typer):
            epilogs += [found.info.epilog, *(one.epilog for one in found.registered_commands)]
        else:
            epilogs.append(help_of(found).epilog)
    lines = [line for epilog in epilogs for line in str(epilog).splitlines()]
    return list(dict.fromkeys(line for line in lines if line.startswith("gpucat ")))


@pytest.fixture
def network(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers the addresses of the examples and of the list with a page with their title, and no others."""
    connection = sqlite3.connect(db)
    titles = dict(connection.execute("SELECT url, title FROM article")) | PAGES
    connection.close()

    def answer(request: httpx.Request) -> httpx.Response:
        title = html.escape(titles.get(str(request.url), ""))
        if not title:
            return httpx.Response(404)
        page = f"<title>{title}</title><h1>{title}</h1><article>{'<p>Warps and blocks.</p>' * 60}</article>"
        return httpx.Response(200, html=page)

    monkeypatch.setattr("gpucat.net.session.GuardedTransport", lambda *_, **__: httpx.MockTransport(answer))


@pytest.mark.usefixtures("network", "with_texts")
@pytest.mark.parametrize("example", [line for line in examples() if not line.startswith(STAYS_OPEN)])
def test_an_example_runs_and_keeps_texts_to_itself(
    gpucat: Gpucat, example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", "true")
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "list.md").write_bytes(LIST.read_bytes())
    if "catalogue.bak" in example and example != "gpucat db backup catalogue.bak":
        gpucat("db", "backup", "catalogue.bak")
    if not example.startswith(("gpucat import", "gpucat audit")):
        gpucat("import", "articles.jsonl")
    if example.startswith("gpucat confirm"):
        gpucat("verify-links", *example.split()[2:])
    if example.startswith(("gpucat read", "gpucat texts show")):
        gpucat("texts", "fetch", example.split()[-1 if "show" in example else 2], "--host-interval", "0")
    if example.startswith(("gpucat verify-links", "gpucat texts fetch")):
        example += " --host-interval 0"
    if example.startswith("gpucat practice compare"):
        gpucat("practice", "record", "1", "gpu=h100 time_us=820 GB/s=2620")
    *before, last = example.split(" | ")
    for command in before:
        piped = gpucat(*shlex.split(command)[1:]).out.encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(piped)))
    result = gpucat(*shlex.split(last)[1:])
    assert result.code == (2 if example in ASKS else 0), result.err
    assert result.out or result.err
    assert example.startswith(SHOWS_TEXTS) or CANARY not in result.out + result.err
    assert_no_file_has_a_text(tmp_path)
