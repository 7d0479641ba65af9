"""Tests what an article uses, covers, has and answers: in its fields, as filters, as columns of the search."""

import json
from pathlib import Path

import pytest
from tests.cli.test_edit import card
from tests.conftest import Gpucat
from tests.links.hostile_server import HostileServer, answer

GIVEN = ("--uses", "cuda", "--uses", "4090", "--covers", "sm_89", "--has", "代码")
TEXT = "".join(
    f"<p>Paragraph {number}: this Triton kernel runs on a Hopper GPU and takes 3.{number} ms in all cases.</p>"
    for number in range(12)
)
PAGE = f"""<html><head><title>How fast is a fused softmax?</title></head><body><article>
<h1>How fast is a fused softmax?</h1>{TEXT}<h2>2.1 为什么要分块？</h2>{TEXT}<pre><code>import triton</code></pre>
</article></body></html>"""


def found(gpucat: Gpucat, *words: str) -> list[str]:
    return gpucat(*words, "--format", "ids").out.split()


def test_a_value_may_be_given_by_any_of_its_names(gpucat: Gpucat) -> None:
    assert gpucat("edit", "memory/6", *GIVEN).code == 0
    shown = card(gpucat, "memory/6")
    assert shown["uses"] == ["CUDA C++", "RTX 4090"]
    assert (shown["covers"], shown["has"]) == (["Ada Lovelace"], ["code"])
    assert gpucat("edit", "memory/6", "--uses", "MyDSL", "--uses", "mydsl").code == 0
    assert card(gpucat, "memory/6")["uses"] == ["MyDSL", "mydsl"], "another name stays as it is written"


def test_what_an_article_can_have_is_named_where_it_is_refused(gpucat: Gpucat) -> None:
    for words in (("edit", "memory/6", "--has", "pictures"), ("list", "--has", "pictures")):
        result = gpucat(*words)
        assert result.code == 2
        assert "code, measurements" in result.err
    assert "code, measurements" in gpucat("search", "has:pictures").err


@pytest.mark.parametrize(
    "words",
    [
        ("list", "--uses", "RTX4090"),
        ("list", "--uses", "no such", "--uses", "cuda", "--covers", "ada"),
        ("search", "chip:4090"),
        ("search", "uses:CUDA covers:sm_89 has:code"),
        ("search", "用到:cuda 架构:ada 含有:代码"),
        ("search", "swizzle has:code"),
    ],
)
def test_articles_are_found_by_what_they_use(gpucat: Gpucat, empty: Path, words: tuple[str, ...]) -> None:
    lines = [
        {"title": "Swizzle", "url": "https://a.example/1", "uses": ["CUDA C++", "RTX 4090"], "covers": ["Ada Lovelace"], "has": ["code"]},
        {"title": "Swizzle again", "url": "https://a.example/2", "uses": ["Triton"], "covers": ["Hopper"]},
        {"title": "No swizzle", "url": "https://a.example/3"},
    ]  # fmt: skip
    file = empty.with_name("list.jsonl")
    file.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    assert gpucat("import", str(file), db=empty).code == 0
    assert gpucat(*words, "--format", "ids", db=empty).out.split() == ["inbox/1"]
    assert gpucat("search", "swizzle -has:code -uses:triton", "--format", "ids", db=empty).out.split() == ["inbox/3"]


def test_a_question_finds_its_article(gpucat: Gpucat) -> None:
    asked = ("Why does the zebra wait for the giraffe?", "斑马为什么要等长颈鹿？")
    gpucat("edit", "layout/3", "--question-en", asked[0], "--question", asked[1])
    assert asked[0] in gpucat("show", "layout/3").out
    assert asked[1] in gpucat("--lang", "zh", "show", "layout/3").out
    for query in ("zebra giraffe", "长颈鹿 斑马"):
        assert found(gpucat, "search", query, "--partial") == ["layout/3"]


@pytest.mark.parametrize("form", ["jsonl", "json", "csv", "tsv"])
def test_the_fields_come_back_from_an_export(gpucat: Gpucat, db: Path, form: str) -> None:
    asked = ("--question", "a，b 还是 c？", "--question", "为什么？", "--question-en", "Which one, then?")
    gpucat("edit", "memory/6", *GIVEN, *asked)
    wanted = card(gpucat, "memory/6")
    file = db.with_name(f"list.{form}")
    assert gpucat("export", form, "-o", str(file), "--module", "memory").code == 0
    gpucat("undo")
    assert card(gpucat, "memory/6")["uses"] != wanted["uses"]
    assert gpucat("import", str(file), "--on-duplicate", "update").code == 0
    back = card(gpucat, "memory/6")
    fields = ("uses", "covers", "has") if form == "json" else ("uses", "covers", "has", "questions", "questions_en")
    assert {name: back[name] for name in fields} == {name: wanted[name] for name in fields}


def test_an_origin_stays_with_its_value(gpucat: Gpucat, db: Path) -> None:
    line = {"title": "A", "url": "https://a.example/1", "uses": ["Triton", "H100"], "origins": {"H100": "article"}}
    file = db.with_name("one.jsonl")
    file.write_text(json.dumps(line), "utf-8")
    gpucat("import", str(file))
    assert card(gpucat, line["url"])["origins"] == {"H100": "article"}
    gpucat("edit", line["url"], "--uses", "Triton")
    assert card(gpucat, line["url"])["origins"] == {}
    file.write_text(json.dumps({**line, "origins": ["H100"]}), "utf-8")
    assert "origins" in gpucat("import", str(file)).err


def test_add_proposes_what_the_page_shows(gpucat: Gpucat) -> None:
    with HostileServer() as server:
        server.routes["/post"] = lambda _request: answer(PAGE)
        page = server.url("/post")
        result = gpucat("add", page, "--allow-address", "127.0.0.1", "--yes", "--json")
    assert result.code == 0, result.err
    shown = card(gpucat, page)
    assert (shown["uses"], shown["covers"], shown["has"]) == (["Triton"], ["Hopper"], ["code", "measurements"])
    assert shown["questions_en"] == ["How fast is a fused softmax?"]
    assert shown["questions"] == ["为什么要分块？"]


def test_the_form_has_the_fields(gpucat: Gpucat) -> None:
    from gpucat.formats.form import read_form, write_form

    fields = {**dict.fromkeys(("summary", "why", "summary_en", "why_en", "title", "url"), "x"), "authors": []}
    lists = {"uses": ["CUDA C++"], "questions": ["为什么：这样？"], "questions_en": ["Why: so?"]}
    empty = dict.fromkeys(
        ("source", "source_type", "module", "level", "published", "keywords", "teaches", "needs", "covers", "has"), ""
    )
    read = read_form(write_form({**empty, **fields, **lists}))
    assert {name: read[name] for name in lists} == lists
