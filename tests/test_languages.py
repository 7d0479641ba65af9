"""Tests both languages everywhere: no text that a person sees lacks its other half."""

import ast
import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import gpucat
from gpucat.cli.commands import COMMANDS, topic_named
from gpucat.render.text import width
from tests.cli.test_help import commands
from tests.conftest import Gpucat

SOURCE = Path(gpucat.__file__).parent
HAN = re.compile(r"[\u3400-\u9fff]")
WORD = re.compile(r"[A-Za-z]{2,}")
PAIRS = ("Bilingual", "tr", "described")
SPEAKING = ("write", "notice", "write_styled", "confirm", "notify")
FOREIGN = re.compile(r"\(or [^;)]*|`[^`]*`|<[^>]*>|\{[^}]*\}|https?://\S+|--[\w-]+|[“\"'‘][^”\"'’]*[”\"'’]")
"""Alternatives that may be typed, commands, placeholders, addresses, options and quotations: the same in every language."""


class Said(NamedTuple):
    """A text with its place in the source; what is filled in at run time stands as `{}`."""

    place: str
    en: str
    zh: str


def text_of(node: ast.expr) -> str | None:
    """A literal text or an f-string; None for anything that is made elsewhere."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


@cache
def calls() -> list[tuple[str, str, ast.Call]]:
    """Every call in the program, with its place and the name that is called."""
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", None) or getattr(node.func, "attr", "")
                found.append((f"{path.relative_to(SOURCE)}:{node.lineno}", name, node))
    return found


def pairs() -> list[Said]:
    found = []
    for place, name, node in calls():
        if name in PAIRS and len(node.args) >= 2:
            en, zh = text_of(node.args[0]), text_of(node.args[1])
            if en is not None and zh is not None:
                found.append(Said(place, en, zh))
    return found


def own_words(text: str) -> str:
    """Returns the text without what is the same in every language."""
    return FOREIGN.sub(" ", text)


def test_there_are_texts_to_look_at() -> None:
    assert len(pairs()) > 400


def test_no_half_is_empty() -> None:
    assert [said for said in pairs() if bool(said.en.strip()) != bool(said.zh.strip())] == []


def test_the_chinese_half_is_chinese_where_the_english_has_words() -> None:
    untranslated = [
        said for said in pairs() if WORD.search(own_words(said.en)) and said.en != said.zh and not HAN.search(said.zh)
    ]
    assert untranslated == []


def test_the_english_half_is_english() -> None:
    assert [said for said in pairs() if HAN.search(own_words(said.en))] == []


def test_what_is_the_same_in_both_languages_says_so() -> None:
    alike = [said for said in pairs() if said.en == said.zh and not said.en.startswith("gpucat ")]
    assert [said for said in alike if WORD.search(said.en)] == [], "write same(…) for a name"


def test_both_halves_fill_in_the_same() -> None:
    different = [
        said
        for said in pairs()
        if sorted(re.findall(r"\{(?!\})\w*\}", said.en)) != sorted(re.findall(r"\{(?!\})\w*\}", said.zh))
    ]
    assert different == []


def test_help_texts_are_given_in_both_languages() -> None:
    alone = [
        place
        for place, name, node in calls()
        if name in ("Option", "Argument", "Typer", "_many")
        for keyword in node.keywords
        if keyword.arg in ("help", "epilog") and text_of(keyword.value) is not None
    ]
    assert alone == []


def test_nothing_is_said_in_one_language_only() -> None:
    alone = []
    for place, name, node in calls():
        if name in SPEAKING:
            for argument in node.args[:1]:
                literals = [argument, *getattr(argument, "elts", [])]
                texts = [text for literal in literals if (text := text_of(literal))]
                alone += [(place, text) for text in texts if WORD.search(own_words(text).replace("gpucat", ""))]
    assert alone == []


HELPS = """
import io, json, sys
from contextlib import redirect_stdout
from gpucat.__main__ import main

language, *commands = sys.argv[1:]
helps = {}
for command in commands:
    with redirect_stdout(io.StringIO()) as told:
        assert main(["--lang", language, *command.split(), "--help"]) == 0
    helps[command] = told.getvalue()
json.dump(helps, sys.stdout)
"""


@cache
def helps(language: str, **environment: str) -> dict[str, str]:
    """Returns the help of every command from a separate process: texts take the language in which they were
    imported."""
    process = subprocess.run(
        [sys.executable, "-c", HELPS, language, "", *commands()],
        env=os.environ | {"COLUMNS": "100"} | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    told: dict[str, str] = json.loads(process.stdout)
    return told


ENGLISH_OF_TYPER = ("Usage", "Options", "Arguments", "Commands", "default", "required", "env var", "Show ", "Install ")


@pytest.mark.parametrize("command", ["", *commands()])
def test_help_with_examples_speaks_one_language(command: str) -> None:
    chinese, in_chinese, _ = helps("zh")[command].partition("示例：")
    assert in_chinese
    assert HAN.search(chinese)
    assert [word for word in ENGLISH_OF_TYPER if word in chinese] == []
    english, in_english, _ = helps("en", LANGUAGE="zh", LANG="zh_CN.UTF-8")[command].partition("Examples:")
    assert in_english
    assert not HAN.search(re.sub(r"\(.*?\)", "", english.replace("初级", "")))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_help_fits_a_narrow_terminal(language: str) -> None:
    """Nothing is cut, nothing leaves the screen but examples, which are to be copied, and Chinese has no blanks."""
    for command, text in helps(language, COLUMNS="80").items():
        said = text.partition("示例：" if language == "zh" else "Examples:")[0]
        assert [line for line in said.splitlines() if width(line) > 80] == [], command
        assert "…" not in said.replace("mark … done", ""), command
        assert not re.search(r"[，、；。：] +\S", said.replace("  ", "")), command


def test_the_first_page_names_every_command(gpucat: Gpucat) -> None:
    page = gpucat("--help").out
    assert [name for name in COMMANDS if not re.search(rf"(?<!\S){name}(?![\w-])", page)] == []
    assert len(page.splitlines()) <= 60


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("ls -m layout -l advanced -n 3 -a mao", "list --module layout --level advanced --limit 3 --author mao"),
        ("find swizzle --limit 3", "search swizzle --limit 3"),
        ("next -n 2", "next --limit 2"),
        ("-v", "--version"),
        ("done layout/1", "mark layout/1 done"),
    ],
)
def test_a_short_name_does_the_same(gpucat: Gpucat, short: str, long: str) -> None:
    first = gpucat(*short.split())
    gpucat("mark", "layout/1", "todo")
    assert (first.code, first.out, first.err) == gpucat(*long.split())


def test_a_quiet_run_gives_the_answer_only(gpucat: Gpucat) -> None:
    loud, quiet = gpucat("list", "-m", "layout"), gpucat("-q", "list", "-m", "layout")
    assert loud.err
    assert (quiet.code, quiet.out, quiet.err) == (0, loud.out, "")


def test_search_has_long_names_only(gpucat: Gpucat) -> None:
    assert (
        gpucat("search", "swizzle", "-mao", "--format", "ids").out
        == gpucat("search", "swizzle NOT mao", "--format", "ids").out
    )


@pytest.mark.parametrize("topic", ["find", "learn", "check", "curate", "store", "整理"])
def test_a_topic_shows_its_commands(gpucat: Gpucat, topic: str) -> None:
    result = gpucat("help", topic)
    assert result.code == 0
    shown = re.findall(r"^  ([\w-]+)  ", result.out, re.M)
    assert shown
    assert {COMMANDS[name].topic for name in shown} == {topic_named(topic)}


WRONG = [
    ["show"], ["show", "1", "--foo"], ["list", "--limt", "3"], ["list", "--limit"], ["list", "--limit", "x"],
    ["list", "--limit", "-1"], ["route", "extra", "words"], ["list", "--json=3"], ["practice", "dun"], ["lst"],
    ["db"], ["mark", "1", "done", "--rating", "9"], ["note"], ["export"], ["undo", "x"], ["nosuch"],
]  # fmt: skip


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_wrong_words_are_answered_in_the_language_in_use(gpucat: Gpucat, words: list[str]) -> None:
    english, chinese = gpucat(*words), gpucat("--lang", "zh", *words)
    for result in (english, chinese):
        assert (result.code, result.out) == (2, "")
        assert result.err.startswith("gpucat: ")
        assert "--help" in result.err
    assert "hint: " in english.err
    assert "提示：" in chinese.err
    first, hint = chinese.err.splitlines()
    assert HAN.search(first)
    assert HAN.search(hint.removeprefix("提示："))
    assert not HAN.search(english.err)
    assert english.err != chinese.err


def test_a_near_miss_is_named(gpucat: Gpucat) -> None:
    assert "did you mean list" in gpucat("lst").err
    assert "did you mean --limit" in gpucat("list", "--limt", "3").err
    assert "commands: path, " in gpucat("db").err


AWRY = re.compile(
    r"[\u3400-\u9fff] ?[,:;?!()]|[,:;?!()] ?[\u3400-\u9fff]|[，、；：。（）？！] (?=\S)|\S [，、；：。（）？！]|您|讲授"
)
"""A half-width mark beside Chinese, a blank beside a full-width mark, a formal you, and a word for "teach" that nobody says."""
TYPED = re.compile(r"`[^`]*`|https?://\S+|\{[^}]*\}|字段:值")
"""What is typed as it stands."""


def test_chinese_has_chinese_marks_and_words() -> None:
    assert [said for said in pairs() if AWRY.search(TYPED.sub("{}", said.zh))] == []


TOLD = [
    ["mark", "memory/1", "memory/2", "done"], ["progress"], ["audit"], ["practice", "dun"], ["route", "--to", "flash"],
    ["add", "https://example.org/a", "--no-fetch", "--title", "Swizzling by hand", "--yes"],
    ["search", "gemm", "--facets"], ["search", "共享内存", "--explain"], ["merge", "memory/6", "layout/10", "--dry-run"],
]  # fmt: skip
ENGLISH = re.compile(
    r"[\w/]+/\d+, [\w/]+/\d+|\b(?:beginner|intermediate|advanced)\b|\b(?:authors|summary|why|keywords),"
)


def test_what_is_put_together_in_chinese_has_chinese_marks(gpucat: Gpucat) -> None:
    """Lists, levels and names of fields that are joined at run time."""
    for words in TOLD:
        result = gpucat("--lang", "zh", *words)
        for line in (result.out + result.err).splitlines():
            assert not AWRY.search(TYPED.sub("{}", line.removeprefix("gpucat: "))), line
            assert not ENGLISH.search(line), line
