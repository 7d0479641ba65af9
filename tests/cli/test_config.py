"""Tests the settings: what is listed and kept, what comes before them, and what no file may set."""

import json
import sqlite3
from pathlib import Path

import pytest
from tests.conftest import Gpucat

from gpucat.__main__ import main


def shown(gpucat: Gpucat, key: str) -> str:
    return gpucat("config", key).out.strip()


@pytest.mark.parametrize(
    ("key", "typed", "kept"),
    [
        ("level", ["入门"], "beginner"),
        ("level", ["1..2"], "beginner..intermediate"),
        ("goal", ["FlashAttention-3"], "FlashAttention-3"),
        ("goal", ["bank", "conflict"], "bank conflict"),
        ("goal", ["memory/6"], "memory/6"),
        ("language", ["ZH"], "zh"),
        ("columns", ["id,title", "level", "id"], "id,title,level"),
        ("open-begins", ["yes"], "yes"),
    ],
)
def test_a_setting_is_kept_until_it_is_taken_back(gpucat: Gpucat, key: str, typed: list[str], kept: str) -> None:
    assert shown(gpucat, key) == ""
    assert gpucat("config", key, *typed).code == 0
    assert shown(gpucat, key) == kept
    assert gpucat("config", key, "--unset").code == 0
    assert shown(gpucat, key) == ""
    gpucat("undo")
    assert shown(gpucat, key) == kept


def test_all_are_listed_with_what_holds_and_what_it_means(gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGER", "most")
    gpucat("config", "level", "advanced")
    lines = {line.split()[0]: line for line in gpucat("config").out.splitlines()[1:]}
    assert {"level", "goal", "language", "pager", "editor", "columns", "open-begins", "speed"} == set(lines)
    assert "advanced  " in lines["level"]
    assert "nothing above it is proposed" in lines["level"]
    assert "PAGER" in lines["pager"]
    records = {record["key"]: record for record in json.loads(gpucat("config", "--json").out)}
    assert (records["level"]["value"], records["level"]["source"]) == ("advanced", "setting")
    assert (records["pager"]["value"], records["pager"]["variable"]) == ("most", "PAGER")
    assert (records["goal"]["value"], records["goal"]["source"]) == (None, "default")
    [language] = json.loads(gpucat("--lang", "zh", "config", "language", "--json").out)
    assert (language["value"], language["source"]) == ("zh", "option")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("levl beginner", "did you mean level?"),
        ("level beginer", "did you mean beginner?"),
        ("goal qwertzuiop", "qwertzuiop"),
        ("language fr", "choose from: auto, zh, en"),
        ("columns id,titel", "did you mean title?"),
        ("open-begins maybe", "choose from: yes, no"),
        ("editor 'unclosed", "a quote is not closed"),
        ("level ", "--unset"),
        ("level beginner --unset", "only one"),
        ("--unset", "the name of a setting"),
    ],
)
def test_what_cannot_be_set_is_refused_with_what_can(gpucat: Gpucat, db: Path, words: str, said: str) -> None:
    result = gpucat("config", *words.split(" "))
    assert result.code == 2
    assert said in result.err
    assert json.loads(gpucat("history", "--json").out) == []


def test_a_goal_in_other_words_says_what_it_is_taken_for(gpucat: Gpucat) -> None:
    assert "'memory/6' is taken as memory/6 CUDA Shared Memory Swizzling" in gpucat("config", "goal", "memory/6").err
    assert "'what is a warp' is taken as warp" in gpucat("config", "goal", "what is a warp").err
    assert gpucat("config", "goal", "warp").err == "goal: warp\n"
    assert "按“" in gpucat("--lang", "zh", "config", "goal", "memory/6").err


def test_the_language_is_that_of_the_option_the_environment_the_setting_the_locale(
    gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "articles" in gpucat("modules").out
    gpucat("config", "language", "zh")
    assert "模块" in gpucat("modules").out
    assert "提示" in gpucat("show", "memory/999").err
    assert "articles" in gpucat("--lang", "en", "modules").out
    assert "articles" in gpucat("--lang", "auto", "modules").out
    monkeypatch.setenv("GPUCAT_LANG", "en")
    assert "articles" in gpucat("modules").out
    monkeypatch.delenv("GPUCAT_LANG")
    gpucat("--lang", "en", "config", "language", "auto")
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert "模块" in gpucat("modules").out


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + b"\1" * 2000])
def test_a_damaged_database_is_reported_as_without_settings(gpucat: Gpucat, tmp_path: Path, content: bytes) -> None:
    broken = tmp_path / "broken.db"
    broken.write_bytes(content)
    assert gpucat("--version", db=broken).code == 0
    assert "Traceback" not in gpucat("modules", db=broken).err
    assert gpucat("modules", db=tmp_path / ("a" * 5000)).code == 3
    assert gpucat("modules", db=Path("~nobody-here/x.db")).code != 0


def test_a_program_is_started_for_the_usual_database_only(
    gpucat: Gpucat, db: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "not for one named by --db" in gpucat("config", "editor", "nano -w").err
    assert shown(gpucat, "editor") == ""
    monkeypatch.setenv("GPUCAT_DB", str(db))
    capsys.readouterr()
    assert main(["config", "editor"]) == 0
    assert capsys.readouterr().out.strip() == "nano -w"


def test_settings_travel_with_the_reading_but_programs_do_not(
    gpucat: Gpucat, db: Path, empty: Path, tmp_path: Path
) -> None:
    for words in ("level beginner", "editor nano", "pager less"):
        gpucat("config", *words.split())
    lines = [json.loads(line) for line in gpucat("export", "jsonl", "--with-reading").out.splitlines()]
    settings = [line for line in lines if line.get("kind") == "setting"]
    assert [(line["key"], line["value"]) for line in settings] == [("level", "beginner")]
    assert not [
        line
        for line in gpucat("export", "jsonl", "--with-reading", "--module", "gemm").out.splitlines()
        if '"setting"' in line
    ]
    (tmp_path / "mine.jsonl").write_text("\n".join(map(json.dumps, settings)), "utf-8")
    assert gpucat("import", "mine.jsonl", db=empty).code == 0
    assert gpucat("config", "level", db=empty).out == "beginner\n"
    for bad in ({"key": "pager", "value": "evil"}, {"key": "level", "value": "guru"}, {"key": "hat", "value": "red"}):
        line = {"kind": "setting", "changed_at": "2999-01-01T00:00:00+00:00", **bad}
        (tmp_path / "bad.jsonl").write_text(json.dumps(line), "utf-8")
        assert gpucat("import", "bad.jsonl", db=empty).code == 1, bad
    with sqlite3.connect(empty) as opened:
        assert opened.execute("SELECT key, value FROM setting").fetchall() == [("level", "beginner")]
    opened.close()


def test_a_first_use_on_a_terminal_says_once_how_to_set_the_level(
    gpucat: Gpucat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gpucat.render.terminal.Terminal.is_interactive", True)
    new = tmp_path / "new.db"
    assert gpucat("modules", db=new).err.count("gpucat config level") == 1
    assert "gpucat config level" not in gpucat("modules", db=new).err
    monkeypatch.setattr("gpucat.render.terminal.Terminal.is_interactive", False)
    assert "gpucat config level" not in gpucat("modules", db=tmp_path / "script.db").err
