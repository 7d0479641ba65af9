"""Tests files that a command writes: existing ones are replaced only on request."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.conftest import Gpucat


def test_a_backup_replaces_nothing_unasked(gpucat: Gpucat, tmp_path: Path) -> None:
    target = tmp_path / "mine.bak"
    target.write_text("mine", "utf-8")
    result = gpucat("db", "backup", "mine.bak")
    assert (result.code, result.out) == (3, "")
    assert (
        "mine.bak already exists; nothing was written\nhint: choose another file, or replace this one with --force"
        in result.err
    )
    assert "mine.bak 已存在；未写入" in gpucat("--lang", "zh", "db", "backup", "mine.bak").err
    assert target.read_text("utf-8") == "mine"
    assert gpucat("db", "backup", "mine.bak", "--force").code == 0
    assert target.read_bytes().startswith(b"SQLite format 3")


@pytest.mark.parametrize("link", [False, True])
@pytest.mark.parametrize(
    "command", ["db backup --force {}", "export markdown -o {}", "export jsonl -o {}", "route --svg {}"]
)
def test_the_database_itself_is_never_written_over(
    gpucat: Gpucat, db: Path, tmp_path: Path, command: str, link: bool
) -> None:
    target = db
    if link:
        target = tmp_path / "link"
        target.symlink_to(db)
    result = gpucat(*command.format(target).split())
    assert (result.code, result.out) == (2, "")
    assert "is the database itself" in result.err
    assert gpucat("list", "--limit", "1").code == 0


def test_a_site_in_another_language_leaves_no_page_of_the_earlier_one(gpucat: Gpucat, tmp_path: Path) -> None:
    (tmp_path / "public").mkdir()
    (tmp_path / "public" / "CNAME").write_text("mine", "utf-8")
    for language in ("zh", "en", "zh"):
        assert gpucat("export", "site", "-o", "public", "--lang", language).code == 0
        other = {"zh": "en.html", "en": "zh.html"}[language]
        names = {path.name for path in (tmp_path / "public").iterdir()}
        assert names == {"CNAME", "index.html", other, "feed.atom"}


@pytest.mark.parametrize("name", ["index.html", "zh.html", "en.html", "feed.atom"])
def test_a_site_does_not_write_over_pages_of_others(gpucat: Gpucat, tmp_path: Path, name: str) -> None:
    (tmp_path / "public").mkdir()
    page = tmp_path / "public" / name
    page.write_text("<h1>my own page</h1>", "utf-8")
    result = gpucat("export", "site", "-o", "public", "--lang", "zh")
    assert (result.code, result.out) == (1, "")
    assert f"public/{name} was not written by gpucat, so nothing was exported" in result.err
    assert [path.name for path in (tmp_path / "public").iterdir()] == [name]
    assert gpucat("export", "site", "-o", "public", "--lang", "zh", "--force").code == 0
    assert (page.read_text("utf-8") == "<h1>my own page</h1>") == (name == "zh.html")  # which this site does not have


@pytest.mark.parametrize(
    ("words", "said", "said_zh"),
    [
        ("import none.md", "cannot read none.md: No such file", "无法读取 none.md：文件或文件夹不存在"),
        ("diff none.md", "cannot read none.md: No such file", "无法读取 none.md：文件或文件夹不存在"),
        ("dedupe --file .", "cannot read .: Is a directory\nhint: name a file in that folder", "无法读取 .：这是文件夹"),
        ("export csv -o no/where.csv", "where.csv: No such file or directory\nhint: create the folder first: ", "请先创建文件夹："),
        ("export csv -o folder", "folder: Is a directory", "这是文件夹"),
        ("db backup --force folder", "cannot write folder: Is a directory", "无法写入 folder：这是文件夹"),
    ],
)  # fmt: skip
def test_what_the_system_refuses_is_said_in_both_languages(
    gpucat: Gpucat, tmp_path: Path, words: str, said: str, said_zh: str
) -> None:
    (tmp_path / "folder").mkdir()
    result = gpucat(*words.split())
    assert (result.code, result.out) == (3, "")
    assert said in result.err
    assert said_zh in gpucat("--lang", "zh", *words.split()).err
    assert not list((tmp_path / "folder").iterdir())


def test_the_document_says_what_it_has_no_place_for(gpucat: Gpucat, tmp_path: Path) -> None:
    assert "inbox" not in gpucat("export", "markdown", "-o", "q.md").err
    lines = [f'{{"title":"New {n}","url":"https://a.example/{n}"}}\n' for n in range(3)]
    (tmp_path / "new.jsonl").write_text("".join(lines), "utf-8")
    assert gpucat("import", "new.jsonl").code == 0
    assert "3 articles in the inbox are not in the document" in gpucat("export", "markdown", "-o", "q.md").err
    assert "收件箱中有 3 篇文章不在文档中" in gpucat("--lang", "zh", "export", "markdown").err
    assert "inbox" not in gpucat("export", "markdown", "--module", "gemm").err
    assert "inbox" not in gpucat("export", "csv", "-o", "q.csv").err


def test_a_dash_is_standard_output(gpucat: Gpucat, tmp_path: Path) -> None:
    result = gpucat("export", "csv", "-o", "-")
    assert (result.code, result.out) == (0, gpucat("export", "csv").out)
    assert not (tmp_path / "-").exists()


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="needs named descriptors")
@pytest.mark.parametrize("command", ["-o /dev/stdout | wc -c", "-o /dev/stdout | head -n 1", "-o >(cat >/dev/null)"])
def test_what_is_no_regular_file_is_written_to_directly(db: Path, command: str) -> None:
    line = f"set -o pipefail; {sys.executable} -m gpucat --db {db} export csv {command}"
    ran = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False, timeout=120)
    assert (ran.returncode, "cannot" in ran.stderr) == (0, False), ran.stderr


def test_a_very_long_title_costs_later_imports_nothing(gpucat: Gpucat, tmp_path: Path) -> None:
    rows = [
        f'{{"title":"{word * 20_000}","url":"https://a.example/{n}"}}\n' for n, word in enumerate(["tile warp "] * 2)
    ]
    (tmp_path / "long.jsonl").write_text(rows[0], "utf-8")
    assert gpucat("import", "long.jsonl").code == 0

    def cost(name: str) -> float:
        began = time.process_time()
        assert gpucat("dedupe", "--file", name, "--against", "catalogue").code == 0
        return time.process_time() - began

    (tmp_path / "again.jsonl").write_text(rows[1], "utf-8")
    (tmp_path / "short.jsonl").write_text(rows[1].replace("tile warp " * 20_000, "tile warp " * 20), "utf-8")
    assert cost("again.jsonl") < 3 * cost("short.jsonl") + 0.2
    assert "likely" in gpucat("dedupe", "--file", "again.jsonl", "--against", "catalogue").out


def test_history_shows_a_long_command_shortened(gpucat: Gpucat) -> None:
    text = "measured " * 10_000
    assert gpucat("note", "memory/1", text).code == 0
    shown = gpucat("history").out
    assert "note memory/1 'measured measured" in shown
    assert len(shown) < 1_000
    assert text in gpucat("history", "--json").out
    assert len(gpucat("undo").err) < 500
