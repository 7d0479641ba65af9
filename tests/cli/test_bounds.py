"""Tests what is too long, too wide or has no end: it is named with its limit, and costs no more than its length."""

from pathlib import Path

import pytest
from tests.conftest import Gpucat

from gpucat import files

LONG = "x" * 1_000_001
ADDRESS = "https://a.example/1"
TOO_LONG = {
    "a.csv": (f"title,url\n{LONG},{ADDRESS}\n", "a.csv:2: title"),
    "b.csv": (f"title,url,summary\nA,{ADDRESS},{LONG}\n", "b.csv:2: summary"),
    "c.csv": (f"title,url,mine\nA,{ADDRESS},{LONG}\n", "c.csv:2: extra"),
    "d.csv": (f"title,url\nA,{ADDRESS}\nB,{'y' * (17 << 20)}\n", "d.csv:3: a cell is larger"),
    "a.jsonl": (f'{{"title": "A", "url": "{ADDRESS}{LONG}"}}\n', "a.jsonl:1: url"),
    "a.json": (f'[\n{{"title": "A", "url": "{ADDRESS}", "authors": "{LONG}"}}\n]\n', "a.json:2: authors"),
    "a.html": (f'<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><DT><A HREF="{ADDRESS}">{LONG}</A></DL>', "a.html:2: title"),
    "a.opml": (f'<opml><body>\n<outline text="{LONG}" htmlUrl="{ADDRESS}"/></body></opml>', "a.opml:2: title"),
    "a.bib": (f"@misc{{a, title={{{LONG}}},\n url={{{ADDRESS}}}}}", "a.bib:1: title"),
    "a.md": (f"# Links\n- [{LONG}]({ADDRESS})\n", "a.md:2: title"),
}


@pytest.mark.parametrize("name", TOO_LONG)
def test_what_is_too_long_is_a_problem_of_its_row(gpucat: Gpucat, empty: Path, name: str) -> None:
    text, said = TOO_LONG[name]
    Path(name).write_text(text, "utf-8")
    done = gpucat("import", name, db=empty)
    assert (done.code, said in done.err) == (1, True), (done.code, done.err[:500])


def test_forty_thousand_columns_are_read_at_once(gpucat: Gpucat, empty: Path) -> None:
    columns = ["title", "url", *(f"c{number}" for number in range(40_000))]
    Path("wide.csv").write_text(f"{','.join(columns)}\nA,{ADDRESS}{',v' * 40_000}\n", "utf-8")
    done = gpucat("import", "wide.csv", db=empty)
    assert done.code == 0
    assert len(done.err) < 2_000
    Path("twice.csv").write_text(f"{','.join(['title'] * 20_000 + ['url'] * 20_000)}\n{ADDRESS}\n", "utf-8")
    assert "two columns have this heading" in gpucat("import", "twice.csv", db=empty).err


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero")
@pytest.mark.parametrize("command", ["import --from csv", "verify-links --file", "diff"])
def test_what_has_no_end_stops_at_a_limit(gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setattr(files, "LARGEST", 1 << 20)
    done = gpucat(*command.split(), "/dev/zero")
    assert (done.code, "more than 1 MiB" in done.err) == (3, True)


def test_a_line_without_end_stops_at_the_limit(gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGEST", 10_000)
    rows = [f'{{"title": "A{number}", "url": "{ADDRESS}/{number}"}}\n' for number in range(300)]
    Path("many.jsonl").write_text("".join(rows), "utf-8")
    assert gpucat("import", "many.jsonl", "--dry-run").code == 0, "a file of many short lines may be larger"
    Path("long.jsonl").write_text(" " * 20_000, "utf-8")
    assert gpucat("import", "long.jsonl").code == 3


def test_a_name_after_the_tilde_that_is_no_user_is_told(gpucat: Gpucat) -> None:
    done = gpucat("list", db=Path("~no-such-user/a.db"))
    assert (done.code, "~no-such-user is no user's home folder" in done.err) == (3, True)
