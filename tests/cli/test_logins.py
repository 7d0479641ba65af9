"""Tests that no file brings a login of an address into the catalogue, and that no output shows one that is there."""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from tests.conftest import Gpucat, Result

SECRETS = ("s3cret", "t0ken", "ann:", "ann%3A")
LOGIN = "https://ann:s3cret@a.example/one"
TOKEN = "https://t0ken@b.example/two"
FILES = {
    "rows.jsonl": json.dumps({"url": LOGIN, "title": LOGIN, "summary": f"see {TOKEN}", "other": [TOKEN]})
    + f'\n{{"url": "{LOGIN}"}}\n{{"url": "https://ann:s3cret@", "title": "x"}}\n',
    "rows.json": json.dumps([{"url": LOGIN.replace("@", "\u0040"), "title": "One", "note": f"see {TOKEN}"}]),
    "rows.csv": f"title,url,summary,other\nOne,{LOGIN},see {TOKEN},{TOKEN}\n,{TOKEN},,\nBad,https://ann:s3cret@,,\n",
    "rows.tsv": f"title\turl\n{LOGIN}\t{LOGIN}\n",
    "list.md": f"- [One]({LOGIN}) after {TOKEN}\n- {TOKEN}\n- <{LOGIN}?2>\n- [{LOGIN}](https://ann:s3cret@)\n",
    "marks.html": "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><DT><A HREF='https://ann:s3cret&#64;a.example/one'>One</A>"
    f"<DD>see {TOKEN}\n<DT><A HREF='{TOKEN}'></A><DT><A HREF='https://ann:s3cret@'>Bad</A></DL>",
    "feeds.opml": f'<opml version="2.0"><body><outline text="{LOGIN}" type="link" url="{LOGIN}"/>'
    f'<outline text="Two" type="link" url="{TOKEN}" description="see {LOGIN}"/></body></opml>',
    "refs.bib": f"@misc{{one, title = {{One}}, url = {{{LOGIN}}}, note = {{see {TOKEN}}}}}\n@misc{{two, url = {{{TOKEN}}}}}\n",
}
READS = (
    "", "list", "list --json", "list --format urls", "list --format csv", "list -m inbox", "show {0}", "show {0} --json", "open {0} --print",
    "open {0}", "search capacity", "search capacity --json", "search https://ann:s3cret@a.example/one", "show https://ann:s3cret@a.example/one",
    "list --author https://ann:s3cret@a.example", "related {0}", "route --all", "route --json", "next -n 50 --json", "modules --json",
    "practice --json", "audit", "audit --json", "dedupe", "dedupe --json", "history --json", "today", "verify-links --dry-run", "verify-links {0} --dry-run",
    "diff old.jsonl", "diff old.db", "edit {0} --summary x --dry-run", "merge {0} 7 --dry-run", "notes", "export reading", "export journal",
    "add https://ann:s3cret@a.example/one --no-fetch", "edit {0} --url https://ann:s3cret@a.example/two", "db check", "completion",
    "config proxy https://ann:s3cret@a.example", "import https://ann:s3cret@a.example/x.md", "verify-links --proxy http://ann:s3cret@ {0}",
)  # fmt: skip


def shown(result: Result) -> list[str]:
    return [secret for secret in SECRETS if secret in result.out + result.err]


@pytest.mark.parametrize("name", FILES)
def test_no_file_brings_a_login(gpucat: Gpucat, empty: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(FILES[name], "utf-8")
    for command in ("import --dry-run --skip-invalid", "import --json --skip-invalid", "import", "diff", "verify-links --dry-run --json --file",
                    "dedupe --json --file"):  # fmt: skip
        result = gpucat("--db", str(empty), *command.split(), name)
        assert result.code in (0, 1), (command, result.err)
        assert not shown(result), (command, result)
        if command == "import --dry-run --skip-invalid":
            assert "user name and password in its address were left out" in result.err
    for kept in (empty, *tmp_path.glob("*.rejected.jsonl")):
        assert not [secret for secret in SECRETS[:2] if secret.encode() in kept.read_bytes()], kept
    assert "a.example/one" in gpucat("--db", str(empty), "list", "--format", "urls").out


@pytest.fixture
def leaky(gpucat: Gpucat, db: Path, tmp_path: Path) -> Gpucat:
    """Returns a catalogue of which an earlier gpucat has stored logins: in addresses, texts and checks."""
    shutil.copy(db, tmp_path / "old.db")
    (tmp_path / "old.jsonl").write_text(gpucat("export", "jsonl").out, "utf-8")
    with sqlite3.connect(db) as connection:
        connection.execute(
            "UPDATE article SET url = ?, url_key = ?, summary = summary || ? WHERE number = 6",
            (LOGIN, LOGIN, f" {TOKEN}"),
        )
        connection.execute("INSERT INTO link_check (article_number, url, checked_at, verdict, reason_en, reason_zh, final_url, attempts, elapsed_ms)"
                           " VALUES (6, ?1, '2026-01-01T00:00:00+00:00', 'moved', 'x', 'x', ?1, 1, 1)", (LOGIN,))  # fmt: skip
    connection.close()
    return gpucat


def test_no_output_shows_one(leaky: Gpucat, tmp_path: Path) -> None:
    for command in READS:
        result = leaky(*(word.format("6") for word in command.split()))
        assert result.code in (0, 1, 2, 3), (command, result)
        assert not shown(result), (command, result.out[-300:], result.err[-300:])
    for form in ("jsonl", "json", "csv", "tsv", "markdown", "bookmarks", "opml", "bibtex", "atom", "site"):
        assert leaky("export", form, "-o", f"out-{form}").code == 0, form
    for path in (
        file for out in tmp_path.glob("out-*") for file in (out.rglob("*") if out.is_dir() else [out]) if file.is_file()
    ):
        assert not [secret for secret in SECRETS[:2] if secret.encode() in path.read_bytes()], path


def test_an_audit_names_it_and_an_edit_takes_it_out(leaky: Gpucat) -> None:
    found = [rule for rule in json.loads(leaky("audit", "--json").out) if rule["rule"] == "no-logins"]
    assert [(rule["result"], [one["number"] for one in rule["findings"]]) for rule in found] == [("fail", [6, 6])]
    assert leaky("edit", "6", "--url", "https://a.example/one", "--summary", "s", "--yes").code == 0
    assert "no-logins     pass" in leaky("audit").out
    assert leaky("undo").code == 0
    assert "no-logins     FAIL" in leaky("audit").out
