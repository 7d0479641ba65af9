"""Tests what `verify-links` says of texts that change between two checks, from sketches alone."""

import json
from pathlib import Path

import pytest
from tests.cli.test_verify_links import check, serve, server, title  # noqa: F401  fixtures
from tests.conftest import Gpucat
from tests.links.cases import page
from tests.links.hostile_server import HostileServer, answer

from gpucat.paths import texts_path

BREAD = "Bread with old dough"


def prose(about: str, first: int = 0, last: int = 200) -> str:
    return "".join(f"<p>{about} {number} and {about} {number * 7} are {about}.</p>" for number in range(first, last))


def article(heading: str, text: str) -> bytes:
    return answer(page(heading, f"<article><h1>{heading}</h1>{text}</article>"))


@pytest.fixture
def again(check, db: Path, server: HostileServer):  # noqa: F811
    """Checks article 1, changes its page, and returns what the second check says of it."""

    def run(heading: str, text: str) -> dict[str, str]:
        [first] = json.loads(check("1", "--json", a=article(title(1, db), prose("banks"))).out)
        assert (first["verdict"], first["text_change"]) == ("ok", None)
        serve(server, "/a", article(heading, text))
        [second] = json.loads(check("1", "--json").out)
        return second

    return run


@pytest.mark.parametrize(
    ("text", "change"),
    [
        (prose("banks"), "unchanged"),
        (prose("banks", last=170) + prose("lanes", last=30), "edited"),
        (prose("banks", last=80) + prose("lanes", last=120), "rewritten"),
        (prose("dough"), "rewritten"),
    ],
)
def test_a_changed_text_under_its_title_is_told_and_alive(again, db: Path, text: str, change: str) -> None:
    found = again(title(1, db), text)
    assert (found["verdict"], found["text_change"]) == ("ok", change)


def test_another_text_under_another_title_is_another_article_for_good(again, check, db: Path) -> None:  # noqa: F811
    found = again(BREAD, prose("dough"))
    assert (found["verdict"], found["text_change"]) == ("wrong-article", "another-article")
    [found] = json.loads(check("1", "--json").out)
    assert (found["verdict"], found["text_change"]) == ("wrong-article", "another-article")


def test_the_same_text_under_another_title_is_the_article_retitled(again) -> None:
    found = again(BREAD, prose("banks", last=190))
    assert (found["verdict"], found["title_match"], found["text_change"]) == ("ok", "changed", "edited")
    assert "retitled" in found["reason"]
    assert f"“{BREAD}”" in found["reason"]


def test_a_doubtful_title_is_decided_by_the_text(again, check, db: Path) -> None:  # noqa: F811
    doubtful = title(1, db).replace("Capability", "and Bread Capability")
    [without] = json.loads(check("1", "--json", a=article(doubtful, prose("dough"))).out)
    texts_path(db).unlink(missing_ok=True)
    found = again(doubtful, prose("dough"))
    assert (without["verdict"], found["verdict"]) == ("ok", "wrong-article")


def test_a_rewritten_article_is_shown_to_be_read_again(check, server: HostileServer, db: Path) -> None:  # noqa: F811
    check("1", a=article(title(1, db), prose("banks")))
    serve(server, "/a", article(title(1, db), prose("lanes")))
    table = check("1")
    assert "does the summary still fit" in table.out
    assert "texts: 1 rewritten" in table.err


def test_a_file_that_cannot_hold_sketches_is_told_once_and_harms_no_check(check, db: Path) -> None:  # noqa: F811
    texts_path(db).write_bytes(b"not a database, but something else" * 40)
    done = check("1", "2", "--json", a=article(title(1, db), prose("a")), b=article(title(2, db), prose("b")))
    assert [one["verdict"] for one in json.loads(done.out)] == ["ok", "ok"]
    assert done.err.count("Whether texts have changed cannot be told") == 1


def test_a_sketch_holds_no_word_of_the_text(check, gpucat: Gpucat, db: Path) -> None:  # noqa: F811
    check("1", a=article(title(1, db), prose("zyxwcanary")))
    assert b"canary" not in texts_path(db).read_bytes()
    assert "No texts yet" in gpucat("texts", "list").err
