"""Tests what a page says of its article: kinds of titles, and values that are not credible."""

import pytest

from gpucat.formats.page_facts import read_page
from gpucat.links.observed import FieldFact
from gpucat.links.page import Page, facts_of_page

ADDRESS = "https://warps.example.org/posts/tma"


def page(head: str, body: str = "", address: str = ADDRESS) -> Page:
    text = f"<html><head>{head}</head><body>{body}<p>Some words of the article.</p></body></html>"
    return read_page(text.encode(), "text/html", address)


def facts(head: str, body: str = "", landed: str = ADDRESS) -> dict[str, FieldFact]:
    return {fact.field: fact for fact in facts_of_page(page(head, body, landed), ADDRESS, landed)}


TITLES = {
    "plain": ("<title>Using TMA</title>", "", "Using TMA"),
    "the site behind a bar": ("<title>Using TMA | Warps</title><meta property=og:site_name content=Warps>", "", "Using TMA"),
    "the author behind a dash": ("<title>Using TMA - Ann Lee</title><meta name=author content='Ann Lee'>", "", "Using TMA"),
    "the host's own name": ("<title>Using TMA · warps.</title>", "", "Using TMA"),
    "two headings, the first the blog's": (
        "<title>Using TMA – Thoughts</title>", "<h1>Thoughts</h1><h1>Using TMA</h1>", "Using TMA",
    ),
    "the site before the title": (
        "<title>Warps: Using TMA</title><meta property=og:title content='Using TMA'>", "", "Using TMA",
    ),
    "a subtitle stays": ("<title>Using TMA: part 2 - the epilogue</title>", "", "Using TMA: part 2 - the epilogue"),
    "signs stay": ("<title>Using TMA on NVIDIA® Hopper™ &amp; later</title>", "", "Using TMA on NVIDIA® Hopper™ & later"),
    "unspaced, beside the headline": ("<title>线程束_安的博客-CSDN博客</title>", "<h1>线程束</h1>", "线程束"),
    "two dashes": ("<title>Using TMA -- ann's blog</title>", "<h1>Using TMA</h1>", "Using TMA"),
    "a class as the headline": ("<title>Using TMA :: Ann</title>", "<p class='entry-title'>Using TMA</p>", "Using TMA"),
    "a part is no site": ("<title>Using TMA | Part 2</title>", "<h1>Using TMA</h1>", "Using TMA | Part 2"),
    "a hyphen in a word": ("<title>GPU-wide sync</title>", "<h1>GPU</h1>", "GPU-wide sync"),
    "a headline of nothing shown": (
        '<title>Using TMA - Warps</title><script type="application/ld+json">{"@type": "Article", "headline": "how to copy"}</script>',
        "<h1>Using TMA</h1>", "Using TMA",
    ),
    "an app's name that is the title": (
        "<title>Using TMA</title><meta name=application-name content='Using TMA'>",
        "<h1><a href='/'>news</a> back to home</h1><h1>Using TMA</h1>", "Using TMA",
    ),
    "a banner that is no link": (
        "<title>Using TMA - The Warp Book</title>", "<h1 class='menu-title'>The Warp Book</h1><h2><a href='#tma'>Using TMA</a></h2>",
        "Using TMA",
    ),
    "a headline that links to the book's front": (
        "<meta name=generator content='GitBook 3.2.3'><title>Using TMA · Snow</title>", "<h1> <a href='..'>Using TMA</a> </h1>", "Using TMA",
    ),
    "a title beside a site's name": ("<title>Using TMA | 安的博客</title>", "<div>Views:</div>", "Using TMA | 安的博客"),
    "only the site's name": ("<title>My Site</title>", "<p>Using TMA</p>", "Using TMA"),
    "the name of the home link": ("<title>Tile House</title>", "<a href='/'>Tile House</a><h3>Using TMA</h3>", "Using TMA"),
    "only a heading": ("", "<h1>Using TMA</h1>", "Using TMA"),
}  # fmt: skip


@pytest.mark.parametrize("kind", TITLES)
def test_title(kind: str) -> None:
    head, body, expected = TITLES[kind]
    assert facts(head, body)["title"].value == expected


def test_a_page_that_says_nothing_gives_nothing() -> None:
    assert facts("") == {}


def test_each_value_keeps_the_rule_that_gave_it() -> None:
    head = (
        '<html lang="zh-CN"><meta property="og:title" content="T T"><meta name="author" content="Ann Lee">'
        '<meta property="article:published_time" content="2024-05-14T08:00:00Z">'
    )
    rules = {field: (fact.value, fact.rule) for field, fact in facts(head).items()}
    assert rules["title"] == ("T T", "og:title")
    assert rules["authors"] == ("Ann Lee", "meta author")
    assert rules["published"] == ("2024-05-14", "meta article:published_time")


@pytest.mark.parametrize(
    ("canonical", "expected"),
    [
        ("https://warps.example.org/posts/tma-copy", "https://warps.example.org/posts/tma-copy"),
        ("/posts/tma/?utm_source=x", None),
        ("https://example.com/", None),
        ("https://elsewhere.example.net/posts/tma", None),
    ],
)
def test_a_canonical_link_counts_on_the_same_host_only(canonical: str, expected: str | None) -> None:
    told = facts(f'<title>T T</title><link rel="canonical" href="{canonical}">').get("url")
    assert (told.value if told else None) == expected


def test_where_a_redirect_led_is_told() -> None:
    told = facts("<title>T T</title>", landed="https://new.example.org/tma")["url"]
    assert told == FieldFact("url", "https://new.example.org/tma", "redirect")
