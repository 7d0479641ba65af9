"""Tests the table of title words, and how titles in other languages are recognized and read."""

import json
import re
from collections.abc import Iterator

import pytest

from gpucat.resources import data_file
from gpucat.titles.languages import is_european, readings
from gpucat.titles.page_title import compare_titles
from gpucat.titles.pairing import content_places, pair_words
from gpucat.titles.parts import is_foreign_title, parse_title
from gpucat.titles.vocabulary import (
    TitleWord,
    beginning_of,
    meanings_of_term,
    meanings_of_word,
    read_title_words,
    terms_in,
)
from gpucat.titles.words import clean, folded, stem, words_of

LANGUAGES = ("zh", "ja", "ko", "ru", "fr", "de", "es", "pt", "it")
UNSPACED = 3

TRANSLATIONS = {
    "zh": ("What the Scheduler Actually Does", "调度器到底做了什么"),
    "zh, Taiwan": ("Shared Memory and Registers", "共用記憶體與暫存器"),
    "ja": ("Lessons Learned: Writing a Safe Kernel", "安全なカーネルを書いて学んだ教訓"),
    "ko": ("Debugging a Kernel for Beginners", "초보자를 위한 커널 디버깅"),
    "ru": ("Five Bugs We Shipped", "Пять багов, которые мы выкатили"),
    "fr": ("The Hidden Cost of the Barrier", "Le coût caché de la barrière"),
    "de": ("Why Memory Access Is Slow", "Warum der Speicherzugriff langsam ist"),
    "es": ("How to Measure the Bandwidth", "Cómo medir el ancho de banda"),
    "pt": ("How to Avoid the Bottleneck", "Como evitar o gargalo"),
    "it": ("Understanding the Hidden Cost", "Capire il costo nascosto"),
}  # fmt: skip

FOREIGN = (
    "Le coût caché de cudaMalloc",
    "Comment j'ai appris à ne plus m'en faire et à aimer cuobjdump",
    "L'accès à la mémoire",
    "Pourquoi l'ordonnanceur attend",
    "Warum mein Kernel langsam ist",
    "El costo oculto de cudaMalloc",
    "Por que o kernel é lento",
    "Dall'idea al kernel: guida pratica",
    "Скрытая цена cudaMalloc",
)
ENGLISH = (
    "Von Neumann Machines",
    "Los Alamos and the GPU",
    "Le Chatelier's Principle in Schedulers",
    "Le Châtelier for Kernels",
    "En Passant: a Chess Engine in CUDA",
    "Per Vognsen on Allocators",
    "A Talk at La Jolla",
    "El Capitan: Inside the Machine",
    "Jensen's Die Shots",
    "An Allocator by José García",
)


def rows() -> list[TitleWord]:
    return list(read_title_words(data_file("title_words.tsv").read_text("utf-8")))


def titles() -> list[str]:
    records = map(json.loads, data_file("seed.jsonl").read_text("utf-8").splitlines())
    return [record["title"] for record in records if record["kind"] == "article"]


def forms() -> Iterator[tuple[str, str, TitleWord]]:
    for row in rows():
        for language, cell in zip(LANGUAGES, row.forms, strict=False):
            yield from ((language, form, row) for form in cell)


def test_every_row_has_its_kind_its_english_words_and_a_form() -> None:
    for row in rows():
        assert row.kind in ("field", "word")
        assert all(word.isascii() and word == word.lower() for meaning in row.meanings for word in meaning)
        assert any(row.forms)
        assert len(row.forms) <= len(LANGUAGES)


def test_no_english_word_begins_two_rows_and_no_cell_says_a_form_twice() -> None:
    english = [row.meanings[0] for row in rows()]
    assert len(english) == len(set(english))
    for row in rows():
        assert all(len(cell) == len(set(cell)) and all(cell) for cell in row.forms)


def test_a_form_is_written_as_it_is_looked_for() -> None:
    for language, form, _ in forms():
        assert form.split() == [form]
        if language in LANGUAGES[UNSPACED:]:
            assert re.fullmatch(r"[^\W\d_]{2,}\.?", form)
            assert form == form.casefold()


BEGINNINGS_OF_OTHER_WORDS = {"calcul", "custo", "perfett"}
"""Forms that begin an English word of the list which means something else: `calculation`, `custom`, `Perfetto`."""


def test_no_form_is_an_english_word_of_another_meaning() -> None:
    words = {word.text for title in titles() for word in words_of(title) if word.text.isascii()}
    wrong = {
        (form, word)
        for word in words
        if (form := beginning_of(word))
        and stem(word) not in {stem(name) for m in meanings_of_word(form, word) for name in m}
    }
    assert {form for form, _ in wrong} == BEGINNINGS_OF_OTHER_WORDS


def test_a_form_in_several_rows_has_all_their_meanings() -> None:
    assert {("prefix", "sum"), ("scan",)} <= set(meanings_of_term("前缀和"))
    for title in ("A Prefix Sum", "A Scan"):
        pairing = pair_words(parse_title(title), parse_title("前缀和"))
        assert (pairing.one, pairing.other) == (frozenset(), frozenset())


def test_the_longest_term_wins_in_either_script() -> None:
    assert [piece for piece, meanings in terms_in("矩陣乘法的優化") if meanings] == ["矩陣乘法", "優化"]
    assert [piece for piece, meanings in terms_in("커널을") if meanings] == ["커널"]


@pytest.mark.parametrize(("english", "foreign"), TRANSLATIONS.values(), ids=TRANSLATIONS)
def test_a_translated_title_meets_the_original(english: str, foreign: str) -> None:
    one, other = parse_title(english), parse_title(foreign)
    assert is_foreign_title(other.words)
    assert 2 * len(pair_words(one, other).one) <= len(content_places(one))


def test_a_german_compound_means_both_its_words() -> None:
    (word,) = words_of("Speicherzugriffe")
    assert ("memory", "acces") in readings(word) or ("memory", "access") in readings(word)


@pytest.mark.parametrize("title", FOREIGN)
def test_a_short_foreign_title_is_told(title: str) -> None:
    assert is_european(words_of(title))


@pytest.mark.parametrize("title", ENGLISH)
def test_an_english_title_with_foreign_names_is_english(title: str) -> None:
    assert not is_european(words_of(title))


def test_no_title_of_the_list_is_foreign() -> None:
    assert [title for title in titles() if is_foreign_title(words_of(title))] == []


def test_an_elided_article_is_a_word_of_its_own() -> None:
    assert [word.text for word in words_of("L'accès et l'ordre d'un kernel, user's don't")] == [
        "le", "acces", "et", "le", "ordre", "de", "un", "kernel", "users", "do", "not",
    ]  # fmt: skip


def test_an_accent_is_kept_beside_the_word() -> None:
    (word,) = words_of("caché")
    assert (word.text, word.accented) == ("cache", "caché")
    assert folded("Œuvre") == "oeuvre"


@pytest.mark.parametrize(
    "title",
    [
        "OpenGL ES Compute: Cost per Dispatch",
        "OpenGL ES en Masse",
        "MIT Die Photography",
        "DES at 23 GB/s per GPU",
        "Data Races in DOS per Thread",
        "Nos Latency per Kernel",
    ],
)
def test_names_of_the_field_make_no_foreign_title(title: str) -> None:
    assert not is_european(parse_title(title).words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I/O w/o copies", ["i", "o", "without", "copies"]),
        ("it cannot wait", ["it", "can", "not", "wait"]),
        ("it can't and won't wait", ["it", "can", "not", "and", "will", "not", "wait"]),
        ("this ain't fast", ["this", "is", "not", "fast"]),
        ("I've cut it by 80 percent in 17 minutes", ["i", "cut", "it", "by", "80", "in", "17m"]),
        ("Save 30%efficiently", ["save", "30", "efficiently"]),
    ],
)
def test_what_is_written_in_many_ways_is_one(text: str, words: list[str]) -> None:
    assert [word.text for word in words_of(clean(text))] == words


@pytest.mark.parametrize(
    "title", ["CUDA ፩ kernel", "CUDA 𐩀 kernel", "CUDA " + "9" * 5000, "CUDA " + "l'" * 3000, "CUDA ٣ kernel"]
)
def test_no_digits_and_no_length_are_too_much(title: str) -> None:
    assert parse_title(title).words
    assert compare_titles("CUDA Reduction", "CUDA Reduction", siblings=(title,)).verdict == "match"
