"""Tests marking, rating and taking notes."""

import io
import json
import os
import re
import stat
from pathlib import Path

import pytest
from tests.cli.test_undo import content
from tests.conftest import Gpucat


def card(gpucat: Gpucat, article: str) -> dict[str, object]:
    cards: list[dict[str, object]] = json.loads(gpucat("show", article, "--json").out)
    return cards[0]


def type_in(monkeypatch: pytest.MonkeyPatch, text: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))


def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Returns an editor: a shell script that gets the file as `$1`."""
    path = tmp_path / "editor.sh"
    path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("EDITOR", str(path))


def test_several_articles_and_ranges_are_marked_together(gpucat: Gpucat) -> None:
    result = gpucat("mark", "memory/1..3", "6", "CuTe Tiled Copy", "done", "--rating", "4")
    assert (result.code, result.out) == (0, "")
    done = json.loads(gpucat("list", "--status", "done", "--json").out)
    assert [a["id"] for a in done] == ["hardware/6", "memory/1", "memory/2", "memory/3", "layout/13"]
    marked = card(gpucat, "memory/2")
    assert marked["rating"] == 4
    assert marked["finished_at"]
    assert marked["started_at"] is None


def test_one_unknown_article_leaves_all_as_they_were(gpucat: Gpucat, db: Path) -> None:
    before = content(db)
    assert gpucat("mark", "memory/1", "memory/99", "done").code == 2
    assert content(db) == before


def test_times_follow_the_states(gpucat: Gpucat) -> None:
    gpucat("mark", "memory/6", "reading")
    begun = card(gpucat, "memory/6")["started_at"]
    assert begun
    gpucat("mark", "memory/6", "done")
    done = card(gpucat, "memory/6")
    assert (done["started_at"], done["status"]) == (begun, "done")
    gpucat("mark", "memory/6", "todo")
    afresh = card(gpucat, "memory/6")
    assert (afresh["started_at"], afresh["finished_at"]) == (None, None)


def test_marking_again_changes_nothing_and_says_so(gpucat: Gpucat, db: Path) -> None:
    gpucat("mark", "memory/6", "done")
    before = content(db)
    assert "memory/6 was already done" in gpucat("mark", "memory/6", "done").err
    assert content(db) == before
    assert len(json.loads(gpucat("history", "--json").out)) == 1


def test_a_rating_needs_no_state(gpucat: Gpucat) -> None:
    assert gpucat("mark", "memory/6", "--rating", "5").code == 0
    assert card(gpucat, "memory/6")["rating"] == 5
    assert card(gpucat, "memory/6")["status"] == "todo"


def test_ids_come_from_standard_input(gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = gpucat("list", "--module", "compiler", "--format", "ids").out
    type_in(monkeypatch, ids.encode())
    assert gpucat("mark", "-", "读完").code == 0
    assert gpucat("list", "--status", "done", "--format", "ids").out == ids


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["done", "memory/6"], "the state comes last: gpucat mark memory/6 done"),
        (["done"], "no article was given"),
        (["memory/6", "don"], "did you mean done?"),
        (["memory/6", "done", "--rating", "6"], "rating"),
    ],
)
def test_wrong_words_say_the_way_out(gpucat: Gpucat, words: list[str], said: str) -> None:
    result = gpucat("mark", *words)
    assert result.code == 2
    assert said in result.err


def test_a_note_is_written_shown_added_to_and_removed(gpucat: Gpucat) -> None:
    gpucat("note", "memory/6", "XOR of", "row and column")
    assert "\nXOR of row and column\n" in gpucat("show", "memory/6").out
    gpucat("note", "memory/6", "--append", "second")
    assert card(gpucat, "memory/6")["note"] == "XOR of row and column\n\nsecond"
    assert "removed" in gpucat("note", "memory/6", "").err
    assert card(gpucat, "memory/6")["note"] is None
    assert json.loads(gpucat("db", "info", "--json").out)["notes"] == 0


def test_a_note_from_outside_cannot_steer_a_terminal(gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, b"[bold]a\x1b[31m\r\nb\x00\xff\tc\xe2\x80\xae")
    gpucat("note", "memory/6", "-")
    shown = gpucat("show", "memory/6", "--json").out
    assert json.loads(shown)[0]["note"] == "[bold]a[31m\nb\ufffd\tc\u202e"
    shown += gpucat("show", "memory/6").out
    assert "[bold]a[31m" in shown
    assert not set(shown) & set("\x1b\x00\r\u202e")


def test_the_editor_writes_the_note(gpucat: Gpucat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gpucat("note", "memory/6", "first")
    editor(tmp_path, monkeypatch, 'echo second >> "$1"')
    assert gpucat("note", "memory/6").code == 0
    assert card(gpucat, "memory/6")["note"] == "first\nsecond"


def test_a_failing_editor_leaves_the_note(gpucat: Gpucat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gpucat("note", "memory/6", "first")
    editor(tmp_path, monkeypatch, 'echo lost > "$1"; exit 1')
    result = gpucat("note", "memory/6")
    assert (result.code, card(gpucat, "memory/6")["note"]) == (3, "first")
    assert "hint: " in result.err


def test_without_any_editor_there_is_a_way_out(gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.delenv("VISUAL", raising=False)
    assert "EDITOR" not in os.environ
    assert "`-`" in gpucat("note", "memory/6").err


def test_undo_takes_marks_ratings_and_notes_back(gpucat: Gpucat, db: Path) -> None:
    before = content(db)
    gpucat("mark", "memory/1..5", "done", "--rating", "3")
    gpucat("note", "memory/6", "a note")
    gpucat("note", "memory/6", "another")
    for _ in range(3):
        assert gpucat("undo").code == 0
    assert content(db) == before


def test_a_merge_keeps_what_was_rated_and_read(gpucat: Gpucat, tmp_path: Path) -> None:
    (tmp_path / "copy.jsonl").write_text('{"title": "A copy", "url": "https://a.example/copy"}', "utf-8")
    gpucat("import", "copy.jsonl")
    gpucat("mark", "149", "done", "--rating", "4")
    assert gpucat("merge", "memory/6", "149", "--yes").code == 0
    kept = card(gpucat, "memory/6")
    assert (kept["status"], kept["rating"]) == ("done", 4)
    gpucat("undo")
    assert (card(gpucat, "149")["rating"], card(gpucat, "memory/6")["rating"]) == (4, None)


def test_a_note_is_found_by_search_until_it_is_gone(gpucat: Gpucat) -> None:
    gpucat("note", "memory/6", "frobnication of banks")
    assert gpucat("search", "frobnication", "--format", "ids").out == "memory/6\n"
    assert gpucat("search", "note:frobnication", "--format", "ids").out == "memory/6\n"
    gpucat("note", "memory/6", "")
    assert gpucat("search", "--literal", "frobnication", "--format", "ids").out == ""


def test_an_empty_standard_input_names_nothing_and_says_so(
    gpucat: Gpucat, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = content(db)
    for language, said in (("en", "No articles on standard input; nothing was done"), ("zh", "标准输入中没有文章")):
        type_in(monkeypatch, b"\n\n")
        result = gpucat("--lang", language, "mark", "-", "done")
        assert (result.code, result.out) == (0, "")
        assert said in result.err
    assert content(db) == before


@pytest.mark.parametrize(
    ("editor", "said", "said_zh"),
    [
        ("no-such-editor -w", "editor 'no-such-editor' was not found; nothing", "找不到编辑器“no-such-editor”；没有"),
        ("false", "false exited with code 1; nothing was changed", "false 退出，退出码为 1；没有任何改动"),
        ("sh -c 'exit 3'", "sh exited with code 3", "sh 退出，退出码为 3"),
        ("/", "could not start /: Permission denied", "无法启动 /：权限不足"),
        ("'open", "EDITOR is not a valid command: 'open", "EDITOR 不是有效的命令：'open"),
        ("", "no editor is set", "未设置编辑器"),
    ],
)
@pytest.mark.parametrize("command", ["note memory/6", "terms --edit", "practice note 2"])
def test_an_editor_that_cannot_be_used_changes_nothing(
    gpucat: Gpucat, db: Path, monkeypatch: pytest.MonkeyPatch, command: str, editor: str, said: str, said_zh: str
) -> None:
    before = content(db)
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", editor)
    type_in(monkeypatch, b"")  # no terminal: an editor that nobody chose would wait for ever
    result = gpucat(*command.split())
    assert (result.code, result.out) == (3, "")
    assert said in result.err
    assert said_zh in gpucat("--lang", "zh", *command.split()).err
    assert content(db) == before


def test_an_editor_may_have_arguments(gpucat: Gpucat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor(tmp_path, monkeypatch, 'printf "%s" "$1 $2" > "$3"')
    monkeypatch.setenv("EDITOR", f"{os.environ['EDITOR']} --wait 'two words'")
    assert gpucat("note", "memory/6").code == 0
    assert card(gpucat, "memory/6")["note"] == "--wait two words"


@pytest.mark.parametrize(
    ("word", "status"),
    [("完成", "done"), ("读完", "done"), ("在读", "reading"), ("跳过", "skipped"), ("待读", "todo"), ("未读", "todo")],
)
def test_states_have_chinese_names(gpucat: Gpucat, word: str, status: str) -> None:
    gpucat("mark", "memory/5", "skipped" if status == "todo" else "todo")
    assert gpucat("mark", "memory/5", word).code == 0
    assert f'"status": "{status}"' in gpucat("list", "--status", word, "--json").out


def test_an_unknown_state_is_told_all_names(gpucat: Gpucat) -> None:
    assert "todo, reading, done, skipped, 未读, 在读, 读完, 跳过" in gpucat("mark", "memory/5", "foo").err


def test_a_note_has_its_time_as_other_moments_have(gpucat: Gpucat) -> None:
    gpucat("note", "memory/1", "hello")
    assert re.search(r"^Note \(\d{4}-\d\d-\d\d \d\d:\d\d\)$", gpucat("show", "memory/1").out, re.M)
