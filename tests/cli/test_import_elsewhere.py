"""Tests imports into an empty catalogue, and what files of other programs say of their reader."""

import json
from pathlib import Path

import pytest
from tests.conftest import Gpucat

PROGRAMS = Path(__file__).parent.parent / "corpus" / "programs"


def places(gpucat: Gpucat, *options: str) -> list[tuple[str, str]]:
    return [(article["url"], article["module"]) for article in json.loads(gpucat(*options, "list", "--json").out)]


@pytest.mark.parametrize("name", ["bookmarks", "opml", "csv", "bibtex"])
def test_an_export_fills_an_empty_catalogue_with_its_modules(gpucat: Gpucat, name: str) -> None:
    assert gpucat("export", name, "-o", "out").code == 0
    assert gpucat("--db", "other.db", "db", "create", "--empty").code == 0
    result = gpucat("--db", "other.db", "import", "out", "--from", name)
    assert result.code == 0, result.err
    assert places(gpucat, "--db", "other.db") == places(gpucat)


def test_a_module_without_a_list_is_made(gpucat: Gpucat) -> None:
    lines = [
        {"kind": "module", "slug": "basics", "title": {"en": "Basics", "zh": "基础"}},
        {"kind": "article", "title": "T", "url": "https://w.example/1", "module": "basics"},
    ]
    Path("own.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    gpucat("--db", "other.db", "db", "create", "--empty")
    assert gpucat("--db", "other.db", "import", "own.jsonl").code == 0
    assert places(gpucat, "--db", "other.db") == [("https://w.example/1", "basics")]


def test_what_a_file_says_of_its_reader_comes_along_on_request(gpucat: Gpucat) -> None:
    file = str(PROGRAMS / "wallabag.json")
    assert "--with-reading takes them" in gpucat("import", file).err
    assert json.loads(gpucat("list", "--status", "done", "--json").out) == []
    assert gpucat("import", file, "--with-reading").code == 0
    done = json.loads(gpucat("list", "--status", "done", "--json").out)
    assert [article["title"] for article in done] == ["Layouts by hand"]
    card = gpucat("show", "Layouts by hand").out
    assert "so that is why" in card
    assert '"stars": 5' in gpucat("export", "jsonl", "--with-reading").out


def test_a_double_and_an_empty_title_refuse_no_table(gpucat: Gpucat) -> None:
    Path("own.csv").write_text("sep=;\nurl;title\nhttps://d.example/1;A\nhttps://d.example/1;A\nhttps://d.example/2;\n")
    result = gpucat("import", "own.csv", "--json")
    rows = [(row["line"], row["action"], row["title"]) for row in json.loads(result.out)]
    assert (result.code, rows) == (0, [(3, "add", "A"), (5, "add", "d.example/2"), (4, "left-out", "A")])


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.csv", 'url,title\nhttps://s.example/1,"One\nhttps://s.example/2,Two\nhttps://s.example/3,"Three"\n', "3 addresses"),
        ("a.html", '<html><script>"<a href=x>"</script><a href="https://s.example/1">One</a></html>', "2 addresses"),
        ("a.bib", "@misc{a, title={A @misc{b}, url={https://s.example/1}}\n@misc{c, url={https://s.example/2}}\n", None),
        ("a.md", "- [One](https://s.example/1)\n- [Two](https://s.example/2)\n", None),
        ("a.jsonl", '{"title": "T", "url": "https://s.example/1", "copies": [{"url": "https://s.example/2"}]}', "2 addresses"),
    ],
)  # fmt: skip
def test_a_file_that_seems_to_hold_more_than_was_read_is_told(
    gpucat: Gpucat, name: str, text: str, said: str | None
) -> None:
    Path(name).write_text(text, "utf-8")
    told = gpucat("import", name, "--dry-run").err
    assert ("look for what is missing" in told) == (said is not None)
    assert (said or "") in told


def test_no_export_of_another_program_seems_short(gpucat: Gpucat) -> None:
    files = [str(path) for path in PROGRAMS.iterdir()]
    assert "look for what is missing" not in gpucat("import", *files, "--dry-run").err
