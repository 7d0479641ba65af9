"""Tests what shells are offered while a line is being typed."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.conftest import Gpucat

from gpucat.cli.shells import split_line
from gpucat.services import first_use

HOSTILE = ["zkw;touch x", "zkw`touch x`", "zkw$(touch x)", "zkw\"x''y z", "zkw\x1b[31m", "zkw\nrm"]


def offered(
    gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch, line: str, shell: str = "fish", word: str = ""
) -> list[str]:
    monkeypatch.setenv("_GPUCAT_COMPLETE", shell)
    monkeypatch.setenv("_GPUCAT_LINE", line)
    monkeypatch.setenv("_GPUCAT_WORD", word)
    return gpucat().out.splitlines()


@pytest.fixture(autouse=True)
def in_use(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPUCAT_DB", str(db))


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("gpucat sea", "search"),
        ("gpucat show memory/6", "memory/6\tCUDA Shared Memory Swizzling"),
        ("gpucat show CUDA\\ Shared\\ Memory\\ Sw", "CUDA Shared Memory Swizzling\tmemory/6"),
        ("gpucat show 'CUDA Shared Memory Sw", "CUDA Shared Memory Swizzling\tmemory/6"),
        ("gpucat show cuda\\ shared\\ memory\\ sw", "cuda shared memory swizzling\tmemory/6"),
        ("gpucat list --author Lei", "Lei Mao"),
        ("gpucat list --author 'Lei M", "Lei Mao"),
        ("gpucat route --to Flash", "FlashAttention-3"),
        ("gpucat route --to 归", "归约\treduction"),
        ("gpucat route --to memory/6", "memory/6\tCUDA Shared Memory Swizzling"),
        ("gpucat terms swi", "swizzle"),
        ("gpucat --lang zh list --module mem", "memory"),
        ("gpucat mark memory/6 rea", "reading"),
    ],
)
def test_a_value_is_offered(gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch, line: str, value: str) -> None:
    lines = offered(gpucat, monkeypatch, line)
    assert any(one == value or one.startswith(f"{value}\t") for one in lines), lines


def test_an_explanation_is_in_the_language_of_the_session(gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch) -> None:
    assert offered(gpucat, monkeypatch, "gpucat list --module lay") == ["layout\tTiled computation and layout algebra"]
    monkeypatch.setenv("GPUCAT_LANG", "zh")
    (chinese,) = offered(gpucat, monkeypatch, "gpucat list --module lay")
    assert not chinese.endswith("algebra")


def test_there_is_something_to_offer_before_the_first_use(
    db: Path, gpucat: Gpucat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = tmp_path / "none" / "catalogue.db"
    monkeypatch.setenv("GPUCAT_DB", str(missing))
    monkeypatch.setattr(first_use, "ready_database", lambda: db)
    monkeypatch.setenv("_GPUCAT_COMPLETE", "fish")
    monkeypatch.setenv("_GPUCAT_LINE", "gpucat list --module mem")
    assert gpucat(db=missing).out.startswith("memory\t")
    assert not missing.parent.exists()


def test_bash_is_given_one_quoted_word(db: Path, gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(db)) as connection, connection:
        connection.executemany("INSERT INTO author (name) VALUES (?)", [(name,) for name in HOSTILE])
    lines = offered(gpucat, monkeypatch, "gpucat list --author zkw", "bash", "zkw")
    assert [split_line(line) for line in lines] == [
        ((), name, line, "") for name, line in zip(sorted(HOSTILE[:4]), lines, strict=True)
    ]


@pytest.mark.parametrize(
    ("typed", "word", "given"),
    [
        ("Flash\\ Attention\\ from\\ Scratch:\\ App", "\\ App", "\\ Appendix\\ B\\ -\\ Block\\ Size\\ Configuration"),
        (
            "'Flash Attention from Scratch: App",
            "Flash Attention from Scratch: App",
            "Flash Attention from Scratch: Appendix B - Block Size Configuration",
        ),
    ],
)
def test_bash_keeps_what_it_does_not_replace(
    gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch, typed: str, word: str, given: str
) -> None:
    assert offered(gpucat, monkeypatch, f"gpucat show {typed}", "bash", word) == [given]


@pytest.mark.parametrize(
    ("line", "words", "word", "quote"),
    [
        ("gpucat ", ("gpucat",), "", ""),
        ("a 'b c' d", ("a", "b c"), "d", ""),
        ('a "b\\" c', ("a",), 'b" c', '"'),
        ("a b\\ ", ("a",), "b ", ""),
        ("a b\\", ("a",), "b", ""),
        ("a '' ", ("a", ""), "", ""),
        ("a 'b\\", ("a",), "b\\", "'"),
    ],
)
def test_a_line_is_split_as_shells_do(line: str, words: tuple[str, ...], word: str, quote: str) -> None:
    found = split_line(line)
    assert (found.words, found.word, found.quote) == (words, word, quote)
