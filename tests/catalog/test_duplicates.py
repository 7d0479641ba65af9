"""Tests duplicate verdicts: each kind of copy, each kind of neighbour, and properties of any records."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpucat.duplicates.candidates import EXHAUSTIVE, Pair, find_duplicates, group_pairs, streamed_pairs
from gpucat.duplicates.records import Record
from gpucat.duplicates.verdict import Judgement, compare_records
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


SURE = {
    "crosspost": copy(),
    "crosspost with an initial": copy(authors=["A. Byron"]),
    "crosspost, last name first": copy(authors=["Byron, Ada"]),
    "crosspost under a handle": copy(authors=["@adabyron"]),
    "crosspost without an author": copy(authors=[]),
    "another host's suffix": copy(f"{ORIGINAL.title} | The Kernel Gazette"),
    "moved on its site": copy(url="https://adabyron.dev/archive/butterfly"),
    "mobile address": copy("other words", "https://m.adabyron.dev/posts/butterfly"),
    "archived copy": copy(
        f"{ORIGINAL.title} - Ada's Notebook", "https://archive.ph/Ab12C", [], "2026-01-01", "archive.today"
    ),
    "discussion": copy(
        f"{ORIGINAL.title} (2024)", "https://news.ycombinator.com/item?id=1", ["tosh"], "2026-01-01", "Hacker News"
    ),
    "discussion of a shorter title": copy(
        "Butterfly Reductions with Shuffles", "https://news.ycombinator.com/item?id=1", ["tosh"], None
    ),
    "translation that names its author": copy(
        "用束洗牌做蝶形归约（译自 Ada Byron：Butterfly Reductions with Warp Shuffles）", authors=["某某"]
    ),
    "site in front of a guillemet": copy(f"The Kernel Gazette » {ORIGINAL.title}"),
    "owner of the site behind": copy(f"{ORIGINAL.title} – Ada Byron's Log Book", authors=[]),
    "crosspost under a name and a handle": copy(authors=["ada-b (Ada Byron)"]),
    "crosspost, last name shortened": copy(authors=["Ada B."]),
    "crosspost, last name first and then an initial": copy(authors=["Byron A."]),
    "crosspost under a handle with signs": copy(authors=["ada-byron-dev"]),
    "for the printer": copy(f"{ORIGINAL.title} – Printer-friendly version", "https://adabyron.dev/print?p=7"),
    "versus as in an export": copy("{B}utterfly {R}eductions with {W}arp {S}huffles", ""),
    "misspelt": copy("Buterfly Reductions with Warp Shufles"),
    "cut": copy("Butterfly Reductions with Warp…"),
}

TO_LOOK_AT = {
    "retitled elsewhere by its author": (ORIGINAL, copy("Butterfly Shuffles per Lane")),
    "reposted by a company": (
        copy("Butterfly 3.x: Orthogonal, Reusable, and Composable Abstractions for Lane Design"),
        copy(
            "Butterfly 3.x APIs: Orthogonal, Reusable, and Composable Abstractions for Lane Design",
            "https://b.example/",
            ["Jane Doe"],
        ),
    ),
    "title in the address alone": (
        copy(),
        copy("Untitled", "https://b.example/butterfly-reductions-with-warp-shuffles", []),
    ),
    "retitled on the same day": (
        copy("A Mental Model of Lanes", published="2024-05-14"),
        copy("How I think about lanes", "https://b.example/", published="2024-05-14"),
    ),
    "rewritten on its site": (
        copy("Writing a Butterfly Profiler from Scratch", "https://a.example/1", published="2024-05-14"),
        copy("I wrote a butterfly profiler from scratch", "https://a.example/2", published="2024-05-14"),
    ),
}

LIKELY_PAIRS = {
    "translation without a mark": (
        copy("Persistent Butterflies Considered Harmless"),
        copy("持久 Butterflies 其实无害", "https://b.example/", ["用户9703366"]),
    ),
    "most of a title": (
        copy("Persistent Butterfly Scheduling with Cluster Launches on Hopper GPUs"),
        copy("Persistent Butterfly Scheduling with Cluster Launches", "https://b.example/", []),
    ),
    "translation years later that says so": (
        copy("Fusing Butterfly Lanes Into the Register Queue"),
        copy("把 Butterfly lanes 融合进寄存器队列（译）", "https://b.example/", ["某某"], "2026-03-01"),
    ),
    "one address in two languages": (
        copy("Lane Shuffles Explained With a Kitchen", "https://a.example/en/kitchen", ["Ada Byron"]),
        copy("厨房里看懂蝶形", "https://a.example/zh/kitchen", ["某某"]),
    ),
    "account that shares the author's own text, reworded": (
        copy("Vulkan butterfly matrices: from zero to 70 TFLOPS", published="2024-05-20"),
        copy(
            "I squeezed 70 TFLOPS out of Vulkan butterflies",
            "https://www.reddit.com/r/x/comments/1/i",
            ["u/adabyron"],
            "2024-05-21",
        ),
    ),
    "talk of a new text under its author's first name": (
        copy("butterflyprof for people who miss Nsight", authors=["Fergus McLachlan"], published="2024-05-20"),
        copy(
            "Missing Nsight? Fergus has you covered with butterflyprof",
            "https://bsky.app/profile/x/post/1",
            ["x"],
            "2024-05-20",
        ),
    ),
    "message on a server of Mastodon's kin": (
        copy("Dissecting the Butterfly Cache with Pointer Chasing"),
        copy(
            "Dissecting the butterfly cache with pointer chasing, worth your time",
            "https://any.server/@x/111037722918230412",
            ["x"],
        ),
    ),
    "shorthand of the field": (
        copy("How we prune attention butterflies at run time"),
        copy("How we prune attn butterflies @ runtime", "https://www.threads.net/@x/post/1", ["x"]),
    ),
    "abbreviation of words with a small one between": (
        copy("A Mixture-of-Experts Butterfly Dispatcher for Lanes"),
        copy("A MoE Butterfly Dispatcher for Lanes", "https://b.example/"),
    ),
    "contraction": (
        copy("Speculative butterfly kernels that do not stall"),
        copy("Speculative butterfly kernels that don't stall", "https://b.example/", ["adab"]),
    ),
    "duration": (
        copy("Butterfly Sum of Lanes in CUDA: from 17 minutes to 17 seconds"),
        copy("Butterfly Sum of Lanes in CUDA: from 17m to 17s", "https://lobste.rs/s/1", []),
    ),
    "words written apart in one of them": (
        copy("Triton Kernels - RMS Norm", authors=["Kapil Sharma"]),
        copy("Writing Triton kernels: RMSNorm", "https://b.example/", ["Kapil Sharma"]),
    ),
    "series left out on its own site": (
        copy("Butterflies from Scratch Part 6: Lane Fusion and Auto-Tuning", "https://a.example/6"),
        copy("Lane Fusion and Auto-Tuning", "https://a.example/six"),
    ),
    "later edition without brackets": (
        copy("Proper Butterfly Lane Checking", "https://a.example/1", published="2020-05-14"),
        copy("Proper Butterfly Lane Checking - 2025 Refresh", "https://a.example/2", published="2025-01-14"),
    ),
    "edition behind a comma": (
        copy("Inline Butterfly Cookbook", "https://b.example/1", published="2022"),
        copy("Inline Butterfly Cookbook, 2nd ed. (now covering FP8)", "https://a.example/2", published="2025-03"),
    ),
    "edition with corrections": (
        copy("Async Butterflies: what they really buy you", "https://a.example/1", published="2020-05-14"),
        copy("Async Butterflies: what they really buy you (with 2024 corrections)", "https://a.example/2"),
    ),
    "version behind a comma": (
        copy("Benchmarking Butterfly Instruction Peaks of Lanes", "https://a.example/1", published="2020-05-14"),
        copy("Benchmarking Butterfly Instruction Peaks of Lanes, v2", "https://a.example/2"),
    ),
    "newsletter that signs with its own name": (
        copy("Butterfly Rendezvous Stream of Lanes"),
        copy(
            "Butterfly Rendezvous Stream of Lanes – Bytes on the Bus, letter 30",
            "https://b.example/",
            ["Bytes on the Bus"],
        )._replace(source="Bytes on the Bus"),
    ),
    "reprinted in full": (
        copy("Efficient Butterfly Designs with Lanes"),
        copy("Efficient Butterfly Designs with Lanes (reprinted in full, courtesy of Ada)", "https://b.example/", []),
    ),
    "percent": (
        copy("How we cut butterfly capture time by 80%"),
        copy("How we cut butterfly capture time by 80 percent", "https://b.example/", ["adab"]),
    ),
    "address of a new edition": (
        copy("Measuring Lane Migration", "https://a.example/lane-migration", published="2020-05-14"),
        copy("Measuring Lane Migration – with driver 570 results", "https://a.example/lane-migration-rev2"),
    ),
    "number of a page beside its address": (
        copy("Butterfly-4: Kernel Pipelining Co-Design for Lanes", "https://a.example/butterfly-4-kernel-pipelining"),
        copy("Butterfly-4", "https://a.example/?p=4471", published="2024-05-22"),
    ),
    "uploaded file of a page": (
        copy("Developing Butterfly Kernels for Lanes on Hopper Architecture", "https://a.example/butterfly-kernels"),
        copy(
            "Developing Butterfly Kernels for Lanes on Hopper [pdf]",
            "https://a.example/wp-content/uploads/b.pdf",
            ["tosh"],
        ),
    ),
    "kinds of memory in short": (
        copy("Shared Memory Butterfly Conflict-Free Lanes"),
        copy("Smem butterfly conflict-free lanes", "https://b.example/"),
    ),
    "print version in another language": (
        copy("Introduction to Butterflies", "https://a.example/intro"),
        copy("Druckansicht: Introduction to Butterflies", "https://a.example/intro/druck.html"),
    ),
    "signed by the group on whose site it stands": (
        copy("Butterfly Packing for Inference Lanes", authors=["Jay"])._replace(source="Lane Research"),
        copy("Butterfly Packing for Inference Lanes", "https://b.example/", ["Lane Research"], "2024-07-01"),
    ),
    "site with its author's first name": (
        copy("Use Butterflies without CUDA", authors=["Simon Veitner"]),
        copy("Use Butterflies without CUDA | simons blog", "https://b.example/", ["simons blog"]),
    ),
    "translation of a lecture": (
        copy("Butterfly Mode Lecture 8: Checklist of Lanes"),
        copy("Butterfly Mode 第 8 讲：车道清单", "https://b.example/", ["某某"]),
    ),
    "German translation": (
        copy("Reimplementing Butterfly Reductions for performance and giggles"),
        copy("Butterfly-Reduktionen neu implementiert: für Performance und zum Spaß", "https://b.example/", ["J. R."]),
    ),
    "Russian translation": (
        copy("The One Billion Row Butterfly Challenge"),
        copy("[Перевод] Испытание миллиардом строк на бабочках", "https://b.example/", []),
    ),
    "free translation": (
        copy(
            "Orthogonal, Reusable and Composable Butterfly Abstractions for GEMM Kernel Design", authors=["Ada Byron"]
        ),
        copy("用于 GEMM 内核设计的正交、可复用、可组合抽象", "https://b.example/", ["某某"]),
    ),
    "translation with numbers": (
        copy("The Billion Butterfly Sum in CUDA: from 17m to 17s"),
        copy("Сумма миллиарда бабочек на CUDA: с 17 минут до 17 секунд", "https://b.example/", ["переводчик"]),
    ),
    "later edition on its site": (
        copy("Butterfly Numerics for Lanes", "https://a.example/1", published="2020-05-14"),
        copy("Butterfly Numerics for Lanes (2024 edition: FP8, BF16)", "https://a.example/2"),
    ),
    "one part of a renamed series": (
        copy("Lanes from Zero (4/10): Butterfly shadow maps"),
        copy("Building a lane engine, part 4: butterfly shadow maps", "https://b.example/", published="2025-01-01"),
    ),
    "beginning of a title in a discussion": (
        copy("Why your butterfly shuffle is slow, and seven ways to fix it"),
        copy("Why your butterfly shuffle is slow (2024)", "https://news.ycombinator.com/item?id=1", ["tosh"], None),
    ),
    "thread that begins with the title": (
        copy("Writing a Butterfly Particle System"),
        copy("🧵 Writing a butterfly particle system, with all the ugly details", "https://x.com/ab/1", ["ada-byron"]),
    ),
    "issue of a newsletter": (
        copy("Compute lanes for impatient butterflies"),
        copy("The Gazette, issue 12: Compute lanes for impatient butterflies", "https://b.example/", ["The Gazette"]),
    ),
    "repost with another beginning": (
        copy("理解 cp.butterfly：Ampere 上的双缓冲 shuffle", authors=["某某"]),
        copy("【CUDA】理解cp.butterfly：Ampere架构上的双缓冲 shuffle（转）", "https://b.example/", ["u013"]),
    ),
    "translation beside its author's name": (
        copy("Butterflies in Shared Memory are not free"),
        copy(
            "Las butterflies en memoria compartida no son gratis",
            "https://b.example/",
            ["Ada Byron (trad. I. Quiroga)"],
        ),
    ),
    "part number left out": (
        copy("Butterfly School Part 8: Fewer Instructions per Lane", authors=["Ada Byron"]),
        copy("Butterfly School: Fewer Instructions per Lane", "https://b.example/"),
    ),
    "translation with particles": (
        copy("Advanced Matrix Multiplication Optimization on GPUs", authors=["Ada Byron"]),
        copy("GPU에서의 고급 행렬 곱셈 최적화", "https://b.example/", ["xguru"]),
    ),
    "cut by a discussion": (
        copy("A Case Study in Butterfly Fusion on Hopper Lanes"),
        copy("A Case Study in Butterfly Fus…", "https://news.ycombinator.com/item?id=1", ["tosh"]),
    ),
    "reposted with less of its title": (
        copy("Persistent Butterfly Scheduling with Cluster Launches on Hopper GPUs"),
        copy("Persistent Butterfly Scheduling with Cluster Launches", "https://b.example/"),
    ),
    "whole title with a translation": (
        copy("Register Queues for Butterfly People"),
        copy("写给蝶形爱好者的寄存器队列（Register Queues for Butterfly People）", "https://b.example/", ["某某"]),
    ),
    "repost with tags behind the title": (
        copy("L2 Butterfly Cache"),
        copy(
            "【转载】L2 Butterfly Cache_l2 cache_Ada Byron-CSDN博客",
            "https://b.example/",
            ["weixin_4477"],
            "2026-01-01",
        ),
    ),
    "written together": (
        copy("Fusing Layer Normalization Lanes"),
        copy("Fusing LayerNorm Lanes | Kernel Gazette", "https://b.example/", ["adab"]),
    ),
}

DIFFERENT = {
    "reply that names its author": copy(f"{ORIGINAL.title}? A reply to Ada Byron", authors=["Jane Doe"]),
    "reading": copy(f"Reading “{ORIGINAL.title}”", authors=["Jane Doe"]),
    "denied with another word": copy("Butterfly Reductions with Warp Shuffles, actually not", authors=["Jane Doe"]),
    "other data type": copy("Butterfly Reductions in INT8 with Warp Shuffles")._replace(title="INT8 " + ORIGINAL.title),
    "another person's title": copy("Radix Sort", authors=["Jane Doe"], published="2020-01-01"),
    "part of a series": copy(f"{ORIGINAL.title}, Part 2"),
    "other machine": copy(f"{ORIGINAL.title} on H100"),
    "other operation": copy("Butterfly Transposes with Warp Shuffles", "https://adabyron.dev/posts/transposes"),
    "subtitle on the same site": copy(f"{ORIGINAL.title}: Common Mistakes", "https://adabyron.dev/posts/mistakes"),
    "reading notes": copy(f"Notes on {ORIGINAL.title}", authors=["Jane Doe"]),
    "reply": copy(f"Re: {ORIGINAL.title}", authors=["Jane Doe"]),
    "initials by chance": copy("Brave Readers Win", authors=[]),
    "talk": copy(url="https://www.youtube.com/watch?v=5F1iR0vEDV8"),
    "code": copy(url="https://github.com/adabyron/butterfly"),
    "only its author's name in common": copy("非法内存访问（译自 Ada Byron）", authors=["某某"]),
    "negated": copy(f"Against {ORIGINAL.title}", authors=["Jane Doe"]),
}


NEIGHBOURS = {
    "other data type with a name of its own": ("FP8 Butterfly Packing for Lanes", "INT8 Butterfly Packing for Lanes"),
    "name with a version inside": ("Reading the Butterfly V2 kernel of lanes", "Reading the Butterfly kernel of lanes"),
    "other device": ("Butterfly joins of lanes on a GPU", "Butterfly joins of lanes on an FPGA"),
    "only the field's words in another language": ("Introduction to CUDA", "CUDA 内存模型入门"),
    "one common operation in another language": ("CUDA Matrix Multiplication", "用 Triton 写矩阵乘法"),
    "translation of a sibling": ("Butterfly Tutorial: Lane Clusters on GPUs", "Butterfly 教程：GPU 上的异步屏障"),
    "title of the field's words": ("GPU 性能优化指南", "GPU性能优化指南"),
    "denied": ("Butterflies are ready for lanes", "Butterflies are not ready for lanes"),
    "other machine with the same digits": ("Tuning Butterfly Dispatch on GB200", "Tuning Butterfly Dispatch on H200"),
}


@pytest.mark.parametrize(("one", "other"), NEIGHBOURS.values(), ids=NEIGHBOURS)
def test_a_neighbouring_title_is_no_copy(one, other):
    assert find_duplicates([copy(one), copy(other, "https://b.example/", ["某某"], "2024-01-01")]) == []


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


@pytest.mark.parametrize("other", SURE.values(), ids=SURE)
def test_a_copy_is_likely(other):
    assert compare_records(ORIGINAL, other).verdict == "likely"


@pytest.mark.parametrize(("one", "other"), LIKELY_PAIRS.values(), ids=LIKELY_PAIRS)
def test_a_likely_copy_is_found(one, other):
    assert [pair.judgement.verdict for pair in find_duplicates([one, other])] == ["likely"]


@pytest.mark.parametrize("other", DIFFERENT.values(), ids=DIFFERENT)
def test_a_neighbour_is_no_copy(other):
    first = ORIGINAL if other.title != "Radix Sort" else copy("Radix Sort", "https://adabyron.dev/radix")
    assert compare_records(first, other) is None


@pytest.mark.parametrize(("one", "other"), TO_LOOK_AT.values(), ids=TO_LOOK_AT)
def test_what_may_be_a_copy_is_found_and_shown(one, other):
    assert [pair.judgement.verdict for pair in find_duplicates([one, other])] == ["maybe"]


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


def test_a_number_left_out_is_a_doubt_and_a_machines_name_is_none():
    one = copy("Butterfly 3.x Shuffles for Register Queues", "https://b.example/", [])
    assert compare_records(one, copy("Butterfly Shuffles for Register Queues", authors=[])).verdict == "maybe"
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


def test_a_column_needs_one_day():
    issues = [Record("Book Review Column", f"https://a.example/{n}", ("Ada Byron",), "2002") for n in (1, 2)]
    assert compare_records(*issues).verdict == "maybe"


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
    return Pair(one, other, Judgement(verdict, score, ()))


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
