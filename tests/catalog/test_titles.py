"""Tests the title rule: each kind of decoration, each kind of other page, and properties of any text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpucat.titles.page_title import TITLE_VERDICTS, compare_titles

NAMES = ("Ada’s Notebook", "Ada Byron")
TITLE = "Warp Shuffles and Butterfly Reductions by Hand"
SIBLINGS = ("Warp Divergence and Reconvergence", "Warp Shuffles and Scans", "Butterfly Networks")

ACCEPTED = {
    "as it is": (TITLE, TITLE),
    "letter case": (TITLE, "warp shuffles and BUTTERFLY reductions by hand"),
    "escaped twice": ("Scans & Sums on Tensor Cores", "Scans &amp;amp; Sums on Tensor Cores"),
    "read in the wrong charset": ("A Reader’s Guide to Warp Shuffles", "A Readerâ€™s Guide to Warp Shuffles"),
    "percent escapes": ("WARP_SIZE=32 explained", "WARP_SIZE%3D32 explained"),
    "registered marks": ("Swizzles on NVIDIA Hopper GPUs", "Swizzles on NVIDIA® Hopper™ GPUs"),
    "full-width signs": (TITLE, "Ｗａｒｐ Shuffles and Butterfly Reductions by Hand"),
    "curly quotes": ("Putting “shuffles” in your kernels", 'Putting "shuffles" in your kernels'),
    "spelling of a region": ("Optimising Butterfly Reductions", "Optimizing Butterfly Reductions"),
    "written together": ("How to set up Warp Shuffle Traces", "How to setup Warp Shuffle Traces"),
    "multiplication sign": ("Fused 1x1 Butterfly Convolution", "Fused 1×1 Butterfly Convolution"),
    "plural": (TITLE, "Warp Shuffle and Butterfly Reduction by Hand"),
    "misspelt": (TITLE, "Warp Shufles and Butterfly Reductions by Hand"),
    "other order": ("Profiler Containers in Docker", "Docker: Containers in Profiler"),
    "site behind": (TITLE, f"{TITLE} | Ada’s Notebook"),
    "site in front": (TITLE, f"Ada’s Notebook » {TITLE}"),
    "site behind, the arrow turned": (TITLE, f"{TITLE} « Ada’s Notebook"),
    "unknown site in front": (TITLE, f"The Kernel Gazette » {TITLE}"),
    "quoted in guillemets": ("Putting “shuffles” in your kernels", "Putting «shuffles» in your kernels"),
    "quoted the other way": ("Putting “shuffles” in your kernels", "Putting »shuffles« in your kernels"),
    "author behind": (TITLE, f"{TITLE} - Ada Byron"),
    "another name of the site": (TITLE, f"{TITLE} · Byron on GPUs"),
    "byline and date": (TITLE, f"{TITLE} | by Ada Byron | May, 2024 | Medium"),
    "unknown site": (TITLE, f"{TITLE} — The Kernel Gazette"),
    "unknown host": (TITLE, f"{TITLE} :: kernels.example.dev"),
    "Chinese platform": (TITLE, f"{TITLE}_ada的博客-CSDN博客"),
    "reading time": (TITLE, f"{TITLE} (5 min read)"),
    "mark of the copy": (TITLE, f"[Updated] {TITLE} (WIP)"),
    "year": (TITLE, f"{TITLE} (2023)"),
    "notifications": (TITLE, f"(12) {TITLE}"),
    "emoji": (TITLE, f"🔥 {TITLE} 🚀"),
    "series in front": (TITLE, f"GPU Diary #7: {TITLE}"),
    "number in front": (TITLE, f"07. {TITLE}"),
    "series dropped, number kept": ("Attention by Hand Part 6: Fusing Instructions", "Part 6: Fusing Instructions"),
    "series renamed": ("CUDA MODE Lecture 4: Compute and Bandwidth Basics", "GPU MODE Lecture 4: Compute and Bandwidth Basics"),
    "part as a word": ("Attention by Hand Part 8: Fewer Instructions", "Attention by Hand, Part Eight – Fewer Instructions"),
    "part as a fraction": ("Attention by Hand (Part III)", "Attention by Hand (3/3)"),
    "part beyond twelve": ("Attention by Hand Lecture 13: Rings", "Attention by Hand, Lecture Thirteen – Rings"),
    "part with a hash": ("Attention by Hand Part 2", "Attention by Hand #2"),
    "part in Chinese": ("Attention by Hand Lecture 13: Rings", "Attention by Hand 第十三讲：Rings"),
    "subtitle added": ("Persistent Kernels and Stream-K Scheduling", "Persistent Kernels and Stream-K Scheduling: a Worklog"),
    "subtitle dropped": ("FastScan-3: Quick and Accurate Sums with Asynchrony", "FastScan-3 | Ada’s Notebook"),
    "cut": ("How to Optimize a Butterfly Kernel for Vendor-like Speed: a Worklog", "How to Optimize a Butterfly Kernel for Ven…"),
    "abbreviation beside its words": ("Mastering the Tensor Memory Accelerator (TMA)", "Mastering the Tensor Memory Accelerator"),
    "abbreviation beside its words, one of them said twice": ("CSR Sparse Butterfly Sums", "Compressed Sparse Row (CSR) Sparse Butterfly Sums | Ada’s Notebook"),
    "written together and shortened": ("Fusing a Layer Normalization Butterfly Kernel", "Fusing a LayerNorm Butterfly Kernel | Ada’s Notebook"),
    "cut before a site": ("Developing Butterfly Kernels on Hopper using Shuffles", "Developing Butterfly Kernels on Hopper … – Ada Byron"),
    "maker named": ("Profiler Containers in Docker", "NVIDIA Profiler Containers in Docker | Ada’s Notebook"),
    "language's other name": ("C++ Latches and Butterflies", "CPP Latches and Butterflies | Ada’s Notebook"),
    "versus with stops": ("Shuffle Driver VS Shuffle Runtime", "Shuffle Driver v.s. Shuffle Runtime | Ada’s Notebook"),
    "abbreviation with a number": ("The One Billion Row Butterfly in CUDA: from 17m to 17s", "1BRB in CUDA: from 17m to 17s | Ada’s Notebook"),
    "cut inside a small word": ("Developing Butterfly Kernels with Shuffles", "Developing Butterfly Kernels wit…"),
    "a word said again as a part": (TITLE, f"{TITLE} | Warp | Ada’s Notebook"),
    "for the printer": (TITLE, f"{TITLE} – Printer-friendly version"),
    "lecture number by a letter": ("Kernel School Lecture 13: Ring Butterflies", "L13 Ring Butterflies – Ada Byron"),
    "translation beside it": (TITLE, f"{TITLE}（束洗牌与蝶形归约）| Ada’s Notebook"),
}  # fmt: skip

OTHER_PAGES = {
    "next part": ("Attention by Hand Part 7: Profiles", "Attention by Hand Part 8: Profiles"),
    "numbered sequel": ("Triton Notes - Fused Sums", "Triton Notes - Fused Sums - 2"),
    "sequel in words": (TITLE, f"{TITLE}, part two"),
    "last part in Chinese": (TITLE, f"{TITLE}（下）"),
    "other machine": ("Butterfly Reductions on H100", "Butterfly Reductions on A100"),
    "other version": ("FastScan-3: Quick Sums", "FastScan-2: Quick Sums"),
    "other data type": ("Butterfly Reductions in FP16", "Butterfly Reductions in FP8"),
    "other operation": ("CuTe Tiled Copy", "CuTe Tiled MMA"),
    "turned round": ("Index To Coordinate Maps", "Coordinate To Index Maps"),
    "sibling": (TITLE, "Warp Shuffles and Scans | Ada’s Notebook"),
    "longer sibling": ("Warp Shuffles", "Warp Shuffles and Scans | Ada’s Notebook"),
    "encyclopaedia": ("Butterfly Networks", "Butterfly network - Wikipedia"),
    "forum": ("Butterfly Networks", "Butterfly Networks - Developer Forums"),
    "product": ("Shuffle Profiler", "Shuffle Profiler – Buy now"),
    "tag page": (TITLE, f"Posts tagged “{TITLE}” | Ada’s Notebook"),
    "search page": (TITLE, f"Search results for {TITLE}"),
    "archive page": (TITLE, f"{TITLE} Archives – Ada’s Notebook"),
    "notes on it": (TITLE, f"Notes on {TITLE}"),
    "its original": ("Notes on reading “Butterfly Reductions by Hand”", "Butterfly Reductions by Hand"),
    "home page": (TITLE, "Ada’s Notebook"),
    "error": (TITLE, "404 Not Found"),
    "wall": (TITLE, "Just a moment..."),
    "nothing": (TITLE, ""),
    "host of documentation": (TITLE, f"{TITLE} - docs.example.com"),
    "search engine": (TITLE, f"{TITLE} at DuckDuckGo"),
    "searched on its site": (TITLE, f"You searched for {TITLE} - Ada’s Notebook"),
    "later part in the place of the subtitle": (
        "Butterflies on GPUs: Faster, Sometimes",
        "Butterflies on GPUs: Part 2, Tiling | Ada’s Notebook",
    ),
    "wall whose initials are the title's": ("Occupancy Is Not Everything", "One moment, please..."),
    "notes on it, signed": (TITLE, f"Notes on {TITLE} by Ada Byron | Weights and Wires"),
}

TO_LOOK_AT = {
    "another person": ("Butterfly Networks", "Butterfly Networks | Jane Doe"),
    "another person's site": ("Butterfly Networks", "Butterfly Networks - Jane Doe's Blog"),
    "video": (TITLE, f"{TITLE} - YouTube"),
    "discussion": (TITLE, f"{TITLE} | Hacker News"),
    "narrower": (TITLE, f"{TITLE} in Rust"),
    "another edition": (TITLE, f"{TITLE} (2nd edition)"),
    "common words on an unknown site": ("CUDA Reduction", "CUDA Reduction | Kernel Gazette"),
    "another year": ("Shuffle Survey 2022", "Shuffle Survey 2023"),
    "another year in brackets": (f"{TITLE} (2022)", f"{TITLE} [2023]"),
    "another person's site of two words": ("Butterfly Networks", "Butterfly Networks – Jane Doe's Log Book"),
    "another person's site of the same kind": ("Butterfly Networks", "Butterfly Networks - Jane's Notebook"),
    "comments": (TITLE, f"{TITLE} | Discussion"),
    "thread": (TITLE, f"Thread by @adabyron: {TITLE}"),
    "talk on it": (TITLE, f"{TITLE} – GTC 2024"),
    "another version's series": ("FastScan from Scratch Part 8: Lanes", "FastScan 2 from Scratch Part 8: Lanes"),
    "API added": ("Shuffle Driver vs Shuffle Runtime", "Shuffle driver API vs shuffle runtime API | Ada’s Notebook"),
    "repository": (TITLE, f"{TITLE} · gazette/kernel-shelf"),
    "numbered discussion in a repository": (TITLE, f"{TITLE} · Discussion #212 · gazette/kernel-shelf"),
    "paper's number": (TITLE, f"[2407.01234] {TITLE}"),
    "file of slides": (TITLE, f"{TITLE} - slides.pdf"),
    "common title with no name": ("Butterfly Networks", "Butterfly Networks"),
    "other subtitle": ("Kernel School: Butterfly Lanes", "Kernel School: Ring Queues | Ada’s Notebook"),
    "asked": ("Warp Shuffle Butterflies", "What are Warp Shuffle Butterflies?"),
    "chapter of a book": (TITLE, f"Chapter 5: {TITLE} - Wide Machines at Length"),
    "subtitle without a name": (
        "Warp Shuffles and Butterfly Sums",
        "Warp Shuffles and Butterfly Sums: What Everyone Should Know",
    ),
    "subreddit": (TITLE, f"{TITLE} : r/CUDA"),
    "practice test": ("Warp Shuffles and Butterflies", "Warp Shuffles and Butterflies — MCQ practice test"),
    "words behind the part number": ("Attention by Hand Part 8", "Attention by Hand Part 8 Calculator"),
    "numbered series in a bracket": (
        "Kernel School: Warp Shuffles and Butterflies",
        "Warp Shuffles and Butterflies (Kernel School #4) – Ada Byron",
    ),
    "numbered notes by its author": (
        "Kernel School Lecture 13: Ring Butterflies",
        "Notes on Kernel School #13 – Ring Butterflies – Ada Byron",
    ),
    "German": (
        "Optimizing Butterfly Reductions with CUDA Instructions",
        "Optimierte Butterfly-Reduktionen mit CUDA-Instruktionen auf der GPU",
    ),
    "Russian": ("Optimizing Matrix Reductions in CUDA", "Оптимизация матричных редукций на CUDA"),
    "Japanese that no table knows": (
        "CUDA Compilation Butterfly Macro",
        "CUDA コンパイルのバタフライマクロ - Ada Byron",
    ),
    "translated": ("Matrix Transpose Tutorial", "矩阵转置教程"),
}


def verdict(title, page, **evidence):
    return compare_titles(title, page, NAMES, SIBLINGS, **evidence).verdict


@pytest.mark.parametrize(("title", "page"), ACCEPTED.values(), ids=ACCEPTED)
def test_a_decorated_title_is_accepted(title, page):
    assert verdict(title, page) in ("match", "decorated")


@pytest.mark.parametrize(("title", "page"), OTHER_PAGES.values(), ids=OTHER_PAGES)
def test_another_page_is_a_mismatch(title, page):
    assert verdict(title, page) == "mismatch"


@pytest.mark.parametrize(("title", "page"), TO_LOOK_AT.values(), ids=TO_LOOK_AT)
def test_what_a_person_should_look_at_is_changed(title, page):
    assert verdict(title, page) == "changed"


def test_what_the_page_says_of_itself_counts():
    assert verdict("Butterfly Networks", "Butterfly Networks", site="Ada’s Notebook") == "match"
    assert verdict("Butterfly Networks", "Butterfly Networks", author="Steve Miller") == "mismatch"
    assert verdict("Butterfly Networks", "Butterfly Networks", author="A. Byron") == "match"
    assert verdict("Butterfly Networks", "Butterfly Networks", og_type="video.other") == "changed"
    assert verdict("Butterfly Networks", "Butterfly Networks", page_url="https://a.example/tag/butterfly") == "mismatch"
    assert verdict("CUDA Reduction", "CUDA Reduction | Kernel Gazette", author="Ada Byron") == "decorated"


@pytest.mark.parametrize(
    "page",
    [
        "Butterfly Networks – Ada Byron's Log Book",
        "Butterfly Networks | The Kernel Gazette",
        "The Kernel Gazette » Butterfly Networks",
    ],
)
def test_no_name_is_missed_where_none_is_known(page):
    assert compare_titles("Butterfly Networks", page).verdict == "decorated"


def test_a_byline_needs_no_separator():
    assert compare_titles(TITLE, f"{TITLE} by Maxine Worth").verdict == "decorated"
    assert compare_titles("Learning Warps by Counting Lanes", "Learning Warps by Sorting Queues").verdict == "mismatch"


def test_the_sites_name_may_speak_against_it():
    assert verdict("Butterfly Networks", "Butterfly Networks", site="Vendor Docs") == "changed"
    assert verdict("Butterfly Networks", "Butterfly Networks", site="Vendor Docs", author="Ada Byron") == "match"


def test_an_abbreviation_beside_its_words_is_no_siblings_title():
    siblings = ["Mastering the Tensor Memory Accelerator (TMA)"]
    page = "Tensor Memory Accelerator (TMA) Butterflies | Ada’s Notebook"
    assert compare_titles("TMA Butterflies", page, NAMES, siblings).verdict == "match"


def test_the_addresss_words_explain_a_title():
    url = "https://a.example/blog/CUDA-Driver-Runtime-Load-Run-Kernel/"
    assert (
        verdict("Load CUDA Kernels at Runtime Using Driver APIs", "CUDA Driver Runtime Load Run Kernel", url=url)
        == "decorated"
    )


def test_every_answer_has_its_reason_in_both_languages():
    for title, page in (*ACCEPTED.values(), *OTHER_PAGES.values(), *TO_LOOK_AT.values()):
        reason = compare_titles(title, page, NAMES, SIBLINGS).reason
        assert reason.en
        assert reason.zh


texts = st.one_of(
    st.text(max_size=40),
    st.lists(
        st.sampled_from(
            [
                "Warp",
                "shuffles",
                "Part 2",
                "mit der",
                "{W}arp",
                "by Ada Byron",
                "v.s.",
                "1BRC",
                "?",
                "|",
                "-",
                "(WIP)",
                "第三讲",
                "&amp;",
                "H100",
                "…",
                "译",
            ]
        )
    ).map(" ".join),
)


@settings(deadline=None)
@given(texts, texts)
def test_any_two_texts_get_an_answer(title, page):
    assert compare_titles(title, page, NAMES, SIBLINGS).verdict in TITLE_VERDICTS


@settings(deadline=None)
@given(texts)
def test_a_title_is_itself_or_says_nothing(title):
    assert compare_titles(title, title).verdict in ("match", "mismatch")
