"""Tests `verify-links` and `confirm` as a user sees them, against a local server."""

import json
import socket
import sqlite3
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from tests.conftest import Gpucat, Result
from tests.links.cases import good, page
from tests.links.hostile_server import HostileServer, answer

from gpucat.catalog.url import canonical_url
from gpucat.render.text import counted

HOST = ("--allow-address", "127.0.0.1", "--host-interval", "0", "--retries", "0", "--deadline", "60")


@pytest.fixture
def server():
    with HostileServer() as running:
        yield running


@pytest.fixture
def check(gpucat: Gpucat, db: Path, server: HostileServer):
    """Gives articles 1, 2, … addresses on the server with these answers, and runs verify-links on them."""

    def run(*words: str, **answers: bytes) -> Result:
        with sqlite3.connect(db) as connection:
            for number, (name, said) in enumerate(answers.items(), 1):
                serve(server, f"/{name}", said)
                url = server.url(f"/{name}")
                connection.execute(
                    "UPDATE article SET url = ?, url_key = ? WHERE number = ?", (url, canonical_url(url), number)
                )
        connection.close()
        return gpucat("verify-links", *words, *HOST)

    return run


def serve(server: HostileServer, path: str, said: bytes) -> None:
    server.routes[path] = lambda request: said


def redirect(location: str, status: int = 301) -> bytes:
    return answer("", f"Location: {location}", status=status)


def title(number: int, db: Path) -> str:
    with sqlite3.connect(db) as connection:
        found: str = connection.execute("SELECT title FROM article WHERE number = ?", (number,)).fetchone()[0]
    connection.close()
    return found


def test_json_tells_everything_about_a_link(check, db: Path):
    result = check("1", "2", "--json", a=good(title(1, db)), b=answer(status=404))
    first, second = json.loads(result.out)
    assert result.code == 1
    assert set(first) == {
        "id", "number", "title", "url", "verdict", "reason", "status", "final_url", "page_title", "title_match", "text_change",
        "attempts", "elapsed_ms", "checked_at", "since", "checks_in_a_row",
    }  # fmt: skip
    assert (first["id"], first["verdict"], first["title_match"]) == ("hardware/1", "ok", "match")
    assert (second["verdict"], second["status"], second["attempts"]) == ("broken", 404, 1)


def test_table_shows_what_needs_a_person_worst_first(check, db: Path):
    found = check("1..3", a=answer(status=404), b=good("Chairs and Tables"), c=good(title(3, db)))
    lines = found.out.splitlines()
    assert [line.split()[0] for line in lines[2:]] == ["wrong-article", "broken"]
    assert "Chairs and Tables" in lines[2]
    assert "3 links: 1 ok, 1 broken, 1 wrong-article" in found.err
    assert "\x1b" not in found.out + found.err


def test_fail_on_decides_the_exit_code(check):
    assert check("1", a=answer(status=404)).code == 1
    assert check("1", "--fail-on", "none").code == 0
    assert check("1", "--fail-on", "soft-404").code == 0
    assert check("1", "--fail-on", "dead").code == 2


def test_history_is_kept_and_shown(check, gpucat: Gpucat):
    for _ in range(3):
        last = json.loads(check("1", "--json", a=answer(status=404)).out)[0]
    assert last["checks_in_a_row"] == 3
    assert "4 checks in a row" in check("1").out
    card = json.loads(gpucat("show", "1", "--json").out)[0]
    assert [entry["verdict"] for entry in card["link_history"]] == ["broken"] * 4
    assert json.loads(gpucat("stats", "--json").out)["links"]["broken"] == 1
    assert "row" in gpucat("show", "1").out


def test_history_is_no_change_to_take_back(check, gpucat: Gpucat):
    check("1", a=answer(status=404))
    assert json.loads(gpucat("history", "--json").out) == []


def test_stale_skips_what_was_fine_and_never_a_failure(check, db: Path, server: HostileServer):
    check("1", "2", a=good(title(1, db)), b=answer(status=404))
    again = check("1", "2", "--stale", "7d", "--json")
    assert [row["number"] for row in json.loads(again.out)] == [2]
    assert "Skipped 1 link not yet due" in again.err
    assert json.loads(check("1", "2", "--stale", "ok=7d,broken=7d", "--json").out) == []
    assert server.asked["127.0.0.1", "/a"] == 1


@pytest.mark.parametrize("age", ["soon", "7", "good=7d", "9" * 20 + "d", "9" * 400 + "w", "ok=" + "9" * 9 + "w", ""])
def test_an_age_that_is_none_is_named(gpucat: Gpucat, age: str):
    assert gpucat("verify-links", "--stale", age, "--dry-run").code == 2


def test_failed_asks_only_what_was_not_fine(check, db: Path):
    check("1", "2", "3", a=good(title(1, db)), b=answer(status=404), c=answer(status=403))
    assert [row["number"] for row in json.loads(check("--failed", "--json").out)] == [2, 3]


def test_dry_run_asks_nothing(check, server: HostileServer):
    planned = check("1", "--dry-run", a=answer())
    assert not server.asked
    assert "1 link on 1 host," in planned.err


@pytest.mark.parametrize(
    ("number", "noun", "said"),
    [(0, "row", "0 rows"), (1, "address", "1 address"), (2, "address", "2 addresses"), (1, "link", "1 link"), (11, "match", "11 matches")],
)  # fmt: skip
def test_english_nouns_are_counted(number: int, noun: str, said: str):
    assert counted(number, noun) == said


def test_confirm_settles_a_title(check, gpucat: Gpucat):
    page_ = good("Chairs and Tables")
    assert check("1", a=page_).code == 1
    assert "Chairs and Tables" in gpucat("confirm", "1").err
    confirmed = check("1", "--json")
    assert confirmed.code == 0
    assert json.loads(confirmed.out)[0]["verdict"] == "ok"
    assert "confirm" in gpucat("history").out
    assert gpucat("undo").code == 0
    assert check("1").code == 1


def test_confirm_without_a_check_says_what_to_do(gpucat: Gpucat):
    refused = gpucat("confirm", "1")
    assert refused.code == 2
    assert "verify-links hardware/1" in refused.err


def test_a_title_that_was_matched_and_changes_is_told(check, db: Path, server: HostileServer):
    check("1", a=answer(page(title(1, db))))
    server.routes["/a"] = lambda request: answer(page("Casino Royal"))
    assert f"changed from “{title(1, db)}” to “Casino Royal”" in check("1").out


def test_apply_moved_writes_the_new_address_and_keeps_the_old_one(
    check, gpucat: Gpucat, db: Path, server: HostileServer
):
    serve(server, "/new", good(title(1, db)))
    old = server.url("/a")
    moved = check("1", "--apply-moved", a=redirect("/new"))
    assert (moved.code, "1 address changed" in moved.err) == (0, True)
    assert "Moved permanently\n" in moved.out
    assert json.loads(gpucat("show", old, "--json").out)[0]["url"] == server.url("/new")
    assert gpucat("undo").code == 0
    assert json.loads(gpucat("show", "1", "--json").out)[0]["url"] == old


def test_apply_moved_leaves_what_another_article_has(check, db: Path, server: HostileServer):
    said = check("1", "2", "--apply-moved", a=redirect("/b"), b=good(title(1, db)))
    assert "belongs to another article" in said.err


def test_a_temporary_redirect_is_not_applied(check, gpucat: Gpucat, db: Path, server: HostileServer):
    serve(server, "/new", good(title(1, db)))
    assert "0 addresses changed" in check("1", "--apply-moved", a=redirect("/new", 302)).err


def test_moves_by_a_slash_are_one_line(check, db: Path, server: HostileServer):
    serve(server, "/a/", good(title(1, db)))
    found = check("1", a=redirect("/a/"))
    assert found.out == "1 moved only by a slash, www or https: hardware/1\n"


def test_file_rows_carry_their_lines(gpucat: Gpucat, tmp_path: Path, server: HostileServer):
    server.routes["/a"] = lambda request: good("Warps at Work")
    listed = tmp_path / "list.md"
    listed.write_text(f"# Links\n\n- [Warps at Work]({server.url('/a')})\n- [Warps at Work]({server.url('/a')}) again\n- [Banks]({server.url('/b')})\n")  # fmt: skip
    result = gpucat("verify-links", "--file", str(listed), "--json", *HOST)
    assert [(row["line"], row["verdict"]) for row in json.loads(result.out)] == [(3, "ok"), (4, "ok"), (5, "broken")]
    assert server.asked["127.0.0.1", "/a"] == 1
    assert not (tmp_path / "data").exists()


def test_file_problems_are_named(gpucat: Gpucat, tmp_path: Path):
    listed = tmp_path / "list.jsonl"
    listed.write_text('{"title": "x"}\n')
    result = gpucat("verify-links", "--file", str(listed), "--json", *HOST)
    assert (result.code, result.out) == (1, "[]\n")
    assert f"{listed}:1: url: missing" in result.err
    assert f"{listed}: no link could be read in it" in result.err
    assert gpucat("verify-links", "--file", str(tmp_path / "none.md")).code == 3


FILES = {
    "list.csv": "title,url\nWarps at Work,{}\n",
    "list.txt": "{}\n",
    "feeds.opml": '<opml version="2.0"><body><outline text="Warps at Work" htmlUrl="{}"/></body></opml>',
    "refs.bib": "@misc{{a, title={{Warps at Work}}, url={{{}}}}}\n",
    "marks.html": '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><DT><A HREF="{}">Warps at Work</A></DL><p>\n',
    "array.json": '[{{"title": "Warps at Work", "url": "{}"}}]',
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_checked_in_any_format_that_import_reads(name: str, gpucat: Gpucat, tmp_path: Path, server: HostileServer):  # fmt: skip
    server.routes["/a"] = lambda request: good("Warps at Work")
    (tmp_path / name).write_text(FILES[name].format(server.url("/a")))
    result = gpucat("verify-links", "--file", name, "--json", *HOST)
    assert (result.code, [row["verdict"] for row in json.loads(result.out)]) == (0, ["ok"])


@pytest.mark.parametrize("name", ["list.csv", "list.md", "refs.bib", "list.jsonl", "marks.html", "feeds.opml"])
def test_what_could_not_be_read_has_not_passed(name: str, gpucat: Gpucat, tmp_path: Path):
    (tmp_path / name).write_text("Nothing here\nis a link\n")
    for words in (["verify-links", "--file"], ["verify-links", "--dry-run", "--file"], ["dedupe", "--check", "--file"]):
        result = gpucat(*words, name)
        assert result.code == 1, words
        assert f"{name}: no " in result.err


def test_a_line_that_could_not_be_read_has_not_passed(gpucat: Gpucat, tmp_path: Path, server: HostileServer):
    server.routes["/a"] = lambda request: good("Warps at Work")
    row = json.dumps({"title": "Warps at Work", "url": server.url("/a")})
    (tmp_path / "half.jsonl").write_text(f"{row}\n{{broken\n")
    for words in (["verify-links", *HOST], ["dedupe", "--check"]):
        result = gpucat(*words, "--file", "half.jsonl")
        assert result.code == 1
        assert "half.jsonl:2: not valid JSON" in result.err


@pytest.mark.parametrize("output_format", ["jsonl", "markdown", "junit", "github"])
def test_formats_for_programs(output_format: str, gpucat: Gpucat, tmp_path: Path, server: HostileServer):
    server.routes["/a"] = lambda request: good("Warps at Work")
    server.routes["/w"] = lambda request: answer(status=403)
    listed = tmp_path / "li,st.md"
    listed.write_text(
        f"[Warps at Work]({server.url('/a')})\n[A <b> & %]({server.url('/b')})\n[W]({server.url('/w')})\n"
    )
    out = gpucat("verify-links", "--file", str(listed), "--format", output_format, *HOST).out
    if output_format == "jsonl":
        assert sorted(json.loads(line)["verdict"] for line in out.splitlines()) == ["blocked", "broken", "ok"]
    elif output_format == "junit":
        suite = ElementTree.fromstring(out)
        assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("3", "1", "1")
    elif output_format == "github":
        assert out.splitlines()[0].startswith("::error file=")
        assert "li%2Cst.md,line=2,title=broken::" in out
        assert "::warning" in out
    else:
        assert "| broken | line 2 | [A \\<b> & %](" in out


def test_without_a_network_nothing_is_called_dead(check, gpucat: Gpucat, db: Path, monkeypatch: pytest.MonkeyPatch):
    def no_answer(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_AGAIN, "no name server")

    monkeypatch.setattr("socket.getaddrinfo", no_answer)
    with sqlite3.connect(db) as connection:
        for number, url in enumerate(("http://127.0.0.9/x", "http://intranet/x", "ftp://a.example/x", "nothing"), 1):
            connection.execute("UPDATE article SET url = ?, url_key = ? WHERE number = ?", (url, str(number), number))
    connection.close()
    result = gpucat("verify-links", "--json", *HOST)
    assert (result.code, result.out) == (3, "")
    assert "no network" in result.err
    with sqlite3.connect(db) as connection:
        assert connection.execute("SELECT count(*) FROM link_check").fetchone() == (0,)
    connection.close()


def test_text_from_pages_steers_no_terminal(check):
    evil = check("1", a=answer(page("\x1b[31m[red]Evil\u202e[/x]")))
    assert "\x1b" not in evil.out
    assert "\u202e" not in evil.out
    assert "[red]Evil" in evil.out


@pytest.mark.parametrize("words", [("1",), ("--stale", "7d"), ("--failed",), ("--apply-moved",)])
def test_what_only_the_catalogue_has_is_not_asked_of_a_file(gpucat: Gpucat, tmp_path: Path, words: tuple[str, ...]):
    listed = tmp_path / "list.md"
    listed.write_text("")
    assert gpucat("verify-links", "--file", str(listed), *words).code == 2


@pytest.mark.parametrize("words", [("--format", "yaml"), ("--fail-on", "x"), ("nowhere/9",), ("--allow-address", "x")])
def test_wrong_usage(gpucat: Gpucat, words: tuple[str, ...]):
    assert gpucat("verify-links", *words).code == 2


def test_chinese_reasons(check, gpucat: Gpucat):
    check("1", a=answer(status=404))
    assert "页面不存在" in gpucat("--lang", "zh", "verify-links", "1", *HOST).out


def test_options_that_cannot_be_used_say_nothing_of_links(check, gpucat: Gpucat, server: HostileServer):
    check("1", "--dry-run", a=answer())
    for option, value in [
        ("--proxy", "foo"), ("--proxy", ":::"), ("--proxy", "ftp://a.example"), ("--proxy", "http://a.example:x"),
        ("--proxy", "http://"), ("--user-agent", "中文"), ("--user-agent", "a\nb"), ("--user-agent", " "),
    ]:  # fmt: skip
        refused = gpucat("verify-links", "1", option, value, *HOST)
        assert (refused.code, option in refused.err) == (2, True), refused.err
    assert not server.asked
    assert json.loads(gpucat("show", "1", "--json").out)[0]["link_history"] == []


@pytest.mark.parametrize("option", ["--deadline", "--host-interval", "--retries", "--per-host", "--concurrency"])
def test_numbers_have_bounds(gpucat: Gpucat, option: str):
    for value in ("nan", "inf", "-inf", "1e99", "9" * 30, "-1"):
        refused = gpucat("verify-links", "1", "--dry-run", option, value)
        assert (refused.code, option in refused.err) == (2, True), (value, refused.err)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433", "①②⑦.0.0.1", "[::1]", "10.0.0.1"])
def test_an_own_address_that_is_not_public_is_unknown(gpucat: Gpucat, db: Path, host: str):
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE article SET url = ?, url_key = 'a' WHERE number = 1", (f"http://{host}:9/x",))
    connection.close()
    result = gpucat("verify-links", "1", "--json", "--retries", "0")
    found = json.loads(result.out)[0]
    assert (result.code, found["verdict"]) == (0, "blocked")
    assert "skipped" in found["reason"]
    assert "public" in found["reason"]


def test_a_redirect_to_an_address_that_is_not_public_is_broken(check):
    for name, location in (("a", "http://10.0.0.1/x"), ("b", "//192.168.1.1/x")):
        result = check("1", "--json", **{name: redirect(location)})
        assert [row["verdict"] for row in json.loads(result.out)] == ["broken"]


def test_a_card_tells_the_title_of_a_page_once(check, gpucat: Gpucat, db: Path):
    check("1", "2", a=good("Chairs and Tables"), b=good(title(2, db)))
    assert gpucat("show", "1").out.count("Chairs and Tables") == 1
    assert f"“{title(2, db)}”" in gpucat("show", "2").out


def test_moves_are_offered_until_they_are_written(check, server: HostileServer, db: Path):
    serve(server, "/new", good(title(1, db)))
    assert "`--apply-moved` writes" in check("1", a=redirect("/new")).out
    assert "`--apply-moved` writes" not in check("1", "--apply-moved").out
