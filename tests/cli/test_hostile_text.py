"""What comes from outside is data: it steers no terminal, no table, no spreadsheet, no page."""

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
    """A catalogue with titles that nobody should be able to play tricks with."""
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
