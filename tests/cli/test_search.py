"""Tests `gpucat search` and `gpucat related` as a reader sees them."""

import json
import re
import sqlite3
from pathlib import Path

import pytest
from tests.conftest import Gpucat

# One query of each kind that readers type, and an article that has to be among the first five.
KINDS = [
    ("swizzle", "memory/6"),
    ("swizle", "memory/6"),
    ("banc conflict", "memory/4"),
    ("共享記憶體的 bank 衝突", "memory/4"),
    ("非同步複製", "pipeline/10"),
    ("執行緒束 洗牌", "parallel/10"),
    ("共有メモリのバンクコンフリクト", "memory/4"),
    ("レジスタスピルを減らす", "hardware/6"),
    ("gongxiang neicun chongtu", "memory/4"),
    ("guiyue", "parallel/1"),
    ("siboehm", "gemm/18"),
    ("lubits.ch", "profiling/14"),
    ("@below_ocean", "kernels/14"),
    ("Aleksa Gordic", "gemm/20"),
    ("2024年5月的文章", "memory/6"),
    ("Sonny 2025-11 part 7", "profiling/14"),
    ("GPU MODE 第八讲", "profiling/13"),
    ("learn cutlass the hard way part two", "gemm/17"),
    ("CUDA error: misaligned address", "memory/3"),
    ("cudaErrorInvalidDeviceFunction", "hardware/7"),
    ("RuntimeError: CUDA error: device-side assert triggered", "profiling/7"),
    ("every thread needs the same small table", "memory/8"),
    ("matrix full of zeros", "kernels/4"),
    ("only the first round takes long", "profiling/2"),
    ("每轮都申请内存很慢", "memory/12"),
    ("没写日期的是哪篇", "gemm/1"),
    ("显卡利用率一直上不去", "hardware/5"),
    ("怎么知道我的代码离极限还有多远", "profiling/1"),
    ("kernel 里面 if 太多", "hardware/3"),
    ("GB200", "gemm/13"),
    ("tcgen05", "gemm/13"),
    ("compute capability 9.0", "gemm/9"),
    ("rmsnorm", "kernels/8"),
    ("flashattention", "kernels/13"),
    ("뱅크 충돌을 피하는 방법", "memory/6"),
    ("텐서코어로 행렬곱을 구현하기", "gemm/25"),
    ("워프 셔플을 이용한 리덕션", "parallel/10"),
    ("как избежать конфликтов банков в разделяемой памяти", "memory/6"),
    ("транспонирования матриц", "layout/11"),
    ("векторизованная загрузка", "memory/2"),
    ("Wie funktioniert Matrixmultiplikation auf der Grafikkarte?", "gemm/20"),
    ("asynchrones Kopieren", "pipeline/10"),
    ("¿cómo reducir el uso de registros?", "compiler/18"),
    ("sincronización de flujos CUDA", "parallel/8"),
    ("tl.arange", "kernels/6"),
    ("cublasGemmEx", "gemm/18"),
    ("cudaOccupancyMaxPotentialBlockSize", "hardware/5"),
    ("cudaMemcpyPeerAsync", "memory/10"),
    ("RTX 3080 laptop", "kernels/16"),
    ("RTX 4070 laptop", "hardware/1"),
    ("compute capability 8.9", "hardware/1"),
    ("make my kernel faster", "profiling/13"),
    ("大家都写完了才能往下走", "parallel/2"),
    ("把矩阵的行和列对调", "layout/11"),
    ("GPU 利用率上不去", "profiling/13"),
    ("avoid bank conflicts in 16-bit tile stores", "memory/6"),
]


def found(gpucat: Gpucat, *words: str) -> list[dict]:
    result = gpucat("search", "--json", *words)
    assert result.code == 0
    return json.loads(result.out)


@pytest.mark.parametrize(("query", "article"), KINDS)
def test_each_kind_of_query_finds_its_article(gpucat: Gpucat, query: str, article: str) -> None:
    assert article in [hit["id"] for hit in found(gpucat, "--limit", "5", "--", query)]


@pytest.mark.parametrize(
    "query", ["AMD ROCm HIP", "Rust GPU programming", "Vulkan compute shaders", "how to cook rice", "metal"]
)
def test_what_the_catalogue_does_not_have_is_never_a_full_match(gpucat: Gpucat, query: str) -> None:
    assert [hit["id"] for hit in found(gpucat, query) if hit["match"] == "full"] == []


@pytest.mark.parametrize(
    ("query", "sides"),
    [
        ("ptx vs sass", {"compiler/10", "compiler/12"}),
        ("TMA 和 cp.async 哪个好", {"pipeline/2", "pipeline/3"}),
        ("softmax or layernorm", {"kernels/17", "kernels/19"}),
        ("roofline 与 occupancy 的区别", {"profiling/1", "hardware/5"}),
    ],
)
def test_of_things_that_are_compared_each_side_is_a_full_match(gpucat: Gpucat, query: str, sides: set[str]) -> None:
    hits = found(gpucat, "--limit", "6", "--", query)
    assert sides <= {hit["id"] for hit in hits if hit["match"] == "full"}


@pytest.mark.parametrize("query", ["vulkan vs metal", "nccl vs mpi", "make it go faster please", "how do gpus work"])
def test_no_side_that_is_missing_and_no_everyday_word_makes_a_full_match(gpucat: Gpucat, query: str) -> None:
    assert [hit["id"] for hit in found(gpucat, "--", query) if hit["match"] == "full"] == []


@pytest.mark.parametrize(
    ("query", "hint"), [("shuffle", "swizzle"), ("warp 发散", "coalescing"), ("数据 shuffle", "swizzle")]
)
def test_one_word_of_a_symptom_gives_no_hint(gpucat: Gpucat, query: str, hint: str) -> None:
    assert f"about {hint}" not in gpucat("search", "--", query).err


def test_code_says_what_it_belongs_to(gpucat: Gpucat) -> None:
    assert "tl.arange belongs to Triton" in gpucat("search", "tl.arange").err


def test_literal_words_of_two_scripts_need_no_space(gpucat: Gpucat) -> None:
    assert found(gpucat, "--literal", "共享内存swizzle") == found(gpucat, "--literal", "共享内存 swizzle") != []


def test_full_matches_stand_before_partial_ones(gpucat: Gpucat) -> None:
    matches = [hit["match"] for hit in found(gpucat, "--limit", "0", "hopper gemm")]
    assert matches == sorted(matches)
    assert set(matches) == {"full", "partial"}


def test_a_phrase_that_stands_nowhere_is_read_as_its_words(gpucat: Gpucat) -> None:
    hits = found(gpucat, 'static assertion failed: "swizzle base is too small for this layout"')
    assert "layout/10" in [hit["id"] for hit in hits[:5]]
    assert {hit["match"] for hit in hits} == {"partial"}


def test_all_asks_for_every_word(gpucat: Gpucat) -> None:
    assert {hit["match"] for hit in found(gpucat, "--all", "hopper gemm")} == {"full"}


def test_literal_adds_and_mends_nothing(gpucat: Gpucat) -> None:
    assert found(gpucat, "--literal", "归约") != found(gpucat, "归约")
    assert found(gpucat, "--literal", "swizle") == []


def test_a_word_with_a_minus_is_excluded_and_not_an_option(gpucat: Gpucat) -> None:
    titles = [hit["title"] for hit in found(gpucat, "--limit", "0", "swizzle", "-memory")]
    assert titles
    assert not any("Memory" in title for title in titles)


def test_a_mistyped_option_is_refused(gpucat: Gpucat) -> None:
    result = gpucat("search", "swizzle", "--jsn")
    assert result.code == 2
    assert "--jsn" in result.err


def test_filters_and_the_query_go_together(gpucat: Gpucat) -> None:
    assert {hit["module"] for hit in found(gpucat, "--module", "memory", "--", "swizzle level:advanced")} == {"memory"}
    assert found(gpucat, "module:内存 swizzle") == found(gpucat, "--module", "memory", "swizzle")


def test_an_unknown_module_in_the_query_is_no_error(gpucat: Gpucat) -> None:
    result = gpucat("search", "--json", "module:nowhere swizzle")
    assert (result.code, result.out) == (0, "[]\n")
    assert "nowhere" in result.err


@pytest.mark.parametrize(
    "spelling",
    ["http://www.leimao.github.io/blog/CUDA-Stream", "https://leimao.github.io/blog/CUDA-Stream/?utm_source=x"],
)
def test_a_pasted_address_finds_its_article(gpucat: Gpucat, spelling: str) -> None:
    assert [hit["id"] for hit in found(gpucat, spelling)] == ["pipeline/7"]


def test_an_address_that_is_not_in_the_list_is_said(gpucat: Gpucat) -> None:
    result = gpucat("search", "https://example.org/nothing")
    assert (result.code, result.out) == (0, "")
    assert "example.org" in result.err


def test_what_was_searched_instead_is_said(gpucat: Gpucat) -> None:
    assert "searched for swizzle instead of swizle" in gpucat("search", "swizle").err
    assert "归约 = reduction" in gpucat("search", "归约").err


def test_an_explained_hit_says_what_was_found_where(gpucat: Gpucat) -> None:
    hit = found(gpucat, "--explain", "--limit", "1", "归约 warp")[0]
    assert hit["because"][0]["asked"] == "归约"
    assert {"form": "reduction", "kind": "same"}.items() <= {
        key: value for form in hit["because"][0]["found"] if form["form"] == "reduction" for key, value in form.items()
    }.items()
    assert abs(sum(reason["score"] for reason in hit["because"]) - hit["score"]) < hit["score"]
    assert "reduction" in gpucat("search", "--explain", "归约").out


def test_facets_count_all_hits(gpucat: Gpucat) -> None:
    result = gpucat("search", "--facets", "--json", "swizzle")
    counts = json.loads(result.out)
    hits = found(gpucat, "--limit", "0", "swizzle")
    assert sum(count["hits"] for count in counts if count["facet"] == "module") == len(hits)
    assert sum(count["full"] for count in counts if count["facet"] == "module") == sum(
        h["match"] == "full" for h in hits
    )


@pytest.mark.parametrize("sort", ["date", "level", "title", "number"])
def test_another_order_keeps_the_hits(gpucat: Gpucat, sort: str) -> None:
    by_relevance = found(gpucat, "--limit", "0", "swizzle")
    ordered = found(gpucat, "--limit", "0", "--sort", sort, "swizzle")
    assert sorted(hit["number"] for hit in ordered) == sorted(hit["number"] for hit in by_relevance)
    full = [hit for hit in ordered if hit["match"] == "full"]
    key = {"number": "number", "title": "title"}.get(sort)
    assert key is None or full == sorted(full, key=lambda hit: hit[key].casefold() if key == "title" else hit[key])


def test_found_words_are_marked_on_a_terminal(gpucat: Gpucat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "xterm-256color")
    drawn = gpucat("--color", "always", "search", "swizzling").out
    assert re.search("\x1b\\[1;33m[ \\w]*Swizzling", drawn)
    assert "partial matches" in drawn


def test_the_index_follows_every_change(gpucat: Gpucat, tmp_path: Path) -> None:
    """Covers adding an article and undoing that."""
    file = tmp_path / "new.jsonl"
    file.write_text(json.dumps({"title": "Zygomatic tiling", "url": "https://example.org/zygomatic"}), "utf-8")
    assert gpucat("import", str(file)).code == 0
    assert [hit["title"] for hit in found(gpucat, "zygomatic")] == ["Zygomatic tiling"]
    assert gpucat("undo", "--yes").code == 0 or gpucat("undo").code == 0
    assert found(gpucat, "zygomatic") == []


def test_a_term_of_the_readers_own_is_understood(gpucat: Gpucat, db: Path) -> None:
    assert not [hit for hit in found(gpucat, "slosh") if hit["match"] == "full"]
    db.with_name("catalogue.terms.tsv").write_text("swizzle\t\t\tslosh\n", "utf-8")
    assert "memory/6" in [hit["id"] for hit in found(gpucat, "slosh")]
    assert "memory/6" in [hit["id"] for hit in found(gpucat, "地址重排")]


def test_a_database_that_cannot_be_written_is_searched_all_the_same(gpucat: Gpucat, db: Path) -> None:
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE search_state SET value = 'of another gpucat'")
        connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    db.chmod(0o400)
    db.parent.chmod(0o500)
    try:
        assert found(gpucat, "swizzle")[0]["id"] == "memory/6"
    finally:
        db.parent.chmod(0o700)


def test_related_articles_come_with_a_reason(gpucat: Gpucat) -> None:
    near = json.loads(gpucat("related", "profiling/14", "--json").out)
    assert len(near) == 5
    assert any(entry["same_series"] for entry in near)
    assert all(entry["because"] for entry in near)
    assert "profiling/14" not in [entry["id"] for entry in near]


def test_related_articles_are_those_that_teach_and_need_the_same(gpucat: Gpucat) -> None:
    near = {entry["id"]: entry["because"] for entry in json.loads(gpucat("related", "memory/6", "--json").out)}
    assert "also teaches swizzle" in near["layout/10"]
    assert "teaches bank conflict, shared memory, which this one needs" in near["memory/4"]
    assert "builds on swizzle from this one" in gpucat("related", "memory/6", "--limit", "0").out
    assert "讲解本文所需的" in gpucat("--lang", "zh", "related", "memory/6").out


@pytest.mark.parametrize("article", ["hardware/11", "memory/15", "profiling/14", "kernels/13"])
def test_of_a_series_at_most_the_parts_beside_are_related(gpucat: Gpucat, article: str) -> None:
    near = json.loads(gpucat("related", article, "--limit", "20", "--json").out)
    [card] = json.loads(gpucat("show", article, "--json").out)
    series, here = card["series"], card["series"].index(article)
    beside = {*series[max(0, here - 1) : here], *series[here + 1 : here + 2]}
    assert {entry["id"] for entry in near} & {*series} == beside == {e["id"] for e in near if e["same_series"]}


def test_the_card_shows_related_articles(gpucat: Gpucat) -> None:
    assert "layout/10" in gpucat("show", "memory/6").out


def test_the_readers_terms_are_edited_in_their_editor(
    gpucat: Gpucat, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Doubtful rows are reported: a form that another row claims, and a row that nothing leads to."""
    editor = tmp_path / "editor"
    editor.write_text("#!/bin/sh\nprintf 'swizzle\\t\\t\\tslosh\\nmy warp\\t线程束\\nlonely\\n' >> \"$1\"\n", "utf-8")
    editor.chmod(0o700)
    monkeypatch.setenv("EDITOR", str(editor))
    result = gpucat("terms", "--edit")
    assert result.code == 0
    assert "lonely" in result.err
    assert "warp and my warp" in result.err
    assert "memory/6" in [hit["id"] for hit in found(gpucat, "slosh")]


def test_an_index_of_another_program_is_made_anew_by_search_and_left_alone_by_show(gpucat: Gpucat, db: Path) -> None:
    gpucat("search", "swizzle")
    connection = sqlite3.connect(db)
    connection.execute("UPDATE search_state SET value = '0 of yesterday' WHERE key = 'fingerprint'")
    connection.execute("UPDATE search_entry SET entries = 'in another form'")
    connection.commit()
    connection.close()
    assert gpucat("show", "memory/6").code == 0
    assert "memory/6" in gpucat("search", "swizzle").out
    assert "related" in gpucat("show", "memory/6").out


def test_a_field_that_could_not_be_read_is_named_where_nothing_is_found(gpucat: Gpucat) -> None:
    assert "there is no field nosuchfield (fields: title," in gpucat("search", "nosuchfield:xqzt").err
    assert "date: has no value; write date:2024" in gpucat("search", "date:").err
    assert "没有字段 nosuchfield" in gpucat("--lang", "zh", "search", "nosuchfield:xqzt").err
    assert "field" not in gpucat("search", "std::xqzt").err


PIPED = ("ids", "urls", "jsonl", "csv", "tsv")


@pytest.mark.parametrize("output", PIPED)
def test_a_pipe_carries_full_matches_only(gpucat: Gpucat, output: str) -> None:
    full = [hit for hit in found(gpucat, "hopper swizzle") if hit["match"] == "full"]
    result = gpucat("search", "hopper", "swizzle", "--format", output)
    lines = result.out.splitlines()[1 if output in ("csv", "tsv") else 0 :]
    assert len(lines) == len(full) > 0
    assert "partial matches left out; --partial adds them" in result.err
    more = gpucat("search", "hopper", "swizzle", "--format", output, "--partial").out
    assert more.startswith(result.out)
    assert more != result.out
    assert ("partial" in more) == (output in ("jsonl", "csv", "tsv"))


def test_a_pipe_without_a_full_match_is_empty_and_says_how_many_there_are(gpucat: Gpucat) -> None:
    result = gpucat("search", "rust gpu programming", "--format", "ids")
    assert (result.code, result.out) == (0, "")
    assert "partial match" in result.err
    assert "--partial" in result.err
    assert gpucat("search", "rust gpu programming").out


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("author:mao title:swizzle", {"memory/6", "layout/10"}),
        ("title:swizzle author:mao", {"memory/6", "layout/10"}),
        ("标题:swizzle 作者:mao", {"memory/6", "layout/10"}),
        ("title:transpose author:veitner author:mao", {"memory/16", "layout/11"}),
        ("title:swizzle level:intermediate", {"memory/6"}),
    ],
)
def test_different_fields_must_all_match_and_one_field_twice_means_either(
    gpucat: Gpucat, query: str, ids: set[str]
) -> None:
    assert {hit["id"] for hit in found(gpucat, "--limit", "0", query)} == ids


def test_a_field_that_no_article_has_is_named(gpucat: Gpucat) -> None:
    result = gpucat("search", "author:moa swizzle")
    assert (result.code, result.out) == (0, "")
    assert "no article has authors:moa" in result.err


def test_h_is_help_and_a_word_with_a_minus_a_word(gpucat: Gpucat) -> None:
    for words in (["-h"], ["swizzle", "-h"]):
        assert gpucat("search", *words).out.startswith("Usage: gpucat search")
    assert "Usage" not in gpucat("search", "-hopper", "swizzle").out
    assert "Usage" not in gpucat("search", "--", "-h").out


def test_facets_are_told_in_the_language_in_use(gpucat: Gpucat) -> None:
    counted = gpucat("--lang", "zh", "search", "--facets", "swizzle").out
    assert "高级" in counted
    assert "advanced" not in counted
