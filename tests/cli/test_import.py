"""Tests imports: every row is accounted for, headings place it, and what cannot be used is named."""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.cli.test_undo import content
from tests.conftest import Gpucat, Result
from tests.formats.test_corpus import CORPUS, EXPECTED

from gpucat.formats.html_links import Anchor, stream_events


def listed(gpucat: Gpucat, *filters: str) -> list[dict[str, Any]]:
    articles: list[dict[str, Any]] = json.loads(gpucat("list", *filters, "--json").out)
    return articles


def rows(result: Result) -> int:
    found = re.search(r"(\d+) rows?: ", result.err)
    assert found, result.err
    return int(found[1])


@pytest.mark.parametrize("name", EXPECTED)
def test_a_dry_run_accounts_for_every_row_and_changes_nothing(gpucat: Gpucat, db: Path, name: str) -> None:
    before = content(db)
    result = gpucat("import", str(CORPUS / name), "--dry-run", "--skip-invalid")
    assert (result.code, rows(result)) == (0, sum(EXPECTED[name]))
    counted = sum(map(int, re.findall(r"(\d+) ", re.split(r"rows?: ", result.err)[-1].partition("\n")[0])))
    assert counted == rows(result)
    assert content(db) == before


def test_a_broken_row_refuses_the_file_and_is_named(gpucat: Gpucat, db: Path) -> None:
    before = content(db)
    result = gpucat("import", str(CORPUS / "shop.csv"))
    assert result.code == 1
    assert f"{CORPUS / 'shop.csv'}:5: published: '2024-13' is not a valid date" in result.err
    assert "shop.csv:4: url: 'not a link' is not a usable address" in result.err
    assert content(db) == before


def test_good_rows_go_in_and_bad_ones_are_set_aside(gpucat: Gpucat, tmp_path: Path) -> None:
    path = tmp_path / "shop.csv"
    path.write_bytes((CORPUS / "shop.csv").read_text("utf-8").encode("gb18030"))
    result = gpucat("import", "shop.csv", "--skip-invalid")
    assert (result.code, "read as gb18030" in result.err) == (0, True)
    assert [article["title"] for article in listed(gpucat, "--module", "inbox")] == ["分块与重叠", "占用率"]
    rejected = [json.loads(line) for line in Path("shop.csv.rejected.jsonl").read_text("utf-8").splitlines()]
    assert [(r["line"], r["field"], r["text"].split(";")[1]) for r in rejected] == [
        (4, "url", "坏行"), (5, "published", "日期有误"),
    ]  # fmt: skip


def test_headings_that_name_a_module_place_the_article_and_others_are_keywords(gpucat: Gpucat, tmp_path: Path) -> None:
    text = """# Mine
## 5. GEMM (3)
### Split-K
- [Title one](https://m.example/1)
## 分块计算与 Layout Algebra（2 篇）
- [Title two](https://m.example/2)
## Elsewhere
- [Title three](https://m.example/3)
"""
    (tmp_path / "mine.md").write_text(text, "utf-8")
    assert gpucat("import", "mine.md").code == 0
    new = {a["title"]: (a["module"], a["keywords"]) for a in listed(gpucat) if "m.example" in a["url"]}
    assert new == {
        "Title one": ("gemm", ["Split-K"]), "Title two": ("layout", []), "Title three": (None, ["Elsewhere"]),
    }  # fmt: skip


def test_an_address_that_comes_twice_in_a_collection_is_taken_once(gpucat: Gpucat) -> None:
    result = gpucat("import", str(CORPUS / "bookmarks.html"), "--json")
    assert result.code == 0
    said = {row["title"]: row["reason"] for row in json.loads(result.out) if row["action"] == "left-out"}
    assert said["B again"].endswith("bookmarks.html:14")
    assert len(listed(gpucat, "--module", "inbox")) == 3


@pytest.mark.parametrize("form", ["csv", "tsv", "json", "jsonl", "opml", "bookmarks", "bibtex"])
def test_the_catalogue_comes_back_from_each_of_its_forms_without_a_difference(
    gpucat: Gpucat, tmp_path: Path, form: str
) -> None:
    gpucat("import", str(CORPUS / "bullets.md"))
    assert gpucat("export", form, "-o", "out").code == 0
    result = gpucat("import", "out", "--from", form, "--on-duplicate", "update")
    assert result.code == 0, result.err
    differing = [
        row for row in json.loads(gpucat("import", "out", "--from", form, "-n", "--json").out) if row["changed"]
    ]
    # A BibTeX entry keeps its own key and type beside what the list knows.
    assert {field for row in differing for field in row["changed"]} <= ({"extra"} if form == "bibtex" else set())
    assert "156 rows" in result.err


def test_an_exported_collection_makes_the_same_list_in_another_catalogue(
    gpucat: Gpucat, seeded: Path, tmp_path: Path
) -> None:
    was = {a["url"]: (a["title"], a["module"]) for a in listed(gpucat)}
    for form in ("opml", "bookmarks", "bibtex"):
        other = Path(shutil.copyfile(seeded, tmp_path / f"{form}.db"))
        gpucat("export", form, "-o", form)
        urls = [a["url"] for a in json.loads(gpucat("list", "--json", db=other).out)]
        assert gpucat("remove", *urls, "--yes", db=other).code == 0
        assert gpucat("import", form, "--from", form, db=other).code == 0
        back = json.loads(gpucat("list", "--json", db=other).out)
        assert {a["url"]: (a["title"], a["module"]) for a in back} == was


def test_thousands_of_links_are_all_accounted_for(gpucat: Gpucat, tmp_path: Path) -> None:
    lines = [f"- [Title {n}](https://many.example/{n}) about {n}\n" for n in range(3_000)]
    (tmp_path / "many.md").write_text(
        "## Kernels\n" + "".join(lines[:1500]) + "## Other\n" + "".join(lines[1500:]), "utf-8"
    )
    result = gpucat("import", "many.md")
    assert (result.code, rows(result)) == (0, 3_000)
    assert "3000 added" in result.err
    assert gpucat("undo").code == 0
    assert len(listed(gpucat)) == 148


def test_a_page_that_the_list_leaves_out_is_told(gpucat: Gpucat, tmp_path: Path) -> None:
    (tmp_path / "links.md").write_text("- [CUDA guide](https://docs.nvidia.com/cuda/)\n", "utf-8")
    assert "links.md:1: the list excludes such pages: an official NVIDIA page" in gpucat("import", "links.md").err
    assert gpucat("audit").code == 1


def test_standard_input_is_read(gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"https://in.example/one\n")))
    assert gpucat("import", "-").code == 0
    assert [a["title"] for a in listed(gpucat, "--module", "inbox")] == ["in.example/one"]


@contextmanager
def piped(content: bytes) -> Iterator[str]:
    """Returns a path like that of the shell's `<(…)`, which can be read only once."""
    out, into = os.pipe()

    def write() -> None:
        with os.fdopen(into, "wb") as stream:
            stream.write(content)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        yield f"/dev/fd/{out}"
    finally:
        writer.join()
        os.close(out)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_pipe_gives_what_its_file_gives(gpucat: Gpucat, db: Path, name: str) -> None:
    before = content(db)
    words = ("--dry-run", "--skip-invalid", "--json")
    with piped((CORPUS / name).read_bytes()) as pipe:
        from_pipe = gpucat("import", pipe, *words, *format_of(name))
    from_file = gpucat("import", str(CORPUS / name), *words, *format_of(name))
    assert from_pipe.code == 0
    assert from_pipe.out.replace(pipe, str(CORPUS / name)) == from_file.out
    assert content(db) == before


def format_of(name: str) -> tuple[str, ...]:
    """Returns the option that names the format, which a pipe cannot tell by its ending."""
    ending = name.rpartition(".")[2]
    return ("--from", {"md": "markdown", "bib": "bibtex", "html": "bookmarks", "txt": "markdown"}.get(ending, ending))


def test_lines_of_a_pipe_that_cannot_be_used_are_set_aside_here(gpucat: Gpucat, tmp_path: Path) -> None:
    with piped(b'{"title": "One", "url": "https://in.example/one"}\nbroken\n') as pipe:
        result = gpucat("import", pipe, "--from", "jsonl", "--skip-invalid")
    assert (result.code, len(listed(gpucat, "--module", "inbox"))) == (0, 1)
    rejected = tmp_path / f"{Path(pipe).name}.rejected.jsonl"
    assert json.loads(rejected.read_text("utf-8"))["line"] == 2


def test_a_device_that_leads_to_a_file_is_read_too(db: Path, tmp_path: Path) -> None:
    (tmp_path / "new.jsonl").write_text('{"title": "One", "url": "https://in.example/one"}\nbroken\n', "utf-8")
    words = [
        sys.executable,
        "-m",
        "gpucat",
        "--db",
        str(db),
        "import",
        "/dev/stdin",
        "--from",
        "jsonl",
        "--skip-invalid",
    ]
    with (tmp_path / "new.jsonl").open("rb") as stream:
        result = subprocess.run(words, stdin=stream, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert json.loads((tmp_path / "stdin.rejected.jsonl").read_text("utf-8"))["text"] == "broken"


def test_a_strange_file_is_asked_about(gpucat: Gpucat, tmp_path: Path) -> None:
    (tmp_path / "strange").write_bytes(b"\x00\x01\x02")
    assert gpucat("import", "strange").code == 2
    assert gpucat("import", "missing.csv").code == 3
    assert "did you mean bibtex?" in gpucat("import", "strange", "--from", "bibtx").err


def test_text_from_outside_is_harmless_wherever_it_goes(gpucat: Gpucat, tmp_path: Path) -> None:
    title = '=cmd|"/c calc"!A1 <script>alert(1)</script> \x1b[31m[/red] | & {x}'
    line = json.dumps({"title": title, "url": 'https://evil.example/"><script>', "module": "memory"})
    (tmp_path / "evil.jsonl").write_text(line, "utf-8")
    assert gpucat("import", "evil.jsonl").code == 0
    last = ("--module", "memory")
    assert "memory/17,\"'=cmd|" in gpucat("export", "csv", *last).out
    assert "memory/17\t'=cmd|" in gpucat("export", "tsv", *last).out
    for form in ("bookmarks", "opml", "atom"):
        assert "<script>" not in gpucat("export", form, *last).out
    events = stream_events((gpucat("export", "bookmarks", *last).out,))
    assert sum(isinstance(event, Anchor) for event in events) == 17
    assert "\\|" in gpucat("export", "markdown", *last).out
    assert "\x1b" not in gpucat("list", *last).out


@pytest.mark.parametrize("name", ["mixed.csv", "mixed.jsonl", "mixed.json"])
def test_what_cannot_be_used_is_named_in_the_order_of_the_lines(gpucat: Gpucat, tmp_path: Path, name: str) -> None:
    wrong = [{"published": "2024-13"}, {"url": "no address"}, {"module": "nowhere"}, {"level": "expert"}] * 2
    lines = [{"title": f"T{n}", "url": f"https://FILE.example/{n}"} | fields for n, fields in enumerate(wrong)]
    if name.endswith("csv"):
        columns = ("title", "url", "module", "level", "published")
        text = "\n".join([",".join(columns), *(",".join(line.get(key, "") for key in columns) for line in lines)])
    else:
        text = "\n".join(map(json.dumps, lines)) if name.endswith("l") else json.dumps(lines, indent=0)
    for path in (tmp_path / f"b-{name}", tmp_path / f"a-{name}"):
        path.write_text(text.replace("FILE", path.name[0]), "utf-8")
    result = gpucat("import", f"b-{name}", f"a-{name}")
    said = re.findall(rf"^([ab])-{name}:(\d+): ", result.err, re.M)
    assert len(said) == 16
    assert said == sorted(said, key=lambda place: (place[0] != "b", int(place[1])))


@pytest.mark.parametrize(
    ("name", "text"),
    [("e.jsonl", ""), ("e.jsonl", "\n\n"), ("e.csv", "title,url\n"), ("e.md", "# Notes\n"), ("e.json", "[]")],
)
def test_a_file_that_holds_nothing_is_named(gpucat: Gpucat, db: Path, tmp_path: Path, name: str, text: str) -> None:
    before = content(db)
    (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "one.jsonl").write_text(json.dumps({"title": "X", "url": "https://a.example/x"}), "utf-8")
    result = gpucat("import", name)
    assert (result.code, result.out, result.err) == (0, "", f"{name} contains nothing to import\n")
    assert content(db) == before
    both = gpucat("import", name, "one.jsonl").err
    assert (f"{name} contains nothing" in both, "1 row: 1 added" in both) == (True, True)


def test_addresses_are_checked_and_mended(gpucat: Gpucat, tmp_path: Path) -> None:
    rows = [{"title": f"T{n}", "url": url} for n, url in enumerate(
        ["https://a.example/\nx", "https://a.example/\x1bx", "https://a.example/b c", "a.example/d", "http://me:pw@a.example/e"]
    )]  # fmt: skip
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    refused = gpucat("import", "rows.jsonl")
    assert refused.code == 1
    assert "rows.jsonl:1: url:" in refused.err
    assert "rows.jsonl:2: url:" in refused.err
    taken = gpucat("import", "rows.jsonl", "--skip-invalid", "--json")
    assert [row["url"] for row in json.loads(taken.out)] == [
        "https://a.example/b%20c", "https://a.example/d", "http://a.example/e",
    ]  # fmt: skip
    assert "rows.jsonl:5: the user name and password in its address were left out" in taken.err


def test_what_was_left_out_is_listed_by_the_import_itself(gpucat: Gpucat) -> None:
    tried = gpucat("import", str(CORPUS / "bookmarks.html"), "--dry-run")
    done = gpucat("import", str(CORPUS / "bookmarks.html"))
    assert (done.code, done.out.count("bookmarks.html:14\n")) == (0, tried.out.count("bookmarks.html:14\n"))
    assert "bookmarks.html:14\n" in done.out


def test_an_exported_bibliography_is_no_change(gpucat: Gpucat, tmp_path: Path) -> None:
    (tmp_path / "x.bibtex").write_text(gpucat("export", "bibtex").out, "utf-8")
    assert "148 unchanged" in gpucat("import", "x.bibtex", "--from", "bibtex").err
    mine = "@book{my-own-key, title={CUDA Reduction}, author={Lei Mao}, url={https://leimao.github.io/blog/CUDA-Reduction/}}"
    (tmp_path / "mine.bib").write_text(mine, "utf-8")
    assert "extra" in gpucat("import", "mine.bib").out


def test_two_columns_of_one_name_are_a_fault_and_never_the_last_wins(gpucat: Gpucat, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("title,title,url\nfirst,second,https://a.example/1\n", "utf-8")
    result = gpucat("import", "x.csv")
    assert (result.code, "x.csv:1: title: two columns have this heading" in result.err) == (1, True)
    (tmp_path / "y.csv").write_text("title,shelf,shelf,url\nfirst,a,b,https://a.example/1\n", "utf-8")
    assert gpucat("import", "y.csv").code == 0
    [article] = listed(gpucat, "--module", "inbox")
    assert (article["title"], article["shelf"], article["shelf (3)"]) == ("first", "a", "b")
