"""Tests that text from outside cannot control a terminal, a table, a spreadsheet or a page."""

import json
import re
from pathlib import Path

import pytest
from tests.conftest import Gpucat

TITLES = [
    "\x1b[31mred\x1b[0m \x07bell \x9b2J",
    "[bold]markup[/bold] [/x] [link=https://a.example]x[/link]",
    "right\u202eto-left \u2066isolated",
    '=HYPERLINK("https://a.example")',
    "a | b [c](javascript:alert(1)) <script>x</script> `code` *x*",
    "tab\there\r\nand a line",
    "zero\u200bwidth \ufeffmark",
]
FORMATS = ["table", "json", "jsonl", "csv", "tsv", "markdown", "urls", "ids"]


@pytest.fixture
def hostile(gpucat: Gpucat, tmp_path: Path) -> Gpucat:
    """Returns a catalogue with hostile titles."""
    lines = [
        json.dumps(
            {
                "title": title,
                "url": f"https://a.example/{index}",
                "authors": [title],
                "keywords": [title],
                "summary": title,
            }
        )
        for index, title in enumerate(TITLES)
    ]
    (tmp_path / "hostile.jsonl").write_text("\n".join(lines), "utf-8")
    assert gpucat("import", "hostile.jsonl").code == 0
    return gpucat


@pytest.mark.parametrize("output", FORMATS)
def test_no_format_lets_a_control_character_through(hostile: Gpucat, output: str) -> None:
    result = hostile("list", "--module", "inbox", "--format", output)
    assert result.code == 0
    assert not set(result.out) & {
        chr(code) for code in [*range(9), *range(11, 32), *range(127, 160), 0x202E, 0x2066]
    } - {"\n", "\t"}


@pytest.mark.parametrize("color", ["never", "always"])
@pytest.mark.parametrize("command", ["list", "show inbox/149..155", "authors", "keywords", "stats"])
def test_cards_and_tables_print_markup_as_it_stands(hostile: Gpucat, command: str, color: str) -> None:
    result = hostile("--color", color, *command.split())
    assert result.code == 0
    assert "\x07" not in result.out
    assert "\x1b[31mred" not in result.out
    assert "\u202e" not in result.out


def test_a_spreadsheet_calculates_nothing(hostile: Gpucat) -> None:
    for text in (hostile("list", "--format", "csv").out, hostile("export", "csv").out):
        assert "'=HYPERLINK" in text
        assert ',"=' not in text
        assert ",=" not in text


def test_a_title_is_stored_without_what_steers_a_terminal(hostile: Gpucat) -> None:
    articles = json.loads(hostile("list", "--module", "inbox", "--json").out)
    steering = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
    assert [article["title"] for article in articles] == [steering.sub("", title).strip() for title in TITLES]


@pytest.mark.parametrize("form", ["markdown", "csv", "tsv", "bookmarks", "bibtex", "opml", "atom", "jsonl", "json"])
def test_no_export_lets_an_escape_through(hostile: Gpucat, form: str) -> None:
    assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(hostile("export", form).out)


def test_only_web_addresses_are_opened(gpucat: Gpucat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda url: opened.append(url) or True)
    assert gpucat("open", "memory/6").code == 0
    assert opened == ["https://leimao.github.io/blog/CUDA-Shared-Memory-Swizzling/"]
    for url in ("javascript:alert(1)", "file:///etc/passwd", "ftp://a.example/x"):
        (tmp_path / "bad.jsonl").write_text(json.dumps({"title": "A bad one", "url": url}), "utf-8")
        gpucat("import", "bad.jsonl")
        assert gpucat("open", "A bad one").code != 0
    assert len(opened) == 1


HALF = "lone \ud800"
FIELDS = {
    "title": HALF, "url": "https://a.example/\udfff", "authors": ["A", HALF], "source": HALF, "keywords": [HALF],
    "summary": HALF, "why": HALF, "summary_en": HALF, "why_en": HALF, "module": HALF, "level": HALF, "published": HALF,
    "source_type": HALF, "shelf": {"deep": [HALF]}, HALF: "an unknown field",
}  # fmt: skip


@pytest.mark.parametrize("form", ["jsonl", "json"])
def test_half_a_character_is_a_fault_of_its_row(gpucat: Gpucat, tmp_path: Path, form: str) -> None:
    good = {"title": "Whole \U0001f600", "url": "https://a.example/good"}
    bad = [{"title": "T", "url": f"https://a.example/{n}"} | {name: FIELDS[name]} for n, name in enumerate(FIELDS)]
    lines = [json.dumps(row) for row in [good, *bad]]
    (tmp_path / f"x.{form}").write_text("\n".join(lines) if form == "jsonl" else "[" + ",\n".join(lines) + "]", "utf-8")
    refused = gpucat("import", f"x.{form}")
    assert refused.code == 1
    for line, name in enumerate(FIELDS, 2):
        assert f"x.{form}:{line}: {name.replace(chr(0xD800), chr(0xFFFD))}: holds half a character" in refused.err
    assert gpucat("import", f"x.{form}", "--skip-invalid").code == 0
    assert [a["title"] for a in json.loads(gpucat("list", "--module", "inbox", "--json").out)] == [good["title"]]
    rejected = Path(f"x.{form}.rejected.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(row)["line"] for row in rejected] == list(range(2, len(FIELDS) + 2))


def test_half_a_character_in_any_other_line_is_a_fault_too(gpucat: Gpucat, tmp_path: Path) -> None:
    module = {"kind": "module", "slug": HALF, "title": {"zh": "", "en": ""}, "how_to_read": {"zh": "", "en": ""}}
    stage = {"kind": "stage", "title": {"zh": HALF, "en": ""}, "steps": []}
    (tmp_path / "x.jsonl").write_text("\n".join(map(json.dumps, (module, stage))), "utf-8")
    refused = gpucat("import", "x.jsonl")
    assert refused.code == 1
    assert "x.jsonl:1: slug: holds half a character" in refused.err
    assert "x.jsonl:2: title: holds half a character" in refused.err


def test_half_a_character_stops_no_comparison(gpucat: Gpucat, tmp_path: Path) -> None:
    bad = [
        {"title": "T", "url": "https://a.example/bad"} | {name: FIELDS[name]} for name in ("title", "url", "authors")
    ]
    (tmp_path / "x.jsonl").write_text("\n".join(map(json.dumps, bad)), "utf-8")
    for words in (["dedupe", "--file"], ["verify-links", "--dry-run", "--file"], ["diff"]):
        result = gpucat(*words, "x.jsonl")
        assert result.code in (0, 1)
        assert result.err.count("holds half a character") == 3
