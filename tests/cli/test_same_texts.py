"""Tests what kept texts tell and titles do not: copies and translations, and what an article is about."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from tests.cli.test_add import ALLOW
from tests.cli.test_edit_form import editor, unchanged  # noqa: F401  a fixture
from tests.cli.test_text_changes import article, prose
from tests.cli.test_verify_links import server  # noqa: F401  a fixture
from tests.conftest import Gpucat
from tests.links.hostile_server import HostileServer

from gpucat.paths import texts_path
from gpucat.render.terminal import Terminal
from gpucat.store.texts import TextFacts, put_text, writing_texts
from gpucat.texts.volume import volume_of

CODE = "\n".join(f"float sum_{n} = tile_{n}[threadIdx.x ^ {n * 37}] * scale_{n};" for n in range(20))
WORDS = " ".join(f"bank{n} serves lane{n * 3}" for n in range(200))
ENGLISH = f"# Banks\n\n{WORDS}\n\n```cuda\n{CODE}\n```\n"
CHINESE = f"# 存储体\n\n{'共享内存分为三十二个存储体，线程束同时访问它们。' * 20}\n\n```cuda\n{CODE}\n```\n"

Keep = Callable[..., None]


@pytest.fixture
def keep(gpucat: Gpucat, db: Path) -> Keep:
    """Keeps texts of articles by their numbers."""

    def put(language: str = "en", **texts: str) -> None:
        gpucat("list")
        for name, text in texts.items():
            with closing(sqlite3.connect(db)) as connection:
                [(key, url)] = connection.execute("SELECT url_key, url FROM article WHERE number = ?", (name[1:],))
            facts = TextFacts(key, url, "2026-01-01T00:00:00+00:00", None, None, "T", language, volume_of(text), 1)
            with writing_texts(db) as connection:
                put_text(connection, facts, text)

    return put


def found(gpucat: Gpucat) -> list[tuple[str, str, str, str]]:
    pairs = json.loads(gpucat("dedupe", "--json").out)
    return [(pair["a"], pair["b"], pair["verdict"], pair["reasons"][-1]) for pair in pairs]


def test_a_copy_under_another_title_is_likely(gpucat: Gpucat, keep: Keep) -> None:
    keep(
        a18=ENGLISH,
        a60=ENGLISH + "One line more at the end of it.\n",
        a61="# Dough\n\n" + WORDS.replace("bank", "dough"),
    )
    [(one, other, verdict, reason)] = found(gpucat)
    assert (one, other, verdict) == ("memory/6", "gemm/7", "likely")
    assert reason.startswith("same text (")
    assert gpucat("dedupe", "--check").code == 1
    gpucat("distinct", "18", "60")
    assert found(gpucat) == []


def test_a_translation_is_told_by_its_code_and_left_to_a_person(gpucat: Gpucat, keep: Keep) -> None:
    keep(a18=ENGLISH, a61="# Dough\n\n" + WORDS.replace("bank", "dough"))
    keep("zh", a60=CHINESE)
    pairs = found(gpucat)
    assert ("memory/6", "gemm/7", "maybe") in {pair[:3] for pair in pairs}
    assert any(reason.startswith("same code and numbers in another language") for *_, reason in pairs)


def test_what_titles_tell_gets_the_text_as_one_more_reason(gpucat: Gpucat, keep: Keep, tmp_path: Path) -> None:
    copies = tmp_path / "copies.jsonl"
    copies.write_text(
        json.dumps({"title": "CuTe Swizzle | Medium", "url": "https://medium.com/@leimao/cute-swizzle-0a"})
    )
    gpucat("import", str(copies))
    [before] = json.loads(gpucat("dedupe", "--json").out)
    keep(a149=ENGLISH, a38=ENGLISH)
    [after] = json.loads(gpucat("dedupe", "--json").out)
    assert after["reasons"] == [*before["reasons"], "same text (100% of the shorter one)"]


def test_a_merge_says_what_the_texts_say_and_merges_nothing_itself(gpucat: Gpucat, keep: Keep) -> None:
    assert "does not look like the same work" in gpucat("merge", "18", "60", "--dry-run").err
    keep(a18=ENGLISH, a60=ENGLISH)
    said = gpucat("merge", "18", "60", "--dry-run").err
    assert "gemm/7: same text (100% of the shorter one)" in said
    assert "does not look like" not in said
    assert gpucat("merge", "18", "60").code == 2  # it asks


def test_adding_a_page_with_a_known_text_is_objected_to(
    gpucat: Gpucat,
    keep: Keep,
    server: HostileServer,  # noqa: F811
) -> None:
    text = prose("banks")
    keep(a18=text.replace("<p>", "").replace("</p>", "\n\n"))
    server.routes["/copy"] = lambda _: article("Bread with old dough", text)
    refused = gpucat("add", server.url("/copy"), "--yes", *ALLOW)
    assert (refused.code, "likely duplicate of memory/6" in refused.err, "same text" in refused.err) == (1, True, True)


def test_unusable_texts_leave_dedupe_as_it_was(gpucat: Gpucat, db: Path) -> None:
    texts_path(db).write_bytes(b"nothing that SQLite knows" * 100)
    assert (gpucat("dedupe", "--check").code, found(gpucat)) == (0, [])


def test_what_an_article_is_about_is_proposed_from_its_text(
    gpucat: Gpucat,
    keep: Keep,
    tmp_path: Path,
    editor: Callable[..., list[str]],  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    new = tmp_path / "new.jsonl"
    new.write_text(json.dumps({"title": "Some thoughts", "url": "https://a.example/thoughts"}))
    gpucat("import", str(new))
    keep(
        a149="A swizzle avoids the bank conflict: each swizzle maps a bank conflict away. " * 10,
        a18="# Banks\n\n" + WORDS,
    )
    assert "shares swizzle" in gpucat("related", "149").out
    editor(unchanged)
    monkeypatch.setattr(Terminal, "ask", lambda _self, _question: "y")
    gpucat("edit", "inbox")
    [card] = json.loads(gpucat("show", "https://a.example/thoughts", "--json").out)
    assert set(card["teaches"]) == {"swizzle", "bank conflict"}
    assert {"swizzle", "bank conflict"} <= set(card["keywords"])
