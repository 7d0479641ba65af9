"""The exported site, and a real browser to open it in: Debian's Chromium, driven by Playwright."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from gpucat.__main__ import main

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
PATIENCE_MS = 120_000  # only a page that is broken takes so long, and any machine may be busy
HOSTILE = {
    "title": "<script>document.title = 'run'</script> & \"quoted\" {{ 7 * 7 }}",
    "url": "https://a.example/x?a=1&b=<script>",
    "authors": ["<b>Eve</b>"],
    "source": "</script><img src=x onerror=alert(1)>",
    "module": "memory",
    "level": "advanced",
    "published": "2026",
    "keywords": ["</script>", "<!--"],
    "summary": "</script><script>document.title = 'run'</script>",
    "why_en": "<style>body { display: none }</style>",
}


class Site(NamedTuple):
    """A folder of pages and the database they were made from."""

    folder: Path
    database: Path

    def page(self, name: str = "index.html") -> str:
        return (self.folder / name).read_text("utf-8")


@pytest.fixture(scope="session")
def site(seeded: Path, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The built-in list as a site, with one article checked and one that means harm."""
    folder = tmp_path_factory.mktemp("site")
    database = folder / "catalogue.db"
    database.write_bytes(seeded.read_bytes())
    (folder / "hostile.jsonl").write_text(json.dumps(HOSTILE), "utf-8")
    assert main(["--db", str(database), "import", str(folder / "hostile.jsonl")]) == 0
    connection = sqlite3.connect(database)
    with connection:
        connection.execute(
            "INSERT INTO link_check (article_number, url, checked_at, verdict, reason_en, reason_zh, attempts, elapsed_ms)"
            " VALUES (1, 'https://a.example', '2026-08-14T10:00:00+00:00', 'broken', 'gone', '不在', 1, 90)"
        )
        connection.execute("INSERT INTO note VALUES (1, 'my private thought', '2026-08-14T10:00:00+00:00')")
        connection.execute("INSERT INTO reading (article_number, status, changed_at) VALUES (2, 'done', '2026-08-14')")
        connection.execute("DELETE FROM search_state")  # so that the index is made anew, with the note
    connection.close()
    assert main(["--db", str(database), "export", "site", "-o", str(folder / "public")]) == 0
    return Site(folder / "public", database)


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """One browser for all tests; they are skipped where there is none."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="the browser tests need Playwright")
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip(f"the browser tests need Chromium: none of {', '.join(BROWSERS)} is installed")
    with sync_api.sync_playwright() as engine:
        running = engine.chromium.launch(executable_path=path, headless=True, args=list(FLAGS), timeout=PATIENCE_MS)
        sync_api.expect.set_options(timeout=PATIENCE_MS)
        yield running
        running.close()


@pytest.fixture
def page(browser: "Browser", site: Site) -> Iterator["Page"]:
    """A fresh page that must neither complain nor ask for anything but the site's own files."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    context.set_default_timeout(PATIENCE_MS)
    opened = context.new_page()
    complaints: list[str] = []
    asked: list[str] = []
    opened.on("console", lambda message: complaints.append(f"{message.type}: {message.text}"))
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("request", lambda request: asked.append(request.url))
    yield opened
    context.close()
    assert not complaints
    own = (site.folder.as_uri(), "http://127.0.0.1:", "blob:", "data:")
    assert [url for url in asked if not url.startswith(own)] == []
