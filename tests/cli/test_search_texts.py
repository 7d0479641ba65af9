"""Tests what kept texts change in a search: what is found, in which order, and the passage that shows why."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.conftest import Gpucat

from gpucat.paths import texts_path
from gpucat.services import search as search_service
from gpucat.store.texts import TextFacts, put_text, writing_texts
from gpucat.texts.volume import volume_of

PADDING = "The measurements were repeated on another card, and nothing about them changed. " * 12
QUOTED = "Each lane loads half of its row before the barrier, and stores transposed pairs of floats after it."
SWIZZLING = f"""# Swizzling

{PADDING}

## Why columns collide

{PADDING}

A quixotry of banks is resolved by xor, see [the appendix](https://example.org/quixotry). Then all is well.

```cuda
int quixotry = threadIdx.x ^ quixotry_hue;
```

## Costs

{PADDING} The redcution is elsewhere.
"""
KEPT = {
    18: SWIZZLING,
    21: f"# Persistence\n\n{PADDING}\n\nHere quixotry is an aside.\n",
    54: f"# Matmul\n\n{PADDING}\n\nA swizzle of bank conflicts, swizzle again; no zamboni.\n\n{QUOTED}\n",
    60: "# Zamboni\n\nOnly a zamboni, and cold ice.\n",
}


def keep(db: Path, texts: dict[int, str]) -> None:
    with closing(sqlite3.connect(db)) as connection, writing_texts(db) as writer:
        for number, markdown in texts.items():
            key, url = connection.execute("SELECT url_key, url FROM article WHERE number = ?", (number,)).fetchone()
            facts = TextFacts(key, url, "2026-01-01T00:00:00+00:00", None, None, "T", "en", volume_of(markdown), 1)
            put_text(writer, facts, markdown)


@pytest.fixture
def kept(gpucat: Gpucat, db: Path) -> Gpucat:
    """Returns a catalogue with the texts of four articles."""
    keep(db, KEPT)
    return gpucat


def found(gpucat: Gpucat, *words: str) -> list[dict]:
    return json.loads(gpucat("search", "--json", "--limit", "0", *words).out or "[]")


def full(gpucat: Gpucat, *words: str) -> list[int]:
    return [hit["number"] for hit in found(gpucat, *words) if hit["match"] == "full"]


def test_a_word_that_only_texts_have_finds_them_and_tells_where_to_read(kept: Gpucat) -> None:
    first, second = found(kept, "quixotry")
    assert (first["number"], second["number"], first["match"]) == (18, 21, "full")
    assert first["passage"] == "A quixotry of banks is resolved by xor, see the appendix. Then all is well."
    assert first["passage"][:40] in kept("read", "18", "--section", str(first["section"]), "--raw").out
    assert f"§{first['section']} {first['passage']}" in kept("search", "quixotry").out
    assert "text §" in kept("search", "quixotry", "--explain").out
    assert "没有" in kept("--lang", "zh", "search", "quixotry", "--no-texts").err


def test_code_is_told_if_code_was_asked_for(kept: Gpucat) -> None:
    hit = found(kept, "quixotry_hue")[0]
    assert (hit["match"], hit["passage"]) == ("full", "int quixotry = threadIdx.x ^ quixotry_hue;")


def test_a_quoted_sentence_finds_where_it_stands(kept: Gpucat) -> None:
    first = found(kept, QUOTED)[0]
    assert (first["number"], first["match"], first["passage"]) == (54, "full", QUOTED)


def test_a_passage_is_short_however_long_its_sentence_is(gpucat: Gpucat, db: Path) -> None:
    keep(db, {18: "# Long\n\n" + "word " * 400 + "quixotry " + "word " * 400})
    [hit] = found(gpucat, "quixotry")
    assert len(hit["passage"]) <= 200
    assert "quixotry" in hit["passage"]


def test_fields_say_where_to_look(kept: Gpucat) -> None:
    assert set(full(kept, "text:swizzle")) == {18, 54}
    assert 54 not in [hit["number"] for hit in found(kept, "title:swizzle")]
    assert set(full(kept, "text:zamboni")) == {54, 60}
    assert full(kept, "text:zamboni", "-text:swizzle") == [60]
    assert full(kept, "text:zamboni", "module:gemm,profiling", "--level", "beginner..advanced") == [60, 54]
    assert full(kept, "正文:zamboni", "number:55..") == [60]
    assert full(kept, "+zamboni", "--literal") == [60, 54]


def test_what_is_excluded_is_not_what_a_section_is_found_by(kept: Gpucat) -> None:
    assert [hit["number"] for hit in found(kept, "zamboni", "-swizzle")] == [60]


def test_field_text_without_texts_says_how_to_get_them(gpucat: Gpucat) -> None:
    result = gpucat("search", "text:zamboni")
    assert "gpucat texts fetch --all" in result.err


@pytest.mark.parametrize(
    "query", ["swizzle", "bank conflict", "how to avoid shared memory bank conflicts", "规约", "gemm"]
)
def test_an_article_without_a_text_keeps_its_place(kept: Gpucat, query: str) -> None:
    with_texts, without = found(kept, query), found(kept, query, "--no-texts")
    places = {hit["number"]: place for place, hit in enumerate(without)}
    told = [
        (hit["number"], places[hit["number"]] == place)
        for place, hit in enumerate(with_texts)
        if hit["number"] in places
    ]
    assert all(is_kept for number, is_kept in told if number not in KEPT)
    assert full(kept, query) == full(kept, query, "--no-texts")
    scores = [hit["score"] for hit in with_texts if hit["match"] == "partial"]
    assert scores == sorted(scores, reverse=True)


def test_the_count_is_that_of_all_hits(kept: Gpucat) -> None:
    for query in ("zamboni", "swizzle", "bank conflicts again", "text:measurements"):
        number = len(found(kept, query))
        assert f" of {number} hits" in kept("search", query, "--limit", "1").err


def test_a_long_list_is_searched_in_texts_too(kept: Gpucat, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = {query: found_first(kept, query) for query in ("quixotry", "swizzle", "text:zamboni", "bank conflict")}
    monkeypatch.setattr(search_service, "COUNTED_WHOLE", 0)
    for query, hits in counted.items():
        assert found_first(kept, query) == hits


def found_first(gpucat: Gpucat, query: str) -> list[tuple[int, str, str | None]]:
    hits = json.loads(gpucat("search", "--json", "--limit", "5", query).out)
    return [(hit["number"], hit["match"], hit.get("passage")) for hit in hits]


def test_a_slip_in_one_text_is_corrected_all_the_same(kept: Gpucat) -> None:
    assert "reduction" in kept("search", "redcution").err


def test_texts_that_cannot_be_read_are_left_out(kept: Gpucat, db: Path) -> None:
    without = kept("search", "swizzle", "--no-texts").out
    texts_path(db).write_bytes(b"broken" * 1000)
    result = kept("search", "swizzle")
    assert (result.code, result.out) == (0, without)
    assert result.err.count("texts.db") == 1
