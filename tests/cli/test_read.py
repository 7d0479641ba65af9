"""Tests `read`: what a reader sees of a text, where it goes on, and what is asked at its end."""

import io
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from rich.console import Console
from tests.conftest import Gpucat

from gpucat.language import Bilingual
from gpucat.render.rich_markdown import MarkdownDrawing
from gpucat.store.texts import Refusal, TextFacts, put_refusal, put_text, texts_path, writing_texts
from gpucat.texts.volume import volume_of

BANKS, WARP = Bilingual("bank conflict", "存储体冲突"), Bilingual("warp", "线程束")
CODE = "__global__ void transpose(float *__restrict__ out, const float *__restrict__ in, int width, int height) {}"
TEXT = f"""# Swizzling

{"A warp meets a bank conflict. " * 60}

## 公式与段落

共享内存被分成 32 个存储体，每个周期可以服务一个请求。当多个线程访问同一个存储体的不同地址时，就会发生冲突；访问会被串行化。

Let $x_{{i}} = a_{{ij}} \\cdot \\pi_{{k}}^{{*}}$ and \\(y_i\\), for $5 and [a page](https://example.org/a).

$$
\\sum_{{k}} A_{{ik}} \\\\
z
$$

- one
  - two

```cuda
{CODE}
```
"""


@pytest.fixture
def with_text(gpucat: Gpucat, db: Path) -> Gpucat:
    gpucat("list")
    with sqlite3.connect(db) as connection:
        [(key, url)] = connection.execute("SELECT url_key, url FROM article WHERE number = 18").fetchall()
    connection.close()
    facts = TextFacts(key, url, "2026-01-01T00:00:00+00:00", None, None, "Swizzling", "en", volume_of(TEXT), 1)
    with writing_texts(db) as connection:
        put_text(connection, facts, TEXT)
    return gpucat


def drawn(markdown: str, columns: int = 60, terms: tuple[Bilingual, ...] = ()) -> tuple[str, MarkdownDrawing]:
    drawing = MarkdownDrawing(terms)
    console = Console(file=io.StringIO(), width=columns, height=50, force_terminal=True, color_system=None)
    for one in drawing.draw(markdown):
        console.print(one, crop=False)
    return console.file.getvalue(), drawing  # type: ignore[attr-defined]


def test_formulas_and_code_stay_as_they_are_written() -> None:
    shown, _ = drawn(TEXT)
    assert "$x_{i} = a_{ij} \\cdot \\pi_{k}^{*}$" in " ".join(shown.split())
    assert "\\sum_{k} A_{ik} \\\\\nz\n" in shown
    assert f"    {CODE}\n" in shown


def test_prose_folds_by_the_rules_of_its_script() -> None:
    shown, _ = drawn(TEXT)
    prose = [line for line in shown.splitlines() if CODE not in line]
    assert max(map(len, prose)) <= 60
    assert not [line for line in prose if line.startswith(tuple("，。；、）"))]
    assert "• one\n  • two" in shown


MIXED = """> A quotation that is long enough to fold.
>
> - an item in it

1. one
2. two
   - three

| a | b |
| --- | --- |
| 共享内存被分成 32 个存储体，每个周期服务一个请求。 | `f(x)` and $a_{i}$ |

![A warp](https://a.example/i.png) ![](https://a.example/j.png) `a $x_i$`

    indented
"""
DRAWN = """│ A quotation that is long enough to
│ fold.
│
│ • an item in it

1. one
2. two
   • three

a                       b
────────────────────────────────────────
共享内存被分成 32 个存  f(x) and $a_{i}$
储体，每个周期服务一个
请求。

[image: A warp] [image] a $x_i$

    indented"""


def test_quotations_lists_tables_and_images_have_their_shape() -> None:
    assert "\n".join(map(str.rstrip, drawn(MIXED, 40)[0].splitlines())).strip() == DRAWN


def test_links_are_footnotes_and_terms_are_met_once() -> None:
    shown, drawing = drawn(TEXT, terms=(BANKS, WARP))
    assert "a page[1]" in shown
    assert drawn("[https://a.example](https://a.example)")[0].strip() == "https://a.example"
    assert list(drawing.links) == ["https://example.org/a"]
    assert drawing.mentions.found == [WARP, BANKS]


def test_elsewhere_the_text_is_markdown(with_text: Gpucat) -> None:
    told = with_text("read", "memory/6")
    assert told.code == 0
    assert "about 2 min" in told.out
    assert CODE in told.out
    assert with_text("read", "memory/6", "--raw").out == TEXT
    from_two = with_text("read", "memory/6", "--section", "2", "--raw").out
    assert from_two.startswith("## 公式与段落")
    record = json.loads(with_text("read", "memory/6", "--json").out)
    assert [section["path"] for section in record["sections"]] == [["Swizzling"], ["Swizzling", "公式与段落"]]
    assert record["stopped_at"] is None


def test_next_is_the_article_that_is_being_read(with_text: Gpucat) -> None:
    with_text("mark", "memory/6", "reading")
    assert with_text("read", "next", "--raw").out == TEXT


def test_a_piece_of_a_title_names_what_is_read(with_text: Gpucat) -> None:
    assert with_text("read", "Memory Swizzling", "--raw").out == TEXT


def test_a_section_that_is_not_there_is_said(with_text: Gpucat) -> None:
    wrong = with_text("read", "memory/6", "--section", "9")
    assert (wrong.code, "has no section 9" in wrong.err, "it has 2" in wrong.err) == (2, True, True)


def test_without_a_text_the_way_to_it_is_said_and_why_it_was_not_kept(gpucat: Gpucat, db: Path) -> None:
    told = gpucat("read", "memory/6")
    assert (told.code, "gpucat texts fetch memory/6" in told.err) == (2, True)
    with closing(sqlite3.connect(db)) as connection:
        [(key,)] = connection.execute("SELECT url_key FROM article WHERE number = 18").fetchall()
    with writing_texts(db) as writer:
        put_refusal(writer, Refusal(key, "2026-01-01T00:00:00+00:00", Bilingual("the page forbids it", "页面不允许")))
    assert "no text of memory/6 is kept: the page forbids it" in gpucat("read", "memory/6", "--json").err


def test_on_a_terminal_the_page_is_opened_where_there_is_no_text(
    gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda url: opened.append(url) or True)
    monkeypatch.setattr("gpucat.render.terminal.Terminal.is_interactive", True)
    assert gpucat("read", "memory/6", "--raw").code == 2
    monkeypatch.setattr("gpucat.render.terminal.Terminal.is_rich", True)
    assert "gpucat texts fetch memory/6" in gpucat("read", "memory/6").err
    assert opened == ["https://leimao.github.io/blog/CUDA-Shared-Memory-Swizzling/"]


def test_next_minutes_says_that_the_texts_are_damaged(with_text: Gpucat, db: Path) -> None:
    texts_path(db).write_bytes(b"not a database" * 100)
    assert with_text("next").code == 0
    told = with_text("next", "--minutes", "30")
    assert (told.code, "gpucat texts clear" in told.err) == (3, True)


@pytest.mark.parametrize(("answer", "status", "place"), [("y", "done", None), ("2", "reading", 2), ("", "reading", 1)])
def test_at_the_end_it_asks_where_reading_stopped(
    with_text: Gpucat, monkeypatch: pytest.MonkeyPatch, answer: str, status: str, place: int | None
) -> None:
    monkeypatch.setattr("gpucat.render.terminal.Terminal.is_interactive", True)
    monkeypatch.setattr("gpucat.render.terminal.Terminal.is_rich", True)
    monkeypatch.setattr("sys.stdin", io.StringIO(answer + "\n"))
    assert with_text("read", "memory/6").code == 0
    record = json.loads(with_text("show", "memory/6", "--json").out)
    [card] = record
    assert card["status"] == status
    assert json.loads(with_text("read", "memory/6", "--json").out)["stopped_at"] == (place or 1)


@pytest.mark.parametrize(("own", "given"), [("", "-S FRX\n"), ("-R -M", "-S -R -M\n")])
def test_in_less_code_runs_out_to_the_right(
    with_text: Gpucat, monkeypatch: pytest.MonkeyPatch, own: str, given: str
) -> None:
    settings = {"TERM": "xterm", "LINES": "24", "GPUCAT_PAGER": "sh -c 'cat >/dev/null; echo $LESS >less'"}
    monkeypatch.delenv("LESS", raising=False)
    for name, value in settings.items() | ({("LESS", own)} if own else set()):
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert with_text("read", "memory/6").code == 0
    assert Path("less").read_text("utf-8") == given


def test_speed_is_a_setting(with_text: Gpucat) -> None:
    assert with_text("config", "speed", "60").code == 0
    assert "about 8 min" in with_text("read", "memory/6").out
    assert with_text("config", "speed", "fast").code == 2


def test_reading_time_is_known_where_the_text_is_kept(with_text: Gpucat) -> None:
    [card, other] = json.loads(with_text("show", "memory/6", "memory/5", "--json").out)
    assert (card["minutes"], other["minutes"]) == (2, None)
    assert "about 2 min" in with_text("show", "memory/6").out
    minutes = {stop["id"]: stop["minutes"] for stop in json.loads(with_text("route", "--all", "--json").out)}
    assert {place for place, known in minutes.items() if known} == {"memory/6"}
    assert "2 min" in with_text("route", "--all").out
    assert "0 min read, about 2 min left in the 1 of 148" in with_text("progress").out
    with_text("done", "memory/6")
    assert json.loads(with_text("progress", "--json").out)["minutes_read"] == 2


def test_next_gives_what_fits_into_the_time(with_text: Gpucat) -> None:
    assert with_text("next", "--minutes", "30", "--format", "ids").out == "memory/6\n"
    none = with_text("next", "--minutes", "1")
    assert (none.code, none.out, "texts fetch" in none.err) == (0, "", True)


def test_a_broken_file_of_texts_stops_nothing_else(with_text: Gpucat, db: Path) -> None:
    db.with_name("catalogue.texts.db").write_bytes(b"broken" * 1000)
    for command in ("show memory/6", "next", "route", "progress"):
        assert with_text(*command.split()).code == 0
    assert with_text("read", "memory/6").code == 3
