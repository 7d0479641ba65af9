"""Tests `texts fetch --all` through a proxy to a mirror of the whole list, killed at random moments and taken up again.

After each kill the file of texts is intact, and what is kept is whole and never asked for again; the catalogue is untouched.
"""

import html
import random
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from gpucat.paths import texts_path
from gpucat.store.transaction import write_transaction
from tests.links.hostile_server import HostileServer, Request, answer
from tests.trust.test_kills import EACH, RUN, assert_whole, kill_within, run

pytestmark = pytest.mark.trust

PROSE = "<p>" + "Thirty-two banks serve the lanes of one warp, and a conflict serialises them. " * 40 + "</p>"
END = "The last words of the page."


@pytest.fixture
def mirror(db: Path) -> Iterator[HostileServer]:
    """A proxy that knows a page for each article of the list, whose addresses become ones without encryption."""
    with write_transaction(db) as connection:
        connection.execute("UPDATE article SET url = 'http' || substr(url, 6) WHERE url LIKE 'https:%'")
        titles = dict(connection.execute("SELECT url, title FROM article"))
    pages = {url.partition("#")[0]: html.escape(title) for url, title in titles.items()}

    def page(request: Request) -> bytes:
        if request.target.endswith("/robots.txt"):
            return answer("User-agent: *\nAllow: /\nDisallow: /private\n", media="text/plain")
        if request.target not in pages:
            return answer("<title>404 Not Found</title>", status=404)
        title = pages[request.target]
        return answer(f"<title>{title}</title><article><h1>{title}</h1>{PROSE}<pre>int x;</pre><p>{END}</p></article>")

    with HostileServer() as server:
        server.fallback["127.0.0.1"] = page
        yield server


def kept(db: Path) -> dict[str, str]:
    """Returns the addresses and texts that are kept, whose file must be intact."""
    path = texts_path(db)
    if not path.exists():
        return {}
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        if connection.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,):
            return {}
        connection.execute("INSERT INTO section_fts (section_fts) VALUES ('integrity-check')")
        rows = connection.execute("SELECT url, markdown FROM text").fetchall()
        cut = "SELECT count(*) FROM text WHERE id NOT IN (SELECT text_id FROM section)"
        assert connection.execute(cut).fetchone() == (0,)
    return {url: zlib.decompress(markdown).decode() for url, markdown in rows}


def test_texts_killed_while_they_are_fetched(db: Path, mirror: HostileServer) -> None:
    words = ("--db", str(db), "texts", "fetch", "--all", "--proxy", mirror.url(""), "--host-interval", "0")
    before = db.read_bytes()
    usual = run(RUN, *words)
    assert len(kept(db)) == 148
    texts_path(db).unlink()
    chance = random.Random(1)
    for turn in range(EACH + 1):
        had = kept(db)
        mirror.asked.clear()
        if turn < EACH:
            kill_within(usual, chance, RUN, *words)
        else:
            run(RUN, *words)
        assert not had.keys() & {target for _, target in mirror.asked}
        assert had.items() <= kept(db).items()
        assert all(END in text for text in kept(db).values())
    assert len(kept(db)) == 148
    assert db.read_bytes() == before
    assert_whole(db)
