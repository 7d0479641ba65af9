"""Tests what is typed: an empty value or two formats are reported, and never taken for something else."""

import inspect
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.conftest import Gpucat

from gpucat.cli.net_options import with_net, with_one_request
from gpucat.net.settings import NetSettings

EMPTY = [
    "list --module", "list --level", "list --author", "list --source", "list --source-type", "list --keyword",
    "list --since", "list --until", "list --status", "list --link-status", "list --sort", "list --format",
    "search gemm --keyword", "modules --author", "stats --since", "route --to", "route --svg", "route --level",
    "next --level", "verify-links --dry-run --stale", "verify-links --fail-on", "verify-links --proxy",
    "verify-links --file", "dedupe --file", "dedupe --against", "import x.md --from", "import x.md --on-duplicate",
    "export markdown -o", "export markdown --lang", "undo --member", "merge 1 2 --take", "edit 6 --title",
    "edit 6 --url", "add https://a.example/x --no-fetch --title", "practice --format", "--lang", "--color",
]  # fmt: skip
OPTION = {"-o": "--output"}


@pytest.mark.parametrize("command", EMPTY)
@pytest.mark.parametrize("blank", ["", " "])
def test_an_empty_value_names_its_option(gpucat: Gpucat, command: str, blank: str) -> None:
    words = command.split()
    result = gpucat(*words, blank, *(["db", "path"] if len(words) == 1 else []))
    assert result.code == 2, result.out
    assert not result.out
    assert result.err.splitlines() == [
        f"gpucat: {OPTION.get(words[-1], words[-1])} is empty",
        "hint: give it a value, or leave the option out",
    ]


def test_an_empty_value_behind_an_equals_sign_is_one(gpucat: Gpucat) -> None:
    result = gpucat("--lang", "zh", "list", "--keyword=")
    assert (result.code, result.out) == (2, "")
    assert result.err == "gpucat: --keyword 的值为空\n提示：请给出值，或去掉此选项\n"


def test_an_empty_database_name_is_none(gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch) -> None:
    assert gpucat("--db", "", "db", "path").err.startswith("gpucat: --db is empty")
    monkeypatch.setenv("GPUCAT_DB", "")  # as if it were not set
    assert gpucat("db", "path").code == 0


@pytest.mark.parametrize("command", ["import", "diff", "db backup", "db restore"])
def test_an_empty_name_of_a_file_is_none(gpucat: Gpucat, command: str) -> None:
    result = gpucat(*command.split(), "")
    assert result.code == 2
    assert "is empty" in result.err


def test_an_empty_text_stays_what_it_means(gpucat: Gpucat) -> None:
    assert gpucat("edit", "memory/6", "--date", "", "--author", "", "--keyword", "").code == 0
    assert gpucat("note", "memory/6", "").code == 0
    assert gpucat("search", "").code == 0
    assert gpucat("search", "gemm", "").code == 0


FORMATS = ["list", "search gemm", "modules", "route", "next", "practice", "terms", "history", "related 6", "dedupe"]


@pytest.mark.parametrize("command", FORMATS)
@pytest.mark.parametrize("before", [True, False])
def test_two_formats_are_refused(gpucat: Gpucat, command: str, before: bool) -> None:
    asked = ["--json", "--format", "csv"] if before else ["--format=csv", "--json"]
    result = gpucat(*command.split(), *asked)
    assert (result.code, result.out) == (2, "")
    assert "--json and --format csv are two different formats" in result.err
    assert gpucat(*command.split(), "--json", "--format", "json").code == 0


def test_two_formats_of_a_link_check_are_refused(gpucat: Gpucat, tmp_path: Path) -> None:
    (tmp_path / "links.md").write_text("nothing\n", "utf-8")
    result = gpucat("--lang", "zh", "verify-links", "--file", "links.md", "--json", "--format", "junit")
    assert result.code == 2
    assert "--json 与 --format junit 指定了两种格式" in result.err


@pytest.mark.parametrize(
    ("words", "said", "said_zh"),
    [
        ("serve --port 99999", "--port: 99999 is not between 0 and 65535", "--port：99999 不在 0 到 65535 之间"),
        ("route --stage 0", "--stage: 0 is less than 1", "--stage：0 小于 1"),
        ("mark memory/6", "no state was given\nhint: it comes last, one of todo, ", "没有指定状态\n提示：状态写在最后，可为 todo、"),
        ("mark memory/6 dnoe", "no status 'dnoe'\nhint: did you mean done?", "没有状态“dnoe”\n提示：你是指 done 吗？"),
        ("remove memory/6", "this needs your confirmation, but there is no terminal to ask on\nhint: confirm with --yes", "无法询问\n提示：请加 --yes"),
    ],
)  # fmt: skip
def test_wrong_words_say_the_way_out(gpucat: Gpucat, words: str, said: str, said_zh: str) -> None:
    result = gpucat(*words.split())
    assert result.code == 2
    assert said in result.err
    assert said_zh in gpucat("--lang", "zh", *words.split()).err


@pytest.mark.parametrize("group", [with_net, with_one_request])
def test_what_is_not_typed_of_the_network_is_what_its_settings_say(group: Callable[..., Callable[..., None]]) -> None:
    heard: list[NetSettings] = []
    command = group(lambda net: heard.append(net))
    options = inspect.signature(command).parameters
    command(**{name: option.default for name, option in options.items()})
    command(**dict.fromkeys(options))
    assert heard == [NetSettings(), NetSettings()]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("words", [["list", ""], ["practice", ""], ["db", ""], ["stats", " "]])
def test_an_empty_word_is_told_in_the_language_of_the_run(gpucat: Gpucat, words: list[str], lang: str) -> None:
    result = gpucat("--lang", lang, *words)
    assert result.code == 2
    assert not re.search(r"Got unexpected|No such command", result.err)
    assert ("没有命令" in result.err or "空参数" in result.err) == (lang == "zh")


@pytest.mark.parametrize("words", [["list", "--limit"], ["search", "--limit"], ["export"], ["list", "--limit", "x"]])
def test_the_hint_names_the_help_of_the_command(gpucat: Gpucat, words: list[str]) -> None:
    assert f"see `gpucat {words[0]} --help`" in gpucat(*words).err


@pytest.mark.parametrize("words", [["show"], ["list", "--module"], ["list", "--since"], ["nosuch"]])
def test_a_message_repeats_no_more_of_a_word_than_can_be_read(gpucat: Gpucat, words: list[str]) -> None:
    for word in ("x" * 100_000, "many words " * 10_000):
        result = gpucat(*words, word)
        assert (result.code, len(result.err) < 8_000) == (2, True)


def test_a_range_from_nothing_is_no_range_turned_round(gpucat: Gpucat) -> None:
    for word in ("memory/1..0", "memory/0..3", "5..0"):
        result = gpucat("show", word)
        assert result.code == 2
        assert "positions start at 1" in result.err
        assert "memory/0" not in result.err.replace(word, "")
