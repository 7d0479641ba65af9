"""Tests duplicate verdicts: properties of any records; each kind of copy and of neighbour stands in tests/yardsticks."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpucat.duplicates.candidates import EXHAUSTIVE, Pair, find_duplicates, group_pairs, streamed_pairs
from gpucat.duplicates.records import Record
from gpucat.duplicates.verdict import DuplicateJudgement, compare_records
from gpucat.titles.places import place_of

ORIGINAL = Record(
    "Butterfly Reductions with Warp Shuffles",
    "https://adabyron.dev/posts/butterfly",
    ("Ada Byron",),
    "2024-05-14",
    "Ada’s Notebook",
)


def copy(
    title=ORIGINAL.title,
    url="https://elsewhere.example/p/1",
    authors=("Ada Byron",),
    published="2024-05-20",
    source="Elsewhere",
):
    return Record(title, url, tuple(authors), published, source)


def test_a_discussion_is_no_older_than_what_it_discusses():
    shorter = "Why Your Butterfly Shuffle Is Slow"
    later = copy(f"{shorter}: Ring or Tree on Eight Lanes", authors=["Ada Byron"], published="2024-09-01")
    thread = copy(shorter, "https://news.ycombinator.com/item?id=1", ["adab"], "2024-06-01")
    assert compare_records(later, thread) is None
    assert compare_records(later._replace(published="2024-06-01"), thread) is not None


def test_two_articles_of_one_authors_blog_on_a_platform_share_a_host():
    one = copy("Making butterfly sums really fast on lanes", "https://ada.bearblog.dev/sums")
    assert (
        compare_records(one, copy("Making butterfly sorts really fast on lanes", "https://ada.bearblog.dev/s")) is None
    )


def test_notes_in_a_translations_title_are_the_translators_word():
    lecture = copy("Kernel School Lecture 12: Butterfly Shuffles")
    other = copy("Kernel School 第 12 课笔记：Butterfly Shuffles（译，原作 Ada Byron）", "https://b.example/", ["某某"])
    assert compare_records(lecture, other) is not None


def test_another_year_on_one_site_is_another_article():
    surveys = [
        Record(f"Shuffle Survey {year}", f"https://a.example/{year}", ("Ada Byron",), str(year))
        for year in (2022, 2023)
    ]
    assert compare_records(*surveys) is None


def test_one_address_is_the_same_whatever_the_title():
    other = copy("蝶形归约", "http://www.adabyron.dev/posts/butterfly/?utm_source=x")
    assert compare_records(ORIGINAL, other) == ("same", 1.0, (("same address", "网址相同"),))


def test_a_version_may_be_left_out_and_a_machines_name_may_not():
    one = copy("Butterfly 3.x Shuffles for Register Queues", "https://b.example/", [])
    assert compare_records(one, copy("Butterfly Shuffles for Register Queues", authors=[])) is not None
    assert compare_records(one, copy("Butterfly 3.x Shuffles for H100 Register Queues", authors=[])) is None


def test_numbers_in_words_are_numbers():
    assert (
        compare_records(
            copy("Ten Shuffles per Butterfly Second"), copy("10 Shuffles per Butterfly Second", "https://b.example/")
        ).verdict
        == "likely"
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Butterfly Sums in FP16 Arithmetic", "Butterfly Sums in FP8 Arithmetic"),
        ("A Butterfly HGEMM by Hand", "A Butterfly SGEMM by Hand"),
        ("GPU Price Comparison: January 2024", "GPU Price Comparison: February 2024"),
        ("Backward Butterflies in Depth", "Forward Butterflies in Depth"),
    ],
)
def test_rivals_contradict(one, other):
    assert compare_records(copy(one), copy(other, "https://b.example/")) is None


NO_ONE_WORK = {
    "lectures of two courses": ({"title": "CUDA Course - Lecture 1"}, {"title": "GPU Programming: Lecture 1"}),
    "bare lectures": ({"title": "Lecture 1"}, {"title": "Lecture 1"}),
    "an announcement and a part": (
        {"title": "手写编译器系列（开篇）", "authors": ("安宁",)}, {"title": "手写编译器系列（一）", "authors": ("安宁",)},
    ),
    "a category and an article": ({"title": "Nsight Tutorials", "url": "https://a.example/category/nsight/"}, {"title": "Nsight Tutorial"}),
    "a folder and a page in it": (
        {"title": "Nsight tutorials", "url": "https://a.example/tutorials/"},
        {"title": "Nsight tutorials: start", "url": "https://a.example/tutorials/start"},
    ),
    "one date before two subjects": ({"title": "2024年5月1日 共享内存"}, {"title": "[2024-05-01] 张量核心"}),
    "an author's two topics": (
        {"title": "Nimbus OS 调度器", "url": "https://a.example/1", "authors": ("Bo Ding",), "published": "2020-10-21"},
        {"title": "Why Nimbus OS", "url": "https://a.example/2", "authors": ("Bo Ding",), "published": "2020-10-22"},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("one", "other"), NO_ONE_WORK.values(), ids=NO_ONE_WORK)
def test_what_only_sounds_alike_is_no_duplicate(one: dict[str, Any], other: dict[str, Any]) -> None:
    records = ({"url": f"https://{at}.example/{at}", **given} for at, given in zip("cd", (one, other), strict=True))
    assert compare_records(*(Record(**record) for record in records)) is None


def test_a_common_date_hides_no_duplicate() -> None:
    one, other = (
        Record(f"2024-05-01 {title}", f"https://{title[-1]}.example/")
        for title in ("Swizzled tiles by hand", "Swizzled Tiles by Hand")
    )
    assert compare_records(one, other) is not None


def test_a_column_of_one_author_is_no_duplicate():
    issues = [Record("Book Review Column", f"https://a.example/{n}", ("Ada Byron",), "2002") for n in (1, 2)]
    assert compare_records(*issues) is None


titles = st.lists(
    st.sampled_from(["Butterfly", "Warp", "Shuffles", "Part 2", "H100", "| Gazette", "(WIP)", "译", "归约", "notes on", ": a Worklog", "mit der", "Reduktion", "_tag-CSDN博客", "Ada Byron", "Part 3:"]),
    min_size=1, max_size=6,
).map(" ".join)  # fmt: skip
records = st.builds(
    Record,
    titles,
    st.sampled_from(
        [
            "",
            "https://a.example/x",
            "https://a.example/x?id=1",
            "https://b.example/warp-shuffles-butterfly",
            "https://b.example/warp-shuffles-butterfly-gazette",
            "no address",
            "https://news.ycombinator.com/item?id=1",
        ]
    ),
    st.sampled_from(
        [
            (),
            ("Ada Byron",),
            ("A. Byron", "Jane Doe"),
            ("adab",),
            ("ada-b (Ada Byron)",),
            ("Byron A.",),
            ("Kernel Labs",),
            ("阿达",),
        ]
    ),
    st.sampled_from([None, "2024", "2024-05", "2024-05-14", "2020-01-01"]),
    st.sampled_from([None, "Ada’s Notebook", "Elsewhere"]),
)


@settings(deadline=None)
@given(records, records)
def test_a_verdict_is_symmetric_and_explained(one, other):
    judgement = compare_records(one, other)
    assert judgement == compare_records(other, one)
    if judgement:
        assert 0 < judgement.score <= 1
        assert all(reason.en and reason.zh for reason in judgement.reasons)


@settings(max_examples=50, deadline=None)
@given(st.lists(records, min_size=2, max_size=6), st.lists(records, max_size=6))
def test_more_records_change_no_verdict_about_others(first, more):
    alone = {(pair.one, pair.other): pair.judgement for pair in find_duplicates(first)}
    among = find_duplicates([*first, *more])
    assert {(p.one, p.other): p.judgement for p in among if p.other < len(first)} == alone


@settings(max_examples=50, deadline=None)
@given(st.lists(records, min_size=1, max_size=5), st.lists(records, min_size=1, max_size=5))
def test_across_two_lists_only_their_pairs_are_judged(first, second):
    for pair in find_duplicates(first, second):
        assert compare_records(first[pair.one], second[pair.other]) == pair.judgement


def pair(one, other, verdict="likely", score=0.9):
    return Pair(one, other, DuplicateJudgement(verdict, score, ()))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://a.example/countries/de/gpu", "https://a.example/countries/it/gpu"),
        ("https://github.com/kr/pty", "https://github.com/pt/pty"),
        ("https://a.example/go?u=/de/x", "https://a.example/go?u=/it/x"),
    ],
)
def test_a_country_or_an_account_is_no_language(one: str, other: str) -> None:
    first = copy("Butterflies of one land", one, ["Ada Byron"], "2020-01-01")
    assert compare_records(first, copy("Lanes of another land", other, ["Jane Doe"], "2024-01-01")) is None


@pytest.mark.parametrize(("one", "other"), [("en", "zh-CN"), ("zh", "ja")])
def test_one_address_in_two_languages_is_found_among_very_many(one: str, other: str) -> None:
    addresses = [f"https://a.example/{language}/lanes" for language in (one, other)]
    records = [copy(f"Title {index}", address) for index, address in enumerate(addresses)]
    assert (0, 1) in set(streamed_pairs(records))


def test_sites_that_have_only_a_home_page_are_not_compared_with_one_another() -> None:
    looked_at: list[int] = []
    words = ["lane", "butterfly", "queue", "shuffle", "register", "tile", "cache", "bank"]
    records = [
        copy(f"{words[index % 8]}{index} of {words[index // 8 % 8]}{index}", f"https://site{index}.example/", [])
        for index in range(200)
    ]
    assert find_duplicates(records, tell=looked_at.append) == []
    assert max(looked_at, default=0) == 0


@pytest.mark.parametrize("address", ["https://blog.example/notes/cuda2024guide", "https://medium.com/@ann/12345678"])
def test_a_post_with_digits_in_its_address_is_no_discussion(address: str) -> None:
    assert place_of(address).kind == "page"


@pytest.mark.parametrize("day", ["0001-01-02", "9999-12-31"])
def test_the_ends_of_the_calendar_are_days_as_any(day: str) -> None:
    one, other = (
        copy("Lanes of butterflies", url, ["Ada Byron"], day) for url in ("https://a.example/1", "https://b.example/1")
    )
    assert [pair.judgement.verdict for pair in find_duplicates([one, other])] == ["likely"]


def test_groups_join_over_likely_and_never_over_maybe():
    groups = group_pairs([pair(0, 1), pair(1, 2), pair(2, 3, "maybe"), pair(3, 4, "same", 1.0)])
    assert [group.members for group in groups] == [(0, 1, 2), (3, 4)]


def test_a_distinct_pair_stays_apart_also_over_a_third():
    pairs = [pair(0, 1, score=0.95), pair(1, 2, score=0.9), pair(0, 2, score=0.8)]
    assert [group.members for group in group_pairs(pairs, [(2, 0)])] == [(0, 1)]
    assert group_pairs([pair(0, 1)], [(0, 1)]) == []


def test_the_streaming_pass_finds_what_a_full_look_finds():
    shelf = [Record(f"Kernel {word} in {place}", f"https://a.example/{word}/{place}", ("Ada Byron",), "2024-05-14") for word in ("folding", "tiling", "fusing", "sorting", "hashing") for place in ("registers", "caches", "queues", "lanes", "clusters", "streams")]  # fmt: skip
    copies = [
        record._replace(title=f"{record.title} | Gazette", url=f"https://b.example/{n}")
        for n, record in enumerate(shelf)
    ]
    found = set(streamed_pairs([*shelf, *copies]))
    assert {(n, n + len(shelf)) for n in range(len(shelf))} <= found
    assert all(one < other for one, other in found)
    assert len(shelf) < EXHAUSTIVE


def test_nothing_has_no_duplicate_however_much_it_is_compared_with() -> None:
    many = [Record(f"Title {n % 7} of {n % 11}", f"https://a.example/{n}") for n in range(EXHAUSTIVE + 1)]
    assert find_duplicates([], many) == []
