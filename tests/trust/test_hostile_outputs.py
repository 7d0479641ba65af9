"""Tests that text from outside controls no terminal, spreadsheet, page or reference manager, in any output."""

import html
import json
import re
import socket
import subprocess
import sys
import threading
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpucat.formats.files import read_file
from gpucat.formats.html_links import Anchor, stream_events
from tests.cli.test_hostile_text import TITLES
from tests.conftest import Gpucat
from tests.links.cases import page
from tests.links.hostile_server import CANARY, HostileServer, answer

pytestmark = pytest.mark.trust

NASTY = [
    *TITLES,
    "\x1b]8;;https://evil.example\x1b\\click\x1b]8;;\x1b\\",
    "\x1b]0;title\x07 \x1b[2J \u009b31m \u202dLRO \u2067RLI \u200e\u200f\u061c",
    "]]> <![CDATA[ &lol; <?php ?> \" onmouseover='x' </title></a></DL>",
    "} @article{evil, title = {x}} \\input{/etc/passwd} \\write18{rm} $x$ % #",
    "+1+1 @SUM(1) \t=1+1",
    "| --- |\n# heading\n- item\n![x](http://evil.example/p.png) <img src=x onerror=alert(1)>",
    "long " * 4000,
]
# What no output may hold, a line end and a tab apart: controls, and what turns the direction of writing.
FORBIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
STYLES = re.compile(r"\x1b\[[\d;]*m|\x1b\]8;[^;\x1b]*;[!-~]*\x1b\\")
"""What we write ourselves in colour: styles, and links whose address is plain ASCII without spaces."""
COMMANDS = [
    "", "list", "list --sort title", "show 149..163", "search click", "search warp --explain", "search long --all", "modules",
    "authors", "sources", "keywords", "stats", "route --all", "next -n 50", "progress", "related 149", "related 155", "terms click",
    "audit", "dedupe", "dedupe --groups", "history", "diff hostile.jsonl", "import hostile.jsonl --dry-run --on-duplicate update",
    "verify-links --dry-run 149..163", "merge 149 150 --dry-run", "path-to 149", "show no-such-\x1b[31m", "list --module \x1b[2J",
    "edit 149 --title \x1b[31mred --dry-run", "practice", "db info", "import bad.jsonl", "note 149",
]  # fmt: skip


@pytest.fixture
def hostile(gpucat: Gpucat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Gpucat:
    """Returns a catalogue in which a note and every field of some articles are hostile."""
    monkeypatch.setenv("EDITOR", "true")
    lines = [
        json.dumps(
            {
                "title": text, "url": f"https://a.example/{index}?{'x' * 3}=%1b", "authors": [text[:200]], "keywords": [text[:200]],
                "source": text[:200], "summary": text, "why": text, "summary_en": text, "module": "memory", "level": "beginner",
                "field\x1b[31m": text[:100],
            }
        )
        for index, text in enumerate(NASTY)
    ]  # fmt: skip
    (tmp_path / "hostile.jsonl").write_text("\n".join(lines), "utf-8")
    (tmp_path / "bad.jsonl").write_text(json.dumps({"title": "t", "url": "no \x1b[31m", "module": "\u202e"}), "utf-8")
    assert gpucat("import", "hostile.jsonl").code == 0
    for number, text in enumerate(NASTY[:4], 149):
        assert gpucat("note", str(number), text).code == 0
    return gpucat


@pytest.mark.parametrize("color", ["never", "always"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_command_lets_anything_steer_the_terminal(hostile: Gpucat, color: str, language: str) -> None:
    for command in COMMANDS:
        result = (
            hostile("--color", color, "--lang", language, *command.split(" ")) if command else hostile("--color", color)
        )
        assert result.code in (0, 1, 2), (command, result.code, result.err[-300:])
        for text in (result.out, result.err):
            found = FORBIDDEN.search(STYLES.sub("", text))
            assert not found, (command, text[max(0, found.start() - 60) : found.end() + 20])
            assert "\x1b]8;;https://evil.example" not in text


@pytest.mark.parametrize("form", ["json", "jsonl", "csv", "tsv", "markdown", "urls", "ids"])
def test_no_format_of_a_list_does(hostile: Gpucat, form: str) -> None:
    for command in ("list", "search click", "search warp", "next -n 9", "route", "keywords"):
        out = hostile(*command.split(), "--format", form).out
        assert not FORBIDDEN.search(out), command


def cells(line: str, separator: str) -> list[str]:
    import csv

    return next(csv.reader([line], delimiter=separator))


@pytest.mark.parametrize(("form", "separator"), [("csv", ","), ("tsv", "\t")])
def test_no_spreadsheet_calculates(hostile: Gpucat, form: str, separator: str) -> None:
    import csv
    import io

    for text in (hostile("export", form).out, hostile("list", "--format", form).out):
        rows = list(csv.reader(io.StringIO(text), delimiter=separator))
        assert not [
            cell for row in rows for cell in row if cell[:1] in ("=", "+", "@", "\t", "\r") or cell.startswith("-")
        ]


def test_exports_keep_their_form_and_come_back(hostile: Gpucat, tmp_path: Path) -> None:
    for form in ("jsonl", "json", "csv", "tsv", "opml", "bookmarks", "bibtex"):
        assert hostile("export", form, "--module", "memory", "-o", f"out.{form}").code == 0
        reading = read_file(tmp_path / f"out.{form}", form)
        assert (len(reading.articles), reading.problems) == (16 + len(NASTY), ()), form
    for form in ("opml", "atom"):
        root = ElementTree.fromstring(hostile("export", form).out)
        assert not [element for element in root.iter() if element.tag.endswith(("script", "img"))]
    text = hostile("export", "bookmarks").out
    assert sum(isinstance(event, Anchor) for event in stream_events((text,))) == 148 + len(NASTY)
    assert not re.search(r"<(script|img|\?php)", text)
    text = hostile("export", "markdown").out
    assert not re.search(r"(?<!\\)<(script|img)|(?<!\\)\]\(javascript:|(?<!\\)!\[x\]\(", text)
    assert hostile("export", "site", "-o", "public").code == 0
    for path in (tmp_path / "public").rglob("*.html"):
        assert not re.search(r"<script>(x|alert)|<img src=x|href=.javascript:", path.read_text("utf-8"))


ADDRESSES = ["javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "file:///etc/passwd", "ftp://a.example/x", "vbscript:x",
             "https://user:secret@a.example/", "\x01javascript:alert(1)", "java\nscript:alert(1)", "//", "https://"]  # fmt: skip


def test_only_plain_web_addresses_get_in(gpucat: Gpucat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda url: opened.append(url) or True)
    for url in ADDRESSES:
        (tmp_path / "bad.jsonl").write_text(json.dumps({"title": "A bad one", "url": url}), "utf-8")
        gpucat("import", "bad.jsonl")
        gpucat("edit", "6", "--url", url)
        gpucat("add", url, "--title", "A bad one", "--no-fetch", "--yes", "--force")
        gpucat("open", "A bad one")
        gpucat("open", "6")
    assert [url for url in opened if not url.startswith("https://") or "@" in url] == []


@pytest.fixture
def listener() -> Iterator[tuple[int, list[object]]]:
    """Listens on a port of this machine to which nothing should connect."""
    knocks: list[object] = []
    server = socket.create_server(("127.0.0.1", 0))

    def accept() -> None:
        while True:
            try:
                knocks.append(server.accept())
            except OSError:
                return

    threading.Thread(target=accept, daemon=True).start()
    yield server.getsockname()[1], knocks
    server.close()


def test_private_addresses_are_not_asked(gpucat: Gpucat, tmp_path: Path, listener: tuple[int, list[object]]) -> None:
    port, knocks = listener
    hosts = ["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "017700000001", "0", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]",
             "[::ffff:7f00:1]", "user:pw@127.0.0.1", "127.0.0.1.", "①②⑦.0.0.1", "10.0.0.1", "169.254.169.254", "[fe80::1]", "[fd00::1]"]  # fmt: skip
    lines = [json.dumps({"title": f"T {n}", "url": f"http://{host}:{port}/"}) + "\n" for n, host in enumerate(hosts)]
    (tmp_path / "private.jsonl").write_text("".join(lines), "utf-8")
    result = gpucat("verify-links", "--file", "private.jsonl", "--json", "--retries", "0", "--deadline", "5")
    assert result.code in (0, 1, 3), result  # 3 where no name resolves: there is no network
    assert '"ok"' not in result.out
    for host in hosts:
        added = gpucat("add", f"http://{host}:{port}/x", "--yes")
        assert added.code in (1, 2, 3), (host, added)
    assert knocks == []


def test_no_page_leads_into_a_private_network(gpucat: Gpucat) -> None:
    with HostileServer() as server:
        private = server.url("/private", CANARY)
        server.routes |= {
            "/redirect": lambda _request: answer("", f"Location: {private}", status=302),
            "/refresh": lambda _request: answer(page("T", head=f'<meta http-equiv=refresh content="0;url={private}">')),
            "/canonical": lambda _request: answer(
                page("T", f"<img src={private}>", head=f"<link rel=canonical href={private}>")
            ),
        }
        for path in list(server.routes):
            for words in (["add", "--title", f"T {path}", "--yes", "--force"], ["verify-links", "--retries", "0"]):
                gpucat(*words, server.url(path), "--allow-address", "127.0.0.1")
        assert {host for host, _ in server.asked} == {"127.0.0.1"}
        assert {path for _, path in server.asked} >= {"/redirect", "/refresh", "/canonical"}


def test_a_page_that_is_added_steers_nothing(gpucat: Gpucat) -> None:
    with HostileServer() as server:
        for index, text in enumerate(NASTY):
            author = html.escape(text[:200])
            content = page(
                text, f"<p>{text}</p>", head=f'<meta name="author" content="{author}">', h1=html.escape(text)
            )
            server.routes[f"/{index}"] = lambda _request, content=content: answer(content)
            words = ["add", server.url(f"/{index}"), "--allow-address", "127.0.0.1", "--force"]
            for form in (["--dry-run"], ["--dry-run", "--json"], ["--yes"]):
                result = gpucat("--color", "always", *words, *form)
                assert result.code in (0, 2), (text[:60], result)  # 2 where nothing of the title is left
                for written in (result.out, result.err):
                    assert not FORBIDDEN.search(STYLES.sub("", written)), (text[:60], written[:300])
        assert gpucat("stats").code == 0


# Runs the command lines that it gets in one process and answers what each reached for.
WATCHED = """
import io, json, sys
from contextlib import redirect_stderr, redirect_stdout
reached = []
def watch(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.bind", "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn"):
        reached.append((event, str(arguments)[:200]))
sys.addaudithook(watch)
from gpucat.__main__ import main
said = {}
for line in json.load(sys.stdin):
    reached.clear()
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        code = main(["--db", sys.argv[1], *line.split(" ")])
    said[line] = code, list(reached)
print(json.dumps(said))
"""


def test_no_command_reaches_out_that_does_not_say_so(db: Path, hostile: Gpucat) -> None:
    lines = [*COMMANDS, "export site -o public", "export atom", "db backup", "db check --repair", "mark 6 done"]
    lines.append("add https://a.example/new --title New --no-fetch --yes")
    words = [sys.executable, "-c", WATCHED, str(db)]
    done = subprocess.run(words, input=json.dumps(lines), capture_output=True, text=True, timeout=600)
    said = json.loads(done.stdout)
    assert said.pop("note 149")[1]  # it says that it opens the editor
    assert len(said) == len(lines) - 1
    assert {line: reached for line, (_, reached) in said.items() if reached} == {}
    assert {line: code for line, (code, _) in said.items() if code not in (0, 1, 2)} == {}
